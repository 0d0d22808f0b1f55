/*
 * A large level as a grid of sectors. Each is drawn, furnished and proven as a level of its own, by
 * the request's style and with a stream of its own; one sector keeps its stairs up, the one in the
 * opposite corner its stairs down, and all other stairs become floor.
 *
 * Two openings join each pair of neighbours. An opening is a hall through the rock between them,
 * with at most two bends on the seam, from core to core if possible: the core of a sector is the
 * ground in which no single body separates any two cells. Two cores that are joined twice are one
 * core again, so the whole has one, with both stairs and all levers in it. In the end the whole is
 * proven like any level, and drawn again if it is wrong: by the same style, then as plain grids of
 * rooms, and then as halls without furnishing.
 */
#include "gen/sectors.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "gen/prove.h"
#include "gen/registry.h"
#include "gen/survey.h"

enum {
    SECTORS_MAX = (LEVEL_WIDTH_MAX / GEN_SECTOR_WIDTH) * (LEVEL_HEIGHT_MAX / GEN_SECTOR_HEIGHT),
    PLACES_EACH = SPOTS_MAX / SECTORS_MAX - 2, /* and a landmark */
    TRIES = 60,                                /* drawings of all sectors with one style */
    HALL_TRIES = 100,                          /* and as halls, of which nearly all are right */
    OPENINGS = 2,                              /* of each border */
    APART = 4, /* cells from the ends and the middle of a border without an opening, on long ones */
    SEAM = 1,  /* cells of rock on the sides of each sector, for the bends of openings */
    LONGER_MAX = 3, /* cells by which an end of an opening may be farther than the nearest */
    STAIRS_APART = GEN_ARRIVAL_STEPS + 2, /* king's moves from an opening to the stairs, at least */
    SECTOR_SALT = 0x5EC7,
};

/* Ground at which an opening may end. The core of its sector is better; the way around by other
   sectors makes up for an end outside it. */
enum end { END_NONE, END_GROUND, END_CORE };

struct sectors {
    const struct gen_request *request;
    int columns;
    int rows;
    int up; /* numbers of the sectors with the stairs, row by row */
    int down;
    struct rng rng;
    uint8_t *tiles; /* owned; of the whole level */
    uint8_t *ends;  /* owned; enum end, of the cells of all sectors */
    uint8_t *taken; /* owned; 1: in a set piece, its outer ring included */
    struct survey survey;
    struct pos stairs_up;
    struct pos stairs_down;
    struct rect rooms[LEVEL_ROOMS_MAX];
    int room_count;
    struct gate gates[GATES_MAX];
    int gate_count;
    struct spot spots[SPOTS_MAX];
    int spot_count;
};

/* Begin of part `number` of `parts` equal ones. */
static int part_begin(int size, int parts, int number)
{
    return size * number / parts;
}

static int sector_count(const struct sectors *sectors)
{
    return sectors->columns * sectors->rows;
}

/* Area of a sector, without the seam around it. */
static struct rect sector_area(const struct sectors *sectors, int number)
{
    int column = number % sectors->columns;
    int row = number / sectors->columns;
    int left = part_begin(sectors->request->width, sectors->columns, column);
    int top = part_begin(sectors->request->height, sectors->rows, row);
    int right = part_begin(sectors->request->width, sectors->columns, column + 1);
    int bottom = part_begin(sectors->request->height, sectors->rows, row + 1);

    int aside = sectors->columns > 1 ? SEAM : 0;
    int above = sectors->rows > 1 ? SEAM : 0;

    return (struct rect){(int16_t)(left + aside), (int16_t)(top + above),
                         (int16_t)(right - left - 2 * aside), (int16_t)(bottom - top - 2 * above)};
}

static enum err sectors_init(struct sectors *sectors, const struct gen_request *request)
{
    size_t cells = (size_t)request->width * (size_t)request->height;

    sectors->request = request;
    sectors->columns = (request->width + GEN_SECTOR_WIDTH - 1) / GEN_SECTOR_WIDTH;
    sectors->rows = (request->height + GEN_SECTOR_HEIGHT - 1) / GEN_SECTOR_HEIGHT;
    sectors->tiles = malloc(cells);
    sectors->ends = malloc(cells);
    sectors->taken = malloc(cells);
    if (sectors->tiles == NULL || sectors->ends == NULL || sectors->taken == NULL)
        return ERR_MEMORY;
    return survey_init(&sectors->survey, request->width, request->height);
}

static void sectors_release(struct sectors *sectors)
{
    survey_release(&sectors->survey);
    free(sectors->tiles);
    free(sectors->ends);
    free(sectors->taken);
}

