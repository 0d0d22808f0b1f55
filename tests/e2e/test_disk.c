/*
 * A data directory that cannot be written: the server ends with 3, one line of cause and one of
 * what to do, and the world in it is as it was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/small_disk.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, OUTPUT_SIZE = 16 * 1024, BYTES_MAX = 4 * 1024 * 1024 };

static struct process server;
static struct light_client ada;
static char data[PROCESS_PATH_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_path(&server, "data", data);
    small_disk_mount(data);
}

static void tear_down(void)
{
    light_close(&ada);
    process_kill(&server);
    small_disk_unmount(data);
    process_release(&server);
}

static size_t read_world(char *out)
{
    char path[PROCESS_PATH_SIZE];

    process_path(&server, "data/undercroft.db", path);
    return process_read_file(path, out, BYTES_MAX);
}

static void visit(void)
{
    light_open(&ada, server.port, "ada", 0);
    ck_assert_msg(light_wait_stage(&ada, 1, LIGHT_PLAYING, ANSWER_MS) && ada.stage == LIGHT_PLAYING,
                  "ada did not get in, but heard:\n%s", ada.heard);
    light_send(&ada, "quit\r\n");
    ck_assert(light_wait_closed(&ada, 1, ANSWER_MS));
}

/* Expects a refusal that tells which file cannot be written and what to do about it. */
static void expect_refused(void)
{
    char path[PROCESS_PATH_SIZE];
    char output[OUTPUT_SIZE];
    int lines = 0;

    process_spawn(&server, (const char *const[]){"--listen", "127.0.0.1:0", "--data", data, NULL});
    int code = process_wait(&server);
    process_path(&server, "err", path);
    process_read_file(path, output, sizeof output);
    ck_assert_msg(code == 3, "exit code %d, not 3:\n%s", code, output);
    for (const char *rest = output; (rest = strchr(rest, '\n')) != NULL; rest++)
        lines++;
    ck_assert_msg(lines >= 2 && strstr(output, "writable") != NULL,
                  "not a line of cause and one of what to do:\n%s", output);
    ck_assert_msg(!process_said(&server, "out", "ready"), "it was ready all the same");
}

static void mount_disk(void)
{
    if (!small_disk_begin("a data directory that cannot be written"))
        exit(TEST_LEFT_OUT);
}

TEST_FILE_FIXTURE(mount_disk, NULL);

TEST_FIXTURE(set_up, tear_down);

TEST(a_read_only_directory_ends_with_3_and_the_world_is_untouched)
{
    char *before = malloc(BYTES_MAX);
    char *after = malloc(BYTES_MAX);

    ck_assert(before != NULL && after != NULL);
    process_start(&server, NULL);
    visit();
    ck_assert_int_eq(process_stop(&server), 0);
    size_t length = read_world(before);
    ck_assert_uint_gt(length, 0);
    small_disk_set_read_only(data, true);
    expect_refused();
    ck_assert_msg(read_world(after) == length && memcmp(before, after, length) == 0,
                  "the refused world was changed");
    small_disk_set_read_only(data, false);
    ck_assert_msg(read_world(after) == length && memcmp(before, after, length) == 0,
                  "the refused world was changed");
    process_start(&server, NULL);
    visit();
    ck_assert_msg(!ada.was_made, "another world");
    ck_assert_int_eq(process_stop(&server), 0);
    free(before);
    free(after);
}

TEST(an_empty_read_only_directory_ends_with_3_and_stays_empty)
{
    char path[PROCESS_PATH_SIZE];

    small_disk_set_read_only(data, true);
    expect_refused();
    process_path(&server, "data/undercroft.db", path);
    ck_assert_msg(access(path, F_OK) != 0, "a world was begun");
}
