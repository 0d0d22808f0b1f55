/*
 * Answers as text. A member with a plain value is a line "label value", an array a map, lines of
 * text or a table. A table is measured first: each column has a natural and a minimum width. A
 * table that is too wide loses cells where most can be spared, and its values take several lines;
 * if it still does not fit, each row is printed as a paragraph.
 */
#include "server/admin/admin_print.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/text.h"
#include "base/utf8.h"
#include "server/admin/admin_submit.h"
#include "term/wrap.h"

enum {
    LABEL_SIZE = 48,
    CELL_SIZE = 1100,
    GAP = 2,    /* blanks between columns */
    INDENT = 2, /* blanks before further lines */
    COLUMNS_MAX = 16,
    LEAST_WIDTH = 8, /* no column is made narrower than this to fit */
    WORD_WIDTH = 28, /* a longer word may be broken */
};

static void print_plain(int64_t value, char *out, size_t size)
{
    snprintf(out, size, "%" PRId64, value);
}

static void print_ms(int64_t value, char *out, size_t size)
{
    snprintf(out, size, "%" PRId64 " ms", value);
}

/* Writes a time with its two largest units that are not 0. */
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
    const char *suffix; /* the whole name of a member, or its end after a _ */
    void (*print)(int64_t value, char *out, size_t size);
};

static const struct unit_row unit_table[] = {
    {"ms", print_ms},
    {"seconds", print_seconds},
    {"at", print_at},
    {"bytes", print_bytes},
};

/* Returns the unit at the end of a name, and the length of the label before it; NULL: there is
   none. */
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

/* Writes a member's name as its label, without the unit. */
static void write_label(const char *name, char out[LABEL_SIZE])
{
    size_t length;

    (void)unit_of(name, &length);
    snprintf(out, LABEL_SIZE, "%.*s", (int)length, name);
    for (char *at = out; *at != '\0'; at++) {
        if (*at == '_')
            *at = ' ';
    }
}

/* Writes a value with the unit of its name. */
static void write_value(const char *name, const json_t *value, char out[CELL_SIZE])
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

static enum err end_line(struct bytes *out, enum err error)
{
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

struct column {
    const char *name;
    char label[LABEL_SIZE];
    int natural; /* width that it would like */
    int least;   /* width that it needs */
    int width;
};

struct table {
    const json_t *rows;
    struct column columns[COLUMNS_MAX];
    size_t count;
};

/* Returns the width of UTF-8 text in cells. */
static int count_cells(const char *text, size_t length)
{
    int cells = 0;

    for (size_t at = 0; at < length;)
        cells += utf8_width(utf8_decode(text, length, &at));
    return cells;
}

static enum err add_blanks(struct bytes *out, int count)
{
    enum err error = ERR_OK;

    for (int i = 0; error == ERR_OK && i < count; i++)
        error = bytes_append_u8(out, ' ');
    return error;
}

/* Appends `length` bytes of text, and blanks up to `width` cells. */
static enum err add_padded(struct bytes *out, const char *text, size_t length, int width)
{
    enum err error = bytes_append(out, text, length);

    return error == ERR_OK ? add_blanks(out, width - count_cells(text, length)) : error;
}

/* Takes the next line of a text, and returns its length without the blank at its end. */
static size_t take(const char **text, int width)
{
    const char *start = *text;
    size_t length = wrap_take(text, width);

    while (length > 0 && start[length - 1] == ' ')
        length--;
    return length;
}

/* Appends text as the lines that `width` requires (0: one line); all but the first begin with
   `indent` blanks, and the first begins after `used` cells. */
static enum err add_wrapped(struct bytes *out, const char *text, int used, int indent, int width)
{
    enum err error = ERR_OK;

    if (width == 0)
        return bytes_append_text(out, text);
    for (int room = width - used; error == ERR_OK && *text != '\0'; room = width - indent) {
        const char *start = text;
        size_t length = take(&text, room > 1 ? room : 1);
        error = bytes_append(out, start, length);
        if (error == ERR_OK && *text != '\0')
            error = bytes_append_u8(out, '\n');
        if (error == ERR_OK && *text != '\0')
            error = add_blanks(out, indent);
    }
    return error;
}

static void read_value(const struct table *table, size_t row, const struct column *column,
                       char out[CELL_SIZE])
{
    const json_t *object = json_array_get(table->rows, row);

    write_value(column->name, json_object_get(object, column->name), out);
}

static int longest_word(const char *text)
{
    int longest = 0;

    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int cells = count_cells(text, length);
        longest = cells > longest ? cells : longest;
        text += length;
        text += strspn(text, " ");
    }
    return longest < WORD_WIDTH ? longest : WORD_WIDTH;
}

static void note_cell(struct column *column, const char *text)
{
    int cells = count_cells(text, strlen(text));
    int least = longest_word(text);

    least = least > LEAST_WIDTH ? least : cells < LEAST_WIDTH ? cells : LEAST_WIDTH;
    column->natural = cells > column->natural ? cells : column->natural;
    column->least = least > column->least ? least : column->least;
}

