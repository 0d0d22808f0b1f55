/*
 * Ends of undercroftd: the exit code, the words, and a database left untouched.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/process.h"
#include "support/test.h"

enum { OUTPUT_SIZE = 16 * 1024 };

static struct process server;
static struct process second;
static struct client ada;

static void set_up(void)
{
    process_init(&server);
    process_init(&second);
}

static void tear_down(void)
{
    client_close(&ada);
    process_release(&second);
    process_release(&server);
}

/* Runs to the end and expects a code, and a text on a stream. */
static void expect_end(const char *const *arguments, int code, const char *stream, const char *text)
{
    char path[PROCESS_PATH_SIZE];
    char output[OUTPUT_SIZE];

    process_spawn(&second, arguments);
    int ended = process_wait(&second);
    process_path(&second, stream, path);
    process_read_file(path, output, sizeof output);
    ck_assert_msg(ended == code, "%s: exit code %d, not %d:\n%.4000s",
                  arguments[0] == NULL ? "" : arguments[0], ended, code, output);
    ck_assert_msg(strstr(output, text) != NULL, "%s: %s does not say '%s':\n%.4000s",
                  arguments[0] == NULL ? "" : arguments[0], stream, text, output);
}

/* One line of cause and one of what to do. */
static void expect_two_lines(void)
{
    char path[PROCESS_PATH_SIZE];
    char output[OUTPUT_SIZE];
    int lines = 0;

    process_path(&second, "err", path);
    process_read_file(path, output, sizeof output);
    for (const char *rest = output; (rest = strchr(rest, '\n')) != NULL; rest++)
        lines++;
    ck_assert_msg(lines >= 2, "not a line of cause and one of what to do:\n%.4000s", output);
}

TEST_FIXTURE(set_up, tear_down);

TEST(unknown_flags_end_with_2_and_no_page_of_usage)
{
    expect_end((const char *const[]){"--lissten", "127.0.0.1:0", NULL}, 2, "err", "--listen");
    expect_end((const char *const[]){"--colour", NULL}, 2, "err", "try --help");
    expect_end((const char *const[]){"serve", NULL}, 2, "err", "try --help");
    ck_assert(!process_said(&second, "err", "--listen"));
}

TEST(bad_values_end_with_1_and_say_which)
{
    char data[PROCESS_PATH_SIZE];

    process_path(&second, "data", data);
    expect_end((const char *const[]){"--data", data, "--tick-ms", "5", NULL}, 1, "err", "tick-ms");
    expect_end((const char *const[]){"--data", data, "--tick-ms", "20x", NULL}, 1, "err",
               "tick-ms");
    expect_end((const char *const[]){"--data", data, "--wing-size", "0", NULL}, 1, "err",
               "wing-size");
    expect_end((const char *const[]){"--data", data, "--listen", "nowhere", NULL}, 1, "err",
               "listen");
    expect_end((const char *const[]){"--data", data, "--places", "/nowhere", NULL}, 1, "err",
               "/nowhere: No such file");
    expect_two_lines();
    expect_end((const char *const[]){"--places", "/nowhere", "--check-config", NULL}, 1, "err",
               "/nowhere: No such file");
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:70000", NULL}, 1, "err",
               "listen");
    expect_end((const char *const[]){"--data", data, "--config", "/nonexistent/file", NULL}, 1,
               "err", "/nonexistent/file");
    expect_end((const char *const[]){"--data", data, "--welcome", "/nonexistent/welcome", NULL}, 1,
               "err", "/nonexistent/welcome: No such file or directory");
    expect_two_lines();
    expect_end((const char *const[]){"--check-config", "--rules", "/nonexistent/rules", NULL}, 1,
               "err", "--rules FILE: at most 20 lines of 79 columns");
    ck_assert_msg(access(data, F_OK) != 0, "a refused start made a data folder");
}

/* Missing folders above it are made too, the last one for its user alone; a file in its place is
   told as no folder. */
TEST(the_data_folder_is_made_if_absent)
{
    char above[PROCESS_PATH_SIZE];
    char data[2 * PROCESS_PATH_SIZE];
    struct stat info;

    process_path(&second, "above", above);
    snprintf(data, sizeof data, "%s/below/", above);
    expect_end((const char *const[]){"--data", data, "--listen", "192.0.2.1:0", NULL}, 5, "err",
               "cannot listen");
    ck_assert_msg(stat(data, &info) == 0 && (info.st_mode & 0777) == 0700, "%s", data);
    snprintf(data, sizeof data, "%s/below/undercroft.db", above);
    expect_end((const char *const[]){"--data", data, "--listen", "192.0.2.1:0", NULL}, 3, "err",
               "Not a directory");
    expect_two_lines();
    expect_end((const char *const[]){"--data", "/proc/a/b", NULL}, 3, "err",
               "cannot make the data directory /proc/a/b");
    expect_two_lines();
}

