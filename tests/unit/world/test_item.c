/*
 * Things: picked up, dropped, thrown, worn and used, and always in one place.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/carry.h"
#include "world/find.h"
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

static void do_and_rest(struct scene *scene, enum action_verb verb, uint32_t object)
{
    do_now(scene, (struct action){.verb = verb, .object = object});
    stage_ticks(&scene->stage, 31);
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

TEST(what_lies_underfoot_is_picked_up_and_dropped_elsewhere)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    (void)stage_item(&scene.stage, ITEM_HELM, pos_of(2, 2));
    do_now(&scene, (struct action){.verb = ACTION_GET});
    const struct event *taken = stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada);
    ck_assert_int_eq(taken->stack.kind, ITEM_HELM);
    ck_assert_int_eq(taken->left, 1);
    ck_assert_int_eq(pack_peek(pack_of(&scene), FOURTH)->kind, ITEM_HELM);
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 0);

    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&scene.stage, 12);
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = FOURTH});
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_DROPPED, scene.ada));
    ck_assert_uint_eq(count_lying(&scene, pos_of(3, 2)), 1);
    ck_assert_ptr_null(pack_peek(pack_of(&scene), FOURTH));
    stage_release(&scene.stage);
}

TEST(what_is_not_there_or_not_so_to_be_used_is_refused)
{
    static const struct {
        struct action action;
        enum refusal refusal;
    } table[] = {
        {{.verb = ACTION_GET}, REFUSAL_NOTHING_HERE},
        {{.verb = ACTION_GET, .object = 77}, REFUSAL_NOTHING_HERE},
        {{.verb = ACTION_DROP, .object = FOURTH}, REFUSAL_NOT_CARRIED},
        {{.verb = ACTION_THROW, .dir = DIR_EAST, .object = FOURTH}, REFUSAL_NOT_CARRIED},
        {{.verb = ACTION_THROW, .target = 99, .object = DARTS}, REFUSAL_NO_TARGET},
        {{.verb = ACTION_WEAR, .object = DARTS}, REFUSAL_NOT_WORN},
        {{.verb = ACTION_WEAR, .object = OBJECT_WORN + SLOT_BODY}, REFUSAL_WORN_ALREADY},
        {{.verb = ACTION_REMOVE, .object = DARTS}, REFUSAL_NOT_WORN},
        {{.verb = ACTION_REMOVE, .object = OBJECT_WORN + SLOT_RING}, REFUSAL_NOT_CARRIED},
        {{.verb = ACTION_USE, .object = DARTS}, REFUSAL_NO_USE},
        {{.verb = ACTION_FIRE, .dir = DIR_EAST}, REFUSAL_NO_LAUNCHER},
    };
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        do_now(&scene, table[i].action);
        stage_expect_refusal(&scene.stage, scene.ada, table[i].refusal);
    }
    ck_assert_uint_eq(pack_peek(pack_of(&scene), DARTS)->count, 3);
    stage_release(&scene.stage);
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

TEST(a_full_pack_is_told_and_leaves_what_lies_there)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    while (pack_room(pack_of(&scene), &(struct stack){.kind = ITEM_HELM, .count = 1}) > 0)
        (void)give(&scene, ITEM_HELM, 1);
    (void)stage_item(&scene.stage, ITEM_BOOTS, pos_of(2, 2));
    do_now(&scene, (struct action){.verb = ACTION_GET});
    stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_PACK_FULL);
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 1);
    stage_release(&scene.stage);
}

TEST(gold_is_picked_up_by_a_step)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    item_id gold = stage_item(&scene.stage, ITEM_GOLD, pos_of(3, 2));
    world_item(scene.stage.world, gold)->stack.count = 25;
    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&scene.stage);
    ck_assert_int_eq(stage_delver(&scene.stage, scene.ada)->life.gold, 25);
    ck_assert_uint_eq(count_lying(&scene, pos_of(3, 2)), 0);
    stage_release(&scene.stage);
}

TEST(what_another_has_won_is_theirs_for_five_minutes)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    item_id helm = stage_item(&scene.stage, ITEM_HELM, pos_of(2, 2));
    struct item *item = world_item(scene.stage.world, helm);
    item_own(scene.stage.world, item, 2);
    do_now(&scene, (struct action){.verb = ACTION_GET});
    stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_NOT_YOURS);
    ck_assert_uint_eq(item->owned_until, scene.stage.world->tick - 1 + 300 * 50);
    item->owned_until = scene.stage.world->tick;
    do_now(&scene, (struct action){.verb = ACTION_GET});
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada));
    stage_release(&scene.stage);
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

TEST(what_a_player_who_was_below_depth_3_drops_is_anybodys)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    stage_delver(&scene.stage, scene.ada)->life.deepest = LIFE_PROVEN_DEPTH;
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
    body_id brom = take_turns(&scene, 1);
    stage_use(&scene.stage, brom, (struct action){.verb = ACTION_GET});
    stage_tick(&scene.stage);
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_TAKEN, brom));
    stage_release(&scene.stage);
}

TEST(what_was_dropped_is_not_picked_up_by_a_step)
{
    static const uint16_t depths[] = {0, LIFE_PROVEN_DEPTH};

    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        struct scene scene;
        set_scene(&scene, pos_of(2, 2));
        stage_delver(&scene.stage, scene.ada)->life.deepest = depths[i];
        do_and_rest(&scene, ACTION_DROP, MENDING);
        stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
        stage_ticks(&scene.stage, 12);
        stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_WEST);
        stage_ticks(&scene.stage, 12);
        ck_assert(pos_equal(stage_place(&scene.stage, scene.ada), pos_of(2, 2)));
        ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 2);
        stage_release(&scene.stage);
    }
}

TEST(after_a_day_the_floor_is_rid_of_what_a_new_player_left)
{
    struct scene scene;
    const uint64_t day = 24 * 3600 * 50;
    const uint64_t minute = 60 * 50;

    set_scene(&scene, pos_of(2, 2));
    struct world *world = scene.stage.world;
    int64_t left = ledger_left(&world->ledger, ITEM_MENDING);
    (void)stage_item(&scene.stage, ITEM_HELM, pos_of(3, 2));
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
    world->tick += day - 2 * minute;
    stage_ticks(&scene.stage, (int)minute);
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 2);
    world->tick += minute;
    stage_ticks(&scene.stage, (int)minute);
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 0);
    ck_assert_uint_eq(count_lying(&scene, pos_of(3, 2)), 1);
    ck_assert_int_eq(ledger_left(&world->ledger, ITEM_MENDING), left - 2);
    stage_release(&scene.stage);
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

TEST(what_is_free_is_taken_from_below_what_is_not)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    item_id dart = stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
    item_id helm = stage_item(&scene.stage, ITEM_HELM, pos_of(2, 2));
    item_own(scene.stage.world, world_item(scene.stage.world, helm), 2);
    do_now(&scene, (struct action){.verb = ACTION_GET});
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada));
    ck_assert_ptr_null(world_item(scene.stage.world, dart));
    ck_assert_ptr_nonnull(world_item(scene.stage.world, helm));
    stage_release(&scene.stage);
}

TEST(as_many_are_dropped_and_picked_up_as_were_asked_for)
{
    static const struct {
        uint32_t count;
        uint32_t moved;
    } table[] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {0, 3}};
    const struct pos at = pos_of(2, 2);

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct scene scene;
        set_scene(&scene, at);
        do_now(&scene,
               (struct action){.verb = ACTION_DROP, .object = DARTS, .count = table[i].count});
        ck_assert_uint_eq(stage_event(&scene.stage, EVENT_ITEM_DROPPED, scene.ada)->stack.count,
                          table[i].moved);
        ck_assert_uint_eq(count_lying(&scene, at), table[i].moved);
        do_and_rest(&scene, ACTION_DROP, DARTS);
        stage_release(&scene.stage);

        set_scene(&scene, at);
        do_and_rest(&scene, ACTION_DROP, DARTS);
        do_now(&scene, (struct action){.verb = ACTION_GET, .count = table[i].count});
        ck_assert_uint_eq(stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada)->stack.count,
                          table[i].moved);
        ck_assert_uint_eq(count_lying(&scene, at), 3 - table[i].moved);
        stage_release(&scene.stage);
    }
}

TEST(a_throw_ends_before_a_wall_at_its_range_or_before_water)
{
    static const struct {
        struct pos from;
        enum dir dir;
        struct pos lands;
    } table[] = {
        {{4, 2}, DIR_WEST, {1, 2}},      {{4, 2}, DIR_NORTH, {4, 1}}, {{1, 2}, DIR_EAST, {6, 2}},
        {{4, 2}, DIR_SOUTHWEST, {2, 4}}, {{5, 3}, DIR_EAST, {10, 3}}, {{8, 1}, DIR_SOUTH, {8, 4}},
        {{2, 3}, DIR_EAST, {6, 3}},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct scene scene;
        set_scene(&scene, table[i].from);
        do_now(&scene, (struct action){.verb = ACTION_THROW,
                                       .dir = table[i].dir,
                                       .object = give(&scene, ITEM_HELM, 1)});
        const struct event *event = stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada);
        ck_assert(pos_equal(event->from, table[i].from));
        ck_assert_msg(pos_equal(event->at, table[i].lands), "%zu: %d,%d", i, event->at.x,
                      event->at.y);
        ck_assert_uint_eq(event->other, 0);
        ck_assert_uint_eq(count_lying(&scene, table[i].lands), 1);
        stage_release(&scene.stage);
    }
}

TEST(a_throw_passes_delvers_and_ends_at_the_first_foe)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 2));
    (void)stage_join(&scene.stage, 2, pos_of(3, 2));
    body_id rat = stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(6, 2));
    do_now(&scene, (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = DARTS});
    const struct event *thrown = stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada);
    const struct event *shot = stage_event(&scene.stage, EVENT_SHOT, scene.ada);
    ck_assert_uint_eq(thrown->other, rat);
    ck_assert_int_eq(thrown->count, 1);
    ck_assert_uint_eq(shot->other, rat);
    ck_assert_int_eq(shot->stack.kind, ITEM_DART);
    ck_assert_uint_eq(shot->stack.count, 1);
    stage_release(&scene.stage);
}

TEST(a_throw_that_strikes_at_nobody_is_told_by_itself)
{
    static const enum item_kind kinds[] = {ITEM_SALT_BAG, ITEM_MURK};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct scene scene;
        set_scene(&scene, pos_of(1, 2));
        body_id rat = stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
        do_now(&scene, (struct action){.verb = ACTION_THROW,
                                       .dir = DIR_EAST,
                                       .object = give(&scene, kinds[i], 1)});
        const struct event *thrown = stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada);
        ck_assert_uint_eq(thrown->other, rat);
        ck_assert_int_eq(thrown->count, 0);
        ck_assert_ptr_null(stage_event(&scene.stage, EVENT_SHOT, scene.ada));
        stage_release(&scene.stage);
    }
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

TEST(a_swap_wields_the_weapon_that_was_wielded_before)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 1));
    do_now(&scene, (struct action){.verb = ACTION_SWAP});
    stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_NO_WEAPON);
    uint32_t cudgel = give(&scene, ITEM_CUDGEL, 1);
    do_and_rest(&scene, ACTION_WEAR, give(&scene, ITEM_HATCHET, 1));
    ck_assert_uint_eq(pack_find(pack_of(&scene), ITEM_CUDGEL), cudgel);
    do_and_rest(&scene, ACTION_SWAP, 0);
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_WEAPON].kind, ITEM_KNIFE);
    do_and_rest(&scene, ACTION_SWAP, 0);
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_WEAPON].kind, ITEM_HATCHET);
    /* If the weapon of before is gone, a swap takes another one. */
    do_and_rest(&scene, ACTION_DROP, pack_find(pack_of(&scene), ITEM_KNIFE));
    do_and_rest(&scene, ACTION_SWAP, 0);
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_WEAPON].kind, ITEM_CUDGEL);
    do_and_rest(&scene, ACTION_REMOVE, OBJECT_WORN + SLOT_WEAPON);
    do_and_rest(&scene, ACTION_SWAP, 0);
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_WEAPON].kind, ITEM_CUDGEL);
    stage_release(&scene.stage);
}

