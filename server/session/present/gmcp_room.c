/*
 * The room that a delver stands in, its exits as far as they are known, and its doors.
 */
#include "server/session/present/gmcp_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "narrate/place_words.h"
#include "world/place.h"
#include "world/world.h"

enum { AREA_SIZE = 96 };

/* Which exits the delver may be told of: a door that is known is one, whatever lies behind it. */
static void choose_exits(const struct delver *delver, uint16_t area, int out[DIR_COUNT])
{
    const struct place *place = place_of(delver->body.level, area);
    const struct place_exit *list = place_exits(delver->body.level, area);
    uint8_t *passes = calloc(place->exit_count + 1, sizeof *passes);

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        out[dir] = -1;
    if (passes == NULL)
        return;
    for (uint32_t i = 0; i < place->exit_count; i++)
        passes[i] = place_exit_is_known(delver, &list[i]) ||
                    (list[i].has_door && delver_remembered(delver, list[i].door) > TILE_ROCK);
    place_exits_by_dir(delver->body.level, area, passes, out);
    free(passes);
}

/* A door that is known is an exit whatever is behind it: its number is that of the room there,
   which a mapper meets by that number when the player goes in. */
static void add_exits(const struct delver *delver, uint16_t area, json_t *exits, json_t *doors)
{
    const struct place_exit *list = place_exits(delver->body.level, area);
    int by_dir[DIR_COUNT];

    choose_exits(delver, area, by_dir);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (by_dir[dir] < 0)
            continue;
        const struct place_exit *exit = &list[by_dir[dir]];
        json_object_set_new(
            exits, dir_name(dir),
            json_integer((json_int_t)place_number(delver->body.level->key, exit->to)));
        if (exit->has_door)
            json_object_set_new(
                doors, dir_name(dir),
                json_string(tile_row(delver_remembered(delver, exit->door))->closes_to !=
                                    TILE_UNKNOWN
                                ? "open"
                                : "closed"));
    }
}

/*
 * A mapper keeps its rooms by area and place: another wing of the same name, or the level that was
 * regenerated, is another area; one that was put back is the one it was.
 */
static json_t *make_area(const struct level_key *key, const char *level_name)
{
    char text[AREA_SIZE];
    int length = snprintf(text, sizeof text, "%s", level_name);

    if (key->wing > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, ", wing %u", key->wing);
    if (key->generation > 0)
        snprintf(text + length, sizeof text - (size_t)length, ", version %u", key->generation + 1);
    return json_string(text);
}

json_t *gmcp_room_make(const struct delver *delver, const char *level_name)
{
    const struct level *level = delver->body.level;
    uint16_t area = place_at(level, delver->body.at);
    char name[PLACE_NAME_MAX];

    if (area == PLACE_NONE)
        return NULL;
    struct rect bounds = place_of(level, area)->bounds;
    json_t *exits = json_object();
    json_t *doors = json_object();
    add_exits(delver, area, exits, doors);
    place_name(delver, name, sizeof name);
    return json_pack("{s:I, s:s, s:o, s:i, s:{s:i, s:i}, s:o, s:o}", "num",
                     (json_int_t)place_number(level->key, area), "name", name, "area",
                     make_area(&level->key, level_name), "depth", level->key.depth, "coords", "x",
                     bounds.x + bounds.width / 2, "y", bounds.y + bounds.height / 2, "exits", exits,
                     "doors", doors);
}

uint64_t gmcp_room_digest(const struct delver *delver)
{
    const struct level *level = delver->body.level;
    uint16_t area = place_at(level, delver->body.at);
    char name[PLACE_NAME_MAX];
    int by_dir[DIR_COUNT];
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)level->key.depth << 32 | level->key.wing);
    hash_u64(&hash, (uint64_t)level->key.generation << 16 | area);
    if (area == PLACE_NONE)
        return hash.value;
    place_name(delver, name, sizeof name);
    hash_bytes(&hash, name, strlen(name));
    choose_exits(delver, area, by_dir);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (by_dir[dir] < 0)
            continue;
        const struct place_exit *exit = &place_exits(level, area)[by_dir[dir]];
        hash_u64(&hash, (uint64_t)dir << 32 | exit->to);
        if (exit->has_door)
            hash_u64(&hash, delver_remembered(delver, exit->door));
    }
    return hash.value;
}
