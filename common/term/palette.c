/*
 * The look of each role, for a dark and a light ground. Truecolour repeats the 256-colour cube's
 * values, so that all depths look alike. Where a colour would only say "ordinary" the terminal's
 * own foreground is left alone: it can be read on every theme and costs the fewest bytes. Green is
 * not used at all: players who cannot tell it from red lose nothing.
 *
 * The map has three steps of brightness: lit cells, cells in sight beyond the light, and remembered
 * cells. With 16 colours and fewer there is nothing between the first and the last.
 *
 * On a light ground white, yellow and cyan cannot be read, so that with 16 colours and fewer red,
 * blue and magenta are all there is; no wall shares one of them with remembered cells. With two
 * colours a light ground needs nothing of its own.
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

/* The looks of kinds of one hue: things and foes that are awake, foes asleep, and bosses. */
#define KIND_LOOKS(hue, kind, asleep, boss)                                                        \
    [ROLE_KIND_##hue] = LOOK(kind), [ROLE_ASLEEP_##hue] = LOOK(asleep),                            \
    [ROLE_BOSS_##hue] = LOOK(boss)

static const struct palette_look palette_dark[PALETTE_COUNT][ROLE_COUNT] =
    {
        [PALETTE_16] =
            {
                [ROLE_DIM_TEXT] = LOOK("90"),
                [ROLE_SELF] = LOOK("1;97"),
                [ROLE_OTHER] = LOOK("1;36"),
                [ROLE_COMPANION] = LOOK("1;35"),
                [ROLE_AWAY] = LOOK("36"),
                [ROLE_ITEM] = LOOK("93"),
                [ROLE_WALL] = LOOK("33"),
                [ROLE_DOOR_CLOSED] = LOOK("1;33"),
                [ROLE_DOOR_OPEN] = LOOK("93"),
                [ROLE_STAIRS] = LOOK("1;97"),
                [ROLE_LIQUID] = LOOK("94"),
                [ROLE_SPECIAL] = LOOK("95"),
                [ROLE_GOOD] = LOOK("36"),
                [ROLE_BAD] = LOOK("91"),
                [ROLE_SPEECH] = LOOK("96"),
                [ROLE_TELL] = LOOK("95"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("33"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("37"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("34"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("35"),
                [ROLE_WALL_EARTH] = LOOK("33"),
                [ROLE_WALL_MOSS] = LOOK("36"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("33"),
                KIND_LOOKS(CORAL, "91", "2;91", "1;91"),
                KIND_LOOKS(AMBER, "33", "2;33", "1;33"),
                KIND_LOOKS(OLIVE, "36", "2;36", "1;36"),
                KIND_LOOKS(PINK, "95", "2;95", "1;95"),
                KIND_LOOKS(PALE, "96", "2;96", "1;96"),
                KIND_LOOKS(WHITE, "97", "2;97", "1;97"),
                KIND_LOOKS(TEAL, "36", "2;36", "1;36"),
                KIND_LOOKS(ROSE, "31", "2;31", "1;31"),
                KIND_LOOKS(ORANGE, "91", "2;91", "1;91"),
                KIND_LOOKS(BLUE, "94", "2;94", "1;94"),
                KIND_LOOKS(VIOLET, "35", "2;35", "1;35"),
                KIND_LOOKS(YELLOW, "93", "2;93", "1;93"),
            },
        [PALETTE_256] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;5;245"),
                [ROLE_SELF] = LOOK("1;38;5;231"),
                [ROLE_OTHER] = LOOK("38;5;117"),
                [ROLE_COMPANION] = LOOK("38;5;213"),
                [ROLE_AWAY] = LOOK("38;5;67"),
                [ROLE_ITEM] = LOOK("38;5;222"),
                [ROLE_WALL] = LOOK("38;5;173"),
                [ROLE_FLOOR] = LOOK("38;5;180"),
                [ROLE_DOOR_CLOSED] = LOOK("38;5;214"),
                [ROLE_DOOR_OPEN] = LOOK("38;5;227"),
                [ROLE_STAIRS] = LOOK("38;5;229"),
                [ROLE_LIQUID] = LOOK("38;5;74"),
                [ROLE_SPECIAL] = LOOK("38;5;176"),
                [ROLE_GOOD] = LOOK("38;5;117"),
                [ROLE_BAD] = LOOK("38;5;203"),
                [ROLE_SPEECH] = LOOK("38;5;153"),
                [ROLE_TELL] = LOOK("38;5;183"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("38;5;136"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("38;5;143"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("38;5;31"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("38;5;133"),
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
                KIND_LOOKS(CORAL, "38;5;209", "2;38;5;209", "1;38;5;209"),
                KIND_LOOKS(AMBER, "38;5;179", "2;38;5;179", "1;38;5;179"),
                KIND_LOOKS(OLIVE, "38;5;143", "2;38;5;143", "1;38;5;143"),
                KIND_LOOKS(PINK, "38;5;217", "2;38;5;217", "1;38;5;217"),
                KIND_LOOKS(PALE, "38;5;189", "2;38;5;189", "1;38;5;189"),
                KIND_LOOKS(WHITE, "38;5;255", "2;38;5;255", "1;38;5;255"),
                KIND_LOOKS(TEAL, "38;5;80", "2;38;5;80", "1;38;5;80"),
                KIND_LOOKS(ROSE, "38;5;204", "2;38;5;204", "1;38;5;204"),
                KIND_LOOKS(ORANGE, "38;5;208", "2;38;5;208", "1;38;5;208"),
                KIND_LOOKS(BLUE, "38;5;111", "2;38;5;111", "1;38;5;111"),
                KIND_LOOKS(VIOLET, "38;5;141", "2;38;5;141", "1;38;5;141"),
                KIND_LOOKS(YELLOW, "38;5;228", "2;38;5;228", "1;38;5;228"),
                [ROLE_FAR_WALL] = LOOK("38;5;131"),
                [ROLE_FAR_WALL_STONE] = LOOK("38;5;60"),
                [ROLE_FAR_WALL_EARTH] = LOOK("38;5;94"),
                [ROLE_FAR_WALL_MOSS] = LOOK("38;5;30"),
                [ROLE_FAR_WALL_CRYSTAL] = LOOK("38;5;97"),
                [ROLE_FAR_WALL_BONE] = LOOK("38;5;95"),
                [ROLE_FAR_FLOOR] = LOOK("38;5;137"),
                [ROLE_FAR_FLOOR_STONE] = LOOK("38;5;103"),
                [ROLE_FAR_FLOOR_EARTH] = LOOK("38;5;101"),
                [ROLE_FAR_FLOOR_MOSS] = LOOK("38;5;66"),
                [ROLE_FAR_FLOOR_CRYSTAL] = LOOK("38;5;104"),
                [ROLE_FAR_FLOOR_BONE] = LOOK("38;5;138"),
            },
        [PALETTE_TRUE] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;2;138;138;138"),
                [ROLE_SELF] = LOOK("1;38;2;255;255;255"),
                [ROLE_OTHER] = LOOK("38;2;135;215;255"),
                [ROLE_COMPANION] = LOOK("38;2;255;135;255"),
                [ROLE_AWAY] = LOOK("38;2;95;135;175"),
                [ROLE_ITEM] = LOOK("38;2;255;215;135"),
                [ROLE_WALL] = LOOK("38;2;215;135;95"),
                [ROLE_FLOOR] = LOOK("38;2;215;175;135"),
                [ROLE_DOOR_CLOSED] = LOOK("38;2;255;175;0"),
                [ROLE_DOOR_OPEN] = LOOK("38;2;255;255;95"),
                [ROLE_STAIRS] = LOOK("38;2;255;255;175"),
                [ROLE_LIQUID] = LOOK("38;2;95;175;215"),
                [ROLE_SPECIAL] = LOOK("38;2;215;135;215"),
                [ROLE_GOOD] = LOOK("38;2;135;215;255"),
                [ROLE_BAD] = LOOK("38;2;255;95;95"),
                [ROLE_SPEECH] = LOOK("38;2;175;215;255"),
                [ROLE_TELL] = LOOK("38;2;215;175;255"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("38;2;175;135;0"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("38;2;175;175;95"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("38;2;0;135;175"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("38;2;175;95;175"),
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
                KIND_LOOKS(CORAL, "38;2;255;135;95", "2;38;2;255;135;95", "1;38;2;255;135;95"),
                KIND_LOOKS(AMBER, "38;2;215;175;95", "2;38;2;215;175;95", "1;38;2;215;175;95"),
                KIND_LOOKS(OLIVE, "38;2;175;175;95", "2;38;2;175;175;95", "1;38;2;175;175;95"),
                KIND_LOOKS(PINK, "38;2;255;175;175", "2;38;2;255;175;175", "1;38;2;255;175;175"),
                KIND_LOOKS(PALE, "38;2;215;215;255", "2;38;2;215;215;255", "1;38;2;215;215;255"),
                KIND_LOOKS(WHITE, "38;2;238;238;238", "2;38;2;238;238;238", "1;38;2;238;238;238"),
                KIND_LOOKS(TEAL, "38;2;95;215;215", "2;38;2;95;215;215", "1;38;2;95;215;215"),
                KIND_LOOKS(ROSE, "38;2;255;95;135", "2;38;2;255;95;135", "1;38;2;255;95;135"),
                KIND_LOOKS(ORANGE, "38;2;255;135;0", "2;38;2;255;135;0", "1;38;2;255;135;0"),
                KIND_LOOKS(BLUE, "38;2;135;175;255", "2;38;2;135;175;255", "1;38;2;135;175;255"),
                KIND_LOOKS(VIOLET, "38;2;175;135;255", "2;38;2;175;135;255", "1;38;2;175;135;255"),
                KIND_LOOKS(YELLOW, "38;2;255;255;135", "2;38;2;255;255;135", "1;38;2;255;255;135"),
                [ROLE_FAR_WALL] = LOOK("38;2;175;95;95"),
                [ROLE_FAR_WALL_STONE] = LOOK("38;2;95;95;135"),
                [ROLE_FAR_WALL_EARTH] = LOOK("38;2;135;95;0"),
                [ROLE_FAR_WALL_MOSS] = LOOK("38;2;0;135;135"),
                [ROLE_FAR_WALL_CRYSTAL] = LOOK("38;2;135;95;175"),
                [ROLE_FAR_WALL_BONE] = LOOK("38;2;135;95;95"),
                [ROLE_FAR_FLOOR] = LOOK("38;2;175;135;95"),
                [ROLE_FAR_FLOOR_STONE] = LOOK("38;2;135;135;175"),
                [ROLE_FAR_FLOOR_EARTH] = LOOK("38;2;135;135;95"),
                [ROLE_FAR_FLOOR_MOSS] = LOOK("38;2;95;135;135"),
                [ROLE_FAR_FLOOR_CRYSTAL] = LOOK("38;2;135;135;215"),
                [ROLE_FAR_FLOOR_BONE] = LOOK("38;2;175;135;135"),
            },
        [PALETTE_8] =
            {
                [ROLE_SELF] = LOOK("1;37"),
                [ROLE_OTHER] = LOOK("1;36"),
                [ROLE_COMPANION] = LOOK("1;35"),
                [ROLE_AWAY] = LOOK("36"),
                [ROLE_ITEM] = LOOK("1;33"),
                [ROLE_WALL] = LOOK("33"),
                [ROLE_DOOR_CLOSED] = LOOK("1;33"),
                [ROLE_DOOR_OPEN] = LOOK("1;33"),
                [ROLE_STAIRS] = LOOK("1;37"),
                [ROLE_LIQUID] = LOOK("1;34"),
                [ROLE_SPECIAL] = LOOK("1;35"),
                [ROLE_GOOD] = LOOK("36"),
                [ROLE_BAD] = LOOK("1;31"),
                [ROLE_SPEECH] = LOOK("36"),
                [ROLE_TELL] = LOOK("35"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("33"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("37"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("36"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("35"),
                [ROLE_WALL_EARTH] = LOOK("33"),
                [ROLE_WALL_MOSS] = LOOK("36"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("33"),
                KIND_LOOKS(CORAL, "31", "2;31", "1;31"),
                KIND_LOOKS(AMBER, "33", "2;33", "1;33"),
                KIND_LOOKS(OLIVE, "33", "2;33", "1;33"),
                KIND_LOOKS(PINK, "35", "2;35", "1;35"),
                KIND_LOOKS(PALE, "36", "2;36", "1;36"),
                KIND_LOOKS(WHITE, "37", "2;37", "1;37"),
                KIND_LOOKS(TEAL, "34", "2;34", "1;34"),
                KIND_LOOKS(ROSE, "31", "2;31", "1;31"),
                KIND_LOOKS(ORANGE, "31", "2;31", "1;31"),
                KIND_LOOKS(BLUE, "34", "2;34", "1;34"),
                KIND_LOOKS(VIOLET, "35", "2;35", "1;35"),
                KIND_LOOKS(YELLOW, "33", "2;33", "1;33"),
            },
        [PALETTE_MONO] =
            {
                [ROLE_DIM_TEXT] = LOOK("2"),
                [ROLE_SELF] = LOOK("7"),
                [ROLE_OTHER] = LOOK("1"),
                [ROLE_COMPANION] = LOOK("1"),
                [ROLE_WALL] = LOOK("1"),
                [ROLE_DOOR_CLOSED] = LOOK("1"),
                [ROLE_STAIRS] = LOOK("7"),
                [ROLE_BAD] = LOOK("1"),
                [ROLE_TELL] = LOOK("1"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("2"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("2"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("2"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("2"),
                [ROLE_WALL_STONE] = LOOK("1"),
                [ROLE_WALL_EARTH] = LOOK("1"),
                [ROLE_WALL_MOSS] = LOOK("1"),
                [ROLE_WALL_CRYSTAL] = LOOK("1"),
                [ROLE_WALL_BONE] = LOOK("1"),
                KIND_LOOKS(CORAL, "1", "2", "1;7"),
                KIND_LOOKS(AMBER, "1", "2", "1;7"),
                KIND_LOOKS(OLIVE, "1", "2", "1;7"),
                KIND_LOOKS(PINK, "1", "2", "1;7"),
                KIND_LOOKS(PALE, "1", "2", "1;7"),
                KIND_LOOKS(WHITE, "1", "2", "1;7"),
                KIND_LOOKS(TEAL, "1", "2", "1;7"),
                KIND_LOOKS(ROSE, "1", "2", "1;7"),
                KIND_LOOKS(ORANGE, "1", "2", "1;7"),
                KIND_LOOKS(BLUE, "1", "2", "1;7"),
                KIND_LOOKS(VIOLET, "1", "2", "1;7"),
                KIND_LOOKS(YELLOW, "1", "2", "1;7"),
            },
};

static const struct palette_look palette_light[PALETTE_COUNT][ROLE_COUNT] =
    {
        [PALETTE_16] =
            {
                [ROLE_DIM_TEXT] = LOOK("90"),
                [ROLE_SELF] = LOOK("1"),
                [ROLE_OTHER] = LOOK("1;34"),
                [ROLE_COMPANION] = LOOK("1;35"),
                [ROLE_AWAY] = LOOK("34"),
                [ROLE_ITEM] = LOOK("35"),
                [ROLE_WALL] = LOOK("31"),
                [ROLE_DOOR_CLOSED] = LOOK("1;35"),
                [ROLE_DOOR_OPEN] = LOOK("1;35"),
                [ROLE_STAIRS] = LOOK("1;34"),
                [ROLE_LIQUID] = LOOK("34"),
                [ROLE_SPECIAL] = LOOK("35"),
                [ROLE_GOOD] = LOOK("34"),
                [ROLE_BAD] = LOOK("31"),
                [ROLE_SPEECH] = LOOK("34"),
                [ROLE_TELL] = LOOK("35"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("35"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("34"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("94"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("35"),
                [ROLE_WALL_EARTH] = LOOK("31"),
                [ROLE_WALL_MOSS] = LOOK("34"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("31"),
                KIND_LOOKS(CORAL, "31", "2;31", "1;31"),
                KIND_LOOKS(AMBER, "35", "2;35", "1;35"),
                KIND_LOOKS(OLIVE, "34", "2;34", "1;34"),
                KIND_LOOKS(PINK, "35", "2;35", "1;35"),
                KIND_LOOKS(PALE, "34", "2;34", "1;34"),
                KIND_LOOKS(WHITE, "31", "2;31", "1;31"),
                KIND_LOOKS(TEAL, "34", "2;34", "1;34"),
                KIND_LOOKS(ROSE, "31", "2;31", "1;31"),
                KIND_LOOKS(ORANGE, "31", "2;31", "1;31"),
                KIND_LOOKS(BLUE, "34", "2;34", "1;34"),
                KIND_LOOKS(VIOLET, "35", "2;35", "1;35"),
                KIND_LOOKS(YELLOW, "35", "2;35", "1;35"),
            },
        [PALETTE_256] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;5;242"),
                [ROLE_SELF] = LOOK("1;38;5;16"),
                [ROLE_OTHER] = LOOK("38;5;25"),
                [ROLE_COMPANION] = LOOK("38;5;127"),
                [ROLE_AWAY] = LOOK("38;5;60"),
                [ROLE_ITEM] = LOOK("38;5;90"),
                [ROLE_WALL] = LOOK("38;5;94"),
                [ROLE_FLOOR] = LOOK("38;5;240"),
                [ROLE_DOOR_CLOSED] = LOOK("38;5;161"),
                [ROLE_DOOR_OPEN] = LOOK("38;5;162"),
                [ROLE_STAIRS] = LOOK("38;5;18"),
                [ROLE_LIQUID] = LOOK("38;5;24"),
                [ROLE_SPECIAL] = LOOK("38;5;127"),
                [ROLE_GOOD] = LOOK("38;5;25"),
                [ROLE_BAD] = LOOK("38;5;124"),
                [ROLE_SPEECH] = LOOK("38;5;24"),
                [ROLE_TELL] = LOOK("38;5;91"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("38;5;168"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("38;5;62"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("38;5;31"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("38;5;133"),
                [ROLE_WALL_STONE] = LOOK("38;5;60"),
                [ROLE_WALL_EARTH] = LOOK("38;5;58"),
                [ROLE_WALL_MOSS] = LOOK("38;5;23"),
                [ROLE_WALL_CRYSTAL] = LOOK("38;5;55"),
                [ROLE_WALL_BONE] = LOOK("38;5;95"),
                [ROLE_FLOOR_STONE] = LOOK("38;5;61"),
                [ROLE_FLOOR_EARTH] = LOOK("38;5;95"),
                [ROLE_FLOOR_MOSS] = LOOK("38;5;60"),
                [ROLE_FLOOR_CRYSTAL] = LOOK("38;5;98"),
                [ROLE_FLOOR_BONE] = LOOK("38;5;96"),
                KIND_LOOKS(CORAL, "38;5;124", "2;38;5;124", "1;38;5;124"),
                KIND_LOOKS(AMBER, "38;5;94", "2;38;5;94", "1;38;5;94"),
                KIND_LOOKS(OLIVE, "38;5;58", "2;38;5;58", "1;38;5;58"),
                KIND_LOOKS(PINK, "38;5;125", "2;38;5;125", "1;38;5;125"),
                KIND_LOOKS(PALE, "38;5;61", "2;38;5;61", "1;38;5;61"),
                KIND_LOOKS(WHITE, "38;5;238", "2;38;5;238", "1;38;5;238"),
                KIND_LOOKS(TEAL, "38;5;23", "2;38;5;23", "1;38;5;23"),
                KIND_LOOKS(ROSE, "38;5;88", "2;38;5;88", "1;38;5;88"),
                KIND_LOOKS(ORANGE, "38;5;130", "2;38;5;130", "1;38;5;130"),
                KIND_LOOKS(BLUE, "38;5;26", "2;38;5;26", "1;38;5;26"),
                KIND_LOOKS(VIOLET, "38;5;91", "2;38;5;91", "1;38;5;91"),
                KIND_LOOKS(YELLOW, "38;5;90", "2;38;5;90", "1;38;5;90"),
                [ROLE_FAR_WALL] = LOOK("38;5;130"),
                [ROLE_FAR_WALL_STONE] = LOOK("38;5;103"),
                [ROLE_FAR_WALL_EARTH] = LOOK("38;5;101"),
                [ROLE_FAR_WALL_MOSS] = LOOK("38;5;66"),
                [ROLE_FAR_WALL_CRYSTAL] = LOOK("38;5;97"),
                [ROLE_FAR_WALL_BONE] = LOOK("38;5;131"),
                [ROLE_FAR_FLOOR] = LOOK("38;5;243"),
                [ROLE_FAR_FLOOR_STONE] = LOOK("38;5;103"),
                [ROLE_FAR_FLOOR_EARTH] = LOOK("38;5;131"),
                [ROLE_FAR_FLOOR_MOSS] = LOOK("38;5;103"),
                [ROLE_FAR_FLOOR_CRYSTAL] = LOOK("38;5;134"),
                [ROLE_FAR_FLOOR_BONE] = LOOK("38;5;133"),
            },
        [PALETTE_TRUE] =
            {
                [ROLE_DIM_TEXT] = LOOK("38;2;108;108;108"),
                [ROLE_SELF] = LOOK("1;38;2;0;0;0"),
                [ROLE_OTHER] = LOOK("38;2;0;95;175"),
                [ROLE_COMPANION] = LOOK("38;2;175;0;175"),
                [ROLE_AWAY] = LOOK("38;2;95;95;135"),
                [ROLE_ITEM] = LOOK("38;2;135;0;135"),
                [ROLE_WALL] = LOOK("38;2;135;95;0"),
                [ROLE_FLOOR] = LOOK("38;2;88;88;88"),
                [ROLE_DOOR_CLOSED] = LOOK("38;2;215;0;95"),
                [ROLE_DOOR_OPEN] = LOOK("38;2;215;0;135"),
                [ROLE_STAIRS] = LOOK("38;2;0;0;135"),
                [ROLE_LIQUID] = LOOK("38;2;0;95;135"),
                [ROLE_SPECIAL] = LOOK("38;2;175;0;175"),
                [ROLE_GOOD] = LOOK("38;2;0;95;175"),
                [ROLE_BAD] = LOOK("38;2;175;0;0"),
                [ROLE_SPEECH] = LOOK("38;2;0;95;135"),
                [ROLE_TELL] = LOOK("38;2;135;0;175"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("38;2;215;95;135"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("38;2;95;95;215"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("38;2;0;135;175"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("38;2;175;95;175"),
                [ROLE_WALL_STONE] = LOOK("38;2;95;95;135"),
                [ROLE_WALL_EARTH] = LOOK("38;2;95;95;0"),
                [ROLE_WALL_MOSS] = LOOK("38;2;0;95;95"),
                [ROLE_WALL_CRYSTAL] = LOOK("38;2;95;0;175"),
                [ROLE_WALL_BONE] = LOOK("38;2;135;95;95"),
                [ROLE_FLOOR_STONE] = LOOK("38;2;95;95;175"),
                [ROLE_FLOOR_EARTH] = LOOK("38;2;135;95;95"),
                [ROLE_FLOOR_MOSS] = LOOK("38;2;95;95;135"),
                [ROLE_FLOOR_CRYSTAL] = LOOK("38;2;135;95;215"),
                [ROLE_FLOOR_BONE] = LOOK("38;2;135;95;135"),
                KIND_LOOKS(CORAL, "38;2;175;0;0", "2;38;2;175;0;0", "1;38;2;175;0;0"),
                KIND_LOOKS(AMBER, "38;2;135;95;0", "2;38;2;135;95;0", "1;38;2;135;95;0"),
                KIND_LOOKS(OLIVE, "38;2;95;95;0", "2;38;2;95;95;0", "1;38;2;95;95;0"),
                KIND_LOOKS(PINK, "38;2;175;0;95", "2;38;2;175;0;95", "1;38;2;175;0;95"),
                KIND_LOOKS(PALE, "38;2;95;95;175", "2;38;2;95;95;175", "1;38;2;95;95;175"),
                KIND_LOOKS(WHITE, "38;2;68;68;68", "2;38;2;68;68;68", "1;38;2;68;68;68"),
                KIND_LOOKS(TEAL, "38;2;0;95;95", "2;38;2;0;95;95", "1;38;2;0;95;95"),
                KIND_LOOKS(ROSE, "38;2;135;0;0", "2;38;2;135;0;0", "1;38;2;135;0;0"),
                KIND_LOOKS(ORANGE, "38;2;175;95;0", "2;38;2;175;95;0", "1;38;2;175;95;0"),
                KIND_LOOKS(BLUE, "38;2;0;95;215", "2;38;2;0;95;215", "1;38;2;0;95;215"),
                KIND_LOOKS(VIOLET, "38;2;135;0;175", "2;38;2;135;0;175", "1;38;2;135;0;175"),
                KIND_LOOKS(YELLOW, "38;2;135;0;135", "2;38;2;135;0;135", "1;38;2;135;0;135"),
                [ROLE_FAR_WALL] = LOOK("38;2;175;95;0"),
                [ROLE_FAR_WALL_STONE] = LOOK("38;2;135;135;175"),
                [ROLE_FAR_WALL_EARTH] = LOOK("38;2;135;135;95"),
                [ROLE_FAR_WALL_MOSS] = LOOK("38;2;95;135;135"),
                [ROLE_FAR_WALL_CRYSTAL] = LOOK("38;2;135;95;175"),
                [ROLE_FAR_WALL_BONE] = LOOK("38;2;175;95;95"),
                [ROLE_FAR_FLOOR] = LOOK("38;2;118;118;118"),
                [ROLE_FAR_FLOOR_STONE] = LOOK("38;2;135;135;175"),
                [ROLE_FAR_FLOOR_EARTH] = LOOK("38;2;175;95;95"),
                [ROLE_FAR_FLOOR_MOSS] = LOOK("38;2;135;135;175"),
                [ROLE_FAR_FLOOR_CRYSTAL] = LOOK("38;2;175;95;215"),
                [ROLE_FAR_FLOOR_BONE] = LOOK("38;2;175;95;175"),
            },
        [PALETTE_8] =
            {
                [ROLE_SELF] = LOOK("1"),
                [ROLE_OTHER] = LOOK("1;34"),
                [ROLE_COMPANION] = LOOK("1;35"),
                [ROLE_AWAY] = LOOK("34"),
                [ROLE_ITEM] = LOOK("35"),
                [ROLE_WALL] = LOOK("31"),
                [ROLE_DOOR_CLOSED] = LOOK("1;35"),
                [ROLE_DOOR_OPEN] = LOOK("1;35"),
                [ROLE_STAIRS] = LOOK("1;34"),
                [ROLE_LIQUID] = LOOK("1;34"),
                [ROLE_SPECIAL] = LOOK("35"),
                [ROLE_GOOD] = LOOK("34"),
                [ROLE_BAD] = LOOK("31"),
                [ROLE_SPEECH] = LOOK("34"),
                [ROLE_TELL] = LOOK("35"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("35"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("34"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("34"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("35"),
                [ROLE_WALL_EARTH] = LOOK("31"),
                [ROLE_WALL_MOSS] = LOOK("35"),
                [ROLE_WALL_CRYSTAL] = LOOK("35"),
                [ROLE_WALL_BONE] = LOOK("31"),
                KIND_LOOKS(CORAL, "31", "2;31", "1;31"),
                KIND_LOOKS(AMBER, "35", "2;35", "1;35"),
                KIND_LOOKS(OLIVE, "34", "2;34", "1;34"),
                KIND_LOOKS(PINK, "35", "2;35", "1;35"),
                KIND_LOOKS(PALE, "34", "2;34", "1;34"),
                KIND_LOOKS(WHITE, "31", "2;31", "1;31"),
                KIND_LOOKS(TEAL, "34", "2;34", "1;34"),
                KIND_LOOKS(ROSE, "31", "2;31", "1;31"),
                KIND_LOOKS(ORANGE, "31", "2;31", "1;31"),
                KIND_LOOKS(BLUE, "34", "2;34", "1;34"),
                KIND_LOOKS(VIOLET, "35", "2;35", "1;35"),
                KIND_LOOKS(YELLOW, "35", "2;35", "1;35"),
            },
        [PALETTE_MONO] =
            {
                [ROLE_DIM_TEXT] = LOOK("2"),
                [ROLE_SELF] = LOOK("7"),
                [ROLE_OTHER] = LOOK("1"),
                [ROLE_COMPANION] = LOOK("1"),
                [ROLE_WALL] = LOOK("1"),
                [ROLE_DOOR_CLOSED] = LOOK("1"),
                [ROLE_STAIRS] = LOOK("7"),
                [ROLE_BAD] = LOOK("1"),
                [ROLE_TELL] = LOOK("1"),
                [ROLE_STATUS] = LOOK("7"),
                [ROLE_REMEMBERED_DOOR] = LOOK("2"),
                [ROLE_REMEMBERED_STAIRS] = LOOK("2"),
                [ROLE_REMEMBERED_LIQUID] = LOOK("2"),
                [ROLE_REMEMBERED_SPECIAL] = LOOK("2"),
                [ROLE_WALL_STONE] = LOOK("1"),
                [ROLE_WALL_EARTH] = LOOK("1"),
                [ROLE_WALL_MOSS] = LOOK("1"),
                [ROLE_WALL_CRYSTAL] = LOOK("1"),
                [ROLE_WALL_BONE] = LOOK("1"),
                KIND_LOOKS(CORAL, "1", "2", "1;7"),
                KIND_LOOKS(AMBER, "1", "2", "1;7"),
                KIND_LOOKS(OLIVE, "1", "2", "1;7"),
                KIND_LOOKS(PINK, "1", "2", "1;7"),
                KIND_LOOKS(PALE, "1", "2", "1;7"),
                KIND_LOOKS(WHITE, "1", "2", "1;7"),
                KIND_LOOKS(TEAL, "1", "2", "1;7"),
                KIND_LOOKS(ROSE, "1", "2", "1;7"),
                KIND_LOOKS(ORANGE, "1", "2", "1;7"),
                KIND_LOOKS(BLUE, "1", "2", "1;7"),
                KIND_LOOKS(VIOLET, "1", "2", "1;7"),
                KIND_LOOKS(YELLOW, "1", "2", "1;7"),
            },
};

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
