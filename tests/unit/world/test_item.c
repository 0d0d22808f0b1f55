/*
 * Items: picked up, dropped and thrown, and always in one place.
 */
#include "support/stage.h"
#include "support/suite.h"
#include "world/world_private.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "#......~~..#\n"
                           "#..........#\n"
                           "############\n";

struct scene {
    struct stage stage;
    body_id ada;
    item_id dart;
};

/* Ada stands at `at` with a dart in her pack. */
static void set_scene(struct scene *scene, struct pos at)
{
    stage_init(&scene->stage, hall);
    scene->ada = stage_join(&scene->stage, 1, at);
    scene->dart = stage_item(&scene->stage, ITEM_DART, at);
    stage_act(&scene->stage, scene->ada, ACTION_GET, DIR_NONE);
    stage_ticks(&scene->stage, 6);
}

static const struct item *dart(const struct scene *scene)
{
    const struct item *item = world_item(scene->stage.world, scene->dart);

    ck_assert_ptr_nonnull(item);
    return item;
}

static void do_now(struct scene *scene, struct action action)
{
    stage_use(&scene->stage, scene->ada, action);
    stage_tick(&scene->stage);
}

static void throw_in(struct scene *scene, enum dir dir)
{
    do_now(scene, (struct action){.verb = ACTION_THROW, .dir = dir, .object = scene->dart});
}

static void expect_lies_at(const struct scene *scene, struct pos at)
{
    const struct level *level = stage_level(&scene->stage);

    ck_assert_uint_eq(dart(scene)->holder, 0);
    ck_assert_msg(pos_equal(dart(scene)->at, at), "it lies at %d,%d", dart(scene)->at.x,
                  dart(scene)->at.y);
    ck_assert_ptr_eq(level_item_at(scene->stage.world, level, at), dart(scene));
}

START_TEST(what_lies_underfoot_is_picked_up_and_dropped_elsewhere)
{
    struct scene scene;

    stage_init(&scene.stage, hall);
    scene.ada = stage_join(&scene.stage, 1, pos_of(2, 2));
    scene.dart = stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
    expect_lies_at(&scene, pos_of(2, 2));
    do_now(&scene, (struct action){.verb = ACTION_GET});
    const struct event *taken = stage_event(&scene.stage, EVENT_ITEM_TAKEN, scene.ada);
    ck_assert_uint_eq(taken->item, scene.dart);
    ck_assert_int_eq(taken->item_kind, ITEM_DART);
    ck_assert_uint_eq(dart(&scene)->holder, scene.ada);
    ck_assert_ptr_null(level_item_at(scene.stage.world, stage_level(&scene.stage), pos_of(2, 2)));

    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&scene.stage, 12);
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = scene.dart});
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_DROPPED, scene.ada));
    expect_lies_at(&scene, pos_of(3, 2));
    ck_assert_int_eq(pack_count(scene.stage.world, &stage_delver(&scene.stage, scene.ada)->body),
                     0);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(what_is_not_there_is_refused)
{
    static const struct {
        struct action action;
        enum refusal refusal;
    } table[] = {
        {{.verb = ACTION_GET}, REFUSAL_NOTHING_HERE},
        {{.verb = ACTION_GET, .object = 77}, REFUSAL_NOTHING_HERE},
        {{.verb = ACTION_DROP, .object = 77}, REFUSAL_NOT_CARRIED},
        {{.verb = ACTION_THROW, .dir = DIR_EAST, .object = 77}, REFUSAL_NOT_CARRIED},
    };
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        do_now(&scene, table[i].action);
        stage_expect_refusal(&scene.stage, scene.ada, table[i].refusal);
    }
    body_id bob = stage_join(&scene.stage, 2, pos_of(4, 4));
    stage_use(&scene.stage, bob, (struct action){.verb = ACTION_DROP, .object = scene.dart});
    stage_tick(&scene.stage);
    stage_expect_refusal(&scene.stage, bob, REFUSAL_NOT_CARRIED);
    ck_assert_uint_eq(dart(&scene)->holder, scene.ada);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_full_pack_takes_nothing_more)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    for (int i = 1; i <= PACK_MAX; i++) {
        (void)stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
        do_now(&scene, (struct action){.verb = ACTION_GET});
        if (i == PACK_MAX)
            stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_PACK_FULL);
        stage_ticks(&scene.stage, 6);
    }
    ck_assert_int_eq(pack_count(scene.stage.world, &stage_delver(&scene.stage, scene.ada)->body),
                     PACK_MAX);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_throw_ends_before_a_wall_at_its_range_or_before_water)
{
    static const struct {
        struct pos from;
        enum dir dir;
        struct pos lands;
    } table[] = {
        {{4, 2}, DIR_WEST, {1, 2}},      {{4, 2}, DIR_NORTH, {4, 1}}, {{1, 2}, DIR_EAST, {8, 2}},
        {{4, 2}, DIR_SOUTHWEST, {2, 4}}, {{5, 3}, DIR_EAST, {10, 3}}, {{8, 1}, DIR_SOUTH, {8, 4}},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct scene scene;
        set_scene(&scene, table[i].from);
        throw_in(&scene, table[i].dir);
        const struct event *event = stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada);
        ck_assert_ptr_nonnull(event);
        ck_assert(pos_equal(event->from, table[i].from));
        ck_assert(pos_equal(event->at, table[i].lands));
        ck_assert_uint_eq(event->other, 0);
        expect_lies_at(&scene, table[i].lands);
        stage_release(&scene.stage);
    }
}
END_TEST

