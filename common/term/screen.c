/*
 * The grid of cells. In any order of drawing, a wide glyph is always followed by its own second
 * half, and a second half always follows its glyph.
 */
#include "term/screen.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

cell cell_of(uint32_t code_point, enum role role)
{
    CHECK(code_point <= 0x10FFFF);
    CHECK((unsigned)role < ROLE_COUNT);
    return code_point | (uint32_t)role << CELL_GLYPH_BITS;
}

static int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

int screen_fit_width(int width)
{
    return clamp(width, 1, SCREEN_WIDTH_MAX);
}

int screen_fit_height(int height)
{
    return clamp(height, 1, SCREEN_HEIGHT_MAX);
}

static cell *cell_in(const struct screen *screen, int x, int y)
{
    return &screen->cells[(size_t)y * (size_t)screen->width + (size_t)x];
}

enum err screen_init(struct screen *screen, int width, int height)
{
    *screen = (struct screen){0};
    return screen_resize(screen, width, height);
}

void screen_release(struct screen *screen)
{
    free(screen->cells);
    *screen = (struct screen){0};
}

enum err screen_resize(struct screen *screen, int width, int height)
{
    width = screen_fit_width(width);
    height = screen_fit_height(height);

    size_t count = (size_t)width * (size_t)height;
    cell *cells = malloc(2 * count * sizeof *cells);
    if (cells == NULL)
        return ERR_MEMORY;
    free(screen->cells);
    *screen = (struct screen){.width = width,
                              .height = height,
                              .is_ascii = screen->is_ascii,
                              .cells = cells,
                              .shown = cells + count};
    screen_clear(screen);
    return ERR_OK;
}

void screen_clear(struct screen *screen)
{
    struct row_set all = row_set_all();

    screen_clear_rows(screen, &all);
}

void screen_clear_rows(struct screen *screen, const struct row_set *rows)
{
    cell blank = cell_of(' ', ROLE_BLANK);

    for (int y = 0; y < screen->height; y++) {
        int width = row_set_has(rows, y) ? screen->width : 0;
        cell *row = cell_in(screen, 0, y);
        for (int x = 0; x < width; x++)
            row[x] = blank;
    }
}

cell screen_at(const struct screen *screen, int x, int y)
{
    CHECK(x >= 0 && x < screen->width && y >= 0 && y < screen->height);
    return *cell_in(screen, x, y);
}

static bool is_second_half(const struct screen *screen, int x, int y)
{
    return x < screen->width && cell_code_point(*cell_in(screen, x, y)) == 0;
}

static void blank_cell(struct screen *screen, int x, int y)
{
    cell *at = cell_in(screen, x, y);

    *at = cell_of(' ', cell_role(*at));
}

/* Writes a glyph beyond ASCII, or one that may cut a wide glyph in two. */
static void put_other(struct screen *screen, int x, int y, uint32_t code_point, enum role role)
{
    if (x < 0 || x >= screen->width || y < 0 || y >= screen->height)
        return;

    int width = utf8_width(code_point);
    if (width < 1 || x + width > screen->width) {
        code_point = ' ';
        width = 1;
    }
    if (screen->is_ascii && (code_point < ' ' || code_point > '~')) {
        for (int i = 0; i < width; i++)
            *cell_in(screen, x + i, y) = cell_of('?', role);
        return;
    }
    if (is_second_half(screen, x, y))
        blank_cell(screen, x - 1, y);
    if (is_second_half(screen, x + width, y))
        blank_cell(screen, x + width, y);
    *cell_in(screen, x, y) = cell_of(code_point, role);
    if (width == 2)
        *cell_in(screen, x + 1, y) = cell_of(0, role);
}

void screen_put(struct screen *screen, int x, int y, uint32_t code_point, enum role role)
{
    cell value = code_point | (cell)role << CELL_GLYPH_BITS;
    bool is_inside = x >= 0 && x + 1 < screen->width && y >= 0 && y < screen->height;
    cell *at = is_inside ? cell_in(screen, x, y) : NULL;

    if (is_inside && cell_is_ascii(value) && cell_code_point(at[0]) != 0 &&
        cell_code_point(at[1]) != 0)
        *at = value;
    else
        put_other(screen, x, y, code_point, role);
}

int screen_write(struct screen *screen, int x, int y, int width, const char *text, enum role role)
{
    size_t length = strlen(text);
    int used = 0;

    if (width > screen->width - x)
        width = screen->width - x;
    for (size_t at = 0; at < length;) {
        uint32_t code_point = utf8_decode(text, length, &at);
        int cells = utf8_width(code_point);
        if (cells == 0)
            continue;
        if (used + cells > width)
            break;
        screen_put(screen, x + used, y, code_point, role);
        used += cells;
    }
    return used;
}

void screen_fill(struct screen *screen, int x, int y, int width, uint32_t code_point,
                 enum role role)
{
    for (int i = 0; i < width; i++)
        screen_put(screen, x + i, y, code_point, role);
}
