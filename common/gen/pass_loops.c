/*
 * Loops: short cuts where the way around is long, so that no single body can shut anybody in.
 *
 * A place for one is an open cell with a straight run of rock to its east or south, flanked by rock
 * all along, and another open cell behind it. Places are tried in a shuffled order; each is checked
 * again, because an earlier short cut may have shortened its way around.
 */
#include "gen/passes.h"

#include <stdlib.h>

enum {
    LOOP_TRIES_MAX = 2000,
    LOOP_DOOR_SPACING = 2,
    CORE_RUNS_MAX = 8,    /* most short cuts made to widen the core */
    CORE_ROOTS = 6,       /* cells whose cores are computed */
    CORE_PERCENT = 60,    /* share of the level that its core should cover, in percent */
    CORE_DETOUR_MIN = 12, /* shortest way around, in steps, for a short cut that widens the core */
};

struct run {
    struct pos from; /* open cell before the rock */
    struct pos to;   /* open cell behind the rock */
    int length;      /* cells of rock between them */
    bool goes_south;
};

/* Measures the run of rock behind `from`, an inner cell. False: it is too long, touches an open
   cell, or leads nowhere. */
static bool find_run(const struct gen_map *map, struct pos from, bool goes_south, struct run *out)
{
    int ahead = goes_south ? map->width : 1;
    int aside = goes_south ? 1 : map->width;
    int rest = goes_south ? map->height - 2 - from.y : map->width - 2 - from.x; /* to the ring */
    const uint8_t *tile = map->tiles + from.y * map->width + from.x;
    int length = 0;

    if (*tile != TILE_FLOOR)
        return false;
    for (; length <= map->finish.loop_reach; length++) {
        tile += ahead;
        if (length >= rest)
            return false;
        if (map->survey.is_passable[*tile])
            break;
        if (*tile != TILE_ROCK || tile[aside] != TILE_ROCK || tile[-aside] != TILE_ROCK)
            return false;
    }
    if (length < 1 || length > map->finish.loop_reach || *tile != TILE_FLOOR)
        return false;
    int to_x = from.x + (goes_south ? 0 : length + 1);
    int to_y = from.y + (goes_south ? length + 1 : 0);
    *out = (struct run){
        .from = from, .to = pos_of(to_x, to_y), .length = length, .goes_south = goes_south};
    return true;
}

/* Tests quickly whether a run may begin at that cell: four tiles exclude most cells. */
static bool may_begin(const uint8_t *tile, int ahead, int aside)
{
    return (tile[0] == TILE_FLOOR) & (tile[ahead] == TILE_ROCK) &
           (tile[ahead + aside] == TILE_ROCK) & (tile[ahead - aside] == TILE_ROCK);
}

static int list_runs(struct gen_map *map)
{
    int step[2] = {1, map->width};
    struct run run;
    int count = 0;

    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            const uint8_t *tile = map->tiles + y * map->width + x;
            for (int south = 0; south < 2; south++) {
                if (may_begin(tile, step[south], step[1 - south]) &&
                    find_run(map, pos_of(x, y), south != 0, &run))
                    map->survey.order[count++] = (uint32_t)((y * map->width + x) * 2 + south);
            }
        }
    }
    return count;
}

/* Adds a door at `mouth` if the open cell beside it belongs to a wide place. */
static void hang_door(struct gen_map *map, struct pos mouth, struct pos beside)
{
    if (!survey_is_roomy(&map->survey, gen_map_cell(map, beside.x, beside.y)))
        return;
    if (!rng_percent(&map->rng, map->finish.door_percent))
        return;
    if (gen_map_is_doorway(map, mouth.x, mouth.y) &&
        !gen_map_has_door_near(map, mouth.x, mouth.y, LOOP_DOOR_SPACING))
        gen_map_set(map, mouth.x, mouth.y, TILE_DOOR_CLOSED);
}

