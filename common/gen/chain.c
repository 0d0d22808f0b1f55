/*
 * Style `chain`: the halls of an old fort. Large rooms and long galleries, which may share a wall
 * or run into each other, are joined in a ring from centre to centre by L-shaped tunnels that cut
 * through all between. After RogueSharp V3's map creator (F. Bodea, MIT), which joins rooms in the
 * order in which they were made; here the order is shortened first, so that tunnels seldom cross,
 * and the last room is joined to the first.
 *
 * Rooms, tunnels and doors are three passes: doors are placed when all digging is done.
 */
#include "gen/passes.h"
#include "gen/registry.h"

enum chain_knob {
    CHAIN_AREA,
    CHAIN_AREA_MIN,
    CHAIN_TRIES,
    CHAIN_SIDE_MIN,
    CHAIN_SIDE_MAX,
    CHAIN_GALLERIES,
    CHAIN_WINGS,
};

enum {
    ORDER_ROUNDS_MAX = 12, /* passes that shorten the ring */
    TUNNEL_TRIES = 8,      /* pairs of ends tried for a tunnel, each with both L shapes */
    WALL_COST = 6,         /* cost of a tunnel's cell beside an open cell */
    DOOR_COST = 3,         /* cost of passing through an opening already cut */
    WING_SIDE_MIN = 4,
};

static struct rect inside_of(struct rect outer)
{
    return (struct rect){(int16_t)(outer.x + 1), (int16_t)(outer.y + 1), (int16_t)(outer.width - 2),
                         (int16_t)(outer.height - 2)};
}

/* True if at least one line of wall separates two insides. */
static bool is_apart(struct rect a, struct rect b)
{
    return a.x > b.x + b.width || b.x > a.x + a.width || a.y > b.y + b.height ||
           b.y > a.y + a.height;
}

static bool is_clear(const struct gen_map *map, struct rect inside)
{
    for (int i = 0; i < map->room_count; i++) {
        if (!is_apart(inside, map->rooms[i]))
            return false;
    }
    return true;
}

/* Puts a room with these outer sides at a random place, if it is clear there. */
static void place_room(struct gen_map *map, int width, int height)
{
    if (width > map->width || height > map->height)
        return;
    int x = rng_range(&map->rng, 0, map->width - width);
    int y = rng_range(&map->rng, 0, map->height - height);
    struct rect outer = {(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};
    struct rect inside = inside_of(outer);

    if (is_clear(map, inside))
        gen_map_add_room(map, inside);
}

static void place_rooms(struct gen_map *map, const int *knobs, int rooms_max)
{
    int side_min = knobs[CHAIN_SIDE_MIN];
    int side_max = knobs[CHAIN_SIDE_MAX] > side_min ? knobs[CHAIN_SIDE_MAX] : side_min;

    for (int i = 0; i < knobs[CHAIN_TRIES] && map->room_count < rooms_max; i++) {
        int width = rng_range(&map->rng, side_min, side_max);
        int height = rng_range(&map->rng, side_min, side_max);
        if (rng_percent(&map->rng, knobs[CHAIN_GALLERIES])) {
            bool is_upright = rng_percent(&map->rng, 30);
            width = is_upright ? side_min - 1 : width * 2;
            height = is_upright ? height * 3 / 2 : side_min - 1;
        } else if (height > width) {
            /* A character is twice as tall as wide, so an upright room would look like a shaft. */
            height = width;
        }
        place_room(map, width, height);
    }
}

/*
 * The order of the rooms in the ring, as indices. Parts of the order are reversed where that
 * shortens the ring (2-opt; G. Croes, 1958).
 */
struct chain {
    int order[GEN_ROOMS_MAX];
    int count;
};

static int way_between(const struct gen_map *map, int a, int b)
{
    struct pos from = rect_centre(map->rooms[a]);
    struct pos to = rect_centre(map->rooms[b]);
    int dx = from.x > to.x ? from.x - to.x : to.x - from.x;
    int dy = from.y > to.y ? from.y - to.y : to.y - from.y;

    return dx + dy;
}

static void turn_round(struct chain *chain, int first, int last)
{
    for (; first < last; first++, last--) {
        int swapped = chain->order[first];
        chain->order[first] = chain->order[last];
        chain->order[last] = swapped;
    }
}

static bool straighten_once(const struct gen_map *map, struct chain *chain)
{
    const int *order = chain->order;
    bool has_changed = false;

    for (int i = 0; i + 2 < chain->count; i++) {
        for (int j = i + 2; j < chain->count; j++) {
            int behind = order[(j + 1) % chain->count];
            if (behind == order[i])
                continue;
            int now = way_between(map, order[i], order[i + 1]) + way_between(map, order[j], behind);
            int then =
                way_between(map, order[i], order[j]) + way_between(map, order[i + 1], behind);
            if (then < now) {
                turn_round(chain, i + 1, j);
                has_changed = true;
            }
        }
    }
    return has_changed;
}

static void order_rooms(const struct gen_map *map, struct chain *chain)
{
    chain->count = map->room_count;
    for (int i = 0; i < chain->count; i++)
        chain->order[i] = i;
    for (int round = 0; round < ORDER_ROUNDS_MAX; round++) {
        if (!straighten_once(map, chain))
            return;
    }
}

/* An L-shaped tunnel of two straight lines. */
struct tunnel {
    struct pos from;
    struct pos bend;
    struct pos to;
};

/* Returns the cost of one line: its length in rock, plus more where it would open a wall or a
   tunnel. */
static int line_cost(const struct gen_map *map, struct pos from, struct pos to)
{
    enum dir dir = dir_towards(from, to);
    int dx = dir == DIR_EAST || dir == DIR_WEST ? 0 : 1;
    int dy = 1 - dx;
    bool was_rock = false;
    int cost = 0;

    for (struct pos at = from; !pos_equal(at, to); at = pos_step(at, dir)) {
        bool is_rock = gen_map_is_rock(map, at.x, at.y);
        if (is_rock) {
            cost++;
            if (gen_map_is_open(map, at.x + dx, at.y + dy) ||
                gen_map_is_open(map, at.x - dx, at.y - dy))
                cost += WALL_COST;
        }
        cost += is_rock != was_rock ? DOOR_COST : 0;
        was_rock = is_rock;
    }
    return cost;
}

/* Draws a random cell in the middle half of a room. */
static struct pos near_centre(struct gen_map *map, struct rect room)
{
    struct pos centre = rect_centre(room);
    int dx = rng_range(&map->rng, -(room.width / 4), room.width / 4);
    int dy = rng_range(&map->rng, -(room.height / 4), room.height / 4);

    return pos_of(centre.x + dx, centre.y + dy);
}

static void dig_tunnel(struct gen_map *map, struct rect from, struct rect to)
{
    struct tunnel best = {0};
    int best_cost = INT32_MAX;

    for (int i = 0; i < 2 * TUNNEL_TRIES; i++) {
        struct tunnel tunnel;
        tunnel.from = near_centre(map, from);
        tunnel.to = near_centre(map, to);
        tunnel.bend = rng_percent(&map->rng, 50) ? pos_of(tunnel.to.x, tunnel.from.y)
                                                 : pos_of(tunnel.from.x, tunnel.to.y);
        int cost = line_cost(map, tunnel.from, tunnel.bend);
        cost += line_cost(map, tunnel.to, tunnel.bend);
        if (cost < best_cost) {
            best = tunnel;
            best_cost = cost;
        }
    }
    gen_map_carve_line(map, best.from, best.bend);
    gen_map_carve_line(map, best.bend, best.to);
}

static void dig_ring(struct gen_map *map, const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++) {
        int next = (i + 1) % chain->count;
        if (chain->count == 2 && next == 0)
            return;
        dig_tunnel(map, map->rooms[chain->order[i]], map->rooms[chain->order[next]]);
    }
}

