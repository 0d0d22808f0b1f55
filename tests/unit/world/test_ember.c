/*
 * The end of the game: the ember of the Wick-Warden, the way up with it, the kindling, and a new
 * life; and shrines.
 */
#include "world/ember.h"

#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/altar.h"
#include "world/death.h"
#include "world/learning.h"
#include "world/life.h"
#include "world/mind.h"
#include "world/sense.h"
#include "world/statuses.h"
#include "world/stock.h"
#include "world/stocktaking.h"

static const char hall[] = "##############################\n"
                           "#<...........................#\n"
                           "#......................._....#\n"
                           "#...........................>#\n"
                           "##############################\n";

static const struct level_key last = {.depth = EMBER_DEPTH, .generation = 1};

static struct stage stage;
static body_id ada;

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void set_scene(struct pos at)
{
    static struct rect gate = {1, 1, 6, 3};

    stage_init(&stage, hall);
    stage_level(&stage)->rooms = &gate;
    stage_level(&stage)->room_count = 1;
    ada = stage_join(&stage, 1, at);
}

/* On the depth of the last lamp. */
static struct level *set_deep_scene(struct pos at)
{
    stage_init(&stage, hall);
    stage_add_level(&stage, hall, last);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, last, at);
    stage_tick(&stage);
    ada = world_level(stage.world, last)->first_delver;
    return world_level(stage.world, last);
}

/* As the ledger counts it: made here. */
static void give(enum item_kind kind)
{
    const struct stack thing = stack_of(kind, 1);

    ledger_make(&delver()->body.level->ledger, &thing);
    (void)pack_put(&delver()->life.pack, thing);
}

static void tear_down(void)
{
    int64_t more[ITEM_KIND_COUNT];

    stage_tick(&stage);
    ck_assert_int_eq(world_take_stock(stage.world, more), 0);
    stage_release(&stage);
}

static void use(struct action action)
{
    stage_use(&stage, ada, action);
    stage_tick(&stage);
}

TEST_FIXTURE(NULL, tear_down);

TEST(who_took_part_in_the_fall_of_the_wick_warden_finds_one_ember)
{
    struct level *level = set_deep_scene(pos_of(5, 2));

    for (int fall = 0; fall < 2; fall++) {
        struct foe *warden =
            foe_add(stage.world, SPECIES_WICK_WARDEN, level, pos_of(6, 2), MOOD_POSTED);
        mind_note_fighter(warden, ada);
        death_of_foe(stage.world, warden, &delver()->body);
        ck_assert_uint_eq(level_item_at(stage.world, level, pos_of(6, 2)) != NULL, true);
        if (fall == 0) {
            give(ITEM_EMBER);
            stage_tick(&stage);
        }
    }
    int embers = 0;
    for (item_id id = level->first_item; id != 0; id = world_item(stage.world, id)->next)
        embers += world_item(stage.world, id)->stack.kind == ITEM_EMBER;
    ck_assert_msg(embers == 1, "%d embers: one who bears one finds none", embers);
}

TEST(no_echo_of_the_warden_leaves_an_ember)
{
    set_scene(pos_of(5, 2));
    struct foe *warden =
        foe_add(stage.world, SPECIES_WICK_WARDEN, stage_level(&stage), pos_of(6, 2), MOOD_POSTED);
    mind_note_fighter(warden, ada);
    death_of_foe(stage.world, warden, &delver()->body);
    for (item_id id = stage_level(&stage)->first_item; id != 0;
         id = world_item(stage.world, id)->next)
        ck_assert_int_ne(world_item(stage.world, id)->stack.kind, ITEM_EMBER);
}

TEST(an_ember_shines_and_goes_by_no_scroll_and_no_road)
{
    static const enum item_kind scrolls[] = {ITEM_RETURN, ITEM_ELSEWHERE};

    set_scene(pos_of(2, 1));
    give(ITEM_EMBER);
    ck_assert_int_eq(light_radius(delver()), 14);
    for (int i = 0; i < 2; i++) {
        give(scrolls[i]);
        use((struct action){.verb = ACTION_USE,
                            .object = pack_find(&delver()->life.pack, scrolls[i])});
        stage_expect_refusal(&stage, ada, REFUSAL_EMBER);
    }
    use((struct action){.verb = ACTION_ROAD, .object = 5});
    stage_expect_refusal(&stage, ada, REFUSAL_EMBER);
}

TEST(an_ember_lies_where_its_bearer_dies_for_anybody)
{
    set_scene(pos_of(9, 2));
    give(ITEM_EMBER);
    death_of_delver(stage.world, delver(), &delver()->body);
    ck_assert(!ember_is_carried(delver()));
    const struct item *item = level_item_at(stage.world, stage_level(&stage), pos_of(9, 2));
    ck_assert_ptr_nonnull(item);
    ck_assert_int_eq(item->stack.kind, ITEM_EMBER);
    ck_assert_int_eq(item->owner, 0);
}

