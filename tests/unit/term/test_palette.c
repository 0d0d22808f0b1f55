/*
 * Palettes: what every look must obey, whatever its colours.
 */
#include "term/palette.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"

/* The foreground of a look: what follows the attributes. */
static const char *colour_of(const char *sgr)
{
    while ((sgr[0] == '1' || sgr[0] == '2' || sgr[0] == '7') && (sgr[1] == ';' || sgr[1] == '\0'))
        sgr += sgr[1] == ';' ? 2 : 1;
    return sgr;
}

/* How xterm's 256 colours from 16 up are made. */
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

START_TEST(names_lead_back_to_their_palettes)
{
    for (enum palette_id palette = PALETTE_16; palette < PALETTE_COUNT; palette++)
        ck_assert_int_eq(palette_find(palette_name(palette)), palette);
    ck_assert_int_eq(palette_find("true"), PALETTE_TRUE);
    ck_assert_int_eq(palette_find("17"), PALETTE_COUNT);
    ck_assert_int_eq(palette_find(""), PALETTE_COUNT);
}
END_TEST

START_TEST(a_look_sets_no_background_and_needs_no_green)
{
    for (enum palette_id palette = PALETTE_16; palette < PALETTE_COUNT; palette++) {
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *colour = colour_of(palette_sgr(palette, role));
            int number = (int)strtol(colour, NULL, 10);
            bool is_fine = colour[0] == '\0' || number == 38 || (number >= 30 && number <= 37) ||
                           (number >= 90 && number <= 97);
            ck_assert_msg(is_fine, "%s, role %d: \"%s\" is a foreground", palette_name(palette),
                          (int)role, colour);
            ck_assert_int_ne(number, 32);
            ck_assert_int_ne(number, 92);
        }
    }
}
END_TEST

START_TEST(each_palette_keeps_to_its_depth)
{
    for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
        int eight = (int)strtol(colour_of(palette_sgr(PALETTE_8, role)), NULL, 10);
        ck_assert(eight == 0 || (eight >= 30 && eight <= 37));
        int sixteen = (int)strtol(colour_of(palette_sgr(PALETTE_16, role)), NULL, 10);
        ck_assert_int_ne(sixteen, 38);
        ck_assert_str_eq(colour_of(palette_sgr(PALETTE_MONO, role)), "");
    }
}
END_TEST

START_TEST(truecolour_looks_like_256_colours)
{
    for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
        const char *colour = colour_of(palette_sgr(PALETTE_256, role));
        char expected[32] = "";
        int number = 0;
        if (sscanf(colour, "38;5;%d", &number) == 1)
            colour_of_256(number, expected, sizeof expected);
        ck_assert_str_eq(colour_of(palette_sgr(PALETTE_TRUE, role)), expected);
    }
}
END_TEST

/* By tint: the walls and the floors of what bands of depth are built of. */
static const enum role wall_roles[] = {ROLE_WALL,      ROLE_WALL_STONE,   ROLE_WALL_EARTH,
                                       ROLE_WALL_MOSS, ROLE_WALL_CRYSTAL, ROLE_WALL_BONE};
static const enum role floor_roles[] = {ROLE_FLOOR,      ROLE_FLOOR_STONE,   ROLE_FLOOR_EARTH,
                                        ROLE_FLOOR_MOSS, ROLE_FLOOR_CRYSTAL, ROLE_FLOOR_BONE};

enum { TINT_COUNT = sizeof wall_roles / sizeof wall_roles[0] };

START_TEST(every_tint_has_colours_of_its_own)
{
    static const enum palette_id rich[] = {PALETTE_256, PALETTE_TRUE};

    for (int i = 0; i < 2; i++) {
        for (int tint = 0; tint < TINT_COUNT; tint++) {
            const char *wall = palette_sgr(rich[i], wall_roles[tint]);
            const char *floor = palette_sgr(rich[i], floor_roles[tint]);
            ck_assert_str_ne(wall, floor);
            ck_assert_str_ne(wall, palette_sgr(rich[i], ROLE_REMEMBERED));
            ck_assert_str_ne(floor, palette_sgr(rich[i], ROLE_REMEMBERED));
            for (int other = 0; other < tint; other++) {
                ck_assert_str_ne(wall, palette_sgr(rich[i], wall_roles[other]));
                ck_assert_str_ne(floor, palette_sgr(rich[i], floor_roles[other]));
            }
        }
    }
    for (int tint = 0; tint < TINT_COUNT; tint++) {
        ck_assert_str_ne(palette_sgr(PALETTE_16, wall_roles[tint]),
                         palette_sgr(PALETTE_16, ROLE_REMEMBERED));
        ck_assert_str_eq(palette_sgr(PALETTE_16, floor_roles[tint]), "");
    }
}
END_TEST

