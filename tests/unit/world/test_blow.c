/*
 * Blows: what may be struck, what a blow costs and leaves behind, what the death of a foe teaches.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/beat.h"
#include "world/blow.h"
#include "world/fighter.h"
#include "world/line.h"
#include "world/mind.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#........+.........#\n"
                           "#..................#\n"
                           "####################\n";

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(2, 2));
    stage_delver(&stage, ada)->peril.safe_until = 0;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct foe *put(enum species_id species, int x, int y, enum mood mood)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), mood);

    ck_assert_ptr_nonnull(foe);
    return foe;
}

static void act(enum action_verb verb, enum dir dir)
{
    stage_act(&stage, ada, verb, dir);
    stage_tick(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_step_into_a_foe_is_a_blow)
{
    const struct foe *rat = put(SPECIES_CELLAR_RAT, 3, 2, MOOD_ASLEEP);

    act(ACTION_MOVE, DIR_EAST);
    const struct event *blow = stage_event(&stage, EVENT_BLOW, ada);
    ck_assert_ptr_nonnull(blow);
    ck_assert_uint_eq(blow->other, rat->body.id);
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(2, 2)));
    ck_assert_int_eq(blow->left, rat->body.health > 0 ? rat->body.health : 0);
}

TEST(a_blow_costs_a_beat_also_in_calm)
{
    put(SPECIES_GREY_MOULD, 3, 2, MOOD_ASLEEP);
    const struct body *body = &stage_delver(&stage, ada)->body;
    stage_act(&stage, ada, ACTION_ATTACK, DIR_EAST);
    uint64_t lived = body_lived(body);
    stage_tick(&stage);
    ck_assert_uint_eq(body->ready_at, lived + BEAT_TICKS);
}

TEST(the_first_blow_at_a_sleeper_always_hits_and_wakes_it)
{
    for (int i = 0; i < 50; i++) {
        struct foe *mould = put(SPECIES_GREY_MOULD, 3, 2, MOOD_ASLEEP);
        const struct action east = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
        stage_level(&stage)->events.count = 0;
        action_apply(stage.world, &stage_delver(&stage, ada)->body, &east);
        ck_assert_int_ne(stage_event(&stage, EVENT_BLOW, ada)->outcome, BLOW_MISSES);
        if (mould->body.level != NULL) {
            ck_assert(foe_is_awake(mould));
            ck_assert_uint_eq(mould->mind.target, ada);
            foe_free(stage.world, mould);
        } else {
            stage_tick(&stage);
        }
    }
}

/* The most that one of many such actions does to a sleeper to the east. */
static int most_of(struct action action)
{
    struct body *body = &stage_delver(&stage, ada)->body;
    int most = 0;

    for (int i = 0; i < 300; i++) {
        struct foe *mould = put(SPECIES_GREY_MOULD, 3, 2, MOOD_ASLEEP);
        stage_level(&stage)->events.count = 0;
        items_share_out(stage.world);
        stage_delver(&stage, ada)->life.pack = pack_new();
        action_apply(stage.world, body, &action);
        const struct event *event = stage_event(&stage, EVENT_BLOW, ada);
        event = event == NULL ? stage_event(&stage, EVENT_SHOT, ada) : event;
        ck_assert_int_ne(event->outcome, BLOW_MISSES);
        most = event->count > most ? event->count : most;
        if (mould->body.level != NULL)
            foe_free(stage.world, mould);
    }
    return most;
}

TEST(a_knife_in_the_hand_makes_no_thrown_dart_worse_for_a_sleeper)
{
    const struct action blow = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
    const struct action dart = {.verb = ACTION_THROW, .dir = DIR_EAST, .object = OBJECT_CARRIED};

    ck_assert_int_eq(fighter_weapon(&stage_delver(&stage, ada)->body)->surprise, SURPRISE_KNIFE);
    ck_assert_int_eq(pack_peek(&stage_delver(&stage, ada)->life.pack, OBJECT_CARRIED)->kind,
                     ITEM_DART);
    ck_assert_int_eq(most_of(blow), 3 * 5);
    ck_assert_int_eq(most_of(dart), 2 * 5);
}

TEST(an_attack_on_nobody_or_on_a_delver_is_refused_and_costs_nothing)
{
    body_id brom = stage_join(&stage, 2, pos_of(3, 2));

    act(ACTION_ATTACK, DIR_EAST);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_FOE);
    ck_assert_int_eq(stage_delver(&stage, brom)->body.health, 10);
    act(ACTION_ATTACK, DIR_WEST);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_FOE);
    ck_assert(body_is_ready(&stage_delver(&stage, ada)->body));
}

