/*
 * A move is tried only where it brings a row to its place that is not there yet. It is worth the
 * cells that need no printing any more: a changed cell is a byte, and each changed row a cursor
 * move. Colours are not counted, because rows of one look need none.
 */
#include "term/ansi_scroll.h"

#include <stdio.h>
#include <string.h>

enum {
    ROW_BYTES = 5,     /* to go to a row, or to erase its rest */
    SCROLL_BYTES = 18, /* the sequences, and a cursor whose place is unknown */
};

static const cell *shown_row(const struct screen *screen, int y)
{
    return screen->shown + (size_t)y * (size_t)screen->width;
}

static const cell *wanted_row(const struct screen *screen, int y)
{
    return screen->cells + (size_t)y * (size_t)screen->width;
}

static bool are_equal(const struct screen *screen, const cell *a, const cell *b)
{
    return memcmp(a, b, (size_t)screen->width * sizeof *a) == 0;
}

static bool is_blank(cell value)
{
    return cell_code_point(value) == ' ';
}

/* Columns up to the last that is not blank. */
static int row_length(const struct screen *screen, const cell *row)
{
    int length = screen->width;

    while (length > 0 && is_blank(row[length - 1]))
        length--;
    return length;
}

/* Bytes, about, that turn one row into another; `shown` NULL: a blank one. */
static int row_bytes(const struct screen *screen, const cell *shown, const cell *wanted)
{
    int length = row_length(screen, wanted);
    int changed = 0;

    for (int x = 0; x < length; x++)
        changed += shown == NULL ? !is_blank(wanted[x]) : shown[x] != wanted[x];
    bool is_erased = shown != NULL && row_length(screen, shown) > length;
    return changed + (changed > 0 ? ROW_BYTES : 0) + (is_erased ? ROW_BYTES : 0);
}

/* Looks for the highest row from which on moving up by `count` rows pays. Returns the bytes that it
   saves and writes that row; 0: none. */
static int try_count(const struct screen *screen, int first, int count, const int *now,
                     int *out_top)
{
    int best = 0;
    int saved = -SCROLL_BYTES - count;

    for (int y = screen->height - 1; y >= first; y--) {
        const cell *below = y + count < screen->height ? shown_row(screen, y + count) : NULL;
        saved += now[y - first] - row_bytes(screen, below, wanted_row(screen, y));
        if (saved > best && below != NULL) {
            best = saved;
            *out_top = y;
        }
    }
    return best;
}

/* True if moving up by `count` rows brings a row with text to its place. */
static bool may_pay(const struct screen *screen, int first, int count)
{
    for (int y = first; y + count < screen->height; y++) {
        const cell *wanted = wanted_row(screen, y);
        if (are_equal(screen, wanted, shown_row(screen, y + count)) &&
            !are_equal(screen, wanted, shown_row(screen, y)) && row_length(screen, wanted) > 0)
            return true;
    }
    return false;
}

struct ansi_scroll ansi_scroll_find(const struct screen *screen, int first)
{
    struct ansi_scroll found = {0};
    int now[ANSI_SCROLL_ROWS_MAX];
    bool is_counted = false;
    int best = 0;

    for (int count = 1; first + count < screen->height; count++) {
        int top = 0;
        if (!may_pay(screen, first, count))
            continue;
        for (int y = first; y < screen->height && !is_counted; y++)
            now[y - first] = row_bytes(screen, shown_row(screen, y), wanted_row(screen, y));
        is_counted = true;
        int saved = try_count(screen, first, count, now, &top);
        if (saved > best) {
            best = saved;
            found = (struct ansi_scroll){.top = top, .count = count};
        }
    }
    return found;
}

void ansi_scroll_piece(struct ansi_piece *piece, struct ansi_scroll scroll, int height)
{
    char text[64];

    snprintf(text, sizeof text, "\x1b[%d;%dr\x1b[%dH", scroll.top + 1, height, height);
    ansi_piece_text(piece, text);
    for (int i = 0; i < scroll.count; i++)
        ansi_piece_text(piece, "\r\n");
    ansi_piece_text(piece, "\x1b[r");
}

void ansi_scroll_cells(const struct screen *screen, struct ansi_scroll scroll)
{
    size_t width = (size_t)screen->width;
    cell *top = screen->shown + (size_t)scroll.top * width;
    size_t kept = (size_t)(screen->height - scroll.top - scroll.count) * width;
    size_t freed = (size_t)scroll.count * width;

    memmove(top, top + freed, kept * sizeof *top);
    for (size_t i = 0; i < freed; i++)
        top[kept + i] = cell_of(' ', ROLE_BLANK);
}
