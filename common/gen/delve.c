/*
 * Style `delve`: rooms, caves and hand-drawn places that grow one onto another. After the ideas of
 * Brogue's Architect.c (B. Walker).
 *
 * Each shape (delve_shape.h) is joined to the dug part by one cell of rock with floor on one side
 * only, so the level is one piece by construction. Whole rows of bits are compared at once, and
 * each call tries SITE_TRIES sites.
 *
 * Lakes cover rock and floor alike, so that one sees across them from room to room. A lake is
 * accepted only if all dry ground stays in one piece; bridges are built where the way around is
 * long.
 */
#include "gen/delve.h"

#include <string.h>

#include "base/check.h"
#include "gen/registry.h"

enum {
    SITE_TRIES = 400,       /* sites tried for one shape */
    ROUGH_DOOR_DIVISOR = 3, /* a cave has a door less often: the chance is divided by this */
    DOORWAY_SPACING = 2,    /* fewest cells between two doorways */
    /* shortest hall with doors at both ends, in cells; others have one at one end */
    HALL_DOOR_MIN = 4,
};

/* Columns per step in each of the four straight directions, by enum dir. */
static const int step_x[DIR_COUNT] = {[DIR_EAST] = 1, [DIR_WEST] = -1};
static const int step_y[DIR_COUNT] = {[DIR_NORTH] = -1, [DIR_SOUTH] = 1};

/* A cell of rock where a shape can be joined, and the direction away from the dug cells. */
struct site {
    int x;
    int y;
    enum dir dir;
};

/* Unpacks a site of the list: a byte each for direction, x and y. */
static struct site site_of(uint32_t packed)
{
    return (struct site){(int)(packed >> 8 & 0xff), (int)(packed >> 16), (enum dir)(packed & 0xff)};
}

static void grid_add(struct grid *grid, int x, int y, uint64_t bits)
{
    int bit = x + GRID_PAD;
    uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    word[0] |= bits << shift;
    if (shift != 0)
        word[1] |= bits >> (64 - shift);
}

static void grid_remove(struct grid *grid, int x, int y, uint64_t bits)
{
    int bit = x + GRID_PAD;
    uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    word[0] &= ~(bits << shift);
    if (shift != 0)
        word[1] &= ~(bits >> (64 - shift));
}

/* Prevents further digging within DOORWAY_SPACING cells. */
static void block_around(struct delve *delve, struct pos at)
{
    uint64_t bits = (UINT64_C(1) << (2 * DOORWAY_SPACING + 1)) - 1;

    for (int y = at.y - DOORWAY_SPACING; y <= at.y + DOORWAY_SPACING; y++) {
        if (y >= 0 && y < delve->map->height)
            grid_add(&delve->blocked, at.x - DOORWAY_SPACING, y, bits);
    }
}

void delve_init(struct delve *delve, struct gen_map *map)
{
    delve->map = map;
    delve->site_count = 0;
    delve->side = DELVE_ANYWHERE;
    memset(&delve->kept, 0, sizeof delve->kept);
    memset(&delve->blocked, 0xff, sizeof delve->blocked);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            int bit = x + GRID_PAD;
            delve->blocked.rows[y][bit / 64] &= ~(UINT64_C(1) << (bit % 64));
        }
    }
}

/* True if the shape fits with its origin at (x, y). Keeps two columns free on either side, because
   the search examines neighbours of neighbours. */
static bool fits(const struct delve *delve, const struct shape *shape, int x, int y)
{
    if (x < 2 - GRID_PAD || x > delve->map->width - 3 || y + shape->top < 1 ||
        y + shape->bottom > delve->map->height - 2)
        return false;
    for (int row = shape->top; row <= shape->bottom; row++) {
        if (grid_window(&delve->blocked, x, y + row) & shape->cells[row])
            return false;
    }
    return true;
}

/*
 * True if a site can still be used. If the cell beyond is free, nothing next to it is dug; then the
 * site is rock, its one open neighbour is the one for which it was listed, and no doorway is within
 * two cells.
 */
static bool is_alive(const struct delve *delve, struct site site)
{
    int x = site.x + step_x[site.dir];
    int y = site.y + step_y[site.dir];

    return y >= 0 && y < delve->map->height && (grid_window(&delve->blocked, x, y) & 1) == 0;
}

