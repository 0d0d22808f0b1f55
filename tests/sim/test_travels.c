/*
 * Travel on generated levels of every style: exploring sees everything and comes to an end, travel
 * is as short as can be, and delvers in one another's way all arrive.
 *
 * TRAVEL_SEEDS asks for another number of levels of a style than usual.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "sim/travel_walk.h"
#include "support/draw_level.h"
#include "support/test.h"
#include "world/world_hash.h"

enum {
    SEEDS_STANDARD = TEST_COUNT(20, 1),
    WIDTH = 100,
    HEIGHT = 57,
    ACTIONS_PER_CELL_MAX = 2,
    VISITS_MAX = 12,           /* to one cell */
    STARTS = TEST_COUNT(8, 3), /* places a level is crossed from */
    TRAVEL_MAX = 2000,
    FAR = 1 << 20,
    SWAPS_MAX = 2, /* of two explorers, one after the other, while neither learns anything */
};

static const struct level_key key = {.depth = 3, .generation = 1};

static int seed_count(void)
{
    return (int)test_number("TRAVEL_SEEDS", SEEDS_STANDARD, 1000000);
}

static struct level *make_level(const struct gen_style *style, uint64_t seed)
{
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, style, seed, key, WIDTH, HEIGHT);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

static bool is_open(const struct level *level, int x, int y)
{
    return level_is_walkable(level, pos_of(x, y));
}

/*
 * The fewest actions to `target` from every cell, by relaxing all steps of the true level until
 * nothing changes: slow, and as unlike a search as can be..
 */
static void measure_actions(const struct level *level, struct pos target, int *costs)
{
    bool has_changed = true;

    for (size_t i = 0; i < level_cell_count(level); i++)
        costs[i] = FAR;
    costs[level_index(level, target)] = 0;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < level->width * level->height; i++) {
            struct pos at = pos_of(i % level->width, i / level->width);
            /* Actions from a neighbour of `at`: 1 to enter `at`, or 2 if a door must be opened
               first. */
            int on = costs[i] + (level_is_walkable(level, at) ? 1 : 2);
            if (costs[i] == FAR)
                continue;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    struct pos from = pos_of(at.x + dx, at.y + dy);
                    if (!level_contains(level, from) ||
                        !tile_is_passable(level_tile(level, from)) ||
                        (dx != 0 && dy != 0 && !is_open(level, at.x, from.y) &&
                         !is_open(level, from.x, at.y)) ||
                        costs[level_index(level, from)] <= on)
                        continue;
                    costs[level_index(level, from)] = on;
                    has_changed = true;
                }
            }
        }
    }
}

static void expect_explored(const struct travel_walk *walk, const struct travel_walker *walker,
                            const char *style, int seed)
{
    const struct delver *delver = travel_walk_delver(walk, walker);
    const struct level *level = walk->level;
    int *costs = malloc(level_cell_count(level) * sizeof *costs);
    int reachable = 0;

    ck_assert_ptr_nonnull(costs);
    measure_actions(level, level->up, costs);
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (costs[i] == FAR)
            continue;
        reachable++;
        /* Another delver may have opened a door since. */
        ck_assert_msg(tile_is_passable((enum tile_id)delver->memory[i]),
                      "%s, seed %d: cell %zu was not seen", style, seed, i);
        ck_assert_msg(walker->visits[i] <= VISITS_MAX, "%s, seed %d: cell %zu was visited %d times",
                      style, seed, i, walker->visits[i]);
    }
    ck_assert_int_eq(delver->memory[level_index(level, level->down)], TILE_STAIRS_DOWN);
    ck_assert_msg(walker->actions <= ACTIONS_PER_CELL_MAX * reachable,
                  "%s, seed %d: %d actions for %d cells", style, seed, walker->actions, reachable);
    free(costs);
}

static void explore_level(const struct gen_style *style, int seed)
{
    struct travel_walk walk;

    travel_walk_init(&walk, make_level(style, (uint64_t)seed));
    struct travel_walker *walker = travel_walk_join(&walk, walk.level->up);
    ck_assert_msg(travel_walk_explore(&walk, walker, (int)level_cell_count(walk.level)),
                  "%s, seed %d: it does not end: %s", style->name, seed, walker->answer.why);
    ck_assert_msg(walker->fault == NULL, "%s, seed %d: %s", style->name, seed, walker->fault);
    ck_assert_str_eq(walker->answer.why, "All explored.");
    expect_explored(&walk, walker, style->name, seed);
    travel_walk_release(&walk);
}

TEST_EACH(exploring_sees_everything_in_few_steps_and_ends_by_itself, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (int seed = 1; seed <= seed_count(); seed++)
        explore_level(style, seed);
}

/* The `number`th of STARTS places that can be stood on, spread over the level. */
static struct pos find_start(const struct level *level, const int *costs, int number)
{
    size_t count = level_cell_count(level);

