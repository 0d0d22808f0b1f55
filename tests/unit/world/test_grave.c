/*
 * Graves: what death takes, which delver gets it back, and when it is gone.
 */
#include <stdio.h>

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

static const struct grave *grave(void)
{
    return level_grave_at(stage.world, stage_level(&stage), pos_of(5, 2));
}

/* Another delver beside the grave steps onto it. */
static body_id visit(int64_t delver_id)
{
    body_id id = stage_join(&stage, delver_id, pos_of(6, 2));

    stage_act(&stage, id, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    return id;
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_is_carried_goes_into_a_grave_and_what_is_worn_does_not)
{
    die();
    ck_assert_ptr_nonnull(grave());
    ck_assert_int_eq(grave()->delver_id, 1);
    ck_assert_int_eq(grave()->gold, 40);
    ck_assert_int_eq(grave()->things[0].kind, ITEM_DART);
    ck_assert_uint_eq(grave()->things[0].count, 3);
    ck_assert_int_eq(life_of(ada)->gold, 0);
    ck_assert_uint_eq(pack_find(&life_of(ada)->pack, ITEM_DART), OBJECT_NONE);
    ck_assert_int_eq(life_of(ada)->pack.worn[SLOT_WEAPON].kind, ITEM_KNIFE);
    stage_arrive(&stage, ada, home);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, ada)->count, 1);
}

TEST(a_beginner_keeps_all_near_the_surface)
{
    life_of(ada)->experience = 95;
    die();
    ck_assert_ptr_null(grave());
    ck_assert_int_eq(life_of(ada)->gold, 40);
    ck_assert_uint_ne(pack_find(&life_of(ada)->pack, ITEM_DART), OBJECT_NONE);
    stage_arrive(&stage, ada, home);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, ada)->count, 0);
}

TEST(the_dead_get_all_back_and_half_of_the_experience)
{
    life_of(ada)->experience = 150;
    die();
    /* At 150 experience a death costs a tenth of 192 - 96: 9. */
    ck_assert_int_eq(life_of(ada)->experience, 141);
    stage_input(&stage, INPUT_SEND, ada)->key = home;
    stage_arrive(&stage, ada, stage.key);
    struct delver *delver = stage_delver(&stage, ada);
    for (int i = 0; i < 40 && grave() != NULL; i++) {
        stage_act(&stage, ada, ACTION_MOVE, dir_towards(delver->body.at, pos_of(5, 2)));
        stage_ticks(&stage, 6);
    }
    ck_assert_ptr_null(grave());
    ck_assert_int_eq(life_of(ada)->gold, 40);
    ck_assert_uint_ne(pack_find(&life_of(ada)->pack, ITEM_DART), OBJECT_NONE);
    ck_assert_int_eq(life_of(ada)->experience, 145);
}

TEST(a_death_is_noted_with_its_last_blows_and_its_grave_until_that_is_opened)
{
    struct body *body = &stage_delver(&stage, ada)->body;
    const struct deaths *deaths = &life_of(ada)->deaths;
    const struct level *level;

    blow_harm(stage.world, body, 2, body);
    blow_harm(stage.world, body, 3, body);
    die();
    const struct death *death = &deaths->last[0];
    ck_assert_int_eq(deaths->count, 1);
    ck_assert_int_eq(death->depth, 1);
    ck_assert_int_eq(death->level, 3);
    ck_assert_int_eq(death->lost, 4);
    ck_assert_int_eq(death->blows[0], 2);
    ck_assert_int_eq(death->blows[1], 3);
    ck_assert(death->has_grave);
    ck_assert_ptr_eq(grave_of_death(stage.world, stage_delver(&stage, ada), death, &level),
                     grave());
    stage_arrive(&stage, ada, home);
    ck_assert_uint_le(delver_time_lived(stage_delver(&stage, ada)), 2);
    stage_input(&stage, INPUT_SEND, ada)->key = stage.key;
    stage_arrive(&stage, ada, stage.key);
    for (int i = 0; i < 40 && grave() != NULL; i++) {
        stage_act(&stage, ada, ACTION_MOVE, dir_towards(body->at, pos_of(5, 2)));
        stage_ticks(&stage, 6);
    }
    ck_assert(!deaths->last[0].has_grave);
    ck_assert_int_eq(stage_delver(&stage, ada)->regained.gold, 40);
    ck_assert_uint_eq(stage_delver(&stage, ada)->regained.things[0].count, 3);
}

TEST(a_forgotten_player_has_no_grave_any_more_and_the_ledger_knows)
{
    int64_t darts = ledger_left(&stage.world->ledger, ITEM_DART);

    die();
    stage_input(&stage, INPUT_FORGET, 0)->delver_id = 2;
    stage_tick(&stage);
    ck_assert_ptr_nonnull(grave());
    stage_input(&stage, INPUT_FORGET, 0)->delver_id = 1;
    stage_tick(&stage);
    ck_assert_ptr_null(grave());
    ck_assert_int_eq(ledger_left(&stage.world->ledger, ITEM_DART), darts - 3);
}

