/*
 * Strides: what they leave behind, how long a rest takes, and their bound.
 */
#include <stdio.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
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
    delver()->danger.safe_until = 0;
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
        hash_u64(&hash, (uint64_t)delver()->effects.mended);
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

/* Far off and out of view they live along; near, in view, fallen or with a status they do not. */
TEST(one_far_off_in_calm_lets_time_pass)
{
    begin("##############################                      #####\n"
          "#............................#                      #...#\n"
          "##############################                      #####\n");
    body_id brom = stage_join(&stage, 2, pos_of(54, 1));
    struct delver *other = stage_delver(&stage, brom);
    other->danger.safe_until = 0;
    stage_ticks(&stage, 100);
    stride("333");
    ck_assert_int_eq(east_of_start(), 3);
    ck_assert(statuses_add(&other->body.statuses, STATUS_POISONED, 0));
    stride("333");
    stage_ticks(&stage, 20);
    ck_assert_int_eq(east_of_start(), 4);
    statuses_end(&other->body.statuses, STATUS_POISONED);
    other->body.health = other->body.health_max;
    stage_ticks(&stage, 600);
    stride("333");
    ck_assert_int_eq(east_of_start(), 7);
}

/* Both come along: the one steps, the other strides. */
TEST(of_two_on_a_level_one_strides)
{
    begin("##############################            ##############################\n"
          "#............................#            #............................#\n"
          "##############################            ##############################\n");
    body_id brom = stage_join(&stage, 2, pos_of(43, 1));
    stage_delver(&stage, brom)->danger.safe_until = 0;
    stage_ticks(&stage, 100);
    for (int i = 0; i < 2; i++) {
        struct input *input = stage_input(&stage, INPUT_STRIDE, i == 0 ? ada : brom);
        snprintf(input->text, sizeof input->text, "333");
    }
    stage_tick(&stage);
    ck_assert_int_eq(east_of_start(), 1);
    ck_assert_int_eq(stage_place(&stage, brom).x, 46);
    stride("333");
    ck_assert_int_eq(east_of_start(), 4);
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
