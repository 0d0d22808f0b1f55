/*
 * Palettes: the rules for every look with any colours.
 */
#include "term/palette.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

/* The foreground of a look: what follows the attributes. */
static const char *colour_of(const char *sgr)
{
    while ((sgr[0] == '1' || sgr[0] == '2' || sgr[0] == '7') && (sgr[1] == ';' || sgr[1] == '\0'))
        sgr += sgr[1] == ';' ? 2 : 1;
    return sgr;
}

/* Writes one of xterm's 256 colours, from 16 up, as a true colour. */
static void colour_of_256(int number, char *out, size_t out_size)
{
    static const int levels[] = {0, 95, 135, 175, 215, 255};

    if (number >= 232) {
        uint8_t grey = (uint8_t)(8 + 10 * (number - 232));
        (void)snprintf(out, out_size, "38;2;%d;%d;%d", grey, grey, grey);
        return;
    }
    int place = number - 16;
    (void)snprintf(out, out_size, "38;2;%d;%d;%d", levels[place / 36], levels[place / 6 % 6],
                   levels[place % 6]);
}

TEST(names_lead_back_to_their_palettes)
{
    for (enum palette_id palette = PALETTE_16; palette < PALETTE_COUNT; palette++)
        ck_assert_int_eq(palette_find(palette_name(palette)), palette);
    ck_assert_int_eq(palette_find("true"), PALETTE_TRUE);
    ck_assert_int_eq(palette_find("17"), PALETTE_COUNT);
    ck_assert_int_eq(palette_find(""), PALETTE_COUNT);
}

/* All palettes there are, by number. */
enum { LOOKS = PALETTE_COUNT * PALETTE_THEME_COUNT * PALETTE_MEMORY_COUNT };

static struct palette palette_number(int number)
{
    return (struct palette){
        .colours = (enum palette_id)(number % PALETTE_COUNT),
        .theme = (enum palette_theme)(number / PALETTE_COUNT % PALETTE_THEME_COUNT),
        .memory = (enum palette_memory)(number / PALETTE_COUNT / PALETTE_THEME_COUNT),
    };
}

static struct palette with(enum palette_id colours, enum palette_theme theme)
{
    return (struct palette){.colours = colours, .theme = theme};
}

TEST(a_look_sets_no_background_and_needs_no_green)
{
    for (int i = 0; i < LOOKS; i++) {
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *colour = colour_of(palette_sgr(palette_number(i), role));
            int number = (int)strtol(colour, NULL, 10);
            bool is_fine = colour[0] == '\0' || number == 38 || (number >= 30 && number <= 37) ||
                           (number >= 90 && number <= 97);
            ck_assert_msg(is_fine, "palette %d, role %d: \"%s\" is a foreground", i, (int)role,
                          colour);
            ck_assert_int_ne(number, 32);
            ck_assert_int_ne(number, 92);
        }
    }
}

TEST(each_palette_keeps_to_its_depth)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *colour = colour_of(palette_sgr(palette, role));
            int number = (int)strtol(colour, NULL, 10);
            if (palette.colours == PALETTE_8)
                ck_assert(number == 0 || (number >= 30 && number <= 37));
            else if (palette.colours == PALETTE_16)
                ck_assert_int_ne(number, 38);
            else if (palette.colours == PALETTE_MONO)
                ck_assert_str_eq(colour, "");
        }
    }
}

TEST(truecolour_looks_like_256_colours)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            palette.colours = PALETTE_256;
            const char *sgr = palette_sgr(palette, role);
            const char *colour = colour_of(sgr);
            char expected[32] = "";
            int number = 0;
            if (sscanf(colour, "38;5;%d", &number) == 1)
                colour_of_256(number, expected, sizeof expected);
            palette.colours = PALETTE_TRUE;
            const char *rich = palette_sgr(palette, role);
            ck_assert_str_eq(colour_of(rich), expected);
            /* The attributes are the same too. */
            ck_assert_int_eq(colour - sgr, colour_of(rich) - rich);
            ck_assert_int_eq(strncmp(sgr, rich, (size_t)(colour - sgr)), 0);
        }
    }
}

