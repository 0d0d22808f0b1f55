/*
 * Falling, being raised, giving up; second wind and what a blow does to plans.
 */
#include <string.h>

#include "narrate/things.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/death.h"
#include "world/mind.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

static struct stage stage;
static body_id ada;
static body_id brom;
static struct foe *drudge;

/* Two delvers of a company, hunted by a foe that cannot be killed soon. */
static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(5, 2));
    brom = stage_join(&stage, 2, pos_of(6, 2));
    drudge = foe_add(stage.world, SPECIES_DRUDGE, stage_level(&stage), pos_of(12, 2), MOOD_POSTED);
    stage_delver(&stage, brom)->body.health = stage_delver(&stage, brom)->body.health_max = 10000;
    stage_delver(&stage, ada)->peril.safe_until = stage_delver(&stage, brom)->peril.safe_until = 0;
    mind_wake(drudge, stage_delver(&stage, brom));
    stage_input(&stage, INPUT_PARTY, ada)->action.count = 1;
    stage_input(&stage, INPUT_PARTY, brom)->action.count = 1;
    stage_ticks(&stage, 6);
    ck_assert_int_eq(stage_delver(&stage, ada)->peril.time, COMPANY_RUNNING);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void fell(body_id id)
{
    struct body *body = &stage_delver(&stage, id)->body;

    blow_harm(stage.world, body, body->health, &drudge->body);
}

static bool is_fallen(body_id id)
{
    return body_is_fallen(&stage_delver(&stage, id)->body);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_delver_with_a_companion_falls_and_one_without_dies)
{
    fell(ada);
    ck_assert(is_fallen(ada));
    ck_assert_uint_eq(stage_event(&stage, EVENT_FELL, ada)->other, drudge->body.id);
    fell(brom);
    ck_assert_int_eq(stage_delver(&stage, brom)->body.state, BODY_TRANSIT);
}

TEST(a_companion_that_is_away_is_none)
{
    stage_delver(&stage, brom)->is_link_dead = true;
    fell(ada);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
}

TEST(nothing_touches_the_fallen)
{
    const struct action west = {.verb = ACTION_ATTACK, .dir = DIR_WEST};

    fell(brom);
    ck_assert(is_fallen(brom));
    body_move(&drudge->body, pos_of(7, 2));
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &drudge->body, &west);
    ck_assert_ptr_null(stage_event(&stage, EVENT_BLOW, drudge->body.id));
    stage_level(&stage)->events.count = 0;
    fell(brom);
    ck_assert_ptr_null(stage_event(&stage, EVENT_FELL, brom));
    drudge->mind.target = brom;
    for (int i = 0; i < 100 && drudge->mind.target != ada; i++)
        stage_tick(&stage);
    ck_assert_uint_eq(drudge->mind.target, ada);
}

TEST(the_fallen_do_nothing_but_yield)
{
    fell(ada);
    stage_act(&stage, ada, ACTION_MOVE, DIR_NORTH);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_FALLEN);
    stage_act(&stage, brom, ACTION_YIELD, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, brom, REFUSAL_NOT_FALLEN);
    stage_act(&stage, ada, ACTION_YIELD, DIR_NONE);
    stage_tick(&stage);
    ck_assert_uint_eq(stage_event(&stage, EVENT_DIED, drudge->body.id)->other, ada);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
}

TEST(one_beside_raises_with_a_quarter_in_three_beats_and_takes_part)
{
    struct delver *delver = stage_delver(&stage, ada);
    const struct body *helper = &stage_delver(&stage, brom)->body;
    bool is_noted = false;

    delver->body.health_max = 41;
    mind_note_fighter(drudge, ada);
    fell(ada);
    stage_act(&stage, brom, ACTION_RAISE, DIR_NONE);
    stage_tick(&stage);
    ck_assert_uint_eq(stage_event(&stage, EVENT_RAISED, brom)->other, ada);
    ck_assert(!is_fallen(ada));
    ck_assert_int_eq(delver->body.health, 11);
    ck_assert_uint_ge(helper->ready_at - body_lived(helper), 3 * BEAT_TICKS - 1);
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++)
        is_noted = is_noted || drudge->mind.fighters[i].delver == brom;
    ck_assert(is_noted);
    stage_act(&stage, ada, ACTION_RAISE, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_NOBODY_FALLEN);
}

TEST(the_fallen_are_listed_as_such)
{
    const struct things_wish wish = {
        .kinds = 1u << THING_DELVER, .seen_only = true, .max = THINGS_MAX};
    struct things things;

    fell(ada);
    things_collect(stage.world, stage_delver(&stage, brom), &wish, &things);
    ck_assert_int_eq(things.count, 1);
    ck_assert_ptr_nonnull(strstr(things.list[0].name, ", fallen"));
}

TEST(a_step_into_the_fallen_drags_them)
{
    fell(ada);
    stage_act(&stage, brom, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(6, 2)));
    ck_assert_int_eq(stage_event(&stage, EVENT_SWAPPED, brom)->count, 1);
}

