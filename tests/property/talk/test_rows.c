/*
 * The editor of rows: each column of each record, and each byte packed into a column, is set to the
 * edges of its range and past them, with correct checksums. Then the players of these rows come in
 * and play. Every value is refused, repaired or harmless: nothing overflows, no check fails, and
 * accepted rows can be saved again.
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/connection.h"
#include "db/examine.h"
#include "db/head.h"
#include "db/store.h"
#include "hall.h"
#include "row_edits.h"
#include "row_world.h"
#include "support/rows/row_seal.h"
#include "support/test.h"
#include "world/record.h"

enum { WORDS_TURNS = 6 };

static struct hall hall;
static struct guest guests[ROW_WORLD_PLACES];

static uint64_t bad_rows(void)
{
    struct examination seen;
    struct store *store = row_world_open(&hall);

    row_world_require(store_examine(store, &seen));
    ck_assert_msg(seen.state_is_whole, "%s", seen.findings[0]);
    row_world_require(store_close(store));
    return examination_bad_rows(&seen);
}

/* True: the player is let in. A refusal is told. */
static bool enter(struct guest *guest, int place)
{
    static const char *const lines[SESSION_STATE_COUNT] = {[SESSION_PASSWORD] =
                                                               "correct horse\r\n"};
    char name[NAME_LENGTH_MAX + 1];

    row_world_name(place, name);
    guest_open(guest, &hall, place % 4 == 0 ? GUEST_GMCP_ASCII : GUEST_LINE, name);
    guest_forget(guest);
    guest_type(guest, name);
    guest_type(guest, "\r\n");
    for (int i = 0; i < HALL_WAIT_TURNS; i++) {
        hall_wait(&hall);
        enum session_state state = guest_state(guest);
        guest_hear(guest);
        if (state == SESSION_PLAYING)
            return true;
        if (state == SESSION_CLOSED || state == SESSION_CONFIRM)
            return false;
        if (lines[state] != NULL)
            guest_type(guest, lines[state]);
        else if (state == SESSION_NAME && strstr(guest->heard, "Name:") != NULL)
            return false;
    }
    ck_abort_msg("%s is neither let in nor refused: %s", name, guest->heard);
}

static void play(bool *is_in)
{
    static const char *const words[] = {
        "get all\r\n", "inventory\r\n", "score\r\n",     "eq\r\n",         "get all\r\n",
        "look\r\n",    "list\r\n",      "lore dart\r\n", "use bundle\r\n", "drop 1 dart\r\n",
        "east\r\n",    "west\r\n",      "get all\r\n",   "scores\r\n",     "where\r\n",
        "set\r\n",     "rest\r\n",      "quit\r\n",      "quit\r\n"};

    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
        for (int place = 0; place < ROW_WORLD_PLACES; place++) {
            if (is_in[place])
                guest_type(&guests[place], words[w]);
        }
        for (int i = 0; i < WORDS_TURNS; i++)
            hall_pass(&hall, HALL_TICK_MS);
        for (int place = 0; place < ROW_WORLD_PLACES; place++)
            guest_hear(&guests[place]);
    }
    for (int i = 0; i < 20; i++)
        hall_wait(&hall);
}

/* A new player can log in beside any rows of others. */
static void let_in_a_newcomer(void)
{
    static struct guest newcomer;

    guest_join(&newcomer, &hall, GUEST_LINE, "brom");
    guest_type(&newcomer, "quit\r\n");
    guest_wait_state(&newcomer, SESSION_CLOSED);
    guest_close(&newcomer);
}

static void expect_not_logged(const char *text)
{
    static char log[1 << 20];
    char path[ROW_WORLD_PATH_SIZE];

    snprintf(path, sizeof path, "%s/log", hall.folder);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    log[fread(log, 1, sizeof log - 1, file)] = '\0';
    fclose(file);
    const char *found = strstr(log, text);
    ck_assert_msg(found == NULL, "%.300s", found);
}

