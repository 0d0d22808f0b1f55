/*
 * Works of a level, and who is told of its spots.
 */
#include "world/works.h"

#include <string.h>

#include "world/delver.h"
#include "world/level.h"
#include "world/world.h"

enum tile_id gate_open_tile(const struct gate *gate)
{
    return gate->shut == TILE_BARS_SHUT ? TILE_BARS_OPEN : TILE_BRIDGE;
}

static bool is_inside(struct pos at, int width, int height)
{
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height;
}

enum tile_id gate_work_tile(enum gate_kind kind)
{
    static const enum tile_id tiles[GATE_KIND_COUNT] = {
        [GATE_LEVER] = TILE_LEVER, [GATE_PLATES] = TILE_PLATE, [GATE_KEY] = TILE_KEY};

    return tiles[kind];
}

bool gate_is_valid(const struct gate *gate, int width, int height, const uint8_t *tiles)
{
    if (gate->kind >= GATE_KIND_COUNT || gate->work_count < 1 ||
        gate->work_count > GATE_WORKS_MAX || gate->cell_count < 1 ||
        gate->cell_count > GATE_CELLS_MAX || !is_inside(gate->inside, width, height))
        return false;
    if (gate->shut != TILE_BARS_SHUT && gate->shut != TILE_WATER_DEEP && gate->shut != TILE_CHASM)
        return false;
    for (int i = 0; i < gate->work_count; i++) {
        struct pos at = gate->works[i];
        if (!is_inside(at, width, height) ||
            tiles[at.y * width + at.x] != gate_work_tile((enum gate_kind)gate->kind))
            return false;
    }
    for (int i = 0; i < gate->cell_count; i++) {
        struct pos at = gate->cells[i];
        if (!is_inside(at, width, height) || (tiles[at.y * width + at.x] != gate->shut &&
                                              tiles[at.y * width + at.x] != gate_open_tile(gate)))
            return false;
    }
    return true;
}

static bool is_plain(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);

    if (end == NULL)
        return false;
    for (; text < end; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

bool spot_is_valid(const struct spot *spot, int width, int height)
{
    struct rect area = spot->area;

    return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 &&
           area.x + area.width <= width && area.y + area.height <= height &&
           spot->name[0] != '\0' && is_plain(spot->name, sizeof spot->name) &&
           is_plain(spot->say, sizeof spot->say);
}

int spot_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->spot_count; i++) {
        if (rect_contains(level->spots[i].area, at))
            return i;
    }
    return SPOT_NONE;
}

void spot_step(struct delver *delver)
{
    struct level *level = delver->body.level;
    int spot = spot_at(level, delver->body.at);

    if (spot == SPOT_NONE || (delver->spots_told >> spot & 1) != 0)
        return;
    delver->spots_told |= UINT32_C(1) << spot;
    if (level->spots[spot].say[0] != '\0')
        event_push(&level->events, EVENT_SPOT, &delver->body)->count = spot;
}
