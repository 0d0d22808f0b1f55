/*
 * Doors.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"
#include "world/world_hash.h"

TEST(walking_into_a_closed_door_opens_it_and_moves_nobody)
{
    const char *text = "#####\n"
                       "#a+.#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, id), pos_of(1, 1)));
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_OPEN);
    const struct event *event = stage_event(&stage, EVENT_DOOR_OPENED, id);
    ck_assert_ptr_nonnull(event);
    ck_assert(pos_equal(event->at, pos_of(2, 1)));
    ck_assert_int_eq(event->dir, DIR_EAST);
    ck_assert(level_key_equal(event->level, stage.key));
    ck_assert(stage_level(&stage)->is_dirty);
    ck_assert_uint_eq(stage_delver(&stage, id)->steps, 0);
    stage_release(&stage);
}

TEST(open_and_close_find_the_only_door_there_is)
{
    const char *text = "#####\n"
                       "#a+.#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_act(&stage, id, ACTION_OPEN, DIR_NONE);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_DOOR_OPENED, id)->dir, DIR_EAST);
    stage_act(&stage, id, ACTION_CLOSE, DIR_NONE);
    stage_ticks(&stage, 5);
    ck_assert_int_eq(stage_event(&stage, EVENT_DOOR_CLOSED, id)->dir, DIR_EAST);
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_CLOSED);
    stage_release(&stage);
}

TEST(with_no_door_or_two_the_answer_says_which)
{
    const char *text = "#####\n"
                       "#'+##\n"
                       "#a+##\n"
                       "#'.b#\n"
                       "#####\n";
    struct stage stage;
    enum dir dir;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id other = stage_join(&stage, 2, draw_level_find(text, 'b'));

    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     2);
    ck_assert_int_eq(dir, DIR_NORTH);
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_OPEN, &dir), 2);
    ck_assert_int_eq(dir, DIR_NORTHEAST);
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, other)->body, ACTION_CLOSE, &dir),
                     0);
    ck_assert_int_eq(dir, DIR_NONE);

    stage_act(&stage, id, ACTION_CLOSE, DIR_NONE);
    stage_act(&stage, other, ACTION_CLOSE, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_WHICH_DOOR);
    stage_expect_refusal(&stage, other, REFUSAL_NO_DOOR);
    stage_act(&stage, id, ACTION_CLOSE, DIR_SOUTH);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_CLOSED, id));
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     1);
    ck_assert_int_eq(dir, DIR_NORTH);
    stage_release(&stage);
}

TEST(a_direction_with_the_wrong_door_or_none_is_refused_for_its_own_reason)
{
    const char *text = "#'###\n"
                       "+a..#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    const struct {
        struct action action;
        enum refusal refusal;
    } cases[] = {
        {{.verb = ACTION_OPEN, .dir = DIR_NORTH}, REFUSAL_DOOR_OPEN},
        {{.verb = ACTION_OPEN, .dir = DIR_EAST}, REFUSAL_NO_DOOR},
        {{.verb = ACTION_CLOSE, .dir = DIR_WEST}, REFUSAL_DOOR_CLOSED},
        {{.verb = ACTION_CLOSE, .dir = DIR_SOUTH}, REFUSAL_NO_DOOR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage_act(&stage, id, cases[i].action.verb, cases[i].action.dir);
        stage_tick(&stage);
        stage_expect_refusal(&stage, id, cases[i].refusal);
    }
    draw_level_expect(stage_level(&stage), text);
    stage_release(&stage);
}

TEST(doors_at_the_edge_of_the_level_are_looked_for_inside_only)
{
    struct stage stage;
    enum dir dir;

    stage_init(&stage, ".'\n##\n");
    body_id id = stage_join(&stage, 1, pos_of(0, 0));
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     1);
    stage_act(&stage, id, ACTION_CLOSE, DIR_NORTHWEST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_NO_DOOR);
    stage_act(&stage, id, ACTION_MOVE, DIR_NORTHWEST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_WALL);
    stage_release(&stage);
}

TEST(nobody_is_shut_into_a_doorway)
{
    const char *text = "#####\n"
                       "#a'b#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id closer = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id walker = stage_join(&stage, 2, draw_level_find(text, 'b'));

    /* In one tick: the walker steps in first, then the other tries to close. */
    stage_act(&stage, walker, ACTION_MOVE, DIR_WEST);
    stage_act(&stage, closer, ACTION_CLOSE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, walker), pos_of(2, 1)));
    stage_expect_refusal(&stage, closer, REFUSAL_DOORWAY_TAKEN);
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_OPEN);

    /* The other way round: the door closes, the step becomes the opening of it. */
    stage_act(&stage, walker, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 10);
    stage_act(&stage, closer, ACTION_CLOSE, DIR_EAST);
    stage_act(&stage, walker, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_CLOSED, closer));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_OPENED, walker));
    ck_assert(pos_equal(stage_place(&stage, walker), pos_of(3, 1)));
    stage_release(&stage);
}

