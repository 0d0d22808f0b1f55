/*
 * Between two levels: lessons, large and full levels, and the state.
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

TEST(where_one_is_bound_for_is_part_of_the_state)
{
    struct stage stage;
    body_id id = set_scene_in_transit(&stage);
    uint64_t down = world_hash(stage.world);

    stage_delver(&stage, id)->transit_stairs = TILE_STAIRS_UP;
    ck_assert_uint_ne(world_hash(stage.world), down);
    stage_release(&stage);
}
