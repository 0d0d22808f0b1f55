/*
 * Programs in the test's own process: undercroftd and undercroftctl, by the last part of their
 * path. Limits, closed streams and what is done before an exec are a process's, and not to be had.
 */
#include "support/live/run.h"

#include <check.h>
#include <signal.h>
#include <string.h>

#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/loop/inner.h"
#include "support/loop/loop.h"
#include "support/test.h"

enum { WORKERS = 2 };

static bool has_terms;

/* The main() of each, by which name the linker has it here. */
int undercroftd_main(int argc, char **argv);
int undercroftctl_main(int argc, char **argv);

struct program_row {
    const char *name;
    inner_main *run;
};

static const struct program_row program_table[] = {
    {"undercroftd", undercroftd_main},
    {"undercroftctl", undercroftctl_main},
};

const char *run_server_path(void)
{
    return "undercroftd";
}

static inner_main *find_program(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;

    for (size_t i = 0; i < sizeof program_table / sizeof program_table[0]; i++) {
        if (strcmp(program_table[i].name, name) == 0)
            return program_table[i].run;
    }
    ck_abort_msg("%s cannot run in the test's process", path);
}

pid_t run_start(const struct process *process, char *const *words, const char *out, const char *err)
{
    ck_assert_msg(process->files_max == 0 && process->memory_max_kib == 0 && !process->has_no_err &&
                      process->prepare == NULL && process->out_end == 0 && process->err_end == 0,
                  "this takes a process of its own");
    if (!has_terms) {
        /* SEED=N: another order of all that happens at once, and other pieces. */
        loop_set_terms(&(struct loop_terms){.seed = test_number("SEED", 1, UINT64_MAX),
                                            .workers = WORKERS,
                                            .has_short_reads = true});
        has_terms = true;
    }
    return inner_start(find_program(words[0]), words, out, err);
}

int run_take_exit_code(pid_t number)
{
    return inner_take_exit_code(number);
}

void run_kill(pid_t number)
{
    (void)number;
    ck_abort_msg("a program in the test's process cannot be killed");
}

void run_end(pid_t number)
{
    run_thaw(number);
    kill(number, SIGTERM);
    kill(number, SIGTERM);
    while (inner_take_exit_code(number) < 0)
        stopwatch_pause_ms(1);
}

void run_freeze(pid_t number)
{
    inner_freeze(number, true);
}

void run_thaw(pid_t number)
{
    inner_freeze(number, false);
}