/* Roles of walls and floors by tint, that is by the material of a band of depths. */
static const enum role wall_roles[] = {ROLE_WALL,      ROLE_WALL_STONE,   ROLE_WALL_EARTH,
                                       ROLE_WALL_MOSS, ROLE_WALL_CRYSTAL, ROLE_WALL_BONE};
static const enum role floor_roles[] = {ROLE_FLOOR,      ROLE_FLOOR_STONE,   ROLE_FLOOR_EARTH,
                                        ROLE_FLOOR_MOSS, ROLE_FLOOR_CRYSTAL, ROLE_FLOOR_BONE};

enum { TINT_COUNT = sizeof wall_roles / sizeof wall_roles[0] };

static void expect_own_colours(struct palette palette)
{
    for (int tint = 0; tint < TINT_COUNT; tint++) {
        const char *wall = palette_sgr(palette, wall_roles[tint]);
        const char *floor = palette_sgr(palette, floor_roles[tint]);
        ck_assert_str_ne(wall, floor);
        for (int other = 0; other < tint; other++) {
            ck_assert_str_ne(wall, palette_sgr(palette, wall_roles[other]));
            ck_assert_str_ne(floor, palette_sgr(palette, floor_roles[other]));
        }
    }
}

TEST(every_tint_has_colours_of_its_own)
{
    for (enum palette_theme theme = PALETTE_DARK; theme < PALETTE_THEME_COUNT; theme++) {
        expect_own_colours(with(PALETTE_256, theme));
        expect_own_colours(with(PALETTE_TRUE, theme));
        for (int tint = 0; tint < TINT_COUNT; tint++)
            ck_assert_str_eq(palette_sgr(with(PALETTE_16, theme), floor_roles[tint]), "");
    }
}

TEST(what_is_remembered_looks_like_no_terrain_in_sight)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        const char *remembered = palette_sgr(palette, ROLE_REMEMBERED);
        ck_assert_str_ne(remembered, "");
        ck_assert_str_ne(remembered, palette_sgr(palette, ROLE_DOOR_CLOSED));
        ck_assert_str_ne(remembered, palette_sgr(palette, ROLE_DOOR_OPEN));
        ck_assert_str_ne(remembered, palette_sgr(palette, ROLE_STAIRS));
        ck_assert_str_ne(remembered, palette_sgr(palette, ROLE_LIQUID));
        for (int tint = 0; tint < TINT_COUNT; tint++) {
            ck_assert_msg(strcmp(remembered, palette_sgr(palette, wall_roles[tint])) != 0,
                          "palette %d: walls of tint %d", i, tint);
            ck_assert_str_ne(remembered, palette_sgr(palette, floor_roles[tint]));
        }
    }
}

TEST(hues_can_be_told_apart)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        for (enum hue hue = HUE_NONE + 1; hue < HUE_COUNT && palette.colours == PALETTE_256;
             hue++) {
            for (enum hue other = HUE_NONE + 1; other < hue; other++)
                ck_assert_str_ne(palette_sgr(palette, role_of_hue(ROLE_KIND_CORAL, hue)),
                                 palette_sgr(palette, role_of_hue(ROLE_KIND_CORAL, other)));
        }
    }
}

/* The hue of a truecolour look, from 0 to 359; the colour is not grey. */
static int hue_of(struct palette palette, enum role role)
{
    int part[3];

    ck_assert_int_eq(sscanf(colour_of(palette_sgr(palette, role)), "38;2;%d;%d;%d", &part[0],
                            &part[1], &part[2]),
                     3);
    int top = part[0] > part[1] ? part[0] : part[1];
    int low = part[0] < part[1] ? part[0] : part[1];
    top = top > part[2] ? top : part[2];
    low = low < part[2] ? low : part[2];
    ck_assert_int_gt(top, low);
    for (int i = 0; i < 3; i++) {
        if (part[i] == top)
            return (360 + 120 * i + 60 * (part[(i + 1) % 3] - part[(i + 2) % 3]) / (top - low)) %
                   360;
    }
    return 0;
}

