/*
 * The log: one line an event, as text or JSON, on standard error. Values may hold anything;
 * anything but printable ASCII is escaped, so that one event is always one line and no terminal
 * obeys it. Passwords and what players say are never logged. The number of lines of one kind of
 * event is limited. The log shows the count of lines above the limit, and of lines
 * that a reader did not take (output.h): a caller never waits.
 */
#ifndef UNDERCROFT_SERVER_BASE_LOG_H
#define UNDERCROFT_SERVER_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };
enum log_format { LOG_FORMAT_TEXT, LOG_FORMAT_JSON };

enum { LOG_VALUE_MAX = 512, LOG_LINE_MAX = 4096 };

struct log_limit;
struct output;

struct log {
    enum log_format format;
    enum log_level level_min;
    int descriptor;          /* descriptor to which lines go: 2, except in tests */
    struct log_limit *limit; /* not owned; NULL: every line is written, and none is counted */
    /* the output of that descriptor, not owned; NULL: a line is written at once */
    struct output *output;
};

/* Numbers of lines since the start. */
struct log_counts {
    uint64_t written;
    uint64_t suppressed;
    uint64_t lost;   /* lines that the reader did not take */
    int write_error; /* errno of the newest line that could not be written; 0: the reader stalled */
};

/* A named value of a line, made by log_text() or log_number(); a row without a name ends a list. */
struct log_field {
    const char *name;
    const char *text; /* NULL: the value is `number` */
    int64_t number;
};

struct log_field log_text(const char *name, const char *text);
struct log_field log_number(const char *name, int64_t number);

/* Writes one line. `event` is a stable name with dots ("login.ok"). `fields` may be NULL. */
void log_event(const struct log *log, enum log_level level, const char *event,
               const struct log_field *fields);

/* Writes a line "log.suppressed" for each kind of which lines were left out. Called now and then,
   and at the end. */
void log_tell_suppressed(const struct log *log);

/* Writes a line "log.suppressed" once a reader that had stalled takes lines again. Called every
   second. */
void log_tell_lost(const struct log *log);

struct log_counts log_counts(const struct log *log);

/* Writes an event with its fields: LOG(&log, LOG_INFO, "conn.open", log_text("address", address),
   log_number("serial", 7)) */
#define LOG(log, level, event, ...)                                                                \
    log_event((log), (level), (event), (const struct log_field[]){__VA_ARGS__, {0}})

/*
 * The limit on lines of each kind: a burst at once, and some in each second after that. Further
 * lines are counted by kind, and the count has a line of its own, so a flood costs a bounded share
 * of the disk and hides no other kind of event. The table has a fixed size; kinds without an entry
 * share the last one. Any thread may call these functions.
 */
enum {
    LOG_KINDS_MAX = 128,
    LOG_KIND_SIZE = 48,
    LOG_BURST = 200,           /* lines of a kind at once */
    LOG_LINES_PER_SECOND = 20, /* lines of a kind in each second after its burst */
};

struct log_kind {
    char name[LOG_KIND_SIZE];
    uint64_t budget_ms; /* milliseconds left; a line costs 1000 / LOG_LINES_PER_SECOND */
    uint64_t at_ms;     /* time at which `budget_ms` was last filled up */
    uint64_t suppressed;
};

struct log_limit {
    uv_mutex_t mutex;
    struct log_kind kinds[LOG_KINDS_MAX];
    size_t kind_count;
    uint64_t written;
    uint64_t suppressed;
};

/* Makes a limit. ERR_MEMORY. The caller owns *out and frees it when nothing is logged any more. */
MUST_USE enum err log_limit_new(struct log_limit **out);
void log_limit_free(struct log_limit *limit);

/* True if a line of that kind may be written now; the line is counted in any case. `now_ms` is
   monotonic. */
bool log_limit_take(struct log_limit *limit, const char *kind, uint64_t now_ms);

/* Takes one kind of which lines were left out, with their number. False: there is none. */
bool log_limit_drain(struct log_limit *limit, char name[LOG_KIND_SIZE], uint64_t *out_suppressed);

#endif
