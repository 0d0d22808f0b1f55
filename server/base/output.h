/*
 * Output that nobody waits for: what the log and the start-up lines print is copied into a ring of
 * a fixed size, and a thread of its own writes it to the descriptor. A reader that stalls holds
 * that thread and nothing else; what no longer fits into the ring is lost, and counted.
 *
 * The descriptor is only written to: it may be shared with other programs, so its flags stay as
 * they are. Any thread may put a line.
 */
#ifndef UNDERCROFT_SERVER_BASE_OUTPUT_H
#define UNDERCROFT_SERVER_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

enum {
    OUTPUT_RING_SIZE = 256 * 1024, /* bytes that wait for the reader, and 4 more for each line */
    OUTPUT_LINE_MAX = 4096,        /* the most that a pipe takes in one piece */
    OUTPUT_DRAIN_MS = 500,         /* how long the end of the process waits for a reader */
    OUTPUT_CRASH_MS = 1000,        /* the same for a process that crashes */
};

/* Kinds of output: a process has at most one of each. */
enum output_kind { OUTPUT_START_LINES, OUTPUT_LOG, OUTPUT_KIND_COUNT };

struct output;

/* Starts the thread. ERR_MEMORY, ERR_NO_RESOURCE. The caller owns *out; the descriptor must stay
   open as long. */
MUST_USE enum err output_open(int descriptor, enum output_kind kind, struct output **out);

/* Waits until all is written, but no longer than OUTPUT_DRAIN_MS, and frees the output. NULL is
   allowed. */
void output_close(struct output *output);

/* Takes a line of at most OUTPUT_LINE_MAX bytes whole. False: there is no room, and it is counted
   as lost. */
bool output_put(struct output *output, const char *line, size_t length);

/* A stream that puts what is printed to it, line by line. To be closed before the output; NULL:
   out of memory. */
FILE *output_stream(struct output *output);

/* Lines lost since the start. */
uint64_t output_lost(struct output *output);

/* The errno of the newest line that could not be written; 0 if lines were lost only because the
   reader does not read and the ring is full. */
int output_write_error(struct output *output);

/*
 * Takes the number of lost lines that nobody was told of yet, once at least half of the ring is
 * free: 0 before, and where none was lost. output_return_lost() gives it back if it could not be
 * told after all.
 */
uint64_t output_take_lost(struct output *output);
void output_return_lost(struct output *output, uint64_t lines);

/* For the handler of a fatal signal: waits until all outputs are written, but no longer than
   OUTPUT_CRASH_MS. Async-signal-safe. */
void output_await_all(void);

#endif
