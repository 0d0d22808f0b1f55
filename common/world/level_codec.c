/*
 * Levels as bytes. A run is a byte of count (1 to 255) and a byte of save_id: small, the same on
 * every machine, and so simple that any other bytes can be refused. A level with gates or hidden
 * traps has version 2, with the gates and traps between the rooms and the tiles; a level with spots
 * has version 3, with the spots after these; one with spots whose hoards fill again has version 4,
 * with their minutes behind each spot; all others have version 1.
 */
#include "world/level.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    CODEC_PLAIN = 1,
    CODEC_WORKS = 2,
    CODEC_SPOTS = 3,
    CODEC_HOARDS = 4,
    RUN_MAX = 255,
    PAIRS_BATCH = 256
};

/* Returns the length of the run that begins at `tiles`, at most `count` and RUN_MAX. */
static size_t run_length(const uint8_t *tiles, size_t count)
{
    size_t limit = count < RUN_MAX ? count : RUN_MAX;
    size_t run = 1;

    while (run < limit && tiles[run] == tiles[0])
        run++;
    return run;
}

static void write_tiles(struct byte_writer *out, const uint8_t *tiles, size_t count)
{
    uint8_t pairs[PAIRS_BATCH][2];
    size_t batch = 0;

    /* Runs are collected first: appending each pair alone would cost more than finding it. */
    for (size_t i = 0; i < count;) {
        size_t run = run_length(tiles + i, count - i);
        pairs[batch][0] = (uint8_t)run;
        pairs[batch][1] = tile_row((enum tile_id)tiles[i])->save_id;
        i += run;
        if (++batch == PAIRS_BATCH || i == count) {
            byte_writer_put(out, pairs, batch * sizeof pairs[0]);
            batch = 0;
        }
    }
}

enum err tiles_encode(const uint8_t *tiles, size_t count, struct bytes *out)
{
    struct byte_writer writer = byte_writer_of(out);

    write_tiles(&writer, tiles, count);
    return writer.error;
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

static void write_pos(struct byte_writer *out, struct pos at)
{
    byte_writer_u16(out, (uint16_t)at.x);
    byte_writer_u16(out, (uint16_t)at.y);
}

static void write_gate(struct byte_writer *out, const struct gate *gate)
{
    const uint8_t head[] = {gate->kind, tile_row((enum tile_id)gate->shut)->save_id,
                            gate->work_count, gate->cell_count};

    byte_writer_put(out, head, sizeof head);
    write_pos(out, gate->inside);
    for (int i = 0; i < gate->work_count; i++)
        write_pos(out, gate->works[i]);
    for (int i = 0; i < gate->cell_count; i++)
        write_pos(out, gate->cells[i]);
}

static void write_works(struct byte_writer *out, const struct level *level)
{
    byte_writer_u8(out, (uint8_t)level->gate_count);
    for (int i = 0; i < level->gate_count; i++)
        write_gate(out, &level->gates[i]);
    byte_writer_u8(out, (uint8_t)level->trap_count);
    for (int i = 0; i < level->trap_count; i++) {
        byte_writer_u8(out, tile_row((enum tile_id)level->traps[i].tile)->save_id);
        write_pos(out, level->traps[i].at);
    }
}

static void write_rect(struct byte_writer *out, struct rect rect)
{
    write_pos(out, pos_of(rect.x, rect.y));
    write_pos(out, pos_of(rect.width, rect.height));
}

static void write_text(struct byte_writer *out, const char *text)
{
    byte_writer_u8(out, (uint8_t)strlen(text));
    byte_writer_text(out, text);
}

static void write_spots(struct byte_writer *out, const struct level *level, uint8_t version)
{
    byte_writer_u8(out, (uint8_t)level->spot_count);
    for (int i = 0; i < level->spot_count; i++) {
        write_rect(out, level->spots[i].area);
        write_text(out, level->spots[i].name);
        write_text(out, level->spots[i].say);
        if (version >= CODEC_HOARDS)
            byte_writer_u16(out, level->spots[i].refill);
    }
}

static uint8_t version_of(const struct level *level)
{
    for (int i = 0; i < level->spot_count; i++) {
        if (level->spots[i].refill > 0)
            return CODEC_HOARDS;
    }
    if (level->spot_count > 0)
        return CODEC_SPOTS;
    return level->gate_count > 0 || level->trap_count > 0 ? CODEC_WORKS : CODEC_PLAIN;
}

enum err level_encode(const struct level *level, struct bytes *out)
{
    uint8_t version = version_of(level);
    struct byte_writer writer = byte_writer_of(out);

