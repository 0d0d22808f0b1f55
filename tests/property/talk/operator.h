/*
 * An operator of a hall: a client of its control socket (server/admin/control.h tells the protocol)
 * that lets the time of the hall pass while it waits.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_OPERATOR_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "hall.h"

struct operator_answer {
    bool is_ok;
    const char *text; /* ended by NUL; valid until the next one is asked for */
    size_t length;
};

/* To be closed by the caller. */
struct peer *operator_connect(const struct hall *hall);

/* Sends a request (without LF) and waits for the answer. Fails the test if there is none. */
struct operator_answer operator_ask(struct hall *hall, struct peer *line, const char *request);

/* Asks on a line of its own for what those words do, as they would be typed. Fails the test if the
   answer is an error. */
void operator_order(struct hall *hall, const char *words);

#endif
