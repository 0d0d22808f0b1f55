/*
 * How many lines of one kind the log takes: a burst, and so many a second after that. Further lines
 * are counted by kind, and the count has a line of its own, so that a flood costs a bounded share
 * of the disk and hides no other kind of event. Any thread may call these.
 *
 * The table has a fixed size; kinds that find no room share the last place.
 */
#ifndef UNDERCROFT_SERVER_BASE_LOG_LIMIT_H
#define UNDERCROFT_SERVER_BASE_LOG_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"

enum {
    LOG_KINDS_MAX = 128,
    LOG_KIND_SIZE = 48,
    LOG_BURST = 200,           /* lines of a kind at once */
    LOG_LINES_PER_SECOND = 20, /* of a kind, after that */
};

struct log_kind {
    char name[LOG_KIND_SIZE];
    uint64_t budget_ms; /* a line costs 1000 / LOG_LINES_PER_SECOND of it */
    uint64_t at_ms;     /* when that was filled up last */
    uint64_t suppressed;
};

struct log_limit {
    uv_mutex_t mutex;
    struct log_kind kinds[LOG_KINDS_MAX];
    size_t kind_count;
    uint64_t written;
    uint64_t suppressed;
};

/* ERR_MEMORY. The caller owns *out and frees it when nobody logs any more. */
MUST_USE enum err log_limit_new(struct log_limit **out);
void log_limit_free(struct log_limit *limit);

/* True if a line of that kind may be written now; counted either way. `now_ms` is monotonic. */
bool log_limit_take(struct log_limit *limit, const char *kind, uint64_t now_ms);

/* Takes out one kind of which lines were left out, and how many. False: there is none. */
bool log_limit_drain(struct log_limit *limit, char name[LOG_KIND_SIZE], uint64_t *out_suppressed);

/* All lines so far. */
void log_limit_counts(struct log_limit *limit, uint64_t *out_written, uint64_t *out_suppressed);

#endif
