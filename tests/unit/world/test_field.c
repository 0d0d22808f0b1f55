/*
 * Fields: steps to a target by each way of going, and the cache of them.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include "base/rng.h"
#include "world/field.h"
#include "world/move.h"

static const struct level_key key = {.depth = 1, .generation = 1};
static struct field_cache *cache;

static void set_up(void)
{
    ck_assert_int_eq(field_cache_new(&cache), ERR_OK);
}

static void tear_down(void)
{
    field_cache_free(cache);
}

/* The steps from 'a' to 'b' of a drawing; FIELD_FAR: there is no way. */
static int steps_of(const char *text, enum way way)
{
    struct level *level = draw_level(text, key);
    int steps = field_steps(field_of(cache, level, draw_level_find(text, 'b'), way),
                            draw_level_find(text, 'a'));

    level_free(level);
    return steps;
}

struct way_case {
    const char *text;
    int steps[WAY_COUNT]; /* 0: no way */
};

static const struct way_case cases[] = {
    {"#######\n"
     "#a...b#\n"
     "#######\n",
     {[WAY_WALK] = 4,
      [WAY_OPEN] = 4,
      [WAY_BASH] = 4,
      [WAY_FLY] = 4,
      [WAY_BURROW] = 4,
      [WAY_PASS] = 4}},
    {"#######\n"
     "#a.+.b#\n"
     "#######\n",
     {[WAY_OPEN] = 4, [WAY_BASH] = 7, [WAY_BURROW] = 6, [WAY_PASS] = 5}},
    {"#######\n"
     "#a.~.b#\n"
     "#######\n",
     {[WAY_FLY] = 4, [WAY_BURROW] = 6, [WAY_PASS] = 4}},
    {"#######\n"
     "#a.#.b#\n"
     "#######\n",
     {[WAY_BURROW] = 6, [WAY_PASS] = 5}},
    /* A step to the side of a corner needs one of its two sides free. */
    {"#######\n"
     "#a#####\n"
     "##b####\n"
     "#######\n",
     {[WAY_BURROW] = 1, [WAY_PASS] = 1}},
    {"#######\n"
     "#a#####\n"
     "#.b####\n"
     "#######\n",
     {[WAY_WALK] = 1,
      [WAY_OPEN] = 1,
      [WAY_BASH] = 1,
      [WAY_FLY] = 1,
      [WAY_BURROW] = 1,
      [WAY_PASS] = 1}},
};

TEST_FIXTURE(set_up, tear_down);

TEST(each_way_of_going_has_its_own_steps)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (enum way way = WAY_WALK; way < WAY_COUNT; way++) {
            int wanted = cases[i].steps[way] == 0 ? FIELD_FAR : cases[i].steps[way];
            int steps = steps_of(cases[i].text, way);
            ck_assert_msg(steps == wanted, "case %d, way %d: %d steps, %d expected", (int)i,
                          (int)way, steps, wanted);
        }
    }
}

TEST(what_swims_stays_in_the_water_and_reaches_its_shore)
{
    ck_assert_int_eq(steps_of("#######\n"
                              "#~~~~b#\n"
                              "#a#####\n",
                              WAY_SWIM),
                     FIELD_FAR);
    const char *text = "#######\n"
                       "#~~~~b#\n"
                       "#######\n";
    struct level *level = draw_level(text, key);
    const struct field *field = field_of(cache, level, draw_level_find(text, 'b'), WAY_SWIM);

    ck_assert_int_eq(field_steps(field, pos_of(1, 1)), 4);
    level_free(level);
}

TEST(a_field_ends_at_its_reach)
{
    const char *text = "################################################\n"
                       "#b............................................#\n"
                       "################################################\n";
    struct level *level = draw_level(text, key);
    struct pos target = draw_level_find(text, 'b');
    const struct field *field = field_of(cache, level, target, WAY_WALK);

    ck_assert_int_eq(field_steps(field, pos_of(target.x + FIELD_REACH, 1)), FIELD_REACH);
    ck_assert_int_eq(field_steps(field, pos_of(target.x + FIELD_REACH + 1, 1)), FIELD_FAR);
    ck_assert_int_eq(field_steps(field, pos_of(-500, 500)), FIELD_FAR);
    level_free(level);
}

