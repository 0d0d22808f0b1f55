/*
 * Loops: short cuts where the way round is long, so that nobody can be shut in by one body.
 *
 * A place is an open cell with a straight run of rock to its east or south, flanked by rock all
 * along, and another open cell behind it. Places are tried in a shuffled order; each is looked at
 * afresh, because an earlier short cut may have shortened its way round.
 */
#include "gen/passes.h"

enum { LOOP_TRIES_MAX = 2000, LOOP_DOOR_SPACING = 2 };

struct run {
    struct pos from; /* open */
    struct pos to;   /* open */
    int length;      /* cells of rock between them */
    bool goes_south;
};

static bool is_plain_floor(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_FLOOR;
}

/* Measures the run of rock behind `from`. False if it is too long, touched or leads nowhere. */
static bool find_run(const struct gen_map *map, struct pos from, bool goes_south, struct run *out)
{
    int dx = goes_south ? 0 : 1;
    int dy = goes_south ? 1 : 0;
    struct run run = {.from = from, .to = from, .goes_south = goes_south};

    if (!is_plain_floor(map, from))
        return false;
    for (run.length = 0; run.length <= map->finish.loop_reach; run.length++) {
        run.to = pos_of(run.to.x + dx, run.to.y + dy);
        if (gen_map_is_open(map, run.to.x, run.to.y))
            break;
        if (!gen_map_is_inner(map, run.to.x, run.to.y) ||
            !gen_map_is_rock(map, run.to.x, run.to.y) ||
            !gen_map_is_rock(map, run.to.x + dy, run.to.y + dx) ||
            !gen_map_is_rock(map, run.to.x - dy, run.to.y - dx))
            return false;
    }
    *out = run;
    return run.length >= 1 && is_plain_floor(map, run.to);
}

static int list_runs(struct gen_map *map)
{
    struct run run;
    int count = 0;

    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            for (int south = 0; south < 2; south++) {
                if (find_run(map, pos_of(x, y), south != 0, &run))
                    map->survey.order[count++] = (uint32_t)(gen_map_cell(map, x, y) * 2 + south);
            }
        }
    }
    return count;
}

/* A door at `mouth` if the open cell beside it belongs to a wide place. */
static void hang_door(struct gen_map *map, struct pos mouth, struct pos beside)
{
    if (!survey_is_roomy(&map->survey, gen_map_cell(map, beside.x, beside.y)))
        return;
    if (!rng_percent(&map->rng, map->finish.loop_door_percent))
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
