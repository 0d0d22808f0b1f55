/*
 * kill -9 and cuts of power amid the game: one player fights, finds, drops and dies, the server
 * ends without warning, and comes back. State that was told to be Saved is there, and on disk
 * nothing is there twice and nothing is lost: the doctor counts every row against the ledger.
 * KILL_GAME_ROUNDS: how often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/arena.h"
#include "support/live/staging.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ROUNDS = 6, TURNS = 40, PACK_SIZE = 4096, SAVED_EVERY = 2, TRIES = 10 };

static struct arena arena;

static void set_up(void)
{
    arena_init(&arena, UNDERCROFTCTL_PATH);
}

static void tear_down(void)
{
    arena_release(&arena);
}

static int rounds(void)
{
    const char *text = getenv("KILL_GAME_ROUNDS");

    return text == NULL ? ROUNDS : (int)strtol(text, NULL, 10);
}

/* Some turns of a life: all that makes, moves and ends things. */
static void live(int round)
{
    static const char *const lines[] = {"explore", "attack",       "get all",    "drop darts",
                                        "get all", "attack",       "throw dart", "rest",
                                        "attack",  "drink mending"};
    enum { LINE_COUNT = sizeof lines / sizeof lines[0] };
    int turns = TURNS + round % 7;

    for (int turn = 0; turn < turns; turn++) {
        const char *line = lines[(turn + round) % LINE_COUNT];
        client_say_line(&arena.ada, line);
        client_wait_quiet(&arena.ada,
                          strcmp(line, "explore") == 0 ? ARENA_EXPLORE_MS : ARENA_QUIET_MS,
                          ARENA_ANSWER_MS);
    }
}

/* A line that comes to the page of a death only ends it. */
static void be_awake(void)
{
    int tries = 0;

    client_forget(&arena.ada);
    while (strstr(arena.ada.heard, "You are awake.") == NULL) {
        ck_assert_msg(tries++ < TRIES, "%s", client_tail(&arena.ada));
        client_say_line(&arena.ada, "wake");
        client_wait_quiet(&arena.ada, ARENA_QUIET_MS, ARENA_ANSWER_MS);
    }
}

/* Reads the list of what she carries and wears, behind all earlier messages. */
static void read_pack(char out[PACK_SIZE])
{
    int64_t deadline_us = stopwatch_deadline_us(ARENA_ANSWER_MS);
    const char *first;
    const char *last;

    be_awake();
    client_forget(&arena.ada);
    client_say_line(&arena.ada, "inventory");
    do {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "%s", client_tail(&arena.ada));
        client_pump(&arena.ada, 10);
        first = strstr(arena.ada.heard, "You carry");
        last = first == NULL ? NULL : strstr(first, "gold");
    } while (last == NULL);
    ck_assert_msg(last - first < PACK_SIZE, "%s", client_tail(&arena.ada));
    memcpy(out, first, (size_t)(last - first));
    out[last - first] = '\0';
}

/*
 * Saves, and tells what she carried then. Actions of hers may still be waiting for their time: they
 * are called off, and the one that could not be is told before she carries the same before and
 * after the save.
 */
static void save_pack(char saved[PACK_SIZE])
{
    char before[PACK_SIZE];
    int tries = 0;

    client_say_line(&arena.ada, "cancel");
    do {
        ck_assert_msg(tries++ < TRIES, "what she carries changes without her: %s", saved);
        read_pack(before);
        console_expect(&arena.console, WORDS("save"), 0, "Saved.");
        read_pack(saved);
    } while (strcmp(before, saved) != 0);
}

/* In one of two rounds what the disk was not told to flush is lost as well. */
static void end_without_warning(int round)
{
    if (round % 2 == 0)
        process_kill(&arena.server);
    else
        process_cut_power(&arena.server, 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(after_an_end_without_warning_nothing_is_there_twice_and_nothing_that_was_saved_is_lost)
{
    char saved[PACK_SIZE] = "";
    char found[PACK_SIZE];
    int count = rounds();

    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    for (int round = 0; round < count; round++) {
        bool is_saved = round % SAVED_EVERY == 0;
        live(round);
        if (is_saved)
            save_pack(saved);
        end_without_warning(round);
        client_close(&arena.ada);
        arena_restart(&arena);
        staging_expect_ledger_right(&arena.console);
        client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
        if (!is_saved)
            continue;
        read_pack(found);
        ck_assert_msg(strcmp(saved, found) == 0, "round %d: saved %s\nfound %s", round, saved,
                      found);
    }
    staging_expect_ledger_right(&arena.console);
    arena_stop(&arena);
}
