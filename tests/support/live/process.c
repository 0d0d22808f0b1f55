/*
 * A server of our own.
 */
#include "support/live/process.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/run.h"
#include "support/live/server_ticks.h"
#include "support/live/stopwatch.h"
#include "support/file.h"

enum {
    POLL_MS = 1,
    SAID_MS = 10000,
    SAID_POLL_MS = 10,
    LAST_WORDS_SIZE = 16 * 1024,
    OUTPUT_SIZE = 32 * 1024,
};

void process_init(struct process *process)
{
    *process = (struct process){0};
    file_make_folder(process->folder, sizeof process->folder, "test");
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);

    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char inner[PROCESS_PATH_SIZE * 2 + 2];
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (lstat(inner, &status) == 0 && S_ISDIR(status.st_mode))
            remove_folder(inner);
        else
            unlink(inner);
    }
    closedir(folder);
    rmdir(path);
}

void process_release(struct process *process)
{
    char path[PROCESS_PATH_SIZE];
    char text[LAST_WORDS_SIZE];

    if (process->pid == 0) {
        remove_folder(process->folder);
        return;
    }
    run_end(process->pid);
    server_ticks_forget(process->pid);
    process->pid = 0;
    process_path(process, "err", path);
    process_read_file(path, text, sizeof text);
    fprintf(stderr, "The server's own words, kept with the rest in %s:\n%s\n", process->folder,
            text);
}

void process_path(const struct process *process, const char *name, char *out)
{
    snprintf(out, PROCESS_PATH_SIZE, "%.200s/%.50s", process->folder, name);
}

size_t process_read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0;

    if (file != NULL) {
        length = fread(out, 1, size - 1, file);
        fclose(file);
    }
    out[length] = '\0';
    return length;
}

bool process_said(const struct process *process, const char *stream, const char *text)
{
    char output[OUTPUT_SIZE];
    char path[PROCESS_PATH_SIZE];

    process_path(process, stream, path);
    process_read_file(path, output, sizeof output);
    return strstr(output, text) != NULL;
}

void process_expect_said(const struct process *process, const char *stream, const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(SAID_MS);

    while (!process_said(process, stream, text)) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the server does not say %s", text);
        stopwatch_pause_ms(SAID_POLL_MS);
    }
}

/* The value of an option in `words`, the last one of several; NULL if it is not given. */
static const char *value_of(char *const *words, const char *option)
{
    const char *value = NULL;

    for (size_t i = 0; words[i] != NULL && words[i + 1] != NULL; i++) {
        if (strcmp(words[i], option) == 0)
            value = words[i + 1];
    }
    return value;
}

static void note_arguments(struct process *process, char *const *words)
{
    const char *tick = value_of(words, "--tick-ms");
    const char *data = value_of(words, "--data");

    process->tick_ms = tick == NULL ? SERVER_TICKS_MS : (int)strtol(tick, NULL, 10);
    if (process->tick_ms <= 0)
        process->tick_ms = SERVER_TICKS_MS;
    snprintf(process->data, sizeof process->data, "%s", data == NULL ? "" : data);
}

void process_spawn(struct process *process, const char *const *arguments)
{
    process_spawn_program(process, run_server_path(), arguments);
}

void process_spawn_program(struct process *process, const char *path, const char *const *arguments)
{
    char out[PROCESS_PATH_SIZE];
    char err[PROCESS_PATH_SIZE];
    char *words[PROCESS_ARGUMENTS_MAX + 2] = {0};
    size_t count = 0;

    ck_assert_msg(process->pid == 0, "a program runs already");
    words[count] = strdup(path);
    while (arguments != NULL && arguments[count] != NULL && count < PROCESS_ARGUMENTS_MAX) {
        words[count + 1] = strdup(arguments[count]);
        count++;
    }
    note_arguments(process, words);
    process_path(process, "out", out);
    process_path(process, "err", err);
    unlink(out);
    unlink(err);
    process->pid = run_start(process, words, out, err);
    for (size_t i = 0; i <= count; i++)
        free(words[i]);
    ck_assert_msg(process->pid > 0, "no process could be started");
}

/* -1 while it runs. */
static int exit_code_now(struct process *process)
{
    int code = run_take_exit_code(process->pid);

    if (code < 0)
        return -1;
    server_ticks_forget(process->pid);
    process->pid = 0;
    return code;
}

static bool read_port(struct process *process)
{
    static const char ready[] = "ready: listening on 127.0.0.1:";
    static const char tls_address[] = ", tls 127.0.0.1:";
    char path[PROCESS_PATH_SIZE];
    char text[OUTPUT_SIZE];

    process_path(process, "out", path);
    process_read_file(path, text, sizeof text);
    const char *line = strstr(text, ready);
    if (line == NULL || strchr(line, '\n') == NULL)
        return false;
    process->port = (int)strtol(line + strlen(ready), NULL, 10);
    const char *tls = strstr(line, tls_address);
    process->tls_port = tls == NULL ? 0 : (int)strtol(tls + strlen(tls_address), NULL, 10);
    return true;
}

