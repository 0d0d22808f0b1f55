/*
 * Stairs: far apart, and where one body blocks nobody.
 */
#include "gen/passes.h"

#include <string.h>

#include "gen/prove.h"

enum { STAIRS_FAR_PERCENT = 80, LANDING_FAR_PERCENT = 50, CORE_TRIES = 6 };

/* Sets mask[] to 1 at every door and in the ring of cells around it. */
static void mask_doors(struct gen_map *map)
{
    uint8_t *mask = map->survey.mask;
    int width = map->width;

    memset(mask, 0, (size_t)map->survey.cell_count);
    for (int cell = width; cell < map->survey.cell_count - width; cell++) {
        if (!tile_is_door((enum tile_id)map->tiles[cell]))
            continue;
        for (int row = cell - width; row <= cell + width; row += width)
            mask[row - 1] = mask[row] = mask[row + 1] = 1;
    }
}

static int first_open_cell(const struct gen_map *map)
{
    int cell = 0;

    while (cell < map->survey.cell_count && !map->survey.open[cell])
        cell++;
    return cell < map->survey.cell_count ? cell : SURVEY_NONE;
}

/* Puts the open cells beside deep water or a chasm into the queue, and marks them. Returns their
   number. */
static int list_brinks(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    memset(survey->mask, 0, (size_t)survey->cell_count);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (map->tiles[cell] != TILE_WATER_DEEP && map->tiles[cell] != TILE_CHASM)
            continue;
        for (int i = 0; i < 4; i++) {
            int next = cell + step[i];
            if (!survey->open[next] || survey->mask[next])
                continue;
            survey->mask[next] = 1;
            survey->queue[count++] = next;
        }
    }
    return count;
}

/* Removes from order[] those of its `count` cells that are a few steps from deep water or a chasm.
   Returns the number left. */
static int keep_from_brinks(struct gen_map *map, int count)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int end = list_brinks(map);
    int kept = 0;

    for (int head = 0; head < end; head++) {
        int at = survey->queue[head];
        for (int i = 0; i < 4 && survey->mask[at] < GEN_ARRIVAL_STEPS; i++) {
            int next = at + step[i];
            if (!survey->open[next] || survey->mask[next])
                continue;
            survey->mask[next] = (uint8_t)(survey->mask[at] + 1);
            survey->queue[end++] = next;
        }
    }
    for (int i = 0; i < count; i++) {
        if (!survey->mask[survey->order[i]])
            survey->order[kept++] = survey->order[i];
    }
    return kept;
}

/* True if a hall ends at that cell, so that everybody walks over it. */
static bool is_mouth(const struct survey *survey, int cell)
{
    int step[4] = {-survey->width, 1, survey->width, -1};

    for (int i = 0; i < 4; i++) {
        if (survey->open[cell + step[i]] && !survey_is_roomy(survey, cell + step[i]))
            return true;
    }
    return false;
}

/*
 * Lists in order[] the cells that could take stairs, and returns their number; leaves the result of
 * survey_cuts(). The map has an open cell. Each cell is written, and the next overwrites it if it
 * does not fit, as in survey_flood().
 */
static int list_places(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int count = 0;

    survey_load(survey, map->tiles);
    survey_cuts(survey, first_open_cell(map));
    mask_doors(map);
    for (int cell = map->width; cell < survey->cell_count - map->width; cell++) {
        survey->order[count] = (uint32_t)cell;
        if ((map->tiles[cell] != TILE_FLOOR) | survey->is_cut[cell] | survey->mask[cell])
            continue;
        count += survey_is_roomy(survey, cell) && !is_mouth(survey, cell);
    }
    return count;
}

/* Returns the greatest distance[] among those of the first `count` cells of order[] that were
   reached. */
static int farthest_place(const struct survey *survey, int count, bool two_ways)
{
    int far = 0;

    for (int i = 0; i < count; i++) {
        uint32_t cell = survey->order[i];
        int distance = survey->distance[cell];
        if (distance != SURVEY_FAR && distance > far && (!two_ways || survey->two_ways[cell]))
            far = distance;
    }
    return far;
}

/* Draws one of the places that are at least `near` steps away; there must be one. */
static int pick_place(struct gen_map *map, int count, int near, bool two_ways)
{
    struct survey *survey = &map->survey;
    uint32_t *chosen = survey->order + survey->cell_count;
    uint32_t chosen_count = 0;

    for (int i = 0; i < count; i++) {
        uint32_t cell = survey->order[i];
        int distance = survey->distance[cell];
        if (distance != SURVEY_FAR && distance >= near && (!two_ways || survey->two_ways[cell]))
            chosen[chosen_count++] = cell;
    }
    return (int)chosen[rng_below(&map->rng, chosen_count)];
}