TEST(a_player_with_another_name_has_it_on_the_grave_too)
{
    die();
    struct input *input = stage_input(&stage, INPUT_RENAME, 0);
    input->delver_id = 2;
    snprintf(input->text, sizeof input->text, "Bramble");
    stage_level(&stage)->population.is_dirty = false;
    stage_tick(&stage);
    ck_assert_str_ne(grave()->name, "Bramble");
    input = stage_input(&stage, INPUT_RENAME, 0);
    input->delver_id = 1;
    snprintf(input->text, sizeof input->text, "Bramble");
    stage_tick(&stage);
    ck_assert_str_eq(grave()->name, "Bramble");
    ck_assert(stage_level(&stage)->population.is_dirty);
}

TEST(others_open_it_after_a_day)
{
    die();
    body_id brom = visit(2);
    stage_expect_refusal(&stage, brom, REFUSAL_GRAVE);
    ck_assert_int_eq(life_of(brom)->gold, 0);
    stage.world->graves[0].died_at = stage.world->tick + 1 - DAY_TICKS;
    stage_input(&stage, INPUT_LEAVE, brom);
    stage_tick(&stage);
    body_id cyd = visit(3);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_GRAVE_OPENED, cyd));
    ck_assert_int_eq(life_of(cyd)->gold, 40);
    ck_assert_int_eq(life_of(cyd)->experience, 0);
    ck_assert_ptr_null(grave());
}

TEST(the_grave_of_a_new_player_never_opens_to_others)
{
    life_of(ada)->deepest = LIFE_PROVEN_DEPTH - 1;
    die();
    stage.world->graves[0].died_at = stage.world->tick + 1 - 6 * (uint64_t)DAY_TICKS;
    body_id brom = visit(2);
    stage_expect_refusal(&stage, brom, REFUSAL_NEWCOMERS_GRAVE);
    ck_assert_int_eq(life_of(brom)->gold, 0);
    ck_assert_int_eq(grave()->gold, 40);
}

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

TEST(what_finds_no_room_stays_in_the_grave)
{
    die();
    stage.world->graves[0].died_at = stage.world->tick - DAY_TICKS;
    body_id brom = stage_join(&stage, 2, pos_of(6, 2));
    while (pack_room(&life_of(brom)->pack, &(struct stack){.kind = ITEM_HELM, .count = 1}) > 0)
        (void)pack_put(&life_of(brom)->pack, stack_of(ITEM_HELM, 1));
    stage_act(&stage, brom, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_GRAVE_OPENED, brom)->left, 0);
    ck_assert_ptr_null(grave());
}

TEST(it_is_gone_after_a_week_and_the_ledger_says_so)
{
    die();
    stage.world->graves[0].died_at = stage.world->tick + 1 - 7 * (uint64_t)DAY_TICKS;
    uint64_t ended = stage.world->ledger.ended[ITEM_DART];
    stage_tick(&stage);
    ck_assert_ptr_null(grave());
    ck_assert_uint_eq(stage.world->ledger.ended[ITEM_DART], ended + 3);
    ck_assert_uint_eq(stage.world->ledger.ended[ITEM_GOLD], 40);
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

/* Ada is elsewhere, and the grave ends by another hand or by time. */
TEST(its_owner_knows_when_a_grave_ends_without_them)
{
    enum { BY_ANOTHER, BY_FETCHING, BY_TIME, WAYS };

    for (int way = BY_ANOTHER; way < WAYS; way++) {
        if (way > 0) {
            tear_down();
            set_up();
        }
        die();
        stage_arrive(&stage, ada, home);
        stage_tick(&stage);
        ck_assert(life_of(ada)->deaths.last[0].has_grave);
        uint64_t *died_at = &stage.world->graves[0].died_at;
        if (way == BY_ANOTHER)
            life_of(ada)->deaths.last[0].died_at = *died_at = stage.world->tick - DAY_TICKS;
        if (way == BY_TIME)
            life_of(ada)->deaths.last[0].died_at = *died_at =
                stage.world->tick + 1 - 7 * (uint64_t)DAY_TICKS;
        stage_delver(&stage, ada)->is_record_dirty = false;
        if (way != BY_TIME) {
            body_id brom = visit(2);
            stage_act(&stage, brom, ACTION_FETCH, DIR_NONE);
            stage_ticks(&stage, 30);
        }
        stage_tick(&stage);
        ck_assert_ptr_null(grave());
        ck_assert_msg(!life_of(ada)->deaths.last[0].has_grave, "way %d", way);
        ck_assert_msg(stage_delver(&stage, ada)->is_record_dirty, "way %d", way);
    }
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

TEST(a_death_without_a_line_is_to_be_told_until_the_player_does_something)
{
    struct deaths *deaths = &life_of(ada)->deaths;

    stage_input(&stage, INPUT_LINK, ada)->flag = true;
    stage_tick(&stage);
    die();
    ck_assert(deaths->is_untold);
    stage_arrive(&stage, ada, home);
    stage_input(&stage, INPUT_LINK, ada)->flag = false;
    stage_tick(&stage);
    ck_assert(deaths->is_untold);
    stage_delver(&stage, ada)->is_record_dirty = false;
    stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    ck_assert(!deaths->is_untold);
    ck_assert(stage_delver(&stage, ada)->is_record_dirty);
}
