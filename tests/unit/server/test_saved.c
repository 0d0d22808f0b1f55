/*
 * "Saved." and the farewell wait until the change set that holds what happened is on disk. The
 * database thread and the words to the player are stood in for.
 */
#include "server/session/commands/saved.h"

#include <string.h>

#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "support/test.h"

static struct server server;
static struct conn conn;
static struct session of_player;
static struct session *session = &of_player;
static uint64_t saved_ticket; /* of the world */
static char told[256];        /* by the last word; "" : none */
static char farewell[256];
static const char *failure; /* to save; "": none */

uint64_t persist_saved_ticket(const struct persist *persist)
{
    (void)persist;
    return saved_ticket;
}

bool persist_is_saved(const struct persist *persist, uint64_t ticket)
{
    (void)persist;
    return saved_ticket >= ticket;
}

bool persist_left_out(const struct persist *persist, int64_t account_id)
{
    (void)persist;
    (void)account_id;
    return false;
}

bool save_watch_describe(const struct game *game, char *out)
{
    (void)game;
    snprintf(out, SAVE_WATCH_TEXT_SIZE, "%s", failure);
    return failure[0] != '\0';
}

void session_tell(struct session *of, const char *text, enum role role)
{
    (void)of;
    (void)role;
    snprintf(told, sizeof told, "%s", text);
}

void session_say_goodbye(struct session *of, const char *text)
{
    (void)of;
    snprintf(farewell, sizeof farewell, "%s", text);
}

/* No wish to leave is made here. */
void session_leave(struct session *of, const char *text)
{
    ck_abort_msg("%p leaves: %s", (void *)of, text);
}

void session_note_end(struct session *of, const char *reason)
{
    ck_abort_msg("%p ends: %s", (void *)of, reason);
}

void session_make_runnable(struct session *of)
{
    (void)of;
}

struct session *sessions_find(const struct sessions *of, uint64_t conn_serial)
{
    (void)of;
    return conn_serial == conn.serial ? session : NULL;
}

void roster_leave(struct game *of, uint64_t session_id)
{
    (void)of;
    (void)session_id;
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    memset(&conn, 0, sizeof conn);
    memset(session, 0, sizeof *session);
    told[0] = '\0';
    farewell[0] = '\0';
    saved_ticket = 0;
    failure = "";
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    server.base.now_ms = 100000;
    server.tick.newest_ticket = 7;
    server_link(&server);
    conn.net = &server.net;
    conn.serial = 5;
    session->conn = &conn;
    session->sessions = &server.sessions;
    session->actor = 1;
    session->commands.saved.farewell = "Saved. Goodbye.";
}

TEST_FIXTURE(set_up, NULL);

TEST(saved_is_said_once_the_world_is_on_disk)
{
    saved_promise(&session->commands.saved, session->sessions->game->tick);
    server.tick.is_save_overdue = true;
    saved_ticket = 7;
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "what happened is in no change set yet");
    server.tick.is_save_overdue = false;
    saved_ticket = 6;
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "the world is not on disk");
    saved_ticket = 7;
    saved_acknowledge(session);
    ck_assert_str_eq(told, "Saved.");
    told[0] = '\0';
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "it is said twice");
}

TEST(a_save_from_before_it_happened_is_none)
{
    server.tick.count = 12;
    server.tick.saved_count = 11;
    saved_ticket = 7;
    saved_promise(&session->commands.saved, session->sessions->game->tick);
    server.tick.count = 13;
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "the newest change set is older than what happened");
    server.tick.saved_count = 13;
    server.tick.newest_ticket = 8;
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "the world is not on disk");
    saved_ticket = 8;
    saved_acknowledge(session);
    ck_assert_str_eq(told, "Saved.");
}

TEST(a_save_by_wish_is_acknowledged_and_not_asked_for_again_at_once)
{
    saved_by_wish(session, &(struct command){0});
    ck_assert_str_eq(told, "");
    saved_ticket = 7;
    saved_acknowledge(session);
    ck_assert_str_eq(told, "Saved.");
    saved_by_wish(session, &(struct command){0});
    ck_assert_msg(strstr(told, "You saved a moment ago.") != NULL, "said: %s", told);
    server.base.now_ms += SAVED_PAUSE_MS;
    failure = "UNSAVED for 9 s";
    saved_by_wish(session, &(struct command){0});
    ck_assert_str_eq(told, failure);
}

static void leave(void)
{
    saved_note_left(&session->commands.saved, session->sessions->base,
                    session->sessions->game->tick);
}

TEST(the_farewell_waits_for_the_world)
{
    leave();
    saved_await_farewell(session);
    ck_assert_msg(farewell[0] == '\0', "said: %s", farewell);
    saved_ticket = 7;
    saved_await_farewell(session);
    ck_assert_str_eq(farewell, "Saved. Goodbye.");
}

TEST(while_the_world_is_only_late_the_farewell_waits)
{
    leave();
    server.base.now_ms += 10 * SAVED_PATIENCE_MS;
    saved_await_farewell(session);
    ck_assert_msg(farewell[0] == '\0', "said: %s", farewell);
    server.save_watch.is_failing = true;
    memcpy(server.save_watch.since, "12:34", sizeof "12:34");
    saved_await_farewell(session);
    ck_assert_msg(strstr(farewell, "Not saved") != NULL && strstr(farewell, "12:34") != NULL,
                  "said: %s", farewell);
}

TEST(a_stop_that_waits_no_longer_tells_what_is_known)
{
    server.base.is_stopping = true;
    saved_end_waiting(session);
    ck_assert_msg(farewell[0] == '\0', "said: %s", farewell);
    session->state = SESSION_LEAVING;
    saved_end_waiting(session);
    ck_assert_msg(strstr(farewell, "may be lost") != NULL, "said: %s", farewell);
    leave();
    saved_end_waiting(session);
    ck_assert_msg(strstr(farewell, "may be lost") != NULL, "said: %s", farewell);
    server.save_watch.is_failing = true;
    memcpy(server.save_watch.since, "12:34", sizeof "12:34");
    saved_end_waiting(session);
    ck_assert_str_eq(farewell, "The server is stopping. Not saved: the server's disk refuses. "
                               "Changes since 12:34 are kept only if the last save succeeds. "
                               "Goodbye.");
    saved_ticket = 7;
    saved_end_waiting(session);
    ck_assert_str_eq(farewell, "Saved. Goodbye.");
}
