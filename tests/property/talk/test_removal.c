/*
 * Players are removed: by an administrator, at any place of the player at that moment, and by time,
 * where they were never used.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "db/examine.h"
#include "db/records.h"
#include "db/store.h"
#include "hall.h"
#include "server/save/persist.h"
#include "support/test.h"

enum { DAY = 24 * 60 * 60, HOUR_MS = 60 * 60 * 1000 };

static struct hall hall;
static struct guest ada;
static struct guest brom; /* the administrator */
static struct guest cyd;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_session(&brom)->role = ACCOUNT_ROLE_ADMIN;
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static struct store *open_closed(void)
{
    struct store *store = NULL;
    struct store_status status;
    char path[128];

    snprintf(path, sizeof path, "%s/undercroft.db", hall.folder);
    ck_assert_int_eq(store_open(path, &store, &status), ERR_OK);
    return store;
}

/* Stops it, and proves what it left. */
static void tear_down(void)
{
    struct examination seen;

    guest_close(&ada);
    guest_close(&brom);
    guest_close(&cyd);
    hall_stop(&hall);
    struct store *store = open_closed();
    ck_assert_int_eq(store_examine(store, &seen), ERR_OK);
    ck_assert_msg(examination_is_clean(&seen), "%s", seen.findings[0]);
    ck_assert_int_eq(store_close(store), ERR_OK);
    hall_remove(&hall);
}

/* Waits until brom reads one of the two texts. True: the first. */
static bool answers(const char *line, const char *one, const char *other)
{
    guest_forget(&brom);
    guest_type(&brom, line);
    for (int i = 0; i < HALL_WAIT_TURNS; i++) {
        hall_wait(&hall);
        if (guest_hears(&brom, one))
            return true;
        if (guest_hears(&brom, other))
            return false;
    }
    ck_abort_msg("neither '%s' nor '%s': %s", one, other, brom.heard);
}

static void expect(const char *line, const char *answer)
{
    guest_forget(&brom);
    guest_type(&brom, line);
    guest_expect(&brom, answer);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_plays_is_sent_away_and_the_name_is_free)
{
    int64_t id = guest_session(&ada)->account.id;

    expect("@forget ada dry-run\r\n", "Dry run");
    ck_assert_ptr_nonnull(strstr(brom.heard, "memories"));
    ck_assert(guest_is_playing(&ada));
    expect("@forget ada now\r\n", "is not dry-run");
    expect("@forget ada\r\n", "Forgotten.");
    ck_assert(guest_heard(&ada, "removed by an administrator"));
    ck_assert_ptr_null(roster_slot_of_delver(&hall.server.roster, id));
    ck_assert_int_eq(hall.server.removals.count, 0);
    expect("@forget ada\r\n", "No player is called");
    expect("@inspect player ada\r\n", "No player is called");
    guest_close(&ada);
    guest_open(&ada, &hall, GUEST_LINE, "ada");
    guest_type(&ada, "ada\r\n");
    guest_wait_state(&ada, SESSION_CONFIRM);
    ck_assert(guest_log_in(&ada));
    ck_assert_int_gt(guest_session(&ada)->account.id, id);
    expect("@audit 9\r\n", "forget ada dry-run (dry-run: nothing was");
}

TEST(a_body_without_its_line_and_one_who_watches_go_too)
{
    guest_open(&cyd, &hall, GUEST_MUTE, "cyd");
    guest_type(&cyd, "watch\r\nada\r\n");
    hall_pass(&hall, 20);
    ck_assert_int_eq(guest_state(&cyd), SESSION_WATCHING);
    guest_close(&ada);
    hall_pass(&hall, 20);
    hall_pass(&hall, 20);
    ck_assert_uint_eq(hall.server.roster.playing, 2);
    expect("@forget ada\r\n", "Forgotten.");
    ck_assert_uint_eq(hall.server.roster.playing, 1);
    ck_assert_int_eq(guest_state(&cyd), SESSION_NAME);
}

TEST(who_is_logging_in_is_sent_away)
{
    guest_type(&ada, "quit\r\n");
    guest_wait_state(&ada, SESSION_CLOSED);
    guest_close(&ada);
    guest_open(&ada, &hall, GUEST_LINE, "ada");
    guest_type(&ada, "ada\r\n");
    guest_wait_state(&ada, SESSION_PASSWORD);
    guest_type(&ada, "correct horse\r\n"); /* is with a worker, and the answer finds nobody */
    expect("@forget ada\r\n", "Forgotten.");
    guest_wait_state(&ada, SESSION_CLOSED);
    ck_assert_uint_eq(hall.server.roster.playing, 1);
}