/* Bare, so that an editor can go there. */
TEST(a_checked_file_is_told_with_its_line)
{
    char data[PROCESS_PATH_SIZE];
    char path[PROCESS_PATH_SIZE];
    char output[4096];
    char wanted[2 * PROCESS_PATH_SIZE + 128];

    process_path(&second, "bad.conf", data);
    FILE *file = fopen(data, "w");
    ck_assert_ptr_nonnull(file);
    fputs("save-ms = 700\nbackup-minuts = 3\nwing-size = 0\n", file);
    fclose(file);
    expect_end((const char *const[]){"--check-config", "--config", data, NULL}, 1, "err", data);
    process_path(&second, "err", path);
    process_read_file(path, output, sizeof output);
    snprintf(wanted, sizeof wanted,
             "%s:2: unknown key 'backup-minuts'; did you mean backup-minutes?\n"
             "%s:3: wing-size: '0' is not a number from 1 to 1000\n",
             data, data);
    ck_assert_str_eq(output, wanted);
    expect_end((const char *const[]){"--config", data, NULL}, 1, "err", "undercroftd: ");
    expect_end((const char *const[]){"--tick-ms", "5", "--check-config", NULL}, 1, "err",
               "--tick-ms: '5' is not a number");
    process_read_file(path, output, sizeof output);
    ck_assert_msg(strncmp(output, "--tick-ms", 9) == 0, "%s", output);
}

TEST(help_and_version_end_with_0)
{
    expect_end((const char *const[]){"--help", NULL}, 0, "out", "--listen");
    expect_end((const char *const[]){"--version", NULL}, 0, "out", "undercroftd ");
    expect_end((const char *const[]){"--print-config", NULL}, 0, "out", "tick-ms");
    expect_end((const char *const[]){"--check-config", NULL}, 0, "err", "");
    process_expect_said(&second, "out", "the settings are good\n");
}

/* With its standard output there. */
static void expect_end_into(int output, const char *const *arguments)
{
    second.out_end = output;
    process_spawn(&second, arguments);
    int ended = process_wait(&second);
    second.out_end = 0;
    ck_assert_msg(ended == 1, "%s: exit code %d", arguments[0], ended);
    process_expect_said(&second, "err", "standard output cannot be written");
    expect_two_lines();
}

TEST(what_cannot_be_printed_ends_with_1_and_says_why)
{
    char data[PROCESS_PATH_SIZE];
    int full = open("/dev/full", O_WRONLY);
    int ends[2];

    ck_assert(full > 0 && pipe(ends) == 0);
    close(ends[0]);
    process_path(&second, "data", data);
    expect_end_into(full, WORDS("--version"));
    expect_end_into(full, WORDS("--print-config"));
    expect_end_into(full, WORDS("--help"));
    expect_end_into(ends[1], WORDS("--version"));
    expect_end_into(ends[1], WORDS("--listen", "127.0.0.1:0", "--data", data));
    ck_assert_msg(access(data, F_OK) != 0, "a world was begun");
    close(ends[1]);
    close(full);
}

TEST(a_busy_port_ends_with_5)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    char data[PROCESS_PATH_SIZE];
    char listen_on[64];
    int holder = socket(AF_INET, SOCK_STREAM, 0);

    ck_assert(holder >= 0 && bind(holder, (struct sockaddr *)&address, sizeof address) == 0 &&
              listen(holder, 1) == 0 &&
              getsockname(holder, (struct sockaddr *)&address, &size) == 0);
    snprintf(listen_on, sizeof listen_on, "127.0.0.1:%d", ntohs(address.sin_port));
    process_path(&second, "data", data);
    expect_end((const char *const[]){"--data", data, "--listen", listen_on, NULL}, 5, "err",
               listen_on);
    expect_two_lines();
    close(holder);
}

TEST(a_record_that_cannot_be_written_ends_with_1_and_says_which)
{
    char data[PROCESS_PATH_SIZE];

    process_path(&second, "data", data);
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", "--record",
                                     "/nonexistent/inputs", NULL},
               1, "err", "/nonexistent/inputs");
    expect_two_lines();
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", "--record-screens",
                                     "/nonexistent/screens", NULL},
               1, "err", "/nonexistent/screens");
    expect_two_lines();
}

/*
 * libuv aborts where it gets no descriptor, and what comes after it fails in words of its own, so
 * that is looked at first. With fewer yet the loader or a sanitizer gives up.
 */