static int count_two_ways(const struct survey *survey, int count)
{
    int two_ways = 0;

    for (int i = 0; i < count; i++)
        two_ways += survey->two_ways[survey->order[i]];
    return two_ways;
}

/*
 * Draws a place in the core: the part of the level in which any two cells have two ways between
 * them. For random places, measures the part of the level that has two ways to them: takes the
 * first with half of all places, or else the largest of a few. Leaves two_ways[] of that place.
 */
static int pick_in_core(struct gen_map *map, int count)
{
    struct survey *survey = &map->survey;
    int best = 0;
    int best_size = -1;
    int place = 0;

    for (int i = 0; i < CORE_TRIES && best_size * 2 < count; i++) {
        place = (int)survey->order[rng_below(&map->rng, (uint32_t)count)];
        survey_two_ways(survey, place);
        int size = count_two_ways(survey, count);
        if (size > best_size) {
            best = place;
            best_size = size;
        }
    }
    if (place != best)
        survey_two_ways(survey, best);
    return best;
}

/*
 * Draws a place far from `from`, in the core if that reaches at least half as far, or if the level
 * is to be furnished. Needs two_ways[] of `from`. SURVEY_NONE: there is no other place.
 */
static int pick_far_from(struct gen_map *map, int count, int from)
{
    struct survey *survey = &map->survey;

    survey_flood(survey, from);
    int far = farthest_place(survey, count, false);
    int far_in_core = farthest_place(survey, count, true);
    bool in_core = far_in_core * 2 >= far || map->furnishing.pieces != NULL;
    if (far == 0 || (in_core && far_in_core == 0))
        return SURVEY_NONE;
    int near = (in_core ? far_in_core : far) * STAIRS_FAR_PERCENT / 100;
    return pick_place(map, count, near > 0 ? near : 1, in_core);
}

static void drain(struct gen_map *map, struct pos stairs)
{
    for (int dy = -GEN_ARRIVAL_STEPS - 1; dy <= GEN_ARRIVAL_STEPS + 1; dy++) {
        for (int dx = -GEN_ARRIVAL_STEPS - 1; dx <= GEN_ARRIVAL_STEPS + 1; dx++) {
            enum tile_id tile = gen_map_tile(map, stairs.x + dx, stairs.y + dy);
            if (tile_row(tile)->is_gap)
                gen_map_set(map, stairs.x + dx, stairs.y + dy, TILE_FLOOR);
        }
    }
}

/* Dries the water near the stairs if all places are near deep water. */
static void drain_stairs(struct gen_map *map)
{
    drain(map, map->up);
    drain(map, map->down);
    pass_open_pinches(map);
    pass_mend_doors(map);
}

bool pass_place_stairs(struct gen_map *map)
{
    int count = list_places(map);

    if (map->furnishing.is_early)
        count = keep_from_brinks(map, count);
    if (count < 2)
        return false;
    int up = pick_far_from(map, count, pick_in_core(map, count));
    if (up == SURVEY_NONE)
        return false;
    survey_two_ways(&map->survey, up);
    int down = pick_far_from(map, count, up);
    if (down == SURVEY_NONE || map->survey.distance[down] < map->furnishing.path_min)
        return false;
    map->tiles[up] = TILE_STAIRS_UP;
    map->tiles[down] = TILE_STAIRS_DOWN;
    map->up = gen_map_pos(map, up);
    map->down = gen_map_pos(map, down);
    if (map->furnishing.pieces != NULL && !map->furnishing.is_early)
        drain_stairs(map);
    return true;
}

/* Carves 3x3 cells around `cell`, moved off the ring if necessary. */
static void carve_landing(struct gen_map *map, int cell)
{
    struct pos at = gen_map_pos(map, cell);
    int x = at.x < 2 ? 2 : (at.x > map->width - 3 ? map->width - 3 : at.x);
    int y = at.y < 2 ? 2 : (at.y > map->height - 3 ? map->height - 3 : at.y);

    gen_map_carve_rect(map, (struct rect){.x = (int16_t)(x - 1), .y = (int16_t)(y - 1), 3, 3});
}

static bool has_far_places(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int count = list_places(map);

    if (count < 2)
        return false;
    int reached = survey_flood(survey, (int)survey->order[0]);
    int deepest = survey->distance[survey->queue[reached - 1]];
    return farthest_place(survey, count, false) * 100 >= deepest * LANDING_FAR_PERCENT;
}

void pass_carve_landings(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    survey_load(survey, map->tiles);
    int first = first_open_cell(map);
    if (first == SURVEY_NONE || has_far_places(map))
        return;
    int reached = survey_flood(survey, first);
    int one_end = survey->queue[reached - 1];
    reached = survey_flood(survey, one_end);
    carve_landing(map, one_end);
    carve_landing(map, survey->queue[reached - 1]);
}
