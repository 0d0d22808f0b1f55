/*
 * Clean halls: traced first, dug only if they touch nothing on the way.
 */
#include "gen/hall.h"

enum {
    HALL_TRIES = 12,    /* traces for one pair of rooms; the best is dug */
    HALL_SPACING = 2,   /* cells of wall between two exits on one side of a room */
    HALL_BEND_COST = 4, /* in cells of length, when halls are compared */
    HALL_NEAR_COST = 2, /* for each cell with something open two cells beside it */
};

static struct pos random_inside(struct rng *rng, struct rect room)
{
    int x = rng_range(rng, room.x, room.x + room.width - 1);
    int y = rng_range(rng, room.y, room.y + room.height - 1);
    return pos_of(x, y);
}

/* Whether a cell is open `away` cells beside `at`, on either side of a hall that goes in `dir`. */
static bool is_open_beside(const struct gen_map *map, struct pos at, enum dir dir, int away)
{
    bool is_upright = dir == DIR_NORTH || dir == DIR_SOUTH;
    int dx = is_upright ? away : 0;
    int dy = is_upright ? 0 : away;
    int open = gen_map_is_open(map, at.x + dx, at.y + dy);

    open |= gen_map_is_open(map, at.x - dx, at.y - dy);
    return open != 0;
}

/* Rock on both sides of an end of a hall, so that no other end stands next to it. */
static bool is_clear_end(const struct gen_map *map, struct pos at, enum dir dir)
{
    for (int away = 1; away <= HALL_SPACING; away++) {
        if (is_open_beside(map, at, dir, away))
            return false;
    }
    return true;
}

/* A bend needs rock all round but for the two cells of the hall itself. */
static bool is_clean_bend(const struct gen_map *map, struct pos at, enum dir from, enum dir to)
{
    struct pos back = pos_step(at, dir_opposite(from));
    struct pos ahead = pos_step(at, to);

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos near = pos_step(at, dir);
        if (!pos_equal(near, back) && !pos_equal(near, ahead) &&
            gen_map_is_open(map, near.x, near.y))
            return false;
    }
    return true;
}

/* Goes from `at` one leg to `until`. True while the hall is still clean and has not arrived. */
static bool trace_leg(const struct gen_map *map, struct pos *at, struct pos until, enum dir bend_to,
                      struct hall *hall, bool *arrived)
{
    enum dir dir = dir_towards(*at, until);

    while (!pos_equal(*at, until)) {
        *at = pos_step(*at, dir);
        if (gen_map_is_open(map, at->x, at->y)) {
            if (hall->length == 0)
                continue;
            hall->stop = *at;
            *arrived = true;
            return false;
        }
        bool is_bend = pos_equal(*at, until) && bend_to != DIR_NONE;
        if (is_bend ? !is_clean_bend(map, *at, dir, bend_to) : is_open_beside(map, *at, dir, 1))
            return false;
        if (!is_bend)
            hall->cost += HALL_NEAR_COST * is_open_beside(map, *at, dir, 2);
        hall->cells[hall->length++] = *at;
    }
    return true;
}

static enum dir last_leg(const struct hall *hall)
{
    return dir_towards(hall->cells[hall->length - 1], hall->stop);
}

/* Traces the L from `a` to `b`. False if it is not clean. */
static bool trace_hall(const struct gen_map *map, struct pos a, struct pos b, bool upright_first,
                       struct hall *hall)
{
    struct pos bend = upright_first ? pos_of(a.x, b.y) : pos_of(b.x, a.y);
    enum dir second = dir_towards(bend, b);
    struct pos at = a;
    bool arrived = false;

    hall->length = 0;
    hall->cost = 0;
    if (trace_leg(map, &at, bend, second, hall, &arrived))
        trace_leg(map, &at, b, DIR_NONE, hall, &arrived);
    if (!arrived)
        return false;
    struct pos before = hall->length > 1 ? hall->cells[1] : hall->stop;
    enum dir first = dir_towards(hall->cells[0], before);
    hall->cost += hall->length;
    if (hall->cells[0].x != hall->stop.x && hall->cells[0].y != hall->stop.y)
        hall->cost += HALL_BEND_COST;
    return is_clear_end(map, hall->cells[0], first) &&
           is_clear_end(map, hall->cells[hall->length - 1], last_leg(hall));
}

bool hall_find(struct gen_map *map, struct rect from, struct rect to, struct hall *best)
{
    struct hall hall;
    bool found = false;

    for (int i = 0; i < HALL_TRIES; i++) {
        struct pos a = random_inside(&map->rng, from);
        struct pos b = random_inside(&map->rng, to);
        bool upright_first = rng_percent(&map->rng, 50);
        if (trace_hall(map, a, b, upright_first, &hall) && (!found || hall.cost < best->cost)) {
            *best = hall;
            found = true;
        }
    }
    return found;
}

void hall_dig(struct gen_map *map, const struct hall *hall)
{
    for (int i = 0; i < hall->length; i++)
        gen_map_carve(map, hall->cells[i].x, hall->cells[i].y);
}
