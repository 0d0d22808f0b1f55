/*
 * Programs in the test's own process: undercroftd, undercroftctl and undercroft-replay, by the last
 * part of their path. Limits, closed streams and what is done before an exec are a process's, and
 * not to be had.
 */
#include "support/live/run.h"

#include <check.h>
#include <signal.h>
#include <string.h>

#include "base/check.h"
#include "support/disk/disk.h"
#include "support/disk/folder_image.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/loop/inner.h"
#include "support/loop/loop.h"
#include "support/test.h"

enum { WORKERS = 2 };

static bool has_terms;

/* The program that was cut off, until it is heard that it has ended; one at a time. */
static struct {
    pid_t number; /* 0: none */
    struct folder_image *folder;
    struct folder_image *data; /* NULL: it lies in the folder */
} cut;

/* The program whose database lies on the disk of tests; one at a time. */
static struct process weak;

/* The main() of each, by which name the linker has it here. */
int undercroftd_main(int argc, char **argv);
int undercroftctl_main(int argc, char **argv);
int undercroft_replay_main(int argc, char **argv);

struct program_row {
    const char *name;
    inner_main *run;
};

static const struct program_row program_table[] = {
    {"undercroftd", undercroftd_main},
    {"undercroftctl", undercroftctl_main},
    {"undercroft-replay", undercroft_replay_main},
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
    if (process->has_own_disk) {
        ck_assert_msg(weak.pid == 0, "a second server that can lose power");
        disk_begin(process->data, test_number("SEED", 1, UINT64_MAX));
        disk_slow_writes(process->write_ms);
    }
    pid_t number = inner_start(find_program(words[0]), words, out, err);
    if (process->has_own_disk) {
        weak = *process;
        weak.pid = number;
    }
    return number;
}

/* Its files are from now on as they are now, or as the disk has them that lost power. */
static void cut_off(const struct process *process, pid_t number)
{
    bool has_own_data = process->data[0] != '\0' &&
                        strncmp(process->data, process->folder, strlen(process->folder)) != 0;

    CHECK(cut.number == 0);
    cut.number = number;
    cut.folder = folder_image_take(process->folder);
    cut.data = has_own_data ? folder_image_take(process->data) : NULL;
    inner_cut_off(number);
}

static void lose_power(void)
{
    disk_let_go();
    cut_off(&weak, weak.pid);
}

/* The program has ended: its last deeds are undone. */
static void undo_last_deeds(void)
{
    folder_image_lay_back(cut.folder);
    if (cut.data != NULL)
        folder_image_lay_back(cut.data);
    cut.number = 0;
}

int run_take_exit_code(pid_t number)
{
    int code = inner_take_exit_code(number);

    if (code < 0)
        return code;
    if (number == cut.number)
        undo_last_deeds();
    if (number == weak.pid) {
        if (disk_is_off())
            disk_power_up();
        disk_end();
        weak.pid = 0;
    }
    return code;
}

void run_kill(const struct process *process)
{
    if (cut.number != process->pid)
        cut_off(process, process->pid);
    while (run_take_exit_code(process->pid) < 0)
        stopwatch_pause_ms(1);
}

void run_cut_power(const struct process *process, uint64_t nth_operation)
{
    ck_assert_int_eq(process->pid, weak.pid);
    disk_on_cut(lose_power);
    disk_cut_at(nth_operation);
    if (nth_operation == 0)
        lose_power();
}

void run_end(pid_t number)
{
    run_thaw(number);
    kill(number, SIGTERM);
    kill(number, SIGTERM);
    while (run_take_exit_code(number) < 0)
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