static bool is_on_side(const struct delve *delve, struct site site)
{
    const struct border *border = &delve->border;
    bool is_far = site.x * border->across + site.y * border->down > border->limit;

    return delve->side == DELVE_ANYWHERE || is_far == (delve->side == DELVE_FAR_SIDE);
}

/* True if the dug cell of the site is still dry since the site was listed. */
static bool is_dry(const struct delve *delve, struct site site)
{
    return gen_map_is_open(delve->map, site.x - step_x[site.dir], site.y - step_y[site.dir]);
}

static void add_site(struct delve *delve, int x, int y, enum dir dir)
{
    uint32_t *sites = delve->map->survey.order;
    struct site site = {x, y, dir};

    if (!is_alive(delve, site))
        return;
    CHECK(delve->site_count < delve->map->survey.cell_count);
    uint32_t place = rng_below(&delve->map->rng, (uint32_t)delve->site_count + 1);
    sites[delve->site_count++] = sites[place];
    sites[place] = (uint32_t)y << 16 | (uint32_t)x << 8 | (uint32_t)dir;
}

/* Lists the sites around a new shape: on all sides, or at its mouths. */
static void add_sites(struct delve *delve, const struct shape *shape, int x, int y)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (shape->is_drawn && shape->has_mouth[dir])
            add_site(delve, x + shape->mouths[dir].x, y + shape->mouths[dir].y, dir);
        for (int row = shape->top; !shape->is_drawn && row <= shape->bottom; row++) {
            int beyond_y = y + row + 2 * step_y[dir];
            if (beyond_y < 0 || beyond_y >= delve->map->height)
                continue;
            uint64_t bits =
                shape->cells[row] & ~grid_window(&delve->blocked, x + 2 * step_x[dir], beyond_y);
            for (int column = 0; column < SHAPE_WIDTH && bits >> column != 0; column++) {
                if (bits >> column & 1)
                    add_site(delve, x + column + step_x[dir], y + row + step_y[dir], dir);
            }
        }
    }
}

static void block_shape(struct delve *delve, const struct shape *shape, int x, int y)
{
    for (int row = shape->top; row <= shape->bottom; row++) {
        uint64_t bits = shape->cells[row];
        uint64_t wide = bits << 1 | bits | bits >> 1;
        for (int near = -1; near <= 1; near++)
            grid_add(&delve->blocked, x, y + row + near, wide);
        for (int near = -1; shape->is_drawn && near <= 1; near++)
            grid_add(&delve->kept, x, y + row + near, wide);
    }
}

static void list_room(struct gen_map *map, const struct shape *shape, int x, int y)
{
    struct rect room = shape->room;

    if (!shape->is_listed || map->room_count == GEN_ROOMS_MAX)
        return;
    room.x = (int16_t)(room.x + x);
    room.y = (int16_t)(room.y + y);
    map->rooms[map->room_count++] = room;
}

/* Digs the shape with its canvas's origin at (x, y). */
static void dig(struct delve *delve, const struct shape *shape, int x, int y)
{
    for (int row = shape->top; row <= shape->bottom; row++) {
        for (int column = 0; column < SHAPE_WIDTH && shape->cells[row] >> column != 0; column++) {
            if (shape->cells[row] >> column & 1)
                gen_map_set(delve->map, x + column, y + row, TILE_FLOOR);
        }
    }
    for (int i = 0; i < shape->fitting_count; i++) {
        const struct fitting *fitting = &shape->fittings[i];
        gen_map_set(delve->map, x + fitting->at.x, y + fitting->at.y, fitting->tile);
    }
    block_shape(delve, shape, x, y);
    list_room(delve->map, shape, x, y);
    if (shape->is_listed)
        add_sites(delve, shape, x, y);
}

/* Opens the doorway `at`, and keeps lakes and other doorways away from it. `percent` of doorways
   have a door. */
static void open_doorway(struct delve *delve, struct pos at, int percent)
{
    bool is_door = rng_percent(&delve->map->rng, percent);

    gen_map_set(delve->map, at.x, at.y, is_door ? TILE_DOOR_CLOSED : TILE_FLOOR);
    grid_add(&delve->kept, at.x, at.y - 1, 1);
    grid_add(&delve->kept, at.x - 1, at.y, 7);
    grid_add(&delve->kept, at.x, at.y + 1, 1);
    block_around(delve, at);
}

