/*
 * Packs and gear as values, things of new players, shares of throws, and the state.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/carry.h"
#include "world/loot.h"
#include "world/world.h"
#include "world/world_hash.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "#......~~..#\n"
                           "#..........#\n"
                           "############\n";

enum { DARTS = OBJECT_CARRIED, MENDING, ELSEWHERE, FOURTH }; /* as a new pack has them */

struct scene {
    struct stage stage;
    body_id ada;
};

/* Ada stands at `at` with what a new delver has. */
static void set_scene(struct scene *scene, struct pos at)
{
    stage_init(&scene->stage, hall);
    scene->ada = stage_join(&scene->stage, 1, at);
}

static struct pack *pack_of(const struct scene *scene)
{
    return &stage_delver(&scene->stage, scene->ada)->life.pack;
}

static void do_now(struct scene *scene, struct action action)
{
    stage_use(&scene->stage, scene->ada, action);
    stage_tick(&scene->stage);
}

static uint32_t count_lying(const struct scene *scene, struct pos at)
{
    const struct item *item = level_item_at(scene->stage.world, stage_level(&scene->stage), at);

    return item == NULL ? 0 : item->stack.count;
}

/* Puts a thing into Ada's pack. Returns its object. */
static uint32_t give(struct scene *scene, enum item_kind kind, uint32_t count)
{
    return pack_put(pack_of(scene), stack_of(kind, count));
}

TEST(a_pack_takes_stacks_to_their_most_and_then_nothing)
{
    struct pack pack = pack_new();
    const struct stack darts = stack_of(ITEM_DART, 1000);
    const struct stack helm = stack_of(ITEM_HELM, 1);

    ck_assert_uint_eq(pack_room(&pack, &darts), 17 + 13 * 20);
    ck_assert_uint_eq(pack_put(&pack, stack_of(ITEM_DART, 18)), FOURTH);
    ck_assert_uint_eq(pack_peek(&pack, DARTS)->count, 20);
    ck_assert_uint_eq(pack_peek(&pack, FOURTH)->count, 1);
    for (int i = 0; i < 12; i++)
        (void)pack_put(&pack, helm);
    ck_assert_uint_eq(pack_room(&pack, &helm), 0);
    ck_assert_uint_eq(pack_room(&pack, &darts), 19);
}

/* Brom, who is as new as Ada unless `deepest` says otherwise, stands where Ada stood. */
static body_id take_turns(struct scene *scene, uint16_t deepest)
{
    struct pos at = stage_place(&scene->stage, scene->ada);

    stage_input(&scene->stage, INPUT_LEAVE, scene->ada);
    stage_tick(&scene->stage);
    body_id brom = stage_join(&scene->stage, 2, at);
    stage_delver(&scene->stage, brom)->life.deepest = deepest;
    return brom;
}

/* Ways in which a new player's thing comes to lie on the floor. */
enum fall {
    FALL_DROPPED,
    FALL_THROWN,
    FALL_LEFT_OVER, /* made for a delver whose pack has no room for it */
    FALL_WON,       /* what a foe leaves */
    FALL_COUNT
};

