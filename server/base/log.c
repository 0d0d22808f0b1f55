/*
 * A line is put together in one buffer and handed over in one write. A value is escaped as JSON
 * would have it, in both formats, and cut to its share; a field that finds no room is left out
 * whole, so that a line always ends as it should.
 */
#include "server/base/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "base/check.h"
#include "base/utf8.h"
#include "server/base/output.h"

enum {
    LINE_COST_MS = 1000 / LOG_LINES_PER_SECOND,
    BUDGET_MAX_MS = LOG_BURST * LINE_COST_MS,
};

enum err log_limit_new(struct log_limit **out)
{
    struct log_limit *limit = calloc(1, sizeof *limit);

    if (limit == NULL || uv_mutex_init(&limit->mutex) != 0) {
        free(limit);
        return ERR_MEMORY;
    }
    *out = limit;
    return ERR_OK;
}

void log_limit_free(struct log_limit *limit)
{
    if (limit == NULL)
        return;
    uv_mutex_destroy(&limit->mutex);
    free(limit);
}

static struct log_kind *find(struct log_limit *limit, const char *name, uint64_t now_ms)
{
    for (size_t i = 0; i < limit->kind_count; i++) {
        if (strncmp(limit->kinds[i].name, name, LOG_KIND_SIZE - 1) == 0)
            return &limit->kinds[i];
    }
    if (limit->kind_count == LOG_KINDS_MAX)
        return &limit->kinds[LOG_KINDS_MAX - 1];
    struct log_kind *kind = &limit->kinds[limit->kind_count++];
    snprintf(kind->name, sizeof kind->name, "%s",
             limit->kind_count == LOG_KINDS_MAX ? "others" : name);
    kind->budget_ms = BUDGET_MAX_MS;
    kind->at_ms = now_ms;
    return kind;
}

static bool spend(struct log_kind *kind, uint64_t now_ms)
{
    uint64_t elapsed_ms = now_ms > kind->at_ms ? now_ms - kind->at_ms : 0;

    kind->budget_ms = elapsed_ms > BUDGET_MAX_MS - kind->budget_ms ? (uint64_t)BUDGET_MAX_MS
                                                                   : kind->budget_ms + elapsed_ms;
    kind->at_ms += elapsed_ms;
    if (kind->budget_ms < LINE_COST_MS) {
        kind->suppressed++;
        return false;
    }
    kind->budget_ms -= LINE_COST_MS;
    return true;
}

bool log_limit_take(struct log_limit *limit, const char *kind, uint64_t now_ms)
{
    uv_mutex_lock(&limit->mutex);
    bool may_write = spend(find(limit, kind, now_ms), now_ms);
    limit->written += may_write;
    limit->suppressed += !may_write;
    uv_mutex_unlock(&limit->mutex);
    return may_write;
}

bool log_limit_drain(struct log_limit *limit, char name[LOG_KIND_SIZE], uint64_t *out_suppressed)
{
    size_t i = 0;

    uv_mutex_lock(&limit->mutex);
    while (i < limit->kind_count && limit->kinds[i].suppressed == 0)
        i++;
    bool is_found = i < limit->kind_count;
    if (is_found) {
        memcpy(name, limit->kinds[i].name, LOG_KIND_SIZE);
        *out_suppressed = limit->kinds[i].suppressed;
        limit->kinds[i].suppressed = 0;
        limit->written++;
    }
    uv_mutex_unlock(&limit->mutex);
    return is_found;
}

/* Counts all lines so far, written and suppressed. */
static void log_limit_counts(struct log_limit *limit, uint64_t *out_written,
                             uint64_t *out_suppressed)
{
    uv_mutex_lock(&limit->mutex);
    *out_written = limit->written;
    *out_suppressed = limit->suppressed;
    uv_mutex_unlock(&limit->mutex);
}