static void keep_hall(struct delve *delve, struct pos from, struct pos to)
{
    enum dir dir = dir_towards(from, to);

    for (struct pos at = from; !pos_equal(at, to); at = pos_step(at, dir))
        grid_add(&delve->kept, at.x, at.y, 1);
}

/* Opens the doorway at the site and, for a shape with a hall, the one at the hall's other end. */
static void open_doorways(struct delve *delve, const struct shape *shape, struct pos site, int x,
                          int y, int percent_doors)
{
    int percent = shape->is_rough ? percent_doors / ROUGH_DOOR_DIVISOR : percent_doors;

    open_doorway(delve, site, percent);
    if (!shape->has_hall)
        return;
    struct pos mouth = pos_of(shape->hall_mouth.x + x, shape->hall_mouth.y + y);
    if (pos_distance(site, mouth) >= HALL_DOOR_MIN)
        open_doorway(delve, mouth, percent);
    keep_hall(delve, mouth, pos_of(site.x, mouth.y));
    keep_hall(delve, mouth, pos_of(mouth.x, site.y));
}

bool delve_place_first(struct delve *delve, const struct shape *shape)
{
    struct pos middle = rect_centre(shape->room);
    int x = delve->map->width / 2 - middle.x;
    int y = delve->map->height / 2 - middle.y;

    if (!fits(delve, shape, x, y))
        return false;
    dig(delve, shape, x, y);
    return true;
}

bool delve_attach(struct delve *delve, const struct shape *shape, int percent_doors)
{
    uint32_t *sites = delve->map->survey.order;

    if (delve->site_count == 0)
        return false;
    int index = (int)rng_below(&delve->map->rng, (uint32_t)delve->site_count);
    for (int i = 0; i < SITE_TRIES && delve->site_count > 0; i++) {
        index = index < delve->site_count ? index : 0;
        struct site site = site_of(sites[index]);
        if (!is_alive(delve, site)) {
            sites[index] = sites[--delve->site_count];
            continue;
        }
        enum dir facing = dir_opposite(site.dir);
        int x = site.x - shape->doors[facing].x;
        int y = site.y - shape->doors[facing].y;
        index++;
        if (!shape->has_door[facing] || !is_on_side(delve, site) || !fits(delve, shape, x, y) ||
            !is_dry(delve, site))
            continue;
        dig(delve, shape, x, y);
        open_doorways(delve, shape, pos_of(site.x, site.y), x, y, percent_doors);
        return true;
    }
    return false;
}

enum {
    LAKE_TRIES = 30,         /* places tried for each lake */
    LAKE_CELLS_MIN = 24,     /* fewest cells of a lake */
    LAKE_FLOOR_MIN = 8,      /* fewest floor cells that a lake must cover, */
    LAKE_FLOOR_PERCENT = 25, /* and the least share of its cells */
    BRIDGE_LENGTH_MIN = 2,
    BRIDGE_LENGTH_MAX = 14,
};

struct lake {
    uint64_t rows[SHAPE_HEIGHT]; /* bit 0 stays dry, as a margin */
    int height;
    int x; /* column of bit 0 */
    int y; /* row of rows[0] */
};

struct flooding {
    struct delve *delve;
    struct grid open; /* walkable cells */
    int open_count;
};

static bool is_in_lake(const struct lake *lake, int x, int y)
{
    return lake->rows[y] >> x & 1;
}

static uint64_t widened(uint64_t bits)
{
    return bits << 1 | bits | bits >> 1;
}

/* Keeps floor beside walls at the edge of the blob dry, as a way along the shore. */
static void leave_shores(const struct flooding *flooding, struct lake *lake)
{
    uint64_t walls[SHAPE_HEIGHT + 2]; /* from the row above the lake */

    for (int y = -1; y <= lake->height; y++) {
        uint64_t covered = y >= 0 && y < lake->height ? lake->rows[y] : 0;
        walls[y + 1] = widened(~grid_window(&flooding->open, lake->x, lake->y + y) & ~covered);
    }
    for (int y = 0; y < lake->height; y++) {
        uint64_t beside = walls[y] | walls[y + 1] | walls[y + 2];
        lake->rows[y] &= ~(beside & grid_window(&flooding->open, lake->x, lake->y + y));
    }
}