TEST(a_dead_foe_leaves_its_cell_and_teaches_the_nth_time_an_nth)
{
    static const int lessons[] = {8, 5, 3, 2, 2}; /* 10 / n, and 8 a quarter of a level at most */

    for (size_t i = 0; i < sizeof lessons / sizeof lessons[0]; i++) {
        struct foe *rat = put(SPECIES_CELLAR_RAT, 3, 2, MOOD_ASLEEP);
        body_id id = rat->body.id;
        mind_note_fighter(rat, ada);
        stage_level(&stage)->events.count = 0;
        blow_harm(stage.world, &rat->body, 100, &stage_delver(&stage, ada)->body);
        ck_assert_int_eq(stage_event(&stage, EVENT_DIED, ada)->other, id);
        ck_assert_int_eq(stage_event(&stage, EVENT_LESSON, ada)->count, lessons[i]);
        ck_assert_uint_eq(level_body_at(stage_level(&stage), pos_of(3, 2)), 0);
        stage_tick(&stage);
        ck_assert_ptr_null(world_body(stage.world, id));
    }
    ck_assert_int_eq(stage_delver(&stage, ada)->life.experience, 20);
    ck_assert_uint_eq(stage_delver(&stage, ada)->life.kills[SPECIES_CELLAR_RAT], 5);
}

TEST(fighters_that_are_near_learn_and_nobody_else)
{
    body_id brom = stage_join(&stage, 2, pos_of(4, 2));
    body_id cai = stage_join(&stage, 3, pos_of(18, 3));
    struct foe *rat = put(SPECIES_CELLAR_RAT, 3, 2, MOOD_ASLEEP);

    mind_note_fighter(rat, ada);
    mind_note_fighter(rat, cai);
    blow_harm(stage.world, &rat->body, 100, &stage_delver(&stage, ada)->body);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_LESSON, ada));
    ck_assert_ptr_null(stage_event(&stage, EVENT_LESSON, brom));
    ck_assert_ptr_null(stage_event(&stage, EVENT_LESSON, cai));
}

TEST(a_level_gives_health_and_is_told)
{
    struct delver *delver = stage_delver(&stage, ada);
    struct foe *rat = put(SPECIES_CELLAR_RAT, 3, 2, MOOD_ASLEEP);

    delver->life.experience = 31;
    mind_note_fighter(rat, ada);
    blow_harm(stage.world, &rat->body, 100, &delver->body);
    ck_assert_int_eq(stage_event(&stage, EVENT_LEVELLED, ada)->count, 2);
    ck_assert_int_eq(delver->body.health_max, 14);
    ck_assert(delver->is_record_dirty);
}

TEST(a_dead_delver_is_on_the_way_to_a_haven_whole_and_has_lost_a_tenth)
{
    struct delver *delver = stage_delver(&stage, ada);
    struct foe *rat = put(SPECIES_CELLAR_RAT, 3, 2, MOOD_ROAMING);

    delver->life.experience = 64; /* level 2 is 32 to 95: a tenth of the way is 6 */
    blow_harm(stage.world, &delver->body, 100, &rat->body);
    const struct event *left = stage_event(&stage, EVENT_DEPARTED, ada);
    ck_assert_ptr_nonnull(left);
    ck_assert_int_eq(left->passage, PASSAGE_DIED);
    ck_assert_uint_eq(left->to.depth, 1);
    ck_assert_int_eq(stage_event(&stage, EVENT_DIED, rat->body.id)->other, ada);
    ck_assert_int_eq(delver->body.health, delver->body.health_max);
    ck_assert_int_eq(delver->life.experience, 58);
    stage_tick(&stage);
    stage_arrive(&stage, ada, stage.key);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, ada)->passage, PASSAGE_DIED);
    ck_assert_int_eq(delver->body.state, BODY_PRESENT);
}

TEST(a_dead_delver_whose_way_home_is_cut_off_is_kept_at_home)
{
    struct delver *delver = stage_delver(&stage, ada);

    delver->life.touched = 1 << 1; /* of depth 5 */
    blow_harm(stage.world, &delver->body, 100, &delver->body);
    stage_tick(&stage);
    stage_input(&stage, INPUT_STAY, ada);
    stage_tick(&stage);
    ck_assert_int_eq(delver->body.state, BODY_TRANSIT);
    stage_input(&stage, INPUT_LEAVE, ada);
    stage_tick(&stage);
    ck_assert_uint_eq(delver_record(delver).level.depth, 5);
    ck_assert(pos_equal(delver_record(delver).at, pos_of(0, 0)));
}

TEST(a_delver_that_woke_after_death_is_kept_where_it_stands)
{
    struct delver *delver = stage_delver(&stage, ada);

    blow_harm(stage.world, &delver->body, 100, &delver->body);
    stage_tick(&stage);
    stage_arrive(&stage, ada, stage.key);
    stage_tick(&stage);
    ck_assert(pos_equal(delver_record(delver).at, delver->body.at));
}

TEST(death_never_takes_a_level)
{
    struct delver *delver = stage_delver(&stage, ada);

    delver->life.experience = 33;
    blow_harm(stage.world, &delver->body, 100, &delver->body);
    ck_assert_int_eq(delver->life.experience, 32);
}