TEST(a_level_to_which_an_ember_comes_does_not_sleep)
{
    set_scene(pos_of(27, 3));
    struct foe *rat =
        foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(5, 2), MOOD_ASLEEP);
    ember_arrive(stage.world, delver());
    ck_assert_int_eq(rat->mind.mood, MOOD_ASLEEP);
    give(ITEM_EMBER);
    ember_arrive(stage.world, delver());
    ck_assert_int_eq(rat->mind.mood, MOOD_ROAMING);
    ck_assert(ember_is_on(stage.world, stage_level(&stage)));
}

TEST(up_from_depth_one_with_an_ember_is_the_kindling)
{
    set_scene(pos_of(1, 1));
    use((struct action){.verb = ACTION_ASCEND});
    stage_expect_refusal(&stage, ada, REFUSAL_TOP);
    give(ITEM_EMBER);
    stage_ticks(&stage, 10);
    use((struct action){.verb = ACTION_ASCEND});
    ck_assert_int_eq(stage_event(&stage, EVENT_KINDLED, ada)->count, 1);
    ck_assert(!ember_is_carried(delver()));
    ck_assert_uint_eq(delver()->life.honours.kindled, 1);
    ck_assert(delver()->life.honours.may_begin_again);
    ck_assert(delver()->is_record_dirty);
}

TEST(a_new_life_is_for_who_has_kindled_and_keeps_one_thing_without_its_tempers)
{
    struct life *life;

    set_scene(pos_of(2, 1));
    life = &delver()->life;
    use((struct action){.verb = ACTION_AGAIN});
    stage_expect_refusal(&stage, ada, REFUSAL_NOT_KINDLED);
    life->honours = (struct honours){.kindled = 1, .may_begin_again = true, .knacks = 3};
    life->experience = lesson_threshold(30);
    life->kills[SPECIES_HEWER] = 4;
    life->opened[0][0] = life->arrived[0] = UINT64_MAX;
    give(ITEM_HELM);
    ck_assert(pack_wear(&life->pack, pack_find(&life->pack, ITEM_HELM)));
    life->pack.worn[SLOT_HEAD].temper = 9;
    stage_ticks(&stage, 10);
    use((struct action){.verb = ACTION_AGAIN, .object = OBJECT_WORN + SLOT_HEAD});
    ck_assert_int_eq(stage_event(&stage, EVENT_BEGAN_AGAIN, ada)->count, 2);
    ck_assert_int_eq(life_level(life), 1);
    ck_assert_int_eq(delver()->body.health_max, 20);
    ck_assert_int_eq(life->pack.worn[SLOT_HEAD].kind, ITEM_HELM);
    ck_assert_int_eq(life->pack.worn[SLOT_HEAD].temper, 0);
    ck_assert_int_eq(life->pack.worn[SLOT_WEAPON].kind, ITEM_KNIFE);
    ck_assert_uint_eq(life->kills[SPECIES_HEWER], 0);
    ck_assert_uint_eq(life->opened[0][0] | life->arrived[0], 0);
    ck_assert_uint_eq(life->honours.kindled, 1);
    ck_assert_uint_eq(life->honours.knacks, 0);
    stage_ticks(&stage, 40);
    use((struct action){.verb = ACTION_AGAIN});
    stage_expect_refusal(&stage, ada, REFUSAL_NOT_KINDLED);
}

TEST(a_new_life_begins_at_the_gate)
{
    set_scene(pos_of(20, 2));
    delver()->life.honours = (struct honours){.kindled = 1, .may_begin_again = true};
    use((struct action){.verb = ACTION_AGAIN});
    stage_expect_refusal(&stage, ada, REFUSAL_NOT_AT_GATE);
}

TEST(fifty_gold_at_a_shrine_end_withering)
{
    set_scene(pos_of(23, 2));
    const struct stack gold = stack_of(ITEM_GOLD, 60);
    use((struct action){.verb = ACTION_PRAY});
    stage_expect_refusal(&stage, ada, REFUSAL_NOT_WITHERED);
    int full = delver()->body.health_max;
    (void)befall(stage.world, &delver()->body, STATUS_WITHERED, 2);
    ck_assert_int_eq(delver()->body.health_max, full - full / 5);
    use((struct action){.verb = ACTION_PRAY});
    stage_expect_refusal(&stage, ada, REFUSAL_NO_GOLD);
    delver()->life.gold += 60;
    ledger_make(&delver()->body.level->ledger, &gold);
    use((struct action){.verb = ACTION_PRAY});
    ck_assert_int_eq(stage_event(&stage, EVENT_PRAYED, ada)->count, ALTAR_PRICE);
    ck_assert_int_eq(delver()->body.health_max, full);
    ck_assert_int_eq(delver()->life.gold, 60 - ALTAR_PRICE + stage_newborn().life.gold);
}

TEST(no_shrine_is_far_from_the_body)
{
    set_scene(pos_of(21, 2));
    use((struct action){.verb = ACTION_PRAY});
    stage_expect_refusal(&stage, ada, REFUSAL_NO_SHRINE);
}
