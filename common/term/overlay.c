/*
 * Texts over the map: pages row by row, then lists.
 */
#include "term/overlay.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "term/wrap.h"

enum { MARGIN = OVERLAY_MARGIN, INDENT = 2, COLUMN_GAP = 2 };

int overlay_page(const struct layout *layout)
{
    return layout->input_y;
}

static void write_hint(struct screen *screen, int y, const char *text, int first, int left)
{
    size_t length = strlen(text);
    size_t ending = strlen(OVERLAY_ENDED_BY_ENTER);
    bool by_enter = length >= ending && strcmp(text + length - ending, OVERLAY_ENDED_BY_ENTER) == 0;
    char hint[64];

    snprintf(hint, sizeof hint, "-- %s --", by_enter ? "Enter" : "any key");
    if (left > 0)
        snprintf(hint, sizeof hint, "-- %d more: Space%s; %s ends --", left,
                 first > 0 ? ", - back" : "", by_enter ? "Enter" : "Esc");
    else if (first > 0)
        snprintf(hint, sizeof hint, "-- the end: - back, %s --", by_enter ? "Enter" : "any key");
    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int used = screen_write(screen, MARGIN, y, screen->width - MARGIN, hint, ROLE_DIM_TEXT);
    screen->cursor = pos_of(used + 1 < screen->width ? used + 1 : screen->width - 1, y);
}

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    line += line_length(line);
    return *line == '\n' ? line + 1 : line;
}

/* Returns the right cell of a line; NULL: it has none. */
static const char *right_cell(const char *line)
{
    const char *tab = memchr(line, '\t', line_length(line));

    return tab == NULL ? NULL : tab + 1;
}

/* Returns the offset of the right column if both columns fit side by side; else 0. */
static int find_column(const char *text, int width)
{
    size_t left = 0;
    size_t right = 0;

    for (const char *line = text; *line != '\0'; line = next_line(line)) {
        const char *behind = right_cell(line);
        if (behind == NULL)
            continue;
        size_t before = (size_t)(behind - line) - 1;
        left = before > left ? before : left;
        right = line_length(behind) > right ? line_length(behind) : right;
    }
    size_t column = left + COLUMN_GAP;
    return right > 0 && column + right <= (size_t)width ? (int)column : 0;
}

/* A page that is being written. */
struct page {
    struct screen *screen;
    int height;
    int skipped; /* rows before the page that are still to be skipped */
    int y;
    int left; /* number of rows left on it */
    const char *text;
    const struct text_tints *tints; /* colours of the lines; NULL: none */
};

/* Returns the role of the line that contains `at`. */
static enum role role_of_line(const struct page *page, const char *at)
{
    size_t line = 0;

    for (const char *byte = page->text; byte < at; byte++)
        line += *byte == '\n';
    bool has_tint =
        page->tints != NULL && line < TEXT_TINTS_MAX && page->tints->roles[line] != ROLE_BLANK;
    return has_tint ? (enum role)page->tints->roles[line] : ROLE_TEXT;
}

/* Begins a row. False: it is not on this page. */
static bool begin_row(struct page *page)
{
    if (page->skipped > 0) {
        page->skipped--;
        return false;
    }
    if (page->y == page->height) {
        page->left++;
        return false;
    }
    screen_fill(page->screen, 0, page->y++, page->screen->width, ' ', ROLE_BLANK);
    return true;
}

static void write_piece(struct page *page, int x, const char *text, size_t length)
{
    char piece[WRAP_ROW_SIZE];

    memcpy(piece, text, length);
    piece[length] = '\0';
    screen_write(page->screen, x, page->y - 1, page->screen->width - x, piece,
                 role_of_line(page, text));
}

/* Writes the cell in as many rows as it needs, indented after the first. */
static void write_cell(struct page *page, const char *text)
{
    const char *end = text + strcspn(text, "\t\n");
    int width = page->screen->width - MARGIN;
    int indent = 0;

    do {
        const char *start = text;
        size_t length = wrap_take(&text, width - indent);
        if (begin_row(page))
            write_piece(page, MARGIN + indent, start, length);
        indent = INDENT;
    } while (text < end);
}

/* Writes the two columns side by side, and all other lines unchanged. */
static void write_beside(struct page *page, const char *text, int column)
{
    for (const char *line = text; *line != '\0'; line = next_line(line)) {
        const char *right = right_cell(line);
        if (right == NULL) {
            write_cell(page, line);
        } else if (begin_row(page)) {
            write_piece(page, MARGIN, line, (size_t)(right - line) - 1);
            write_piece(page, MARGIN + column, right, line_length(right));
        }
    }
}

/* Writes one column of the lines from `line` on; returns the line after them. */
static const char *write_column(struct page *page, const char *line, bool is_right)
{
    for (const char *right; *line != '\0' && (right = right_cell(line)) != NULL;
         line = next_line(line))
        write_cell(page, is_right ? right : line);
    return line;
}