TEST(an_open_door_has_a_hue_of_its_own)
{
    for (enum palette_theme theme = PALETTE_DARK; theme < PALETTE_THEME_COUNT; theme++) {
        struct palette palette = with(PALETTE_TRUE, theme);
        int door = hue_of(palette, ROLE_DOOR_OPEN);
        ck_assert_str_ne(palette_sgr(palette, ROLE_DOOR_OPEN),
                         palette_sgr(palette, ROLE_DOOR_CLOSED));
        for (int tint = 0; tint < TINT_COUNT; tint++) {
            int apart = abs(door - hue_of(palette, wall_roles[tint]));
            ck_assert_msg(apart >= 30 && apart <= 330, "theme %d, tint %d: %d degrees", (int)theme,
                          tint, apart);
        }
    }
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        for (int tint = 0; palette.colours != PALETTE_MONO && tint < TINT_COUNT; tint++)
            ck_assert_str_ne(palette_sgr(palette, ROLE_DOOR_OPEN),
                             palette_sgr(palette, wall_roles[tint]));
    }
}

TEST(what_is_looked_for_does_not_sink_into_the_grey_of_memory)
{
    for (enum palette_theme theme = PALETTE_DARK; theme < PALETTE_THEME_COUNT; theme++) {
        struct palette palette = with(PALETTE_256, theme);
        for (enum role role = ROLE_REMEMBERED_DOOR; role <= ROLE_REMEMBERED_SPECIAL; role++)
            ck_assert_str_ne(palette_sgr(palette, role), palette_sgr(palette, ROLE_REMEMBERED));
    }
}

/* The light of one part of a colour, as sRGB has it. */
static double light_of(int part)
{
    double value = part / 255.0;

    return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(struct palette palette, enum role role)
{
    /* The first 16 colours of xterm. */
    static const int first[16][3] = {
        {0, 0, 0},       {205, 0, 0},   {0, 205, 0},   {205, 205, 0},
        {0, 0, 238},     {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
        {127, 127, 127}, {255, 0, 0},   {0, 255, 0},   {255, 255, 0},
        {92, 92, 255},   {255, 0, 255}, {0, 255, 255}, {255, 255, 255},
    };
    const char *colour = colour_of(palette_sgr(palette, role));
    int parts[3];

    if (sscanf(colour, "38;2;%d;%d;%d", &parts[0], &parts[1], &parts[2]) != 3) {
        int number = (int)strtol(colour, NULL, 10);
        ck_assert_msg(number >= 30, "role %d has no colour", (int)role);
        memcpy(parts, first[number >= 90 ? number - 90 + 8 : number - 30], sizeof parts);
    }
    return 0.2126 * light_of(parts[0]) + 0.7152 * light_of(parts[1]) + 0.0722 * light_of(parts[2]);
}

/* The contrast ratio of a look with the background of its theme. */
static double contrast(struct palette palette, enum role role)
{
    double light = luminance(palette, role) + 0.05;

    return palette.theme == PALETTE_LIGHT ? 1.05 / light : light / 0.05;
}

/* The map has three steps of brightness: in the light, beyond it, remembered. */
TEST(what_is_beyond_the_light_is_paler_than_in_it_and_not_yet_memory)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        bool has_steps = palette.colours == PALETTE_256 || palette.colours == PALETTE_TRUE;
        for (enum role far = ROLE_FAR_WALL; far <= ROLE_FAR_FLOOR_BONE; far++) {
            const char *look = palette_sgr(palette, far);
            const char *lit = palette_sgr(palette, palette_lit_role(far));
            ck_assert_int_eq(strcmp(look, lit) != 0, has_steps);
            ck_assert_str_ne(look, palette_sgr(palette, ROLE_REMEMBERED));
            if (palette.colours == PALETTE_TRUE)
                ck_assert_msg(contrast(palette, far) >= 3.3 &&
                                  contrast(palette, far) <=
                                      0.93 * contrast(palette, palette_lit_role(far)),
                              "palette %d, role %d: %.1f of %.1f", i, (int)far,
                              contrast(palette, far), contrast(palette, palette_lit_role(far)));
        }
    }
}

static void expect_contrast(enum role role, double to_black, double to_white)
{
    double light = luminance(palette_of(PALETTE_TRUE), role) + 0.05;

    ck_assert_msg(light / 0.05 >= to_black && 1.05 / light >= to_white,
                  "role %d: %.1f to black, %.1f to white", (int)role, light / 0.05, 1.05 / light);
}

