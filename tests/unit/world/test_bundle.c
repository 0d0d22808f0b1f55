/*
 * Bundles: what is in another's closed grave is carried to its owner, sealed, and nothing of it is
 * ever lost or there twice.
 */

#include <stdio.h>

#include "support/stage.h"
#include "support/stock.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/give.h"
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

static const struct grave *grave_at(struct pos at)
{
    return level_grave_at(stage.world, stage_level(&stage), at);
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

/* Ada comes beside Brom, who gives her the bundle. */
static void bring(void)
{
    for (int i = 0; i < 20; i++) {
        struct pos at = stage_place(&stage, ada);
        if (pos_distance(at, stage_place(&stage, brom)) == 1)
            break;
        stage_act(&stage, ada, ACTION_MOVE, dir_towards(at, stage_place(&stage, brom)));
        stage_ticks(&stage, 6);
    }
    act(brom, (struct action){.verb = ACTION_GIVE, .object = bundle_of(brom), .target = ada});
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_fetches_has_all_of_a_closed_grave_in_one_place_and_none_of_it)
{
    struct life *life = life_of(brom);

    fetch();
    ck_assert_ptr_null(grave_at(pos_of(5, 2)));
    ck_assert_int_eq(life->gold, 0);
    ck_assert_int_eq(life->bundle.delver_id, 1);
    ck_assert_str_eq(life->bundle.name, "Ada");
    ck_assert_int_eq(life->bundle.gold, GOLD);
    ck_assert_int_eq(life->bundle.things[0].kind, ITEM_DART);
    ck_assert(stage_delver(&stage, brom)->is_record_dirty);
    ck_assert(stage_level(&stage)->population.is_dirty);
}

TEST(given_to_its_owner_a_bundle_opens_and_the_experience_is_back)
{
    life_of(ada)->pack = (struct pack){0};
    int64_t before = life_of(ada)->experience;

    /* Nobody has to have been deep down to bring it. */
    life_of(brom)->deepest = 1;
    stock_settle(stage.world);
    fetch();
    bring();
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_UNSEALED, ada));
    ck_assert_uint_eq(bundle_of(brom), OBJECT_NONE);
    ck_assert_uint_eq(bundle_of(ada), OBJECT_NONE);
    ck_assert_int_eq(life_of(brom)->bundle.delver_id, 0);
    ck_assert_int_eq(life_of(ada)->bundle.delver_id, 0);
    ck_assert_int_eq(life_of(ada)->gold, GOLD);
    ck_assert_int_eq(life_of(ada)->experience, before + BACK);
    ck_assert_uint_eq(pack_peek(&life_of(ada)->pack, OBJECT_CARRIED)->count, 3);
    ck_assert_int_eq(ledger_left(&stage.world->ledger, ITEM_BUNDLE), 0);
}

TEST(what_the_owner_has_no_room_for_stays_in_the_bundle)
{
    fetch();
    for (int i = 0; i < PACK_MAX - 1; i++)
        life_of(ada)->pack.carried[i] = stack_of(ITEM_HELM, 1);
    stock_settle(stage.world);
    bring();
    ck_assert_uint_ne(bundle_of(ada), OBJECT_NONE);
    ck_assert_int_eq(life_of(ada)->gold, GOLD);
    ck_assert_int_eq(life_of(ada)->bundle.delver_id, 1);
    life_of(ada)->pack.carried[0] = (struct stack){0};
    life_of(ada)->pack.carried[1] = (struct stack){0};
    stock_settle(stage.world);
    stage_ticks(&stage, 6);
    act(ada, (struct action){.verb = ACTION_USE, .object = bundle_of(ada)});
    ck_assert_uint_eq(bundle_of(ada), OBJECT_NONE);
    ck_assert_uint_ne(pack_find(&life_of(ada)->pack, ITEM_DART), OBJECT_NONE);
}

TEST(a_bundle_is_neither_opened_by_its_bearer_nor_dropped_nor_thrown)
{
    static const struct {
        struct action action;
        enum refusal refusal;
    } tries[] = {
        {{.verb = ACTION_USE}, REFUSAL_SEALED},
        {{.verb = ACTION_DROP}, REFUSAL_KEPT},
        {{.verb = ACTION_THROW, .dir = DIR_EAST}, REFUSAL_KEPT},
    };

    fetch();
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct action action = tries[i].action;
        action.object = bundle_of(brom);
        act(brom, action);
        stage_expect_refusal(&stage, brom, tries[i].refusal);
        stage_ticks(&stage, 6);
    }
    ck_assert_int_eq(life_of(brom)->bundle.gold, GOLD);
}