enum {
    /* bytes kept free for the mark of a cut line, the closing brace and the newline */
    TAIL_SIZE = 16,
    ESCAPE_SIZE = 16, /* bytes of the longest escape, a surrogate pair, with its NUL */
    NUMBER_SIZE = 24,
    TIME_SIZE = 32,
    WRITE_ATTEMPTS = 8,
    UTF8_LENGTH_MAX = 4,
};

struct line {
    char text[LOG_LINE_MAX];
    size_t length;
    bool is_full; /* a piece did not fit */
    bool is_json;
};

static const char *const level_names[] = {
    [LOG_DEBUG] = "debug",
    [LOG_INFO] = "info",
    [LOG_WARNING] = "warning",
    [LOG_ERROR] = "error",
};

enum { LEVEL_COUNT = sizeof level_names / sizeof level_names[0] };

struct log_field log_text(const char *name, const char *text)
{
    return (struct log_field){.name = name, .text = text == NULL ? "" : text};
}

struct log_field log_number(const char *name, int64_t number)
{
    return (struct log_field){.name = name, .number = number};
}

static void append(struct line *line, const char *bytes, size_t length)
{
    if (line->is_full || length > sizeof line->text - TAIL_SIZE - line->length) {
        line->is_full = true;
        return;
    }
    memcpy(line->text + line->length, bytes, length);
    line->length += length;
}

static void append_text(struct line *line, const char *text)
{
    append(line, text, strlen(text));
}

/* True if a character needs no escape in a value between quotes. */
static bool is_plain(uint32_t code_point)
{
    return code_point >= ' ' && code_point <= '~' && code_point != '"' && code_point != '\\';
}

/* True if a text needs no quotes as a value in a text line. */
static bool is_word(const char *text)
{
    size_t length = strnlen(text, LOG_VALUE_MAX);

    for (size_t i = 0; i < length; i++) {
        if (!is_plain((unsigned char)text[i]) || text[i] == ' ' || text[i] == '=')
            return false;
    }
    return length > 0;
}

static void escape(uint32_t code_point, char out[ESCAPE_SIZE])
{
    if (is_plain(code_point))
        snprintf(out, ESCAPE_SIZE, "%c", (char)code_point);
    else if (code_point == '"' || code_point == '\\')
        snprintf(out, ESCAPE_SIZE, "\\%c", (char)code_point);
    else if (code_point <= 0xFFFF)
        snprintf(out, ESCAPE_SIZE, "\\u%04" PRIx32, code_point);
    else
        snprintf(out, ESCAPE_SIZE, "\\u%04" PRIx32 "\\u%04" PRIx32, 0xD7C0 + (code_point >> 10),
                 0xDC00 + (code_point & 0x3FF));
}

/* Appends a value, at most LOG_VALUE_MAX bytes without the quotes; three dots stand for the
   rest. */
static void append_value(struct line *line, const char *text)
{
    static const char dots[] = "...";
    const size_t room = LOG_VALUE_MAX - (sizeof dots - 1);
    size_t length = strnlen(text, LOG_VALUE_MAX + UTF8_LENGTH_MAX);
    bool is_quoted = line->is_json || !is_word(text);
    size_t written = 0;
    char escaped[ESCAPE_SIZE];

    if (is_quoted)
        append_text(line, "\"");
    for (size_t at = 0; at < length;) {
        escape(utf8_decode(text, length, &at), escaped);
        written += strlen(escaped);
        if (written > room) {
            append_text(line, dots);
            break;
        }
        append_text(line, escaped);
    }
    if (is_quoted)
        append_text(line, "\"");
}

static void append_name(struct line *line, const char *name)
{
    append_text(line, line->is_json ? ",\"" : " ");
    append_text(line, name);
    append_text(line, line->is_json ? "\":" : "=");
}

static void append_field(struct line *line, const struct log_field *field)
{
    size_t before = line->length;
    char number[NUMBER_SIZE];

    append_name(line, field->name);
    if (field->text != NULL) {
        append_value(line, field->text);
    } else {
        snprintf(number, sizeof number, "%" PRId64, field->number);
        append_text(line, number);
    }
    if (line->is_full)
        line->length = before;
}