TEST(nobody_comes_in_as_one_who_is_being_removed)
{
    const struct session *session = guest_session(&ada);
    struct account_record account = session->account;
    struct delver_record delver =
        delver_record(world_delver(hall.server.game.world, session->actor));

    guest_type(&ada, "quit\r\n");
    guest_wait_state(&ada, SESSION_CLOSED);
    ck_assert_int_eq(removal_begin(&hall.server.game, 999, &account, &delver), ERR_OK);
    ck_assert_int_eq(removal_begin(&hall.server.game, 998, &account, &delver), ERR_EXISTS);
    expect("@forget ada\r\n", "is being removed already");
    guest_open(&cyd, &hall, GUEST_MUTE, "cyd");
    guest_type(&cyd, "ada\r\n");
    guest_wait_state(&cyd, SESSION_NAME);
    hall_wait(&hall);
    ck_assert(guest_heard(&cyd, "That name is taken"));
    removal_end(&hall.server.game, account.id);
    guest_type(&cyd, "ada\r\n");
    guest_wait_state(&cyd, SESSION_PASSWORD);
}

TEST(not_oneself_and_not_by_less_than_an_administrator)
{
    expect("@forget brom\r\n", "You cannot forget yourself.");
    expect("@forget nobodyhere\r\n", "No player is called");
    expect("@forget x\r\n", "No player is called");
    guest_session(&brom)->role = ACCOUNT_ROLE_BUILDER;
    expect("@forget ada\r\n", "You may not use");
    ck_assert(guest_is_playing(&ada));
}

TEST(a_ban_of_the_name_stays_and_nothing_else_that_was_decided)
{
    const struct moderation *moderation = &hall.server.game.moderation;

    expect("@mute ada for good\r\n", "Done.");
    expect("@password ada\r\n", "code");
    expect("@ban ada for good\r\n", "Done.");
    expect("@forget ada\r\n", "ban stays   yes");
    ck_assert_ptr_nonnull(moderation_find(moderation, RULING_BAN_NAME, "Ada"));
    ck_assert_ptr_null(moderation_find(moderation, RULING_MUTE, "Ada"));
    ck_assert_ptr_null(moderation_find(moderation, RULING_CODE, "Ada"));
}

/* Changes the time of the last login behind the server's back. */
static void age(const char *name, int64_t seen_at)
{
    struct guest *guest = strcmp(name, "ada") == 0 ? &ada : &cyd;
    struct account_record account = guest_session(guest)->account;

    account.last_seen_at = seen_at;
    guest_type(guest, "quit\r\n");
    guest_wait_state(guest, SESSION_CLOSED);
    ck_assert_int_eq(change_set_put_visit(persist_changes(hall.server.persist), &account), ERR_OK);
}

static void expire(void)
{
    hall_pass(&hall, HOUR_MS + 2000);
    hall_pass(&hall, 2000);
    for (int i = 0; i < HALL_WAIT_TURNS && hall.server.removals.is_looking; i++)
        hall_wait(&hall);
    ck_assert(!hall.server.removals.is_looking);
    ck_assert_int_eq(hall.server.removals.count, 0);
}

TEST(who_never_walked_is_removed_after_a_month)
{
    int64_t now = (int64_t)time(NULL);

    guest_join(&cyd, &hall, GUEST_LINE, "cyd");
    age("ada", now - 31 * DAY);
    age("cyd", now - 29 * DAY);
    hall.server.base.options.unused_days = 0;
    expire();
    ck_assert(answers("@inspect player ada\r\n", "away", "No player"));
    hall.server.base.options.unused_days = 30;
    expire();
    ck_assert(!answers("@inspect player ada\r\n", "away", "No player"));
    ck_assert(answers("@inspect player cyd\r\n", "away", "No player"));
    expect("@audit 5\r\n", "removed as unused: Ada");
}

TEST(a_clock_that_runs_ahead_removes_nobody)
{
    age("ada", (int64_t)time(NULL) - 5 * DAY);
    hall.server.base.options.unused_days = 30;
    loop_shift_wall(26 * DAY);
    expire();
    ck_assert(answers("@inspect player ada\r\n", "away", "No player"));
    loop_shift_wall(-26 * DAY);
}

TEST(who_has_walked_or_is_here_or_logging_in_stays)
{
    int64_t long_ago = (int64_t)time(NULL) - 400 * DAY;
    struct delver *delver = NULL;

    guest_join(&cyd, &hall, GUEST_LINE, "cyd");
    delver = (struct delver *)(uintptr_t)world_delver(hall.server.game.world,
                                                      guest_session(&ada)->actor);
    delver->steps = REMOVAL_STEPS_MIN;
    delver->is_record_dirty = true;
    delver_list_add(&hall.server.game.world->unsaved, delver);
    age("ada", long_ago);
    age("cyd", long_ago);
    guest_close(&cyd);
    guest_open(&cyd, &hall, GUEST_LINE, "cyd");
    guest_type(&cyd, "cyd\r\n");
    guest_wait_state(&cyd, SESSION_PASSWORD);
    expire();
    ck_assert(answers("@inspect player ada\r\n", "away", "No player"));
    ck_assert(answers("@inspect player cyd\r\n", "away", "No player"));
    guest_close(&cyd);
    hall_pass(&hall, 20);
    expire();
    ck_assert(!answers("@inspect player cyd\r\n", "away", "No player"));
    ck_assert(answers("@inspect player ada\r\n", "away", "No player"));
}