void process_wait_ready(struct process *process)
{
    while (!read_port(process)) {
        char path[PROCESS_PATH_SIZE];
        char text[LAST_WORDS_SIZE];
        int code = exit_code_now(process);
        process_path(process, "err", path);
        process_read_file(path, text, sizeof text);
        ck_assert_msg(code < 0, "the server ended with %d before it was ready:\n%.4000s", code,
                      text);
        stopwatch_pause_ms(POLL_MS);
    }
    process->ready_us = stopwatch_now_us() - process->began_us;
    server_ticks_follow(process->pid, process->port, process->tls_port, process->data,
                        process->tick_ms);
}

void process_begin(struct process *process, const char *const *arguments)
{
    char data[PROCESS_PATH_SIZE];
    const char *all[PROCESS_ARGUMENTS_MAX + 1] = {"--listen",
                                                  "127.0.0.1:0",
                                                  "--data",
                                                  data,
                                                  "--connections-per-address",
                                                  "0",
                                                  "--new-per-address",
                                                  "0",
                                                  "--logins-percent",
                                                  "100",
                                                  "--failures-per-address",
                                                  "0",
                                                  "--failures-per-name",
                                                  "0",
                                                  "--password-cost",
                                                  "1:8",
                                                  "--population-percent",
                                                  "0"};
    size_t count = 18;

    process_path(process, "data", data);
    for (size_t i = 0; arguments != NULL && arguments[i] != NULL; i++) {
        ck_assert_msg(count < PROCESS_ARGUMENTS_MAX, "too many arguments");
        all[count++] = arguments[i];
    }
    process->began_us = stopwatch_now_us();
    process_spawn(process, all);
}

void process_start(struct process *process, const char *const *arguments)
{
    process_begin(process, arguments);
    process_wait_ready(process);
}

int process_wait(struct process *process)
{
    int code = exit_code_now(process);

    while (code < 0) {
        stopwatch_pause_ms(POLL_MS);
        code = exit_code_now(process);
    }
    return code;
}

int process_stop(struct process *process)
{
    ck_assert_msg(process->pid > 0, "no server runs");
    kill(process->pid, SIGTERM);
    return process_wait(process);
}

void process_kill(struct process *process)
{
    if (process->pid == 0)
        return;
    run_kill(process);
    server_ticks_forget(process->pid);
    process->pid = 0;
}

void process_use_slow_disk(struct process *process)
{
    process->has_own_disk = true;
    process->write_ms = PROCESS_WRITE_MS;
}

void process_cut_power(struct process *process, uint64_t nth_operation)
{
    ck_assert_msg(process->pid > 0 && process->has_own_disk, "no server that can lose power");
    run_cut_power(process, nth_operation);
    if (nth_operation == 0)
        (void)process_wait(process);
}

void process_freeze(const struct process *process)
{
    char mark[PROCESS_PATH_SIZE];

    /* A mark for tests/stutter, which stops servers and lets them run again too. */
    process_path(process, "frozen", mark);
    int file = open(mark, O_WRONLY | O_CREAT, 0600);
    ck_assert_int_ge(file, 0);
    close(file);
    server_ticks_freeze(process->pid, true);
    run_freeze(process->pid);
}

void process_thaw(const struct process *process)
{
    char mark[PROCESS_PATH_SIZE];

    process_path(process, "frozen", mark);
    unlink(mark);
    run_thaw(process->pid);
    server_ticks_freeze(process->pid, false);
}

int64_t process_cpu_us(const struct process *process)
{
    char path[64];
    char text[1024];
    unsigned long user = 0;
    unsigned long kernel = 0;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process->pid);
    process_read_file(path, text, sizeof text);
    const char *fields = strrchr(text, ')');
    ck_assert_msg(fields != NULL &&
                      sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                             &kernel) == 2,
                  "%s cannot be read", path);
    return (int64_t)(user + kernel) * (1000000 / sysconf(_SC_CLK_TCK));
}

void process_reuse_freed_memory(void)
{
    static const char wish[] = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
    const char *options = getenv("ASAN_OPTIONS");
    char value[512];

    /* Tests that share a process come here once each. */
    if (options != NULL && strstr(options, wish) != NULL)
        return;
    int length = snprintf(value, sizeof value, "%s:%s", options == NULL ? "" : options, wish);
    ck_assert_int_lt(length, (int)sizeof value);
    setenv("ASAN_OPTIONS", value, 1);
}

size_t process_anonymous_bytes(const struct process *process)
{
    static const char word[] = "\nAnonymous:";
    char path[64];
    char text[4096];
    size_t kib = 0;

    snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)process->pid);
    process_read_file(path, text, sizeof text);
    const char *line = strstr(text, word);
    ck_assert_msg(line != NULL && sscanf(line + sizeof word - 1, "%zu", &kib) == 1,
                  "%s cannot be read", path);
    return kib * 1024;
}

long process_resident_kib(const struct process *process)
{
    char path[64];
    char text[1024];
    long pages = 0;

    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process->pid);
    process_read_file(path, text, sizeof text);
    ck_assert_msg(sscanf(text, "%*d %ld", &pages) == 1, "%s cannot be read", path);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}