    for (size_t i = count * (size_t)number / STARTS; i < count; i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (costs[i] < FAR && level_is_walkable(level, at))
            return at;
    }
    return level->up;
}

static void expect_shortest(struct travel_walk *walk, struct travel_walker *walker,
                            const int *costs)
{
    const struct delver *delver = travel_walk_delver(walk, walker);
    int wanted = costs[level_index(walk->level, delver->body.at)];
    int before = walker->actions;

    ck_assert_int_eq(
        travel_begin_to_tile(&walker->travel, walk->world, delver, walk->scratch, TILE_STAIRS_DOWN),
        ERR_OK);
    ck_assert(travel_walk_finish(walk, walker, TRAVEL_MAX));
    ck_assert_msg(pos_equal(delver->body.at, walk->level->down), "%s", walker->answer.why);
    ck_assert_int_eq(walker->result, TRAVEL_DONE);
    ck_assert_int_eq(walker->actions - before, wanted);
}

static void cross_level(const struct gen_style *style, int seed)
{
    struct travel_walk walk;

    travel_walk_init(&walk, make_level(style, (uint64_t)seed));
    struct travel_walker *walker = travel_walk_join(&walk, walk.level->up);
    const struct delver *delver = travel_walk_delver(&walk, walker);
    int *costs = malloc(level_cell_count(walk.level) * sizeof *costs);
    ck_assert_ptr_nonnull(costs);
    ck_assert(travel_walk_explore(&walk, walker, (int)level_cell_count(walk.level)));
    travel_walk_hold_doors(&walk);
    for (int i = 0; i < STARTS; i++) {
        measure_actions(walk.level, walk.level->down, costs);
        struct pos start = find_start(walk.level, costs, i);
        ck_assert_int_eq(travel_begin_to(&walker->travel, walk.world, delver, walk.scratch, start),
                         ERR_OK);
        ck_assert(travel_walk_finish(&walk, walker, TRAVEL_MAX));
        ck_assert(pos_equal(delver->body.at, start));
        /* A door that falls shut on the way would take one action more than was measured. */
        travel_walk_settle_doors(&walk, walker);
        measure_actions(walk.level, walk.level->down, costs);
        expect_shortest(&walk, walker, costs);
    }
    ck_assert_msg(walker->fault == NULL, "%s, seed %d: %s", style->name, seed, walker->fault);
    free(costs);
    travel_walk_release(&walk);
}

TEST_EACH(travel_down_takes_the_fewest_actions_there_are, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (int seed = 1; seed <= (seed_count() + 4) / 5; seed++)
        cross_level(style, seed);
}

/* Four delvers travel along the corridor at once, from the letters of `from` to those of `to`. */
static void expect_arrivals(const char *from, const char *to, int actions_max)
{
    const char *text = "##############################\n"
                       "#abcd....................efgh#\n"
                       "##############################\n";
    struct travel_walk walk;
    struct travel_walker *walkers[TRAVEL_WALKERS_MAX];

    travel_walk_init(&walk, draw_level(text, key));
    for (int i = 0; i < TRAVEL_WALKERS_MAX; i++)
        walkers[i] = travel_walk_join(&walk, draw_level_find(text, from[i]));
    for (int i = 0; i < TRAVEL_WALKERS_MAX; i++) {
        ck_assert_int_eq(travel_begin_to(&walkers[i]->travel, walk.world,
                                         travel_walk_delver(&walk, walkers[i]), walk.scratch,
                                         draw_level_find(text, to[i])),
                         ERR_OK);
    }
    for (int i = 0; i < TRAVEL_WALKERS_MAX; i++) {
        ck_assert_msg(travel_walk_finish(&walk, walkers[i], actions_max), "%d is still on the way",
                      i);
        ck_assert_msg(walkers[i]->result == TRAVEL_DONE, "%d: %s", i, walkers[i]->answer.why);
        ck_assert_ptr_null(walkers[i]->fault);
    }
    travel_walk_release(&walk);
}

TEST(delvers_who_meet_in_a_corridor_all_arrive)
{
    expect_arrivals("abgh", "ghab", 45);
    expect_arrivals("agbh", "haeb", 45);
}

TEST(delvers_who_go_one_behind_the_other_do_not_hold_each_other_up)
{
    expect_arrivals("abcd", "efgh", 30);
    expect_arrivals("dcba", "hgfe", 30);
    expect_arrivals("efgh", "abcd", 30);
    expect_arrivals("abcd", "hhhh", 60);
}

struct pair {
    struct travel_walk walk;
    struct travel_walker *walkers[2];
    uint32_t learned; /* cells that both know together */
    int swaps;        /* since either learned a cell; */
    int swaps_worst;  /* the most of these */
    int swaps_all;
};

