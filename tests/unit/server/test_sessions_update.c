/*
 * The sessions' part of a tick, with a presentation that only notes what is drawn and a clock that
 * goes on by the same time with each frame: who is drawn, when and in which order.
 */
#include <stdio.h>
#include <string.h>

#include "server/game/recorder.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "support/test.h"

enum { COUNT = 200, TICK_MS = 20, BUDGET_FRAMES = 64, NS_PER_MS = 1000000, NOTES = 4096 };

static struct base base;
static struct game game;
static struct tick tick;
static struct recorder recorder;
static struct sessions sessions;
static struct conn conns[COUNT];
static struct session all[COUNT];
static char notes[NOTES]; /* "d3 " was drawn, "f3 " was flushed, "a3 " was attended */
static uint64_t clock_ns;
static uint64_t frame_ns;      /* that each frame takes */
static bool is_attended_again; /* a session that was attended asks for it once more */
static int ender; /* the session that ends session 1 when it is attended; COUNT: none */

static void note(char what, const struct session *session)
{
    size_t length = strlen(notes);

    snprintf(notes + length, sizeof notes - length, "%c%d ", what, (int)(session - all));
}

uint64_t uv_hrtime(void)
{
    return clock_ns;
}

bool session_attend(struct session *session)
{
    note('a', session);
    if (session - all == ender)
        all[1].state = SESSION_CLOSED;
    return is_attended_again;
}

void conn_send_at_once(struct conn *conn)
{
    note('s', &all[conn - conns]);
}

void conn_flush(struct conn *conn)
{
    note('f', &all[conn - conns]);
}

static enum frame_want wants_frame(const struct session *session)
{
    const struct screen_mode *screen = &session->present.screen;

    if (!screen->is_dirty)
        return FRAME_NONE;
    return screen->is_dirty_own ? FRAME_OWN : FRAME_OF_OTHERS;
}

static void prepare(struct session *session)
{
    (void)session;
}

static void draw(struct session *session, struct canvas *canvas, struct frame_outcome *out)
{
    (void)canvas;
    note('d', session);
    *out = (struct frame_outcome){.is_complete = true};
    clock_ns += frame_ns;
}

static void finish(struct session *session, const struct frame_outcome *outcome)
{
    (void)outcome;
    session->present.screen.is_dirty = false;
    session->present.screen.is_dirty_own = false;
}

static const struct presentation drawn = {.is_drawn = true,
                                          .wants_frame = wants_frame,
                                          .prepare = prepare,
                                          .draw = draw,
                                          .finish = finish};

const struct presentation *const presentation_table[PRESENTATION_COUNT] = {[MODE_SCREEN] = &drawn};

static void set_up(void)
{
    memset(&base, 0, sizeof base);
    memset(&sessions, 0, sizeof sessions);
    memset(conns, 0, sizeof conns);
    memset(all, 0, sizeof all);
    base.options.tick_ms = TICK_MS;
    game.tick = &tick;
    game.recorder = &recorder;
    tick.count = 1000;
    sessions.base = &base;
    sessions.game = &game;
    sessions.frames.tick = tick.count;
    ck_assert_int_eq(team_start(1, &sessions.drawers.team), ERR_OK);
    is_attended_again = false;
    ender = COUNT;
    frame_ns = NS_PER_MS;
    notes[0] = '\0';
    for (int i = 0; i < COUNT; i++) {
        all[i].sessions = &sessions;
        all[i].conn = &conns[i];
        all[i].place.session = &all[i];
        all[i].state = SESSION_PLAYING;
        all[i].mode = MODE_SCREEN;
    }
}

static void tear_down(void)
{
    team_stop(sessions.drawers.team);
}

static void own_doing(int number)
{
    all[number].present.screen.is_dirty = true;
    all[number].present.screen.is_dirty_own = true;
    session_wake(&all[number]);
}

static void others_doing(int number)
{
    all[number].present.screen.is_dirty = true;
    session_wake(&all[number]);
}

/* Runs the next tick. Returns its notes. */
static const char *go_on(void)
{
    notes[0] = '\0';
    tick.count++;
    sessions_update(&sessions);
    return notes;
}

static bool draws(int number)
{
    char what[8];

    snprintf(what, sizeof what, "d%d ", number);
    return strstr(notes, what) != NULL;
}

TEST_FIXTURE(set_up, tear_down);

TEST(own_doing_is_drawn_at_once_in_the_order_in_which_it_came)
{
    own_doing(2);
    own_doing(0);
    own_doing(1);
    own_doing(2);
    ck_assert_str_eq(go_on(), "a2 a0 a1 d2 d0 d1 f2 f0 f1 ");
    ck_assert_str_eq(go_on(), "");
}

TEST(what_others_do_is_drawn_an_interval_after_the_last_frame)
{
    own_doing(0);
    go_on();
    others_doing(0);
    ck_assert_str_eq(go_on(), "");
    ck_assert_str_eq(go_on(), "");
    ck_assert_str_eq(go_on(), "d0 f0 ");
    others_doing(0);
    ck_assert_str_eq(go_on(), "");
}

TEST(who_has_seen_nothing_for_long_sees_others_at_once)
{
    others_doing(0);
    ck_assert_str_eq(go_on(), "d0 f0 ");
}

TEST(an_own_frame_shows_others_too)
{
    own_doing(0);
    go_on();
    others_doing(0);
    own_doing(0);
    ck_assert_str_eq(go_on(), "a0 d0 f0 ");
    for (int i = 0; i < FRAME_RING_TICKS; i++)
        ck_assert_str_eq(go_on(), "");
}

