/*
 * The number of a Latin letter is its code point; the numbers of the control characters are used
 * for the other glyphs of the game and for common punctuation.
 */
#include "term/ansi_shown.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_BITS = 8,
    NUMBER_COUNT = 1 << NUMBER_BITS,
    NUMBER_MASK = NUMBER_COUNT - 1,
    NUMBERED_COUNT = ' ', /* glyphs whose number is not their code point */
};

_Static_assert((int)ROLE_COUNT <= (int)NUMBER_COUNT, "a role fits beside the number of a glyph");

#define EIGHT(n)      (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define THIRTY_TWO(n) EIGHT(n), EIGHT((n) + 8), EIGHT((n) + 16), EIGHT((n) + 24)

/* Code points by number. Number 0 is the second half of a wide glyph. */
static const uint16_t code_points[NUMBER_COUNT] = {
    0,
    /* dashes, quotes, bullet, dots, euro */
    0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x20AC,
    /* arrows, water */
    0x2190, 0x2191, 0x2192, 0x2193, 0x2248,
    /* lines, shade, shapes */
    0x2500, 0x2502, 0x250C, 0x2510, 0x2514, 0x2518, 0x251C, 0x2524, 0x252C, 0x2534, 0x253C, 0x2592,
    0x25A0, 0x25A1, 0x25CF,
    /* themselves */
    THIRTY_TWO(32), THIRTY_TWO(64), THIRTY_TWO(96), THIRTY_TWO(128), THIRTY_TWO(160),
    THIRTY_TWO(192), THIRTY_TWO(224)};

#undef EIGHT
#undef THIRTY_TWO

static cell unpacked(uint16_t value)
{
    return code_points[value & NUMBER_MASK] | (cell)(value >> NUMBER_BITS) << CELL_GLYPH_BITS;
}

/* Returns the number of a glyph; NUMBER_COUNT: it has none. */
static int number_of(uint32_t code_point)
{
    int number = 0;

    if (code_point >= NUMBERED_COUNT && code_point < NUMBER_COUNT)
        return (int)code_point;
    while (number < NUMBERED_COUNT && code_points[number] != code_point)
        number++;
    return number < NUMBERED_COUNT ? number : NUMBER_COUNT;
}

/* True if all glyphs of the row have their code points as numbers. */
static bool is_latin(const cell *row, int width)
{
    uint32_t others = 0;

    for (int x = 0; x < width; x++) {
        uint32_t code_point = cell_code_point(row[x]);
        others |= code_point - NUMBERED_COUNT >= NUMBER_COUNT - NUMBERED_COUNT;
    }
    return others == 0;
}

static void pack_latin(uint16_t *packed, const cell *row, int width)
{
    for (int x = 0; x < width; x++)
        packed[x] = (uint16_t)(row[x] >> CELL_GLYPH_BITS << NUMBER_BITS | (row[x] & NUMBER_MASK));
}

/* Packs a row with other glyphs than Latin. Looks up only cells that differ; between two frames
   these are few. False: a glyph has no number. */
static bool pack_others(uint16_t *packed, const cell *row, int width)
{
    for (int x = 0; x < width; x++) {
        if (unpacked(packed[x]) == row[x])
            continue;
        int number = number_of(cell_code_point(row[x]));
        if (number == NUMBER_COUNT)
            return false;
        packed[x] = (uint16_t)((int)cell_role(row[x]) << NUMBER_BITS | number);
    }
    return true;
}

/* Unpacks a row of Latin glyphs. False: `row` is not valid, because the packed row has other glyphs
   too. */
static bool unpack_latin(const uint16_t *packed, cell *row, int width)
{
    uint32_t others = 0;

    for (int x = 0; x < width; x++) {
        uint32_t number = packed[x] & NUMBER_MASK;
        row[x] = number | (cell)(packed[x] >> NUMBER_BITS) << CELL_GLYPH_BITS;
        others |= number < NUMBERED_COUNT;
    }
    return others == 0;
}

static uint16_t *packed_row(const struct ansi_shown *shown, int y)
{
    return shown->cells + (size_t)y * (size_t)shown->width;
}

static void drop_whole(struct ansi_shown *shown, int y)
{
    if (shown->whole == NULL)
        return;
    free(shown->whole[y]);
    shown->whole[y] = NULL;
}

enum err ansi_shown_init(struct ansi_shown *shown, int width, int height)
{
    *shown = (struct ansi_shown){0};
    return ansi_shown_resize(shown, width, height);
}

void ansi_shown_release(struct ansi_shown *shown)
{
    for (int y = 0; y < shown->height; y++)
        drop_whole(shown, y);
    free(shown->whole);
    free(shown->cells);
    *shown = (struct ansi_shown){0};
}

enum err ansi_shown_resize(struct ansi_shown *shown, int width, int height)
{
    struct ansi_shown resized = {.width = screen_fit_width(width),
                                 .height = screen_fit_height(height)};

    resized.cells = malloc((size_t)resized.width * (size_t)resized.height * sizeof *resized.cells);
    if (resized.cells == NULL)
        return ERR_MEMORY;
    ansi_shown_release(shown);
    *shown = resized;
    ansi_shown_clear(shown);
    return ERR_OK;
}

void ansi_shown_clear(struct ansi_shown *shown)
{
    size_t count = (size_t)shown->width * (size_t)shown->height;

    for (int y = 0; y < shown->height; y++)
        drop_whole(shown, y);
    for (size_t i = 0; i < count; i++)
        shown->cells[i] = ROLE_BLANK << NUMBER_BITS | ' ';
}

void ansi_shown_read_row(const struct ansi_shown *shown, int y, cell *out)
{
    if (shown->whole != NULL && shown->whole[y] != NULL) {
        memcpy(out, shown->whole[y], (size_t)shown->width * sizeof *out);
        return;
    }
    const uint16_t *packed = packed_row(shown, y);
    if (unpack_latin(packed, out, shown->width))
        return;
    for (int x = 0; x < shown->width; x++)
        out[x] = unpacked(packed[x]);
}

static enum err keep_whole(struct ansi_shown *shown, int y, const cell *row)
{
    size_t size = (size_t)shown->width * sizeof *row;

    if (shown->whole == NULL)
        shown->whole = calloc((size_t)shown->height, sizeof *shown->whole);
    if (shown->whole == NULL)
        return ERR_MEMORY;
    if (shown->whole[y] == NULL)
        shown->whole[y] = malloc(size);
    if (shown->whole[y] == NULL)
        return ERR_MEMORY;
    memcpy(shown->whole[y], row, size);
    return ERR_OK;
}

enum err ansi_shown_write_row(struct ansi_shown *shown, int y, const cell *row)
{
    uint16_t *packed = packed_row(shown, y);

    if (is_latin(row, shown->width))
        pack_latin(packed, row, shown->width);
    else if (!pack_others(packed, row, shown->width))
        return keep_whole(shown, y, row);
    drop_whole(shown, y);
    return ERR_OK;
}
