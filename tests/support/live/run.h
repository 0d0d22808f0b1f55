/*
 * How the programs of a test run: as processes of the machine (run_process.c), or in the test's own
 * process on the loop of tests (run_inner.c), whichever a test program is linked with. Only
 * process.c calls these.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_RUN_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_RUN_H

#include <sys/types.h>

struct process;

/* The path of undercroftd. */
const char *run_server_path(void);

/* Starts the program of that path, words[0], with its standard output and error into these files.
   Returns its number, a process's or one that is none's; below 0: it cannot be started. */
pid_t run_start(const struct process *process, char *const *words, const char *out,
                const char *err);

/* -1 while it runs; else its exit code, once; 128 + N if signal N ended it. */
int run_take_exit_code(pid_t number);

/* Without a goodbye. Only a process can be killed: elsewhere it fails the test. */
void run_kill(pid_t number);

/* After a failed test: it is ended in the quickest way there is. */
void run_end(pid_t number);

/* It stands still when this returns, until it is thawed. */
void run_freeze(pid_t number);
void run_thaw(pid_t number);

#endif
