/*
 * The process as the kernel sees it: signals, limits and descriptors that it got from the one that
 * started it, the pages of its heap, the code it exits with. A supervisor, a shell or a terminal
 * may leave any of the former in any state, and the program is to do the same with each of them.
 * The environment says what it says, and the working folder is left alone.
 */
#ifndef UNDERCROFT_SERVER_BASE_PROCESS_H
#define UNDERCROFT_SERVER_BASE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct options;

enum exit_code {
    EXIT_BAD_CONFIG = 1,
    EXIT_DATABASE_REFUSED = 3,
    EXIT_DATABASE_IN_USE = 4,
    EXIT_CANNOT_LISTEN = 5,
    EXIT_INTERNAL = 70,
};

/* Prints on standard error why the program does not start: "undercroftd: CAUSE: DETAIL" and
   "undercroftd: CURE". An empty detail is left out. */
void process_explain(const char *cause, const char *detail, const char *cure);

/*
 * Settles the state that a program got from its parent, for a program that serves. No signal is
 * blocked, and only those are ignored that its owner watches later (SIGHUP, SIGINT, SIGTERM).
 * Timers of the parent are stopped. New files are only for their owner. Soft limits on the stack
 * and on processor time are raised as far as the hard limits allow. Descriptors above the standard
 * streams stay open, because a lock or the end of a pipe may have to last as long as the process,
 * but no child gets them.
 */
void inherited_settle(void);

/* True if the limits are enough to work with. False: the cause was explained, and *out_exit_code is
   the exit code. */
bool inherited_limits_suffice(enum exit_code *out_exit_code);

/* Opens /dev/null for each standard stream that is closed: the next file or socket would otherwise
   get its number, and printed text would go into that. Call it before anything is opened. False:
   there is no /dev/null. */
bool standard_streams_fill(void);

enum {
    /* descriptors for the database, the log, the loop and connections being refused */
    FILE_LIMIT_SPARE = 64,
    FILE_LIMIT_CONNECTIONS = 4096, /* most connections unless the operator allows more */
    FILE_LIMIT_NEEDED = 24,        /* descriptors needed beside the listening sockets */
};

/* Returns the limit on open descriptors; UINT64_MAX: there is none. */
uint64_t file_limit_now(void);

/* Returns how many more descriptors can be opened now, at most `wanted`. */
int file_limit_free(int wanted);

/* Returns how many connections fit under a limit. The system closes those beyond it without notice,
   even an operator's, so no more are accepted even if the settings ask for more. */
int file_limit_room(uint64_t limit);

/* Returns the same, but at most FILE_LIMIT_CONNECTIONS: the limit on connections if the operator
   sets none. */
int file_limit_connections(uint64_t limit);

/* Sets connections_max from the limit on open files, if the settings have 0. */
void file_limit_settle(struct options *options);

/*
 * Large pages for the heap. In each tick the server touches a few lines in some kilobytes of every
 * delver and session. With pages of 4 KiB a processor cannot keep all their addresses, and looking
 * them up takes as long as the work, above all in a virtual machine; with pages of 2 MiB it can.
 * Linux gives them if transparent huge pages are not switched off
 * (/sys/kernel/mm/transparent_hugepage/enabled) and a program asks.
 */
struct heap {
    char *asked_to; /* large pages were requested for all addresses below this */
};

/* Makes the heap grow in large steps. Call it before the first allocation that matters. */
void heap_begin(struct heap *heap);

/* Requests large pages for the heap's growth since the last call. Call it once a tick; it costs
   little if the heap did not grow. */
void heap_ask(struct heap *heap);

#endif