/* Designs a blob at a random place, without the cells that must stay dry. Returns its size in
   cells. */
static int design_lake(const struct flooding *flooding, int size, struct lake *lake)
{
    struct gen_map *map = flooding->delve->map;
    int width = rng_range(&map->rng, size / 2, size);
    int height = rng_range(&map->rng, size / 4, size / 2);

    width = width < map->width - 4 ? width : map->width - 4;
    height = height < map->height - 4 ? height : map->height - 4;
    lake->height = height;
    lake->x = rng_range(&map->rng, 2, map->width - 2 - width) - 1;
    lake->y = rng_range(&map->rng, 2, map->height - 2 - height);
    blob_grow(&map->rng, width, height, lake->rows);
    for (int y = 0; y < height; y++)
        lake->rows[y] <<= 1;
    leave_shores(flooding, lake);
    for (int y = 0; y < height; y++)
        lake->rows[y] &= ~grid_window(&flooding->delve->kept, lake->x, lake->y + y);
    return blob_keep_largest(lake->rows, height);
}

/* Sets the cells of the lake in survey.open to `is_open`; returns the number of changed cells. */
static int set_open(struct gen_map *map, const struct lake *lake, bool is_open)
{
    int changed = 0;

    for (int y = 0; y < lake->height; y++) {
        for (int x = 0; x < SHAPE_WIDTH && lake->rows[y] >> x != 0; x++) {
            if (!is_in_lake(lake, x, y) || !gen_map_is_open(map, lake->x + x, lake->y + y))
                continue;
            map->survey.open[gen_map_cell(map, lake->x + x, lake->y + y)] = is_open;
            changed++;
        }
    }
    return changed;
}

/* Floods one more open cell, (x, y). False if it must stay dry or is off the canvas. */
static bool drown(struct flooding *flooding, struct lake *lake, int x, int y)
{
    struct gen_map *map = flooding->delve->map;

    if (y < 0 || y >= lake->height || x < 1 || x >= SHAPE_WIDTH - 1 ||
        (grid_window(&flooding->delve->kept, lake->x + x, lake->y + y) & 1) != 0)
        return false;
    lake->rows[y] |= UINT64_C(1) << x;
    map->survey.open[gen_map_cell(map, lake->x + x, lake->y + y)] = 0;
    return true;
}

/* Floods cells beside the lake cell (x, y) that the water made dead ends. False if such an end must
   stay. */
static bool drown_ends_at(struct flooding *flooding, struct lake *lake, int x, int y, bool *grew)
{
    struct gen_map *map = flooding->delve->map;

    for (int dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        int next_x = x + step_x[dir];
        int next_y = y + step_y[dir];
        int cell = gen_map_cell(map, lake->x + next_x, lake->y + next_y);
        if (!map->survey.open[cell] || survey_exits(&map->survey, cell) > 1)
            continue;
        if (!drown(flooding, lake, next_x, next_y))
            return false;
        *grew = true;
    }
    return true;
}

static bool drown_ends(struct flooding *flooding, struct lake *lake)
{
    bool grew = true;

    while (grew) {
        grew = false;
        for (int y = 0; y < lake->height; y++) {
            for (int x = 0; x < SHAPE_WIDTH && lake->rows[y] >> x != 0; x++) {
                if (is_in_lake(lake, x, y) && !drown_ends_at(flooding, lake, x, y, &grew))
                    return false;
            }
        }
    }
    return true;
}

static int first_open(const struct survey *survey)
{
    int cell = 0;

    while (cell < survey->cell_count && !survey->open[cell])
        cell++;
    return cell;
}

static void fill_lake(struct flooding *flooding, const struct lake *lake)
{
    struct delve *delve = flooding->delve;

    for (int y = 0; y < lake->height; y++) {
        uint64_t bits = lake->rows[y];
        for (int x = 0; x < SHAPE_WIDTH && bits >> x != 0; x++) {
            if (is_in_lake(lake, x, y))
                gen_map_set(delve->map, lake->x + x, lake->y + y, TILE_WATER_DEEP);
        }
        for (int near = -1; near <= 1; near++)
            grid_add(&delve->blocked, lake->x, lake->y + y + near, widened(bits));
        grid_remove(&flooding->open, lake->x, lake->y + y, bits);
    }
}

