/*
 * A server's record of its inputs plays back to the same world, tick by tick; a record that was
 * tampered with does not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/test.h"

enum { STEPS = 60, RECORD_SIZE_MAX = 8 * 1024 * 1024, PLAYERS = 3 };

static struct process server;
static struct process replay;
static struct client players[PLAYERS];
static char record[PROCESS_PATH_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_init(&replay);
    process_path(&server, "record", record);
}

static void tear_down(void)
{
    for (int i = 0; i < PLAYERS; i++)
        client_close(&players[i]);
    process_release(&replay);
    process_release(&server);
}

static int replay_code(const char *path)
{
    process_spawn_program(&replay, REPLAY_PATH, (const char *const[]){path, NULL});
    return process_wait(&replay);
}

/* Three delvers come, walk, meddle with doors and stairs, talk, get lost and come back. */
static void play(void)
{
    static const char *const names[PLAYERS] = {"ada", "brom", "cyd"};
    struct rng rng;

    rng_init(&rng, 6);
    process_start(&server,
                  (const char *const[]){"--seed", "11", "--tick-ms", "10", "--link-death-seconds",
                                        "1", "--record", record, NULL});
    for (int i = 0; i < PLAYERS; i++)
        client_enter(&players[i], CLIENT_XTERM, server.port, names[i]);
    for (int step = 0; step < STEPS; step++) {
        static const char *const whims[] = {"c",        ">", "<",          "jj",
                                            "'hello\r", "O", "kkkkkk\x1b", ":me waves\r"};
        struct client *client = &players[step % PLAYERS];
        if (step % 4 == 3)
            client_type(client, whims[rng_below(&rng, sizeof whims / sizeof whims[0])]);
        else
            explorer_step(client, step % 3 == 0 ? EXPLORE_UNKNOWN : '>', &rng);
        if (step == STEPS / 2)
            client_close(&players[2]);
        if (step == STEPS / 2)
            client_enter(&players[2], CLIENT_LINE, server.port, names[2]);
    }
    client_wait_quiet(&players[0], 100, CLIENT_WAIT_MS); /* an Esc before it is over */
    client_type(&players[0], "Q");
    ck_assert(client_wait_closed(&players[0], CLIENT_WAIT_MS));
    client_close(&players[1]);
    client_wait_quiet(&players[2], 1500, CLIENT_WAIT_MS);
    client_close(&players[2]);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_record_plays_back_to_the_same_world)
{
    play();
    int code = replay_code(record);
    ck_assert_msg(code == 0, "the record does not play back: exit code %d", code);
}

TEST(a_record_that_was_changed_does_not_play_back)
{
    char path[PROCESS_PATH_SIZE];
    char *bytes = malloc(RECORD_SIZE_MAX);

    ck_assert(bytes != NULL);
    play();
    size_t length = process_read_file(record, bytes, RECORD_SIZE_MAX);
    ck_assert_msg(length > 1000, "a record of %zu bytes", length);
    bytes[length - 3] ^= 1;
    process_path(&server, "changed", path);
    FILE *file = fopen(path, "wb");
    ck_assert(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
    ck_assert_msg(replay_code(path) != 0, "a changed hash goes unnoticed");
    free(bytes);
}
