/*
 * Strides: a walk and a rest of one alone pass in a tick of the world, in the level's own time, and
 * end with anything new.
 */
#include <stdio.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/beat.h"
#include "world/turn.h"
#include "world/world.h"

enum { STEP_TICKS = 5 };

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";
static const char rooms[] = "##############################\n"
                            "#.........+..................#\n"
                            "#.........#.......+..........#\n"
                            "##############################\n";
static const char east[] = "3333333333333333";
static const char waits[] = "0000000000000000";

static struct stage stage;
static body_id ada;

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void begin(const char *text)
{
    stage_init(&stage, text);
    ada = stage_join(&stage, 1, pos_of(1, 1));
    delver()->peril.safe_until = 0;
    stage_ticks(&stage, 6);
}

static void stride(const char *ways)
{
    struct input *input = stage_input(&stage, INPUT_STRIDE, ada);

    snprintf(input->text, sizeof input->text, "%s", ways);
    stage_tick(&stage);
}

static int east_of_start(void)
{
    return stage_place(&stage, ada).x - 1;
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_walk_of_one_alone_is_over_within_a_tick_of_the_world)
{
    begin(hall);
    uint64_t tick = stage.world->tick;
    uint64_t clock = stage_level(&stage)->clock;
    stride(east);
    ck_assert_int_eq(east_of_start(), STRIDE_MAX);
    ck_assert_uint_eq(stage.world->tick, tick + 1);
    ck_assert_uint_eq(stage_level(&stage)->clock, clock + STRIDE_MAX * STEP_TICKS);
    ck_assert(body_is_ready(&delver()->body));
}

/* Step by step it comes to the same: what was seen, the health, the clock, the doors. */
TEST(a_walk_at_once_leaves_the_level_as_a_walk_does)
{
    uint64_t hashes[2];
    uint32_t explored[2];

    for (int run = 0; run < 2; run++) {
        begin(rooms);
        delver()->body.health = 1;
        for (int i = 0; i < 24; i++) {
            if (run == 0)
                stride("3");
            else
                stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
            stage_ticks(&stage, run == 0 ? 0 : STEP_TICKS);
        }
        struct hash hash;
        hash_init(&hash);
        level_hash(stage_level(&stage), &hash);
        hash_u64(&hash, stage_level(&stage)->clock);
        hash_u64(&hash, (uint64_t)delver()->body.health);
        hash_u64(&hash, (uint64_t)delver()->peril.mended);
        hashes[run] = hash.value;
        explored[run] = delver()->explored;
        if (run == 0)
            tear_down();
    }
    ck_assert_uint_eq(explored[0], explored[1]);
    ck_assert_uint_eq(hashes[0], hashes[1]);
}

TEST(a_rest_takes_its_time_of_the_level_and_ends_with_full_health)
{
    int ticks = 0;

    begin(hall);
    delver()->body.health = 1;
    uint64_t clock = stage_level(&stage)->clock;
    for (; delver()->body.health < delver()->body.health_max; ticks++)
        stride(waits);
    uint64_t took = stage_level(&stage)->clock - clock;
    ck_assert_int_le(ticks, 1000 / 20); /* a second */
    ck_assert_uint_ge(took, 1800);
    ck_assert_uint_le(took, 2200);
    /* Once more at most after that: the wait that was about to begin. */
    struct event_cursor cursor = {0};
    int waited = 0;
    for (const struct event *event; (event = world_next_event(stage.world, &cursor)) != NULL;)
        waited = event->kind == EVENT_MENDED ? 0 : waited + (event->kind == EVENT_WAITED);
    ck_assert_int_le(waited, 1);
}

/* Beside a player who shares time, and with one who only passes at the far end. */
TEST(where_time_goes_on_for_another_a_stride_is_one_step)
{
    begin(hall);
    body_id brom = stage_join(&stage, 2, pos_of(28, 2));
    stride(east);
    stage_ticks(&stage, 100);
    ck_assert_int_eq(east_of_start(), 1);
    stage_input(&stage, INPUT_LEAVE, brom);
    stage_tick(&stage);
    stride("333");
    ck_assert_int_eq(east_of_start(), 4);
}

