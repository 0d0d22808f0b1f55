/*
 * Dead ends: walked back from their tip, cell by cell. Pruning shortens every one; filling stubs
 * takes away those that are too short to be a way.
 *
 * A cell with at most one exit can be filled without parting anything, and never leaves a pinch,
 * because a pinch needs two open cells beside the filled one.
 */
#include "gen/passes.h"

/* The one open neighbour of a cell, or the cell itself if there is none. */
static struct pos only_neighbour(const struct gen_map *map, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        if (gen_map_is_open(map, next.x, next.y))
            return next;
    }
    return at;
}

static void prune_from(struct gen_map *map, struct pos at, int length)
{
    for (int filled = 0; filled < length; filled++) {
        if (!gen_map_is_open(map, at.x, at.y) || gen_map_exits(map, at.x, at.y) > 1)
            return;
        if (map->survey.mask[gen_map_cell(map, at.x, at.y)])
            return;
        struct pos next = only_neighbour(map, at);
        gen_map_set(map, at.x, at.y, TILE_ROCK);
        at = next;
    }
}

void pass_prune_dead_ends(struct gen_map *map, int length)
{
    if (length == 0)
        return;
    gen_map_mask_rooms(map);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++)
            prune_from(map, pos_of(x, y), length);
    }
}

/* The open neighbour of `at` that is not `from`; `at` itself if there is none. */
static struct pos next_on_way(const struct gen_map *map, struct pos from, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        if (gen_map_is_open(map, next.x, next.y) && !pos_equal(next, from))
            return next;
    }
    return at;
}

/*
 * The cells from the tip `at` to where its way leaves another or a wide place, both left out; no
 * more than STUB_LENGTH_MIN are counted. survey.open[] is that of the map.
 */
static int stub_length(const struct gen_map *map, struct pos at)
{
    struct pos from = at;
    int length = 0;

    while (length < STUB_LENGTH_MIN && gen_map_exits(map, at.x, at.y) <= 2 &&
           !survey_is_roomy(&map->survey, gen_map_cell(map, at.x, at.y))) {
        struct pos next = next_on_way(map, from, at);
        length++;
        if (pos_equal(next, at))
            break;
        from = at;
        at = next;
    }
    return length;
}

static void fill_stub(struct gen_map *map, struct pos at)
{
    if (gen_map_tile(map, at.x, at.y) != TILE_FLOOR || gen_map_exits(map, at.x, at.y) != 1)
        return;
    int length = stub_length(map, at);
    if (length == STUB_LENGTH_MIN)
        return;
    for (int filled = 0; filled < length; filled++) {
        struct pos next = only_neighbour(map, at);
        gen_map_set(map, at.x, at.y, TILE_ROCK);
        map->survey.open[gen_map_cell(map, at.x, at.y)] = 0;
        at = next;
    }
}

/* The cell that a stub led to keeps two exits: no stub begins where one was filled. */
void pass_fill_stubs(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++)
            fill_stub(map, pos_of(x, y));
    }
}
