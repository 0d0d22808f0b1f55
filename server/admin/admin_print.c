/*
 * Answers as text.
 */
#include "server/admin/admin_print.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/plural.h"
#include "base/utf8.h"
#include "server/admin/admin_print_table.h"
#include "server/admin/admin_submit.h"

enum { GAP = 2, INDENT = 2 };

static void print_plain(int64_t value, char *out, size_t size)
{
    snprintf(out, size, "%" PRId64, value);
}

static void print_ms(int64_t value, char *out, size_t size)
{
    snprintf(out, size, "%" PRId64 " ms", value);
}

/* The two largest units that count. */
static void print_seconds(int64_t value, char *out, size_t size)
{
    if (value < 60)
        snprintf(out, size, "%" PRId64 " s", value);
    else if (value < 3600)
        snprintf(out, size, "%" PRId64 " min %" PRId64 " s", value / 60, value % 60);
    else if (value < 86400)
        snprintf(out, size, "%" PRId64 " h %" PRId64 " min", value / 3600, value % 3600 / 60);
    else
        snprintf(out, size, "%" PRId64 " d %" PRId64 " h", value / 86400, value % 86400 / 3600);
}

static void print_at(int64_t value, char *out, size_t size)
{
    time_t seconds = (time_t)value;
    struct tm broken;

    if (gmtime_r(&seconds, &broken) == NULL ||
        strftime(out, size, "%Y-%m-%d %H:%M:%S UTC", &broken) == 0)
        print_plain(value, out, size);
}

static void print_bytes(int64_t value, char *out, size_t size)
{
    if (value < 1024)
        snprintf(out, size, "%" PRId64 " byte%s", value, plural_end(value));
    else if (value < 1024 * 1024)
        snprintf(out, size, "%" PRId64 " KiB", value / 1024);
    else
        snprintf(out, size, "%" PRId64 ".%" PRId64 " MiB", value / (1024 * 1024),
                 value % (1024 * 1024) * 10 / (1024 * 1024));
}

struct unit_row {
    const char *suffix; /* all of the name, or its end behind a _ */
    void (*print)(int64_t value, char *out, size_t size);
};

static const struct unit_row unit_table[] = {
    {"ms", print_ms},
    {"seconds", print_seconds},
    {"at", print_at},
    {"bytes", print_bytes},
};

/* The unit a name ends with, and how much of the name is the label; NULL: none. */
static const struct unit_row *unit_of(const char *name, size_t *out_length)
{
    size_t length = strlen(name);

    *out_length = length;
    for (size_t i = 0; i < sizeof unit_table / sizeof unit_table[0]; i++) {
        size_t end = strlen(unit_table[i].suffix);
        if (strcmp(name, unit_table[i].suffix) == 0)
            return &unit_table[i];
        if (length <= end + 1 || name[length - end - 1] != '_' ||
            strcmp(name + length - end, unit_table[i].suffix) != 0)
            continue;
        *out_length = length - end - 1;
        return &unit_table[i];
    }
    return NULL;
}

void admin_print_label(const char *name, char out[ADMIN_LABEL_SIZE])
{
    size_t length;

    (void)unit_of(name, &length);
    snprintf(out, ADMIN_LABEL_SIZE, "%.*s", (int)length, name);
    for (char *at = out; *at != '\0'; at++) {
        if (*at == '_')
            *at = ' ';
    }
}

void admin_print_scalar(const char *name, const json_t *value, char out[ADMIN_CELL_SIZE])
{
    size_t length;
    const struct unit_row *unit = unit_of(name, &length);

    if (json_is_string(value))
        snprintf(out, ADMIN_CELL_SIZE, "%s", json_string_value(value));
    else if (json_is_integer(value))
        (unit == NULL ? print_plain : unit->print)(json_integer_value(value), out, ADMIN_CELL_SIZE);
    else if (json_is_boolean(value))
        snprintf(out, ADMIN_CELL_SIZE, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_array(value))
        snprintf(out, ADMIN_CELL_SIZE, "none");
    else
        snprintf(out, ADMIN_CELL_SIZE, "-");
}

static enum err end_line(struct bytes *out, enum err error)
{
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

static enum err print_lines(const json_t *lines, struct admin_page page, struct bytes *out)
{
    int width = page.form == TEXT_SPOKEN ? 0 : page.width;
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < json_array_size(lines); i++)
        error = end_line(out, admin_print_wrapped(out, json_string_value(json_array_get(lines, i)),
                                                  0, INDENT, width));
    return error;
}

/* The columns from `left` to `right` of a map. */
static enum err print_panel(const json_t *rows, size_t left, size_t right, struct bytes *out)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < json_array_size(rows); i++) {
        const char *row = json_string_value(json_array_get(rows, i));
        size_t length = json_string_length(json_array_get(rows, i));
        size_t end = right < length ? right : length;
        error = end_line(
            out, bytes_append(out, row + (left < end ? left : end), left < end ? end - left : 0));
    }
    return error;
}

