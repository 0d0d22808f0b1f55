/*
 * Accretion: every shape is joined to what is already dug, by one cell of rock that has floor on
 * one side only, so that the whole is one piece by construction. After Brogue's Architect.c
 * (B. Walker): here whole rows are compared at once, and each call looks at SITE_TRIES places.
 */
#include <string.h>

#include "base/check.h"
#include "gen/delve.h"

enum {
    SITE_TRIES = 400,       /* places one shape is tried at */
    ROUGH_DOOR_DIVISOR = 3, /* a cave gets a door a third as often */
    DOORWAY_SPACING = 2,    /* cells between two doorways, at least */
    HALL_DOOR_MIN = 4,      /* cells: shorter halls have a door at one end only */
};

/* The step in each of the four straight directions, by enum dir. */
static const int step_x[DIR_COUNT] = {[DIR_EAST] = 1, [DIR_WEST] = -1};
static const int step_y[DIR_COUNT] = {[DIR_NORTH] = -1, [DIR_SOUTH] = 1};

/* A cell of rock where a shape may be joined, and the direction from the dug cells. */
struct site {
    int x;
    int y;
    enum dir dir;
};

/* Unpacks a site of the list: a byte each for the direction, x and y. */
static struct site site_of(uint32_t packed)
{
    return (struct site){(int)(packed >> 8 & 0xff), (int)(packed >> 16), (enum dir)(packed & 0xff)};
}

void grid_add(struct grid *grid, int x, int y, uint64_t bits)
{
    int bit = x + GRID_PAD;
    uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    word[0] |= bits << shift;
    if (shift != 0)
        word[1] |= bits >> (64 - shift);
}

void grid_remove(struct grid *grid, int x, int y, uint64_t bits)
{
    int bit = x + GRID_PAD;
    uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    word[0] &= ~(bits << shift);
    if (shift != 0)
        word[1] &= ~(bits >> (64 - shift));
}

/* Nothing else may be dug within DOORWAY_SPACING cells. */
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

/* Two columns are left on either side, because neighbours' neighbours are asked for. */
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
 * Whether a site can still be used. If the cell beyond is free, nothing dug lies next to it: so the
 * site is rock, its one open neighbour is the one it was listed for, and no doorway is within two
 * cells.
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

/* Whether the dug cell of the site has not been drowned since it was listed. */
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

/* Lists the sites around a shape that was just dug: all round it, or at its mouths. */
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

    if (!shape->is_listed || map->room_count == LEVEL_ROOMS_MAX)
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

/* Opens the doorway `at`, which stays clear of lakes and of other doorways. */
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

/* The doorway at the site and, where there is a hall, the one at its other end. */
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
