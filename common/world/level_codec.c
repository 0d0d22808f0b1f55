/*
 * Levels as bytes. A run is one byte of count (1 to 255) and one of save_id: small, the same on
 * every machine, and simple enough to refuse everything that is not exactly it.
 */
#include "world/level.h"

#include <stdlib.h>

#include "base/check.h"

enum { CODEC_VERSION = 1, RUN_MAX = 255, PAIRS_BATCH = 256 };

/* The length of the run that begins at `tiles`, at most `count` and RUN_MAX. */
static size_t run_length(const uint8_t *tiles, size_t count)
{
    size_t limit = count < RUN_MAX ? count : RUN_MAX;
    size_t run = 1;

    while (run < limit && tiles[run] == tiles[0])
        run++;
    return run;
}

enum err tiles_encode(const uint8_t *tiles, size_t count, struct bytes *out)
{
    uint8_t pairs[PAIRS_BATCH][2];
    enum err error = ERR_OK;
    size_t batch = 0;

    /* Appending pair by pair would cost more than finding them. */
    for (size_t i = 0; error == ERR_OK && i < count;) {
        size_t run = run_length(tiles + i, count - i);
        pairs[batch][0] = (uint8_t)run;
        pairs[batch][1] = tile_row((enum tile_id)tiles[i])->save_id;
        i += run;
        if (++batch == PAIRS_BATCH || i == count) {
            error = bytes_append(out, pairs, batch * sizeof pairs[0]);
            batch = 0;
        }
    }
    return error;
}

static enum err read_runs(struct byte_reader *reader, uint8_t *tiles, size_t count)
{
    size_t filled = 0;

    while (filled < count) {
        uint8_t run = byte_reader_u8(reader);
        uint8_t save_id = byte_reader_u8(reader);
        enum tile_id tile;

        if (reader->failed || run == 0 || run > count - filled)
            return ERR_FORMAT;
        if (tile_from_save_id(save_id, &tile) != ERR_OK)
            return ERR_FORMAT;
        for (uint8_t i = 0; i < run; i++)
            tiles[filled++] = (uint8_t)tile;
    }
    return byte_reader_at_end(reader) ? ERR_OK : ERR_FORMAT;
}

enum err tiles_decode(const uint8_t *data, size_t length, uint8_t *tiles, size_t count)
{
    struct byte_reader reader;

    byte_reader_init(&reader, data, length);
    return read_runs(&reader, tiles, count);
}

static enum err append_pos(struct bytes *out, struct pos at)
{
    enum err error = bytes_append_u16(out, (uint16_t)at.x);
    return error == ERR_OK ? bytes_append_u16(out, (uint16_t)at.y) : error;
}

enum err level_encode(const struct level *level, struct bytes *out)
{
    enum err error = bytes_append_u8(out, CODEC_VERSION);

    if (error == ERR_OK)
        error = append_pos(out, pos_of(level->width, level->height));
    if (error == ERR_OK)
        error = append_pos(out, level->up);
    if (error == ERR_OK)
        error = append_pos(out, level->down);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)level->room_count);
    for (int i = 0; error == ERR_OK && i < level->room_count; i++) {
        struct rect room = level->rooms[i];
        error = append_pos(out, pos_of(room.x, room.y));
        if (error == ERR_OK)
            error = append_pos(out, pos_of(room.width, room.height));
    }
    if (error == ERR_OK)
        error = tiles_encode(level->tiles, level_cell_count(level), out);
    return error;
}

/* A coordinate above what a level can have is no coordinate; it reads as -1 and is refused. */
static struct pos read_pos(struct byte_reader *reader)
{
    uint16_t x = byte_reader_u16(reader);
    uint16_t y = byte_reader_u16(reader);

    if (x > LEVEL_WIDTH_MAX || y > LEVEL_HEIGHT_MAX)
        return pos_of(-1, -1);
    return pos_of(x, y);
}

void level_decode_size(const uint8_t *data, size_t length, int *out_width, int *out_height)
{
    struct byte_reader reader;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    struct pos size = read_pos(&reader);
    bool is_right = !reader.failed && version == CODEC_VERSION && size.x > 0 && size.y > 0;
    *out_width = is_right ? size.x : 0;
    *out_height = is_right ? size.y : 0;
}

enum err level_decode(const uint8_t *data, size_t length, struct level_key key, struct level **out)
{
    struct byte_reader reader;
    struct rect rooms[LEVEL_ROOMS_MAX];

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    struct pos size = read_pos(&reader);
    struct level_plan plan = {.key = key, .width = size.x, .height = size.y, .rooms = rooms};
    plan.up = read_pos(&reader);
    plan.down = read_pos(&reader);
    plan.room_count = byte_reader_u16(&reader);
    if (reader.failed || version != CODEC_VERSION || plan.room_count > LEVEL_ROOMS_MAX)
        return ERR_FORMAT;
    if (size.x < LEVEL_WIDTH_MIN || size.y < LEVEL_HEIGHT_MIN)
        return ERR_FORMAT;
    for (int i = 0; i < plan.room_count; i++) {
        struct pos corner = read_pos(&reader);
        struct pos extent = read_pos(&reader);
        rooms[i] = (struct rect){corner.x, corner.y, extent.x, extent.y};
    }

    size_t cell_count = (size_t)plan.width * (size_t)plan.height;
    uint8_t *tiles = malloc(cell_count);
    if (tiles == NULL)
        return ERR_MEMORY;
    enum err error = read_runs(&reader, tiles, cell_count);
    if (error == ERR_OK) {
        plan.tiles = tiles;
        error = level_new(&plan, out);
        error = error == ERR_RANGE ? ERR_FORMAT : error;
    }
    free(tiles);
    return error;
}
