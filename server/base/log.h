/*
 * The log: one line an event, as text or JSON, on standard error. Values may hold anything;
 * anything but printable ASCII is escaped, so that one event is always one line and no terminal
 * obeys it. Passwords and what players say are never logged. The number of lines of one kind of
 * event is limited (log_limit.h). The log shows the count of lines above the limit, and of lines
 * that a reader did not take (output.h): a caller never waits.
 */
#ifndef UNDERCROFT_SERVER_BASE_LOG_H
#define UNDERCROFT_SERVER_BASE_LOG_H

#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };
enum log_format { LOG_FORMAT_TEXT, LOG_FORMAT_JSON };

enum { LOG_VALUE_MAX = 512, LOG_LINE_MAX = 4096 };

struct log_limit;
struct output;

struct log {
    enum log_format format;
    enum log_level level_min;
    int descriptor;          /* where lines go; 2 but in tests */
    struct log_limit *limit; /* not owned; NULL: every line is written and none is counted */
    struct output *output;   /* not owned, of that descriptor; NULL: a line is written at once */
};

/* Since the start. */
struct log_counts {
    uint64_t written;
    uint64_t suppressed;
    uint64_t lost;   /* the reader did not take them, */
    int write_error; /* or the newest could not be written for that reason, an errno */
};

/* A named value of a line. Made by the two functions below; a row without a name ends a list. */
struct log_field {
    const char *name;
    const char *text; /* NULL: `number` counts */
    int64_t number;
};

struct log_field log_text(const char *name, const char *text);
struct log_field log_number(const char *name, int64_t number);

/* Writes one line. `event` is a stable dotted name ("login.ok"). `fields` may be NULL. */
void log_event(const struct log *log, enum log_level level, const char *event,
               const struct log_field *fields);

/* Now and then, and at the end: a line "log.suppressed" for each kind that was cut. */
void log_tell_suppressed(const struct log *log);

/* Every second: a line "log.suppressed" once a reader that had stalled takes lines again. */
void log_tell_lost(const struct log *log);

struct log_counts log_counts(const struct log *log);

/* LOG(&log, LOG_INFO, "conn.open", log_text("address", address), log_number("serial", 7)) */
#define LOG(log, level, event, ...)                                                                \
    log_event((log), (level), (event), (const struct log_field[]){__VA_ARGS__, {0}})

#endif
