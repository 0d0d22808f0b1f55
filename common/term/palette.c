/*
 * Looks of each role for a dark and a light ground, one row for each role. Truecolour repeats the
 * values of the 256-colour cube, so that all depths look alike. Where a colour would only say
 * "ordinary" the terminal's own foreground is used: it is readable with every theme and costs the
 * fewest bytes. Green is not used at all: players who cannot tell it from red lose nothing.
 *
 * The map has three steps of brightness: lit cells, cells in sight beyond the light, and remembered
 * cells. With 16 colours and fewer there is nothing between the first and the last.
 *
 * On a light ground white, yellow and cyan are unreadable, so with 16 colours and fewer only red,
 * blue and magenta are left; no wall shares one of them with remembered cells. With two colours a
 * light ground needs no looks of its own.
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

/* The looks of a role on one ground. */
#define GROUND(of_16, of_256, of_true, of_8, mono)                                                 \
    {                                                                                              \
        [PALETTE_16] = LOOK(of_16), [PALETTE_256] = LOOK(of_256), [PALETTE_TRUE] = LOOK(of_true),  \
        [PALETTE_8] = LOOK(of_8), [PALETTE_MONO] = LOOK(mono)                                      \
    }

/* All looks of a role: in mono; on a dark ground with 16 colours, 256, all, and 8; the same on a
   light ground. "" is the plain look. */
#define LOOKS(mono, dark_16, dark_256, dark_true, dark_8, light_16, light_256, light_true,         \
              light_8)                                                                             \
    {                                                                                              \
        GROUND(dark_16, dark_256, dark_true, dark_8, mono),                                        \
            GROUND(light_16, light_256, light_true, light_8, mono)                                 \
    }

/* Looks that differ from the plain one only with 256 colours and more. */
#define FINE(dark_256, dark_true, light_256, light_true)                                           \
    LOOKS("", "", dark_256, dark_true, "", "", light_256, light_true, "")

/* Looks in one hue: things and awake foes, sleeping foes, and bosses. The columns are
   those of LOOKS from the second on. */
