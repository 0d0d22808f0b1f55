/*
 * Leaving by wish: at once in calm, and in danger only at the second wish, without the body.
 */
#include "server/session/commands/saved.h"

#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "##############################\n";

static struct stage stage;
static struct base base;
static struct game game;
static struct sessions sessions;
static struct session session;
static int left;    /* how often the delver left the world */
static int lost;    /* the line was lost instead */
static int answers; /* something was said */

void session_leave(struct session *own, const char *farewell)
{
    (void)own;
    (void)farewell;
    left++;
}

void session_note_end(struct session *own, const char *reason)
{
    (void)own;
    (void)reason;
}

void session_say_goodbye(struct session *own, const char *text)
{
    (void)own;
    (void)text;
    lost++;
}

void session_tell(struct session *own, const char *text, enum role role)
{
    (void)own;
    (void)text;
    (void)role;
    answers++;
}

static void set_up(void)
{
    stage_init(&stage, hall);
    base.now_ms = 1000;
    game.world = stage.world;
    sessions.game = &game;
    sessions.base = &base;
    session.sessions = &sessions;
    session.commands.leave_asked_at_ms = 0;
    session.actor = stage_join(&stage, 1, pos_of(2, 1));
    left = lost = answers = 0;
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(in_calm_one_leaves_at_once)
{
    leave_by_wish(&session, &(struct command){0});
    ck_assert_int_eq(left, 1);
    ck_assert_int_eq(lost + answers, 0);
}

TEST(in_danger_the_second_wish_within_half_a_minute_loses_the_line)
{
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(10, 1));
    stage_ticks(&stage, 6);
    ck_assert(leave_is_danger(session.sessions->game->world, session.actor));
    leave_by_wish(&session, &(struct command){0});
    ck_assert_int_eq(answers, 1);
    base.now_ms += 40000;
    leave_by_wish(&session, &(struct command){0});
    ck_assert_int_eq(answers, 2);
    ck_assert_int_eq(left + lost, 0);
    base.now_ms += 1000;
    leave_by_wish(&session, &(struct command){0});
    ck_assert_int_eq(lost, 1);
    ck_assert_int_eq(left, 0);
}
