/*
 * Dead ends: walked back from their tip, cell by cell. Pruning shortens every one; filling stubs
 * takes away dead ends that are too short to be a way. finish.stub_percent of all are left alone.
 *
 * A cell with at most one exit can be filled without parting anything, and never leaves a pinch,
 * because a pinch needs two open cells beside the filled one.
 */
#include "gen/passes.h"

enum {
    PRUNE_PERCENT_MAX = 75
}; /* of all that is open: a level without any way round has to stay */

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

/* The first open cell behind `cell` with one way out or none, by survey.open[]; SURVEY_NONE if
 * there is none. */
static int next_tip(const struct survey *survey, int cell)
{
    int end = survey->cell_count - survey->width;

    for (cell++; cell < end; cell++) {
        if (survey->open[cell] & (survey_exits(survey, cell) <= 1))
            return cell;
    }
    return SURVEY_NONE;
}

/* An open cell with one way out or none, outside of rooms. */
static bool is_tip(const struct gen_map *map, struct pos at)
{
    int cell = gen_map_cell(map, at.x, at.y);

    return map->survey.open[cell] && survey_exits(&map->survey, cell) <= 1 &&
           !map->survey.mask[cell];
}

/* The tile that replaces the tip of a way: the water or chasm that it juts into, or rock. */
static enum tile_id filling(const struct gen_map *map, struct pos tip)
{
    int gaps[TILE_COUNT] = {0};

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos near = pos_step(tip, dir);
        gaps[gen_map_tile(map, near.x, near.y)]++;
    }
    return gaps[TILE_CHASM] > 1        ? TILE_CHASM
           : gaps[TILE_WATER_DEEP] > 1 ? TILE_WATER_DEEP
                                       : TILE_ROCK;
}

static void fill(struct gen_map *map, struct pos tip)
{
    gen_map_set(map, tip.x, tip.y, filling(map, tip));
    map->survey.open[gen_map_cell(map, tip.x, tip.y)] = 0;
}

/* Returns how many cells were filled. */
static int prune_from(struct gen_map *map, struct pos at, int length)
{
    int filled = 0;

    if (!is_tip(map, at) || gen_map_keeps_dead_end(map, at))
        return 0;
    for (; filled < length && is_tip(map, at); filled++) {
        struct pos next = only_neighbour(map, at);
        fill(map, at);
        at = next;
    }
    return filled;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

void pass_prune_dead_ends(struct gen_map *map, int length)
{
    int spare = 0;

    if (length == 0)
        return;
    survey_load(&map->survey, map->tiles);
    for (int cell = 0; cell < map->survey.cell_count; cell++)
        spare += map->survey.open[cell];
    spare = spare * PRUNE_PERCENT_MAX / 100;
    gen_map_mask_rooms(map);
    for (int cell = map->width; (cell = next_tip(&map->survey, cell)) != SURVEY_NONE;)
        spare -= prune_from(map, gen_map_pos(map, cell), smaller(length, spare));
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
 * more than STUB_LENGTH_MIN are counted. survey.open[] must be loaded from the map.
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

/* An open cell with one way out. */
static bool is_end(const struct gen_map *map, struct pos at)
{
    return map->survey.is_passable[map->tiles[gen_map_cell(map, at.x, at.y)]] &
           (gen_map_exits(map, at.x, at.y) == 1);
}

static void fill_stub(struct gen_map *map, struct pos at)
{
    enum tile_id tip = gen_map_tile(map, at.x, at.y);

    if (!is_end(map, at) || (tip != TILE_FLOOR && !tile_is_door(tip)))
        return;
    int length = stub_length(map, at);
    if (length == STUB_LENGTH_MIN || gen_map_keeps_dead_end(map, at))
        return;
    for (int filled = 0; filled < length; filled++) {
        struct pos next = only_neighbour(map, at);
        fill(map, at);
        at = next;
    }
}

/* The cell that a stub led to keeps two exits: no stub begins where one was filled. */
void pass_fill_stubs(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int cell = map->width; (cell = next_tip(&map->survey, cell)) != SURVEY_NONE;)
        fill_stub(map, gen_map_pos(map, cell));
}
