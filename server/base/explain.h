/*
 * Why the program does not start: one line of cause and one of cure on standard error, and the code
 * it exits with.
 */
#ifndef UNDERCROFT_SERVER_BASE_EXPLAIN_H
#define UNDERCROFT_SERVER_BASE_EXPLAIN_H

enum exit_code {
    EXIT_BAD_CONFIG = 1,
    EXIT_DATABASE_REFUSED = 3,
    EXIT_DATABASE_IN_USE = 4,
    EXIT_CANNOT_LISTEN = 5,
    EXIT_INTERNAL = 70,
};

/* "undercroftd: CAUSE: DETAIL" and "undercroftd: CURE"; an empty detail is left away. */
void explain(const char *cause, const char *detail, const char *cure);

#endif