TEST(after_twenty_beats_or_without_a_companion_the_fallen_die)
{
    fell(ada);
    stage_ticks(&stage, 19 * BEAT_TICKS);
    ck_assert(is_fallen(ada));
    stage_ticks(&stage, 2 * BEAT_TICKS);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
    stage_release(&stage);
    set_up();
    fell(ada);
    stage_delver(&stage, brom)->is_link_dead = true;
    stage_ticks(&stage, 2 * BEAT_TICKS);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
}

TEST(a_death_is_told_where_it_happens_though_the_killer_is_gone)
{
    const struct event *event;

    fell(ada);
    death_of_foe(stage.world, drudge, &stage_delver(&stage, brom)->body);
    death_of_delver(stage.world, stage_delver(&stage, ada), &drudge->body);
    event = stage_event(&stage, EVENT_DIED, drudge->body.id);
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, ada);
    ck_assert(level_key_equal(event->level, stage_level(&stage)->key));
}

/* It may burrow on before the twenty beats are over. */
TEST(a_death_is_told_though_the_killer_is_out_of_sight)
{
    fell(ada);
    drudge->mind.is_hidden = true;
    stage_delver(&stage, brom)->is_link_dead = true;
    stage_level(&stage)->events.count = 0;
    fall_live_beat(stage.world, stage_delver(&stage, ada));
    const struct event *event = stage_event(&stage, EVENT_DIED, ada);
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, ada);
    ck_assert_int_eq(stage_delver(&stage, ada)->killer, SPECIES_DRUDGE);
}

TEST(a_fall_and_a_big_blow_end_what_was_queued)
{
    struct body *body = &stage_delver(&stage, brom)->body;
    const struct fighter strong = {.attack = 100, .damage = {1, 1}, .temper = 2000};
    const struct fighter weak = {.attack = 100, .damage = {1, 1}};

    body->queue_length = 1;
    fell(ada);
    ck_assert_int_eq(body->queue_length, 0);
    body->queue_length = 1;
    blow_strike(stage.world, &drudge->body, body, &weak, DAMAGE_SPIRIT);
    ck_assert_int_eq(body->queue_length, 1);
    while (body->health == body->health_max - 1 || body->health == body->health_max)
        blow_strike(stage.world, &drudge->body, body, &strong, DAMAGE_SPIRIT);
    ck_assert_int_eq(body->queue_length, 0);
    body->health = 5000;
    body->queue_length = 1;
    while (body->health == 5000)
        blow_strike(stage.world, &drudge->body, body, &weak, DAMAGE_SPIRIT);
    ck_assert_int_eq(body->queue_length, 0);
}

TEST(under_a_third_foes_hesitate_two_beats_once_in_three_minutes)
{
    const struct fighter weak = {.attack = 100, .damage = {1, 1}};
    struct body *body = &stage_delver(&stage, brom)->body;

    for (int i = 0; i < 2; i++) {
        stage_level(&stage)->events.count = 0;
        body->health = 3300;
        while (body->health == 3300)
            blow_strike(stage.world, &drudge->body, body, &weak, DAMAGE_SPIRIT);
        bool is_told = stage_event(&stage, EVENT_SECOND_WIND, brom) != NULL;
        ck_assert(is_told == (i == 0));
        if (i == 0)
            ck_assert_uint_eq(drudge->body.ready_at, body_lived(&drudge->body) + 2 * BEAT_TICKS);
    }
}

TEST(one_that_is_away_strikes_what_is_beside_it_and_takes_half_damage)
{
    const struct fighter sure = {.attack = 100, .damage = {1, 1}, .temper = 8};
    struct body *body = &stage_delver(&stage, brom)->body;
    bool has_struck = false;

    stage_input(&stage, INPUT_LINK, brom)->flag = true;
    stage_tick(&stage);
    while (body->health == body->health_max)
        blow_strike(stage.world, &drudge->body, body, &sure, DAMAGE_SPIRIT);
    ck_assert_int_eq(body->health, body->health_max - 5); /* of 9 */
    drudge->body.health = drudge->body.health_max = 10000;
    struct pos at = stage_place(&stage, brom);
    body_move(&drudge->body, pos_of(7, 2));
    for (int i = 0; i < 2 * BEAT_TICKS && !has_struck; i++) {
        stage_tick(&stage);
        has_struck = stage_event(&stage, EVENT_BLOW, brom) != NULL;
    }
    ck_assert(has_struck);
    ck_assert(pos_equal(stage_place(&stage, brom), at));
}

TEST(an_idle_minute_where_time_runs_counts_as_away)
{
    struct delver *idle = stage_delver(&stage, brom);
    struct delver *busy = stage_delver(&stage, ada);

    idle->body.health = idle->body.health_max = busy->body.health = busy->body.health_max = 10000;
    drudge->body.health = drudge->body.health_max = 10000;
    for (int i = 0; i < 29; i++) {
        stage_input(&stage, INPUT_CANCEL, ada);
        stage_ticks(&stage, 100);
    }
    ck_assert_int_eq(idle->peril.time, COMPANY_RUNNING);
    ck_assert(!delver_is_away(idle));
    stage_input(&stage, INPUT_CANCEL, ada);
    stage_ticks(&stage, 110);
    ck_assert(delver_is_away(idle));
    ck_assert(!delver_is_away(busy));
    stage_act(&stage, brom, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    ck_assert(!delver_is_away(idle));
}