/* Floods one place if that harms nothing. False: nothing was flooded. */
static bool try_lake(struct flooding *flooding, int size)
{
    struct gen_map *map = flooding->delve->map;
    struct lake lake;

    int cells = design_lake(flooding, size, &lake);

    if (cells < LAKE_CELLS_MIN)
        return false;
    int floor = set_open(map, &lake, false);
    bool is_right = floor >= LAKE_FLOOR_MIN && floor * 100 >= cells * LAKE_FLOOR_PERCENT &&
                    drown_ends(flooding, &lake);
    int dry = flooding->open_count - set_open(map, &lake, false);
    if (!is_right || dry == 0 || survey_flood(&map->survey, first_open(&map->survey)) != dry) {
        set_open(map, &lake, true);
        return false;
    }
    fill_lake(flooding, &lake);
    flooding->open_count = dry;
    return true;
}

/* Floods up to `lakes_max` places, with sides of up to `size` cells, so that all dry ground stays
   joined. */
static void delve_flood_lakes(struct delve *delve, int lakes_max, int size)
{
    struct survey *survey = &delve->map->survey;
    struct flooding flooding = {.delve = delve};

    survey_load(survey, delve->map->tiles);
    for (int y = 0; y < survey->height; y++) {
        const uint8_t *open = survey->open + y * survey->width;
        for (int x = 0; x < survey->width; x++) {
            grid_add(&flooding.open, x, y, open[x]);
            flooding.open_count += open[x];
        }
    }
    for (int i = 0; i < lakes_max; i++) {
        for (int tries = 0; tries < LAKE_TRIES && !try_lake(&flooding, size); tries++)
            continue;
    }
}

static bool is_water(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_WATER_DEEP;
}

static bool is_floor(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_FLOOR;
}

/* Finds the far end of a straight way over water from the floor cell `from`. False: there is
   none. */
static bool find_crossing(const struct gen_map *map, struct pos from, enum dir dir, struct pos *to,
                          int *length)
{
    enum dir side = dir == DIR_EAST ? DIR_NORTH : DIR_EAST;

    *to = pos_step(from, dir);
    for (*length = 0; *length <= BRIDGE_LENGTH_MAX && is_water(map, *to); ++*length) {
        if (!is_water(map, pos_step(*to, side)) ||
            !is_water(map, pos_step(*to, dir_opposite(side))))
            return false;
        *to = pos_step(*to, dir);
    }
    return *length >= BRIDGE_LENGTH_MIN && *length <= BRIDGE_LENGTH_MAX && is_floor(map, *to);
}

static int list_crossings(struct gen_map *map, uint32_t *crossings)
{
    static const enum dir dirs[2] = {DIR_EAST, DIR_SOUTH};
    const int step[2] = {1, map->width};
    const uint8_t *tiles = map->tiles;
    struct pos to;
    int length;
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        for (int i = 0; i < 2; i++) {
            bool is_shore = (tiles[cell] == TILE_FLOOR) && tiles[cell + step[i]] == TILE_WATER_DEEP;
            if (is_shore && find_crossing(map, gen_map_pos(map, cell), dirs[i], &to, &length))
                crossings[count++] = (uint32_t)(cell * DIR_COUNT + (int)dirs[i]);
        }
    }
    return count;
}

static bool build_bridge(struct gen_map *map, struct pos from, enum dir dir, int detour)
{
    struct pos to;
    int length;

    if (!find_crossing(map, from, dir, &to, &length))
        return false;
    int from_cell = gen_map_cell(map, from.x, from.y);
    int to_cell = gen_map_cell(map, to.x, to.y);
    if (survey_is_near(&map->survey, from_cell, to_cell, detour + length))
        return false;
    for (struct pos at = pos_step(from, dir); !pos_equal(at, to); at = pos_step(at, dir)) {
        gen_map_set(map, at.x, at.y, TILE_BRIDGE);
        map->survey.open[gen_map_cell(map, at.x, at.y)] = 1;
    }
    return true;
}