#define KIND(hue, a, b, c, d, e, f, g, h)                                                          \
    [ROLE_KIND_##hue] = LOOKS("1", a, b, c, d, e, f, g, h),                                        \
    [ROLE_ASLEEP_##hue] =                                                                          \
        LOOKS("2", "2;" a, "2;" b, "2;" c, "2;" d, "2;" e, "2;" f, "2;" g, "2;" h),                \
    [ROLE_BOSS_##hue] =                                                                            \
        LOOKS("1;7", "1;" a, "1;" b, "1;" c, "1;" d, "1;" e, "1;" f, "1;" g, "1;" h)

// clang-format off
static const struct palette_look look_table[ROLE_COUNT][PALETTE_THEME_COUNT][PALETTE_COUNT] = {
    [ROLE_DIM_TEXT] = LOOKS("2", "90", "38;5;245", "38;2;138;138;138", "",
                            "90", "38;5;242", "38;2;108;108;108", ""),
    [ROLE_SELF] = LOOKS("7", "1;97", "1;38;5;231", "1;38;2;255;255;255", "1;37",
                        "1", "1;38;5;16", "1;38;2;0;0;0", "1"),
    [ROLE_OTHER] = LOOKS("1", "1;36", "38;5;117", "38;2;135;215;255", "1;36",
                         "1;34", "38;5;25", "38;2;0;95;175", "1;34"),
    [ROLE_COMPANION] = LOOKS("1", "1;35", "38;5;213", "38;2;255;135;255", "1;35",
                             "1;35", "38;5;127", "38;2;175;0;175", "1;35"),
    [ROLE_AWAY] = LOOKS("", "36", "38;5;67", "38;2;95;135;175", "36",
                        "34", "38;5;60", "38;2;95;95;135", "34"),
    [ROLE_ITEM] = LOOKS("", "93", "38;5;222", "38;2;255;215;135", "1;33",
                        "35", "38;5;90", "38;2;135;0;135", "35"),
    [ROLE_WALL] = LOOKS("1", "33", "38;5;173", "38;2;215;135;95", "33",
                        "31", "38;5;94", "38;2;135;95;0", "31"),
    [ROLE_DOOR_CLOSED] = LOOKS("1", "1;33", "38;5;214", "38;2;255;175;0", "1;33",
                               "1;35", "38;5;161", "38;2;215;0;95", "1;35"),
    [ROLE_DOOR_OPEN] = LOOKS("", "93", "38;5;227", "38;2;255;255;95", "1;33",
                             "1;35", "38;5;162", "38;2;215;0;135", "1;35"),
    [ROLE_STAIRS] = LOOKS("7", "1;97", "38;5;229", "38;2;255;255;175", "1;37",
                          "1;34", "38;5;18", "38;2;0;0;135", "1;34"),
    [ROLE_LIQUID] = LOOKS("", "94", "38;5;74", "38;2;95;175;215", "1;34",
                          "34", "38;5;24", "38;2;0;95;135", "1;34"),
    [ROLE_SPECIAL] = LOOKS("", "95", "38;5;176", "38;2;215;135;215", "1;35",
                           "35", "38;5;127", "38;2;175;0;175", "35"),
    [ROLE_GOOD] = LOOKS("", "36", "38;5;117", "38;2;135;215;255", "36",
                        "34", "38;5;25", "38;2;0;95;175", "34"),
    [ROLE_BAD] = LOOKS("1", "91", "38;5;203", "38;2;255;95;95", "1;31",
                       "31", "38;5;124", "38;2;175;0;0", "31"),
    [ROLE_SPEECH] = LOOKS("", "96", "38;5;153", "38;2;175;215;255", "36",
                          "34", "38;5;24", "38;2;0;95;135", "34"),
    [ROLE_TELL] = LOOKS("1", "95", "38;5;183", "38;2;215;175;255", "35",
                        "35", "38;5;91", "38;2;135;0;175", "35"),
    [ROLE_STATUS] = LOOKS("7", "7", "7", "7", "7",
                          "7", "7", "7", "7"),
    [ROLE_REMEMBERED_DOOR] = LOOKS("2", "33", "38;5;136", "38;2;175;135;0", "33",
                                   "35", "38;5;168", "38;2;215;95;135", "35"),
    [ROLE_REMEMBERED_STAIRS] = LOOKS("2", "37", "38;5;143", "38;2;175;175;95", "37",
                                     "34", "38;5;62", "38;2;95;95;215", "34"),
    [ROLE_REMEMBERED_LIQUID] = LOOKS("2", "34", "38;5;31", "38;2;0;135;175", "36",
                                     "94", "38;5;31", "38;2;0;135;175", "34"),
    [ROLE_REMEMBERED_SPECIAL] = LOOKS("2", "35", "38;5;133", "38;2;175;95;175", "35",
                                      "35", "38;5;133", "38;2;175;95;175", "35"),
    [ROLE_WALL_STONE] = LOOKS("1", "", "38;5;103", "38;2;135;135;175", "",
                              "", "38;5;60", "38;2;95;95;135", ""),
    [ROLE_WALL_EARTH] = LOOKS("1", "33", "38;5;137", "38;2;175;135;95", "33",
                              "31", "38;5;58", "38;2;95;95;0", "31"),
    [ROLE_WALL_MOSS] = LOOKS("1", "36", "38;5;66", "38;2;95;135;135", "36",
                             "34", "38;5;23", "38;2;0;95;95", "35"),
    [ROLE_WALL_CRYSTAL] = LOOKS("1", "35", "38;5;140", "38;2;175;135;215", "35",
                                "35", "38;5;55", "38;2;95;0;175", "35"),
    [ROLE_WALL_BONE] = LOOKS("1", "33", "38;5;138", "38;2;175;135;135", "33",
                             "31", "38;5;95", "38;2;135;95;95", "31"),
    [ROLE_FLOOR] = FINE("38;5;180", "38;2;215;175;135", "38;5;240", "38;2;88;88;88"),
    [ROLE_FLOOR_STONE] = FINE("38;5;146", "38;2;175;175;215", "38;5;61", "38;2;95;95;175"),
    [ROLE_FLOOR_EARTH] = FINE("38;5;144", "38;2;175;175;135", "38;5;95", "38;2;135;95;95"),
    [ROLE_FLOOR_MOSS] = FINE("38;5;109", "38;2;135;175;175", "38;5;60", "38;2;95;95;135"),
    [ROLE_FLOOR_CRYSTAL] = FINE("38;5;147", "38;2;175;175;255", "38;5;98", "38;2;135;95;215"),
    [ROLE_FLOOR_BONE] = FINE("38;5;181", "38;2;215;175;175", "38;5;96", "38;2;135;95;135"),
    [ROLE_FAR_WALL] = FINE("38;5;131", "38;2;175;95;95", "38;5;130", "38;2;175;95;0"),
    [ROLE_FAR_WALL_STONE] = FINE("38;5;60", "38;2;95;95;135", "38;5;103", "38;2;135;135;175"),
    [ROLE_FAR_WALL_EARTH] = FINE("38;5;94", "38;2;135;95;0", "38;5;101", "38;2;135;135;95"),
    [ROLE_FAR_WALL_MOSS] = FINE("38;5;30", "38;2;0;135;135", "38;5;66", "38;2;95;135;135"),
    [ROLE_FAR_WALL_CRYSTAL] = FINE("38;5;97", "38;2;135;95;175", "38;5;97", "38;2;135;95;175"),
    [ROLE_FAR_WALL_BONE] = FINE("38;5;95", "38;2;135;95;95", "38;5;131", "38;2;175;95;95"),
    [ROLE_FAR_FLOOR] = FINE("38;5;137", "38;2;175;135;95", "38;5;243", "38;2;118;118;118"),
    [ROLE_FAR_FLOOR_STONE] = FINE("38;5;103", "38;2;135;135;175", "38;5;103", "38;2;135;135;175"),
    [ROLE_FAR_FLOOR_EARTH] = FINE("38;5;101", "38;2;135;135;95", "38;5;131", "38;2;175;95;95"),
    [ROLE_FAR_FLOOR_MOSS] = FINE("38;5;66", "38;2;95;135;135", "38;5;103", "38;2;135;135;175"),
    [ROLE_FAR_FLOOR_CRYSTAL] = FINE("38;5;104", "38;2;135;135;215", "38;5;134", "38;2;175;95;215"),
    [ROLE_FAR_FLOOR_BONE] = FINE("38;5;138", "38;2;175;135;135", "38;5;133", "38;2;175;95;175"),
    KIND(CORAL, "91", "38;5;209", "38;2;255;135;95", "31",
         "31", "38;5;124", "38;2;175;0;0", "31"),
    KIND(AMBER, "33", "38;5;179", "38;2;215;175;95", "33",
         "35", "38;5;94", "38;2;135;95;0", "35"),
    KIND(OLIVE, "36", "38;5;143", "38;2;175;175;95", "33",
         "34", "38;5;58", "38;2;95;95;0", "34"),
    KIND(PINK, "95", "38;5;217", "38;2;255;175;175", "35",
         "35", "38;5;125", "38;2;175;0;95", "35"),
    KIND(PALE, "96", "38;5;189", "38;2;215;215;255", "36",
         "34", "38;5;61", "38;2;95;95;175", "34"),
    KIND(WHITE, "97", "38;5;255", "38;2;238;238;238", "37",
         "31", "38;5;238", "38;2;68;68;68", "31"),
    KIND(TEAL, "36", "38;5;80", "38;2;95;215;215", "34",
         "34", "38;5;23", "38;2;0;95;95", "34"),
    KIND(ROSE, "31", "38;5;204", "38;2;255;95;135", "31",
         "31", "38;5;88", "38;2;135;0;0", "31"),
    KIND(ORANGE, "91", "38;5;208", "38;2;255;135;0", "31",
         "31", "38;5;130", "38;2;175;95;0", "31"),
    KIND(BLUE, "94", "38;5;111", "38;2;135;175;255", "34",
         "34", "38;5;26", "38;2;0;95;215", "34"),
    KIND(VIOLET, "35", "38;5;141", "38;2;175;135;255", "35",
         "35", "38;5;91", "38;2;135;0;175", "35"),
    KIND(YELLOW, "93", "38;5;228", "38;2;255;255;135", "33",
         "35", "38;5;90", "38;2;135;0;135", "35"),
};
// clang-format on

/*
 * Backgrounds on a dark and on a light ground. A floor's is the weakest and a door's the strongest;
 * each is as strong as the darkest foreground on it allows. Walls beyond the light, and remembered
 * cells except doors, have none.
 */
#define BACK(dark, light)                                                                          \
    {                                                                                              \
        "48;5;" dark, "48;5;" light                                                                \
    }
#define BACK_DARK(dark)                                                                            \
    {                                                                                              \
        "48;5;" dark, ""                                                                           \
    }

static const char *const background_table[ROLE_COUNT][PALETTE_THEME_COUNT] = {
    [ROLE_FLOOR] = BACK("233", "230"),
    [ROLE_FLOOR_STONE] = BACK("233", "230"),
    [ROLE_FLOOR_EARTH] = BACK("233", "230"),
    [ROLE_FLOOR_MOSS] = BACK("232", "230"),
    [ROLE_FLOOR_CRYSTAL] = BACK("233", "230"),
    [ROLE_FLOOR_BONE] = BACK("233", "230"),
    [ROLE_FAR_FLOOR] = BACK_DARK("232"),
    [ROLE_FAR_FLOOR_STONE] = BACK_DARK("232"),
    [ROLE_FAR_FLOOR_EARTH] = BACK_DARK("232"),
    [ROLE_FAR_FLOOR_MOSS] = BACK_DARK("232"),
    [ROLE_FAR_FLOOR_CRYSTAL] = BACK_DARK("232"),
    [ROLE_FAR_FLOOR_BONE] = BACK_DARK("232"),
    [ROLE_WALL] = BACK("236", "254"),
    [ROLE_WALL_STONE] = BACK("235", "254"),
    [ROLE_WALL_EARTH] = BACK("235", "254"),
    [ROLE_WALL_MOSS] = BACK("233", "254"),
    [ROLE_WALL_CRYSTAL] = BACK("236", "254"),
    [ROLE_WALL_BONE] = BACK("235", "255"),
    [ROLE_DOOR_CLOSED] = BACK("238", "195"),
    [ROLE_DOOR_OPEN] = BACK("238", "195"),
    [ROLE_REMEMBERED_DOOR] = BACK("235", "195"),
};

static const char *const palette_names[PALETTE_COUNT] = {
    [PALETTE_16] = "16", [PALETTE_256] = "256",   [PALETTE_TRUE] = "true",
    [PALETTE_8] = "8",   [PALETTE_MONO] = "mono",
};

/*
 * Looks of remembered cells, which differ from those of all cells in sight. Some people's 16
 * colours have an invisible grey, and 8 have none; terminals draw dim differently, and some not at
 * all.
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
    const struct palette_look *look = &look_table[role][palette.theme][palette.colours];
    if (look->sgr != NULL && look->sgr[0] != '\0')
        return look;
    return &look_table[palette_lit_role(role)][palette.theme][palette.colours];
}

const char *palette_sgr(struct palette palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sgr != NULL ? look->sgr : "";
}

const char *palette_sequence(struct palette palette, enum role role)
{
    const struct palette_look *look = find_look(palette, role);

    return look->sgr != NULL && look->sgr[0] != '\0' ? look->sequence : "";
}

const char *palette_background(struct palette palette, enum role role)
{
    CHECK((unsigned)palette.theme < PALETTE_THEME_COUNT);
    CHECK((unsigned)role < ROLE_COUNT);
    const char *background = background_table[role][palette.theme];
    bool has_colours = palette.colours == PALETTE_256 || palette.colours == PALETTE_TRUE;

    return palette.has_grounds && has_colours && background != NULL ? background : "";
}
