/*
 * The remembered map, for planning a fight.
 */
#include "support/tactics/ground.h"

#include <string.h>

#include "world/line.h"

/* Cells. A sleeper hears steps up to 4 cells away, and sees 2. */
static const int radii[GROUND_RADII] = {5, 3, 1, 0};

bool ground_is_shunned(const struct knowledge *known, const struct known_foe *foe,
                       const struct customs *customs)
{
    for (int i = 0; i < TACTIC_FEARED_MAX; i++) {
        if (known->notes->feared[i] == foe->id && foe->danger > DANGER_HARMLESS)
            return true;
    }
    return foe->band >= customs->shuns;
}

static bool is_passed_round(const struct knowledge *known, const struct known_foe *foe,
                            const struct customs *customs, enum ground_round round)
{
    if (round == ROUND_AWAKE)
        return foe->is_seen && foe->is_awake;
    return round == ROUND_SHUNNED && ground_is_shunned(known, foe, customs);
}

/* Closes all cells within `radius` of a foe to the search. */
static void wall_off(const struct path_map *map, uint8_t *tiles, struct pos at, int radius)
{
    int top = at.y - radius > 0 ? at.y - radius : 0;
    int left = at.x - radius > 0 ? at.x - radius : 0;

    for (int y = top; y <= at.y + radius && y < map->height; y++) {
        for (int x = left; x <= at.x + radius && x < map->width; x++)
            tiles[y * map->width + x] = TILE_ROCK;
    }
}

/* The map as it is, or a copy without what lies too near to a foe. */
static struct path_map map_round(const struct knowledge *known, const struct customs *customs,
                                 enum ground_round round, int radius)
{
    struct path_map map = known->map;
    bool is_copy = false;

    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        int off = radii[radius] < foe->distance - 1 ? radii[radius] : foe->distance - 1;
        if (radii[radius] == 0 || foe->distance == 0 ||
            !is_passed_round(known, foe, customs, round))
            continue;
        if (!is_copy)
            memcpy(known->ground, map.tiles, (size_t)map.width * (size_t)map.height);
        is_copy = true;
        wall_off(&map, known->ground, foe->at, off);
    }
    if (is_copy)
        map.tiles = known->ground;
    return map;
}

bool ground_way(const struct knowledge *known, const struct customs *customs,
                enum ground_round round, int radius, const struct path_goal *goal, struct path *out)
{
    const struct path_map map = map_round(known, customs, round, radius);

    return path_find(known->scratch, &map, known->at, goal, out) == ERR_OK && out->length > 0;
}

/* The kept way still serves; it is brought up to the cell underfoot. */
static bool is_way_good(const struct knowledge *known, const struct path_goal *goal)
{
    struct notes *notes = known->notes;
    const struct path *way = &notes->way;

    if (notes->way_goal != goal->kind || notes->way_next >= way->length)
        return false;
    struct pos to = pos_step(notes->way_at, (enum dir)way->dirs[notes->way_next]);
    if (pos_equal(known->at, to))
        notes->way_next++;
    else if (!pos_equal(known->at, notes->way_at))
        return false;
    return notes->way_next < way->length &&
           path_can_step(&known->map, known->at, (enum dir)way->dirs[notes->way_next]) &&
           (goal->kind != PATH_TO_UNKNOWN || path_borders_unknown(&known->map, way->end));
}

bool ground_step(const struct knowledge *known, const struct customs *customs,
                 const struct path_goal *goal, enum dir *out)
{
    struct notes *notes = known->notes;

    if (!is_way_good(known, goal)) {
        notes->way_next = 0;
        notes->way_goal = goal->kind;
        notes->way.length = 0;
        if (!ground_way(known, customs, ROUND_SHUNNED, notes->shun, goal, &notes->way))
            return false;
    }
    notes->way_at = known->at;
    *out = (enum dir)notes->way.dirs[notes->way_next];
    return true;
}

static bool is_foe_at(const struct knowledge *known, struct pos at)
{
    for (int i = 0; i < known->foe_count; i++) {
        if (known->foes[i].is_seen && pos_equal(known->foes[i].at, at))
            return true;
    }
    return false;
}

bool ground_has_line(const struct knowledge *known, struct pos from, struct pos to)
{
    const struct line line = {.from = from, .to = to};
    int steps = pos_distance(from, to);

    for (int step = 1; step < steps; step++) {
        struct pos at = line_cell(&line, step);
        if (tile_row(path_tile(&known->map, at))->is_opaque || is_foe_at(known, at))
            return false;
    }
    return true;
}

int ground_exits(const struct knowledge *known, struct pos at)
{
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        count += path_is_passable(&known->map, pos_step(at, dir));
    return count;
}

void ground_reach(const struct knowledge *known, uint8_t steps[GROUND_SIDE][GROUND_SIDE])
{
    struct pos queue[GROUND_SIDE * GROUND_SIDE];
    int head = 0;
    int tail = 0;

    memset(steps, GROUND_FAR, (size_t)GROUND_SIDE * GROUND_SIDE);
    steps[GROUND_NEAR][GROUND_NEAR] = 0;
    queue[tail++] = known->at;
    while (head < tail) {
        struct pos at = queue[head++];
        int so_far = steps[at.y - known->at.y + GROUND_NEAR][at.x - known->at.x + GROUND_NEAR];
        for (enum dir dir = DIR_NORTH; so_far < GROUND_NEAR && dir < DIR_COUNT; dir++) {
            struct pos to = pos_step(at, dir);
            uint8_t *cell =
                &steps[to.y - known->at.y + GROUND_NEAR][to.x - known->at.x + GROUND_NEAR];
            if (*cell != GROUND_FAR || !path_can_step(&known->map, at, dir) ||
                !path_is_walkable(&known->map, to) || is_foe_at(known, to))
                continue;
            *cell = (uint8_t)(so_far + 1);
            queue[tail++] = to;
        }
    }
}
