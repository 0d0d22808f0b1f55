/*
 * Reason why the store refused something, or a warning, in one line for the operator.
 */
#ifndef UNDERCROFT_DB_STATUS_H
#define UNDERCROFT_DB_STATUS_H

#include <stdbool.h>

enum { STORE_REASON_SIZE = 256 };

struct store_status {
    bool is_new;                     /* the database did not exist, and this call made it */
    char reason[STORE_REASON_SIZE];  /* cause: one clause without full stop; "" after success */
    char warning[STORE_REASON_SIZE]; /* a clause of warning after success; "": none */
    char cure[STORE_REASON_SIZE];    /* advice, if the error is not enough; "": none */
};

void status_clear(struct store_status *status);

/* Makes a text safe to show on a terminal: see status_set(). */
void status_clean(char *text);

/*
 * Formats like printf, and cuts the text to the buffer. Controls become spaces, so that it stays
 * one line; bytes that are not UTF-8 become question marks.
 */
__attribute__((format(printf, 2, 3))) void status_set(struct store_status *status,
                                                      const char *format, ...);
__attribute__((format(printf, 2, 3))) void status_advise(struct store_status *status,
                                                         const char *format, ...);
__attribute__((format(printf, 2, 3))) void status_warn(struct store_status *status,
                                                       const char *format, ...);

#endif