static void open_run(struct gen_map *map, const struct run *run)
{
    enum dir dir = run->goes_south ? DIR_SOUTH : DIR_EAST;
    struct pos first = pos_step(run->from, dir);
    struct pos last = pos_step(run->to, dir_opposite(dir));

    gen_map_carve_line(map, first, last);
    hang_door(map, first, run->from);
    hang_door(map, last, run->to);
    for (struct pos at = first; !pos_equal(at, run->to); at = pos_step(at, dir))
        map->survey.open[gen_map_cell(map, at.x, at.y)] = 1;
}

static bool is_worth_it(struct gen_map *map, const struct run *run)
{
    int from = gen_map_cell(map, run->from.x, run->from.y);
    int to = gen_map_cell(map, run->to.x, run->to.y);

    return !survey_is_near(&map->survey, from, to, map->finish.loop_detour + run->length);
}

void pass_open_loops(struct gen_map *map)
{
    int opened = 0;

    if (map->finish.loops_max == 0 || map->finish.loop_reach == 0)
        return;
    survey_load(&map->survey, map->tiles);
    int count = list_runs(map);
    rng_shuffle(&map->rng, map->survey.order, (uint32_t)count);
    for (int i = 0; i < count && i < LOOP_TRIES_MAX && opened < map->finish.loops_max; i++) {
        uint32_t place = map->survey.order[i];
        struct run run;
        if (find_run(map, gen_map_pos(map, (int)(place / 2)), place % 2 != 0, &run) &&
            is_worth_it(map, &run)) {
            open_run(map, &run);
            opened++;
        }
    }
}

/* Counts the open cells with two ways from the last root. */
static int count_core(const struct survey *survey)
{
    int count = 0;

    for (int cell = 0; cell < survey->cell_count; cell++)
        count += survey->open[cell] & survey->two_ways[cell];
    return count;
}

/* Returns, of a few random cells, the one with the largest core; leaves two_ways[] of that cell. */
static int find_core(struct gen_map *map, int open_count)
{
    struct survey *survey = &map->survey;
    int best = SURVEY_NONE;
    int best_size = -1;
    int root = SURVEY_NONE;

    for (int i = 0; i < CORE_ROOTS && best_size * 2 < open_count; i++) {
        if (i > 0)
            (void)survey_flood(survey, root);
        root = survey->queue[rng_below(&map->rng, (uint32_t)open_count)];
        if (i == 0)
            survey_cuts(survey, root);
        else
            survey_two_ways(survey, root);
        int size = count_core(survey);
        if (size > best_size) {
            best = root;
            best_size = size;
        }
    }
    if (root != best)
        survey_two_ways(survey, best);
    return best;
}

/* Finds the listed run out of the core with the longest way around. False: none is long enough. */
static bool find_way_out(struct gen_map *map, int count, struct run *out)
{
    struct survey *survey = &map->survey;
    int longest = CORE_DETOUR_MIN - 1;

    for (int i = 0; i < count; i++) {
        uint32_t place = survey->order[i];
        struct run run;
        if (!find_run(map, gen_map_pos(map, (int)(place / 2)), place % 2 != 0, &run))
            continue;
        int from = gen_map_cell(map, run.from.x, run.from.y);
        int to = gen_map_cell(map, run.to.x, run.to.y);
        int round = abs(survey->distance[from] - survey->distance[to]) - run.length;
        if (survey->two_ways[from] == survey->two_ways[to] || round <= longest)
            continue;
        longest = round;
        *out = run;
    }
    return longest >= CORE_DETOUR_MIN;
}

void pass_widen_core(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int first = 0;
    struct run run;

    if (map->furnishing.pieces == NULL || map->finish.loop_reach == 0)
        return;
    survey_load(survey, map->tiles);
    while (!survey->open[first])
        first++;
    int open_count = survey_flood(survey, first);
    int root = find_core(map, open_count);
    int count = list_runs(map);
    for (int i = 0; i < CORE_RUNS_MAX; i++) {
        if (count_core(survey) * 100 >= open_count * CORE_PERCENT)
            break;
        (void)survey_flood(survey, root);
        if (!find_way_out(map, count, &run))
            break;
        open_run(map, &run);
        survey_cuts(survey, root);
    }
}