TEST(walls_stand_out_from_black_and_white_and_floors_are_seen_on_both)
{
    for (int tint = 0; tint < TINT_COUNT; tint++) {
        expect_contrast(wall_roles[tint], 5.0, 2.7);
        expect_contrast(floor_roles[tint], 8.5, 1.9);
    }
}

TEST(every_colour_can_be_read_on_the_ground_it_is_made_for)
{
    for (enum palette_theme theme = PALETTE_DARK; theme < PALETTE_THEME_COUNT; theme++) {
        struct palette palette = with(PALETTE_TRUE, theme);
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            bool is_remembered = role >= ROLE_REMEMBERED && role <= ROLE_REMEMBERED_SPECIAL;
            bool is_far = palette_lit_role(role) != role;
            if (is_remembered || is_far || colour_of(palette_sgr(palette, role))[0] == '\0')
                continue;
            ck_assert_msg(contrast(palette, role) >= 4.4, "theme %d, role %d: only %.1f",
                          (int)theme, (int)role, contrast(palette, role));
        }
        for (enum role role = ROLE_REMEMBERED_DOOR; role <= ROLE_REMEMBERED_SPECIAL; role++)
            ck_assert_msg(contrast(palette, role) >= 3.3, "theme %d, role %d: only %.1f",
                          (int)theme, (int)role, contrast(palette, role));
        /* Remembered cells stand back, but can be seen. */
        for (int memory = PALETTE_MEMORY_GREY; memory <= PALETTE_MEMORY_BLUE; memory++) {
            palette.memory = (enum palette_memory)memory;
            double shown = contrast(palette, ROLE_REMEMBERED);
            ck_assert_msg(shown >= 3.3 && shown <= 4.4, "theme %d, memory %d: %.1f", (int)theme,
                          memory, shown);
        }
    }
}

/* The light of one of xterm's greys and cube colours. */
static double light_of_background(const char *background)
{
    char text[32];
    int number;
    int parts[3];

    ck_assert_int_eq(sscanf(background, "48;5;%d", &number), 1);
    ck_assert_int_ge(number, 16);
    colour_of_256(number, text, sizeof text);
    (void)sscanf(text, "38;2;%d;%d;%d", &parts[0], &parts[1], &parts[2]);
    return 0.2126 * light_of(parts[0]) + 0.7152 * light_of(parts[1]) + 0.0722 * light_of(parts[2]);
}

static bool has_ground(enum role role)
{
    role = palette_lit_role(role);
    for (int tint = 0; tint < TINT_COUNT; tint++) {
        if (role == wall_roles[tint] || role == floor_roles[tint])
            return true;
    }
    return role == ROLE_DOOR_CLOSED || role == ROLE_DOOR_OPEN || role == ROLE_REMEMBERED_DOOR;
}

TEST(backgrounds_are_for_ground_walls_and_doors_and_with_256_colours_alone)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        bool is_rich = palette.colours == PALETTE_256 || palette.colours == PALETTE_TRUE;
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            palette.has_grounds = false;
            ck_assert_str_eq(palette_background(palette, role), "");
            palette.has_grounds = true;
            bool has_one = palette_background(palette, role)[0] != '\0';
            ck_assert_msg(!has_one || (is_rich && has_ground(role)), "role %d", (int)role);
            if (is_rich && palette_lit_role(role) == role)
                ck_assert_msg(has_one == has_ground(role), "role %d has one", (int)role);
        }
    }
}

TEST(every_colour_can_be_read_on_its_background)
{
    for (enum palette_theme theme = PALETTE_DARK; theme < PALETTE_THEME_COUNT; theme++) {
        struct palette palette = with(PALETTE_TRUE, theme);
        palette.has_grounds = true;
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *background = palette_background(palette, role);
            if (background[0] == '\0')
                continue;
            double ink = luminance(palette, role) + 0.05;
            double ground = light_of_background(background) + 0.05;
            double ratio = theme == PALETTE_LIGHT ? ground / ink : ink / ground;
            bool is_far = palette_lit_role(role) != role || role == ROLE_REMEMBERED_DOOR;
            ck_assert_msg(ratio >= (is_far ? 3.3 : 4.4), "theme %d, role %d: only %.1f", (int)theme,
                          (int)role, ratio);
        }
    }
}

