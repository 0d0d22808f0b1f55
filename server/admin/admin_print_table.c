/*
 * Tables within a width.
 */
#include "server/admin/admin_print_table.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "term/wrap.h"

enum {
    COLUMNS_MAX = 16,
    GAP = 2,
    INDENT = GAP,    /* of a paragraph's further lines */
    LEAST_WIDTH = 8, /* no column is made narrower to fit */
    WORD_WIDTH = 28, /* a longer word may be broken */
};

struct column {
    const char *name;
    char label[ADMIN_LABEL_SIZE];
    int natural; /* the width it would like */
    int least;   /* and can do with */
    int width;
};

struct table {
    const json_t *rows;
    struct column columns[COLUMNS_MAX];
    size_t count;
};

int admin_print_cells(const char *text, size_t length)
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

enum err admin_print_padded(struct bytes *out, const char *text, size_t length, int width)
{
    enum err error = bytes_append(out, text, length);

    return error == ERR_OK ? add_blanks(out, width - admin_print_cells(text, length)) : error;
}

/* The next line of a text, without the blank it ends with. */
static size_t take(const char **text, int width)
{
    const char *start = *text;
    size_t length = wrap_take(text, width);

    while (length > 0 && start[length - 1] == ' ')
        length--;
    return length;
}

enum err admin_print_wrapped(struct bytes *out, const char *text, int used, int indent, int width)
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
                       char out[ADMIN_CELL_SIZE])
{
    const json_t *object = json_array_get(table->rows, row);

    admin_print_scalar(column->name, json_object_get(object, column->name), out);
}

static int longest_word(const char *text)
{
    int longest = 0;

    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int cells = admin_print_cells(text, length);
        longest = cells > longest ? cells : longest;
        text += length;
        text += strspn(text, " ");
    }
    return longest < WORD_WIDTH ? longest : WORD_WIDTH;
}

static void note_cell(struct column *column, const char *text)
{
    int cells = admin_print_cells(text, strlen(text));
    int least = longest_word(text);

    least = least > LEAST_WIDTH ? least : cells < LEAST_WIDTH ? cells : LEAST_WIDTH;
    column->natural = cells > column->natural ? cells : column->natural;
    column->least = least > column->least ? least : column->least;
}

static void measure(struct table *table)
{
    char value_text[ADMIN_CELL_SIZE];
    const char *name;
    json_t *value;

    json_object_foreach(json_array_get(table->rows, 0), name, value)
    {
        if (table->count == COLUMNS_MAX)
            break;
        struct column *column = &table->columns[table->count++];
        *column = (struct column){.name = name};
        admin_print_label(name, column->label);
        note_cell(column, column->label);
    }
    for (size_t i = 0; i < table->count; i++) {
        struct column *column = &table->columns[i];
        for (size_t row = 0; row < json_array_size(table->rows); row++) {
            read_value(table, row, column, value_text);
            note_cell(column, value_text);
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

/* Takes one cell away where most can be spared. False: nowhere. */
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

/* Takes away the width of a column that its wrapped values leave unused. */
static void tighten(const struct table *table, struct column *column)
{
    char value_text[ADMIN_CELL_SIZE];
    int used = admin_print_cells(column->label, strlen(column->label));

    for (size_t row = 0; row < json_array_size(table->rows); row++) {
        read_value(table, row, column, value_text);
        for (const char *at = value_text; *at != '\0';) {
            const char *start = at;
            int cells = admin_print_cells(start, take(&at, column->width));
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

/* Line `line` of a value_text; "" behind its last. */
static size_t line_of(const char *value_text, int line, int width, const char **out)
{
    size_t length = 0;

    *out = value_text;
    for (int i = 0; i <= line; i++) {
        *out = value_text;
        length = *value_text == '\0' ? 0 : take(&value_text, width > 0 ? width : 1);
    }
    return length;
}

/* One line of a row; *out_is_last: there is no more of any cell. Nothing pads the last column. */
static enum err print_line(const struct table *table, int row, int line, struct bytes *out,
                           bool *out_is_last)
{
    char value_text[ADMIN_CELL_SIZE];
    const char *piece;
    enum err error = ERR_OK;
    int owed = 0;

    *out_is_last = true;
    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        const struct column *column = &table->columns[i];
        if (row < 0)
            snprintf(value_text, sizeof value_text, "%s", column->label);
        else
            read_value(table, (size_t)row, column, value_text);
        size_t length = line_of(value_text, line, column->width, &piece);
        int cells = admin_print_cells(piece, length);
        *out_is_last = *out_is_last && line_of(value_text, line + 1, column->width, &piece) == 0;
        (void)line_of(value_text, line, column->width, &piece);
        if (length > 0) {
            error = add_blanks(out, owed);
            owed = 0;
            if (error == ERR_OK)
                error = bytes_append(out, piece, length);
        }
        owed += column->width - cells + GAP;
    }
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

static enum err print_columns(const struct table *table, struct bytes *out)
{
    bool is_last = false;
    enum err error = ERR_OK;

    /* The head is row -1. */
    for (int row = -1; error == ERR_OK && row < (int)json_array_size(table->rows); row++) {
        is_last = false;
        for (int line = 0; error == ERR_OK && !is_last; line++)
            error = print_line(table, row, line, out, &is_last);
    }
    return error;
}

/* A paragraph: what is not there is left out. */
static enum err print_paragraph(const struct table *table, size_t row, int width, struct bytes *out)
{
    char pair[ADMIN_LABEL_SIZE + ADMIN_CELL_SIZE];
    char value_text[ADMIN_CELL_SIZE];
    enum err error = ERR_OK;
    bool has_begun = false;
    int used = 0;

    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        read_value(table, row, &table->columns[i], value_text);
        if (strcmp(value_text, "-") == 0)
            continue;
        snprintf(pair, sizeof pair, "%s %s", table->columns[i].label, value_text);
        int cells = admin_print_cells(pair, strlen(pair));
        if (used > 0 && used + GAP + cells > width) {
            error = bytes_append_text(out, "\n");
            used = 0;
        }
        int gap = has_begun ? INDENT : 0;
        has_begun = true;
        if (error == ERR_OK)
            error = add_blanks(out, gap);
        if (error == ERR_OK)
            error = admin_print_wrapped(out, pair, used + gap, INDENT, width);
        used += gap + cells;
    }
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

/* "name Ada, depth 1"; of two columns the first is what the second is about. */
static enum err speak_row(const struct table *table, size_t row, struct bytes *out)
{
    char value_text[ADMIN_CELL_SIZE];
    enum err error = ERR_OK;
    bool is_pair = table->count == 2;

    for (size_t i = 0; error == ERR_OK && i < table->count; i++) {
        read_value(table, row, &table->columns[i], value_text);
        if (strcmp(value_text, "-") == 0)
            continue;
        if (i > 0)
            error = bytes_append_text(out, is_pair ? ": " : ", ");
        if (error == ERR_OK && !is_pair)
            error = bytes_append_text(out, table->columns[i].label);
        if (error == ERR_OK && !is_pair)
            error = bytes_append_text(out, " ");
        if (error == ERR_OK)
            error = bytes_append_text(out, value_text);
    }
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

enum err admin_print_table(const json_t *rows, struct admin_page page, struct bytes *out)
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
