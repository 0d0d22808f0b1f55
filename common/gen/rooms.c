/*
 * Style `rooms`: rectangular rooms at random places, large ones first, joined by L-shaped halls
 * with doors. After RogueSharp's RoomMapCreator (F. Bodea, MIT), with rooms joined to the nearest
 * one already joined instead of in the order of their making, and with loops.
 *
 * Only clean halls are dug. A clean hall leaves a room straight through its wall, keeps rock on
 * both sides, and ends at the first open cell that it meets. So halls never run inside a wall, lie
 * side by side, leave a pinch or cut a room's corner, and two exits are never next to each other. A
 * hall is traced first and dug only if it touches nothing on the way. Rooms that no hall reaches
 * are left to the joining pass.
 */
#include "gen/rooms.h"

#include "gen/passes.h"
#include "gen/registry.h"

enum {
    HALL_TRIES = 12,    /* halls drawn for one pair of rooms; the best is dug */
    HALL_SPACING = 2,   /* cells of wall between two exits on one side of a room */
    HALL_BEND_COST = 4, /* cost of a bend, in cells of length */
    HALL_NEAR_COST = 2, /* cost of a cell with an open cell two cells beside it */
};

static struct pos random_inside(struct rng *rng, struct rect room)
{
    int x = rng_range(rng, room.x, room.x + room.width - 1);
    int y = rng_range(rng, room.y, room.y + room.height - 1);
    return pos_of(x, y);
}

/* True if a cell is open `away` cells beside `at`, on either side of a hall in direction `dir`. */
static bool is_open_beside(const struct gen_map *map, struct pos at, enum dir dir, int away)
{
    bool is_upright = dir == DIR_NORTH || dir == DIR_SOUTH;
    int dx = is_upright ? away : 0;
    int dy = is_upright ? 0 : away;
    int open = gen_map_is_open(map, at.x + dx, at.y + dy);

    open |= gen_map_is_open(map, at.x - dx, at.y - dy);
    return open != 0;
}

/* True if the end of a hall has rock on both sides, so that it touches no other end. */
static bool is_clear_end(const struct gen_map *map, struct pos at, enum dir dir)
{
    for (int away = 1; away <= HALL_SPACING; away++) {
        if (is_open_beside(map, at, dir, away))
            return false;
    }
    return true;
}

/* True if a bend has rock all around, except for the two cells of its hall. */
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

/* Goes one leg from `at` to `until`. True while the hall is clean and has not arrived. */
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

/* Traces the L from `a` to `b`. False: it is not clean. */
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

enum rooms_knob {
    ROOMS_MAX,
    ROOMS_TRIES,
    ROOMS_TRIES_MIN,
    ROOMS_SIDE_MIN,
    ROOMS_SIDE_MAX,
    ROOMS_GAP,
};

enum {
    LOOP_PARTNERS = 4, /* rooms tried for a second hall of a room */
    JOIN_WORDS = (GEN_ROOMS_MAX + 63) / 64,
};

/* Which rooms and halls are joined so far. */
struct joining {
    bool is_joined[GEN_ROOMS_MAX];
    uint64_t has_failed[GEN_ROOMS_MAX]
                       [JOIN_WORDS]; /* bit b of row a is set while no hall leads from a to b */
};

/*
 * The rooms nearest to a room, nearest first, each with an upper bound of the steps to it from
 * centre to centre. A way only becomes shorter by digging.
 */
struct nearest {
    int centre; /* cell */
    int count;
    int rooms[LOOP_PARTNERS];
    int walk_max[LOOP_PARTNERS];
};

static bool is_too_near(struct rect a, struct rect b, int gap)
{
    return a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap &&
           b.y < a.y + a.height + gap;
}

static bool is_free(const struct gen_map *map, struct rect room, int gap)
{
    for (int i = 0; i < map->room_count; i++) {
        if (is_too_near(room, map->rooms[i], gap))
            return false;
    }
    return true;
}

/* Places rooms. Their sides shrink with the number of tries, so that small rooms fill the gaps
   between large ones. */
