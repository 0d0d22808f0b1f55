/*
 * Graves on a level that is full of them, that is made again, or that is loaded.
 */

#include "support/stage.h"
#include "support/stock.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/grave.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "############\n";

enum { DAY_TICKS = 24 * 3600 * 50 };

static struct stage stage;
static body_id ada;
static struct level_key home = {0, 2, 1};

/* Ada, level 3, who was deep enough, on a level of depth 1, and a level below it. */
static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(5, 2));
    stage_add_level(&stage, hall, home);
    stage_tick(&stage);
    stage_delver(&stage, ada)->life.experience = 100;
    stage_delver(&stage, ada)->life.gold = 40;
    stage_delver(&stage, ada)->life.deepest = LIFE_PROVEN_DEPTH;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct life *life_of(body_id id)
{
    return &stage_delver(&stage, id)->life;
}

/* Ada dies where she stands, and the tick of her level ends. */
static void die(void)
{
    struct body *body = &stage_delver(&stage, ada)->body;

    blow_harm(stage.world, body, body->health, body);
    stage_tick(&stage);
}

TEST_FIXTURE(set_up, tear_down);

/* Adds a grave to Ada's level, with one piece of gold in it. */
static void dig(int64_t delver_id, uint64_t ticks_ago, int number)
{
    const struct grave grave = {.delver_id = delver_id,
                                .name = "Cyd",
                                .killer = SPECIES_CELLAR_RAT,
                                .died_at = stage.world->tick - ticks_ago,
                                .at = pos_of(1 + number % 10, 1),
                                .gold = 1};

    grave_add(stage.world, stage_level(&stage), &grave);
}

/* The number of that player's graves with this tick of death; UINT64_MAX: with any. */
static int count_graves(int64_t delver_id, uint64_t died_at)
{
    int count = 0;

    for (uint32_t id = stage_level(&stage)->first_grave; id != 0;
         id = stage.world->graves[id - 1].next) {
        const struct grave *grave = &stage.world->graves[id - 1];
        count +=
            grave->delver_id == delver_id && (died_at == UINT64_MAX || grave->died_at == died_at);
    }
    return count;
}

TEST(where_all_graves_are_within_their_day_none_goes_and_the_dead_keep_all)
{
    stage.world->tick = 10 * (uint64_t)DAY_TICKS;
    stock_settle(stage.world);
    for (int i = 0; i < POPULATION_GRAVES_MAX; i++)
        dig(i % 2 == 0 ? 1 : 2, DAY_TICKS - 100, i);
    life_of(ada)->experience = 150;
    die();
    stage_arrive(&stage, ada, home);
    stage_tick(&stage);
    ck_assert_int_eq(count_graves(1, UINT64_MAX), POPULATION_GRAVES_MAX / 2);
    ck_assert_int_eq(count_graves(2, UINT64_MAX), POPULATION_GRAVES_MAX / 2);
    ck_assert_int_eq(life_of(ada)->gold, 40);
    ck_assert_uint_ne(pack_find(&life_of(ada)->pack, ITEM_DART), OBJECT_NONE);
    /* The grave would give back half of the nine that death takes. */
    ck_assert_int_eq(life_of(ada)->experience, 145);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, ada)->count, 0);
    stock_expect_right(stage.world);
}

TEST(of_older_graves_ones_own_goes_first_and_then_the_oldest)
{
    const uint64_t now = 10 * (uint64_t)DAY_TICKS;

    stage.world->tick = now;
    stock_settle(stage.world);
    dig(1, 2 * (uint64_t)DAY_TICKS, 0);
    dig(2, 4 * (uint64_t)DAY_TICKS, 1);
    dig(1, 3 * (uint64_t)DAY_TICKS, 2);
    dig(3, 5 * (uint64_t)DAY_TICKS, 3);
    for (int i = 4; i < POPULATION_GRAVES_MAX; i++)
        dig(4, 100, i);
    for (int death = 0; death < 4; death++) {
        static const struct {
            int64_t delver_id;
            uint64_t days;
        } goes[] = {{1, 3}, {1, 2}, {3, 5}, {2, 4}};
        uint64_t died_at = now - goes[death].days * DAY_TICKS;
        ck_assert_int_eq(count_graves(goes[death].delver_id, died_at), 1);
        life_of(ada)->gold = 40;
        stock_settle(stage.world);
        die();
        stage_arrive(&stage, ada, stage.key);
        stage_tick(&stage);
        ck_assert_int_eq(life_of(ada)->gold, 0);
        ck_assert_int_eq(count_graves(goes[death].delver_id, died_at), 0);
        stock_expect_right(stage.world);
    }
    ck_assert_int_eq(count_graves(4, UINT64_MAX), POPULATION_GRAVES_MAX - 4);
    ck_assert_int_eq(count_graves(1, UINT64_MAX), 4);
}

