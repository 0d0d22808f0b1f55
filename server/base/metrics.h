/*
 * Metrics of the server, for Prometheus: one table, and the numbers behind it. Adding to a metric
 * is adding to a fixed array, so a tick may do it.
 *
 * Counters and histograms grow where things happen; gauges are looked up when somebody asks
 * (server/admin/metrics_gather.c). A metric has at most one label, whose values are known when the
 * server is built: nothing that players do makes a new series.
 */
#ifndef UNDERCROFT_SERVER_BASE_METRICS_H
#define UNDERCROFT_SERVER_BASE_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct bytes;

enum metric {
    METRIC_BUILD_INFO,
    METRIC_UPTIME,
    METRIC_PLAYERS,
    METRIC_GUESTS,
    METRIC_GUESTS_CLAIMED,
    METRIC_CONNECTIONS,
    METRIC_CONNECTIONS_MAX,
    METRIC_ACCEPTED,
    METRIC_REFUSED,
    METRIC_WIRES,
    METRIC_VISITORS,
    METRIC_REQUESTS,
    METRIC_WEB_FRAMES,
    METRIC_WEB_CLOSES,
    METRIC_HANDSHAKES,
    METRIC_HANDSHAKE_DURATION,
    METRIC_TLS_RELOAD_FAILURES,
    METRIC_TLS_EXPIRY,
    METRIC_LOGINS,
    METRIC_TICKS,
    METRIC_TICKS_LATE,
    METRIC_TICK_DURATION,
    METRIC_TICK_LATENESS,
    METRIC_FRAMES_SENT,
    METRIC_FRAME_BYTES,
    METRIC_FRAMES_SKIPPED,
    METRIC_KEY_TO_FRAME,
    METRIC_BYTES_SENT,
    METRIC_BYTES_PLAIN,
    METRIC_BYTES_RECEIVED,
    METRIC_GMCP_JUNK,
    METRIC_WORK,
    METRIC_INPUT_DROPPED,
    METRIC_LEVELS,
    METRIC_SAVE_DURATION,
    METRIC_SAVE_LAG,
    METRIC_SAVES_REFUSED,
    METRIC_DATABASE_REPLACED,
    METRIC_DATABASE_PROVEN,
    METRIC_DATABASE_BROKEN,
    METRIC_DATABASE_BAD_ROWS,
    METRIC_LEDGER_WRONG,
    METRIC_BACKUPS,
    METRIC_BACKUP_AGE,
    METRIC_DATABASE_BYTES,
    METRIC_DATABASE_LOG_BYTES,
    METRIC_LOG_LINES,
    METRIC_LOG_SUPPRESSED,
    METRIC_LOG_LOST,
    METRIC_OPEN_FILES,
    METRIC_OPEN_FILES_MAX,
    METRIC_MEMORY,
    METRIC_PROCESSOR,
    METRIC_COUNT
};