/* The light of one part of a colour of xterm's cube, as sRGB has it. */
static double light_of(int part)
{
    static const struct {
        int part;
        double light;
    } table[] = {{0, 0.0}, {95, 0.115}, {135, 0.242}, {175, 0.429}, {215, 0.679}, {255, 1.0}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].part == part)
            return table[i].light;
    }
    ck_abort_msg("%d is not in the cube", part);
    return 0;
}

static double luminance(enum role role)
{
    const char *colour = colour_of(palette_sgr(PALETTE_TRUE, role));
    int red = 0;
    int green = 0;
    int blue = 0;

    ck_assert_int_eq(sscanf(colour, "38;2;%d;%d;%d", &red, &green, &blue), 3);
    return 0.2126 * light_of(red) + 0.7152 * light_of(green) + 0.0722 * light_of(blue);
}

static void expect_contrast(enum role role, double to_black, double to_white)
{
    double light = luminance(role) + 0.05;

    ck_assert_msg(light / 0.05 >= to_black && 1.05 / light >= to_white,
                  "role %d: %.1f to black, %.1f to white", (int)role, light / 0.05, 1.05 / light);
}

START_TEST(walls_stand_out_from_black_and_white_and_floors_are_seen_on_both)
{
    for (int tint = 0; tint < TINT_COUNT; tint++) {
        expect_contrast(wall_roles[tint], 5.0, 2.7);
        expect_contrast(floor_roles[tint], 8.5, 1.9);
    }
}
END_TEST

START_TEST(the_looks_promised_to_players_hold)
{
    static const char *const remembered[PALETTE_COUNT] = {
        [PALETTE_16] = "90", [PALETTE_256] = "38;5;242", [PALETTE_TRUE] = "38;2;108;108;108",
        [PALETTE_8] = "34",  [PALETTE_MONO] = "2",
    };

    for (enum palette_id palette = PALETTE_16; palette < PALETTE_COUNT; palette++) {
        ck_assert_str_eq(palette_sgr(palette, ROLE_STATUS), "7");
        ck_assert_str_eq(palette_sgr(palette, ROLE_REMEMBERED), remembered[palette]);
        ck_assert_str_eq(palette_sgr(palette, ROLE_BLANK), "");
        ck_assert_str_ne(palette_sgr(palette, ROLE_SELF), palette_sgr(palette, ROLE_OTHER));
        ck_assert_str_ne(palette_sgr(palette, ROLE_REMEMBERED), palette_sgr(palette, ROLE_FLOOR));
    }
    ck_assert_str_eq(palette_sgr(PALETTE_16, ROLE_SELF), "1;97");
}
END_TEST

START_TEST(the_sequence_wraps_the_parameters)
{
    for (enum palette_id palette = PALETTE_16; palette < PALETTE_COUNT; palette++) {
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            const char *sgr = palette_sgr(palette, role);
            char expected[64] = "";
            if (sgr[0] != '\0')
                (void)snprintf(expected, sizeof expected, "\x1b[%sm", sgr);
            ck_assert_str_eq(palette_sequence(palette, role), expected);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("palette");

    tcase_add_test(tcase, names_lead_back_to_their_palettes);
    tcase_add_test(tcase, a_look_sets_no_background_and_needs_no_green);
    tcase_add_test(tcase, every_tint_has_colours_of_its_own);
    tcase_add_test(tcase, walls_stand_out_from_black_and_white_and_floors_are_seen_on_both);
    tcase_add_test(tcase, each_palette_keeps_to_its_depth);
    tcase_add_test(tcase, truecolour_looks_like_256_colours);
    tcase_add_test(tcase, the_looks_promised_to_players_hold);
    tcase_add_test(tcase, the_sequence_wraps_the_parameters);
    return suite_run("palette", tcase);
}
