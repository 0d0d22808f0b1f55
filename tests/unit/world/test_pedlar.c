/*
 * The wares of pedlars, and for how long they have them.
 */
#include "world/pedlar.h"

#include <string.h>

#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/stock.h"
#include "support/test.h"

static const char drawing[] = "################\n"
                              "#<.7...........#\n"
                              "#..........a...#\n"
                              "################\n";
static const struct rect rooms[] = {{1, 1, 14, 2}};

enum {
    HOUR_TICKS = 3600 * 50,
    PERIOD_TICKS = 2 * HOUR_TICKS,
    DAY_TICKS = 24 * HOUR_TICKS,
    MENDING = 1, /* the numbers of what is always there */
    DARTS = 3,
    COAT = 5,
};

static struct stage stage;
static body_id ada;

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static struct life *life(void)
{
    return &delver()->life;
}

/* Ada beside a stall, with 500 gold, and as deep once as pedlars ask for. */
static void set_up(void)
{
    const struct level_key key = {.depth = 5, .generation = 1};

    stage_init(&stage, drawing);
    stage_input(&stage, INPUT_LEVEL_ADD, 0)->level = draw_rooms(drawing, key, rooms, 1);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, key, pos_of(4, 1));
    stage_tick(&stage);
    ada = world_find_delver(stage.world, 1)->body.id;
    stage_tick(&stage);
    life()->gold = 500;
    life()->deepest = 5;
    stock_settle(stage.world);
}

static void tear_down(void)
{
    stock_expect_right(stage.world);
    stage_release(&stage);
}

static void act(enum action_verb verb, uint32_t object)
{
    stage_use(&stage, ada, (struct action){.verb = verb, .object = object});
    stage_tick(&stage);
    stock_expect_right(stage.world);
}

/* One deal, and the time that it takes. */
static const struct event *deal(enum action_verb verb, uint32_t object, enum event_kind kind)
{
    static struct event event;

    act(verb, object);
    const struct event *found = stage_event(&stage, kind, ada);
    ck_assert_ptr_nonnull(found);
    event = *found;
    stage_ticks(&stage, 6);
    return &event;
}

static void expect_refused(enum action_verb verb, uint32_t object, enum refusal refusal)
{
    const struct life before = *life();

    act(verb, object);
    stage_expect_refusal(&stage, ada, refusal);
    ck_assert_int_eq(life()->gold, before.gold);
    ck_assert_mem_eq(&life()->pack, &before.pack, sizeof before.pack);
    stage_ticks(&stage, 6);
}

/* The number of the first find. */
static uint32_t first_find(void)
{
    struct ware wares[PEDLAR_WARES];

    ck_assert_int_gt(pedlar_wares(stage.world, delver(), wares), PEDLAR_ALWAYS);
    return wares[PEDLAR_ALWAYS].number;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_find_is_bought_once_and_is_known_then)
{
    struct ware before[PEDLAR_WARES];
    struct ware after[PEDLAR_WARES];
    int count = pedlar_wares(stage.world, delver(), before);

    ck_assert_int_eq(count, PEDLAR_WARES);
    life()->gold = 100000;
    stock_settle(stage.world);
    for (; count > PEDLAR_ALWAYS; count--) {
        (void)pedlar_wares(stage.world, delver(), before);
        const struct ware *first = &before[PEDLAR_ALWAYS];
        const struct event *bought = deal(ACTION_BUY, first->number, EVENT_BOUGHT);
        ck_assert_int_eq(bought->count, first->price);
        ck_assert_int_eq(bought->stack.kind, first->thing.kind);
        ck_assert(life_knows(life(), first->thing.kind));
        expect_refused(ACTION_BUY, first->number, REFUSAL_NO_WARE);
        ck_assert_int_eq(pedlar_wares(stage.world, delver(), after), count - 1);
    }
}

TEST(a_find_of_one_haven_is_none_of_another)
{
    uint32_t number = first_find();

    life()->gold = 100000;
    stock_settle(stage.world);
    (void)deal(ACTION_BUY, number, EVENT_BOUGHT);
    delver()->body.key.depth = 10;
    struct ware wares[PEDLAR_WARES];
    ck_assert_int_eq(pedlar_wares(stage.world, delver(), wares), PEDLAR_WARES);
    delver()->body.key.depth = 5;
}