static void measure(struct table *table)
{
    char value[CELL_SIZE];
    const char *name;
    json_t *member;

    json_object_foreach(json_array_get(table->rows, 0), name, member)
    {
        if (table->count == COLUMNS_MAX)
            break;
        struct column *column = &table->columns[table->count++];
        *column = (struct column){.name = name};
        write_label(name, column->label);
        note_cell(column, column->label);
    }
    for (size_t i = 0; i < table->count; i++) {
        struct column *column = &table->columns[i];
        for (size_t row = 0; row < json_array_size(table->rows); row++) {
            read_value(table, row, column, value);
            note_cell(column, value);
        }
        column->width = column->natural;
    }
}

static int width_of(const struct table *table)
{
    int width = GAP * ((int)table->count - 1);

    for (size_t i = 0; i < table->count; i++)
        width += table->columns[i].width;
    return width;
}

/* Takes one cell of width where most can be spared. False: nowhere. */
static bool shrink(struct table *table)
{
    struct column *widest = NULL;

    for (size_t i = 0; i < table->count; i++) {
        struct column *column = &table->columns[i];
        if (column->width > column->least && (widest == NULL || column->width > widest->width))
            widest = column;
    }
    if (widest != NULL)
        widest->width--;
    return widest != NULL;
}

/* Reduces a column to the width that its wrapped values use. */
static void tighten(const struct table *table, struct column *column)
{
    char value[CELL_SIZE];
    int used = count_cells(column->label, strlen(column->label));

    for (size_t row = 0; row < json_array_size(table->rows); row++) {
        read_value(table, row, column, value);
        for (const char *at = value; *at != '\0';) {
            const char *start = at;
            int cells = count_cells(start, take(&at, column->width));
            used = cells > used ? cells : used;
        }
    }
    column->width = used < column->width ? used : column->width;
}

/* Chooses the widths; the last column gets the rest. False: the table does not fit. */
static bool fit(struct table *table, int width)
{
    if (width == 0 || width_of(table) <= width)
        return true;
    while (width_of(table) > width) {
        if (!shrink(table))
            return false;
    }
    for (size_t i = 0; i + 1 < table->count; i++)
        tighten(table, &table->columns[i]);
    struct column *last = &table->columns[table->count - 1];
    last->width += width - width_of(table);
    last->width = last->width < last->natural ? last->width : last->natural;
    return true;
}

/* Finds line number `line` of a value, and returns its length; "" after the last. */
static size_t line_of(const char *value, int line, int width, const char **out)
{
    size_t length = 0;

    *out = value;
    for (int i = 0; i <= line; i++) {
        *out = value;
        length = *value == '\0' ? 0 : take(&value, width > 0 ? width : 1);
    }
    return length;
}

/* Prints line number `line` of a row whose cells may have several. *out_is_last: no cell has a
   further line. The last column is not padded. */
static enum err print_line(const struct table *table, int row, int line, struct bytes *out,
                           bool *out_is_last)
{
    char value[CELL_SIZE];
    const char *piece;
    enum err error = ERR_OK;
    int owed = 0;

    *out_is_last = true;
    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        const struct column *column = &table->columns[i];
        if (row < 0)
            snprintf(value, sizeof value, "%s", column->label);
        else
            read_value(table, (size_t)row, column, value);
        size_t length = line_of(value, line, column->width, &piece);
        int cells = count_cells(piece, length);
        *out_is_last = *out_is_last && line_of(value, line + 1, column->width, &piece) == 0;
        (void)line_of(value, line, column->width, &piece);
        if (length > 0) {
            error = add_blanks(out, owed);
            owed = 0;
            if (error == ERR_OK)
                error = bytes_append(out, piece, length);
        }
        owed += column->width - cells + GAP;
    }
    return end_line(out, error);
}

static enum err print_columns(const struct table *table, struct bytes *out)
{
    enum err error = ERR_OK;

    /* The head is row -1. */
    for (int row = -1; error == ERR_OK && row < (int)json_array_size(table->rows); row++) {
        bool is_last = false;
        for (int line = 0; error == ERR_OK && !is_last; line++)
            error = print_line(table, row, line, out, &is_last);
    }
    return error;
}

/* Prints a row as a paragraph, without empty values. */
static enum err print_paragraph(const struct table *table, size_t row, int width, struct bytes *out)
{
    char pair[LABEL_SIZE + CELL_SIZE];
    char value[CELL_SIZE];
    enum err error = ERR_OK;
    bool has_begun = false;
    int used = 0;

    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        read_value(table, row, &table->columns[i], value);
        if (strcmp(value, "-") == 0)
            continue;
        snprintf(pair, sizeof pair, "%s %s", table->columns[i].label, value);
        int cells = count_cells(pair, strlen(pair));
        if (used > 0 && used + GAP + cells > width) {
            error = bytes_append_text(out, "\n");
            used = 0;
        }
        int gap = has_begun ? INDENT : 0;
        has_begun = true;
        if (error == ERR_OK)
            error = add_blanks(out, gap);
        if (error == ERR_OK)
            error = add_wrapped(out, pair, used + gap, INDENT, width);
        used += gap + cells;
    }
    return end_line(out, error);
}

