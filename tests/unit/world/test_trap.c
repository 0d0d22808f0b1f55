/*
 * Traps: hidden beside the tiles, sprung by delvers alone, then known.
 */
#include "world/trap.h"

#include "gen/gen.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/stairs.h"

static const char room[] = "#########\n"
                           "#.......#\n"
                           "#a.bd...#\n"
                           "#.......#\n"
                           "#########\n";

static struct stage stage;
static body_id ada;

static struct pos mark(char glyph)
{
    return draw_level_find(room, glyph);
}

/* Ada west of a hidden trap at `b`. */
static void set_scene(enum tile_id tile)
{
    stage_init(&stage, room);
    stage_level(&stage)->traps[0] = (struct trap){mark('b'), (uint8_t)tile};
    stage_level(&stage)->trap_count = 1;
    ada = stage_join(&stage, 1, pos_of(mark('b').x - 1, mark('b').y));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct level *make(uint64_t seed, int depth)
{
    const struct level_key key = {.depth = (uint16_t)depth, .generation = 1};
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, gen_style_at(0), seed, key, 100, 57);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

static void step(enum dir dir)
{
    stage_act(&stage, ada, ACTION_MOVE, dir);
    stage_tick(&stage);
}

static const struct statuses *statuses(void)
{
    return &stage_delver(&stage, ada)->body.statuses;
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_hidden_trap_is_floor_to_everybody_until_it_is_sprung)
{
    set_scene(TILE_SNARE);
    ck_assert_int_eq(level_tile(stage_level(&stage), mark('b')), TILE_FLOOR);
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, ada), mark('b')), TILE_FLOOR);
    body_id brom = stage_join(&stage, 2, mark('a'));
    step(DIR_EAST);
    ck_assert_int_eq(stage_event(&stage, EVENT_TRAP, ada)->count, 0);
    ck_assert_int_eq(level_tile(stage_level(&stage), mark('b')), TILE_SNARE);
    ck_assert_int_eq(delver_remembered(stage_delver(&stage, brom), mark('b')), TILE_SNARE);
    ck_assert_int_eq(stage_level(&stage)->trap_count, 0);
}

TEST(each_kind_does_its_own)
{
    set_scene(TILE_SNARE);
    step(DIR_EAST);
    ck_assert_int_eq(statuses()->left[STATUS_HELD], 2);
    stage_release(&stage);
    set_scene(TILE_GAS);
    step(DIR_EAST);
    ck_assert_int_eq(statuses()->left[STATUS_POISONED], 4);
    stage_release(&stage);
    set_scene(TILE_FLASH);
    step(DIR_EAST);
    ck_assert(statuses_have(statuses(), STATUS_DAZZLED));
    stage_release(&stage);
    set_scene(TILE_SPIKES);
    int before = stage_delver(&stage, ada)->body.health;
    step(DIR_EAST);
    int lost = before - stage_delver(&stage, ada)->body.health;
    ck_assert(lost >= 1 && lost <= 6);
}

TEST(an_alarm_wakes_what_sleeps_near)
{
    set_scene(TILE_ALARM);
    struct foe *rat =
        body_foe(world_body(stage.world, stage_foe(&stage, SPECIES_CELLAR_RAT, mark('d'))));
    rat->mind.mood = MOOD_ASLEEP;
    stage_delver(&stage, ada)->life.experience = 1000; /* a new one is heard less far */
    step(DIR_EAST);
    ck_assert(foe_is_awake(rat));
}

TEST(a_chute_leads_to_the_next_depth)
{
    struct level_key below = {.depth = 2, .generation = 1};

    set_scene(TILE_CHUTE);
    stage_add_level(&stage, room, below);
    step(DIR_EAST);
    const struct event *event = stage_event(&stage, EVENT_DEPARTED, ada);
    ck_assert_int_eq(event->passage, PASSAGE_FELL);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert(level_key_equal(stage_delver(&stage, ada)->body.key, below));
}

TEST(foes_spring_no_traps)
{
    set_scene(TILE_SNARE);
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, mark('d'));
    struct body *body = world_body(stage.world, rat);
    body->queue[0] = (struct action){.verb = ACTION_MOVE, .dir = DIR_WEST};
    body->queue_length = 1;
    stage_tick(&stage);
    ck_assert_int_eq(stage_level(&stage)->trap_count, 1);
}

TEST(a_known_trap_springs_again_for_who_walks_in)
{
    set_scene(TILE_GAS);
    step(DIR_EAST);
    stage_ticks(&stage, 20);
    step(DIR_EAST);
    stage_ticks(&stage, 20);
    step(DIR_WEST);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_TRAP, ada));
}

TEST(from_depth_three_a_level_hides_two_in_the_open)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct level *level = make(seed, 6);
        traps_place(level, seed);
        ck_assert_int_eq(level->trap_count, TRAPS_A_LEVEL);
        for (int i = 0; i < level->trap_count; i++) {
            struct pos at = level->traps[i].at;
            ck_assert_int_eq(level_tile(level, at), TILE_FLOOR);
            ck_assert_int_ge(stairs_distance(level, at), TRAP_STEPS_MIN);
            for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
                ck_assert(level_is_ground(level, pos_step(at, dir)));
        }
        level_free(level);
        level = make(seed, 2);
        traps_place(level, seed);
        ck_assert_int_eq(level->trap_count, 0);
        level_free(level);
    }
    stage_init(&stage, room);
}
