/*
 * Somebody who plays while others do their worst, for tests: a key that always answers is pressed
 * now and then, and how long the answer took is printed, not asserted.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_BYSTANDER_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_BYSTANDER_H

#include "support/live/client.h"

enum { BYSTANDER_ANSWERS_MAX = 8192 };

struct bystander {
    struct client client;
    double answers_ms[BYSTANDER_ANSWERS_MAX]; /* since they were printed */
    int answer_count;
};

/* Plays in an xterm from then on. A bystander is large: make it static. */
void bystander_enter(struct bystander *bystander, int port, const char *name);
void bystander_close(struct bystander *bystander);

/* Opens and closes the list of those below: without an answer the test fails. */
void bystander_expect_unnoticed(struct bystander *bystander, const char *during);

/* Prints the middle and the slowest hundredth of the answers, and forgets them. */
void bystander_print(struct bystander *bystander, const char *during);

#endif