/* Builds up to `bridges_max` bridges where the way around the water is at least `detour` steps
   longer. */
static void delve_build_bridges(struct delve *delve, int bridges_max, int detour)
{
    struct gen_map *map = delve->map;
    /* Sites take at most one number for each cell, so the second half of the list is free. A
       crossing covers two or more cells of water, and a cell of water is in at most two
       crossings. */
    uint32_t *crossings = map->survey.order + map->survey.cell_count;
    int built = 0;

    survey_load(&map->survey, map->tiles);
    int count = list_crossings(map, crossings);
    rng_shuffle(&map->rng, crossings, (uint32_t)count);
    for (int i = 0; i < count && built < bridges_max; i++) {
        struct pos from = gen_map_pos(map, (int)(crossings[i] / DIR_COUNT));
        enum dir dir = (enum dir)(crossings[i] % DIR_COUNT);
        built += build_bridge(map, from, dir, detour);
    }
}

enum delve_knob {
    DELVE_ATTEMPTS,
    DELVE_ATTEMPTS_MIN,
    DELVE_CAVES,
    DELVE_PREFABS,
    DELVE_HALLS,
    DELVE_HALL_LENGTH,
    DELVE_LAKES,
    DELVE_LAKE_SIZE,
    DELVE_BRIDGES,
    DELVE_SHRINES,
    DELVE_SHRINES_MIN,
    DELVE_DISTRICTS,
};

enum {
    FIRST_TRIES = 20,
    HALL_LENGTH_MIN = 2,
    /* divides the least detour that a bridge must save, so that more bridges are built */
    BRIDGE_DETOUR_DIVISOR = 4,
    NICHE_LENGTH_MIN = 1,
    NICHE_LENGTH_MAX = 2,
    NICHE_TRIES = 6, /* shapes tried for each shrine */
    RESERVED = 5,    /* rectangles of rock kept for pockets */
    RESERVED_WIDTH = 11,
    RESERVED_HEIGHT = 8,
    SPARSE_PERCENT = 28, /* open ground in percent, before lakes take some of it */
};

/* Digs the first, large shape; on a small map it tries smaller ones. */
static bool place_first(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct gen_map *map = delve->map;

    for (int i = 0; i < FIRST_TRIES; i++) {
        bool is_cavern = i == 0 && rng_percent(&map->rng, knobs[DELVE_CAVES]);
        int percent_large = i < FIRST_TRIES / 2 ? 100 : 0;
        bool is_right = is_cavern ? shape_design_cavern(shape, map)
                                  : shape_design(shape, map, knobs[DELVE_CAVES], percent_large);
        if (is_right && delve_place_first(delve, shape))
            return true;
    }
    return false;
}

static void maybe_add_hall(struct shape *shape, struct rng *rng, const int *knobs)
{
    int longest = knobs[DELVE_HALL_LENGTH];

    if (rng_percent(rng, knobs[DELVE_HALLS]))
        shape_add_hall(shape, rng, rng_range(rng, HALL_LENGTH_MIN, longest));
}

/* Draws a number between two knobs, and scales it to this level; the knobs are for 100 by 57
   cells. */
static int drawn(struct gen_map *map, int low, int high)
{
    return gen_map_draw(map, gen_map_scaled(map, low), gen_map_scaled(map, high));
}

/* Notes that the level has the set piece. */
static void note_piece(struct gen_map *map, const struct setpiece *piece)
{
    struct rect room = map->rooms[map->room_count - 1];
    struct rect area = {(int16_t)(room.x - 1), (int16_t)(room.y - 1), (int16_t)(room.width + 2),
                        (int16_t)(room.height + 2)};

    if (map->furnishing.place_count < GEN_PLACES_MAX)
        map->furnishing.places[map->furnishing.place_count++] =
            (struct gen_place){.piece = piece, .area = area};
}

static void attach_piece(struct delve *delve, struct shape *shape, const int *knobs)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_AREA};
    struct gen_map *map = delve->map;
    const struct setpiece *piece = piece_pick(map, wish);
    struct drawn_piece drawn;

    if (piece == NULL || map->room_count == GEN_ROOMS_MAX || !piece_draw(&drawn, map, piece))
        return;
    shape_take_piece(shape, &map->rng, &drawn);
    maybe_add_hall(shape, &map->rng, knobs);
    if (delve_attach(delve, shape, map->finish.door_percent))
        note_piece(map, piece);
}

