/*
 * Signs of a slow disk for players: the mark of the status row and the words about it, by times
 * that this test makes up. The database's thread is a stand-in.
 */
#include "server/game/save_watch.h"

#include <stdio.h>
#include <string.h>

#include "server/save/persist.h"
#include "server/server.h"
#include "support/test.h"

static uint64_t unsaved_since_ms;
static struct disk_health health;

uint64_t persist_unsaved_since_ms(const struct persist *persist)
{
    (void)persist;
    return unsaved_since_ms;
}

struct disk_health persist_health(const struct persist *persist)
{
    (void)persist;
    return health;
}

static const char *mark_at(uint64_t now_ms, uint64_t since_ms)
{
    static char mark[SAVE_WATCH_TEXT_SIZE];
    static struct server server;

    server.base.now_ms = now_ms;
    server_link(&server);
    unsaved_since_ms = since_ms;
    save_watch_mark(&server.game, mark);
    return mark;
}

TEST(a_disk_that_is_slow_is_marked_from_three_seconds_on)
{
    ck_assert_str_eq(mark_at(100000, 0), "");
    ck_assert_str_eq(mark_at(100000, 99000), "");
    ck_assert_str_eq(mark_at(100000, 100000 - SAVE_WATCH_LAG_MS + 1), "");
    ck_assert_str_eq(mark_at(100000, 100000 - SAVE_WATCH_LAG_MS), "UNSAVED for 3 s");
    ck_assert_str_eq(mark_at(100000, 58001), "UNSAVED for 41 s");
    ck_assert_msg(mark_at(100000, 100001)[0] == '\0', "a change of this very moment is not behind");
}

/* The next text of the outbox begins so. */
static void expect_told(struct outbox *outbox, enum audience_kind kind, const char *start)
{
    const struct outbox_entry *entry = outbox_next(outbox);

    ck_assert_ptr_nonnull(entry);
    ck_assert_int_eq(entry->kind, OUTBOX_TEXT);
    ck_assert_int_eq(entry->audience.kind, kind);
    ck_assert_msg(strncmp(entry->text, start, strlen(start)) == 0, "%s", entry->text);
}

TEST(a_disk_that_refuses_is_marked_with_the_hour_and_told_to_all)
{
    static struct server server;
    char mark[SAVE_WATCH_TEXT_SIZE];

    ck_assert_int_eq(outbox_init(&server.outbox, 1), ERR_OK);
    server.base.now_ms = 100000;
    server_link(&server);
    unsaved_since_ms = 99000;
    health.error = ERR_NO_SPACE;
    save_watch_update(&server.game);
    save_watch_mark(&server.game, mark);
    ck_assert_msg(strncmp(mark, "UNSAVED since ", 14) == 0 && strlen(mark) == 19, "%s", mark);
    expect_told(&server.outbox, AUDIENCE_ALL, "The disk is full: changes since ");
    ck_assert_ptr_null(outbox_next(&server.outbox));
    health.error = ERR_REPLACED;
    server.base.now_ms += SAVE_WATCH_REMIND_MS;
    save_watch_update(&server.game);
    expect_told(&server.outbox, AUDIENCE_ALL, "The files of this world were moved");
    expect_told(&server.outbox, AUDIENCE_OPERATORS, "Administrators: ");
    health.error = ERR_OK;
    unsaved_since_ms = 0;
    /* The save that has succeeded holds nothing newer; one more is due at once. */
    save_watch_note_taken(&server.game);
    save_watch_update(&server.game);
    ck_assert_ptr_null(outbox_next(&server.outbox));
    ck_assert(save_watch_wants_save(&server.game));
    save_watch_note_taken(&server.game);
    ck_assert(!save_watch_wants_save(&server.game));
    unsaved_since_ms = server.base.now_ms;
    save_watch_update(&server.game);
    ck_assert_ptr_null(outbox_next(&server.outbox));
    unsaved_since_ms++;
    save_watch_update(&server.game);
    unsaved_since_ms = 0;
    save_watch_mark(&server.game, mark);
    ck_assert_str_eq(mark, "");
    expect_told(&server.outbox, AUDIENCE_ALL, "Saved again: ");
    outbox_release(&server.outbox);
}

TEST(a_broken_world_is_told_to_operators_once_and_to_those_who_come)
{
    static struct server server;
    char text[SAVE_WATCH_OPERATORS_SIZE];

    ck_assert_int_eq(outbox_init(&server.outbox, 1), ERR_OK);
    server_link(&server);
    health.proof = (struct proof_health){.finding = ""};
    save_watch_update(&server.game);
    ck_assert_ptr_null(outbox_next(&server.outbox));
    ck_assert(!save_watch_describe_damage(&server.game, text));
    health.proof = (struct proof_health){.is_broken = true, .finding = "level: rows are missing"};
    save_watch_update(&server.game);
    save_watch_update(&server.game);
    expect_told(&server.outbox, AUDIENCE_OPERATORS,
                "Administrators: level: rows are missing. Type @doctor for what to do.");
    ck_assert_ptr_null(outbox_next(&server.outbox));
    ck_assert(save_watch_describe_damage(&server.game, text));
    ck_assert_ptr_nonnull(strstr(text, "level: rows are missing"));
    health.proof = (struct proof_health){.is_over = true, .bad_rows = 3};
    save_watch_update(&server.game);
    save_watch_update(&server.game);
    expect_told(&server.outbox, AUDIENCE_OPERATORS,
                "Administrators: 3 rows of the database are damaged");
    ck_assert_ptr_null(outbox_next(&server.outbox));
    outbox_release(&server.outbox);
}
