/*
 * Where somebody who must appear near a place is put.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <string.h>

#include "gen/gen.h"

static struct level_search search;
static const struct level_key key = {.depth = 1, .generation = 1};

static void occupy(struct level *level, struct pos at)
{
    level->bodies[level_index(level, at)] = 99;
}

TEST(a_free_place_is_its_own_answer)
{
    const char *text = "#####\n"
                       "#.a'#\n"
                       "#####\n";
    struct level *level = draw_level(text, key);
    struct pos found;

    ck_assert(level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    ck_assert(pos_equal(found, pos_of(2, 1)));
    ck_assert_msg(level_find_free(level, &search, pos_of(3, 1), &found) &&
                      pos_equal(found, pos_of(3, 1)),
                  "somebody who left from a doorway comes back to it");
    level_free(level);
}

TEST(doorways_are_taken_only_when_nothing_else_is_free)
{
    const char *text = "########\n"
                       "#a'..b##\n"
                       "########\n";
    struct level *level = draw_level(text, key);
    struct pos found;

    occupy(level, draw_level_find(text, 'a'));
    ck_assert(level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    ck_assert_msg(pos_equal(found, pos_of(3, 1)), "the floor behind the doorway");
    occupy(level, pos_of(3, 1));
    occupy(level, pos_of(4, 1));
    occupy(level, pos_of(5, 1));
    ck_assert(level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    ck_assert_msg(pos_equal(found, pos_of(2, 1)), "only the doorway is left");
    occupy(level, pos_of(2, 1));
    ck_assert_msg(!level_find_free(level, &search, draw_level_find(text, 'a'), &found),
                  "all are taken");
    level_free(level);
}

TEST(closed_doors_are_passed_and_never_stood_in)
{
    const char *text = "#######\n"
                       "#a+.###\n"
                       "#######\n";
    struct level *level = draw_level(text, key);
    struct pos found;

    occupy(level, draw_level_find(text, 'a'));
    ck_assert(level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    ck_assert(pos_equal(found, pos_of(3, 1)));
    occupy(level, found);
    ck_assert(!level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    level_free(level);
}

TEST(walls_are_walked_around)
{
    const char *text = "#######\n"
                       "#a#b###\n"
                       "#c###.#\n"
                       "#.....#\n"
                       "#######\n";
    struct level *level = draw_level(text, key);
    struct pos found;

    occupy(level, draw_level_find(text, 'a'));
    occupy(level, draw_level_find(text, 'c'));
    ck_assert(level_find_free(level, &search, draw_level_find(text, 'a'), &found));
    ck_assert_msg(pos_equal(found, pos_of(1, 3)), "b is two cells away and cannot be reached");
    level_free(level);
}

/* Walking distances from `from`, by relaxation until nothing changes: slow, and nothing like it. */
static void relax(const struct level *level, struct pos from, int *distance)
{
    bool has_changed = true;

    for (size_t i = 0; i < level_cell_count(level); i++)
        distance[i] = INT16_MAX;
    distance[level_index(level, from)] = 0;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < (int)level_cell_count(level); i++) {
            struct pos at = pos_of(i % level->width, i / level->width);
            for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
                struct pos to = pos_step(at, dir);
                if (distance[i] == INT16_MAX || !level_contains(level, to) ||
                    level_tile(level, to) == TILE_ROCK)
                    continue;
                int *old = &distance[level_index(level, to)];
                has_changed = has_changed || distance[i] + 1 < *old;
                *old = distance[i] + 1 < *old ? distance[i] + 1 : *old;
            }
        }
    }
}

TEST(sixty_arrivals_spill_in_order_of_distance)
{
    static int distance[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    struct gen_request request;
    struct level *level = NULL;
    int last = 0;

    gen_request_for_key(&request, 5, key);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    relax(level, level->up, distance);
    for (int i = 0; i < 60; i++) {
        struct pos found;
        ck_assert(level_find_free(level, &search, level->up, &found));
        ck_assert(level_is_walkable(level, found));
        ck_assert_uint_eq(level->bodies[level_index(level, found)], 0);
        int now = distance[level_index(level, found)];
        ck_assert_int_ge(now, last);
        last = now;
        occupy(level, found);
    }
    ck_assert_int_gt(last, 2);
    level_free(level);
}