TEST(few_colours_can_be_read_on_white)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        if (palette.theme != PALETTE_LIGHT ||
            (palette.colours != PALETTE_16 && palette.colours != PALETTE_8))
            continue;
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            if (colour_of(palette_sgr(palette, role))[0] != '\0')
                ck_assert_msg(contrast(palette, role) >= 3.9, "palette %d, role %d: only %.1f", i,
                              (int)role, contrast(palette, role));
        }
    }
}

TEST(the_looks_promised_to_players_hold)
{
    static const char *const remembered[PALETTE_COUNT] = {
        [PALETTE_16] = "90", [PALETTE_256] = "38;5;242", [PALETTE_TRUE] = "38;2;108;108;108",
        [PALETTE_8] = "34",  [PALETTE_MONO] = "2",
    };

    for (enum palette_id id = PALETTE_16; id < PALETTE_COUNT; id++)
        ck_assert_str_eq(palette_sgr(palette_of(id), ROLE_REMEMBERED), remembered[id]);
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        ck_assert_str_eq(palette_sgr(palette, ROLE_STATUS), "7");
        ck_assert_str_eq(palette_sgr(palette, ROLE_BLANK), "");
        ck_assert_str_ne(palette_sgr(palette, ROLE_SELF), palette_sgr(palette, ROLE_OTHER));
        ck_assert_str_ne(palette_sgr(palette, ROLE_TELL), palette_sgr(palette, ROLE_SPEECH));
        ck_assert_str_ne(palette_sgr(palette, ROLE_TELL), palette_sgr(palette, ROLE_GOOD));
        if (palette.memory == PALETTE_MEMORY_DIM)
            ck_assert_str_eq(palette_sgr(palette, ROLE_REMEMBERED), "2");
    }
    ck_assert_str_eq(palette_sgr(palette_of(PALETTE_16), ROLE_SELF), "1;97");
    ck_assert_str_eq(palette_sgr(with(PALETTE_256, PALETTE_LIGHT), ROLE_SELF), "1;38;5;16");
    ck_assert_str_eq(palette_sgr(with(PALETTE_256, PALETTE_LIGHT), ROLE_REMEMBERED), "38;5;245");
}

/* The attributes are all that is left to the colour-blind and on a terminal of two colours. */
static void expect_other_attributes(struct palette palette, enum role role, enum role other)
{
    const char *sgr = palette_sgr(palette, role);
    const char *against = palette_sgr(palette, other);
    size_t length = (size_t)(colour_of(sgr) - sgr);

    ck_assert_msg(length != (size_t)(colour_of(against) - against) ||
                      strncmp(sgr, against, length) != 0,
                  "\"%s\" and \"%s\"", sgr, against);
}

TEST(sleepers_and_bosses_differ_from_the_awake_by_more_than_colour)
{
    for (int i = 0; i < LOOKS; i++) {
        struct palette palette = palette_number(i);
        for (enum hue hue = HUE_NONE + 1; hue < HUE_COUNT; hue++) {
            enum role awake = role_of_hue(ROLE_KIND_CORAL, hue);
            enum role asleep = role_of_hue(ROLE_ASLEEP_CORAL, hue);
            enum role boss = role_of_hue(ROLE_BOSS_CORAL, hue);
            expect_other_attributes(palette, awake, asleep);
            expect_other_attributes(palette, awake, boss);
            ck_assert_int_eq(palette_sgr(palette, boss)[0], '1');
            ck_assert_str_eq(colour_of(palette_sgr(palette, awake)),
                             colour_of(palette_sgr(palette, asleep)));
        }
    }
}

TEST(the_sequence_wraps_the_parameters)
{
    for (int i = 0; i < LOOKS; i++) {
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *sgr = palette_sgr(palette_number(i), role);
            char expected[64] = "";
            if (sgr[0] != '\0')
                (void)snprintf(expected, sizeof expected, "\x1b[%sm", sgr);
            ck_assert_str_eq(palette_sequence(palette_number(i), role), expected);
        }
    }
}
