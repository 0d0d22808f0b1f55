/*
 * Running the programs of a test: as processes of the machine (run_process.c), or in the test's own
 * process on the loop of tests (run_inner.c), by the file that a test program is linked with. Only
 * process.c calls these.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_RUN_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_RUN_H

#include <stdint.h>
#include <sys/types.h>

struct process;

/* The path of undercroftd. */
const char *run_server_path(void);

/* Starts the program of that path, words[0], with its standard output and error into these files.
   Returns its number, which may be no process's; below 0: it cannot be started. */
pid_t run_start(const struct process *process, char *const *words, const char *out,
                const char *err);

/* The exit code of a program, once, 128 + N if signal N ended it; -1 while it runs. */
int run_take_exit_code(pid_t number);

/* Ends a program without a goodbye: SIGKILL. All that it has written to files stays. */
void run_kill(const struct process *process);

/* The power of a program with a disk of its own goes off at the nth operation of that from now; 0:
   now. Then it ends as run_kill() has it. For a process of the machine this fails the test. */
void run_cut_power(const struct process *process, uint64_t nth_operation);

/* Ends a program in the quickest way there is, after a failed test. */
void run_end(pid_t number);

/* Stops a program until it is thawed. It stands still when this returns. */
void run_freeze(pid_t number);
void run_thaw(pid_t number);

#endif
