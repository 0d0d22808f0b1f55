/*
 * Breaks in long halls, so that no way of one cell's width goes on and on without a sight.
 *
 * A stretch is a run of hall cells with two exits each; it is found as a piece of such cells and
 * walked from one end. Every few cells it gets a niche: a bay three cells wide, dug into rock that
 * nothing else touches, with a thing in the middle of its back wall. Where no cell has room for
 * that, a torch hangs on the wall. Neither joins or separates anything. The draws come from a
 * stream of their own: levels without long halls stay as they are.
 */
#include "gen/passes.h"

#include <string.h>

#include "gen/piece.h"

enum {
    STRETCH_MIN = 16, /* cells: shorter stretches stay as they are */
    APART_MIN = 6,    /* cells from the end of a stretch, or the last break, to the next niche */
    APART_MAX = 10,
    TORCH_AFTER = 5,   /* cells without room for a niche, until a torch is hung */
    BAY_DEPTH_MAX = 2, /* cells */
    BAY_REACH = 1,     /* cells of a bay on either side of its middle */
};

/* Things at the back of a niche, by weight. */
static const struct {
    enum tile_id tile;
    int weight;
} things[] = {{TILE_TORCH, 50}, {TILE_STATUE, 30}, {TILE_BOOKCASE, 20}};

/* Nobody keeps books in a cave. */
static enum tile_id pick_thing(struct rng *rng, bool is_natural)
{
    int roll = rng_range(rng, 1, 100);
    size_t i = 0;

    while (roll > things[i].weight)
        roll -= things[i++].weight;
    return is_natural && things[i].tile == TILE_BOOKCASE ? TILE_TORCH : things[i].tile;
}

/* Marks the cells of stretches in mask[]. */
static void mask_stretches(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    survey_load(survey, map->tiles);
    memset(survey->mask, 0, (size_t)survey->cell_count);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (map->tiles[cell] == TILE_FLOOR && survey->open[cell])
            survey->mask[cell] = survey_exits(survey, cell) == 2 && !survey_is_roomy(survey, cell);
    }
}

/* The next cell of a stretch; SURVEY_NONE at its end. Cells that were walked have left mask[]. */
static int next_of_stretch(const struct survey *survey, int cell)
{
    int step[4] = {-survey->width, 1, survey->width, -1};

    for (int i = 0; i < 4; i++) {
        if (survey->mask[cell + step[i]])
            return cell + step[i];
    }
    return SURVEY_NONE;
}

static int neighbours_of_stretch(const struct survey *survey, int cell)
{
    return survey->mask[cell - 1] + survey->mask[cell + 1] + survey->mask[cell - survey->width] +
           survey->mask[cell + survey->width];
}

/* Lists the stretch that ends at `cell` in order[] and takes it out of mask[]. */
static int walk_stretch(struct survey *survey, int cell)
{
    int count = 0;

    while (cell != SURVEY_NONE) {
        survey->order[count++] = (uint32_t)cell;
        survey->mask[cell] = 0;
        cell = next_of_stretch(survey, cell);
    }
    return count;
}

/* The straight direction a quarter turn clockwise from a straight one. */
static enum dir turned(enum dir dir)
{
    return dir == DIR_WEST ? DIR_NORTH : (enum dir)(dir + 2);
}

static struct pos moved(struct pos at, enum dir dir, int steps)
{
    struct pos step = pos_step(pos_of(0, 0), dir);

    return pos_of(at.x + step.x * steps, at.y + step.y * steps);
}

/* True if the bay and the walls around it are rock that no set piece has, and its thing would be
   beside no door, which needs rock. */
static bool has_rock(const struct gen_map *map, struct pos middle, enum dir side, int depth)
{
    enum dir along = turned(side);

    for (int away = 1; away <= depth + 1; away++) {
        for (int i = -BAY_REACH - 1; i <= BAY_REACH + 1; i++) {
            struct pos at = moved(moved(middle, side, away), along, i);
            struct rect cell = {(int16_t)at.x, (int16_t)at.y, 1, 1};
            if (!gen_map_is_rock(map, at.x, at.y) || !piece_is_clear(map, cell))
                return false;
        }
    }
    struct pos thing = moved(middle, side, depth + 1);
    return gen_map_is_inner(map, thing.x, thing.y) &&
           !gen_map_has_door_near(map, thing.x, thing.y, 1);
}