START_TEST(nothing_comes_to_lie_in_water)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 3));
    throw_in(&scene, DIR_EAST); /* seven cells lead to the second cell of water */
    expect_lies_at(&scene, pos_of(6, 3));
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_throw_ends_at_the_first_body)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 2));
    (void)stage_join(&scene.stage, 2, pos_of(6, 2));
    body_id rat = stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(4, 2));
    const struct action throw = {.verb = ACTION_THROW, .dir = DIR_EAST, .object = scene.dart};
    action_apply(scene.stage.world, &stage_delver(&scene.stage, scene.ada)->body, &throw);
    ck_assert_uint_eq(stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada)->other, rat);
    expect_lies_at(&scene, pos_of(4, 2));
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_throw_at_a_target_follows_the_line_to_it)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 1));
    body_id bob = stage_join(&scene.stage, 2, pos_of(6, 4));
    do_now(&scene, (struct action){.verb = ACTION_THROW, .object = scene.dart, .target = bob});
    ck_assert_uint_eq(stage_event(&scene.stage, EVENT_ITEM_THROWN, scene.ada)->other, bob);
    expect_lies_at(&scene, pos_of(6, 4));
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_target_that_is_not_in_view_is_refused)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 1));
    const body_id targets[] = {scene.ada, 99};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        do_now(&scene,
               (struct action){.verb = ACTION_THROW, .object = scene.dart, .target = targets[i]});
        stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_NO_TARGET);
    }
    ck_assert_uint_eq(dart(&scene)->holder, scene.ada);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(of_several_on_a_cell_the_last_lies_on_top)
{
    struct scene scene;

    set_scene(&scene, pos_of(2, 2));
    item_id below = stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = scene.dart});
    expect_lies_at(&scene, pos_of(2, 2));
    stage_ticks(&scene.stage, 5);
    do_now(&scene, (struct action){.verb = ACTION_GET});
    ck_assert_uint_eq(dart(&scene)->holder, scene.ada);
    ck_assert_uint_eq(level_item_at(scene.stage.world, stage_level(&scene.stage), pos_of(2, 2))->id,
                      below);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(a_pack_goes_with_its_delver_and_out_of_the_world_with_them)
{
    struct scene scene;

    set_scene(&scene, pos_of(1, 1));
    stage_add_level(&scene.stage, hall, (struct level_key){0, 2, 1});
    stage_input(&scene.stage, INPUT_SEND, scene.ada)->key = (struct level_key){0, 2, 1};
    stage_tick(&scene.stage);
    stage_arrive(&scene.stage, scene.ada, (struct level_key){0, 2, 1});
    stage_input(&scene.stage, INPUT_LEVEL_DROP, 0)->key = scene.stage.key;
    stage_ticks(&scene.stage, 2);
    ck_assert_uint_eq(stage_delver(&scene.stage, scene.ada)->body.key.depth, 2);
    ck_assert_uint_eq(dart(&scene)->holder, scene.ada);
    stage_input(&scene.stage, INPUT_LEAVE, scene.ada);
    stage_ticks(&scene.stage, 2);
    ck_assert_ptr_null(world_item(scene.stage.world, scene.dart));
    stage_release(&scene.stage);
}
END_TEST

START_TEST(what_lies_on_a_level_goes_with_it)
{
    struct scene scene;

    stage_init(&scene.stage, hall);
    scene.dart = stage_item(&scene.stage, ITEM_DART, pos_of(2, 2));
    stage_input(&scene.stage, INPUT_LEVEL_DROP, 0)->key = scene.stage.key;
    stage_tick(&scene.stage);
    ck_assert_ptr_null(world_item(scene.stage.world, scene.dart));
    stage_release(&scene.stage);
}
END_TEST

START_TEST(where_things_are_is_part_of_the_state)
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
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("item");

    tcase_add_test(tcase, what_lies_underfoot_is_picked_up_and_dropped_elsewhere);
    tcase_add_test(tcase, what_is_not_there_is_refused);
    tcase_add_test(tcase, a_full_pack_takes_nothing_more);
    tcase_add_test(tcase, a_throw_ends_before_a_wall_at_its_range_or_before_water);
    tcase_add_test(tcase, nothing_comes_to_lie_in_water);
    tcase_add_test(tcase, a_throw_ends_at_the_first_body);
    tcase_add_test(tcase, a_throw_at_a_target_follows_the_line_to_it);
    tcase_add_test(tcase, a_target_that_is_not_in_view_is_refused);
    tcase_add_test(tcase, of_several_on_a_cell_the_last_lies_on_top);
    tcase_add_test(tcase, a_pack_goes_with_its_delver_and_out_of_the_world_with_them);
    tcase_add_test(tcase, what_lies_on_a_level_goes_with_it);
    tcase_add_test(tcase, where_things_are_is_part_of_the_state);
    return suite_run("item", tcase);
}
