/*
 * Between two levels.
 */
#include "support/stage.h"
#include "support/test.h"

#include <string.h>

#include "content/theme.h"
#include "world/world_hash.h"

static const char upper[] = "######\n"
                            "#<.>.#\n"
                            "######\n";
static const char lower[] = "########\n"
                            "#.<...>#\n"
                            "########\n";
static const struct level_key lower_key = {.wing = 0, .depth = 2, .generation = 1};

/* Somebody on the stairs down of depth 1, with depth 2 loaded. */
static body_id set_scene(struct stage *stage)
{
    stage_init(stage, upper);
    stage_add_level(stage, lower, lower_key);
    return stage_join(stage, 1, draw_level_find(upper, '>'));
}

static body_id set_scene_in_transit(struct stage *stage)
{
    body_id id = set_scene(stage);

    stage_act(stage, id, ACTION_DESCEND, DIR_NONE);
    stage_tick(stage);
    ck_assert_int_eq(stage_delver(stage, id)->body.state, BODY_TRANSIT);
    return id;
}

static uint32_t count_occupied(const struct level *level)
{
    uint32_t count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += level->bodies[i] != 0;
    return count;
}

TEST(on_the_stairs_there_is_no_body_anywhere)
{
    struct stage stage;
    body_id id = set_scene(&stage);

    stage_act(&stage, id, ACTION_DESCEND, DIR_NONE);
    stage_act(&stage, id, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    const struct delver *delver = stage_delver(&stage, id);
    const struct event *event = stage_event(&stage, EVENT_DEPARTED, id);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(event->stairs, TILE_STAIRS_DOWN);
    ck_assert(level_key_equal(event->level, stage.key));
    ck_assert(pos_equal(event->at, draw_level_find(upper, '>')));
    ck_assert_int_eq(delver->body.state, BODY_TRANSIT);
    ck_assert_ptr_null(delver->body.level);
    ck_assert_int_eq(delver->body.queue_length, 0);
    ck_assert(!delver_sees(delver, pos_of(2, 1)));
    ck_assert_uint_eq(count_occupied(stage_level(&stage)), 0);
    ck_assert_uint_eq(stage_level(&stage)->delver_count, 0);
    ck_assert_uint_eq(stage_level(&stage)->first_delver, 0);
    ck_assert_uint_eq(delver->sequence, 0);

    stage_act(&stage, id, ACTION_WAIT, DIR_NONE);
    stage_input(&stage, INPUT_CANCEL, id);
    stage_tick(&stage);
    ck_assert_msg(stage_event_count(&stage) == 0, "nobody acts on the stairs");
    stage_release(&stage);
}

TEST(the_depth_on_which_every_life_begins_is_no_lesson)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);

    stage_arrive(&stage, id, stage.key);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_ARRIVED, id));
    ck_assert_ptr_null(stage_event(&stage, EVENT_REACHED, id));
    stage_release(&stage);
}

TEST(one_arrives_at_the_other_end_of_the_stairs_once)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);

    stage_arrive(&stage, id, lower_key);
    stage_arrive(&stage, id, lower_key);
    stage_tick(&stage);
    const struct delver *delver = stage_delver(&stage, id);
    ck_assert_int_eq(delver->body.state, BODY_PRESENT);
    ck_assert(pos_equal(delver->body.at, draw_level_find(lower, '<')));
    ck_assert(level_key_equal(delver->body.key, lower_key));
    ck_assert_uint_eq(delver->sequence, 1);
    ck_assert_int_eq(stage_event_count(&stage), 2);
    ck_assert_int_eq(stage_event(&stage, EVENT_REACHED, id)->count, 8);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, id)->stairs, TILE_STAIRS_DOWN);
    ck_assert(delver_sees(delver, draw_level_find(lower, '>')));

    stage_arrive(&stage, id, lower_key);
    stage_arrive(&stage, id, stage.key);
    stage_tick(&stage);
    ck_assert_uint_eq(stage_delver(&stage, id)->sequence, 1);
    ck_assert_int_eq(stage_event_count(&stage), 0);

    stage_act(&stage, id, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert_msg(stage_event(&stage, EVENT_MOVED, id) != NULL, "the arriving acts at once");
    stage_release(&stage);
}

