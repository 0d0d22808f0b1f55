/*
 * What lies about a delver, in words: the ways out, and the things in view from near to far.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/things.h"
#include "narrate/words.h"

enum { TOLD_MAX = 24 }; /* things named one by one */

static void append(char *out, size_t out_size, const char *text)
{
    size_t length = strlen(out);

    snprintf(out + length, out_size - length, "%s", text);
}

/* True if a step, or a hand on a closed door, would not be refused. */
static bool is_way_out(const struct delver *viewer, enum dir dir)
{
    const struct level *level = viewer->body.level;
    struct pos from = viewer->body.at;
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

static void append_exits(const struct delver *viewer, char *out, size_t out_size)
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

void words_surroundings(const struct world *world, const struct delver *viewer, char *out,
                        size_t out_size)
{
    const struct things_wish wish = {THINGS_OF_ALL, .seen_only = true, .max = TOLD_MAX};
    struct things things;
    char line[128];
    char offset[64];
    char place[128];
    const struct level_key *key = &viewer->body.key;

    words_place(world, key, place, sizeof place);
    snprintf(out, out_size, "Depth %d, %s.\n", key->depth, place);
    if (viewer->body.state != BODY_PRESENT)
        return;
    append_exits(viewer, out, out_size);
    things_collect(world, viewer, &wish, &things);
    append(out, out_size, things.count == 0 ? "You see nothing of note.\n" : "You see:");
    for (int i = 0; i < things.count; i++) {
        words_offset(viewer->body.at, things.list[i].at, offset, sizeof offset);
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
