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

/* Says on standard error why the program does not start: "undercroftd: CAUSE: DETAIL" and
   "undercroftd: CURE". An empty detail is left out. */
void process_explain(const char *cause, const char *detail, const char *cure);

/*
 * For a program that serves: no signal is blocked, and none is ignored but those that its owner
 * watches later (SIGHUP, SIGINT, SIGTERM). No timer of the parent's runs on. Files are made for
 * their owner alone. Soft limits on the stack and on processor time are raised as far as the hard
 * ones let them. Descriptors above the standard streams stay open, since a lock or
 * the end of a pipe may be meant to last as long as the process, but no child gets them.
 */
void inherited_settle(void);

/* True, with nothing told, if the limits are enough to work with. Otherwise that is explained, and
 *out_exit_code is what to end with. */
bool inherited_limits_suffice(enum exit_code *out_exit_code);

/* Opens /dev/null in place of each standard stream that is closed: the next file or socket to
   be opened would take its number, and what is printed would be written into that. Called
   before a program opens anything. False: there is no /dev/null. */
bool standard_streams_fill(void);

enum {
    FILE_LIMIT_SPARE = 64,         /* for the database, the log, the loop and those being refused */
    FILE_LIMIT_CONNECTIONS = 4096, /* more are only let in when the operator says so */
    FILE_LIMIT_NEEDED = 24,        /* to serve at all, beside the listening sockets */
};

/* The limit on open descriptors; UINT64_MAX: there is none. */
uint64_t file_limit_now(void);

/* How many more descriptors can be opened just now, `wanted` at most. */
int file_limit_free(int wanted);

/* Returns how many connections fit under a limit. The system closes those beyond it without a
   word, the operator's own among them: no more are let in, even if the settings ask for them. */
int file_limit_room(uint64_t limit);

/* Returns the same, but FILE_LIMIT_CONNECTIONS at most: the limit on connections where the
   operator sets none. */
int file_limit_connections(uint64_t limit);

/* Sets connections_max from the limit on open files if the settings leave it open (0). */
void file_limit_settle(struct options *options);

/*
 * Large pages for the heap. In each tick the server touches a few lines in some kilobytes of every
 * delver and session. With pages of 4 KiB a processor cannot remember where all of them lie, and
 * looking it up takes as long as the work, in a virtual machine above all; with pages of 2 MiB it
 * can. Linux gives them where transparent huge pages are not switched off
 * (/sys/kernel/mm/transparent_hugepage/enabled) and a program asks.
 */
struct heap {
    char *asked_to; /* pages below this address were asked for */
};

/* Before the first allocation that matters: from then on the heap grows in large steps. */
void heap_begin(struct heap *heap);

/* Asks for large pages for the heap's growth since the last call. Cheap where there was none:
   called once a tick. */
void heap_ask(struct heap *heap);

#endif