    byte_writer_u8(&writer, version);
    write_pos(&writer, pos_of(level->width, level->height));
    write_pos(&writer, level->up);
    write_pos(&writer, level->down);
    byte_writer_u16(&writer, (uint16_t)level->room_count);
    for (int i = 0; i < level->room_count; i++)
        write_rect(&writer, level->rooms[i]);
    if (version >= CODEC_WORKS)
        write_works(&writer, level);
    if (version >= CODEC_SPOTS)
        write_spots(&writer, level, version);
    write_tiles(&writer, level->tiles, level_cell_count(level));
    return writer.error;
}

/* Reads a position. A coordinate above the limits of a level becomes -1, which level_new()
   refuses. */
static struct pos read_pos(struct byte_reader *reader)
{
    uint16_t x = byte_reader_u16(reader);
    uint16_t y = byte_reader_u16(reader);

    if (x > LEVEL_WIDTH_MAX || y > LEVEL_HEIGHT_MAX)
        return pos_of(-1, -1);
    return pos_of(x, y);
}

static bool is_version(uint8_t version)
{
    return version >= CODEC_PLAIN && version <= CODEC_HOARDS;
}

void level_decode_size(const uint8_t *data, size_t length, int *out_width, int *out_height)
{
    struct byte_reader reader;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    struct pos size = read_pos(&reader);
    bool is_right = !reader.failed && is_version(version) && size.x > 0 && size.y > 0;
    *out_width = is_right ? size.x : 0;
    *out_height = is_right ? size.y : 0;
}

/* Reads a tile as one byte; TILE_UNKNOWN for an unknown save_id. */
static uint8_t read_tile(struct byte_reader *reader)
{
    enum tile_id tile;

    return tile_from_save_id(byte_reader_u8(reader), &tile) == ERR_OK ? (uint8_t)tile
                                                                      : (uint8_t)TILE_UNKNOWN;
}

static bool read_gate(struct byte_reader *reader, struct gate *out)
{
    *out = (struct gate){.kind = byte_reader_u8(reader)};
    out->shut = read_tile(reader);
    out->work_count = byte_reader_u8(reader);
    out->cell_count = byte_reader_u8(reader);
    out->inside = read_pos(reader);
    if (out->work_count > GATE_WORKS_MAX || out->cell_count > GATE_CELLS_MAX)
        return false;
    for (int i = 0; i < out->work_count; i++)
        out->works[i] = read_pos(reader);
    for (int i = 0; i < out->cell_count; i++)
        out->cells[i] = read_pos(reader);
    return !reader->failed;
}

/* The lists of a level. Which of them a version has: rooms all, gates and traps from the second on,
   spots from the third on. */
struct works {
    struct rect rooms[LEVEL_ROOMS_MAX];
    struct gate gates[GATES_MAX];
    int gate_count;
    struct trap traps[TRAPS_MAX];
    int trap_count;
    struct spot spots[SPOTS_MAX];
    int spot_count;
};

static struct rect read_rect(struct byte_reader *reader)
{
    struct pos corner = read_pos(reader);
    struct pos extent = read_pos(reader);

