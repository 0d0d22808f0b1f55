/*
 * Levels drawn as text.
 */
#include "support/draw_level.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Two rows under the drawing: one of rock, one for stairs that were not drawn. */
enum { CELLAR_ROWS = 2, CELLAR_UP_X = 0, CELLAR_DOWN_X = 2 };

static bool is_mark(char glyph)
{
    return (glyph >= 'a' && glyph <= 'z') || (glyph >= 'A' && glyph <= 'Z');
}

static enum tile_id tile_of_glyph(char glyph)
{
    if (glyph == ' ')
        return TILE_ROCK;
    if (is_mark(glyph))
        return TILE_FLOOR;
    for (enum tile_id tile = TILE_ROCK; tile < TILE_COUNT; tile++) {
        if (tile_row(tile)->glyph == glyph)
            return tile;
    }
    ck_abort_msg("no tile has the symbol '%c'", glyph);
    return TILE_ROCK;
}

static void size_of_text(const char *text, int *width, int *height)
{
    *width = 0;
    *height = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        *width = length > *width ? length : *width;
        *height += 1;
        text += length;
        text += *text == '\n';
    }
}

static void write_tiles(const char *text, struct level_plan *plan, uint8_t *tiles)
{
    int x = 0;
    int y = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            x = 0;
            y++;
            continue;
        }
        enum tile_id tile = tile_of_glyph(*text);
        if (tile == TILE_STAIRS_UP)
            plan->up = pos_of(x, y);
        if (tile == TILE_STAIRS_DOWN)
            plan->down = pos_of(x, y);
        tiles[y * plan->width + x] = (uint8_t)tile;
        x++;
    }
}

struct level *draw_level(const char *text, struct level_key key)
{
    struct level_plan plan = {.key = key};
    struct level *level = NULL;
    int width;
    int height;

    size_of_text(text, &width, &height);
    height += CELLAR_ROWS;
    plan.width = (int16_t)(width > LEVEL_WIDTH_MIN ? width : LEVEL_WIDTH_MIN);
    plan.height = (int16_t)(height > LEVEL_HEIGHT_MIN ? height : LEVEL_HEIGHT_MIN);
    plan.up = pos_of(CELLAR_UP_X, plan.height - 1);
    plan.down = pos_of(CELLAR_DOWN_X, plan.height - 1);

    size_t cell_count = (size_t)plan.width * (size_t)plan.height;
    uint8_t *tiles = malloc(cell_count);
    ck_assert_ptr_nonnull(tiles);
    memset(tiles, TILE_ROCK, cell_count);
    write_tiles(text, &plan, tiles);
    tiles[plan.up.y * plan.width + plan.up.x] = TILE_STAIRS_UP;
    tiles[plan.down.y * plan.width + plan.down.x] = TILE_STAIRS_DOWN;
    plan.tiles = tiles;
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    free(tiles);
    return level;
}

struct pos draw_level_find(const char *text, char mark)
{
    int x = 0;
    int y = 0;

    for (; *text != '\0' && *text != mark; text++) {
        x = *text == '\n' ? 0 : x + 1;
        y += *text == '\n';
    }
    ck_assert_msg(*text == mark, "the drawing has no '%c'", mark);
    return pos_of(x, y);
}

void draw_level_expect(const struct level *level, const char *text)
{
    int x = 0;
    int y = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            x = 0;
            y++;
            continue;
        }
        const struct tile_row *wanted = tile_row(tile_of_glyph(*text));
        const struct tile_row *is = tile_row(level_tile(level, pos_of(x, y)));
        ck_assert_msg(is == wanted, "at %d, %d is a %s and should be a %s", x, y, is->name,
                      wanted->name);
        x++;
    }
}
