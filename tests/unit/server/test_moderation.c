/*
 * Rulings in memory: those in force, their subjects, and their limits.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/game/game.h"
#include "server/game/moderation.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "support/test.h"

enum { SECOND_MS = 1000, DAY_S = 86400 };

/* The two clocks of this test. */
static time_t wall = 1800000000;
static uint64_t now_ms = 5000;

time_t time(time_t *out)
{
    if (out != NULL)
        *out = wall;
    return wall;
}

/* The database's thread is stood in for: the rows that went. */
static int dropped;

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *answers)
{
    (void)persist;
    (void)answers;
    ck_assert_ptr_eq(job->question, &question_drop_ruling);
    dropped++;
    job_free(job);
    return ERR_OK;
}

/* Advances both clocks, with a sweep once a second. */
static void pass(struct game *game, int seconds)
{
    for (int i = 0; i < seconds; i++) {
        wall++;
        now_ms += SECOND_MS;
        moderation_sweep(game);
    }
}

/* The same in one step, with a sweep before and after the last second. */
static void pass_long(struct game *game, int seconds)
{
    wall += seconds - 1;
    now_ms += (uint64_t)(seconds - 1) * SECOND_MS;
    moderation_sweep(game);
    pass(game, 1);
}

static struct ruling ruling_of(enum ruling_kind kind, const char *subject, int64_t until)
{
    struct ruling ruling = {.kind = kind, .until = until, .who = "operator", .detail = "loud"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", subject);
    return ruling;
}

static enum err put(struct moderation *moderation, enum ruling_kind kind, const char *subject,
                    int64_t until)
{
    struct ruling ruling = ruling_of(kind, subject, until);

    return moderation_put(moderation, &ruling);
}

/* Adds `count` bans of different addresses. */
static void fill(struct moderation *moderation, int count)
{
    char subject[NETWORK_TEXT_SIZE];

    for (int i = 0; i < count; i++) {
        snprintf(subject, sizeof subject, "10.0.%d.%d", i / 250, i % 250);
        ck_assert_int_eq(put(moderation, RULING_BAN_NETWORK, subject, 0), ERR_OK);
    }
}

TEST(a_ruling_holds_for_its_kind_its_subject_and_its_time)
{
    struct moderation moderation = {.count = 0};
    int64_t now = (int64_t)time(NULL);

    ck_assert_int_eq(put(&moderation, RULING_BAN_NAME, "Ada", now + 600), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Brom", now - 1), ERR_OK);
    ck_assert_ptr_nonnull(moderation_find(&moderation, RULING_BAN_NAME, "Ada"));
    ck_assert_ptr_null(moderation_find(&moderation, RULING_MUTE, "Ada"));
    ck_assert_msg(moderation_find(&moderation, RULING_MUTE, "Brom") == NULL, "its time is over");
    ck_assert_int_eq(moderation_count(&moderation, RULING_MUTE), 0);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NAME, "Ada", now - 1), ERR_OK);
    ck_assert_msg(moderation_find(&moderation, RULING_BAN_NAME, "Ada") == NULL,
                  "the newer one counts");
    ck_assert_int_eq(moderation.count, 2);
    ck_assert(moderation_drop(&moderation, RULING_BAN_NAME, "Ada"));
    ck_assert(!moderation_drop(&moderation, RULING_BAN_NAME, "Ada"));
    moderation_release(&moderation);
}

static const enum ruling_kind timed_kinds[] = {RULING_BAN_NAME, RULING_BAN_NETWORK, RULING_MUTE};

static const struct ruling *find_timed(const struct moderation *moderation, enum ruling_kind kind)
{
    return kind == RULING_BAN_NETWORK ? moderation_find_address(moderation, "10.9.0.1")
                                      : moderation_find(moderation, kind, "10.9.0.1");
}

/* A clock that runs ahead for a moment, however far, ends nothing. */
TEST_EACH(a_clock_that_runs_ahead_for_a_while_lifts_nothing,
          sizeof timed_kinds / sizeof timed_kinds[0])
{
    struct game game = {.moderation = {.now_ms = &now_ms}};
    enum ruling_kind kind = timed_kinds[_i];

    dropped = 0;
    ck_assert_int_eq(put(&game.moderation, kind, "10.9.0.1", wall + 7 * DAY_S), ERR_OK);
    pass(&game, 3);
    wall += 3650 * DAY_S;
    for (int i = 0; i < 9 * 60; i++) {
        ck_assert_ptr_nonnull(find_timed(&game.moderation, kind));
        pass(&game, 1);
    }
    wall -= 3650 * DAY_S;
    pass(&game, 3);
    ck_assert_ptr_nonnull(find_timed(&game.moderation, kind));
    ck_assert_int_eq(moderation_count(&game.moderation, kind), 1);
    ck_assert_int_eq(dropped, 0);

    /* The ruling ends at its own time, and its row goes a day later. */
    pass_long(&game, 7 * DAY_S - 9 * 60 - 7);
    ck_assert_ptr_nonnull(find_timed(&game.moderation, kind));
    pass(&game, 1);
    ck_assert_ptr_null(find_timed(&game.moderation, kind));
    pass_long(&game, DAY_S - 2);
    ck_assert_int_eq(dropped, 0);
    pass_long(&game, 3);
    ck_assert_int_eq(dropped, 1);
    ck_assert_int_eq(game.moderation.count, 0);
    moderation_release(&game.moderation);
}

