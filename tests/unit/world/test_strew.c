/*
 * What lies about on a level: how much there is at first, that one thing comes back each ten
 * minutes of the level's clock, out of sight, and what is back when somebody comes again.
 */
#include "gen/gen.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/population_codec.h"
#include "world/world_private.h"

enum {
    MINUTE = 60 * 50, /* ticks */
    ALL = 6,          /* four heaps of gold and two small things */
};

static const struct level_key key = {.depth = 3};
static struct world *world;
static struct level *level;
static struct delver *ada;

static void tick(struct input *input)
{
    world_tick(world, input, input == NULL ? 0 : 1);
}

static void begin(uint32_t percent)
{
    const struct world_limits limits = {.delvers_max = 2,
                                        .levels_max = 1,
                                        .foes_max = 1000,
                                        .items_max = 200,
                                        .population_percent = percent};
    struct gen_request request;
    struct input input = {.kind = INPUT_LEVEL_ADD};

    ck_assert_int_eq(world_new(3, 0, limits, &world), ERR_OK);
    gen_request_for_key(&request, 3, key);
    ck_assert_int_eq(gen_level(&request, &input.level, NULL), ERR_OK);
    tick(&input);
    level = world_level(world, key);
    ck_assert_ptr_nonnull(level);
}

static void set_up(void)
{
    begin(100);
}

static void tear_down(void)
{
    world_free(world);
}

static void join(void)
{
    const struct delver_record record = {
        .id = 1, .level = key, .at = level->up, .health = 20, .health_max = 20, .life = life_new()};
    struct input input = {.kind = INPUT_JOIN};

    ck_assert_int_eq(delver_new(&record, "Ada", NULL, level_cell_count(level), &input.newcomer),
                     ERR_OK);
    tick(&input);
    ada = world_find_delver(world, record.id);
    ck_assert_ptr_nonnull(ada);
}

static void leave(void)
{
    struct input input = {.kind = INPUT_LEAVE, .actor = ada->body.id};

    tick(&input);
    tick(NULL);
}

static void clear(void)
{
    while (level->first_foe != 0)
        foe_free(world, body_foe(world_body(world, level->first_foe)));
    while (level->first_item != 0) {
        struct item *item = world_item(world, level->first_item);
        ledger_end(&level->ledger, &item->stack);
        item_take_away(world, level, item);
    }
}

/* The clock of the level goes on by so much with no foe on it. */
static void pass(int ticks)
{
    level->clock += (uint64_t)ticks;
    while (level->first_foe != 0)
        foe_free(world, body_foe(world_body(world, level->first_foe)));
    tick(NULL);
}

static int count_gold(void)
{
    int count = 0;

    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next)
        count += world_item(world, id)->stack.kind == ITEM_GOLD;
    return count;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_new_level_has_four_heaps_of_gold_and_two_small_things)
{
    ck_assert_int_eq(count_gold(), 4);
    ck_assert_uint_eq(level->item_count, ALL);
}

TEST(one_thing_comes_back_each_ten_minutes_gold_first)
{
    join();
    clear();
    pass(9 * MINUTE);
    ck_assert_uint_eq(level->item_count, 0);
    pass(MINUTE);
    ck_assert_uint_eq(level->item_count, 1);
    ck_assert_int_eq(count_gold(), 1);
    pass(9 * MINUTE);
    ck_assert_uint_eq(level->item_count, 1);
    for (int i = 0; i < ALL + 2; i++)
        pass(10 * MINUTE);
    ck_assert_int_eq(count_gold(), 4);
    ck_assert_uint_eq(level->item_count, ALL);
}

TEST(what_comes_back_is_in_the_ledger)
{
    int64_t before[ITEM_KIND_COUNT];

    join();
    clear();
    tick(NULL);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        before[kind] = ledger_left(&world->ledger, kind);
    for (int i = 0; i < ALL; i++)
        pass(10 * MINUTE);
    ck_assert_uint_eq(level->item_count, ALL);
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next)
        before[world_item(world, id)->stack.kind] += world_item(world, id)->stack.count;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        ck_assert_int_eq(ledger_left(&world->ledger, kind), before[kind]);
}

TEST(nothing_comes_back_where_a_delver_sees_it)
{
    join();
    for (int round = 0; round < 60; round++) {
        clear();
        pass(10 * MINUTE);
        for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next)
            ck_assert(!delver_sees(ada, world_item(world, id)->at));
    }
    /* Where all is in sight, nothing does. */
    clear();
    for (size_t i = 0; i < sight_word_count(level_cell_count(level)); i++)
        ada->sight.bits[i] = UINT64_MAX;
    ada->sight.width = level->width;
    ada->sight.height = level->height;
    pass(10 * MINUTE);
    ck_assert_uint_eq(level->item_count, 0);
}

TEST(a_delvers_own_things_do_not_count)
{
    static const enum item_kind kinds[ALL] = {ITEM_GOLD, ITEM_GOLD, ITEM_GOLD,
                                              ITEM_GOLD, ITEM_DART, ITEM_DART};

    join();
    clear();
    for (int i = 0; i < ALL; i++)
        item_add(world, stack_of(kinds[i], 1), level, level->down)->owner = ada->delver_id;
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next)
        world_item(world, id)->owned_until = UINT64_MAX;
    pass(10 * MINUTE);
    ck_assert_uint_eq(level->item_count, ALL + 1);
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next)
        world_item(world, id)->owner = 0;
    pass(10 * MINUTE);
    ck_assert_uint_eq(level->item_count, ALL + 1);
}

TEST(after_a_load_the_ten_minutes_begin_anew)
{
    struct bytes blob;

    join();
    clear();
    pass(9 * MINUTE);
    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(world, level, &blob), ERR_OK);
    ck_assert_int_eq(population_decode(world, level, blob.data, blob.length), ERR_OK);
    bytes_release(&blob);
    pass(9 * MINUTE);
    ck_assert_uint_eq(level->item_count, 0);
    pass(MINUTE);
    ck_assert_uint_eq(level->item_count, 1);
}

TEST(what_is_back_at_an_arrival_is_one_for_each_ten_minutes)
{
    static const struct {
        int minutes;
        uint32_t count;
    } rows[] = {{0, 0}, {9, 0}, {10, 1}, {35, 3}, {60, ALL}, {6000, ALL}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        join();
        clear();
        leave();
        world->tick += (uint64_t)rows[i].minutes * MINUTE;
        join();
        ck_assert_uint_eq(level->item_count, rows[i].count);
        leave();
    }
}

TEST(nothing_comes_to_a_peaceful_level_or_where_nobody_is)
{
    clear();
    pass(100 * MINUTE);
    ck_assert_uint_eq(level->item_count, 0);
    world_free(world);
    begin(0);
    join();
    pass(100 * MINUTE);
    ck_assert_uint_eq(level->item_count, 0);
}
