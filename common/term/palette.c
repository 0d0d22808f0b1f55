/*
 * The look of each role. Truecolour repeats the 256-colour cube's values, so that all depths look
 * alike. Where a colour would only say "ordinary" the terminal's own foreground is left alone: it
 * can be read on every theme and costs the fewest bytes. Green is not used at all: players who
 * cannot tell it from red lose nothing.
 *
 * The map has three steps of brightness: lit cells, cells in sight beyond the light, and remembered
 * cells. With 16 colours and fewer there is nothing between the first and the last.
 */
#include "term/palette.h"

#include <string.h>

#include "base/check.h"
#include "term/palette_looks.h"

static const char *const palette_names[PALETTE_COUNT] = {
    [PALETTE_16] = "16", [PALETTE_256] = "256",   [PALETTE_TRUE] = "true",
    [PALETTE_8] = "8",   [PALETTE_MONO] = "mono",
};

typedef const struct palette_look look_table[PALETTE_COUNT][ROLE_COUNT];

static look_table *const themes[PALETTE_THEME_COUNT] = {
    [PALETTE_DARK] = &palette_dark,
    [PALETTE_LIGHT] = &palette_light,
};

/*
 * A remembered cell looks like no cell that is seen. Grey cannot be seen with some people's 16
 * colours, and 8 have none; dim is the terminal's own doing and not every one does it.
 */
static const struct palette_look
    memory_table[PALETTE_THEME_COUNT][PALETTE_COUNT][PALETTE_MEMORY_COUNT] =
        {
            [PALETTE_DARK] =
                {
                    [PALETTE_16] = {LOOK("90"), LOOK("34"), LOOK("2")},
                    [PALETTE_256] = {LOOK("38;5;242"), LOOK("38;5;62"), LOOK("2")},
                    [PALETTE_TRUE] = {LOOK("38;2;108;108;108"), LOOK("38;2;95;95;215"), LOOK("2")},
                    [PALETTE_8] = {LOOK("34"), LOOK("34"), LOOK("2")},
                    [PALETTE_MONO] = {LOOK("2"), LOOK("2"), LOOK("2")},
                },
            [PALETTE_LIGHT] =
                {
                    [PALETTE_16] = {LOOK("90"), LOOK("94"), LOOK("2")},
                    [PALETTE_256] = {LOOK("38;5;245"), LOOK("38;5;68"), LOOK("2")},
                    [PALETTE_TRUE] = {LOOK("38;2;138;138;138"), LOOK("38;2;95;135;215"), LOOK("2")},
                    [PALETTE_8] = {LOOK("34"), LOOK("34"), LOOK("2")},
                    [PALETTE_MONO] = {LOOK("2"), LOOK("2"), LOOK("2")},
                },
};

struct palette palette_of(enum palette_id colours)
{
    return (struct palette){.colours = colours};
}

const char *palette_name(enum palette_id palette)
{
    CHECK((unsigned)palette < PALETTE_COUNT);
    return palette_names[palette];
}

enum palette_id palette_find(const char *name)
{
    enum palette_id palette = PALETTE_16;

    while (palette < PALETTE_COUNT && strcmp(palette_names[palette], name) != 0)
        palette++;
    return palette;
}

enum role palette_lit_role(enum role role)
{
    static const enum role lit[] = {
        ROLE_WALL,         ROLE_WALL_STONE, ROLE_WALL_EARTH,    ROLE_WALL_MOSS,
        ROLE_WALL_CRYSTAL, ROLE_WALL_BONE,  ROLE_FLOOR,         ROLE_FLOOR_STONE,
        ROLE_FLOOR_EARTH,  ROLE_FLOOR_MOSS, ROLE_FLOOR_CRYSTAL, ROLE_FLOOR_BONE,
    };

    return role >= ROLE_FAR_WALL && role <= ROLE_FAR_FLOOR_BONE ? lit[role - ROLE_FAR_WALL] : role;
}

static const struct palette_look *find_look(struct palette palette, enum role role)
{
    CHECK((unsigned)palette.colours < PALETTE_COUNT);
    CHECK((unsigned)palette.theme < PALETTE_THEME_COUNT);
    CHECK((unsigned)palette.memory < PALETTE_MEMORY_COUNT);
    CHECK((unsigned)role < ROLE_COUNT);
    if (role == ROLE_REMEMBERED)
        return &memory_table[palette.theme][palette.colours][palette.memory];
    const struct palette_look *looks = (*themes[palette.theme])[palette.colours];
    return looks[role].sgr != NULL ? &looks[role] : &looks[palette_lit_role(role)];
}

const char *palette_sgr(struct palette palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sgr != NULL ? look->sgr : "";
}

const char *palette_sequence(struct palette palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sequence != NULL ? look->sequence : "";
}