/* True if the hall is straight beside all of the bay. */
static bool is_straight(const struct gen_map *map, struct pos middle, enum dir side)
{
    enum dir along = turned(side);

    for (int i = -BAY_REACH; i <= BAY_REACH; i++) {
        struct pos at = moved(middle, along, i);
        if (gen_map_tile(map, at.x, at.y) != TILE_FLOOR)
            return false;
    }
    return true;
}

static void open_cell(struct gen_map *map, struct pos at)
{
    gen_map_carve(map, at.x, at.y);
    map->survey.open[gen_map_cell(map, at.x, at.y)] = 1;
}

static void dig_bay(struct gen_map *map, struct rng *rng, struct pos middle, enum dir side,
                    int depth)
{
    enum dir along = turned(side);
    struct pos thing = moved(middle, side, depth + 1);

    for (int away = 1; away <= depth; away++) {
        for (int i = -BAY_REACH; i <= BAY_REACH; i++) {
            struct pos at = moved(moved(middle, side, away), along, i);
            open_cell(map, at);
        }
    }
    gen_map_set(map, thing.x, thing.y, pick_thing(rng, map->finish.is_natural));
}

/* Digs a niche beside that cell of a hall. False: there is no room on any side. */
static bool dig_niche(struct gen_map *map, struct rng *rng, struct pos middle)
{
    enum dir first = (enum dir)(DIR_NORTH + 2 * rng_range(rng, 0, 3));
    int depth = rng_range(rng, 1, BAY_DEPTH_MAX);

    for (; depth > 0; depth--) {
        enum dir side = first;
        do {
            if (is_straight(map, middle, side) && has_rock(map, middle, side, depth)) {
                dig_bay(map, rng, middle, side, depth);
                return true;
            }
            side = turned(side);
        } while (side != first);
    }
    return false;
}

/* True if an inner cell is rock of no set piece and beside no door, which needs rock. */
static bool is_free_wall(const struct gen_map *map, struct pos at)
{
    struct rect cell = {(int16_t)at.x, (int16_t)at.y, 1, 1};

    return gen_map_is_inner(map, at.x, at.y) && gen_map_is_rock(map, at.x, at.y) &&
           piece_is_clear(map, cell) && !gen_map_has_door_near(map, at.x, at.y, 1);
}

/* False: all walls beside that cell belong to set pieces. */
static bool hang_torch(struct gen_map *map, struct pos hall)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos wall = pos_step(hall, dir);
        if (!is_free_wall(map, wall))
            continue;
        gen_map_set(map, wall.x, wall.y, TILE_TORCH);
        return true;
    }
    return false;
}

/* Breaks a stretch, which order[] lists. */
static void break_stretch(struct gen_map *map, struct rng *rng, int count)
{
    int next = rng_range(rng, APART_MIN, APART_MAX);

    for (int i = 0; i < count - APART_MIN; i++) {
        struct pos at = gen_map_pos(map, (int)map->survey.order[i]);
        if (i < next)
            continue;
        if (dig_niche(map, rng, at) || (i >= next + TORCH_AFTER && hang_torch(map, at)))
            next = i + rng_range(rng, APART_MIN, APART_MAX);
    }
}

void pass_break_halls(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    struct rng rng;

    rng_init(&rng, map->stub_salt);
    mask_stretches(map);
    /* The ends of stretches first, then the rings that have none. */
    for (int most = 1; most <= 2; most++) {
        for (int cell = 0; cell < survey->cell_count; cell++) {
            if (!survey->mask[cell] || neighbours_of_stretch(survey, cell) > most)
                continue;
            int count = walk_stretch(survey, cell);
            if (count >= STRETCH_MIN)
                break_stretch(map, &rng, count);
        }
    }
}