static void let_fall(struct scene *scene, enum fall fall)
{
    struct delver *ada = stage_delver(&scene->stage, scene->ada);

    switch (fall) {
    case FALL_DROPPED:
        do_now(scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
        return;
    case FALL_THROWN: /* at the wall beside her */
        do_now(scene, (struct action){.verb = ACTION_THROW,
                                      .dir = DIR_WEST,
                                      .object = give(scene, ITEM_HELM, 1)});
        return;
    case FALL_LEFT_OVER:
        while (pack_room(pack_of(scene), &(struct stack){.kind = ITEM_HELM, .count = 1}) > 0)
            (void)give(scene, ITEM_HELM, 1);
        (void)carry_give(scene->stage.world, ada, stack_of(ITEM_HELM, 1));
        stage_tick(&scene->stage);
        return;
    case FALL_WON:
    case FALL_COUNT:
        spoils_leave(scene->stage.world, ada, species_row(SPECIES_COOPER), 1, ada->body.at);
        stage_tick(&scene->stage);
        return;
    }
}

TEST(what_a_new_player_lets_fall_stays_that_players)
{
    for (enum fall fall = 0; fall < FALL_COUNT; fall++) {
        struct scene scene;
        set_scene(&scene, pos_of(1, 2));
        let_fall(&scene, fall);
        const struct item *lies =
            level_item_at(scene.stage.world, stage_level(&scene.stage), pos_of(1, 2));
        ck_assert_msg(lies != NULL, "fall %d", (int)fall);
        struct stack thing = lies->stack;
        /* The time for which others' spoils are theirs is over. */
        scene.stage.world->tick += 301 * 50;
        body_id brom = take_turns(&scene, 9);
        stage_use(&scene.stage, brom, (struct action){.verb = ACTION_GET});
        stage_tick(&scene.stage);
        stage_expect_refusal(&scene.stage, brom, REFUSAL_NEWCOMERS);
        stage_input(&scene.stage, INPUT_LEAVE, brom);
        stage_tick(&scene.stage);
        ck_assert_uint_eq(count_lying(&scene, pos_of(1, 2)), thing.count);
        body_id back = stage_join(&scene.stage, 1, pos_of(1, 2));
        stage_use(&scene.stage, back, (struct action){.verb = ACTION_GET});
        stage_tick(&scene.stage);
        ck_assert_int_eq(stage_event(&scene.stage, EVENT_ITEM_TAKEN, back)->stack.kind, thing.kind);
        stage_release(&scene.stage);
    }
}

TEST(on_a_full_level_what_a_new_player_left_goes_after_what_is_anybodys)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
    item_id mending = level_item_at(scene.stage.world, stage_level(&scene.stage), pos_of(2, 2))->id;
    item_id helm = stage_item(&scene.stage, ITEM_HELM, pos_of(4, 4));
    stage_ticks(&scene.stage, 31);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(world_item(scene.stage.world, mending));
        ck_assert_int_eq(world_item(scene.stage.world, helm) != NULL, i == 0);
        stage_level(&scene.stage)->item_count = ITEM_LEVEL_MAX;
        /* A prize is its winner's: none of it goes for the other. */
        item_own(scene.stage.world,
                 item_add(scene.stage.world, stack_of(ITEM_BOOTS, 1), stage_level(&scene.stage),
                          pos_of(5, 4)),
                 3);
    }
    ck_assert_ptr_null(world_item(scene.stage.world, mending));
    stage_release(&scene.stage);
}

TEST(on_a_full_level_what_a_new_player_left_stays_while_it_is_its_winners)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    struct world *world = scene.stage.world;
    struct level *level = stage_level(&scene.stage);
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
    item_id mending = level_item_at(world, level, pos_of(2, 2))->id;
    struct item *item = world_item(world, mending);
    item_own(world, item, 1);
    level->item_count = ITEM_LEVEL_MAX;
    ck_assert(!item_has_room(world, level));
    world->tick = item->owned_until;
    ck_assert(item_has_room(world, level));
    level->item_count = 1;
    stage_release(&scene.stage);
}

TEST(three_darts_in_four_can_be_picked_up_again_by_a_step)
{
    struct scene scene;
    int lying = 0;

    set_scene(&scene, pos_of(1, 1));
    for (int i = 0; i < 400; i++) {
        uint32_t object = give(&scene, ITEM_DART, 1);
        uint64_t before = scene.stage.world->ledger.ended[ITEM_DART];
        do_now(&scene, (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = object});
        lying += scene.stage.world->ledger.ended[ITEM_DART] == before;
        stage_ticks(&scene.stage, 6);
    }
    ck_assert_int_ge(lying, 270);
    ck_assert_int_le(lying, 330);
    stage_release(&scene.stage);
}

TEST(gear_sums_what_is_worn_and_its_tempers)
{
    struct pack pack = pack_new();

    pack.worn[SLOT_BODY].temper = 3;
    pack.worn[SLOT_SHIELD] = (struct stack){.kind = ITEM_KITE_SHIELD, .count = 1, .temper = 3};
    pack.worn[SLOT_LAMP].temper = 3;
    pack.worn[SLOT_WEAPON].temper = 5;
    const struct gear gear = pack_gear(&pack);
    ck_assert_int_eq(gear.attack, 1);
    ck_assert_int_eq(gear.armour, 2 + 3);
    ck_assert_int_eq(gear.defence, 2 + 1);
    ck_assert_int_eq(gear.light, 9 + 1);
}

TEST(what_lies_on_a_level_goes_with_it)
{
    struct scene scene;

    stage_init(&scene.stage, hall);
    item_id dart = stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
    stage_input(&scene.stage, INPUT_LEVEL_DROP, 0)->key = scene.stage.key;
    stage_tick(&scene.stage);
    ck_assert_ptr_null(world_item(scene.stage.world, dart));
    ck_assert_uint_eq(scene.stage.world->ledger.carried_out[ITEM_DART], 1);
    stage_release(&scene.stage);
}

TEST(where_things_are_is_part_of_the_state)
{
    uint64_t hashes[3];

    for (int i = 0; i < 3; i++) {
        struct stage stage;
        stage_init(&stage, hall);
        if (i > 0)
            (void)stage_item(&stage, ITEM_DART, pos_of(2 + i, 2));
        hashes[i] = world_hash(stage.world);
        stage_release(&stage);
    }
    ck_assert_uint_ne(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[1], hashes[2]);
}
