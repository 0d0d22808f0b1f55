/*
 * Rows of text.
 */
#include "term/wrap.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "term/ansi.h"

/* How many bytes of a line go into a row, at least one character. */
static size_t row_length(const char *line, size_t length, int width)
{
    size_t at = 0;
    size_t behind_blank = 0;
    int used = 0;

    while (at < length) {
        size_t next = at;
        used += utf8_width(utf8_decode(line, length, &next));
        if ((used > width && at > 0) || next >= WRAP_ROW_SIZE) {
            if (line[at] == ' ' && next < WRAP_ROW_SIZE)
                return next;
            return behind_blank > 0 ? behind_blank : at;
        }
        at = next;
        if (line[at - 1] == ' ' && used > width / 2)
            behind_blank = at;
    }
    return length;
}

size_t wrap_take(const char **text, int width)
{
    size_t line = strcspn(*text, "\t\n");
    size_t length = row_length(*text, line, width);

    *text += length;
    if (length == line && **text == '\n')
        (*text)++;
    return length;
}

static int count_rows(const char *text, int width)
{
    int rows = 0;

    for (; *text != '\0'; rows++)
        (void)wrap_take(&text, width);
    return rows;
}

/* Writes the row that begins at `text`, and what is to stand at its end. */
static void write_row(struct screen *screen, struct rect area, int y, const char *text,
                      size_t length, const char *end, enum role role)
{
    int room = area.width - (int)strlen(end);
    char row[WRAP_ROW_SIZE];

    memcpy(row, text, length);
    row[length] = '\0';
    int used = screen_write(screen, area.x, y, room, row, role);
    screen_write(screen, area.x + used, y, area.width - used, end, role);
}

int wrap_write_up(struct screen *screen, struct rect area, const char *text, const char *end,
                  enum role role)
{
    int rows = count_rows(text, area.width);
    int shown = rows < area.height ? rows : area.height;
    int first = end == NULL ? rows - shown : 0;

    for (int row = 0; row < first + shown; row++) {
        const char *start = text;
        size_t length = wrap_take(&text, area.width);
        bool is_cut = end != NULL && row == shown - 1 && shown < rows;
        if (row >= first)
            write_row(screen, area, area.y + area.height - shown + row - first, start, length,
                      is_cut ? end : "", role);
    }
    return shown;
}

/* Steps behind the letter, or the colour, at `at`; returns its cells. */
static int step_over(const char *line, size_t length, size_t *at)
{
    size_t colour = ansi_role_length(line + *at, length - *at);

    if (colour == 0)
        return utf8_width(utf8_decode(line, length, at));
    *at += colour;
    return 0;
}

/* How good a place to break a line at is the blank behind this letter. */
static int rank_of_break(char before)
{
    return strchr(".;:!?", before) != NULL ? 2 : (before == ',' ? 1 : 0);
}

/* True if not even a whole row could hold the word behind the blank at `at`. */
static bool is_word_too_long(const char *line, size_t length, size_t at, int width)
{
    int used = 0;

    for (at++; at < length && line[at] != ' ' && used <= width;)
        used += step_over(line, length, &at);
    return used > width;
}

size_t wrap_words(const char *line, size_t length, int room, int width, int *out_cells)
{
    size_t break_at = 0;
    int break_cells = 0;
    int break_rank = 0;
    int used = 0;

    for (size_t at = 0; at < length;) {
        size_t next = at;
        int cells = step_over(line, length, &next);
        if (line[at] == ' ' && at > 0) {
            int rank = rank_of_break(line[at - 1]);
            if (rank >= break_rank || break_cells < room - room / 4) {
                break_at = at;
                break_cells = used;
                break_rank = rank;
            }
        }
        if (used + cells > room) {
            bool is_within_word = break_at == 0 ? room == width
                                                : is_word_too_long(line, length, break_at, width);
            *out_cells = is_within_word ? used : break_cells;
            return is_within_word ? (at > 0 ? at : next) : break_at;
        }
        used += cells;
        at = next;
    }
    *out_cells = used;
    return length;
}
