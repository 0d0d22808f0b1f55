/*
 * Answers as text.
 */
#include "server/ops/admin/admin_print.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/ops/admin/admin.h"

enum { LABEL_SIZE = 48, CELL_SIZE = 1100, COLUMNS_MAX = 16 };

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
        snprintf(out, size, "%" PRId64 " bytes", value);
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

static void print_label(const char *name, char out[LABEL_SIZE])
{
    size_t length;

    (void)unit_of(name, &length);
    snprintf(out, LABEL_SIZE, "%.*s", (int)length, name);
    for (char *at = out; *at != '\0'; at++) {
        if (*at == '_')
            *at = ' ';
    }
}

static void print_scalar(const char *name, const json_t *value, char out[CELL_SIZE])
{
    size_t length;
    const struct unit_row *unit = unit_of(name, &length);

    if (json_is_string(value))
        snprintf(out, CELL_SIZE, "%s", json_string_value(value));
    else if (json_is_integer(value))
        (unit == NULL ? print_plain : unit->print)(json_integer_value(value), out, CELL_SIZE);
    else if (json_is_boolean(value))
        snprintf(out, CELL_SIZE, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_array(value))
        snprintf(out, CELL_SIZE, "none");
    else
        snprintf(out, CELL_SIZE, "-");
}

static enum err add_padded(struct bytes *out, const char *text, size_t width)
{
    enum err error = bytes_append_text(out, text);

    for (size_t i = strlen(text); error == ERR_OK && i < width; i++)
        error = bytes_append_u8(out, ' ');
    return error;
}

/* The columns of a table are the members of its first row. */
struct column {
    const char *name;
    char label[LABEL_SIZE];
    size_t width;
};

static size_t measure_columns(const json_t *rows, struct column columns[COLUMNS_MAX])
{
    size_t count = 0;
    const char *name;
    json_t *value;
    char cell[CELL_SIZE];

    json_object_foreach(json_array_get(rows, 0), name, value)
    {
        if (count == COLUMNS_MAX)
            break;
        columns[count].name = name;
        print_label(name, columns[count].label);
        columns[count].width = strlen(columns[count].label);
        count++;
    }
    for (size_t i = 0; i < json_array_size(rows); i++) {
        for (size_t j = 0; j < count; j++) {
            print_scalar(columns[j].name, json_object_get(json_array_get(rows, i), columns[j].name),
                         cell);
            if (strlen(cell) > columns[j].width)
                columns[j].width = strlen(cell);
        }
    }
    return count;
}

/* One row; NULL: the head. Nothing pads the last column. */
static enum err print_row(const json_t *row, const struct column *columns, size_t count,
                          struct bytes *out)
{
    char cell[CELL_SIZE];
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < count; i++) {
        if (row == NULL)
            snprintf(cell, sizeof cell, "%s", columns[i].label);
        else
            print_scalar(columns[i].name, json_object_get(row, columns[i].name), cell);
        error = add_padded(out, cell, i + 1 < count ? columns[i].width + 2 : 0);
    }
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

static enum err print_table(const json_t *rows, struct bytes *out)
{
    struct column columns[COLUMNS_MAX];
    size_t count = measure_columns(rows, columns);
    enum err error = print_row(NULL, columns, count, out);

    for (size_t i = 0; error == ERR_OK && i < json_array_size(rows); i++)
        error = print_row(json_array_get(rows, i), columns, count, out);
    return error;
}

static enum err print_lines(const json_t *lines, struct bytes *out)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < json_array_size(lines); i++) {
        error = bytes_append_text(out, json_string_value(json_array_get(lines, i)));
        if (error == ERR_OK)
            error = bytes_append_u8(out, '\n');
    }
    return error;
}

static enum err print_array(const json_t *array, struct bytes *out)
{
    if (json_is_object(json_array_get(array, 0)))
        return print_table(array, out);
    return print_lines(array, out);
}

/* "label  value"; what is said in a sentence has no label. */
static enum err print_member(const char *name, const json_t *value, size_t width, struct bytes *out)
{
    char label[LABEL_SIZE];
    char cell[CELL_SIZE];
    enum err error = ERR_OK;

    if (json_is_array(value) && json_array_size(value) > 0)
        return print_array(value, out);
    if (strcmp(name, "message") != 0) {
        print_label(name, label);
        error = add_padded(out, label, width + 2);
    }
    print_scalar(name, value, cell);
    if (error == ERR_OK)
        error = bytes_append_text(out, cell);
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

enum err admin_print_text(const json_t *answer, struct bytes *out)
{
    enum err error = ERR_OK;
    size_t width = 0;
    const char *name;
    json_t *value;
    char label[LABEL_SIZE];

    json_object_foreach((json_t *)(uintptr_t)answer, name, value)
    {
        print_label(name, label);
        bool has_label = strcmp(name, "message") != 0 && json_array_size(value) == 0;
        if (has_label && strlen(label) > width)
            width = strlen(label);
    }
    json_object_foreach((json_t *)(uintptr_t)answer, name, value)
    {
        if (error == ERR_OK)
            error = print_member(name, value, width, out);
    }
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