/* Plays the edits from `first` on, one for each player. Returns how many players are let in. */
static int play_edits(size_t first)
{
    bool is_in[ROW_WORLD_PLACES];
    int count = 0;

    row_world_restore(&hall);
    sqlite3 *handle = row_edits_open(&hall);
    row_world_require(connection_exec(handle, "BEGIN"));
    for (int place = 0; place < ROW_WORLD_PLACES && first + (size_t)place < row_edit_count; place++)
        row_edits_apply(handle, &row_edits[first + (size_t)place], place);
    row_seal(handle);
    row_world_require(connection_exec(handle, "COMMIT"));
    sqlite3_close(handle);
    uint64_t before = bad_rows();
    hall_reopen(&hall);
    let_in_a_newcomer();
    for (int place = 0; place < ROW_WORLD_PLACES; place++) {
        is_in[place] = enter(&guests[place], place);
        count += is_in[place];
    }
    play(is_in);
    for (int place = 0; place < ROW_WORLD_PLACES; place++)
        guest_close(&guests[place]);
    hall_stop(&hall);
    expect_not_logged("save.row-left-out");
    expect_not_logged("database.broken");
    uint64_t after = bad_rows();
    ck_assert_msg(after <= before, "%" PRIu64 " rows were bad, and now %" PRIu64, before, after);
    return count;
}

static void tell_edits(size_t first)
{
    for (size_t i = first; i < first + ROW_WORLD_PLACES && i < row_edit_count; i++)
        fprintf(stderr, "%zu: %s.%s = %.100s\n", i, record_at(row_edits[i].record)->table,
                row_edits[i].column->name, row_edits[i].value);
}

static void set_up(void)
{
    row_world_make(&hall);
    row_edits_make(&hall);
}

static void tear_down(void)
{
    row_edits_release();
    row_world_release();
    hall_remove(&hall);
}

TEST_FIXTURE(set_up, tear_down);

/* ROWS_FROM in the environment: the number of the edit to begin with; ROWS_TELL: each is told. */
TEST(whatever_a_row_holds_is_refused_repaired_or_harmless)
{
    const char *from = getenv("ROWS_FROM");
    int players = 0;
    int played = 0;

    for (size_t i = from == NULL ? 0 : strtoul(from, NULL, 10); i < row_edit_count;
         i += ROW_WORLD_PLACES * TEST_COUNT(1, 8)) {
        if (getenv("ROWS_TELL") != NULL)
            tell_edits(i);
        played += play_edits(i);
        players += ROW_WORLD_PLACES;
    }
    ck_assert_msg(played > players / 2, "of %d players %d were let in", players, played);
}

static enum err try_open(void)
{
    struct store *store = NULL;
    struct store_status status;
    char path[ROW_WORLD_PATH_SIZE];

    row_world_path(&hall, path);
    enum err error = store_open(path, &store, &status);
    ck_assert_msg(error == ERR_OK || error == ERR_CORRUPT, "%s", status.reason);
    if (error == ERR_OK)
        row_world_require(store_close(store));
    return error;
}

static void write_number(const char *name, int64_t value)
{
    char sql[256];

    row_world_restore(&hall);
    sqlite3 *handle = row_edits_open(&hall);
    snprintf(sql, sizeof sql, "UPDATE meta SET value = %" PRId64 " WHERE name = '%s'", value, name);
    row_world_require(connection_exec(handle, sql));
    if (strcmp(name, "seal") != 0)
        row_seal_numbers(handle);
    sqlite3_close(handle);
}

/* Any seed is one; the server of a hall wants its own. */
TEST(whatever_a_number_of_the_world_is_it_is_refused_or_harmless)
{
    static const int64_t values[] = {
        0, -1, INT64_MAX, RANGE_WHOLE_MAX, RANGE_WHOLE_MAX + 1, RANGE_TIME_MAX};

    for (int number = META_SEED + 1; number < HEAD_COUNT; number++) {
        bool is_sum = number >= HEAD_SUM && number < HEAD_SUM + RECORD_COUNT;
        char name[HEAD_NAME_SIZE];
        head_name(number, name);
        for (size_t i = TEST_COUNT(0, (size_t)number % 2); i < sizeof values / sizeof values[0];
             i += TEST_COUNT(1, 2)) {
            write_number(name, values[i]);
            if (try_open() != ERR_OK)
                continue;
            hall_reopen(&hall);
            let_in_a_newcomer();
            hall_stop(&hall);
            expect_not_logged("save.row-left-out");
            /* A sum that is wrong is found when all rows are proven. */
            ck_assert_msg(try_open() == ERR_OK || is_sum, "%s = %" PRId64, name, values[i]);
        }
    }
}
