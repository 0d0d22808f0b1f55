/*
 * Settings on their way to a disk that refuses them alone, and "Saved.", which waits for them as it
 * does for the world. The database thread and the words to the player are stood in for.
 */
#include "server/session/commands/saved.h"

#include <string.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/preferences/kept.h"
#include "server/session/session.h"
#include "support/suite.h"

static struct server server;
static struct conn conn;
static struct session *session = &conn.session;
static struct job *submitted; /* NULL: nothing is under way */
static int submissions;
static uint64_t saved_ticket; /* of the world */
static char told[256];        /* by the last word; "" : none */
static char farewell[256];

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *queue)
{
    (void)persist;
    (void)queue;
    ck_assert_ptr_null(submitted);
    submitted = job;
    submissions++;
    return ERR_OK;
}

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

void session_want_attention(struct session *of)
{
    (void)of;
}

void roster_leave(struct game *of, struct session *leaving)
{
    (void)of;
    (void)leaving;
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    memset(&conn, 0, sizeof conn);
    told[0] = '\0';
    farewell[0] = '\0';
    submissions = 0;
    saved_ticket = 0;
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    server.net.connections = &conn;
    server.base.now_ms = 100000;
    server.tick.newest_ticket = 7;
    server_link(&server);
    conn.net = &server.net;
    conn.serial = 5;
    session->conn = &conn;
    session->sessions = &server.sessions;
    session->actor = 1;
    session->farewell = "Saved. Goodbye.";
}

static void tear_down(void)
{
    job_free(submitted);
    submitted = NULL;
}

static void choose(const char *text)
{
    memcpy(session->kept.text, text, strlen(text) + 1);
    kept_changed(session);
}

/* The disk's answer to what is under way. */
static void answer(enum err result, const char *text)
{
    struct job *job = submitted;

    ck_assert_ptr_nonnull(job);
    ck_assert_str_eq(job->settings, text);
    submitted = NULL;
    job->result = result;
    kept_on_saved(&server.sessions, job);
    job_free(job);
}

START_TEST(settings_that_are_refused_alone_are_tried_again)
{
    choose("colour=16");
    ck_assert(!kept_is_on_disk(session));
    answer(ERR_NO_SPACE, "colour=16");
    ck_assert_msg(submitted == NULL, "the disk is asked again without a pause");
    ck_assert(!kept_is_on_disk(session));
    for (int second = 0; second < 3; second++) {
        kept_save(session);
        kept_save(session);
        answer(ERR_NO_SPACE, "colour=16");
        ck_assert(!kept_is_on_disk(session));
    }
    kept_save(session);
    answer(ERR_OK, "colour=16");
    ck_assert(kept_is_on_disk(session));
    kept_save(session);
    ck_assert_msg(submissions == 5, "what is on disk is saved again");
}
END_TEST

START_TEST(what_was_chosen_meanwhile_follows)
{
    choose("colour=16");
    choose("colour=256");
    choose("colour=8");
    ck_assert_int_eq(submissions, 1);
    answer(ERR_OK, "colour=16");
    ck_assert(!kept_is_on_disk(session));
    answer(ERR_DISK, "colour=8");
    choose("colour=mono");
    answer(ERR_OK, "colour=mono");
    ck_assert(kept_is_on_disk(session));
}
END_TEST

START_TEST(saved_waits_for_the_world_and_for_the_settings)
{
    choose("colour=16");
    saved_owe(session);
    saved_acknowledge(session);
    ck_assert_str_eq(told, "");
    saved_ticket = 7;
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "what was set is not on disk");
    answer(ERR_NO_SPACE, "colour=16");
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "what was set is refused");
    kept_save(session);
    saved_ticket = 6;
    answer(ERR_OK, "colour=16");
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "the world is not on disk");
    saved_ticket = 7;
    saved_acknowledge(session);
    ck_assert_str_eq(told, "Saved.");
    told[0] = '\0';
    saved_acknowledge(session);
    ck_assert_msg(told[0] == '\0', "it is said twice");
}
END_TEST

static void leave(void)
{
    session->has_left = true;
    session->left_at_ms = server.base.now_ms;
}

START_TEST(the_farewell_waits_for_the_settings)
{
    choose("colour=16");
    leave();
    saved_ticket = 7;
    saved_await_farewell(session);
    ck_assert_msg(farewell[0] == '\0', "said: %s", farewell);
    answer(ERR_NO_SPACE, "colour=16");
    server.base.now_ms += SAVED_PATIENCE_MS;
    saved_await_farewell(session);
    ck_assert_msg(farewell[0] == '\0', "said: %s", farewell);
    kept_save(session);
    answer(ERR_OK, "colour=16");
    saved_await_farewell(session);
    ck_assert_str_eq(farewell, "Saved. Goodbye.");
}
END_TEST

START_TEST(after_some_patience_the_farewell_says_what_is_not_saved)
{
    choose("colour=16");
    answer(ERR_NO_SPACE, "colour=16");
    leave();
    saved_ticket = 7;
    server.base.now_ms += SAVED_PATIENCE_MS + 1;
    saved_await_farewell(session);
    ck_assert_msg(strstr(farewell, "Not saved: what you set") != NULL, "said: %s", farewell);
}
END_TEST

START_TEST(while_the_world_is_only_late_the_farewell_waits)
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
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("saved");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, settings_that_are_refused_alone_are_tried_again);
    tcase_add_test(tcase, what_was_chosen_meanwhile_follows);
    tcase_add_test(tcase, saved_waits_for_the_world_and_for_the_settings);
    tcase_add_test(tcase, the_farewell_waits_for_the_settings);
    tcase_add_test(tcase, after_some_patience_the_farewell_says_what_is_not_saved);
    tcase_add_test(tcase, while_the_world_is_only_late_the_farewell_waits);
    return suite_run("saved", tcase);
}
