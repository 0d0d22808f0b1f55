/*
 * Plays a part of a case file: a whole server, its players and its operator, in the time that the
 * loop of tests makes pass.
 */
#ifndef UNDERCROFT_TESTS_CASES_PLAY_H
#define UNDERCROFT_TESTS_CASES_PLAY_H

#include "cases/text.h"

enum play_way {
    PLAY_JUDGE,  /* what differs from what is expected fails the test */
    PLAY_UPDATE, /* what differs is replaced in the file */
    PLAY_EXACT   /* the same, and short answers are written out where "..." stands for some of it */
};

/* Plays the lines before the first title, and then those behind title number `title`. Fails the
   running test after the last of them if anything differed; each difference is printed. */
void play_part(struct case_file *file, size_t title, enum play_way way);

/* Is called at teardown, after a failed test too. */
void play_release(void);

#endif
