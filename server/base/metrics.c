/*
 * The table of metrics: counting, and the text that GET /metrics answers with
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Times are printed from whole
 * microseconds, so that no number depends on the locale or on how floats are rounded.
 */
#include "server/base/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"

enum { MODE_VALUES = 5 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const version_values[] = {UNDERCROFT_VERSION};
static const char *const mode_values[MODE_VALUES] = {"none", "screen", "line", "reader", "page"};
static const char *const refusal_values[METRIC_REFUSED_COUNT] = {
    [METRIC_REFUSED_FULL] = "full",
    [METRIC_REFUSED_ADDRESS_OPEN] = "address_open",
    [METRIC_REFUSED_ADDRESS_NEW] = "address_new",
    [METRIC_REFUSED_LOGINS] = "logins",
    [METRIC_REFUSED_BANNED] = "banned",
    [METRIC_REFUSED_FOREIGN] = "foreign_protocol",
    [METRIC_REFUSED_PROXY] = "no_proxy_header",
    [METRIC_REFUSED_VISITORS] = "visitors",
};
static const char *const wire_values[METRIC_WIRE_COUNT] = {
    [METRIC_WIRE_TELNET] = "telnet",     [METRIC_WIRE_WEB_TELNET] = "web_telnet",
    [METRIC_WIRE_TERMINAL] = "terminal", [METRIC_WIRE_GMCP] = "gmcp",
    [METRIC_WIRE_JSON] = "json",         [METRIC_WIRE_PAGE] = "page",
};
static const char *const request_values[METRIC_REQUEST_COUNT] = {
    [METRIC_REQUEST_OTHER] = "other",    [METRIC_REQUEST_UPGRADED] = "101",
    [METRIC_REQUEST_OK] = "200",         [METRIC_REQUEST_UNCHANGED] = "304",
    [METRIC_REQUEST_BAD] = "400",        [METRIC_REQUEST_ORIGIN] = "403",
    [METRIC_REQUEST_NOT_FOUND] = "404",  [METRIC_REQUEST_METHOD] = "405",
    [METRIC_REQUEST_LATE] = "408",       [METRIC_REQUEST_HOST] = "421",
    [METRIC_REQUEST_NO_UPGRADE] = "426", [METRIC_REQUEST_TOO_LONG] = "431",
};
static const char *const web_frame_values[METRIC_WEB_FRAME_COUNT] = {
    [METRIC_WEB_FRAME_TAKEN] = "in",
    [METRIC_WEB_FRAME_SENT] = "out",
};
static const char *const web_close_values[METRIC_WEB_CLOSE_COUNT] = {
    [METRIC_WEB_CLOSE_LOST] = "lost",      [METRIC_WEB_CLOSE_PEER] = "by_peer",
    [METRIC_WEB_CLOSE_DONE] = "1000",      [METRIC_WEB_CLOSE_STOPPED] = "1001",
    [METRIC_WEB_CLOSE_FAULT] = "1002",     [METRIC_WEB_CLOSE_POLICY] = "1008",
    [METRIC_WEB_CLOSE_TOO_BIG] = "1009",   [METRIC_WEB_CLOSE_TAKEN_OVER] = "4001",
    [METRIC_WEB_CLOSE_SENT_AWAY] = "4002", [METRIC_WEB_CLOSE_FULL] = "4003",
};
static const char *const handshake_values[METRIC_HANDSHAKE_COUNT] = {
    [METRIC_HANDSHAKE_FAILED] = "failed",       [METRIC_HANDSHAKE_DONE] = "done",
    [METRIC_HANDSHAKE_LATE] = "late",           [METRIC_HANDSHAKE_CLEAR] = "clear_text",
    [METRIC_HANDSHAKE_MADE_ROOM] = "made_room",
};
static const char *const frame_values[METRIC_FRAME_COUNT] = {
    [METRIC_FRAME_OWN] = "own",
    [METRIC_FRAME_OTHERS] = "others",
};
static const char *const input_values[METRIC_INPUT_COUNT] = {
    [METRIC_INPUT_KEY] = "key",
    [METRIC_INPUT_LINE] = "line",
    [METRIC_INPUT_MESSAGE] = "message",
};
static const char *const login_values[METRIC_LOGIN_COUNT] = {
    [METRIC_LOGIN_KNOWN] = "known",
    [METRIC_LOGIN_NEW] = "new",
    [METRIC_LOGIN_GUEST] = "guest",
    [METRIC_LOGIN_RESUMED] = "resumed",
    [METRIC_LOGIN_WRONG_PASSWORD] = "wrong_password",
    [METRIC_LOGIN_BUSY] = "busy",
    [METRIC_LOGIN_CLOSED] = "closed",
    [METRIC_LOGIN_LATE] = "late",
    [METRIC_LOGIN_MADE_ROOM] = "made_room",
    [METRIC_LOGIN_TOO_MANY_NEW] = "too_many_new",
};
static const char *const backup_values[METRIC_BACKUP_COUNT] = {
    [METRIC_BACKUP_WRITTEN] = "written",
    [METRIC_BACKUP_FAILED] = "failed",
};

/* Upper bounds in microseconds: around a tick of 20 ms, and around a flush of a disk. */
static const uint64_t tick_bounds[] = {100,   250,   500,   1000,  2500,  5000,   7500,   10000,
                                       15000, 20000, 30000, 40000, 50000, 100000, 250000, 1000000};
static const uint64_t key_bounds[] = {1000,  2500,  5000,  7500,   10000,  15000,  20000,  25000,
                                      30000, 40000, 60000, 100000, 150000, 250000, 500000, 1000000};
static const uint64_t save_bounds[] = {500,   1000,   2500,   5000,   10000,   25000,
                                       50000, 100000, 250000, 500000, 1000000, 5000000};

_Static_assert(COUNT_OF(tick_bounds) + 2 <= METRIC_VALUES_MAX, "and the rest, and the sum");
_Static_assert(COUNT_OF(key_bounds) + 2 <= METRIC_VALUES_MAX, "and the rest, and the sum");
_Static_assert(COUNT_OF(save_bounds) + 2 <= METRIC_VALUES_MAX, "and the rest, and the sum");
_Static_assert((int)METRIC_LOGIN_COUNT <= (int)METRIC_VALUES_MAX, "every result has its place");
_Static_assert((int)METRIC_REFUSED_COUNT <= (int)METRIC_VALUES_MAX, "every reason has its place");

#define LABELLED(name, list) .label = (name), .values = (list), .value_count = COUNT_OF(list)
#define BUCKETS(list)                                                                              \
    .type = METRIC_HISTOGRAM, .is_time = true, .bounds = (list), .value_count = COUNT_OF(list)

const struct metric_row metric_table[METRIC_COUNT] = {
    [METRIC_BUILD_INFO] = {.name = "undercroft_build_info",
                           .help = "Which server this is; always 1.",
                           .type = METRIC_GAUGE,
                           LABELLED("version", version_values)},
    [METRIC_UPTIME] = {.name = "undercroft_uptime_seconds",
                       .help = "How long the server has run.",
                       .type = METRIC_GAUGE,
                       .is_time = true},
    [METRIC_PLAYERS] = {.name = "undercroft_players",
                        .help = "Players online, those with a lost connection included.",
                        .type = METRIC_GAUGE},
    [METRIC_GUESTS] = {.name = "undercroft_guests",
                       .help = "Guests among them, who have no name of their own yet.",
                       .type = METRIC_GAUGE},
    [METRIC_GUESTS_CLAIMED] = {.name = "undercroft_guests_claimed_total",
                               .help = "Guests who have chosen a name and a password."},
    [METRIC_CONNECTIONS] = {.name = "undercroft_connections",
                            .help = "Open connections by what they are shown; none: at the login.",
                            .type = METRIC_GAUGE,
                            LABELLED("mode", mode_values)},
    [METRIC_CONNECTIONS_MAX] = {.name = "undercroft_connections_max",
                                .help = "The limit on connections that are let in.",
                                .type = METRIC_GAUGE},
    [METRIC_ACCEPTED] = {.name = "undercroft_connections_accepted_total",
                         .help = "Connections that were let in."},
    [METRIC_REFUSED] = {.name = "undercroft_connections_refused_total",
                        .help = "Connections that were turned away, by reason.",
                        LABELLED("reason", refusal_values)},
    [METRIC_WIRES] = {.name = "undercroft_wire_connections",
                      .help = "Open connections of players by what they speak.",
                      .type = METRIC_GAUGE,
                      LABELLED("wire", wire_values)},
    [METRIC_VISITORS] = {.name = "undercroft_web_visitors",
                         .help = "Browsers that are connected and do not play.",
                         .type = METRIC_GAUGE},
    [METRIC_REQUESTS] = {.name = "undercroft_web_requests_total",
                         .help = "Requests of browsers by the status of the answer.",
                         LABELLED("status", request_values)},
    [METRIC_WEB_FRAMES] = {.name = "undercroft_web_frames_total",
                           .help = "Frames of WebSockets that were taken and sent.",
                           LABELLED("direction", web_frame_values)},
    [METRIC_WEB_CLOSES] = {.name = "undercroft_web_closes_total",
                           .help = "WebSockets that were closed, by the code; 1002 stands for "
                                   "1003 and 1007 as well.",
                           LABELLED("code", web_close_values)},
    [METRIC_HANDSHAKES] = {.name = "undercroft_tls_handshakes_total",
                           .help = "Connections inside TLS by how their handshake ended.",
                           LABELLED("result", handshake_values)},
    [METRIC_HANDSHAKE_DURATION] = {.name = "undercroft_tls_handshake_seconds",
                                   .help = "How long the steps of a handshake held the loop.",
                                   BUCKETS(tick_bounds)},
    [METRIC_TLS_RELOAD_FAILURES] = {.name = "undercroft_tls_reload_failures_total",
                                    .help = "Certificates and keys that could not be taken, so "
                                            "that the ones before stayed."},
    [METRIC_TLS_EXPIRY] = {.name = "undercroft_tls_expiry_timestamp_seconds",
                           .help = "When the certificate expires, in seconds since 1970.",
                           .type = METRIC_GAUGE,
                           .is_time = true},
    [METRIC_LOGINS] = {.name = "undercroft_logins_total",
                       .help = "Logins by result.",
                       LABELLED("result", login_values)},
    [METRIC_TICKS] = {.name = "undercroft_ticks_total", .help = "Steps the world has taken."},
    [METRIC_TICKS_LATE] = {.name = "undercroft_ticks_late_total",
                           .help = "Ticks that came more than one tick's length late."},
    [METRIC_TICK_DURATION] = {.name = "undercroft_tick_duration_seconds",
                              .help = "How long the work of a tick held the loop.",
                              BUCKETS(tick_bounds)},
    [METRIC_TICK_LATENESS] = {.name = "undercroft_tick_lateness_seconds",
                              .help = "How long after its time a tick began.",
                              BUCKETS(tick_bounds)},
    [METRIC_FRAMES_SENT] = {.name = "undercroft_frames_sent_total",
                            .help = "Screens that were sent, as what differs from the last, by "
                                    "whose doing they show first.",
                            LABELLED("cause", frame_values)},
    [METRIC_FRAME_BYTES] = {.name = "undercroft_frame_bytes_total",
                            .help = "Bytes of those screens before compression.",
                            LABELLED("cause", frame_values)},
    [METRIC_FRAMES_SKIPPED] = {.name = "undercroft_frames_skipped_total",
                               .help = "Ticks at which a screen was due whose client had not "
                                       "taken the last one yet."},
    [METRIC_KEY_TO_FRAME] = {.name = "undercroft_key_to_frame_seconds",
                             .help = "From reading a key to sending the screen that shows what it "
                                     "did; keys that change nothing on it are left out.",
                             BUCKETS(key_bounds)},
    [METRIC_BYTES_SENT] = {.name = "undercroft_sent_bytes_total",
                           .help = "Bytes sent to players, compressed where that was agreed."},
    [METRIC_BYTES_PLAIN] = {.name = "undercroft_sent_plain_bytes_total",
                            .help = "The same bytes before they were compressed."},
    [METRIC_BYTES_RECEIVED] = {.name = "undercroft_received_bytes_total",
                               .help = "Bytes received from players."},
    [METRIC_GMCP_JUNK] = {.name = "undercroft_gmcp_junk_total",
                          .help = "GMCP messages that were dropped unanswered."},
    [METRIC_WORK] = {.name = "undercroft_work_units_total",
                     .help = "Work done for what players typed and sent, in units of the ration "
                             "that each has."},
    [METRIC_INPUT_DROPPED] = {.name = "undercroft_input_dropped_total",
                              .help = "Keys, lines and GMCP messages that were dropped because "
                                      "they came faster than a player's ration.",
                              LABELLED("kind", input_values)},
    [METRIC_LEVELS] = {.name = "undercroft_levels_loaded",
                       .help = "Levels in memory.",
                       .type = METRIC_GAUGE},
    [METRIC_SAVE_DURATION] = {.name = "undercroft_save_duration_seconds",
                              .help = "How long the database thread took for a save.",
                              BUCKETS(save_bounds)},
    [METRIC_SAVE_LAG] = {.name = "undercroft_save_lag_seconds",
                         .help = "How long the oldest change has waited that is not on disk.",
                         .type = METRIC_GAUGE,
                         .is_time = true},
    [METRIC_SAVES_REFUSED] = {.name = "undercroft_saves_refused",
                              .help = "1 while the disk refuses to save.",
                              .type = METRIC_GAUGE},
    [METRIC_DATABASE_REPLACED] = {.name = "undercroft_database_replaced",
                                  .help = "1 while the database is not the file that was opened.",
                                  .type = METRIC_GAUGE},
    [METRIC_DATABASE_PROVEN] = {.name = "undercroft_database_proven",
                                .help = "1 once all rows are proven, 0 while that goes on.",
                                .type = METRIC_GAUGE},
    [METRIC_DATABASE_BROKEN] = {.name = "undercroft_database_broken",
                                .help = "1 when rows are missing, foreign or stale: the next start "
                                        "refuses.",
                                .type = METRIC_GAUGE},
    [METRIC_DATABASE_BAD_ROWS] = {.name = "undercroft_database_bad_rows",
                                  .help = "Damaged rows that were found since the start.",
                                  .type = METRIC_GAUGE},
    [METRIC_LEDGER_WRONG] = {.name = "undercroft_ledger_wrong_kinds",
                             .help = "Kinds of things, gold too, of which there are more or fewer "
                                     "in play than the ledger says.",
                             .type = METRIC_GAUGE},
    [METRIC_BACKUPS] = {.name = "undercroft_backups_total",
                        .help = "Backups by result.",
                        LABELLED("result", backup_values)},
    [METRIC_BACKUP_AGE] = {.name = "undercroft_backup_age_seconds",
                           .help = "How old the newest scheduled backup is.",
                           .type = METRIC_GAUGE,
                           .is_time = true},
    [METRIC_DATABASE_BYTES] = {.name = "undercroft_database_size_bytes",
                               .help = "The size of undercroft.db.",
                               .type = METRIC_GAUGE},
    [METRIC_DATABASE_LOG_BYTES] = {.name = "undercroft_database_log_size_bytes",
                                   .help = "The size of undercroft.db-wal.",
                                   .type = METRIC_GAUGE},
    [METRIC_LOG_LINES] = {.name = "undercroft_log_lines_total",
                          .help = "Lines written to the log."},
    [METRIC_LOG_SUPPRESSED] = {.name = "undercroft_log_lines_suppressed_total",
                               .help = "Lines left out of the log because there were too many."},
    [METRIC_LOG_LOST] = {.name = "undercroft_log_lines_lost_total",
                         .help = "Lines of the log that were lost because its reader stalled."},
    [METRIC_OPEN_FILES] = {.name = "process_open_fds",
                           .help = "Open file descriptors.",
                           .type = METRIC_GAUGE},
    [METRIC_OPEN_FILES_MAX] = {.name = "process_max_fds",
                               .help = "The limit on open file descriptors.",
                               .type = METRIC_GAUGE},
    [METRIC_MEMORY] = {.name = "process_resident_memory_bytes",
                       .help = "Memory in use.",
                       .type = METRIC_GAUGE},
    [METRIC_PROCESSOR] = {.name = "process_cpu_seconds_total",
                          .help = "Processor time used.",
                          .is_time = true},
};

static uint64_t *value_of(struct metrics *metrics, enum metric metric, size_t value)
{
    const struct metric_row *row = &metric_table[metric];

    CHECK(value < (row->label == NULL ? 1 : row->value_count));
    return &metrics->values[metric][value];
}

void metrics_add(struct metrics *metrics, enum metric metric, size_t value, uint64_t amount)
{
    CHECK(metric_table[metric].type == METRIC_COUNTER);
    *value_of(metrics, metric, value) += amount;
}

void metrics_observe(struct metrics *metrics, enum metric metric, uint64_t microseconds)
{
    const struct metric_row *row = &metric_table[metric];
    size_t bucket = 0;

    CHECK(row->type == METRIC_HISTOGRAM);
    while (bucket < row->value_count && microseconds > row->bounds[bucket])
        bucket++;
    metrics->values[metric][bucket]++;
    metrics->values[metric][row->value_count + 1] += microseconds;
}

void metrics_set(struct metrics *metrics, enum metric metric, size_t value, uint64_t now)
{
    CHECK(metric_table[metric].type != METRIC_HISTOGRAM);
    *value_of(metrics, metric, value) = now;
}

uint64_t metrics_value(const struct metrics *metrics, enum metric metric, size_t value)
{
    CHECK(value < METRIC_VALUES_MAX);
    return metrics->values[metric][value];
}

void metrics_set_absent(struct metrics *metrics, enum metric metric)
{
    metrics_set(metrics, metric, METRIC_ALONE, UINT64_MAX);
}

enum { LINE_SIZE = 256, NUMBER_SIZE = 32, MICROSECONDS = 1000000 };

static const char *const type_names[] = {
    [METRIC_COUNTER] = "counter",
    [METRIC_GAUGE] = "gauge",
    [METRIC_HISTOGRAM] = "histogram",
};

/* Writes seconds without zeros at the end: "0.02". */
static void print_time(uint64_t microseconds, char out[NUMBER_SIZE])
{
    int length = snprintf(out, NUMBER_SIZE, "%" PRIu64 ".%06" PRIu64, microseconds / MICROSECONDS,
                          microseconds % MICROSECONDS);

    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
}

static void print_value(const struct metric_row *row, uint64_t value, char out[NUMBER_SIZE])
{
    if (row->is_time)
        print_time(value, out);
    else
        snprintf(out, NUMBER_SIZE, "%" PRIu64, value);
}

static enum err write_head(const struct metric_row *row, struct bytes *out)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "# HELP %s %s\n", row->name, row->help);
    enum err error = bytes_append_text(out, line);
    snprintf(line, sizeof line, "# TYPE %s %s\n", row->name, type_names[row->type]);
    return error == ERR_OK ? bytes_append_text(out, line) : error;
}