TEST(a_changed_door_changes_the_field_and_back_again_too)
{
    const char *text = "#######\n"
                       "#a.+.b#\n"
                       "#######\n";
    struct level *level = draw_level(text, key);
    struct pos from = draw_level_find(text, 'a');
    struct pos target = draw_level_find(text, 'b');
    uint64_t closed = level->terrain;

    ck_assert_int_eq(field_steps(field_of(cache, level, target, WAY_WALK), from), FIELD_FAR);
    level_set_tile(level, pos_of(3, 1), TILE_DOOR_OPEN);
    ck_assert_int_eq(field_steps(field_of(cache, level, target, WAY_WALK), from), 4);
    level_set_tile(level, pos_of(3, 1), TILE_DOOR_CLOSED);
    ck_assert_uint_eq(level->terrain, closed);
    ck_assert_int_eq(field_steps(field_of(cache, level, target, WAY_WALK), from), FIELD_FAR);
    level_free(level);
}

TEST(another_level_with_the_same_place_has_fields_of_its_own)
{
    const char *open = "#######\n"
                       "#a...b#\n"
                       "#######\n";
    const char *shut = "#######\n"
                       "#a.#.b#\n"
                       "#######\n";

    ck_assert_int_eq(steps_of(open, WAY_WALK), 4);
    ck_assert_int_eq(steps_of(shut, WAY_WALK), FIELD_FAR);
    ck_assert_int_eq(steps_of(open, WAY_WALK), 4);
}

enum { CAVE_WIDTH = 60, CAVE_HEIGHT = 30, CAVE_SIZE = (CAVE_WIDTH + 1) * CAVE_HEIGHT + 1 };

/* Every tile by chance: no style of levels has corners like these. */
static struct level *make_cave(uint64_t seed)
{
    static const char tiles[] = "....#~+'";
    char text[CAVE_SIZE];
    char *end = text;
    struct rng rng;

    rng_init(&rng, seed);
    for (int y = 0; y < CAVE_HEIGHT; y++) {
        for (int x = 0; x < CAVE_WIDTH; x++)
            *end++ = tiles[rng_below(&rng, sizeof tiles - 1)];
        *end++ = '\n';
    }
    *end = '\0';
    return draw_level(text, key);
}

/* The fewest steps a cell can have, by its neighbours. */
static int fewest(const struct level *level, const struct field *field, struct pos at)
{
    int best = FIELD_FAR;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos to = pos_step(at, dir);
        bool is_target = pos_equal(to, field->target);
        int steps = field_steps(field, to);
        if (steps == FIELD_FAR || !level_contains(level, to))
            continue;
        int cost = is_target ? 1 : way_cost(field->way, level_tile(level, to));
        if (!way_is_open(level, field->way, to, dir_opposite(dir)))
            continue;
        if (steps + cost < best)
            best = steps + cost;
    }
    return best > FIELD_REACH ? FIELD_FAR : best;
}

TEST(no_cell_has_more_steps_than_its_best_neighbour_and_one)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct level *level = make_cave(seed);
        for (enum way way = WAY_WALK; way < WAY_COUNT; way++) {
            const struct field *field = field_of(cache, level, pos_of(30, 15), way);
            for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
                struct pos at = pos_of(i % CAVE_WIDTH, i / CAVE_WIDTH);
                if (pos_equal(at, field->target) || way_cost(way, level_tile(level, at)) == 0)
                    continue;
                ck_assert_int_eq(field_steps(field, at), fewest(level, field, at));
            }
        }
        level_free(level);
    }
}

TEST(a_walk_has_the_steps_that_a_move_can_take)
{
    struct level *level = make_cave(7);

    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
        struct pos at = pos_of(i % CAVE_WIDTH, i / CAVE_WIDTH);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            if (level_is_walkable(level, at))
                ck_assert_int_eq(way_is_open(level, WAY_WALK, at, dir),
                                 move_is_open(level, at, dir));
        }
    }
    level_free(level);
}

TEST(the_field_that_was_not_asked_for_longest_makes_room)
{
    struct level *level = make_cave(3);
    const struct field *first = field_of(cache, level, pos_of(0, 0), WAY_WALK);
    const struct field *second = field_of(cache, level, pos_of(1, 0), WAY_WALK);

    ck_assert_ptr_ne(first, second);
    for (int i = 2; i < FIELDS_MAX; i++)
        (void)field_of(cache, level, pos_of(i % CAVE_WIDTH, i / CAVE_WIDTH), WAY_WALK);
    ck_assert_ptr_eq(field_of(cache, level, pos_of(0, 0), WAY_WALK), first);
    ck_assert_ptr_eq(field_of(cache, level, pos_of(50, 25), WAY_WALK), second);
    ck_assert_ptr_eq(field_of(cache, level, pos_of(0, 0), WAY_WALK), first);
    level_free(level);
}