static void place_rooms(struct gen_map *map, const int *knobs)
{
    int side_min = knobs[ROOMS_SIDE_MIN];
    int side_max = knobs[ROOMS_SIDE_MAX] > side_min ? knobs[ROOMS_SIDE_MAX] : side_min;
    int tries = gen_map_draw(map, knobs[ROOMS_TRIES_MIN], knobs[ROOMS_TRIES]);

    for (int i = 0; i < tries && map->room_count < knobs[ROOMS_MAX]; i++) {
        int width_max = side_max - (side_max - side_min) * i / tries;
        /* A character is twice as tall as wide: rooms that look square are wider than high. */
        int height_max = width_max * 3 / 5 > side_min ? width_max * 3 / 5 : side_min;
        int width = rng_range(&map->rng, side_min, width_max);
        int height = rng_range(&map->rng, side_min, height_max);
        if (width > map->width - 2 || height > map->height - 2)
            continue;
        int x = rng_range(&map->rng, 1, map->width - 1 - width);
        int y = rng_range(&map->rng, 1, map->height - 1 - height);
        struct rect room = {(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};
        if (is_free(map, room, knobs[ROOMS_GAP]) && !gen_map_add_room(map, room))
            return;
    }
}

/* Returns the cells of rock between two rooms along a hall. */
static int room_distance(struct rect a, struct rect b)
{
    int east = b.x - (a.x + a.width);
    int west = a.x - (b.x + b.width);
    int south = b.y - (a.y + a.height);
    int north = a.y - (b.y + b.height);
    int dx = east > west ? east : west;
    int dy = south > north ? south : north;

    return (dx > 0 ? dx : 0) + (dy > 0 ? dy : 0);
}

/* Finds the nearest two rooms, one joined and one not, between which no hall has failed. False:
   there are none. */
static bool nearest_pair(const struct gen_map *map, const struct joining *joining, int *out_from,
                         int *out_to)
{
    int best = INT16_MAX;

    for (int from = 0; from < map->room_count; from++) {
        if (joining->is_joined[from])
            continue;
        for (int to = 0; to < map->room_count; to++) {
            if (!joining->is_joined[to] || (joining->has_failed[from][to / 64] >> (to % 64) & 1))
                continue;
            int distance = room_distance(map->rooms[from], map->rooms[to]);
            if (distance < best) {
                best = distance;
                *out_from = from;
                *out_to = to;
            }
        }
    }
    return best < INT16_MAX;
}

/* True if an open cell belongs to the joined part: each hall does, and each room marked as
   joined. */
static bool is_joined_at(const struct gen_map *map, const struct joining *joining, struct pos at)
{
    for (int i = 0; i < map->room_count; i++) {
        if (rect_contains(map->rooms[i], at))
            return joining->is_joined[i];
    }
    return true;
}

static void join_rooms(struct gen_map *map)
{
    struct joining joining = {0};
    struct hall hall;
    int from = 0;
    int to = 0;

    joining.is_joined[0] = true;
    while (nearest_pair(map, &joining, &from, &to)) {
        if (hall_find(map, map->rooms[from], map->rooms[to], &hall) &&
            is_joined_at(map, &joining, hall.stop)) {
            hall_dig(map, &hall);
            joining.is_joined[from] = true;
        } else {
            joining.has_failed[from][to / 64] |= UINT64_C(1) << (to % 64);
        }
    }
}

/* Lists the rooms nearest to `room`; of equally near ones the first. */
static void list_nearest(const struct gen_map *map, int room, struct nearest *out)
{
    struct pos centre = rect_centre(map->rooms[room]);
    int distances[LOOP_PARTNERS];

    out->centre = gen_map_cell(map, centre.x, centre.y);
    out->count = 0;
    for (int i = 0; i < map->room_count; i++) {
        int distance = room_distance(map->rooms[room], map->rooms[i]);
        if (i == room || (out->count == LOOP_PARTNERS && distance >= distances[LOOP_PARTNERS - 1]))
            continue;
        int at = out->count < LOOP_PARTNERS ? out->count++ : LOOP_PARTNERS - 1;
        for (; at > 0 && distances[at - 1] > distance; at--) {
            distances[at] = distances[at - 1];
            out->rooms[at] = out->rooms[at - 1];
        }
        distances[at] = distance;
        out->rooms[at] = i;
    }
    for (int i = 0; i < out->count; i++)
        out->walk_max[i] = SURVEY_FAR;
}

/*
 * Measures the walks from `room` to all others into distance[], and lowers the bounds of the walks
 * between two other rooms: such a walk is at most as long as the way over `room`. Unjoined rooms
 * are left out.
 */
static void measure_walks(struct gen_map *map, int room, struct nearest *nearest)
{
    const int32_t *distance = map->survey.distance;

    survey_flood(&map->survey, nearest[room].centre);
    for (int i = 0; i < map->room_count; i++) {
        int near_walk = distance[nearest[i].centre];
        for (int k = 0; k < nearest[i].count; k++) {
            int *walk_max = &nearest[i].walk_max[k];
            int far_walk = distance[nearest[nearest[i].rooms[k]].centre];
            if (i == room)
                *walk_max = far_walk == SURVEY_FAR ? 0 : far_walk;
            else if (near_walk + far_walk < *walk_max)
                *walk_max = near_walk + far_walk;
        }
    }
}

static bool may_be_longer(const struct nearest *nearest, int walk)
{
    for (int k = 0; k < nearest->count; k++) {
        if (nearest->walk_max[k] > walk)
            return true;
    }
    return false;
}

static void dig_and_open(struct gen_map *map, const struct hall *hall)
{
    hall_dig(map, hall);
    for (int i = 0; i < hall->length; i++)
        map->survey.open[gen_map_cell(map, hall->cells[i].x, hall->cells[i].y)] = 1;
}

/*
 * Digs one hall from `room` to one of its nearest rooms that is a long walk away and at most
 * finish.loop_reach cells through the rock. False: there is none.
 */
static bool dig_way_round(struct gen_map *map, int room, int detour, struct nearest *all)
{
    const struct nearest *nearest = &all[room];
    struct hall hall;

    measure_walks(map, room, all);
    for (int k = 0; k < nearest->count; k++) {
        if (nearest->walk_max[k] <= detour ||
            !hall_find(map, map->rooms[room], map->rooms[nearest->rooms[k]], &hall))
            continue;
        int walk = map->survey.distance[gen_map_cell(map, hall.stop.x, hall.stop.y)];
        if (hall.length <= map->finish.loop_reach && walk > detour + hall.length) {
            dig_and_open(map, &hall);
            return true;
        }
    }
    return false;
}

/*
 * Digs up to `loops_max` loops and returns their number. The longest walks are shortened first: one
 * large ring frees more rooms from their single exit than many small ones.
 */
static int dig_ways_round(struct gen_map *map, int loops_max, int detour)
{
    static const int detour_factors[] = {8, 4, 2, 1};
    uint32_t rooms[GEN_ROOMS_MAX];
    struct nearest nearest[GEN_ROOMS_MAX];
    int dug = 0;

    for (int i = 0; i < map->room_count; i++) {
        rooms[i] = (uint32_t)i;
        list_nearest(map, i, &nearest[i]);
    }
    rng_shuffle(&map->rng, rooms, (uint32_t)map->room_count);
    survey_load(&map->survey, map->tiles);
    for (size_t round = 0; round < sizeof detour_factors / sizeof detour_factors[0]; round++) {
        int wanted = detour * detour_factors[round];
        for (int i = 0; i < map->room_count && dug < loops_max; i++) {
            int room = (int)rooms[i];
            if (may_be_longer(&nearest[room], wanted))
                dug += dig_way_round(map, room, wanted, nearest);
        }
    }
    return dug;
}

static bool draw_rooms(struct gen_map *map, const int *knobs)
{
    place_rooms(map, knobs);
    if (map->room_count < 2)
        gen_map_add_pair(map, knobs[ROOMS_SIDE_MIN], knobs[ROOMS_GAP]);
    join_rooms(map);
    map->finish.loops_max -= dig_ways_round(map, map->finish.loops_max, map->finish.loop_detour);
    pass_hang_doors(map);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_rooms = {
    .style = {
        .name = "rooms",
        .help = "rooms of many sizes, joined by halls with doors",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [ROOMS_MAX] = {"rooms_max", 2, GEN_ROOMS_MAX, GEN_ROOMS_MAX, "rooms at most"},
            [ROOMS_TRIES] = {"tries", 1, 2000, 200, "rooms thrown, fitting or not, at most"},
            [ROOMS_TRIES_MIN] = {"tries_min", 1, 2000, 60, "least a level may draw as its own"},
            [ROOMS_SIDE_MIN] = {"side_min", 2, 20, 4, "inside of the smallest room, cells"},
            [ROOMS_SIDE_MAX] = {"side_max", 2, 40, 16, "inside of the widest room, cells"},
            [ROOMS_GAP] = {"gap", 1, 8, 3, "cells of rock between two rooms at least"},
        },
        .standards = {{GEN_DOORS, 75, false}, {GEN_DETOUR, 15, false}, {GEN_REACH, 30, false},
                      {GEN_PRUNE, GEN_PRUNE_WHOLLY, true}, {GEN_STUBS, 0, true}},
    },
    .finish = {.piece_min = 4, .island_min = 4},
    .draw = draw_rooms,
};
// clang-format on