TEST(every_two_hours_the_oldest_find_gives_way_to_a_new_one)
{
    struct ware before[PEDLAR_WARES];
    struct ware after[PEDLAR_WARES];

    (void)pedlar_wares(stage.world, delver(), before);
    stage.world->tick = PERIOD_TICKS - 1;
    (void)pedlar_wares(stage.world, delver(), after);
    ck_assert_uint_eq(after[PEDLAR_ALWAYS].number, before[PEDLAR_ALWAYS].number);
    uint32_t gone = before[PEDLAR_ALWAYS].number;
    for (uint64_t period = 1; period <= 3 * PEDLAR_FINDS; period++) {
        stage.world->tick = period * PERIOD_TICKS;
        (void)pedlar_wares(stage.world, delver(), after);
        for (int i = PEDLAR_ALWAYS; i < PEDLAR_WARES - 1; i++) {
            ck_assert_uint_eq(after[i].number, before[i + 1].number);
            ck_assert_int_eq(after[i].thing.kind, before[i + 1].thing.kind);
            ck_assert_int_eq(after[i].price, before[i + 1].price);
        }
        ck_assert_uint_eq(after[PEDLAR_WARES - 1].number, before[PEDLAR_WARES - 1].number + 1);
        memcpy(before, after, sizeof before);
    }
    expect_refused(ACTION_BUY, gone, REFUSAL_NO_WARE);
}

TEST(no_stall_has_two_wares_of_one_kind)
{
    enum { PERIODS = 200 };
    static const uint16_t depths[] = {1, 2, 5, 10, 25};
    struct ware wares[PEDLAR_WARES];

    for (int i = 0; i < PERIODS * (int)(sizeof depths / sizeof depths[0]); i++) {
        bool is_there[ITEM_KIND_COUNT] = {false};
        delver()->body.key.depth = depths[i / PERIODS];
        stage.world->tick = (uint64_t)(i % PERIODS) * PERIOD_TICKS;
        int count = pedlar_wares(stage.world, delver(), wares);
        for (int j = 0; j < count; j++) {
            enum item_kind kind = wares[j].thing.kind;
            ck_assert_msg(!is_there[kind], "%s twice on depth %d in period %d",
                          item_row(kind)->name, depths[i / PERIODS], i % PERIODS);
            is_there[kind] = true;
        }
    }
    delver()->body.key.depth = 5;
}

TEST(what_was_bought_stays_bought_while_it_is_in_the_stock)
{
    struct ware wares[PEDLAR_WARES];
    int count = pedlar_wares(stage.world, delver(), wares);
    uint32_t number = wares[PEDLAR_WARES - 2].number;

    life()->gold = 100000;
    stock_settle(stage.world);
    (void)deal(ACTION_BUY, number, EVENT_BOUGHT);
    for (int period = 1; period <= PEDLAR_FINDS; period++) {
        stage.world->tick = (uint64_t)period * PERIOD_TICKS;
        bool is_there = false;
        int now = pedlar_wares(stage.world, delver(), wares);
        for (int i = 0; i < now; i++)
            is_there = is_there || wares[i].number == number;
        ck_assert(!is_there);
        ck_assert_int_eq(now, period < PEDLAR_FINDS - 1 ? count - 1 : count);
    }
}

TEST(no_number_of_deals_makes_a_price_that_is_none)
{
    static const uint32_t counts[] = {RANGE_DEALS_MAX, INT32_MAX, UINT32_MAX};
    struct ware wares[PEDLAR_WARES];

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        life()->dealings = (struct dealings){.day = stage.world->tick, .mendings = counts[i]};
        (void)pedlar_wares(stage.world, delver(), wares);
        ck_assert_int_ge(wares[MENDING - 1].price, 40 * RANGE_DEALS_MAX);
    }
    expect_refused(ACTION_BUY, MENDING, REFUSAL_NO_GOLD);
    life()->dealings.mendings = RANGE_DEALS_MAX;
    life()->gold = RANGE_WHOLE_MAX;
    stock_settle(stage.world);
    (void)deal(ACTION_BUY, MENDING, EVENT_BOUGHT);
    ck_assert_uint_eq(life()->dealings.mendings, RANGE_DEALS_MAX);
}
