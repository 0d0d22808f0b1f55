/*
 * The ember: who finds it, and what its coming wakes.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/action.h"
#include "world/death.h"
#include "world/life.h"
#include "world/mind.h"
#include "world/sense.h"
#include "world/statuses.h"
#include "world/populate.h"
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