static enum err write_sample(const struct metric_row *row, const char *label, uint64_t value,
                             struct bytes *out)
{
    char line[LINE_SIZE];
    char number[NUMBER_SIZE];

    if (value == UINT64_MAX)
        return ERR_OK;
    print_value(row, value, number);
    if (label == NULL)
        snprintf(line, sizeof line, "%s %s\n", row->name, number);
    else
        snprintf(line, sizeof line, "%s{%s=\"%s\"} %s\n", row->name, row->label, label, number);
    return bytes_append_text(out, line);
}

/* Writes a histogram. A bucket counts all values up to its bound, so also those of smaller
   buckets. */
static enum err write_histogram(const struct metric_row *row, const uint64_t *values,
                                struct bytes *out)
{
    char line[LINE_SIZE];
    char number[NUMBER_SIZE];
    uint64_t count = 0;
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i <= row->value_count; i++) {
        count += values[i];
        if (i < row->value_count)
            print_time(row->bounds[i], number);
        else
            snprintf(number, sizeof number, "+Inf");
        snprintf(line, sizeof line, "%s_bucket{le=\"%s\"} %" PRIu64 "\n", row->name, number, count);
        error = bytes_append_text(out, line);
    }
    print_time(values[row->value_count + 1], number);
    snprintf(line, sizeof line, "%s_sum %s\n%s_count %" PRIu64 "\n", row->name, number, row->name,
             count);
    return error == ERR_OK ? bytes_append_text(out, line) : error;
}

static enum err write_metric(const struct metric_row *row, const uint64_t *values,
                             struct bytes *out)
{
    enum err error = write_head(row, out);

    if (error == ERR_OK && row->type == METRIC_HISTOGRAM)
        return write_histogram(row, values, out);
    if (error == ERR_OK && row->label == NULL)
        return write_sample(row, NULL, values[METRIC_ALONE], out);
    for (size_t i = 0; error == ERR_OK && i < row->value_count; i++)
        error = write_sample(row, row->values[i], values[i], out);
    return error;
}

enum err metrics_write(const struct metrics *metrics, struct bytes *out)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < METRIC_COUNT; i++)
        error = write_metric(&metric_table[i], metrics->values[i], out);
    return error;
}
