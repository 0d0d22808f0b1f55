/*
 * Roles to colours. A glyph always differs before a colour does: colour is never the only sign.
 */
#ifndef UNDERCROFT_TERM_PALETTE_H
#define UNDERCROFT_TERM_PALETTE_H

#include "content/role.h"

enum palette_id { PALETTE_16, PALETTE_256, PALETTE_TRUE, PALETTE_8, PALETTE_MONO, PALETTE_COUNT };

/* "16", "256", "true", "8", "mono": the words `set colour` takes. */
const char *palette_name(enum palette_id palette);

/* PALETTE_COUNT if there is none of that name. */
enum palette_id palette_find(const char *name);

/* The parameters of the SGR of a role, without ESC[ and m: "1;97"; "" for the plain look. First
   attributes (1 bold, 2 dim, 7 reverse), then at most one foreground; never a background. */
const char *palette_sgr(enum palette_id palette, enum role role);

/* The same as a whole sequence; "" for the plain look. */
const char *palette_sequence(enum palette_id palette, enum role role);

#endif