/* One delver beside a closed door, another far from it. */
static const char hall[] = "#######\n"
                           "#ba+..#\n"
                           "#######\n";

static enum tile_id tile_of_hall(const struct stage *stage)
{
    return level_tile(stage_level(stage), draw_level_find(hall, '+'));
}

static body_id open_hall(struct stage *stage)
{
    stage_init(stage, hall);
    body_id id = stage_join(stage, 1, draw_level_find(hall, 'a'));
    stage_act(stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(stage);
    ck_assert_int_eq(tile_of_hall(stage), TILE_DOOR_OPEN);
    return id;
}

static void expect_shut_after(struct stage *stage, int ticks)
{
    stage_ticks(stage, ticks - 1);
    ck_assert_int_eq(tile_of_hall(stage), TILE_DOOR_OPEN);
    stage_tick(stage);
    ck_assert_int_eq(tile_of_hall(stage), TILE_DOOR_CLOSED);
}

TEST(a_door_falls_shut_500_ticks_after_it_was_opened)
{
    struct stage stage;

    body_id id = open_hall(&stage);
    struct pos door = draw_level_find(hall, '+');
    struct pos behind = pos_step(door, DIR_EAST);
    ck_assert(delver_sees(stage_delver(&stage, id), behind));
    stage_level(&stage)->is_dirty = false;
    expect_shut_after(&stage, DOOR_OPEN_TICKS);

    const struct event *event = stage_event(&stage, EVENT_DOOR_FELL_SHUT, 0);
    ck_assert_ptr_nonnull(event);
    ck_assert(pos_equal(event->at, door) && pos_equal(event->from, door));
    ck_assert(level_key_equal(event->level, stage.key));
    ck_assert_int_eq(stage_event_count(&stage), 1);
    ck_assert(stage_level(&stage)->is_dirty);
    ck_assert(!delver_sees(stage_delver(&stage, id), behind));
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, id), door), TILE_DOOR_CLOSED);
    stage_release(&stage);
}

TEST(a_door_that_was_closed_and_opened_again_counts_from_then)
{
    struct stage stage;

    body_id id = open_hall(&stage);
    stage_ticks(&stage, 400);
    stage_act(&stage, id, ACTION_CLOSE, DIR_EAST);
    stage_ticks(&stage, 50);
    stage_act(&stage, id, ACTION_OPEN, DIR_EAST);
    stage_tick(&stage);
    expect_shut_after(&stage, DOOR_OPEN_TICKS);
    stage_release(&stage);
}

TEST(a_door_stays_open_round_a_body_and_counts_from_its_leave)
{
    struct stage stage;

    body_id id = open_hall(&stage);
    stage_ticks(&stage, 50);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 2 * DOOR_OPEN_TICKS);
    ck_assert_int_eq(tile_of_hall(&stage), TILE_DOOR_OPEN);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    expect_shut_after(&stage, DOOR_OPEN_TICKS);
    stage_release(&stage);
}

