/*
 * Lists with one chosen row.
 */
#include "term/menu.h"

#include <stdbool.h>
#include <string.h>

#include "term/wrap.h"

enum { MARGIN = 1, TEXT_X = 3, EXPLANATION_ROWS_MAX = 4 };

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

/* The first row that is shown of `count` where `room` are. */
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

/* Returns the row of the screen behind the list. */
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
