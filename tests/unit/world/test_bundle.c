/*
 * Bundles: the grave where their bearer dies, and how they are saved.
 */

#include "support/stage.h"
#include "support/stock.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/grave.h"
#include "world/life.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "############\n";

enum { DAY_TICKS = 24 * 3600 * 50, GOLD = 40, EXPERIENCE = 150, BACK = 4 };

static struct stage stage;
static body_id ada;  /* who dies */
static body_id brom; /* who fetches */

static struct life *life_of(body_id id)
{
    return &stage_delver(&stage, id)->life;
}

static void die(body_id id)
{
    struct body *body = &stage_delver(&stage, id)->body;

    blow_harm(stage.world, body, body->health, body);
    stage_tick(&stage);
    stage_tick(&stage);
}

static void act(body_id id, struct action action)
{
    stage_use(&stage, id, action);
    stage_tick(&stage);
    stock_expect_right(stage.world);
}

/* Ada has died at 5,2, where Brom stands now; she has come again beside him. */
static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(5, 2));
    life_of(ada)->experience = EXPERIENCE;
    life_of(ada)->gold = GOLD;
    life_of(ada)->deepest = LIFE_PROVEN_DEPTH;
    stock_settle(stage.world);
    die(ada);
    stage_arrive(&stage, ada, stage.key);
    stage_tick(&stage);
    brom = stage_join(&stage, 2, pos_of(6, 2));
    life_of(brom)->deepest = LIFE_PROVEN_DEPTH;
    life_of(brom)->experience = EXPERIENCE;
    stage_act(&stage, brom, ACTION_MOVE, DIR_WEST);
    stage_ticks(&stage, 8);
    ck_assert(pos_equal(stage_place(&stage, brom), pos_of(5, 2)));
    stock_expect_right(stage.world);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static uint32_t bundle_of(body_id id)
{
    return pack_find(&life_of(id)->pack, ITEM_BUNDLE);
}

static void fetch(void)
{
    act(brom, (struct action){.verb = ACTION_FETCH});
    ck_assert_uint_ne(bundle_of(brom), OBJECT_NONE);
    stage_ticks(&stage, 6);
}

TEST_FIXTURE(set_up, tear_down);

TEST(where_the_bearer_dies_there_is_a_grave_of_the_owner_again)
{
    struct pos at = stage_place(&stage, brom);
    int count = 0;

    fetch();
    die(brom);
    act(brom, (struct action){.verb = ACTION_YIELD});
    stage_tick(&stage);
    stock_expect_right(stage.world);
    for (uint32_t id = stage_level(&stage)->first_grave; id != 0;
         id = stage.world->graves[id - 1].next) {
        const struct grave *grave = &stage.world->graves[id - 1];
        ck_assert(pos_equal(grave->at, at));
        ck_assert_int_eq(grave->gold, grave->delver_id == 1 ? GOLD : 0);
        count++;
    }
    ck_assert_int_eq(count, 2);
    ck_assert_int_eq(life_of(brom)->bundle.delver_id, 0);
}

TEST(a_grave_that_is_buried_again_is_where_its_owner_is_told_it_is)
{
    const struct death *death = &life_of(ada)->deaths.last[0];

    ck_assert(death->has_grave);
    fetch();
    ck_assert(!death->has_grave);
    stage_act(&stage, brom, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 8);
    struct pos at = stage_place(&stage, brom);
    die(brom);
    act(brom, (struct action){.verb = ACTION_YIELD});
    stage_tick(&stage);
    ck_assert(death->has_grave);
    ck_assert(pos_equal(death->grave.at, at));
    ck_assert(pos_equal(death->at, pos_of(5, 2)));
    ck_assert_int_eq(death->grave.depth, 1);
    /* An owner who was not there learns of it when they come. */
    life_of(ada)->deaths.last[0].has_grave = false;
    life_of(ada)->deaths.last[0].grave.at = death->at;
    graves_settle(stage.world, stage_delver(&stage, ada));
    ck_assert(death->has_grave);
    ck_assert(pos_equal(death->grave.at, at));
}

TEST(where_no_grave_gives_way_the_bearer_keeps_the_bundle_and_all_else)
{
    fetch();
    stage.world->tick = 10 * (uint64_t)DAY_TICKS;
    for (int i = 0; i < POPULATION_GRAVES_MAX; i++) {
        const struct grave grave = {.delver_id = 3,
                                    .name = "Cyd",
                                    .killer = SPECIES_CELLAR_RAT,
                                    .died_at = stage.world->tick - 1,
                                    .at = pos_of(2, 1),
                                    .gold = 1};
        grave_add(stage.world, stage_level(&stage), &grave);
    }
    life_of(brom)->gold = 7;
    stage.world->ledger.made[ITEM_GOLD] += 7;
    die(brom);
    act(brom, (struct action){.verb = ACTION_YIELD});
    stage_tick(&stage);
    stock_expect_right(stage.world);
    ck_assert_uint_ne(bundle_of(brom), OBJECT_NONE);
    ck_assert_int_eq(life_of(brom)->bundle.gold, GOLD);
    ck_assert_int_eq(life_of(brom)->gold, 7);
}

TEST(a_bundle_is_saved_with_all_that_it_holds)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life read = {.number = 1};

    stage.world->graves[0].opens = GRAVE_NEVER_OPENS;
    fetch();
    const struct life *life = life_of(brom);
    size_t length = belongings_pack(life, bytes);
    ck_assert_uint_le(length, BELONGINGS_SIZE);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_int_eq(read.bundle.delver_id, 1);
    ck_assert_str_eq(read.bundle.name, "Ada");
    ck_assert_int_eq(read.bundle.opens, GRAVE_NEVER_OPENS);
    ck_assert_int_eq(read.bundle.gold, GOLD);
    ck_assert_int_eq(read.bundle.experience, life->bundle.experience);
    ck_assert_uint_eq(read.bundle.died_at, life->bundle.died_at);
    ck_assert_int_eq(read.bundle.things[0].kind, ITEM_DART);
    ck_assert_uint_eq(read.bundle.things[0].count, 3);
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++)
        length -= pack_peek(&life->pack, object) != NULL ? BELONGINGS_THING_SIZE : 0;
    for (size_t cut = 0; cut < length; cut++)
        ck_assert_int_eq(belongings_unpack(bytes, cut, &read), ERR_FORMAT);
}
