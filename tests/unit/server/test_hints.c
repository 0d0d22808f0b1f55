/*
 * Hints come one at a time, once each, and those about the way not to a delver who has walked far.
 * The session that is told is a stand-in.
 */
#include "server/session/preferences/hints.h"

#include <stdio.h>
#include <string.h>

#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/grave.h"

enum { EVENTS = 200 };

/* A presentation that takes lines. */
static const struct presentation presentation = {.name = "lines"};
const struct presentation *const presentation_table[PRESENTATION_COUNT] = {&presentation};

/* All there is to meet: a door, stairs down, another delver. */
static const char hall[] = "##########\n"
                           "#a..b....#\n"
                           "#<..'...>#\n"
                           "#...+....#\n"
                           "##########\n";

static struct server server;
static struct session session;
static struct stage stage;
static body_id other;
static int told;
static int told_at_once;
static int changes; /* of what is kept */

void session_hint(struct session *of, const char *text, enum role role)
{
    (void)of;
    (void)text;
    (void)role;
    told++;
    told_at_once++;
}

void session_make_runnable(struct session *of)
{
    (void)of;
}

struct change_set *persist_changes(struct persist *persist)
{
    (void)persist;
    return NULL;
}

enum err change_set_put_settings(struct change_set *set, int64_t account_id, const char *list)
{
    (void)set;
    (void)account_id;
    (void)list;
    changes++;
    return ERR_OK;
}

static void enter(const char *text)
{
    stage_init(&stage, text);
    server.game.world = stage.world;
    session.actor = stage_join(&stage, 1, draw_level_find(text, 'a'));
    other = stage_join(&stage, 2, draw_level_find(text, 'b'));
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    memset(&session, 0, sizeof session);
    told = 0;
    changes = 0;
    server_link(&server);
    enter(hall);
    session.preferences.settings.hints = true;
    session.sessions = &server.sessions;
}

static void tear_down(void)
{
    preferences_release(&session.preferences.saved);
    stage_release(&stage);
}

/* Lets a delver come out of a doorway again and again; the player sees nothing new for long. */
static void see_walk(body_id actor)
{
    const struct event event = {.kind = EVENT_MOVED,
                                .actor = actor,
                                .level = stage.key,
                                .at = draw_level_find(hall, 'a'),
                                .from = draw_level_find(hall, '\'')};

    for (int i = 0; i < EVENTS; i++) {
        server.base.now_ms += HINTS_LOST_MS;
        told_at_once = 0;
        hints_on_event(&session, &event);
        ck_assert_int_eq(told_at_once, 0);
        hints_on_event(&session, &event);
        hints_update(&session);
        ck_assert_int_le(told_at_once, 1);
    }
}

/* A danger in company. */
static void run(void)
{
    enum company_state *time = &stage_delver(&stage, session.actor)->time.state;
    const enum company_state before = *time;
    const struct event event = {.kind = EVENT_MOVED, .actor = session.actor, .level = stage.key};

    *time = COMPANY_RUNNING;
    hints_on_event(&session, &event);
    *time = before;
}

static void walk(void)
{
    run();
    see_walk(session.actor);
}

TEST_FIXTURE(set_up, tear_down);

/* Hints about things come behind those about the way. */
TEST(each_new_thing_of_the_game_is_told_of_once)
{
    const struct event events[] = {
        {.kind = EVENT_MOVED}, /* with the first experience */
        {.kind = EVENT_NICHE},   {.kind = EVENT_LANTERN},
        {.kind = EVENT_GREETED}, {.kind = EVENT_ARRIVED, .passage = PASSAGE_DIED},
    };

    walk();
    int before = told;
    struct life *life = &stage_delver(&stage, session.actor)->life;
    life->experience = 8;
    life->deaths.last[0].has_grave = true;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
            struct event event = events[i];
            event.actor = session.actor;
            event.level = stage.key;
            told_at_once = 0;
            hints_on_event(&session, &event);
            hints_update(&session);
            ck_assert_int_eq(told_at_once, round == 0);
        }
    }
    ck_assert_int_eq(told - before, HINT_THING - HINT_NICHE);
}

/* Also to a delver who has walked far. */
TEST(the_first_thing_ground_and_grave_are_told_of_once)
{
    struct level *level = stage_level(&stage);
    struct delver *delver = stage_delver(&stage, session.actor);
    const struct grave grave = {.delver_id = 9, .name = "Cai", .gold = 1, .at = pos_of(3, 3)};
    struct event event = {.kind = EVENT_ITEM_TAKEN, .actor = session.actor, .level = stage.key};

    walk();
    delver->steps = HINTS_STEPS_MAX + 1;
    int before = told;
    for (int i = 0; i < 6; i++) {
        hints_on_event(&session, &event);
        hints_update(&session);
        ck_assert_int_eq(told - before, 1 + i / 2);
        event.kind = EVENT_MOVED;
        if (i == 1)
            level_set_tile(level, delver->body.at, TILE_SHALLOWS);
        if (i == 3)
            grave_lay(stage.world, level, &grave);
    }
}

