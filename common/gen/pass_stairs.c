/*
 * Stairs: far apart, and where one body blocks nobody.
 */
#include "gen/passes.h"

enum { STAIRS_FAR_PERCENT = 80, LANDING_FAR_PERCENT = 50, CORE_TRIES = 6 };

/* survey.open and survey.is_cut are those of the map as it stands. */
static bool can_take_stairs(const struct gen_map *map, int cell)
{
    struct pos at = gen_map_pos(map, cell);

    return map->tiles[cell] == TILE_FLOOR && !map->survey.is_cut[cell] &&
           survey_is_roomy(&map->survey, cell) && !gen_map_has_door_near(map, at.x, at.y, 1);
}

static int first_open_cell(const struct gen_map *map)
{
    int cell = 0;

    while (cell < map->survey.cell_count && !map->survey.open[cell])
        cell++;
    return cell < map->survey.cell_count ? cell : SURVEY_NONE;
}

/* Lists in order[] the cells that could take stairs. The map has an open cell. */
static int list_places(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int count = 0;

    survey_load(survey, map->tiles);
    survey_cuts(survey, first_open_cell(map));
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (survey->open[cell] && can_take_stairs(map, cell))
            survey->order[count++] = (uint32_t)cell;
    }
    return count;
}

/* The greatest distance[] among the first `count` of order[], reached ones only. */
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

/* One of the places at `near` steps or more, each as likely as another. There is at least one. */
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
 * A place in the core: the part of the level in which any two cells have two ways between them.
 * A random place is asked for its own such part; the largest of a few is taken, the first that
 * holds half of all places at once. Leaves is_cut[] and two_ways[] as seen from it.
 */
static int pick_in_core(struct gen_map *map, int count)
{
    struct survey *survey = &map->survey;
    int best = 0;
    int best_size = -1;
    int place = 0;

    for (int i = 0; i < CORE_TRIES && best_size * 2 < count; i++) {
        place = (int)survey->order[rng_below(&map->rng, (uint32_t)count)];
        survey_cuts(survey, place);
        int size = count_two_ways(survey, count);
        if (size > best_size) {
            best = place;
            best_size = size;
        }
    }
    if (place != best)
        survey_cuts(survey, best);
    return best;
}

/*
 * One of the places far from `from`, in the core if that goes at least half as far. two_ways[] is
 * that of `from`. SURVEY_NONE if `from` is the only place.
 */
static int pick_far_from(struct gen_map *map, int count, int from)
{
    struct survey *survey = &map->survey;

    survey_flood(survey, from);
    int far = farthest_place(survey, count, false);
    int far_in_core = farthest_place(survey, count, true);
    if (far == 0)
        return SURVEY_NONE;
    bool in_core = far_in_core * 2 >= far;
    int near = (in_core ? far_in_core : far) * STAIRS_FAR_PERCENT / 100;
    return pick_place(map, count, near > 0 ? near : 1, in_core);
}

bool pass_place_stairs(struct gen_map *map)
{
    int count = list_places(map);

    if (count < 2)
        return false;
    int up = pick_far_from(map, count, pick_in_core(map, count));
    if (up == SURVEY_NONE)
        return false;
    survey_cuts(&map->survey, up);
    int down = pick_far_from(map, count, up);
    map->tiles[up] = TILE_STAIRS_UP;
    map->tiles[down] = TILE_STAIRS_DOWN;
    map->up = gen_map_pos(map, up);
    map->down = gen_map_pos(map, down);
    return true;
}

/* The 3x3 around `cell`, moved off the ring where need be. */
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