/* Chooses a corner for the stairs up, and the opposite one for the stairs down. */
static void choose_stairs(struct sectors *sectors)
{
    int column = rng_below(&sectors->rng, 2) == 0 ? 0 : sectors->columns - 1;
    int row = rng_below(&sectors->rng, 2) == 0 ? 0 : sectors->rows - 1;

    sectors->up = row * sectors->columns + column;
    sectors->down = sector_count(sectors) - 1 - sectors->up;
}

static struct pos moved(struct pos at, struct rect area)
{
    return pos_of(at.x + area.x, at.y + area.y);
}

static struct rect moved_rect(struct rect rect, struct rect area)
{
    rect.x = (int16_t)(rect.x + area.x);
    rect.y = (int16_t)(rect.y + area.y);
    return rect;
}

static struct gate moved_gate(struct gate gate, struct rect area)
{
    gate.inside = moved(gate.inside, area);
    for (int i = 0; i < gate.work_count; i++)
        gate.works[i] = moved(gate.works[i], area);
    for (int i = 0; i < gate.cell_count; i++)
        gate.cells[i] = moved(gate.cells[i], area);
    return gate;
}

/* Removes the stairs that do not stay, and notes the others. */
static void settle_stairs(struct sectors *sectors, struct gen_map *map, struct rect area)
{
    if (map->part.has_up)
        sectors->stairs_up = moved(map->up, area);
    else
        gen_map_set(map, map->up.x, map->up.y, TILE_FLOOR);
    if (map->part.has_down)
        sectors->stairs_down = moved(map->down, area);
    else
        gen_map_set(map, map->down.x, map->down.y, TILE_FLOOR);
}

static void copy_lists(struct sectors *sectors, const struct gen_map *map, struct rect area)
{
    const struct gen_furnishing *furnishing = &map->furnishing;
    struct spot spots[GEN_PLACES_MAX];
    int spot_count = gen_spots(furnishing, spots);

    for (int i = 0; i < map->room_count; i++)
        sectors->rooms[sectors->room_count++] = moved_rect(map->rooms[i], area);
    for (int i = 0; i < furnishing->gate_count; i++)
        sectors->gates[sectors->gate_count++] = moved_gate(furnishing->gates[i], area);
    for (int i = 0; i < spot_count && sectors->spot_count < SPOTS_MAX; i++) {
        spots[i].area = moved_rect(spots[i].area, area);
        sectors->spots[sectors->spot_count++] = spots[i];
    }
}

static void take_rect(struct sectors *sectors, struct rect rect)
{
    for (int y = rect.y; y < rect.y + rect.height; y++)
        memset(sectors->taken + y * sectors->request->width + rect.x, 1, (size_t)rect.width);
}

static bool is_bare(uint8_t tile)
{
    return tile == TILE_FLOOR || tile == TILE_GRASS || tile == TILE_RUBBLE;
}

/* Finds the core with every gate shut and every hidden door closed, around the sector's stairs. */
static void find_core(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int cell = 0; cell < map->survey.cell_count; cell++)
        map->survey.open[cell] &= map->tiles[cell] != TILE_SECRET_SHUT;
    survey_cuts(&map->survey, gen_map_cell(map, map->up.x, map->up.y));
}

static void copy_cells(struct sectors *sectors, struct gen_map *map, struct rect area)
{
    int width = sectors->request->width;

    find_core(map);
    settle_stairs(sectors, map, area);
    for (int y = 0; y < map->height; y++) {
        size_t to = (size_t)((area.y + y) * width + area.x);
        const uint8_t *tiles = map->tiles + y * map->width;
        memcpy(sectors->tiles + to, tiles, (size_t)map->width);
        for (int x = 0; x < map->width; x++) {
            int cell = y * map->width + x;
            if (is_bare(tiles[x]) && map->survey.distance[cell] > 0)
                sectors->ends[to + (size_t)x] = map->survey.two_ways[cell] ? END_CORE : END_GROUND;
        }
    }
    for (int i = 0; i < map->furnishing.place_count; i++)
        take_rect(sectors, moved_rect(map->furnishing.places[i].area, area));
}

/* Draws a sector, and copies it. */
static enum err draw_sector(struct sectors *sectors, const struct gen_builder *asked, int number,
                            struct gen_report *report)
{
    struct rect area = sector_area(sectors, number);
    struct gen_request request = *sectors->request;
    size_t cells = (size_t)request.width * (size_t)request.height;
    int gates_max = GATES_EACH * level_shares(cells);
    struct gen_map map;
    int attempts = 0;