/* Keeps some rock free for pockets, which are dug at the end. */
static void reserve_pockets(struct delve *delve)
{
    struct gen_map *map = delve->map;
    bool has_use = map->furnishing.pieces != NULL && map->furnishing.places_max > 0;
    int count = has_use ? gen_map_scaled(map, RESERVED) : 0;

    for (int i = 0; i < count; i++) {
        int x = rng_range(&map->rng, 2, map->width - 2 - RESERVED_WIDTH);
        int y = rng_range(&map->rng, 2, map->height - 2 - RESERVED_HEIGHT);
        for (int row = 0; row < RESERVED_HEIGHT; row++)
            grid_add(&delve->blocked, x, y + row, (UINT64_C(1) << RESERVED_WIDTH) - 1);
    }
}

/* Chances of the shapes in a district. */
struct mix {
    int percent_caves;
    int percent_large; /* percent of the other shapes that are large at first */
    int least_large;   /* percent of the other shapes that are large at the end */
    int percent_halls;
};

/* Returns the mix of a level without districts: all large shapes at first, none at the end, and
   caves and halls by the knobs. */
static struct mix plain_mix(const int *knobs)
{
    return (struct mix){knobs[DELVE_CAVES], 100, 0, knobs[DELVE_HALLS]};
}

/* Draws the mixes of two districts: one has halls and large rooms, the other caves, or small rooms
   if the level's knob for caves is low. */
static void draw_districts(struct delve *delve, struct mix mixes[2], const int *knobs)
{
    struct gen_map *map = delve->map;
    int caves = knobs[DELVE_CAVES];
    bool has_caves = rng_percent(&map->rng, caves * 3);
    int rough = rng_range(&map->rng, 0, 1);
    int lies = rng_range(&map->rng, 0, 2);
    int place = rng_range(&map->rng, 42, 58);

    delve->border.across = lies == 1 ? 0 : map->height;
    delve->border.down = lies == 0 ? 0 : map->width;
    delve->border.limit =
        (delve->border.across * map->width + delve->border.down * map->height) / 100 * place;
    mixes[1 - rough] = (struct mix){.percent_caves = caves > 50 ? 2 * caves - 100 : 0,
                                    .percent_large = 100,
                                    .least_large = 40,
                                    .percent_halls = knobs[DELVE_HALLS]};
    mixes[rough] = has_caves
                       ? (struct mix){caves < 34 ? caves * 3 : 100, 100, 50, knobs[DELVE_HALLS] / 3}
                       : (struct mix){0, 10, 0, knobs[DELVE_HALLS]};
}

static void grow_one(struct delve *delve, struct shape *shape, const int *knobs,
                     const struct mix *mix, int percent_left)
{
    struct gen_map *map = delve->map;
    int percent_large =
        mix->least_large + (mix->percent_large - mix->least_large) * percent_left / 100;

    if (!shape_design(shape, map, mix->percent_caves * percent_large / 100, percent_large))
        return;
    if (rng_percent(&map->rng, mix->percent_halls))
        shape_add_hall(shape, &map->rng,
                       rng_range(&map->rng, HALL_LENGTH_MIN, knobs[DELVE_HALL_LENGTH]));
    delve_attach(delve, shape, map->finish.door_percent);
}

/* True while less than SPARSE_PERCENT of the level is walkable. */
static bool is_sparse(const struct gen_map *map)
{
    int cell_count = map->width * map->height;
    int open = 0;

    for (int i = 0; i < cell_count; i++)
        open += map->survey.is_passable[map->tiles[i]];
    return open * 100 < cell_count * SPARSE_PERCENT;
}

/* Adds hand-drawn places while they fit, then other shapes in both districts by turns. A level on
   which few fitted gets more, up to the knob's maximum. */