static void append_head(struct line *line, enum log_level level, const char *event)
{
    char stamp[TIME_SIZE] = "";
    struct timespec now = {0};
    struct tm parts = {0};

    clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &parts) != NULL)
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    append_text(line, line->is_json ? "{\"time\":\"" : "");
    append_text(line, stamp);
    append_text(line, line->is_json ? "\",\"level\":\"" : " ");
    append_text(line, level_names[level]);
    append_text(line, line->is_json ? "\",\"event\":" : " ");
    append_value(line, event);
}

/* Appends the end of a line, for which room was kept free. */
static void append_tail(struct line *line)
{
    const char *cut = line->is_json ? ",\"cut\":true" : " cut=1";
    int length = snprintf(line->text + line->length, TAIL_SIZE, "%s%s\n", line->is_full ? cut : "",
                          line->is_json ? "}" : "");

    CHECK(length > 0 && length < TAIL_SIZE);
    line->length += (size_t)length;
}

_Static_assert((int)LOG_LINE_MAX <= (int)OUTPUT_LINE_MAX, "a line is put as a whole");

/* Writes a line without the thread of an output. A line is no longer than a pipe takes in one
   piece, so lines never mix in a pipe. */
static void write_line(int descriptor, const char *bytes, size_t length)
{
    for (int attempt = 0; attempt < WRITE_ATTEMPTS && length > 0; attempt++) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

/* Writes an event. False: the event is lost. */
static bool write_event(const struct log *log, enum log_level level, const char *event,
                        const struct log_field *fields)
{
    int error_before = errno;
    struct line line;

    line.length = 0;
    line.is_full = false;
    line.is_json = log->format == LOG_FORMAT_JSON;
    append_head(&line, level, event);
    for (; fields != NULL && fields->name != NULL && !line.is_full; fields++)
        append_field(&line, fields);
    append_tail(&line);
    bool is_taken = true;
    if (log->output != NULL)
        is_taken = output_put(log->output, line.text, line.length);
    else
        write_line(log->descriptor, line.text, line.length);
    errno = error_before;
    return is_taken;
}

void log_tell_lost(const struct log *log)
{
    uint64_t lines = log->output == NULL ? 0 : output_take_lost(log->output);

    if (lines > 0 && !write_event(log, LOG_WARNING, "log.suppressed",
                                  (const struct log_field[]){
                                      log_text("cause", "the reader of the log has stalled"),
                                      log_number("lines", (int64_t)lines),
                                      {0}}))
        output_return_lost(log->output, lines);
}

void log_event(const struct log *log, enum log_level level, const char *event,
               const struct log_field *fields)
{
    CHECK((unsigned)level < LEVEL_COUNT);
    if (level < log->level_min ||
        (log->limit != NULL && !log_limit_take(log->limit, event, uv_hrtime() / 1000000)))
        return;
    log_tell_lost(log);
    (void)write_event(log, level, event, fields);
}

void log_tell_suppressed(const struct log *log)
{
    char kind[LOG_KIND_SIZE];
    uint64_t lines;

    log_tell_lost(log);
    while (log->limit != NULL && log_limit_drain(log->limit, kind, &lines))
        (void)write_event(log, LOG_WARNING, "log.suppressed",
                          (const struct log_field[]){
                              log_text("kind", kind), log_number("lines", (int64_t)lines), {0}});
}

struct log_counts log_counts(const struct log *log)
{
    struct log_counts counts = {0};

    if (log->limit != NULL)
        log_limit_counts(log->limit, &counts.written, &counts.suppressed);
    if (log->output != NULL)
        counts.lost = output_lost(log->output);
    if (log->output != NULL)
        counts.write_error = output_write_error(log->output);
    return counts;
}