    request.width = area.width;
    request.height = area.height;
    request.world_seed = rng_next(&sectors->rng);
    if (asked == &gen_builder_hall)
        request.pieces = NULL;
    enum err error = gen_map_init(&map, area.width, area.height);
    if (error != ERR_OK)
        return error;
    map.part = (struct gen_part){
        .is_main = number == sectors->down,
        .has_up = number == sectors->up,
        .has_down = number == sectors->down,
        .places_max = PLACES_EACH,
        .gates_max = (gates_max < GATES_MAX ? gates_max : GATES_MAX) / sector_count(sectors),
    };
    const struct gen_builder *drawn = gen_draw_proven(&map, &request, asked, &attempts);
    if (report->style == NULL || drawn != asked)
        report->style = &drawn->style;
    report->attempts = attempts > report->attempts ? attempts : report->attempts;
    gen_note(&map.furnishing, report);
    copy_lists(sectors, &map, area);
    copy_cells(sectors, &map, area);
    gen_map_release(&map);
    return ERR_OK;
}

static bool is_rock(const struct sectors *sectors, struct pos at)
{
    return sectors->tiles[at.y * sectors->request->width + at.x] == TILE_ROCK;
}

/* True if a hall along `along` can lie there: the cell and both beside it are rock. */
static bool takes_hall(const struct sectors *sectors, struct pos at, enum dir along)
{
    enum dir side = (enum dir)((along + 2) % DIR_COUNT);

    return is_rock(sectors, at) && is_rock(sectors, pos_step(at, side)) &&
           is_rock(sectors, pos_step(at, dir_opposite(side))) &&
           !sectors->taken[at.y * sectors->request->width + at.x];
}

static bool may_end(const struct sectors *sectors, struct pos at, enum end least)
{
    int cell = at.y * sectors->request->width + at.x;

    return sectors->ends[cell] >= (int)least && !sectors->taken[cell] &&
           is_bare(sectors->tiles[cell]) && pos_distance(at, sectors->stairs_up) >= STAIRS_APART &&
           pos_distance(at, sectors->stairs_down) >= STAIRS_APART;
}

/* Follows the rock inwards from the edge of a sector. Returns the cells of rock before an end of an
   opening; -1: it cannot end there. */
static int reach_end(const struct sectors *sectors, struct rect area, struct pos at, enum dir dir,
                     enum end least)
{
    int length = 0;

    for (; rect_contains(area, at) && takes_hall(sectors, at, dir); at = pos_step(at, dir))
        length++;
    return rect_contains(area, at) && may_end(sectors, at, least) ? length : -1;
}

/* Draws one of the nearest ends of an opening on an edge of a sector, inwards from `count` cells
   that begin at `from`. False: there is none. */