static void grow(struct delve *delve, struct shape *shape, const int *knobs)
{
    int attempts = drawn(delve->map, knobs[DELVE_ATTEMPTS_MIN], knobs[DELVE_ATTEMPTS]);
    int most = gen_map_scaled(delve->map, knobs[DELVE_ATTEMPTS]);
    int prefabs = gen_map_scaled(delve->map, knobs[DELVE_PREFABS]);
    bool has_districts = rng_percent(&delve->map->rng, knobs[DELVE_DISTRICTS]);
    struct mix mixes[2] = {plain_mix(knobs), plain_mix(knobs)};

    for (int i = 0; i < prefabs && delve->map->furnishing.pieces != NULL; i++)
        attach_piece(delve, shape, knobs);
    if (has_districts)
        draw_districts(delve, mixes, knobs);
    for (int i = 0; i < attempts; i++) {
        if (has_districts)
            delve->side = i % 2 == 0 ? DELVE_NEAR_SIDE : DELVE_FAR_SIDE;
        grow_one(delve, shape, knobs, &mixes[i % 2], 100 - 100 * i / attempts);
    }
    delve->side = DELVE_ANYWHERE;
    for (int i = attempts; i < most && is_sparse(delve->map); i++)
        grow_one(delve, shape, knobs, &mixes[i % 2], 0);
}

static void add_shrines(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct rng *rng = &delve->map->rng;
    int shrines = drawn(delve->map, knobs[DELVE_SHRINES_MIN], knobs[DELVE_SHRINES]);

    for (int i = 0; i < shrines; i++) {
        for (int tries = 0; tries < NICHE_TRIES; tries++) {
            int length = rng_range(rng, NICHE_LENGTH_MIN, NICHE_LENGTH_MAX);
            shape_design_niche(shape, rng, length);
            if (delve_attach(delve, shape, delve->map->finish.door_percent))
                break;
        }
    }
}

static bool draw_delve(struct gen_map *map, const int *knobs)
{
    struct delve delve;
    struct shape shape;

    delve_init(&delve, map);
    if (!place_first(&delve, &shape, knobs))
        return false;
    reserve_pockets(&delve);
    grow(&delve, &shape, knobs);
    delve_flood_lakes(&delve, gen_map_scaled(map, knobs[DELVE_LAKES]), knobs[DELVE_LAKE_SIZE]);
    delve_build_bridges(&delve, gen_map_scaled(map, knobs[DELVE_BRIDGES]),
                        map->finish.loop_detour / BRIDGE_DETOUR_DIVISOR);
    add_shrines(&delve, &shape, knobs);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_delve = {
    .style = {
        .name = "delve",
        .help = "rooms, caves and drawn places grown together, with lakes, bridges and shrines",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [DELVE_ATTEMPTS] = {"attempts", 1, 1000, 130, "places designed, fitting or not"},
            [DELVE_ATTEMPTS_MIN] = {"attempts_min", 1, 1000, 50,
                                    "least a level may draw as its own"},
            [DELVE_CAVES] = {"caves", 0, 100, 25, "places that are caves, percent, fewer later"},
            [DELVE_PREFABS] = {"prefabs", 0, 40, 3, "set pieces with walls tried"},
            [DELVE_HALLS] = {"halls", 0, 100, 60, "places joined by a hall, percent"},
            [DELVE_HALL_LENGTH] = {"hall_length", 2, SHAPE_HALL_MAX, 9, "longest hall, cells"},
            [DELVE_LAKES] = {"lakes", 0, 20, 3, "lakes at most"},
            [DELVE_LAKE_SIZE] = {"lake_size", 8, 40, 26, "widest lake, cells"},
            [DELVE_BRIDGES] = {"bridges", 0, 20, 4, "bridges over lakes at most"},
            [DELVE_SHRINES] = {"shrines", 0, 40, 3, "chapels with a shrine, at most"},
            [DELVE_SHRINES_MIN] = {"shrines_min", 0, 40, 0, "least a level may draw as its own"},
            [DELVE_DISTRICTS] = {"districts", 0, 100, 60, "levels of two textures, percent"},
        },
        .standards = {{GEN_LOOPS, 20, false}, {GEN_DETOUR, 40, false}, {GEN_PRUNE, 0, true},
                      {GEN_STUBS, 0, true}},
    },
    .finish = {.piece_min = 4, .is_crowded = true},
    .draw = draw_delve,
};
// clang-format on
