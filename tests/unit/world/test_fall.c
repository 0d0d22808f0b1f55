/*
 * The fallen in lists, ends of plans, second wind, and those who are away.
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
    stage_delver(&stage, ada)->danger.safe_until = stage_delver(&stage, brom)->danger.safe_until =
        0;
    mind_wake(drudge, stage_delver(&stage, brom));
    stage_input(&stage, INPUT_PARTY, ada)->action.count = 1;
    stage_input(&stage, INPUT_PARTY, brom)->action.count = 1;
    stage_ticks(&stage, 6);
    ck_assert_int_eq(stage_delver(&stage, ada)->time.state, COMPANY_RUNNING);
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

TEST_FIXTURE(set_up, tear_down);

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