static bool find_end(struct sectors *sectors, struct rect area, struct pos from, enum dir along,
                     int count, enum dir dir, enum end least, struct pos *out)
{
    int shortest = INT32_MAX;
    uint32_t seen = 0;

    struct pos at = from;
    for (int i = 0; i < count; i++, at = pos_step(at, along)) {
        int length = reach_end(sectors, area, at, dir, least);
        shortest = length >= 0 && length < shortest ? length : shortest;
    }
    at = from;
    for (int i = 0; i < count; i++, at = pos_step(at, along)) {
        int length = reach_end(sectors, area, at, dir, least);
        if (length >= 0 && length <= shortest + LONGER_MAX && rng_below(&sectors->rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

/* The same, in the core if possible. */
static bool find_best_end(struct sectors *sectors, struct rect area, struct pos from,
                          enum dir along, int count, enum dir dir, struct pos *out)
{
    return find_end(sectors, area, from, along, count, dir, END_CORE, out) ||
           find_end(sectors, area, from, along, count, dir, END_GROUND, out);
}

static void carve(struct sectors *sectors, struct pos at)
{
    sectors->tiles[at.y * sectors->request->width + at.x] = TILE_FLOOR;
}

/* Digs from an edge of a sector inwards, up to the ground. */
static void dig_inwards(struct sectors *sectors, struct pos at, enum dir dir)
{
    for (; is_rock(sectors, at); at = pos_step(at, dir))
        carve(sectors, at);
}

/* Digs the opening between two cells on the edges of two sectors, which the seam parts. */
static void dig_opening(struct sectors *sectors, struct pos near, struct pos far, enum dir dir)
{
    struct pos at = near;

    dig_inwards(sectors, near, dir_opposite(dir));
    dig_inwards(sectors, far, dir);
    at = pos_step(at, dir);
    carve(sectors, at);
    while (dir == DIR_EAST ? at.y != far.y : at.x != far.x) {
        if (dir == DIR_EAST)
            at.y = (int16_t)(at.y + (far.y > at.y ? 1 : -1));
        else
            at.x = (int16_t)(at.x + (far.x > at.x ? 1 : -1));
        carve(sectors, at);
    }
    for (; !pos_equal(at, far); at = pos_step(at, dir))
        carve(sectors, at);
}

/* Joins a sector with its neighbour in that direction, east or south. False: there is no room for
   the openings. */
static bool join_sector(struct sectors *sectors, int number, enum dir dir)
{
    bool is_east = dir == DIR_EAST;
    struct rect here = sector_area(sectors, number);
    struct rect there = sector_area(sectors, number + (is_east ? 1 : sectors->columns));
    enum dir along = is_east ? DIR_SOUTH : DIR_EAST;
    int length = is_east ? here.height : here.width;
    int apart = length < 8 * APART ? length / 8 : APART;

    for (int i = 0; i < OPENINGS; i++) {
        int begin = part_begin(length, OPENINGS, i) + apart;
        int count = part_begin(length, OPENINGS, i + 1) - apart - begin;
        struct pos near = is_east ? pos_of(here.x + here.width - 1, here.y + begin)
                                  : pos_of(here.x + begin, here.y + here.height - 1);
        struct pos far = is_east ? pos_of(there.x, near.y) : pos_of(near.x, there.y);
        if (!find_best_end(sectors, here, near, along, count, dir_opposite(dir), &near) ||
            !find_best_end(sectors, there, far, along, count, dir, &far))
            return false;
        dig_opening(sectors, near, far, dir);
    }
    return true;
}

static bool join_all(struct sectors *sectors)
{
    for (int number = 0; number < sector_count(sectors); number++) {
        bool has_east = number % sectors->columns + 1 < sectors->columns;
        bool has_south = number / sectors->columns + 1 < sectors->rows;
        if ((has_east && !join_sector(sectors, number, DIR_EAST)) ||
            (has_south && !join_sector(sectors, number, DIR_SOUTH)))
            return false;
    }
    return true;
}

static bool is_right(struct sectors *sectors)
{
    return prove_tiles(&sectors->survey, sectors->tiles, sectors->stairs_up, sectors->stairs_down,
                       sectors->gates, sectors->gate_count) == 0 &&
           prove_gates(&sectors->survey, sectors->tiles, sectors->stairs_up, sectors->stairs_down,
                       sectors->gates, sectors->gate_count) == 0;
}

/* Draws all sectors, the main one first, so that its spots are among those that are kept. */
static enum err draw_all(struct sectors *sectors, const struct gen_builder *asked,
                         struct gen_report *report)
{
    enum err error;

    *report = (struct gen_report){0};
    sectors->room_count = sectors->gate_count = sectors->spot_count = 0;
    memset(sectors->tiles, TILE_ROCK, (size_t)sectors->survey.cell_count);
    memset(sectors->ends, 0, (size_t)sectors->survey.cell_count);
    memset(sectors->taken, 0, (size_t)sectors->survey.cell_count);
    choose_stairs(sectors);
    error = draw_sector(sectors, asked, sectors->down, report);
    for (int i = 0; error == ERR_OK && i < sector_count(sectors); i++) {
        if (i != sectors->down)
            error = draw_sector(sectors, asked, i, report);
    }
    return error;
}

static enum err draw_proven(struct sectors *sectors, struct gen_report *report)
{
    const struct gen_builder *const builders[] = {gen_builder_of(sectors->request->style),
                                                  &gen_builder_plain, &gen_builder_hall};

    rng_init(&sectors->rng, rng_mix(gen_seed(sectors->request, 0) ^ SECTOR_SALT));
    for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++) {
        int tries = builders[i] == &gen_builder_hall ? HALL_TRIES : TRIES;
        for (int n = 0; n < tries; n++) {
            enum err error = draw_all(sectors, builders[i], report);
            if (error != ERR_OK)
                return error;
            if (join_all(sectors) && is_right(sectors))
                return ERR_OK;
        }
    }
    CHECK(false);
    return ERR_RANGE;
}

enum err sectors_level(const struct gen_request *request, struct level **out_level,
                       struct gen_report *report)
{
    struct sectors *sectors = malloc(sizeof *sectors);

    if (sectors == NULL)
        return ERR_MEMORY;
    enum err error = sectors_init(sectors, request);
    if (error == ERR_OK)
        error = draw_proven(sectors, report);
    if (error == ERR_OK) {
        const struct level_plan plan = {
            .key = request->key,
            .width = (int16_t)request->width,
            .height = (int16_t)request->height,
            .up = sectors->stairs_up,
            .down = sectors->stairs_down,
            .tiles = sectors->tiles,
            .rooms = sectors->rooms,
            .room_count = sectors->room_count,
            .gates = sectors->gates,
            .gate_count = sectors->gate_count,
            .spots = sectors->spots,
            .spot_count = sectors->spot_count,
        };
        error = level_new(&plan, out_level);
    }
    sectors_release(sectors);
    free(sectors);
    return error;
}