/* The clock was far behind at the start. Once it is put right, a ruling whose time has come ends
   after MODERATION_PATIENCE_MS. */
TEST(a_clock_that_was_put_right_ends_what_is_over)
{
    struct game game = {.moderation = {.now_ms = &now_ms}};

    wall -= 3650 * DAY_S;
    ck_assert_int_eq(put(&game.moderation, RULING_MUTE, "Ada", wall + 3649 * DAY_S), ERR_OK);
    pass(&game, 3);
    wall += 3650 * DAY_S;
    pass(&game, MODERATION_PATIENCE_MS / SECOND_MS);
    ck_assert_ptr_nonnull(moderation_find(&game.moderation, RULING_MUTE, "Ada"));
    pass(&game, 1);
    ck_assert_ptr_null(moderation_find(&game.moderation, RULING_MUTE, "Ada"));
    moderation_release(&game.moderation);
}

/* A ruling that is loaded while the clock runs ahead does not hold meanwhile, but is kept. */
TEST(a_ruling_that_is_read_while_the_clock_runs_ahead_is_kept)
{
    struct game game = {.moderation = {.now_ms = &now_ms}};
    int64_t until = wall + DAY_S;

    dropped = 0;
    wall += 3650 * DAY_S;
    ck_assert_int_eq(put(&game.moderation, RULING_MUTE, "Ada", until), ERR_OK);
    ck_assert_ptr_null(moderation_find(&game.moderation, RULING_MUTE, "Ada"));
    pass(&game, 60);
    wall -= 3650 * DAY_S;
    ck_assert_ptr_nonnull(moderation_find(&game.moderation, RULING_MUTE, "Ada"));
    ck_assert_int_eq(dropped, 0);
    moderation_release(&game.moderation);
}

TEST(rulings_that_were_lost_are_told_of)
{
    struct moderation moderation = {.count = 0};
    char text[MODERATION_TEXT_SIZE];

    ck_assert(!moderation_describe_lost(&moderation, text));
    moderation.lost = 2;
    ck_assert(moderation_describe_lost(&moderation, text));
    ck_assert_msg(strstr(text, "Administrators: decisions about players") == text, "%s", text);
    ck_assert_msg(strstr(text, "do not hold: 2.") != NULL, "%s", text);
}

TEST(an_address_is_in_its_network_in_either_form)
{
    struct moderation moderation = {.count = 0};

    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "10.1.0.0/16", 0), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "2001:db8::/32", 0), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "nonsense", 0), ERR_FORMAT);
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "10.1.255.255"));
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "::ffff:10.1.2.3"));
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "2001:db8:1::1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "10.2.0.1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "2001:db9::1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "?"));
    moderation_release(&moderation);
}

TEST(there_are_so_many_and_no_more)
{
    struct moderation moderation = {.count = 0};

    fill(&moderation, MODERATION_MAX);
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_TOO_BIG);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "10.0.0.7", 5), ERR_OK);
    ck_assert(moderation_drop(&moderation, RULING_BAN_NETWORK, "10.0.0.7"));
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_OK);
    moderation_release(&moderation);
}

TEST(new_delvers_wait_only_while_each_of_them_has_a_place)
{
    struct moderation moderation = {.count = 0};
    char name[16];

    for (int i = 0; i < MODERATION_HOLDS_MAX; i++) {
        ck_assert_msg(moderation_takes_holds(&moderation), "no more than %d may wait", i);
        snprintf(name, sizeof name, "Name%d", i);
        ck_assert_int_eq(put(&moderation, RULING_HOLD, name, 0), ERR_OK);
    }
    ck_assert(!moderation_takes_holds(&moderation));
    moderation_release(&moderation);

    fill(&moderation, MODERATION_MAX - MODERATION_HOLDS_MAX - 1);
    ck_assert(moderation_takes_holds(&moderation));
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_OK);
    ck_assert_msg(!moderation_takes_holds(&moderation), "the list of rulings is nearly full");
    moderation_release(&moderation);
}
