/*
 * Is somebody shut in?
 */
#include <check.h>

#include "simulation.h"
#include "world/door.h"
#include "world/level.h"

enum { CELLS_MAX = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX };

/* True if a delver can pass the cell with all doors and gates open; hazards are ignored. */
static bool lets_through(const struct level *level, struct pos at)
{
    const struct tile_row *row = tile_row(level_tile(level, at));

    return row->is_walkable || row->opens_to != TILE_UNKNOWN || row->is_gap ||
           tile_is_trap(level_tile(level, at)) || gate_at(level, at) != NULL;
}

static bool leads_away(enum tile_id tile)
{
    return tile == TILE_STAIRS_DOWN || tile == TILE_STAIRS_UP || tile == TILE_CHASM;
}

/* True if a way leads from there off the level. */
static bool has_way(const struct level *level, struct pos from)
{
    static struct pos queue[CELLS_MAX];
    static bool is_seen[CELLS_MAX];
    size_t count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        is_seen[i] = false;
    queue[count++] = from;
    is_seen[level_index(level, from)] = true;
    for (size_t next = 0; next < count; next++) {
        if (leads_away(level_tile(level, queue[next])))
            return true;
        for (int dir = 0; dir < 9; dir++) {
            struct pos at = pos_of(queue[next].x + dir % 3 - 1, queue[next].y + dir / 3 - 1);
            if (!level_contains(level, at) || is_seen[level_index(level, at)] ||
                !lets_through(level, at))
                continue;
            is_seen[level_index(level, at)] = true;
            queue[count++] = at;
        }
    }
    return false;
}

void look_for_shut_in(const struct simulation *simulation)
{
    const struct world *world = simulation->hall.server.game.world;

    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        if (delver == NULL || delver->body.state != BODY_PRESENT)
            continue;
        ck_assert_msg(has_way(delver->body.level, delver->body.at),
                      "%s is shut in at %d,%d of depth %u", delver->name, delver->body.at.x,
                      delver->body.at.y, delver->body.key.depth);
    }
}