TEST(nearly_all_of_a_level_seen_is_a_lesson_once)
{
    enum { DOOR = 9, TICKS = 10 /* for an action in calm */ };
    static const char cellar[] = "####################\n"
                                 "#........#.........#\n"
                                 "#........+.........#\n"
                                 "#........#.........#\n"
                                 "####################\n";
    struct stage stage;
    int lessons = 0;

    stage_init(&stage, cellar);
    body_id id = stage_join(&stage, 1, pos_of(DOOR - 1, 2));
    struct delver *delver = stage_delver(&stage, id);
    delver->life.explored[0] = 0;
    stage_act(&stage, id, ACTION_OPEN, DIR_EAST);
    for (int tick = 0; tick < 6 * TICKS; tick++) {
        if (tick == 3 * TICKS) { /* it forgets all, and sees it again */
            memset(delver->memory, TILE_UNKNOWN, delver->memory_size);
            delver->explored = 0;
        }
        if (tick % TICKS == TICKS - 1)
            stage_act(&stage, id, ACTION_MOVE, tick < 3 * TICKS ? DIR_EAST : DIR_WEST);
        stage_tick(&stage);
        const struct event *lesson = stage_event(&stage, EVENT_SURVEYED, id);
        lessons += lesson != NULL && lesson->count == 8;
    }
    ck_assert_int_eq(lessons, 1);
    ck_assert_int_eq(delver->life.experience, 8);
    ck_assert_int_ge(delver_explored_percent(delver), 90);
    stage_release(&stage);
}

/* The ticks from the arrival on in which somebody who took the stairs down does not act. */
static int ticks_after_stairs(bool is_in_danger)
{
    struct stage stage;
    body_id id = set_scene(&stage);
    int ticks = 0;

    if (is_in_danger)
        stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(4, 1));
    stage_ticks(&stage, 5);
    for (int i = 0; i < 50 && stage_delver(&stage, id)->body.state == BODY_PRESENT; i++) {
        stage_act(&stage, id, ACTION_DESCEND, DIR_NONE);
        stage_ticks(&stage, 10);
    }
    stage_arrive(&stage, id, lower_key);
    stage_tick(&stage);
    stage_act(&stage, id, ACTION_MOVE, DIR_WEST);
    for (stage_tick(&stage); stage_event(&stage, EVENT_MOVED, id) == NULL && ticks < 100; ticks++)
        stage_tick(&stage);
    stage_release(&stage);
    return ticks;
}

TEST(stairs_out_of_danger_cost_a_beat_on_arrival)
{
    ck_assert_int_eq(ticks_after_stairs(false), 0);
    ck_assert_int_ge(ticks_after_stairs(true), 28);
    ck_assert_int_le(ticks_after_stairs(true), 30);
}