TEST(the_bite_of_a_spider_poisons_and_poison_runs_its_course)
{
    struct delver *delver = stage_delver(&stage, ada);
    struct foe *spider = put(SPECIES_BARREL_SPIDER, 3, 2, MOOD_ROAMING);
    const struct action bite = {.verb = ACTION_ATTACK, .dir = DIR_WEST};
    int lost = 0;

    delver->body.health = delver->body.health_max = 100;
    while (!statuses_have(&delver->body.statuses, STATUS_POISONED))
        action_apply(stage.world, &spider->body, &bite);
    foe_free(stage.world, spider);
    int left = delver->body.statuses.left[STATUS_POISONED];
    for (int i = 0; i < 12 * BEAT_TICKS; i++) {
        act(ACTION_WAIT, DIR_NONE);
        const struct event *event = stage_event(&stage, EVENT_WITHERS, ada);
        lost += event == NULL ? 0 : event->count;
    }
    ck_assert_int_ge(lost, left); /* a point a beat at least */
    ck_assert(!statuses_have(&delver->body.statuses, STATUS_POISONED));
}

TEST(a_stunned_delver_loses_a_beat_and_then_acts)
{
    struct body *body = &stage_delver(&stage, ada)->body;

    beat_begin(stage.world, body);
    ck_assert(statuses_add(&body->statuses, STATUS_STUNNED, 1));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, BEAT_TICKS);
    ck_assert(pos_equal(body->at, pos_of(2, 2)));
    stage_ticks(&stage, 2);
    ck_assert(pos_equal(body->at, pos_of(3, 2)));
}

TEST(a_dazed_delver_takes_half_as_long_again_for_one_action)
{
    struct body *body = &stage_delver(&stage, ada)->body;
    const struct action east = {.verb = ACTION_MOVE, .dir = DIR_EAST};
    int cost = action_cost(ACTION_MOVE);

    ck_assert(statuses_add(&body->statuses, STATUS_DAZED, 0));
    action_apply(stage.world, body, &east);
    ck_assert_uint_eq(body->ready_at, body_lived(body) + (uint64_t)(3 * cost + 1) / 2);
    action_apply(stage.world, body, &east);
    ck_assert_uint_eq(body->ready_at, body_lived(body) + (uint64_t)cost);
}

TEST(a_held_delver_tears_free_instead_of_going)
{
    struct body *body = &stage_delver(&stage, ada)->body;

    beat_begin(stage.world, body);
    ck_assert(statuses_add(&body->statuses, STATUS_HELD, 2));
    act(ACTION_MOVE, DIR_EAST);
    stage_expect_refusal(&stage, ada, REFUSAL_HELD);
    ck_assert(pos_equal(body->at, pos_of(2, 2)));
    for (int i = 0; i < 4; i++) {
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        stage_ticks(&stage, 6);
    }
    ck_assert_int_gt(body->at.x, 2);
}

TEST(health_comes_back_in_calm_and_faster_at_rest)
{
    struct delver *delver = stage_delver(&stage, ada);

    delver->body.health_max = 200;
    delver->body.health = 1;
    body_activate(&delver->body);
    stage_ticks(&stage, 10 * BEAT_TICKS);
    int rested = delver->body.health - 1;
    ck_assert_int_ge(rested, 26); /* 3 points a beat, and one a beat in the first two */
    ck_assert_int_le(rested, 30);
    delver->body.health = 1;
    for (int i = 0; i < 10 * BEAT_TICKS; i++) {
        if (i % 5 == 0)
            stage_act(&stage, ada, ACTION_MOVE, i % 10 == 0 ? DIR_EAST : DIR_WEST);
        stage_tick(&stage);
    }
    ck_assert_int_ge(delver->body.health - 1, 9);
    ck_assert_int_le(delver->body.health - 1, 13); /* the first beat ends at rest */
}

TEST(a_shot_needs_a_clear_line)
{
    struct foe *slinger = put(SPECIES_DRUDGE_SLINGER, 7, 2, MOOD_ROAMING);
    const struct body *target = &stage_delver(&stage, ada)->body;
    const struct action shot = {.verb = ACTION_SHOOT, .target = ada};

    ck_assert(blow_has_line(stage.world, &slinger->body, target));
    action_apply(stage.world, &slinger->body, &shot);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_SHOT, slinger->body.id));
    /* A mate in the line stops it, and so does a closed door. */
    struct foe *mate = put(SPECIES_DRUDGE, 5, 2, MOOD_ROAMING);
    ck_assert(!blow_has_line(stage.world, &slinger->body, target));
    foe_free(stage.world, mate);
    (void)stage_join(&stage, 2, pos_of(5, 2));
    ck_assert(blow_has_line(stage.world, &slinger->body, target));
    const struct foe *behind = put(SPECIES_DRUDGE_SLINGER, 11, 2, MOOD_ROAMING);
    ck_assert(!blow_has_line(stage.world, &behind->body, target));
}
