/*
 * A program in the test's own process: its main() runs in a thread of the baton's, with standard
 * streams of its own, and what it starts are threads that end before it. It is known by a number
 * that is no process's, which kill() takes as well.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_INNER_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_INNER_H

#include <stdbool.h>

enum { INNER_WORDS_MAX = 64, INNER_COUNT_MAX = 8 };

typedef int inner_main(int argc, char **argv);

/* Starts it with these words, of which the first is its name (ended by NULL; they are copied); what
   it writes goes to these files, which are made. Returns its number; -1: it cannot be started. */
int inner_start(inner_main *run, char *const *words, const char *out, const char *err);

/* The exit code of the program, once: then its number is free again. -1: it still runs. */
int inner_take_exit_code(int number);

/*
 * Ends a program without a goodbye, as kill -9 or a loss of power does: its connections are closed
 * at once, and nobody hears of it again. Its threads cannot be taken away amid a step, so they go
 * the way of an orderly stop, unheard, and free what they have; then the exit code is that of a
 * process that SIGKILL ended. The caller undoes all that they do to files meanwhile. Any thread
 * may call this, those of the program too.
 */
void inner_cut_off(int number);

/* Freezes or thaws the program. Time goes on meanwhile. */
void inner_freeze(int number, bool is_frozen);

#endif
