/*
 * Worlds with a drawn level: a server makes the world, and the level is put into its database
 * before the next one opens it.
 */
#include "support/live/drawn.h"

#include <check.h>
#include <stdio.h>

#include "base/bytes.h"
#include "db/records.h"
#include "db/store.h"
#include "gen/gen.h"
#include "support/draw_level.h"
#include "support/draw_rooms.h"

enum { DRAWING_SIZE = 32 * 1024 };

static bool is_floor(const struct level *level, int x, int y)
{
    enum tile_id tile = level_tile(level, pos_of(x, y));

    return tile == TILE_FLOOR || tile == TILE_STAIRS_UP || tile == TILE_STAIRS_DOWN;
}

/* The rectangle of floor whose top left corner is there, at least two cells wide and high. Halls
   are narrower, and so no part of it. */
static struct rect room_at(const struct level *level, int x, int y)
{
    struct rect room = {.x = (int16_t)x, .y = (int16_t)y};

    while (is_floor(level, x + room.width, y) && is_floor(level, x + room.width, y + 1))
        room.width++;
    for (bool is_whole = room.width > 0; is_whole; room.height += is_whole) {
        for (int i = 0; i < room.width; i++)
            is_whole = is_whole && is_floor(level, x + i, y + room.height);
    }
    return room;
}

static int find_rooms(const struct level *level, struct rect *rooms)
{
    int count = 0;

    for (int y = 1; y < level->height - 1; y++) {
        for (int x = 1; x < level->width - 1; x++) {
            bool is_taken = false;
            for (int i = 0; i < count; i++)
                is_taken = is_taken || rect_contains(rooms[i], pos_of(x, y));
            struct rect room = is_taken ? (struct rect){0} : room_at(level, x, y);
            if (room.width < 2 || room.height < 2)
                continue;
            ck_assert_int_lt(count, LEVEL_ROOMS_MAX);
            rooms[count++] = room;
        }
    }
    return count;
}

void drawn_lay(const char *database, const char *drawing)
{
    static char text[DRAWING_SIZE];
    static struct rect rooms[LEVEL_ROOMS_MAX];
    const struct level_blob row = {
        .key = {.depth = 1}, .style = "rooms", .format = GEN_FORMAT_VERSION};
    struct store_status status;
    struct store *store;
    struct bytes data;

    ck_assert_msg(process_read_file(drawing, text, sizeof text) > 0, "%s is no file", drawing);
    struct level *bare = draw_level(text, row.key);
    struct level *level = draw_rooms(text, row.key, rooms, find_rooms(bare, rooms));
    bytes_init(&data, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &data), ERR_OK);
    ck_assert_msg(store_open(database, &store, &status) == ERR_OK, "%s", status.reason);
    ck_assert_int_eq(store_save_level(store, &row, data.data, data.length), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    bytes_release(&data);
    level_free(level);
    level_free(bare);
}

void drawn_start(struct process *process, const char *name, const char *const *arguments)
{
    char database[PROCESS_PATH_SIZE];
    char drawing[PROCESS_PATH_SIZE];

    process_start(process, arguments);
    ck_assert_int_eq(process_stop(process), 0);
    process_path(process, "data/undercroft.db", database);
    snprintf(drawing, sizeof drawing, "%s/%s.txt", DRAWINGS_PATH, name);
    drawn_lay(database, drawing);
    process_start(process, arguments);
}