/* Writes the right column below the left column. */
static void write_below(struct page *page, const char *text)
{
    while (*text != '\0') {
        const char *right = right_cell(text);
        if (right == NULL) {
            write_cell(page, text);
            text = next_line(text);
            continue;
        }
        bool is_headless = line_length(right) == 0;
        const char *behind = write_column(page, text, false);
        if (!is_headless)
            (void)begin_row(page);
        write_column(page, is_headless ? next_line(text) : text, true);
        text = behind;
    }
}

int overlay_draw(struct screen *screen, const struct layout *layout, const char *text, int first,
                 const struct text_tints *tints)
{
    struct page page = {.screen = screen,
                        .height = overlay_page(layout),
                        .skipped = first,
                        .text = text,
                        .tints = tints};
    int column = find_column(text, screen->width - MARGIN);

    if (column > 0)
        write_beside(&page, text, column);
    else
        write_below(&page, text);
    write_hint(screen, page.y, text, first, page.left);
    return page.left;
}

struct turn_row {
    uint32_t code;
    int pages; /* pages to turn forward */
};

static const struct turn_row turn_table[] = {
    {' ', 1},          {KEY_ENTER, 1}, {KEY_DOWN, 1}, {KEY_PAGE_DOWN, 1}, {'j', 1},
    {KEY_PAGE_UP, -1}, {KEY_UP, -1},   {'-', -1},     {'k', -1},          {'b', -1},
};

int overlay_turn(struct key key, int first, int left, int page)
{
    int pages = 0;

    for (size_t i = 0; i < sizeof turn_table / sizeof turn_table[0]; i++) {
        if (!key.ctrl && !key.alt && turn_table[i].code == key.code)
            pages = turn_table[i].pages;
    }
    if (pages > 0 && left > 0)
        return first + page;
    if (pages < 0 && first > 0)
        return first > page ? first - page : 0;
    return -1;
}

enum { TEXT_X = 3, EXPLANATION_ROWS_MAX = 4 };

static int count_rows(const char *rows)
{
    int count = 0;

    for (; *rows != '\0'; rows++)
        count += *rows == '\n';
    return count;
}

static int count_wrapped(const char *text, int width)
{
    int count = 0;

    while (*text != '\0' && count < EXPLANATION_ROWS_MAX) {
        (void)wrap_take(&text, width);
        count++;
    }
    return count;
}

/* Returns the first of `count` rows to show if `room` fit. */
static int first_shown(int chosen, int count, int room)
{
    int first = chosen - room / 2;

    if (first > count - room)
        first = count - room;
    return first < 0 ? 0 : first;
}

static void write_row(struct screen *screen, int y, int x, const char *text, size_t length,
                      enum role role)
{
    char row[WRAP_ROW_SIZE];

    length = length < sizeof row ? length : sizeof row - 1;
    memcpy(row, text, length);
    row[length] = '\0';
    screen_write(screen, x, y, screen->width - x, row, role);
}

/* Writes the list. Returns the row of the screen after it. */
static int write_list(struct screen *screen, const struct menu *menu, int room)
{
    int first = first_shown(menu->chosen, count_rows(menu->rows), room);
    const char *at = menu->rows;
    int y = 0;

    for (int i = 0; *at != '\0' && y < room; i++) {
        size_t length = strcspn(at, "\n");
        bool is_chosen = i == menu->chosen;
        enum role role = is_chosen ? ROLE_STATUS : ROLE_TEXT;
        if (i >= first) {
            screen_fill(screen, 0, y, screen->width, ' ', is_chosen ? role : ROLE_BLANK);
            if (is_chosen) {
                screen_write(screen, MARGIN, y, 1, ">", role);
                screen->cursor = pos_of(MARGIN, y);
            }
            write_row(screen, y, TEXT_X, at, length, role);
            y++;
        }
        at += length + (at[length] == '\n');
    }
    return y;
}

void menu_draw(struct screen *screen, const struct layout *layout, const struct menu *menu)
{
    const char *hint = screen->width >= 64
                           ? "Up and Down choose, Enter, Left and Right change, Esc ends"
                           : "Up Down choose, Enter changes, Esc ends";
    int width = screen->width - MARGIN;
    const char *text = menu->explanation;
    int rows = count_wrapped(text, width);
    int y = write_list(screen, menu, layout->input_y - rows);

    for (int i = 0; i < rows; i++, y++) {
        const char *start = text;
        size_t length = wrap_take(&text, width);
        screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
        write_row(screen, y, MARGIN, start, length, ROLE_GOOD);
    }
    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    screen_write(screen, MARGIN, y, width, hint, ROLE_DIM_TEXT);
}
