/*
 * Colours of roles. A glyph always differs before a colour does: colour is never the only sign.
 */
#ifndef UNDERCROFT_TERM_PALETTE_H
#define UNDERCROFT_TERM_PALETTE_H

#include <stdbool.h>

#include "content/role.h"

/* The number of colours of a terminal. */
enum palette_id { PALETTE_16, PALETTE_256, PALETTE_TRUE, PALETTE_8, PALETTE_MONO, PALETTE_COUNT };

/* The terminal's own background. */
enum palette_theme { PALETTE_DARK, PALETTE_LIGHT, PALETTE_THEME_COUNT };

/* How terrain out of sight is drawn. */
enum palette_memory {
    PALETTE_MEMORY_GREY,
    PALETTE_MEMORY_BLUE,
    PALETTE_MEMORY_DIM,
    PALETTE_MEMORY_COUNT
};

struct palette {
    enum palette_id colours;
    enum palette_theme theme;
    enum palette_memory memory;
    bool has_grounds; /* floors, walls and doors have backgrounds, with 256 colours and more */
};

/* Returns the palette of these colours on a dark ground, with grey memory and no backgrounds. */
struct palette palette_of(enum palette_id colours);

/* Returns "16", "256", "true", "8" or "mono": the values of `set colour`. */
const char *palette_name(enum palette_id palette);

/* Finds a palette by name; PALETTE_COUNT: there is none. */
enum palette_id palette_find(const char *name);

/* Returns the role of a thing in the light, from its role beyond the light; other roles are
   returned unchanged. Palettes without a look for things beyond the light use it for both. */
enum role palette_lit_role(enum role role);

/* Returns the SGR parameters of a role, without ESC[ and m: "1;97"; "" for the plain look. First
   attributes (1 bold, 2 dim, 7 reverse), then at most one foreground; never a background. */
const char *palette_sgr(struct palette palette, enum role role);

/* Returns the parameters of a role's background, to follow those of palette_sgr(): "48;5;233"; ""
   for the terminal's own. The role's foreground can be read on it as well as on the terminal's. */
const char *palette_background(struct palette palette, enum role role);

/* Returns palette_sgr() as a whole sequence; "" for the plain look. */
const char *palette_sequence(struct palette palette, enum role role);

#endif
