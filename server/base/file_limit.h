/*
 * How many connections the limit on open files leaves room for.
 */
#ifndef UNDERCROFT_SERVER_BASE_FILE_LIMIT_H
#define UNDERCROFT_SERVER_BASE_FILE_LIMIT_H

#include <stdint.h>

struct options;

enum {
    FILE_LIMIT_SPARE = 64,         /* for the database, the log, the loop and those being refused */
    FILE_LIMIT_CONNECTIONS = 4096, /* more are only let in when the operator says so */
    FILE_LIMIT_NEEDED = 24,        /* to serve at all, beside the listening sockets */
};

/* The limit on open descriptors; UINT64_MAX: there is none. */
uint64_t file_limit_now(void);

/* How many more descriptors can be opened just now, `wanted` at most. */
int file_limit_free(int wanted);

/* So many connections fit under a limit. The system closes those beyond it without a word, the
   operator's own among them: whatever was asked for, no more are let in. */
int file_limit_room(uint64_t limit);

/* The same, FILE_LIMIT_CONNECTIONS at most: what is let in when the operator says nothing. */
int file_limit_connections(uint64_t limit);

/* Fills in connections_max where it was left to us. */
void file_limit_settle(struct options *options);

#endif
