/*
 * The built parts of a level: rooms and their corridors, and nothing where the walls wind.
 */

#include "gen/gen.h"
#include "support/draw_level.h"
#include "support/test.h"
#include "world/place.h"

static const struct level_key key = {.depth = 9, .generation = 1};

static bool is_built(const struct level *level, struct pos at)
{
    return (level->built[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) != 0;
}

TEST(straight_rooms_are_built_and_a_ragged_cave_beside_them_is_not)
{
    static const char drawing[] =
        "################################################################\n"
        "#a...........................................############.######\n"
        "#............................................##########.....####\n"
        "#............................................+b..+.......c...###\n"
        "#............................................##########.....####\n"
        "#............................................############.######\n"
        "#............................................###################\n"
        "################################################################\n";
    struct level *level = draw_level(drawing, key);

    ck_assert(is_built(level, draw_level_find(drawing, 'a')));
    ck_assert(is_built(level, draw_level_find(drawing, 'b')));
    ck_assert(!is_built(level, draw_level_find(drawing, 'c')));
    ck_assert_msg(!is_built(level, pos_of(0, 0)), "rock is no ground");
    level_free(level);
}

static int percent_built(const char *style, uint64_t seed)
{
    struct level *level = NULL;
    struct gen_request request;
    struct gen_report report;
    int built = 0;
    int all = 0;

    gen_request_init(&request, gen_style_find(style), seed, key, 100, 57);
    ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
    ck_assert_ptr_eq(report.style, request.style);
    for (int i = 0; i < level->width * level->height; i++) {
        all += level->area_of[i] != PLACE_NONE;
        built += is_built(level, pos_of(i % level->width, i / level->width));
    }
    level_free(level);
    return 100 * built / all;
}

TEST(each_style_is_built_or_rock_and_a_delve_has_both)
{
    static const struct {
        const char *style;
        int least;
        int most;
    } table[] = {
        {"rooms", 99, 100}, {"regions", 99, 100}, {"chain", 99, 100}, {"maze", 99, 100},
        {"delve", 20, 95},  {"caves", 0, 0},      {"digger", 0, 0},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            int percent = percent_built(table[i].style, seed);
            ck_assert_msg(percent >= table[i].least && percent <= table[i].most,
                          "%s, seed %d: %d in 100", table[i].style, (int)seed, percent);
        }
    }
}
