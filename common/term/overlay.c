/*
 * Pages of text over the map.
 */
#include "term/overlay.h"

#include <stdio.h>
#include <string.h>

#include "term/wrap.h"

enum { MARGIN = 1 };

int overlay_page(const struct layout *layout)
{
    return layout->input_y;
}

static void write_hint(struct screen *screen, int y, int first, int left)
{
    char hint[64] = "-- any key --";

    if (left > 0)
        snprintf(hint, sizeof hint, "-- %d more: Space%s; Esc ends --", left,
                 first > 0 ? ", - back" : "");
    else if (first > 0)
        snprintf(hint, sizeof hint, "-- the end: - back, any key --");
    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int used = screen_write(screen, MARGIN, y, screen->width - MARGIN, hint, ROLE_DIM_TEXT);
    screen->cursor = pos_of(used + 1 < screen->width ? used + 1 : screen->width - 1, y);
}

int overlay_draw(struct screen *screen, const struct layout *layout, const char *text, int first)
{
    int width = screen->width - MARGIN;
    char piece[WRAP_ROW_SIZE];
    int y = 0;
    int left = 0;

    for (int row = 0; *text != '\0'; row++) {
        const char *start = text;
        size_t length = wrap_take(&text, width);
        if (row < first)
            continue;
        if (y == overlay_page(layout)) {
            left++;
            continue;
        }
        memcpy(piece, start, length);
        piece[length] = '\0';
        screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
        screen_write(screen, MARGIN, y, width, piece, ROLE_TEXT);
        y++;
    }
    write_hint(screen, y, first, left);
    return left;
}

struct turn_row {
    uint32_t code;
    int pages; /* forward */
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
