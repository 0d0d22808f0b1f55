/*
 * The tool that replays a record, run as people run it. CMake names it in UNDERCROFT_REPLAY.
 */
#include "sim/walkers.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICKS = 300, LOG_MAX = 16 * 1024 * 1024, OUTPUT_SIZE = 64 * 1024, COMMAND_SIZE = 1024 };

struct outcome {
    int exit_code;
    int line_count;
    char output[OUTPUT_SIZE]; /* both streams */
};

static void record_run(struct bytes *log)
{
    const struct walkers_setup setup = {
        .seed = 4, .walker_count = 10, .depth_count = 2, .place = SIM_DRAWN, .log = log};
    struct walkers walkers;

    bytes_init(log, LOG_MAX);
    walkers_init(&walkers, &setup);
    for (int i = 0; i < TICKS; i++)
        walkers_tick(&walkers);
    walkers_release(&walkers);
}

static void run_tool(const char *arguments, struct outcome *outcome)
{
    char command[COMMAND_SIZE];
    const char *tool = getenv("UNDERCROFT_REPLAY");

    ck_assert_msg(tool != NULL, "UNDERCROFT_REPLAY does not name the tool");
    int length = snprintf(command, sizeof command, "'%s' %s 2>&1", tool, arguments);
    ck_assert_int_lt(length, (int)sizeof command);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t size = fread(outcome->output, 1, sizeof outcome->output - 1, pipe);
    outcome->output[size] = '\0';
    int status = pclose(pipe);
    ck_assert(WIFEXITED(status));
    outcome->exit_code = WEXITSTATUS(status);
    outcome->line_count = 0;
    for (size_t i = 0; i < size; i++)
        outcome->line_count += outcome->output[i] == '\n';
}

/* Writes the record to a file of its own, lets the tool read it, and removes it. */
static void replay(const struct bytes *log, const char *option, struct outcome *outcome)
{
    char path[] = "/tmp/undercroft-replay-XXXXXX";
    char arguments[64];
    int descriptor = mkstemp(path);

    ck_assert_int_ge(descriptor, 0);
    FILE *file = fdopen(descriptor, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(log->data, 1, log->length, file), log->length);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(arguments, sizeof arguments, "%s %s", path, option);
    run_tool(arguments, outcome);
    unlink(path);
}

TEST(a_true_record_is_equal_to_its_end)
{
    static struct outcome outcome;
    struct bytes log;

    record_run(&log);
    replay(&log, "", &outcome);
    ck_assert_int_eq(outcome.exit_code, 0);
    ck_assert_int_eq(outcome.line_count, 1);
    ck_assert_ptr_nonnull(strstr(outcome.output, " inputs, hash "));
    ck_assert_ptr_nonnull(strstr(outcome.output, ": equal\n"));
    replay(&log, "--print", &outcome);
    ck_assert_int_eq(outcome.exit_code, 0);
    ck_assert_int_gt(outcome.line_count, TICKS / 2);
    bytes_release(&log);
}

TEST(the_first_tick_that_differs_is_named)
{
    static struct outcome outcome;
    struct bytes log;

    record_run(&log);
    log.data[log.length - 1] ^= 1;
    replay(&log, "", &outcome);
    ck_assert_int_eq(outcome.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(outcome.output, "differs"));
    bytes_release(&log);
}

TEST(chosen_ticks_are_shown_as_maps_and_as_changes)
{
    static struct outcome outcome;
    struct bytes log;

    record_run(&log);
    replay(&log, "--map --from 100 --to 100", &outcome);
    ck_assert_int_eq(outcome.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(outcome.output, "\ndepth 1, wing 0, clock "));
    ck_assert_ptr_nonnull(strchr(outcome.output, '@'));
    replay(&log, "--changes --from 100 --to 110", &outcome);
    ck_assert_int_eq(outcome.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(outcome.output, ": at."));
    ck_assert_ptr_nonnull(strstr(outcome.output, ", before "));
    bytes_release(&log);
}

TEST(what_is_no_whole_record_is_refused)
{
    static struct outcome outcome;
    struct bytes log;

    record_run(&log);
    log.length--;
    replay(&log, "", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    ck_assert_msg(strstr(outcome.output, ": equal\n") != NULL, "all before the break was equal");
    log.data[0] = 'X';
    replay(&log, "", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    bytes_release(&log);

    run_tool("/nowhere/at/all", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    run_tool("", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    ck_assert_ptr_nonnull(strstr(outcome.output, "usage"));
    run_tool("a --prnit", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    run_tool("a --from", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
    run_tool("a --to -1", &outcome);
    ck_assert_int_eq(outcome.exit_code, 2);
}
