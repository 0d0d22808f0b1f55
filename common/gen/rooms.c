/*
 * Style `rooms`: rectangular rooms thrown at random, large ones first, joined by L-shaped halls
 * with doors. After RogueSharp's RoomMapCreator (F. Bodea, MIT), with rooms joined to the nearest
 * one already joined instead of in the order of their making, and ways round.
 *
 * Only clean halls are dug (hall.h). Rooms that none reaches are left to the joining pass.
 */
#include "gen/hall.h"
#include "gen/passes.h"
#include "gen/registry.h"

enum rooms_knob {
    ROOMS_MAX,
    ROOMS_TRIES,
    ROOMS_SIDE_MIN,
    ROOMS_SIDE_MAX,
    ROOMS_GAP,
    ROOMS_DOORS,
    ROOMS_LOOPS,
    ROOMS_DETOUR,
    ROOMS_REACH,
};

enum {
    LOOP_PARTNERS = 4, /* rooms that one room is tried with for an extra hall */
    JOIN_WORDS = (LEVEL_ROOMS_MAX + 63) / 64,
};

/* What the joining goes by. */
struct joining {
    bool is_joined[LEVEL_ROOMS_MAX];
    uint64_t has_failed[LEVEL_ROOMS_MAX][JOIN_WORDS]; /* bit b of row a: no hall from a to b */
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

/* Sides shrink as the tries go by, so that small rooms fill the gaps between large ones. */
static void place_rooms(struct gen_map *map, const int *knobs)
{
    int side_min = knobs[ROOMS_SIDE_MIN];
    int side_max = knobs[ROOMS_SIDE_MAX] > side_min ? knobs[ROOMS_SIDE_MAX] : side_min;
    int tries = knobs[ROOMS_TRIES];

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

/* The cells of rock between two rooms, counted as a hall would go. */
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

/* The nearest pair of a room not yet joined and one that is, failed ones left out. */
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

/* Whether an open cell belongs to what is joined: any hall does, and the rooms marked so. */
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

static int centre_cell(const struct gen_map *map, int room)
{
    struct pos centre = rect_centre(map->rooms[room]);
    return gen_map_cell(map, centre.x, centre.y);
}

/* The nearest room that is not out, the first of equals; -1 if all are. */
static int nearest_partner(const struct gen_map *map, int room, const bool *is_out)
{
    int best = -1;
    int best_distance = INT16_MAX;

    for (int i = 0; i < map->room_count; i++) {
        int distance = room_distance(map->rooms[room], map->rooms[i]);
        if (!is_out[i] && distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

/*
 * Digs one hall from `room` to one of its nearest neighbours, if it is a long walk away.
 * Where nothing was dug, `*longest` becomes the longest of those walks: later digging can only
 * shorten it.
 */
static bool dig_way_round(struct gen_map *map, int room, int detour, int *longest)
{
    struct survey *survey = &map->survey;
    bool is_out[LEVEL_ROOMS_MAX] = {false};
    struct hall hall;
    int longest_seen = 0;

    is_out[room] = true;
    survey_flood(survey, centre_cell(map, room));
    for (int tries = 0; tries < LOOP_PARTNERS; tries++) {
        int other = nearest_partner(map, room, is_out);
        if (other < 0)
            break;
        is_out[other] = true;
        int walk = survey->distance[centre_cell(map, other)];
        if (walk == SURVEY_FAR)
            continue;
        longest_seen = walk > longest_seen ? walk : longest_seen;
        if (walk <= detour || !hall_find(map, map->rooms[room], map->rooms[other], &hall))
            continue;
        walk = survey->distance[gen_map_cell(map, hall.stop.x, hall.stop.y)];
        if (walk > detour + hall.length) {
            hall_dig(map, &hall);
            survey_load(survey, map->tiles);
            return true;
        }
    }
    *longest = longest_seen;
    return false;
}

/*
 * Returns how many ways round were dug, at most `loops_max`. The longest walks are cut short
 * first: one great ring frees more rooms from their single way out than many small ones.
 */
static int dig_ways_round(struct gen_map *map, int loops_max, int detour)
{
    static const int detour_factors[] = {8, 4, 2, 1};
    uint32_t rooms[LEVEL_ROOMS_MAX];
    int longest[LEVEL_ROOMS_MAX];
    int dug = 0;

    for (int i = 0; i < map->room_count; i++) {
        rooms[i] = (uint32_t)i;
        longest[i] = SURVEY_FAR;
    }
    rng_shuffle(&map->rng, rooms, (uint32_t)map->room_count);
    survey_load(&map->survey, map->tiles);
    for (size_t round = 0; round < sizeof detour_factors / sizeof detour_factors[0]; round++) {
        int wanted = detour * detour_factors[round];
        for (int i = 0; i < map->room_count && dug < loops_max; i++) {
            int room = (int)rooms[i];
            if (longest[room] > wanted)
                dug += dig_way_round(map, room, wanted, &longest[room]);
        }
    }
    return dug;
}

static bool draw_rooms(struct gen_map *map, const int *knobs)
{
    int loops_max = knobs[ROOMS_LOOPS];

    place_rooms(map, knobs);
    if (map->room_count < 2)
        return false;
    join_rooms(map);
    int dug = dig_ways_round(map, loops_max, knobs[ROOMS_DETOUR]);
    pass_hang_doors(map, knobs[ROOMS_DOORS]);
    map->finish.loops_max = loops_max - dug;
    map->finish.loop_detour = knobs[ROOMS_DETOUR];
    map->finish.loop_reach = knobs[ROOMS_REACH];
    map->finish.loop_door_percent = knobs[ROOMS_DOORS];
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
            [ROOMS_MAX] = {"rooms_max", 2, LEVEL_ROOMS_MAX, LEVEL_ROOMS_MAX, "rooms at most"},
            [ROOMS_TRIES] = {"tries", 1, 2000, 200, "rooms thrown, fitting or not"},
            [ROOMS_SIDE_MIN] = {"side_min", 2, 20, 4, "inside of the smallest room, cells"},
            [ROOMS_SIDE_MAX] = {"side_max", 2, 40, 16, "inside of the widest room, cells"},
            [ROOMS_GAP] = {"gap", 1, 8, 3, "cells of rock between two rooms at least"},
            [ROOMS_DOORS] = {"doors", 0, 100, 75, "doorways that get a door, percent"},
            [ROOMS_LOOPS] = {"loops", 0, 60, 12, "ways round at most"},
            [ROOMS_DETOUR] = {"detour", 4, 200, 15, "steps saved for a way round to be dug"},
            [ROOMS_REACH] = {"reach", 1, 30, 8, "cells of rock a short cut may cross"},
        },
    },
    .finish = {.piece_min = 4, .prune_length = FINISH_PRUNE_ALL, .island_min = 4},
    .draw = draw_rooms,
};
// clang-format on
