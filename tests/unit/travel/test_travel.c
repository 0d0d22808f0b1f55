/*
 * Travel: steps, waits and rests, and what ends any travel.
 */
#include "support/outing.h"
#include "support/test.h"

/* Events that end any travel. */

static bool is_ended_by(enum travel_kind kind, enum event_kind event_kind, body_id of)
{
    struct outing outing;

    outing_init(&outing, "#a.......z#\n");
    if (kind == TRAVEL_TRAVEL)
        ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    else
        outing_begin_steps(&outing, DIR_EAST, 3);
    const struct event event = {.kind = event_kind, .actor = of == 0 ? outing.id : of};
    bool is_ended = travel_disturb(&outing.travel, &event, &outing.answer);
    ck_assert_int_eq(is_ended, outing.travel.kind == TRAVEL_NONE);
    ck_assert_msg(!travel_disturb(&outing.travel, &event, &outing.answer) || !is_ended,
                  "what is over cannot end");
    outing_release(&outing);
    return is_ended;
}

TEST(events_that_end_travel)
{
    const bool ends[EVENT_COUNT] = {
        [EVENT_DEPARTED] = true,  [EVENT_ARRIVED] = true,   [EVENT_LEFT] = true,
        [EVENT_LINK_LOST] = true, [EVENT_CANCELLED] = true, [EVENT_REFUSED] = true,
        [EVENT_NOTICED] = true};

    for (enum event_kind kind = EVENT_MOVED; kind < EVENT_COUNT; kind++) {
        ck_assert_msg(is_ended_by(TRAVEL_STEPS, kind, 0) == ends[kind], "event %u", kind);
        ck_assert_msg(!is_ended_by(TRAVEL_STEPS, kind, 4711), "event %u of another", kind);
    }
    ck_assert_msg(!is_ended_by(TRAVEL_TRAVEL, EVENT_REFUSED, 0), "a way is looked for again");
    ck_assert_msg(!is_ended_by(TRAVEL_TRAVEL, EVENT_NOTICED, 0), "its owner minds foes");
    ck_assert(is_ended_by(TRAVEL_TRAVEL, EVENT_CANCELLED, 0));
}

TEST(travel_belongs_to_one_delver_on_one_level)
{
    struct outing outing;

    outing_init(&outing, "#a......<#\n");
    outing_begin_steps(&outing, DIR_EAST, 3);
    outing_delver(&outing)->body.level->key.generation++;
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_STOPPED);
    outing_expect_end(&outing, TRAVEL_STOPPED, "You are not where you were.");
    outing_release(&outing);
}

TEST(wishes_that_make_no_sense_are_refused)
{
    struct outing outing;
    struct travel *travel = &outing.travel;

    outing_init(&outing, "#a.#\n");
    const struct world *world = outing.stage.world;
    const struct delver *delver = outing_delver(&outing);
    ck_assert_int_eq(travel_begin_steps(travel, world, delver, DIR_EAST, 0), ERR_RANGE);
    ck_assert_int_eq(travel_begin_steps(travel, world, delver, DIR_EAST, TRAVEL_REPEAT_MAX + 1),
                     ERR_RANGE);
    ck_assert_int_eq(travel_begin_steps(travel, world, delver, DIR_NONE, 1), ERR_RANGE);
    ck_assert_int_eq(travel_begin_run(travel, world, delver, DIR_NONE), ERR_RANGE);
    ck_assert_int_eq(travel_begin_run(travel, world, delver, DIR_COUNT), ERR_RANGE);
    ck_assert_int_eq(travel_begin_wait(travel, world, delver, -1), ERR_RANGE);
    ck_assert_int_eq(travel->kind, TRAVEL_NONE);
    stage_input(&outing.stage, INPUT_LEAVE, outing.id);
    stage_tick(&outing.stage);
    ck_assert_int_eq(travel_begin_explore(travel, world, delver), ERR_NOT_FOUND);
    ck_assert_int_eq(travel->kind, TRAVEL_NONE);
    outing_release(&outing);
}

/* The foe is told elsewhere, with its danger: the walk needs no words for it. */
TEST(a_foe_that_was_not_told_of_yet_stops_a_run_without_a_word)
{
    struct outing outing;

    outing_init(&outing, "#a.....r#\n");
    (void)stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(7, 0));
    stage_ticks(&outing.stage, 5);
    struct sightings *sightings = &stage_delver(&outing.stage, outing.id)->sightings;
    memset(sightings->noted, 0, sizeof sightings->noted);
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    ck_assert_str_eq(outing.answer.why, "");
    ck_assert(outing.travel.has_sighted);
    outing_release(&outing);
}

/* The end of a run along which a rat appears. */
static void expect_foe_end(enum species_id kind, bool was_told, const char *why)
{
    struct outing outing;

    outing_init(&outing, "#a.....##\n######.##\n#########\n");
    outing_begin_run(&outing, DIR_EAST);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    body_id foe = stage_foe(&outing.stage, kind, pos_of(6, 0));
    if (was_told)
        stage_delver(&outing.stage, outing.id)->sightings.noted[0] = foe;
    outing_finish(&outing);
    ck_assert_str_eq(outing.answer.why, why);
    ck_assert(outing.travel.has_sighted);
    outing_release(&outing);
}

TEST(a_sleeper_that_was_told_of_ends_no_walk)
{
    struct outing outing;

    outing_init(&outing, "#a.....r#\n######.##\n######.##\n");
    body_id id = stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(7, 0));
    struct foe *rat = body_foe(world_body(outing.stage.world, id));
    rat->body.ready_at = UINT64_MAX;
    stage_delver(&outing.stage, outing.id)->sightings.noted[0] = id;
    outing_begin_explore(&outing);
    outing.travel.met_count = 0; /* as if it had come into view on the way */
    for (rat->mind.mood = MOOD_ASLEEP; outing_ask(&outing) == TRAVEL_GOES;
         rat->mind.mood = MOOD_ASLEEP)
        outing_play(&outing);
    ck_assert_str_eq(outing.answer.why, "All explored.");
    outing_release(&outing);
}

TEST(a_foe_that_comes_into_view_is_named_if_the_world_does_not)
{
    expect_foe_end(SPECIES_CELLAR_RAT, false, "");
    expect_foe_end(SPECIES_CELLAR_RAT, true, "A cellar rat comes into view to the east.");
    expect_foe_end(SPECIES_ECHO_BAT, true, "An echo bat comes into view to the east.");
    expect_foe_end(SPECIES_COOPER, true, "The Cooper comes into view to the east.");
}

TEST(a_foe_that_the_world_tells_of_ends_a_run_without_another_word)
{
    struct outing outing;
    struct event event = {.kind = EVENT_NOTICED, .notice = NOTICE_AWAKE};

    outing_init(&outing, "#a.....##\n######.##\n#########\n");
    outing_begin_run(&outing, DIR_EAST);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    event.actor = outing.travel.owner;
    ck_assert(travel_disturb(&outing.travel, &event, &outing.answer));
    ck_assert_str_eq(outing.answer.why, "");
    ck_assert(outing.travel.has_sighted);
    outing_release(&outing);
}

TEST(a_foe_that_hunts_unseen_ends_a_walk_once)
{
    struct outing outing;
    struct event event = {.kind = EVENT_NOTICED, .notice = NOTICE_UNSEEN};

    outing_init(&outing, "#a.......z#\n");
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    event.actor = outing.id;
    ck_assert(travel_disturb(&outing.travel, &event, &outing.answer));
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    stage_delver(&outing.stage, outing.id)->time.state = COMPANY_WAITING;
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    outing_release(&outing);
}