TEST(a_larger_level_is_seen_whole_by_who_arrives_on_it)
{
    enum { WIDTH = 100, HEIGHT = 57 };
    char text[HEIGHT * (WIDTH + 1) + 1];
    struct stage stage;

    memset(text, '.', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int y = 0; y < HEIGHT; y++)
        text[y * (WIDTH + 1) + WIDTH] = '\n';
    text[0] = '<';
    text[1] = '>';
    stage_init(&stage, upper);
    stage_add_level(&stage, text, lower_key);
    body_id id = stage_join(&stage, 1, draw_level_find(upper, '>'));
    stage_act(&stage, id, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    stage_arrive(&stage, id, lower_key);
    stage_tick(&stage);
    const struct delver *delver = stage_delver(&stage, id);
    ck_assert_int_eq(delver->body.state, BODY_PRESENT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        ck_assert(delver_sees(delver, pos_of(i % WIDTH, i / WIDTH)));
    stage_release(&stage);
}

TEST(up_leads_to_the_stairs_down_and_beside_whoever_stands_there)
{
    struct stage stage;
    body_id transfer = set_scene_in_transit(&stage);
    body_id squatter = stage_join(&stage, 2, draw_level_find(upper, '>'));

    stage_arrive(&stage, transfer, lower_key);
    stage_tick(&stage);
    stage_act(&stage, transfer, ACTION_ASCEND, DIR_NONE);
    stage_tick(&stage);
    stage_arrive(&stage, transfer, stage.key);
    stage_tick(&stage);
    ck_assert_uint_eq(stage_delver(&stage, transfer)->sequence, 2);
    ck_assert(pos_equal(stage_place(&stage, squatter), draw_level_find(upper, '>')));
    ck_assert_int_eq(pos_distance(stage_place(&stage, transfer), stage_place(&stage, squatter)), 1);
    ck_assert_uint_eq(count_occupied(stage_level(&stage)), 2);
    stage_release(&stage);
}

TEST(stairs_are_where_they_are_and_the_dungeon_has_two_ends)
{
    const struct level_key deepest = {.wing = 0, .depth = DEPTH_MAX, .generation = 1};
    struct stage stage;
    body_id id = set_scene(&stage);

    stage_act(&stage, id, ACTION_ASCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_NO_STAIRS_UP);
    body_id top = stage_join(&stage, 2, draw_level_find(upper, '<'));
    stage_act(&stage, top, ACTION_DESCEND, DIR_NONE);
    stage_act(&stage, top, ACTION_ASCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, top, REFUSAL_NO_STAIRS_DOWN);
    stage_tick(&stage);
    stage_expect_refusal(&stage, top, REFUSAL_TOP);

    stage_add_level(&stage, upper, deepest);
    stage_tick(&stage);
    stage_ask_join(&stage, 3, deepest, draw_level_find(upper, '>'));
    stage_tick(&stage);
    body_id deep = world_find_delver(stage.world, 3)->body.id;
    stage_act(&stage, deep, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, deep, REFUSAL_BOTTOM);
    stage_release(&stage);
}

TEST(a_failed_transit_ends_where_it_began)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);

    stage_input(&stage, INPUT_STAY, id);
    stage_tick(&stage);
    const struct delver *delver = stage_delver(&stage, id);
    ck_assert_int_eq(delver->body.state, BODY_PRESENT);
    ck_assert(pos_equal(delver->body.at, draw_level_find(upper, '>')));
    ck_assert_uint_eq(delver->sequence, 0);
    stage_expect_refusal(&stage, id, REFUSAL_NO_LEVEL);
    ck_assert_msg(stage_event(&stage, EVENT_RETURNED, id) != NULL, "who sees the place is told");
    ck_assert(delver_sees(delver, pos_of(2, 1)));

    stage_input(&stage, INPUT_STAY, id);
    stage_tick(&stage);
    ck_assert_msg(stage_event_count(&stage) == 0, "who is there already need not be told");
    stage_release(&stage);
}

TEST(an_arrival_on_a_full_or_missing_level_leaves_the_memory_alone)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);
    const struct level_key missing = {.wing = 5, .depth = 2, .generation = 1};
    struct level *full = world_level(stage.world, lower_key);
    uint32_t explored = stage_delver(&stage, id)->explored;

    ck_assert_uint_gt(explored, 0);
    stage_arrive(&stage, id, missing);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.state, BODY_TRANSIT);

    for (size_t i = 0; i < level_cell_count(full); i++)
        full->bodies[i] = id;
    stage_arrive(&stage, id, lower_key);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.state, BODY_TRANSIT);
    stage_expect_refusal(&stage, id, REFUSAL_NO_LEVEL);
    ck_assert_uint_eq(stage_delver(&stage, id)->sequence, 0);
    ck_assert_msg(stage_delver(&stage, id)->explored == explored,
                  "who does not get there keeps what they know of where they are");

    stage_input(&stage, INPUT_STAY, id);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.state, BODY_PRESENT);
    memset(full->bodies, 0, level_cell_count(full) * sizeof full->bodies[0]);
    stage_release(&stage);
}

TEST(a_memory_of_the_wrong_size_is_refused)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);

    stage_arrive(&stage, id, lower_key);
    stage.inputs[0].memory_size--;
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.state, BODY_TRANSIT);
    stage_release(&stage);
}

TEST(who_leaves_on_the_stairs_is_gone)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);

    stage_input(&stage, INPUT_LEAVE, id);
    stage_arrive(&stage, id, lower_key);
    stage_input(&stage, INPUT_STAY, id);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.state, BODY_GONE);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_LEFT, id));
    ck_assert_int_eq(stage_event(&stage, EVENT_LEFT, id)->level.depth, 0);
    ck_assert_int_eq(stage_event_count(&stage), 1);
    stage_tick(&stage);
    ck_assert_ptr_null(world_delver(stage.world, id));
    ck_assert_uint_eq(stage.world->delver_count, 0);
    stage_release(&stage);
}

TEST(where_one_is_bound_for_is_part_of_the_state)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);
    uint64_t down = world_hash(stage.world);

    stage_delver(&stage, id)->transit_stairs = TILE_STAIRS_UP;
    ck_assert_uint_ne(world_hash(stage.world), down);
    stage_release(&stage);
}