TEST(whatever_lies_there_no_grave_within_its_day_goes_and_nothing_is_lost_without_the_ledger)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct rng rng;
        int fresh = 0;
        int old = 0;
        tear_down();
        set_up();
        rng_init(&rng, seed);
        stage.world->tick = 10 * (uint64_t)DAY_TICKS;
        stock_settle(stage.world);
        uint32_t count = POPULATION_GRAVES_MAX - rng_below(&rng, 3);
        uint32_t share = rng_below(&rng, 2) * (1 + rng_below(&rng, 50));
        for (uint32_t i = 0; i < count; i++) {
            bool is_old = rng_below(&rng, 100) < share;
            uint64_t day = is_old ? DAY_TICKS : 0;
            dig(5 + !is_old + 2 * (int64_t)rng_below(&rng, 3),
                day + rng_below(&rng, DAY_TICKS - 100), (int)i);
            old += is_old;
            fresh += !is_old;
        }
        die();
        stage_arrive(&stage, ada, home);
        stage_tick(&stage);
        bool is_full = count == POPULATION_GRAVES_MAX;
        int left = 0;
        for (int64_t id = 6; id <= 10; id += 2)
            left += count_graves(id, UINT64_MAX);
        ck_assert_msg(left == fresh, "seed %d: %d of %d", (int)seed, left, fresh);
        left = 0;
        for (int64_t id = 5; id <= 9; id += 2)
            left += count_graves(id, UINT64_MAX);
        ck_assert_int_eq(left, old - (is_full && old > 0));
        ck_assert_int_eq(count_graves(1, UINT64_MAX), !is_full || old > 0);
        ck_assert_int_eq(life_of(ada)->gold, is_full && old == 0 ? 40 : 0);
        stock_expect_right(stage.world);
    }
}

TEST(graves_of_a_level_that_is_made_again_come_to_the_new_one)
{
    die();
    stage_arrive(&stage, ada, home);
    stage_tick(&stage);
    struct level_key again = stage.key;
    again.generation++;
    struct input *input = stage_input(&stage, INPUT_LEVEL_SWAP, 0);
    input->level = draw_level(hall, again);
    stage_tick(&stage);
    const struct level *level = world_level(stage.world, again);
    ck_assert_ptr_nonnull(level);
    const struct grave *moved = level_grave_at(stage.world, level, pos_of(5, 2));
    ck_assert_ptr_nonnull(moved);
    ck_assert_int_eq(moved->gold, 40);
}

/* A grave that changed while its owner was away is known once both are there. */
TEST(who_comes_back_knows_the_graves_of_loaded_levels)
{
    die();
    stage_arrive(&stage, ada, home);
    stage_tick(&stage);
    struct deaths *deaths = &life_of(ada)->deaths;
    deaths->last[0].died_at++;
    graves_settle(stage.world, stage_delver(&stage, ada));
    ck_assert_msg(!deaths->last[0].has_grave, "a grave that is not there");
    deaths->last[0].died_at--;
    graves_settle(stage.world, stage_delver(&stage, ada));
    ck_assert_msg(deaths->last[0].has_grave, "one that is there again");
    deaths->last[0].grave.depth = 9;
    deaths->last[0].died_at++;
    graves_settle(stage.world, stage_delver(&stage, ada));
    ck_assert_msg(deaths->last[0].has_grave, "of a level that is not loaded nothing is known");
}
