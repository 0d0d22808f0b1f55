/*
 * What lies about a delver, in words: the ways out, and the things in view from near to far.
 */
#include <stdio.h>
#include <string.h>

#include "term/words.h"

enum { THINGS_MAX = 24 };

struct thing {
    struct pos at;
    int distance;
    const char *name;
};

struct things {
    struct thing list[THINGS_MAX]; /* nearest first */
    int count;
    int left_out;
};

/* Keeps the list sorted by distance, then by row and column, and no longer than it may be. */
static void add_thing(struct things *things, struct pos from, struct pos at, const char *name)
{
    struct thing thing = {at, pos_distance(from, at), name};
    int place = things->count;

    while (place > 0 && things->list[place - 1].distance > thing.distance)
        place--;
    if (place == THINGS_MAX) {
        things->left_out++;
        return;
    }
    if (things->count == THINGS_MAX) {
        things->left_out++;
        things->count--;
    }
    memmove(&things->list[place + 1], &things->list[place],
            (size_t)(things->count - place) * sizeof thing);
    things->list[place] = thing;
    things->count++;
}

static void collect_things(const struct world *world, const struct actor *viewer,
                           struct things *things)
{
    const struct level *level = viewer->level;

    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            struct pos at = pos_of(x, y);
            if (!actor_sees(viewer, at))
                continue;
            const struct actor *body = world_actor(world, level->bodies[level_index(level, at)]);
            const struct tile_row *row = tile_row(level_tile(level, at));
            if (body != NULL && body != viewer)
                add_thing(things, viewer->record.at, at, body->name);
            if (row->is_notable)
                add_thing(things, viewer->record.at, at, row->name);
        }
    }
}

static void append(char *out, size_t out_size, const char *text)
{
    size_t length = strlen(out);

    snprintf(out + length, out_size - length, "%s", text);
}

/* True if a step, or a hand on a closed door, would not be refused. */
static bool is_way_out(const struct actor *viewer, enum dir dir)
{
    const struct level *level = viewer->level;
    struct pos from = viewer->record.at;
    struct pos to = pos_step(from, dir);

    if (!level_contains(level, to))
        return false;
    if (tile_row(level_tile(level, to))->opens_to != TILE_UNKNOWN)
        return true;
    if (from.x != to.x && from.y != to.y && !level_is_walkable(level, pos_of(to.x, from.y)) &&
        !level_is_walkable(level, pos_of(from.x, to.y)))
        return false;
    return level_is_walkable(level, to);
}

static void append_exits(const struct actor *viewer, char *out, size_t out_size)
{
    bool is_first = true;

    append(out, out_size, "Exits: ");
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (!is_way_out(viewer, dir))
            continue;
        append(out, out_size, is_first ? "" : ", ");
        append(out, out_size, dir_name(dir));
        is_first = false;
    }
    append(out, out_size, is_first ? "none.\n" : ".\n");
}

void words_surroundings(const struct world *world, const struct actor *viewer, char *out,
                        size_t out_size)
{
    struct things things = {.count = 0};
    char line[128];
    char offset[64];
    char place[128];
    const struct level_key *key = &viewer->record.level;

    words_place(world, key, place, sizeof place);
    snprintf(out, out_size, "Depth %d, %s.\n", key->depth, place);
    if (viewer->state != ACTOR_PRESENT)
        return;
    append_exits(viewer, out, out_size);
    collect_things(world, viewer, &things);
    append(out, out_size, things.count == 0 ? "You see nothing of note.\n" : "You see:");
    for (int i = 0; i < things.count; i++) {
        words_offset(viewer->record.at, things.list[i].at, offset, sizeof offset);
        snprintf(line, sizeof line, "%s %s, %s", i == 0 ? "" : ";", things.list[i].name, offset);
        append(out, out_size, line);
    }
    if (things.left_out > 0) {
        snprintf(line, sizeof line, "; and %d more further off", things.left_out);
        append(out, out_size, line);
    }
    if (things.count > 0)
        append(out, out_size, ".\n");
}