    return (struct rect){corner.x, corner.y, extent.x, extent.y};
}

/* Reads a text. False: it has more than `most` characters. level_new() checks the characters. */
static bool read_text(struct byte_reader *reader, char *out, size_t most)
{
    uint8_t length = byte_reader_u8(reader);

    if (length > most)
        return false;
    for (uint8_t i = 0; i < length; i++)
        out[i] = (char)byte_reader_u8(reader);
    out[length] = '\0';
    return !reader->failed && strlen(out) == length;
}

static bool read_spots(struct byte_reader *reader, struct works *out, uint8_t version)
{
    unsigned refills = 0;

    out->spot_count = byte_reader_u8(reader);
    if (out->spot_count == 0 || out->spot_count > SPOTS_MAX)
        return false;
    for (int i = 0; i < out->spot_count; i++) {
        struct spot *spot = &out->spots[i];
        *spot = (struct spot){.area = read_rect(reader)};
        if (!read_text(reader, spot->name, SPOT_NAME_MAX) ||
            !read_text(reader, spot->say, SPOT_SAY_MAX))
            return false;
        if (version >= CODEC_HOARDS)
            spot->refill = byte_reader_u16(reader);
        refills |= spot->refill;
    }
    /* Without any minutes the level is of the third version. */
    return !reader->failed && (version < CODEC_HOARDS || refills != 0);
}

static bool read_works(struct byte_reader *reader, struct works *out)
{
    out->gate_count = byte_reader_u8(reader);
    if (out->gate_count > GATES_MAX)
        return false;
    for (int i = 0; i < out->gate_count; i++) {
        if (!read_gate(reader, &out->gates[i]))
            return false;
    }
    out->trap_count = byte_reader_u8(reader);
    if (out->trap_count > TRAPS_MAX)
        return false;
    for (int i = 0; i < out->trap_count; i++) {
        out->traps[i].tile = read_tile(reader);
        out->traps[i].at = read_pos(reader);
    }
    return !reader->failed;
}

/* Reads all before the tiles; the plan's lists are in `works`. */
static enum err read_plan(struct byte_reader *reader, struct works *works, struct level_plan *plan)
{
    uint8_t version = byte_reader_u8(reader);
    struct pos size = read_pos(reader);

    plan->width = size.x;
    plan->height = size.y;
    plan->up = read_pos(reader);
    plan->down = read_pos(reader);
    plan->room_count = byte_reader_u16(reader);
    if (reader->failed || !is_version(version) || plan->room_count > LEVEL_ROOMS_MAX)
        return ERR_FORMAT;
    if (size.x < LEVEL_WIDTH_MIN || size.y < LEVEL_HEIGHT_MIN)
        return ERR_FORMAT;
    for (int i = 0; i < plan->room_count; i++)
        works->rooms[i] = read_rect(reader);
    works->gate_count = works->trap_count = works->spot_count = 0;
    if (version >= CODEC_WORKS && !read_works(reader, works))
        return ERR_FORMAT;
    /* Only version 1 has neither gates nor traps. */
    if (version == CODEC_WORKS && works->gate_count + works->trap_count == 0)
        return ERR_FORMAT;
    if (version >= CODEC_SPOTS && !read_spots(reader, works, version))
        return ERR_FORMAT;
    plan->rooms = works->rooms;
    plan->gates = works->gates;
    plan->gate_count = works->gate_count;
    plan->traps = works->traps;
    plan->trap_count = works->trap_count;
    plan->spots = works->spots;
    plan->spot_count = works->spot_count;
    return ERR_OK;
}

static enum err read_level(struct byte_reader *reader, struct level_plan *plan, struct level **out)
{
    size_t cell_count = (size_t)plan->width * (size_t)plan->height;
    uint8_t *tiles = malloc(cell_count);

    if (tiles == NULL)
        return ERR_MEMORY;
    enum err error = read_runs(reader, tiles, cell_count);
    if (error == ERR_OK) {
        plan->tiles = tiles;
        error = level_new(plan, out);
        error = error == ERR_RANGE ? ERR_FORMAT : error;
    }
    free(tiles);
    return error;
}

enum err level_decode(const uint8_t *data, size_t length, struct level_key key, struct level **out)
{
    struct byte_reader reader;
    struct level_plan plan = {.key = key};
    struct works *works = malloc(sizeof *works);

    if (works == NULL)
        return ERR_MEMORY;
    byte_reader_init(&reader, data, length);
    enum err error = read_plan(&reader, works, &plan);
    if (error == ERR_OK)
        error = read_level(&reader, &plan, out);
    free(works);
    return error;
}