TEST(after_a_day_its_bearer_may_open_it)
{
    int64_t before;

    fetch();
    before = life_of(brom)->experience;
    stage.world->tick += DAY_TICKS;
    act(brom, (struct action){.verb = ACTION_USE, .object = bundle_of(brom)});
    ck_assert_int_eq(life_of(brom)->gold, GOLD);
    ck_assert_int_eq(life_of(brom)->experience, before);
    ck_assert_uint_eq(bundle_of(brom), OBJECT_NONE);
}

TEST(the_bundle_of_a_new_player_never_opens_to_its_bearer_and_goes_after_a_week)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life read = {.number = 1};

    stage.world->graves[0].is_kept = true;
    fetch();
    ck_assert_int_eq(belongings_unpack(bytes, belongings_pack(life_of(brom), bytes), &read),
                     ERR_OK);
    ck_assert(read.bundle.is_kept);
    stage.world->tick += 6 * (uint64_t)DAY_TICKS;
    act(brom, (struct action){.verb = ACTION_USE, .object = bundle_of(brom)});
    stage_expect_refusal(&stage, brom, REFUSAL_NEWCOMERS_BUNDLE);
    ck_assert_int_eq(life_of(brom)->gold, 0);
    stage.world->tick += DAY_TICKS;
    stage_ticks(&stage, 60 * 50);
    ck_assert_uint_eq(bundle_of(brom), OBJECT_NONE);
    ck_assert_int_eq(life_of(brom)->bundle.delver_id, 0);
    stock_expect_right(stage.world);
}

TEST(a_bundle_on_its_way_between_levels_gets_another_name_and_is_forgotten)
{
    fetch();
    stage_input(&stage, INPUT_SEND, brom)->key = (struct level_key){0, 9, 1};
    stage_ticks(&stage, 2);
    ck_assert_int_eq(stage_delver(&stage, brom)->body.state, BODY_TRANSIT);
    struct input *input = stage_input(&stage, INPUT_RENAME, 0);
    input->delver_id = 1;
    snprintf(input->text, sizeof input->text, "Bramble");
    stage_tick(&stage);
    ck_assert_str_eq(life_of(brom)->bundle.name, "Bramble");
    stage_input(&stage, INPUT_FORGET, 0)->delver_id = 1;
    stage_tick(&stage);
    ck_assert_int_eq(life_of(brom)->bundle.delver_id, 0);
    ck_assert_uint_eq(bundle_of(brom), OBJECT_NONE);
}

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

TEST(one_bundle_is_all_that_is_carried_and_an_open_grave_needs_none)
{
    fetch();
    act(brom, (struct action){.verb = ACTION_FETCH});
    stage_expect_refusal(&stage, brom, REFUSAL_NO_GRAVE);
    stage_ticks(&stage, 6);
    act(ada, (struct action){.verb = ACTION_FETCH});
    stage_expect_refusal(&stage, ada, REFUSAL_NO_GRAVE);
}

TEST(a_forgotten_player_is_in_no_bundle_any_more)
{
    struct input *input;

    fetch();
    input = stage_input(&stage, INPUT_FORGET, 0);
    input->delver_id = 1;
    stage_tick(&stage);
    stock_expect_right(stage.world);
    ck_assert_uint_eq(bundle_of(brom), OBJECT_NONE);
    ck_assert_int_eq(life_of(brom)->bundle.delver_id, 0);
}

TEST(a_player_with_another_name_has_it_on_the_bundle_too)
{
    struct input *input;

    fetch();
    input = stage_input(&stage, INPUT_RENAME, 0);
    input->delver_id = 1;
    snprintf(input->text, sizeof input->text, "Bramble");
    stage_tick(&stage);
    ck_assert_str_eq(life_of(brom)->bundle.name, "Bramble");
    ck_assert_str_eq(stage_delver(&stage, ada)->name, "Bramble");
    ck_assert_str_ne(stage_delver(&stage, brom)->name, "Bramble");
    /* A text that is no name changes nothing. */
    input = stage_input(&stage, INPUT_RENAME, 0);
    input->delver_id = 1;
    snprintf(input->text, sizeof input->text, "x y");
    stage_tick(&stage);
    ck_assert_str_eq(stage_delver(&stage, ada)->name, "Bramble");
}

TEST(a_bundle_is_saved_with_all_that_it_holds)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life read = {.number = 1};

    fetch();
    const struct life *life = life_of(brom);
    size_t length = belongings_pack(life, bytes);
    ck_assert_uint_le(length, BELONGINGS_SIZE);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_int_eq(read.bundle.delver_id, 1);
    ck_assert_str_eq(read.bundle.name, "Ada");
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