/* Values of the labels. */
enum metric_refusal {
    METRIC_REFUSED_FULL,
    METRIC_REFUSED_ADDRESS_OPEN,
    METRIC_REFUSED_ADDRESS_NEW,
    METRIC_REFUSED_LOGINS,
    METRIC_REFUSED_BANNED,
    METRIC_REFUSED_FOREIGN,
    METRIC_REFUSED_PROXY,
    METRIC_REFUSED_VISITORS,
    METRIC_REFUSED_COUNT
};
enum metric_wire {
    METRIC_WIRE_TELNET,
    METRIC_WIRE_WEB_TELNET, /* telnet inside a WebSocket, like those below */
    METRIC_WIRE_TERMINAL,
    METRIC_WIRE_GMCP,
    METRIC_WIRE_JSON,
    METRIC_WIRE_PAGE,
    METRIC_WIRE_COUNT
};
enum metric_request {
    METRIC_REQUEST_OTHER,
    METRIC_REQUEST_UPGRADED,
    METRIC_REQUEST_OK,
    METRIC_REQUEST_UNCHANGED,
    METRIC_REQUEST_BAD,
    METRIC_REQUEST_ORIGIN,
    METRIC_REQUEST_NOT_FOUND,
    METRIC_REQUEST_METHOD,
    METRIC_REQUEST_LATE,
    METRIC_REQUEST_HOST,
    METRIC_REQUEST_NO_UPGRADE,
    METRIC_REQUEST_TOO_LONG,
    METRIC_REQUEST_COUNT
};
enum metric_web_frame { METRIC_WEB_FRAME_TAKEN, METRIC_WEB_FRAME_SENT, METRIC_WEB_FRAME_COUNT };
enum metric_web_close {
    METRIC_WEB_CLOSE_LOST, /* the connection was lost without a close frame */
    METRIC_WEB_CLOSE_PEER,
    METRIC_WEB_CLOSE_DONE,
    METRIC_WEB_CLOSE_STOPPED,
    METRIC_WEB_CLOSE_FAULT, /* close codes 1002, 1003 and 1007 */
    METRIC_WEB_CLOSE_POLICY,
    METRIC_WEB_CLOSE_TOO_BIG,
    METRIC_WEB_CLOSE_TAKEN_OVER,
    METRIC_WEB_CLOSE_SENT_AWAY,
    METRIC_WEB_CLOSE_FULL,
    METRIC_WEB_CLOSE_COUNT
};
enum metric_handshake {
    METRIC_HANDSHAKE_FAILED,
    METRIC_HANDSHAKE_DONE,
    METRIC_HANDSHAKE_LATE,
    METRIC_HANDSHAKE_CLEAR,
    METRIC_HANDSHAKE_MADE_ROOM,
    METRIC_HANDSHAKE_COUNT
};
enum metric_login {
    METRIC_LOGIN_KNOWN,
    METRIC_LOGIN_NEW,
    METRIC_LOGIN_GUEST,
    METRIC_LOGIN_RESUMED,
    METRIC_LOGIN_WRONG_PASSWORD,
    METRIC_LOGIN_BUSY,
    METRIC_LOGIN_CLOSED,
    METRIC_LOGIN_LATE,
    METRIC_LOGIN_MADE_ROOM,
    METRIC_LOGIN_TOO_MANY_NEW,
    METRIC_LOGIN_COUNT
};
enum metric_frame { METRIC_FRAME_OWN, METRIC_FRAME_OTHERS, METRIC_FRAME_COUNT };
enum metric_input { METRIC_INPUT_KEY, METRIC_INPUT_LINE, METRIC_INPUT_MESSAGE, METRIC_INPUT_COUNT };
enum metric_backup { METRIC_BACKUP_WRITTEN, METRIC_BACKUP_FAILED, METRIC_BACKUP_COUNT };

enum {
    METRIC_VALUES_MAX = 20, /* most values of a label, or buckets of a histogram with their sum */
    METRICS_TEXT_MAX = 64 * 1024,
    METRIC_ALONE = 0, /* for metrics without a label */
};

/* The numbers behind the table. All zero: nothing has happened yet. */
struct metrics {
    uint64_t values[METRIC_COUNT][METRIC_VALUES_MAX];
};

enum metric_type { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

struct metric_row {
    const char *name;
    const char *help;
    enum metric_type type;
    bool is_time;              /* counted in microseconds, written in seconds */
    const char *label;         /* name of the label; NULL: none */
    const char *const *values; /* values of the label */
    /* number of values of the label, or of a histogram's buckets without the last */
    size_t value_count;
    const uint64_t *bounds; /* upper bounds of a histogram's buckets, in microseconds */
};

extern const struct metric_row metric_table[METRIC_COUNT];

/* Adds `amount` to a counter. `value` is METRIC_ALONE or a value of its label. */
void metrics_add(struct metrics *metrics, enum metric metric, size_t value, uint64_t amount);

/* Adds a duration to a histogram. */
void metrics_observe(struct metrics *metrics, enum metric metric, uint64_t microseconds);

/* Sets a gauge, or a counter that is kept elsewhere. */
void metrics_set(struct metrics *metrics, enum metric metric, size_t value, uint64_t now);

uint64_t metrics_value(const struct metrics *metrics, enum metric metric, size_t value);

/* Leaves out a gauge that has no value now. */
void metrics_set_absent(struct metrics *metrics, enum metric metric);

/* Appends all metrics in Prometheus's text format, version 0.0.4. ERR_MEMORY, ERR_TOO_BIG. */
MUST_USE enum err metrics_write(const struct metrics *metrics, struct bytes *out);

#endif