TEST(an_interval_that_has_grown_holds_for_who_waits)
{
    own_doing(0);
    go_on();
    others_doing(0);
    for (int i = 0; i < FRAME_PACE_TICKS; i++)
        frame_pace_note(&sessions.pace, TICK_MS, TICK_MS);
    for (int i = 1; i < 400 / TICK_MS; i++)
        ck_assert_str_eq(go_on(), "");
    ck_assert_str_eq(go_on(), "d0 f0 ");
}

TEST(who_is_attended_each_tick_sees_others_at_the_interval)
{
    int frames = 0;

    is_attended_again = true;
    own_doing(0);
    go_on();
    for (int i = 1; i <= 9; i++) {
        others_doing(0);
        go_on();
        ck_assert_int_eq(draws(0), i % 3 == 0);
        frames += draws(0);
    }
    ck_assert_int_eq(frames, 3);
}

TEST(a_client_that_has_not_taken_the_last_frame_gets_none)
{
    conns[0].is_writing = true;
    conns[1].is_writing = true;
    own_doing(0);
    others_doing(1);
    ck_assert_str_eq(go_on(), "a0 f0 ");
    ck_assert_str_eq(go_on(), "a0 f0 ");
    ck_assert_uint_eq(metrics_value(&base.metrics, METRIC_FRAMES_SKIPPED, METRIC_ALONE), 4);
    conns[0].is_writing = false;
    conns[1].is_writing = false;
    ck_assert_str_eq(go_on(), "a0 d0 f0 d1 f1 ");
    ck_assert_uint_eq(metrics_value(&base.metrics, METRIC_FRAMES_SKIPPED, METRIC_ALONE), 4);
}

TEST(who_has_left_is_not_drawn)
{
    for (int i = 0; i < 3; i++)
        others_doing(i);
    session_stop_running(&all[1]);
    all[1].state = SESSION_CLOSED;
    session_wake(&all[1]);
    session_make_runnable(&all[1]);
    ck_assert_str_eq(go_on(), "d0 d2 f0 f2 ");
}

TEST(who_is_ended_by_the_attention_to_another_is_not_drawn)
{
    for (int i = 0; i < 3; i++)
        own_doing(i);
    ender = 2;
    ck_assert_str_eq(go_on(), "a0 a1 a2 f1 d0 d2 f0 f2 ");
}

TEST(who_asks_while_others_are_attended_waits_for_the_next_tick)
{
    is_attended_again = true;
    session_make_runnable(&all[0]);
    session_make_runnable(&all[1]);
    ck_assert_str_eq(go_on(), "a0 f0 a1 f1 ");
    ck_assert_str_eq(go_on(), "a0 f0 a1 f1 ");
}

TEST(a_group_is_sent_when_all_of_it_is_drawn)
{
    frame_ns = 0;
    for (int i = 0; i < COUNT; i++)
        own_doing(i);
    go_on();
    ck_assert_ptr_nonnull(strstr(notes, "d62 d63 f0 f1 "));
    ck_assert_ptr_nonnull(strstr(notes, "f63 a64 "));
    ck_assert_ptr_nonnull(strstr(notes, "d198 d199 f192 "));
}

TEST(what_the_budget_leaves_comes_first_in_the_next_tick)
{
    for (int i = 0; i < COUNT - 1; i++)
        others_doing(i);
    go_on();
    ck_assert(draws(BUDGET_FRAMES - 1));
    ck_assert(!draws(BUDGET_FRAMES));
    others_doing(COUNT - 1);
    own_doing(0);
    go_on();
    ck_assert_int_eq(strncmp(notes, "a0 d0 f0 d64 d65 ", 17), 0);
    go_on();
    ck_assert(draws(COUNT - 2 - 8));
    go_on();
    ck_assert(draws(COUNT - 2) && draws(COUNT - 1));
    ck_assert_str_eq(go_on(), "");
}

/* All are attended, a key that is typed meanwhile too; a frame shows all that came before it. */
TEST(own_doing_that_the_budget_leaves_comes_first_in_the_next_tick)
{
    for (int i = 0; i < COUNT - 1; i++)
        own_doing(i);
    go_on();
    ck_assert(draws(BUDGET_FRAMES - 1));
    ck_assert(!draws(BUDGET_FRAMES));
    ck_assert_ptr_nonnull(strstr(notes, "a198 f198 "));
    own_doing(COUNT - 1);
    own_doing(0);
    own_doing(BUDGET_FRAMES);
    go_on();
    ck_assert_int_eq(strncmp(notes, "a64 a65 ", 8), 0);
    ck_assert(draws(BUDGET_FRAMES) && draws(2 * BUDGET_FRAMES - 1));
    ck_assert(!draws(2 * BUDGET_FRAMES) && !draws(0) && !draws(COUNT - 1));
    go_on();
    ck_assert(draws(2 * BUDGET_FRAMES) && !draws(BUDGET_FRAMES));
    go_on();
    ck_assert(draws(COUNT - 2) && draws(COUNT - 1) && draws(0));
    ck_assert_str_eq(go_on(), "");
}

TEST(others_are_seen_while_own_doing_takes_all_its_budget)
{
    others_doing(COUNT - 1);
    for (int i = 0; i < COUNT - 1; i++)
        own_doing(i);
    go_on();
    ck_assert(draws(COUNT - 1));
}