TEST(with_hardly_any_open_files_it_ends_in_order_and_says_why)
{
    enum { FEWEST = 6, ENOUGH = 48, INTERNAL = 70 };
    char data[PROCESS_PATH_SIZE];
    char path[PROCESS_PATH_SIZE];
    int refused = 0;

    process_path(&second, "data", data);
    for (second.files_max = FEWEST; second.files_max <= 26; second.files_max++) {
        process_spawn(&second,
                      (const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL});
        int ended = process_wait(&second);
        bool is_ours = process_said(&second, "err", "the limit on open files is too low");
        ck_assert_msg(ended == INTERNAL || (!is_ours && refused == 0),
                      "%d open files: exit code %d", second.files_max, ended);
        if (!is_ours)
            continue;
        refused++;
        expect_two_lines();
        process_expect_said(&second, "err", "and 25 are needed");
    }
    ck_assert_int_gt(refused, 10);
    process_path(&second, "data/undercroft.db", path);
    ck_assert_msg(access(path, F_OK) != 0, "a world was begun");
    second.files_max = ENOUGH;
    process_start(&second, NULL);
    ck_assert_int_eq(process_stop(&second), 0);
}

#ifndef TESTS_ARE_INSTRUMENTED
/* Sixty-four of them with their stacks; a sanitizer wants more room for itself than any limit. */
TEST(without_room_for_its_workers_it_does_not_start_and_says_why)
{
    char data[PROCESS_PATH_SIZE];

    process_path(&second, "data", data);
    ck_assert_int_eq(setenv("UV_THREADPOOL_SIZE", "64", 1), 0);
    second.memory_max_kib = 300L * 1024;
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL}, 70, "err",
               "the workers cannot be started");
    expect_two_lines();
    second.memory_max_kib = 0;
    process_start(&second, NULL);
    ck_assert_int_eq(process_stop(&second), 0);
    ck_assert_int_eq(unsetenv("UV_THREADPOOL_SIZE"), 0);
}
#endif

TEST(a_second_server_on_the_same_data_ends_with_4)
{
    char data[PROCESS_PATH_SIZE];

    process_start(&server, NULL);
    process_path(&server, "data", data);
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL}, 4, "err",
               "");
    expect_two_lines();
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    ck_assert(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

/* Starts on a database of these bytes and expects it refused and unchanged. */
static void expect_refused(const char *bytes, size_t length, const char *what)
{
    char data[PROCESS_PATH_SIZE];
    char path[PROCESS_PATH_SIZE];
    char *after = malloc(length + 2);

    ck_assert(after != NULL);
    process_path(&second, "data", data);
    process_path(&second, "data/undercroft.db", path);
    mkdir(data, 0700);
    write_file(path, bytes, length);
    expect_end((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL}, 3, "err",
               "undercroft.db");
    expect_two_lines();
    /* Beside the mark of a world another one is only made when asked for. */
    process_expect_said(&second, "err", "--new-world");
    ck_assert_msg(process_read_file(path, after, length + 2) == length &&
                      memcmp(after, bytes, length) == 0,
                  "%s: the refused file was changed", what);
    free(after);
}

TEST(a_database_that_is_none_ends_with_3_and_is_untouched)
{
    char garbage[8192];

    expect_refused("", 0, "an empty file");
    for (size_t i = 0; i < sizeof garbage; i++)
        garbage[i] = (char)(i * 131 + i / 7);
    expect_refused(garbage, sizeof garbage, "garbage");
    expect_refused("SQLite format 3", 16, "a header alone");
}

TEST(a_truncated_database_ends_with_3_and_is_untouched)
{
    enum { WHOLE_MAX = 4 * 1024 * 1024 };
    char path[PROCESS_PATH_SIZE];
    char *whole = malloc(WHOLE_MAX);

    ck_assert(whole != NULL);
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
    process_path(&server, "data/undercroft.db", path);
    size_t length = process_read_file(path, whole, WHOLE_MAX);
    ck_assert_msg(length > 8192, "a database of %zu bytes", length);
    expect_refused(whole, length / 2, "half a database");
    memset(whole + 100, 0xA5, 400);
    expect_refused(whole, length, "a database with a damaged first page");
    free(whole);
}

TEST(another_seed_on_an_old_world_is_refused)
{
    char data[PROCESS_PATH_SIZE];

    process_start(&server, (const char *const[]){"--seed", "7", NULL});
    ck_assert_int_eq(process_stop(&server), 0);
    process_path(&server, "data", data);
    expect_end(
        (const char *const[]){"--data", data, "--listen", "127.0.0.1:0", "--seed", "8", NULL}, 1,
        "err", "seed");
    process_start(&server, (const char *const[]){"--seed", "7", NULL});
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(both_stop_signals_end_with_0)
{
    process_start(&server, NULL);
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, NULL);
    kill(server.pid, SIGINT);
    ck_assert_int_eq(process_wait(&server), 0);
}

/* Without /dev/null in the place of a closed stderr, the next file opened would get its descriptor,
   and the log would be written into that file. */
TEST(without_a_stream_for_errors_it_runs_as_ever)
{
    char path[64];
    char target[256] = "";

    server.has_no_err = true;
    process_start(&server, NULL);
    snprintf(path, sizeof path, "/proc/%d/fd/2", (int)server.pid);
    ck_assert_msg(readlink(path, target, sizeof target - 1) > 0 && strcmp(target, "/dev/null") == 0,
                  "%s", target);
    ck_assert_int_eq(process_stop(&server), 0);
}
