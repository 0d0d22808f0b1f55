/*
 * The table of looks. Truecolour repeats the 256-colour cube's values, so that all depths look
 * alike. Where a colour would only say "ordinary" the terminal's own foreground is left alone: it
 * can be read on every theme and costs the fewest bytes. Green is not used at all: who cannot tell
 * it from red loses nothing.
 *
 * The walls of each tint can be told from those of the bands above and below, and stand out from
 * black and from white alike; their floors are paler. With 16 colours and fewer, only walls differ.
 */
#include "term/palette.h"

#include <string.h>

#include "base/check.h"
#include "term/ansi.h"

struct palette_look {
    const char *sgr;
    const char *sequence;
};

#define LOOK(parameters)                                                                           \
    {                                                                                              \
        parameters, ANSI_CSI parameters "m"                                                        \
    }

static const char *const palette_names[PALETTE_COUNT] = {
    [PALETTE_16] = "16", [PALETTE_256] = "256",   [PALETTE_TRUE] = "true",
    [PALETTE_8] = "8",   [PALETTE_MONO] = "mono",
};

/* A role without a row looks plain. */
static const struct palette_look palette_table[PALETTE_COUNT][ROLE_COUNT] =
    {
        [PALETTE_16] =
            {
                [ROLE_DIM_TEXT] = LOOK("90"),
                [ROLE_SELF] = LOOK("1;97"),
                [ROLE_OTHER] = LOOK("1;36"),
                [ROLE_AWAY] = LOOK("36"),
                [ROLE_MONSTER] = LOOK("91"),
                [ROLE_ITEM] = LOOK("93"),
                [ROLE_WALL] = LOOK("33"),
                [ROLE_DOOR_CLOSED] = LOOK("1;33"),
                [ROLE_DOOR_OPEN] = LOOK("33"),
                [ROLE_STAIRS] = LOOK("1;97"),
                [ROLE_LIQUID] = LOOK("94"),
                [ROLE_SPECIAL] = LOOK("95"),
                [ROLE_REMEMBERED] = LOOK("90"),
                [ROLE_GOOD] = LOOK("36"),
                [ROLE_BAD] = LOOK("91"),
                [ROLE_SPEECH] = LOOK("96"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_WALL_EARTH] = LOOK("33"),
                [ROLE_WALL_MOSS] = LOOK("36"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("33"),
            },
        [PALETTE_256] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;5;245"),
                [ROLE_SELF] = LOOK("1;38;5;231"),
                [ROLE_OTHER] = LOOK("38;5;117"),
                [ROLE_AWAY] = LOOK("38;5;67"),
                [ROLE_MONSTER] = LOOK("38;5;209"),
                [ROLE_ITEM] = LOOK("38;5;222"),
                [ROLE_WALL] = LOOK("38;5;173"),
                [ROLE_FLOOR] = LOOK("38;5;180"),
                [ROLE_DOOR_CLOSED] = LOOK("38;5;214"),
                [ROLE_DOOR_OPEN] = LOOK("38;5;172"),
                [ROLE_STAIRS] = LOOK("38;5;229"),
                [ROLE_LIQUID] = LOOK("38;5;74"),
                [ROLE_SPECIAL] = LOOK("38;5;176"),
                [ROLE_REMEMBERED] = LOOK("38;5;242"),
                [ROLE_GOOD] = LOOK("38;5;117"),
                [ROLE_BAD] = LOOK("38;5;203"),
                [ROLE_SPEECH] = LOOK("38;5;153"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_WALL_STONE] = LOOK("38;5;103"),
                [ROLE_WALL_EARTH] = LOOK("38;5;137"),
                [ROLE_WALL_MOSS] = LOOK("38;5;66"),
                [ROLE_WALL_CRYSTAL] = LOOK("38;5;140"),
                [ROLE_WALL_BONE] = LOOK("38;5;138"),
                [ROLE_FLOOR_STONE] = LOOK("38;5;146"),
                [ROLE_FLOOR_EARTH] = LOOK("38;5;144"),
                [ROLE_FLOOR_MOSS] = LOOK("38;5;109"),
                [ROLE_FLOOR_CRYSTAL] = LOOK("38;5;147"),
                [ROLE_FLOOR_BONE] = LOOK("38;5;181"),
            },
        [PALETTE_TRUE] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;2;138;138;138"),
                [ROLE_SELF] = LOOK("1;38;2;255;255;255"),
                [ROLE_OTHER] = LOOK("38;2;135;215;255"),
                [ROLE_AWAY] = LOOK("38;2;95;135;175"),
                [ROLE_MONSTER] = LOOK("38;2;255;135;95"),
                [ROLE_ITEM] = LOOK("38;2;255;215;135"),
                [ROLE_WALL] = LOOK("38;2;215;135;95"),
                [ROLE_FLOOR] = LOOK("38;2;215;175;135"),
                [ROLE_DOOR_CLOSED] = LOOK("38;2;255;175;0"),
                [ROLE_DOOR_OPEN] = LOOK("38;2;215;135;0"),
                [ROLE_STAIRS] = LOOK("38;2;255;255;175"),
                [ROLE_LIQUID] = LOOK("38;2;95;175;215"),
                [ROLE_SPECIAL] = LOOK("38;2;215;135;215"),
                [ROLE_REMEMBERED] = LOOK("38;2;108;108;108"),
                [ROLE_GOOD] = LOOK("38;2;135;215;255"),
                [ROLE_BAD] = LOOK("38;2;255;95;95"),
                [ROLE_SPEECH] = LOOK("38;2;175;215;255"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_WALL_STONE] = LOOK("38;2;135;135;175"),
                [ROLE_WALL_EARTH] = LOOK("38;2;175;135;95"),
                [ROLE_WALL_MOSS] = LOOK("38;2;95;135;135"),
                [ROLE_WALL_CRYSTAL] = LOOK("38;2;175;135;215"),
                [ROLE_WALL_BONE] = LOOK("38;2;175;135;135"),
                [ROLE_FLOOR_STONE] = LOOK("38;2;175;175;215"),
                [ROLE_FLOOR_EARTH] = LOOK("38;2;175;175;135"),
                [ROLE_FLOOR_MOSS] = LOOK("38;2;135;175;175"),
                [ROLE_FLOOR_CRYSTAL] = LOOK("38;2;175;175;255"),
                [ROLE_FLOOR_BONE] = LOOK("38;2;215;175;175"),
            },
        [PALETTE_8] =
            {
                [ROLE_SELF] = LOOK("1;37"),
                [ROLE_OTHER] = LOOK("1;36"),
                [ROLE_AWAY] = LOOK("36"),
                [ROLE_MONSTER] = LOOK("1;31"),
                [ROLE_ITEM] = LOOK("1;33"),
                [ROLE_WALL] = LOOK("33"),
                [ROLE_DOOR_CLOSED] = LOOK("1;33"),
                [ROLE_DOOR_OPEN] = LOOK("33"),
                [ROLE_STAIRS] = LOOK("1;37"),
                [ROLE_LIQUID] = LOOK("1;34"),
                [ROLE_SPECIAL] = LOOK("1;35"),
                [ROLE_REMEMBERED] = LOOK("34"),
                [ROLE_GOOD] = LOOK("36"),
                [ROLE_BAD] = LOOK("1;31"),
                [ROLE_SPEECH] = LOOK("36"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_WALL_EARTH] = LOOK("33"),
                [ROLE_WALL_MOSS] = LOOK("36"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("33"),
            },
        [PALETTE_MONO] =
            {
                [ROLE_DIM_TEXT] = LOOK("2"),
                [ROLE_SELF] = LOOK("7"),
                [ROLE_OTHER] = LOOK("1"),
                [ROLE_MONSTER] = LOOK("1"),
                [ROLE_WALL] = LOOK("1"),
                [ROLE_DOOR_CLOSED] = LOOK("1"),
                [ROLE_STAIRS] = LOOK("7"),
                [ROLE_REMEMBERED] = LOOK("2"),
                [ROLE_BAD] = LOOK("1"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_WALL_STONE] = LOOK("1"),
                [ROLE_WALL_EARTH] = LOOK("1"),
                [ROLE_WALL_MOSS] = LOOK("1"),
                [ROLE_WALL_CRYSTAL] = LOOK("1"),
                [ROLE_WALL_BONE] = LOOK("1"),
            },
};

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

static const struct palette_look *find_look(enum palette_id palette, enum role role)
{
    CHECK((unsigned)palette < PALETTE_COUNT);
    CHECK((unsigned)role < ROLE_COUNT);
    return &palette_table[palette][role];
}

const char *palette_sgr(enum palette_id palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sgr != NULL ? look->sgr : "";
}

const char *palette_sequence(enum palette_id palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sequence != NULL ? look->sequence : "";
}
