/*
 * Style `digger`: winding maze caves, dug by diggers that wander one step at a time, and only where
 * the cell two steps ahead is still rock, so that thin walls stay between the passages. After the
 * digger of a roguelike tutorial for beginners.
 *
 * A digger without a way on is moved elsewhere, which takes one of its steps. It never digs the
 * ring. Entrance and exit are placed when everything is joined.
 */
#include "gen/passes.h"
#include "gen/registry.h"

enum digger_knob {
    DIGGER_CAVES,
    DIGGER_CAVES_MIN,
    DIGGER_STEPS,
    DIGGER_PIECE_MIN,
};

enum {
    START_MARGIN = 2, /* cells from the edge of the level to the start of a digger */
    /* a draft needs this share of floor: the number of steps (or cells, if fewer) divided by
       this */
    FLOOR_SHARE = 8,
    DIRS = 4,
};

/* True for rock on the level; its outer ring counts as rock. */
static bool is_rock(const struct gen_map *map, int x, int y)
{
    return x >= 0 && x < map->width && y >= 0 && y < map->height &&
           map->tiles[y * map->width + x] == TILE_ROCK;
}

static struct pos random_start(struct gen_map *map)
{
    int x = rng_range(&map->rng, START_MARGIN, map->width - 1 - START_MARGIN);
    int y = rng_range(&map->rng, START_MARGIN, map->height - 1 - START_MARGIN);

    return pos_of(x, y);
}

static const int east[DIRS] = {0, 1, 0, -1};
static const int south[DIRS] = {-1, 0, 1, 0};

/* The directions in which the cell two steps from a digger is rock. */
struct sight {
    uint32_t found[DIRS];
    uint32_t count;
    bool has_rock_beside;
};

static void see(struct sight *sight, uint32_t dir, bool is_rock_beside, bool is_rock_beyond)
{
    sight->has_rock_beside |= is_rock_beside;
    sight->found[sight->count] = dir;
    sight->count += is_rock_beyond;
}

static void look_around(const struct gen_map *map, struct pos at, struct sight *sight)
{
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        int x = at.x + east[dir];
        int y = at.y + south[dir];
        see(sight, dir, is_rock(map, x, y), is_rock(map, x + east[dir], y + south[dir]));
    }
}

/* Works like look_around() for a cell two or more from the edge, without checks of bounds. */
static void look_around_amid(const uint8_t *tile, int width, struct sight *sight)
{
    see(sight, 0, tile[-width] == TILE_ROCK, tile[-2 * width] == TILE_ROCK);
    see(sight, 1, tile[1] == TILE_ROCK, tile[2] == TILE_ROCK);
    see(sight, 2, tile[width] == TILE_ROCK, tile[2 * width] == TILE_ROCK);
    see(sight, 3, tile[-1] == TILE_ROCK, tile[-2] == TILE_ROCK);
}

/* Draws the digger's next step into *out. False: it has no rock beside it, or none two steps
   ahead. */
static bool find_step(struct gen_map *map, struct pos at, struct pos *out)
{
    struct sight sight = {.count = 0};

    if (at.x >= 2 && at.x < map->width - 2 && at.y >= 2 && at.y < map->height - 2)
        look_around_amid(map->tiles + at.y * map->width + at.x, map->width, &sight);
    else
        look_around(map, at, &sight);
    if (!sight.has_rock_beside || sight.count == 0)
        return false;
    uint32_t dir = sight.found[rng_below(&map->rng, sight.count)];
    *out = pos_of(at.x + east[dir], at.y + south[dir]);
    return true;
}

/* Digs a cave. A digger does not dig the cell where it starts. */
static void dig_cave(struct gen_map *map, int steps)
{
    struct pos at = random_start(map);
    bool digs = true;

    for (int i = 0; i < steps; i++) {
        if (digs)
            gen_map_carve(map, at.x, at.y);
        digs = find_step(map, at, &at);
        if (!digs)
            at = random_start(map);
    }
}

static int count_floor(const struct gen_map *map)
{
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++)
        count += map->tiles[cell] == TILE_FLOOR;
    return count;
}

/*
 * Sends the diggers out. A digger may spend all its steps where all is dug: a draft with almost no
 * floor fails.
 */
static bool draw_digger(struct gen_map *map, const int *knobs)
{
    int area = map->survey.cell_count;
    int caves = gen_map_draw(map, gen_map_scaled(map, knobs[DIGGER_CAVES_MIN]),
                             gen_map_scaled(map, knobs[DIGGER_CAVES]));
    int steps = caves * knobs[DIGGER_STEPS];

    for (int i = 0; i < caves; i++)
        dig_cave(map, knobs[DIGGER_STEPS]);
    map->finish.piece_min = knobs[DIGGER_PIECE_MIN];
    pass_erase_pieces(map, knobs[DIGGER_PIECE_MIN]);
    return count_floor(map) * FLOOR_SHARE >= (steps < area ? steps : area);
}

// clang-format off
const struct gen_builder gen_builder_digger = {
    .style = {
        .name = "digger",
        .help = "winding caves like a maze, dug by wandering diggers",
        .width_min = LEVEL_WIDTH_MIN,
        .height_min = LEVEL_HEIGHT_MIN,
        .knobs = {
            [DIGGER_CAVES] = {"caves", 4, 60, 19,
                              "diggers on a level of 100x57 at most, in proportion"},
            [DIGGER_CAVES_MIN] = {"caves_min", 4, 60, 4, "least a level may draw as its own"},
            [DIGGER_STEPS] = {"steps", 200, 5000, 1000, "steps of each digger"},
            [DIGGER_PIECE_MIN] = {"piece_min", 1, 60, 12, "smaller pieces are filled in, cells"},
        },
        .standards = {{GEN_SECRET, 0, true}, {GEN_DOORS, 0, true}, {GEN_THIN, 100, true},
                      {GEN_REACH, 4, false},
                      {GEN_PRUNE, 3, false}},
    },
    .finish = {.stamps = 4, .is_natural = true, .is_narrow = true},
    .draw = draw_digger,
};
// clang-format on
