/*
 * Wrapping of text into rows.
 */
#include "term/wrap.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "term/ansi.h"

/* Returns the bytes of a line that go into a row, at least one character. */
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

static size_t blanks_length(const char *text, size_t length)
{
    size_t at = 0;

    while (at < length && text[at] == ' ')
        at++;
    return at;
}

/* True if the first word is wider than a row. */
static bool is_too_wide(const char *text, size_t length, int width)
{
    int cells = 0;

    for (size_t at = 0; at < length && text[at] != ' ' && cells <= width;) {
        size_t sequence = ansi_sequence_length(text + at, length - at);
        if (sequence > 0)
            at += sequence;
        else
            cells += utf8_width(utf8_decode(text, length, &at));
    }
    return cells > width;
}

size_t wrap_take_words(const char **text, const char *end, int width)
{
    const char *line = *text;
    size_t length = (size_t)(end - line);
    size_t row = 0;  /* end of the last word that fits with a blank after it */
    size_t next = 0; /* start of the word after that */
    bool has_word = false;
    bool is_in_word = false; /* the room ends within a word */
    int used = 0;
    size_t at = 0;

    for (size_t taken = 0; at < length; at += taken) {
        int cells = 0;
        taken = ansi_sequence_length(line + at, length - at);
        size_t blanks = blanks_length(line + at, length - at);
        if (blanks > 0 && has_word && used <= width && at + blanks < length) {
            row = at;
            next = at + blanks;
        }
        if (blanks > 0) {
            is_in_word = false;
            taken = blanks;
            cells = (int)blanks;
        } else if (taken == 0) {
            taken = at;
            cells = utf8_width(utf8_decode(line, length, &taken));
            taken -= at;
            if (used + cells > width && at > 0)
                break;
            has_word = true;
            is_in_word = true;
        }
        used += cells;
    }
    if (at >= length || row == 0 || (is_in_word && is_too_wide(line + next, length - next, width)))
        row = next = at;
    *text = line + next;
    return row;
}

int wrap_count_rows(const char *text, int width)
{
    int rows = 0;

    for (; *text != '\0'; rows++)
        (void)wrap_take(&text, width);
    return rows;
}

/* Writes a row of an area, followed by `end`. */
static void write_row(struct screen *screen, struct rect row, const char *text, const char *end,
                      enum role role)
{
    int used = screen_write(screen, row.x, row.y, row.width - (int)strlen(end), text, role);

    screen_write(screen, row.x + used, row.y, row.width - used, end, role);
}

int wrap_write_up(struct screen *screen, struct rect area, const char *text, const char *end,
                  enum role role)
{
    int rows = wrap_count_rows(text, area.width);
    int shown = rows < area.height ? rows : area.height;
    int first = end == NULL ? rows - shown : 0;
    struct rect place = {area.x, (int16_t)(area.y + area.height - shown), area.width, 1};
    char row[WRAP_ROW_SIZE];

    for (int i = 0; i < first + shown; i++) {
        const char *start = text;
        size_t length = wrap_take(&text, area.width);
        bool is_cut = end != NULL && i == shown - 1 && shown < rows;
        if (i < first)
            continue;
        memcpy(row, start, length);
        row[length] = '\0';
        write_row(screen, place, row, is_cut ? end : "", role);
        place.y++;
    }
    return shown;
}