TEST(a_death_that_leaves_nothing_behind_tells_of_no_grave)
{
    walk();
    told_at_once = 0;
    hints_on_event(&session, &(struct event){.kind = EVENT_ARRIVED,
                                             .passage = PASSAGE_DIED,
                                             .actor = session.actor,
                                             .level = stage.key});
    hints_update(&session);
    ck_assert_int_eq(told_at_once, 0);
}

TEST(each_comes_once_and_they_end)
{
    walk();
    ck_assert_msg(told == HINT_NICHE, "%d of %d hints are given", told, HINT_NICHE);
    ck_assert_int_le(told, HINTS_GIVEN_MAX);
    ck_assert_int_eq(HINTS_GIVEN_MAX, 13);
    walk();
    ck_assert_int_eq(told, HINT_NICHE);
}

TEST(who_has_walked_far_needs_none)
{
    stage_delver(&stage, session.actor)->steps = HINTS_STEPS_MAX + 1;
    walk();
    ck_assert_int_eq(told, 0);
    stage_delver(&stage, session.actor)->steps = HINTS_STEPS_MAX;
    walk();
    ck_assert_int_eq(told, HINT_NICHE);
}

/* All is there, but behind a wall: only that nothing new is seen is worth a word. */
TEST(what_is_out_of_sight_brings_none)
{
    static const char cave[] = "##########\n"
                               "#a.<##b.>#\n"
                               "#...##'+.#\n"
                               "##########\n";

    stage_release(&stage);
    enter(cave);
    see_walk(session.actor);
    ck_assert_int_eq(told, 1);
}

TEST(that_time_can_run_slower_is_told_once_it_has_run_and_stands)
{
    const struct event step = {.kind = EVENT_MOVED, .actor = session.actor, .level = stage.key};
    static const char pace[] = "hinted=dsop";

    preferences_take(&session.preferences.saved, &session.sessions->base->log, &session.account,
                     "hinted=dso", false);
    hints_recall(&session.preferences.saved, &session.preferences.hints);
    hints_on_event(&session, &step);
    hints_update(&session);
    ck_assert_int_eq(told, 0);
    run();
    hints_update(&session);
    ck_assert_int_eq(told, 0);
    hints_on_event(&session, &step);
    hints_update(&session);
    ck_assert_int_eq(told, 1);
    ck_assert_str_eq(preferences_text(&session.preferences.saved), pace);
}

TEST(what_others_do_brings_none)
{
    see_walk(other);
    ck_assert_int_eq(told, 0);
}

TEST(none_comes_in_danger_and_none_for_what_a_fight_kept_one_from)
{
    const struct event step = {.kind = EVENT_MOVED,
                               .actor = session.actor,
                               .level = stage.key,
                               .at = draw_level_find(hall, 'a')};
    static const char lost[] = "l";

    stage_delver(&stage, session.actor)->time.state = COMPANY_WAITING;
    walk();
    ck_assert_int_eq(told, 0);
    stage_delver(&stage, session.actor)->time.state = COMPANY_CALM;
    for (int i = 0; i < HINT_NICHE; i++) {
        hints_on_event(&session, &step);
        hints_update(&session);
    }
    ck_assert_int_eq(told, HINT_NICHE - 1);
    ck_assert_ptr_null(
        strstr(preferences_text(&session.preferences.saved) + strlen(hints_key), lost));
    walk();
    ck_assert_int_eq(told, HINT_NICHE);
}

TEST(none_comes_once_they_are_off)
{
    session.preferences.settings.hints = false;
    walk();
    ck_assert_int_eq(told, 0);
}

/* The next visit knows only what was kept, of a newer version too. */
static void come_back(void)
{
    memset(&session.preferences.hints, 0, sizeof session.preferences.hints);
    hints_recall(&session.preferences.saved, &session.preferences.hints);
}

TEST(each_comes_once_in_all_visits)
{
    preferences_take(&session.preferences.saved, &session.sessions->base->log, &session.account,
                     "theme=light hinted=zs", false);
    come_back();
    walk();
    ck_assert_int_eq(told, HINT_NICHE - 1);
    ck_assert_int_eq(changes, told);
    come_back();
    walk();
    ck_assert_int_eq(told, HINT_NICHE - 1);
    const char *kept = preferences_text(&session.preferences.saved);
    ck_assert_msg(strncmp(kept, "theme=light hinted=zs", 21) == 0 &&
                      strlen(kept) == 21 + HINT_NICHE - 1,
                  "%s", kept);
}

/* Without room for one more letter, a hint is given in each visit. */
TEST(a_crowded_or_broken_memory_loses_nothing_but_itself)
{
    char crowd[CHOICES_SIZE] = "";

    memset(crowd, 'x', sizeof crowd - 1);
    preferences_take(&session.preferences.saved, &session.sessions->base->log, &session.account,
                     crowd, false);
    come_back();
    walk();
    ck_assert_int_eq(told, HINT_NICHE);
    ck_assert_int_eq(changes, 0);
    preferences_take(&session.preferences.saved, &session.sessions->base->log, &session.account,
                     "hinted=zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
                     "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
                     false);
    come_back();
    walk();
    ck_assert_int_eq(told, 2 * HINT_NICHE);
    ck_assert_int_eq(changes, 0);
}