static void pair_init(struct pair *pair, struct level *level, struct pos first, struct pos second)
{
    *pair = (struct pair){.learned = 0};
    travel_walk_init(&pair->walk, level);
    pair->walkers[0] = travel_walk_join(&pair->walk, first);
    pair->walkers[1] = travel_walk_join(&pair->walk, second);
}

static void count_swaps(struct pair *pair)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    uint32_t learned = 0;
    int swaps = 0;

    while ((event = world_next_event(pair->walk.world, &cursor)) != NULL)
        swaps += event->kind == EVENT_SWAPPED;
    pair->swaps += swaps;
    pair->swaps_all += swaps;
    if (pair->swaps > pair->swaps_worst)
        pair->swaps_worst = pair->swaps;
    for (int i = 0; i < 2; i++)
        learned += travel_walk_delver(&pair->walk, pair->walkers[i])->explored;
    if (learned != pair->learned)
        pair->swaps = 0;
    pair->learned = learned;
}

/* An explorer that stops begins again, until both are done. Returns the ticks, at most `ticks`. */
static int explore_both(struct pair *pair, int ticks)
{
    bool is_done[2] = {false, false};

    for (int tick = 0; tick < ticks; tick++) {
        for (int i = 0; i < 2; i++) {
            struct travel_walker *walker = pair->walkers[i];
            if (is_done[i] || walker->travel.kind != TRAVEL_NONE)
                continue;
            is_done[i] = tick > 0 && walker->result == TRAVEL_DONE;
            if (!is_done[i])
                ck_assert_int_eq(travel_begin_explore(&walker->travel, pair->walk.world,
                                                      travel_walk_delver(&pair->walk, walker)),
                                 ERR_OK);
        }
        if (is_done[0] && is_done[1])
            return tick;
        travel_walk_tick(&pair->walk);
        count_swaps(pair);
    }
    return ticks;
}

/* The two begin at one staircase, or one at each. */
TEST_EACH(two_who_explore_together_take_little_longer_than_one, 2 * gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i / 2);
    struct level *level = make_level(style, 1);
    struct pair pair;
    int alone;

    pair_init(&pair, level, level->up, _i % 2 == 0 ? level->up : level->down);
    int ticks = explore_both(&pair, 5 * WIDTH * HEIGHT);
    alone = pair.walkers[0]->actions > pair.walkers[1]->actions ? pair.walkers[0]->actions
                                                                : pair.walkers[1]->actions;
    ck_assert_msg(ticks <= 5 * alone + 100 && alone < 2 * WIDTH * HEIGHT / 5,
                  "%s: %d ticks, %d actions", style->name, ticks, alone);
    ck_assert_msg(pair.swaps_worst <= SWAPS_MAX, "%s: %d swaps", style->name, pair.swaps_worst);
    for (int i = 0; i < 2; i++) {
        /* A swap may come between a question and its action, which then leads elsewhere. */
        if (pair.swaps_all == 0)
            ck_assert_ptr_null(pair.walkers[i]->fault);
        expect_explored(&pair.walk, pair.walkers[i], style->name, 1);
    }
    travel_walk_release(&pair.walk);
}

/* The longest takes one alone some 300 ticks. */
TEST(two_who_explore_one_corridor_swap_once_or_twice)
{
    static const char *const corridors[] = {
        "################################\n"
        "#a............................b#\n"
        "################################\n",
        "################################\n"
        "#..............ab..............#\n"
        "################################\n",
        "################################\n"
        "#..............ba..............#\n"
        "####.######.########.#######.###\n"
        "####.######.########.#######.###\n"
        "################################\n",
        "################################\n"
        "#ab.....+.......+..............#\n"
        "####.######.########.#######.###\n"
        "################################\n",
    };

    for (size_t i = 0; i < 4 * sizeof corridors / sizeof corridors[0]; i++) {
        const char *text = corridors[i / 4];
        struct pair pair;
        pair_init(&pair, draw_level(text, key), draw_level_find(text, 'a'),
                  draw_level_find(text, 'b'));
        pair.walk.world->seed = i; /* whose turn comes first */
        int ticks = explore_both(&pair, 1000);
        ck_assert_msg(ticks <= 350, "corridor %zu, seed %zu: %d ticks", i / 4, i, ticks);
        ck_assert_int_le(pair.swaps_worst, SWAPS_MAX);
        travel_walk_release(&pair.walk);
    }
}

TEST(the_same_level_is_explored_by_the_same_steps)
{
    const struct gen_style *style = gen_style_find("delve");
    uint64_t hashes[2];

    for (int run = 0; run < 2; run++) {
        struct travel_walk walk;
        travel_walk_init(&walk, make_level(style, 5));
        struct travel_walker *walker = travel_walk_join(&walk, walk.level->up);
        memset(walk.scratch, 0xa5 + run, 64); /* what a search left behind decides nothing */
        ck_assert(travel_walk_explore(&walk, walker, WIDTH * HEIGHT));
        hashes[run] = world_hash(walk.world);
        travel_walk_release(&walk);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