/* Writes a row as a sentence, "name Ada, depth 1"; with two columns the first is the topic of the
   second. */
static enum err speak_row(const struct table *table, size_t row, struct bytes *out)
{
    char value[CELL_SIZE];
    enum err error = ERR_OK;
    bool is_pair = table->count == 2;

    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        read_value(table, row, &table->columns[i], value);
        if (strcmp(value, "-") == 0)
            continue;
        if (i > 0)
            error = bytes_append_text(out, is_pair ? ": " : ", ");
        if (error == ERR_OK && !is_pair)
            error = bytes_append_text(out, table->columns[i].label);
        if (error == ERR_OK && !is_pair)
            error = bytes_append_text(out, " ");
        if (error == ERR_OK)
            error = bytes_append_text(out, value);
    }
    return end_line(out, error);
}

/*
 * Appends an array of objects; the members of the first are the columns. As a table, cells take
 * several lines if it is too wide; if it still does not fit, each row is a paragraph of labels and
 * values. In other forms each row is a line of them.
 */
static enum err print_table(const json_t *rows, struct admin_page page, struct bytes *out)
{
    struct table table = {.rows = rows};
    enum err error = ERR_OK;

    measure(&table);
    if (page.form == TEXT_TABLE && fit(&table, page.width))
        return print_columns(&table, out);
    for (size_t row = 0; error == ERR_OK && row < json_array_size(rows); row++)
        error = page.form != TEXT_TABLE ? speak_row(&table, row, out)
                                        : print_paragraph(&table, row, page.width, out);
    return error;
}

static enum err print_lines(const json_t *lines, struct admin_page page, struct bytes *out)
{
    int width = page.form == TEXT_SPOKEN ? 0 : page.width;
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < json_array_size(lines); i++)
        error = end_line(
            out, add_wrapped(out, json_string_value(json_array_get(lines, i)), 0, INDENT, width));
    return error;
}

/* Prints the columns from `left` to `right` of a map. */
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

/* Prints a map, in parts from left to right if it is too wide. */
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

/* Prints a table, below its name if the answer has several tables. */
static enum err print_titled(const char *name, const json_t *rows, struct admin_page page,
                             struct bytes *out)
{
    char label[LABEL_SIZE];

    write_label(name, label);
    enum err error = bytes_append_text(out, label);
    if (error == ERR_OK)
        error = bytes_append_text(out, ":\n");
    return error == ERR_OK ? print_table(rows, page, out) : error;
}

static enum err print_array(const char *name, const json_t *array, bool has_title,
                            struct admin_page page, struct bytes *out)
{
    if (json_is_object(json_array_get(array, 0)))
        return has_title ? print_titled(name, array, page, out) : print_table(array, page, out);
    return strcmp(name, "rows") == 0 ? print_map(array, page, out) : print_lines(array, page, out);
}

/* Prints "label value"; a sentence has no label, and is wrapped later, where it is shown. */
static enum err print_member(const char *name, const json_t *value, int width, bool has_title,
                             struct admin_page page, struct bytes *out)
{
    char label[LABEL_SIZE];
    char shown[CELL_SIZE];
    enum err error = ERR_OK;

    if (json_is_array(value) && json_array_size(value) > 0)
        return print_array(name, value, has_title, page, out);
    /* The name of the tile gives its meaning. */
    if (page.form == TEXT_SPOKEN && strcmp(name, "symbol") == 0)
        return ERR_OK;
    write_value(name, value, shown);
    if (strcmp(name, "message") == 0)
        return end_line(out, bytes_append_text(out, shown));
    write_label(name, label);
    if (page.form != TEXT_TABLE) {
        error = bytes_append_text(out, label);
        if (error == ERR_OK)
            error = bytes_append_text(out, ": ");
        return end_line(out, error == ERR_OK ? bytes_append_text(out, shown) : error);
    }
    error = add_padded(out, label, strlen(label), width + GAP);
    if (error == ERR_OK)
        error = add_wrapped(out, shown, width + GAP, width + GAP, page.width);
    return end_line(out, error);
}

/* True for a table, or an empty array that could be one. */
static bool is_table(const json_t *value)
{
    return json_is_array(value) &&
           (json_array_size(value) == 0 || json_is_object(json_array_get(value, 0)));
}

/* Prints the members of an answer, except an object, which is only for programs. */
static enum err print_members(const json_t *answer, struct admin_page page, struct bytes *out)
{
    enum err error = ERR_OK;
    int width = 0;
    int tables = 0;
    const char *name;
    json_t *value;
    char label[LABEL_SIZE];

    if (page.width > 0 && page.width < ADMIN_PAGE_WIDTH_MIN)
        page.width = ADMIN_PAGE_WIDTH_MIN;
    json_object_foreach((json_t *)(uintptr_t)answer, name, value)
    {
        write_label(name, label);
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

/* Prints an answer as text. Controls are removed from all values, also from texts of the database,
   so that none can move a reader's cursor. */
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
    return end_line(out, error);
}
