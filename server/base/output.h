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
    OUTPUT_RING_SIZE = 256 * 1024, /* bytes of waiting lines; each takes 4 more */
    OUTPUT_LINE_MAX = 4096,        /* most bytes that a pipe takes in one piece */
    OUTPUT_DRAIN_MS = 500,         /* longest wait for a reader when the process ends */
    OUTPUT_CRASH_MS = 1000,        /* the same when the process crashes */
};

/* Kinds of outputs; a process has at most one of each. */
enum output_kind { OUTPUT_START_LINES, OUTPUT_LOG, OUTPUT_KIND_COUNT };

struct output;

/* Starts the thread. ERR_MEMORY, ERR_NO_RESOURCE. The caller owns *out; the descriptor must stay
   open until output_close(). */
MUST_USE enum err output_open(int descriptor, enum output_kind kind, struct output **out);

/* Waits at most OUTPUT_DRAIN_MS until all is written, and frees the output. NULL is allowed. */
void output_close(struct output *output);

/* Adds a line of at most OUTPUT_LINE_MAX bytes. False: there is no room, and the line counts as
   lost. */
bool output_put(struct output *output, const char *line, size_t length);

/* Returns a stream that adds each printed line to the output. Close it before the output. NULL: out
   of memory. */
FILE *output_stream(struct output *output);

/* Returns the number of lines lost since the start. */
uint64_t output_lost(struct output *output);

/* Returns the errno of the newest line that could not be written; 0 if lines were lost only because
   the reader stalled and the ring was full. */
int output_write_error(struct output *output);

/*
 * Takes the number of lost lines that were not reported yet, once at least half of the ring is
 * free; 0: not yet, or none were lost. output_return_lost() gives it back if the report fails.
 */
uint64_t output_take_lost(struct output *output);
void output_return_lost(struct output *output, uint64_t lines);

/* Waits at most OUTPUT_CRASH_MS until all outputs are written. For the handler of a fatal signal:
   async-signal-safe. */
void output_await_all(void);

#endif