/* Adds a second hall across the first, so that both make an L, a T or a cross. */
static void add_wing(struct gen_map *map, struct rect room)
{
    int width = rng_range(&map->rng, WING_SIDE_MIN, room.width + WING_SIDE_MIN);
    int height = rng_range(&map->rng, WING_SIDE_MIN, room.height + WING_SIDE_MIN);
    int x = rng_range(&map->rng, room.x - width / 2, room.x + room.width - width / 2 - 1);
    int y = rng_range(&map->rng, room.y - height / 2, room.y + room.height - height / 2 - 1);
    struct rect wing = {(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};

    if (x < 1 || y < 1 || x + width > map->width - 1 || y + height > map->height - 1)
        return;
    for (int i = 0; i < map->room_count; i++) {
        struct rect other = map->rooms[i];
        bool is_own = other.x == room.x && other.y == room.y;
        if (!is_own && !is_apart(wing, other))
            return;
    }
    gen_map_add_room(map, wing);
}

static void add_wings(struct gen_map *map, int percent)
{
    int count = map->room_count;

    for (int i = 0; i < count; i++) {
        if (rng_percent(&map->rng, percent))
            add_wing(map, map->rooms[i]);
    }
}

static bool draw_chain(struct gen_map *map, const int *knobs)
{
    struct chain chain;

    int area = gen_map_draw(map, knobs[CHAIN_AREA_MIN], knobs[CHAIN_AREA]);
    int rooms_max = map->width * map->height / area;
    place_rooms(map, knobs, rooms_max > 2 ? rooms_max : 2);
    if (map->room_count < 2)
        gen_map_add_pair(map, knobs[CHAIN_SIDE_MIN] - 2, 1);
    order_rooms(map, &chain);
    add_wings(map, knobs[CHAIN_WINGS]);
    dig_ring(map, &chain);
    pass_open_pinches(map);
    pass_hang_doors(map);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_chain = {
    .style = {
        .name = "chain",
        .help = "the halls and galleries of an old fort, joined in a ring",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [CHAIN_AREA] = {"room_area", 60, 2000, 260, "cells of the level a room, at most"},
            [CHAIN_AREA_MIN] = {"area_min", 60, 2000, 150, "least a level may draw as its own"},
            [CHAIN_TRIES] = {"tries", 20, 2000, 200, "rooms thrown, fitting or not"},
            [CHAIN_SIDE_MIN] = {"side_min", 5, 16, 7, "side of the smallest room, walls counted"},
            [CHAIN_SIDE_MAX] = {"side_max", 5, 30, 13, "side of the largest room, walls counted"},
            [CHAIN_GALLERIES] = {"galleries", 0, 100, 30, "rooms drawn out long, percent"},
            [CHAIN_WINGS] = {"wings", 0, 100, 15, "rooms with another across them, percent"},
        },
        .standards = {{GEN_DETOUR, 15, false}, {GEN_PRUNE, GEN_PRUNE_WHOLLY, true},
                      {GEN_STUBS, 0, true}},
    },
    .finish = {.piece_min = 4, .island_min = 4},
    .draw = draw_chain,
};
// clang-format on