TEST(a_door_stays_open_round_an_item_and_counts_from_its_taking)
{
    struct stage stage;

    (void)open_hall(&stage);
    item_id item = stage_item(&stage, ITEM_DART, draw_level_find(hall, '+'));
    stage_ticks(&stage, 2 * DOOR_OPEN_TICKS);
    ck_assert_int_eq(tile_of_hall(&stage), TILE_DOOR_OPEN);
    item_take_away(stage.world, stage_level(&stage), world_item(stage.world, item));
    expect_shut_after(&stage, DOOR_OPEN_TICKS + 1);
    stage_release(&stage);
}

TEST(a_door_that_falls_shut_unseen_is_remembered_open_until_it_is_seen)
{
    const char *text = "#######\n"
                       "#a+..b#\n"
                       "#####.#\n"
                       "#####.#\n"
                       "#######\n";
    struct pos door = draw_level_find(text, '+');
    struct stage stage;

    stage_init(&stage, text);
    body_id opener = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id leaver = stage_join(&stage, 2, draw_level_find(text, 'b'));
    stage_act(&stage, opener, ACTION_OPEN, DIR_EAST);
    stage_act(&stage, leaver, ACTION_WAIT, DIR_NONE);
    stage_act(&stage, leaver, ACTION_MOVE, DIR_SOUTH);
    stage_act(&stage, leaver, ACTION_MOVE, DIR_SOUTH);
    stage_ticks(&stage, DOOR_OPEN_TICKS + 1);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_FELL_SHUT, 0));
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, opener), door), TILE_DOOR_CLOSED);
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, leaver), door), TILE_DOOR_OPEN);
    stage_act(&stage, leaver, ACTION_MOVE, DIR_NORTH);
    stage_act(&stage, leaver, ACTION_MOVE, DIR_NORTH);
    stage_ticks(&stage, 10);
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, leaver), door), TILE_DOOR_CLOSED);
    stage_release(&stage);
}

TEST(a_doors_time_stands_while_nobody_is_on_its_level)
{
    struct stage stage;

    body_id id = open_hall(&stage);
    stage_ticks(&stage, 100);
    stage_input(&stage, INPUT_LEAVE, id);
    stage_ticks(&stage, 2 * DOOR_OPEN_TICKS);
    ck_assert_int_eq(tile_of_hall(&stage), TILE_DOOR_OPEN);
    stage_join(&stage, 2, draw_level_find(hall, 'b'));
    expect_shut_after(&stage, DOOR_OPEN_TICKS - 101);
    stage_release(&stage);
}

TEST(a_level_that_is_loaded_begins_the_count_of_each_open_door)
{
    struct stage stage;
    struct bytes saved = {0};
    struct level *level;

    (void)open_hall(&stage);
    stage_ticks(&stage, DOOR_OPEN_TICKS - 1);
    bytes_init(&saved, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(stage_level(&stage), &saved), ERR_OK);
    ck_assert_int_eq(level_decode(saved.data, saved.length, stage.key, &level), ERR_OK);
    ck_assert_uint_eq(level->open_doors.count, 1);
    ck_assert_uint_eq(level->open_doors.items[0].since, level->clock);
    level_free(level);
    bytes_release(&saved);
    stage_release(&stage);
}

TEST(what_a_door_has_left_is_part_of_the_hash)
{
    struct stage stage;

    (void)open_hall(&stage);
    uint64_t before = world_hash(stage.world);
    stage_level(&stage)->open_doors.items[0].since--;
    ck_assert_uint_ne(world_hash(stage.world), before);
    stage_level(&stage)->open_doors.items[0].since++;
    ck_assert_uint_eq(world_hash(stage.world), before);
    stage_release(&stage);
}

TEST(many_doors_fall_shut_in_one_tick)
{
    const char *text = "'''''''''\n"
                       "'.......'\n"
                       "'...a...'\n"
                       "'.......'\n"
                       "'''''''''\n";
    struct stage stage;

    stage_init(&stage, text);
    stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_ticks(&stage, DOOR_OPEN_TICKS - 1);
    ck_assert_uint_eq(stage_level(&stage)->open_doors.count, 24);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), 24);
    ck_assert_uint_eq(stage_level(&stage)->open_doors.count, 0);
    stage_release(&stage);
}