/* A map that is too wide is printed in parts, from the left to the right. */
static enum err print_map(const json_t *rows, struct admin_page page, struct bytes *out)
{
    size_t length = json_string_length(json_array_get(rows, 0));
    size_t part = page.width == 0 || length <= (size_t)page.width ? length : (size_t)page.width;
    char head[64];
    enum err error = ERR_OK;

    if (page.form == TEXT_SPOKEN)
        return bytes_append_text(out, "The map is not read out.\n");
    for (size_t left = 0; error == ERR_OK && left < length; left += part) {
        size_t right = left + part < length ? left + part : length;
        snprintf(head, sizeof head, "columns %zu to %zu:\n", left, right - 1);
        if (part < length)
            error = bytes_append_text(out, head);
        if (error == ERR_OK)
            error = print_panel(rows, left, right, out);
    }
    return error;
}

/* Where an answer has several tables, each stands below its name. */
static enum err print_titled(const char *name, const json_t *rows, struct admin_page page,
                             struct bytes *out)
{
    char label[ADMIN_LABEL_SIZE];

    admin_print_label(name, label);
    enum err error = bytes_append_text(out, label);
    if (error == ERR_OK)
        error = bytes_append_text(out, ":\n");
    return error == ERR_OK ? admin_print_table(rows, page, out) : error;
}

static enum err print_array(const char *name, const json_t *array, bool has_title,
                            struct admin_page page, struct bytes *out)
{
    if (json_is_object(json_array_get(array, 0)))
        return has_title ? print_titled(name, array, page, out)
                         : admin_print_table(array, page, out);
    return strcmp(name, "rows") == 0 ? print_map(array, page, out) : print_lines(array, page, out);
}

/* "label  value"; what is said in a sentence has no label, and is wrapped where it is shown. */
static enum err print_member(const char *name, const json_t *value, int width, bool has_title,
                             struct admin_page page, struct bytes *out)
{
    char label[ADMIN_LABEL_SIZE];
    char cell[ADMIN_CELL_SIZE];
    enum err error = ERR_OK;

    if (json_is_array(value) && json_array_size(value) > 0)
        return print_array(name, value, has_title, page, out);
    /* The name of the tile tells it. */
    if (page.form == TEXT_SPOKEN && strcmp(name, "symbol") == 0)
        return ERR_OK;
    admin_print_scalar(name, value, cell);
    if (strcmp(name, "message") == 0)
        return end_line(out, bytes_append_text(out, cell));
    admin_print_label(name, label);
    if (page.form != TEXT_TABLE) {
        error = bytes_append_text(out, label);
        if (error == ERR_OK)
            error = bytes_append_text(out, ": ");
        return end_line(out, error == ERR_OK ? bytes_append_text(out, cell) : error);
    }
    error = admin_print_padded(out, label, strlen(label), width + GAP);
    if (error == ERR_OK)
        error = admin_print_wrapped(out, cell, width + GAP, width + GAP, page.width);
    return end_line(out, error);
}

/* True if it is a table, or could be one with rows. */
static bool is_table(const json_t *value)
{
    return json_is_array(value) &&
           (json_array_size(value) == 0 || json_is_object(json_array_get(value, 0)));
}

/* An object within an answer is for programs. */
static enum err print_members(const json_t *answer, struct admin_page page, struct bytes *out)
{
    enum err error = ERR_OK;
    int width = 0;
    int tables = 0;
    const char *name;
    json_t *value;
    char label[ADMIN_LABEL_SIZE];

    if (page.width > 0 && page.width < ADMIN_PAGE_WIDTH_MIN)
        page.width = ADMIN_PAGE_WIDTH_MIN;
    json_object_foreach((json_t *)(uintptr_t)answer, name, value)
    {
        admin_print_label(name, label);
        tables += is_table(value);
        bool has_label =
            strcmp(name, "message") != 0 && json_array_size(value) == 0 && !json_is_object(value);
        if (has_label && (int)strlen(label) > width)
            width = (int)strlen(label);
    }
    json_object_foreach((json_t *)(uintptr_t)answer, name, value)
    {
        if (error == ERR_OK && !json_is_object(value))
            error = print_member(name, value, width, tables > 1, page, out);
    }
    return error;
}

/* Whatever an answer holds, the database's texts too, moves no cursor of who reads it. */
enum err admin_print_text(const json_t *answer, struct admin_page page, struct bytes *out)
{
    size_t before = out->length;
    enum err error = print_members(answer, page, out);

    if (out->length > before)
        utf8_mask((char *)out->data + before, out->length - before);
    return error;
}

enum err admin_print_json(const json_t *answer, struct bytes *out)
{
    char *line = json_dumps(answer, JSON_COMPACT | JSON_ENSURE_ASCII);

    if (line == NULL)
        return ERR_MEMORY;
    enum err error = bytes_append_text(out, line);
    free(line);
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}