TEST(what_is_worn_takes_the_place_of_what_was)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 1));
    do_and_rest(&scene, ACTION_WEAR, give(&scene, ITEM_BUCKLER, 1));
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_SHIELD].kind, ITEM_BUCKLER);
    do_and_rest(&scene, ACTION_WEAR, give(&scene, ITEM_PIKE, 1));
    ck_assert_int_eq(pack_of(&scene)->worn[SLOT_WEAPON].kind, ITEM_PIKE);
    ck_assert(stack_is_none(&pack_of(&scene)->worn[SLOT_SHIELD]));
    ck_assert_uint_ne(pack_find(pack_of(&scene), ITEM_KNIFE), OBJECT_NONE);
    ck_assert_uint_ne(pack_find(pack_of(&scene), ITEM_BUCKLER), OBJECT_NONE);
    do_and_rest(&scene, ACTION_WEAR, pack_find(pack_of(&scene), ITEM_BUCKLER));
    ck_assert(stack_is_none(&pack_of(&scene)->worn[SLOT_WEAPON]));
    do_and_rest(&scene, ACTION_REMOVE, OBJECT_WORN + SLOT_SHIELD);
    ck_assert(stack_is_none(&pack_of(&scene)->worn[SLOT_SHIELD]));
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

TEST(of_several_on_a_cell_the_last_lies_on_top)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    (void)stage_item(&scene.stage, ITEM_BOOTS, pos_of(2, 2));
    do_and_rest(&scene, ACTION_DROP, give(&scene, ITEM_HELM, 1));
    do_now(&scene, (struct action){.verb = ACTION_GET});
    ck_assert_int_eq(stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada)->stack.kind, ITEM_HELM);
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 1);
    stage_release(&scene.stage);
}

TEST(of_too_many_on_a_level_the_one_that_lay_longest_goes)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    item_id first = stage_item(&scene.stage, ITEM_BOOTS, pos_of(4, 4));
    stage_level(&scene.stage)->item_count = ITEM_LEVEL_MAX;
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = MENDING});
    ck_assert_ptr_null(world_item(scene.stage.world, first));
    ck_assert_uint_eq(count_lying(&scene, pos_of(2, 2)), 2);
    ck_assert_uint_eq(scene.stage.world->ledger.ended[ITEM_BOOTS], 1);
    stage_release(&scene.stage);
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