/* The time of one who fights alone stands, and does not go on by another's stride. */
TEST(one_whose_time_waits_is_no_reason_and_lives_no_longer)
{
    begin("##########                    ##########\n"
          "#........#                    #........#\n"
          "##########                    ##########\n");
    body_id brom = stage_join(&stage, 2, pos_of(37, 1));
    stage_delver(&stage, brom)->peril.safe_until = 0;
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(32, 1));
    stage_level(&stage)->is_stirred = true;
    stage_ticks(&stage, 6);
    ck_assert_int_eq(stage_delver(&stage, brom)->peril.time, COMPANY_WAITING);
    uint64_t lived = body_lived(&stage_delver(&stage, brom)->body);
    stride("33333");
    ck_assert_int_eq(east_of_start(), 5);
    ck_assert_uint_eq(body_lived(&stage_delver(&stage, brom)->body), lived);
}

TEST(no_stride_begins_in_danger)
{
    begin(hall);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(8, 1));
    stage_level(&stage)->is_stirred = true;
    stage_ticks(&stage, 6);
    ck_assert_int_eq(delver()->peril.time, COMPANY_WAITING);
    stride(waits);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_WAITED, ada));
    ck_assert_int_eq(delver()->peril.time, COMPANY_WAITING);
    ck_assert_int_eq(stage_event_count(&stage) < STRIDE_MAX, true);
}

/* It is told as it comes into view, and nothing was walked past that. */
TEST(a_foe_that_comes_into_view_ends_a_stride)
{
    begin("##############################\n"
          "#.........+..................#\n"
          "##############################\n");
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(14, 1));
    stride("3333333333333333");
    for (int i = 0; i < 5 && stage_event(&stage, EVENT_NOTICED, ada) == NULL; i++)
        stride(east);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_NOTICED, ada));
    ck_assert_int_le(stage_place(&stage, ada).x, 10);
    ck_assert_int_eq(delver()->peril.time, COMPANY_WAITING);
}

TEST(a_cell_that_was_not_known_ends_a_stride)
{
    begin(rooms);
    stride("3333333333333333");
    ck_assert_int_eq(east_of_start(), 8); /* before the door, which is open now */
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(10, 1)), TILE_DOOR_OPEN);
}

TEST(a_wall_in_the_way_ends_a_stride)
{
    begin(hall);
    stride("331333333");
    ck_assert_int_eq(east_of_start(), 2);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_REFUSED, ada));
}

TEST(harm_ends_a_stride)
{
    begin(hall);
    beat_begin(stage.world, &delver()->body);
    ck_assert(statuses_add(&delver()->body.statuses, STATUS_POISONED, 9));
    stride(east);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_WITHERS, ada));
    ck_assert_int_lt(east_of_start(), STRIDE_MAX);
}

TEST(text_that_is_no_stride_does_nothing)
{
    static const char *const table[] = {"", "9", "3 3", "33333333333333333", "x"};

    begin(hall);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        stride(table[i]);
        stage_ticks(&stage, 2 * STEP_TICKS);
        ck_assert_msg(east_of_start() == 0, "\"%s\"", table[i]);
    }
}

/* Nobody may hold a tick up: the more stride, the fewer ticks each of them has. */
TEST(the_strides_of_all_levels_share_a_bound)
{
    static const int table[][2] = {{1, 100}, {19, 100}, {39, 50}, {199, 10}, {100000, 5}};

    begin(hall);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        stage.world->strides = (uint32_t)table[i][0];
        ck_assert_int_eq(stride_ticks(stage.world), table[i][1]);
    }
    stage.world->strides = 0;
}

TEST(nothing_of_a_stride_is_left_for_the_next_tick)
{
    begin(hall);
    (void)stage_join(&stage, 2, pos_of(28, 2));
    stride(east);
    ck_assert_int_eq(delver()->stride.count, 0);
    ck_assert_uint_eq(stage_level(&stage)->strider, 0);
}
