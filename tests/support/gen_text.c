/*
 * Maps from text and back.
 */
#include "support/gen_text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static enum tile_id tile_of_glyph(char glyph)
{
    if (glyph == ' ')
        return TILE_ROCK;
    for (enum tile_id tile = TILE_ROCK; tile < TILE_COUNT; tile++) {
        if (tile_row(tile)->glyph == glyph)
            return tile;
    }
    ck_abort_msg("no tile has the symbol '%c'", glyph);
    return TILE_ROCK;
}

static void size_of_text(const char *text, int *width, int *height)
{
    *width = LEVEL_WIDTH_MIN;
    *height = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        *width = length > *width ? length : *width;
        *height += 1;
        text += length;
        text += *text == '\n';
    }
    *height = *height > LEVEL_HEIGHT_MIN ? *height : LEVEL_HEIGHT_MIN;
}

static void put(struct gen_map *map, int x, int y, char glyph)
{
    enum tile_id tile = tile_of_glyph(glyph);

    map->tiles[y * map->width + x] = (uint8_t)tile;
    if (tile == TILE_STAIRS_UP)
        map->up = pos_of(x, y);
    if (tile == TILE_STAIRS_DOWN)
        map->down = pos_of(x, y);
}

void gen_text_draw(struct gen_map *map, const char *text)
{
    int width;
    int height;
    int x = 0;
    int y = 0;

    size_of_text(text, &width, &height);
    ck_assert_int_eq(gen_map_init(map, width, height), ERR_OK);
    rng_init(&map->rng, 7);
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            x = 0;
            y++;
        } else {
            put(map, x++, y, *text);
        }
    }
}

static char *render(const struct gen_map *map)
{
    size_t row = (size_t)map->width + 1;
    char *out = malloc(row * (size_t)map->height + 1);

    ck_assert_ptr_nonnull(out);
    for (int y = 0; y < map->height; y++) {
        char *line = out + (size_t)y * row;
        for (int x = 0; x < map->width; x++)
            line[x] = tile_row((enum tile_id)map->tiles[y * map->width + x])->glyph;
        line[map->width] = '\n';
    }
    out[row * (size_t)map->height] = '\0';
    return out;
}

void gen_text_expect(const struct gen_map *map, const char *text)
{
    struct gen_map wanted;

    gen_text_draw(&wanted, text);
    char *is = render(map);
    char *should_be = render(&wanted);
    gen_map_release(&wanted);
    bool same = strcmp(is, should_be) == 0;
    ck_assert_msg(same, "the map is\n%s\nand should be\n%s", is, should_be);
    free(is);
    free(should_be);
}
