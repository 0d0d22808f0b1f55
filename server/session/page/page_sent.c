/*
 * The cells that a page was sent. A level is divided into parts; each part has a number in `places`
 * that leads to its block, or says that it has none, because all of it is unknown. The blocks stand
 * in one allocation, in the order in which they were needed, which grows by a few blocks at a time.
 */
#include "server/session/page/page_sent.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/tile.h"

enum {
    WIDTH = PAGE_SENT_BLOCK_WIDTH,
    HEIGHT = PAGE_SENT_BLOCK_HEIGHT,
    BLOCK_SIZE = WIDTH * HEIGHT,
    BLOCKS_AT_ONCE = 4, /* blocks by which the memory grows */
};

_Static_assert((int)TILE_UNKNOWN == 0, "what was never sent is zero");

/* A part of the level: the place of its first cell, and its cells that are on the level. */
struct part {
    size_t first;
    size_t width;
    size_t height;
};

static size_t columns_of(const struct page_sent *sent)
{
    return ((size_t)sent->width + WIDTH - 1) / WIDTH;
}

static size_t count_parts(const struct page_sent *sent)
{
    return columns_of(sent) * (((size_t)sent->height + HEIGHT - 1) / HEIGHT);
}

static struct part part_at(const struct page_sent *sent, size_t number)
{
    size_t x = number % columns_of(sent) * WIDTH;
    size_t y = number / columns_of(sent) * HEIGHT;

    return (struct part){
        .first = y * sent->width + x,
        .width = sent->width - x < WIDTH ? sent->width - x : WIDTH,
        .height = sent->height - y < HEIGHT ? sent->height - y : HEIGHT,
    };
}

enum err page_sent_begin(struct page_sent *sent, int width, int height)
{
    CHECK(width > 0 && width <= UINT16_MAX && height > 0 && height <= UINT16_MAX);
    struct page_sent begun = {.width = (uint16_t)width, .height = (uint16_t)height};

    CHECK(count_parts(&begun) < UINT16_MAX);
    begun.places = calloc(count_parts(&begun), sizeof *begun.places);
    if (begun.places == NULL)
        return ERR_MEMORY;
    page_sent_release(sent);
    *sent = begun;
    return ERR_OK;
}

void page_sent_read(const struct page_sent *sent, uint8_t *out)
{
    memset(out, TILE_UNKNOWN, (size_t)sent->width * sent->height);
    for (size_t i = 0; i < count_parts(sent); i++) {
        if (sent->places[i] == 0)
            continue;
        const uint8_t *block = sent->blocks + (size_t)(sent->places[i] - 1) * BLOCK_SIZE;
        struct part part = part_at(sent, i);
        for (size_t y = 0; y < part.height; y++)
            memcpy(out + part.first + y * sent->width, block + y * WIDTH, part.width);
    }
}

static bool is_unknown(const struct page_sent *sent, const struct part *part, const uint8_t *cells)
{
    static const uint8_t unknown[WIDTH] = {TILE_UNKNOWN};

    for (size_t y = 0; y < part->height; y++) {
        if (memcmp(cells + part->first + y * sent->width, unknown, part->width) != 0)
            return false;
    }
    return true;
}

/* Gives the part a block of unknown cells. */
static enum err add_block(struct page_sent *sent, size_t number)
{
    if (sent->block_count == sent->block_room) {
        size_t room = (size_t)sent->block_room + BLOCKS_AT_ONCE;
        uint8_t *blocks = realloc(sent->blocks, room * BLOCK_SIZE);
        if (blocks == NULL)
            return ERR_MEMORY;
        sent->blocks = blocks;
        sent->block_room = (uint16_t)room;
    }
    memset(sent->blocks + (size_t)sent->block_count * BLOCK_SIZE, TILE_UNKNOWN, BLOCK_SIZE);
    sent->places[number] = ++sent->block_count;
    return ERR_OK;
}

enum err page_sent_write(struct page_sent *sent, const uint8_t *cells)
{
    for (size_t i = 0; i < count_parts(sent); i++) {
        struct part part = part_at(sent, i);
        if (sent->places[i] == 0) {
            if (is_unknown(sent, &part, cells))
                continue;
            enum err error = add_block(sent, i);
            if (error != ERR_OK)
                return error;
        }
        uint8_t *block = sent->blocks + (size_t)(sent->places[i] - 1) * BLOCK_SIZE;
        for (size_t y = 0; y < part.height; y++)
            memcpy(block + y * WIDTH, cells + part.first + y * sent->width, part.width);
    }
    return ERR_OK;
}

size_t page_sent_size(const struct page_sent *sent)
{
    return (sent->places == NULL ? 0 : count_parts(sent) * sizeof *sent->places) +
           (size_t)sent->block_room * BLOCK_SIZE;
}

void page_sent_release(struct page_sent *sent)
{
    free(sent->blocks);
    free(sent->places);
    *sent = (struct page_sent){0};
}
