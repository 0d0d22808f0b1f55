/*
 * Style `plain`: a grid of rooms, each joined straight to its neighbours, so that there are loops.
 * With blocks as large as the level it is one open field within a wall. It replaces a style that
 * fails, with the smallest blocks and no doors; and, if that fails too, one room as large as the
 * level.
 */
#include "gen/passes.h"
#include "gen/registry.h"

enum plain_knob {
    PLAIN_BLOCK_WIDTH,
    PLAIN_BLOCK_WIDTH_MIN,
    PLAIN_BLOCK_HEIGHT,
    PLAIN_BLOCK_HEIGHT_MIN,
};

enum {
    BLOCK_WIDTH_MIN = 18,
    BLOCK_HEIGHT_MIN = 9,
    BLOCKS_MAX = (GEN_SECTOR_WIDTH / BLOCK_WIDTH_MIN) * (GEN_SECTOR_HEIGHT / BLOCK_HEIGHT_MIN),
    /* most cells of rock between a room and its block's edge; halls are 2 to 6 cells long */
    ROOM_INSET_MAX = 2,
};

_Static_assert((int)BLOCKS_MAX <= (int)GEN_ROOMS_MAX, "every block's room has a place in the list");

struct blocks {
    int columns;
    int rows;
    int width; /* width of a block */
    int height;
    int bare_columns; /* columns and rows at the first corner that stay rock */
    int bare_rows;
};

/* Draws a row or column that both spans share. */
static int shared_line(struct rng *rng, int from, int length, int other_from, int other_length)
{
    int low = from > other_from ? from : other_from;
    int high =
        from + length < other_from + other_length ? from + length : other_from + other_length;
    return rng_range(rng, low, high - 1);
}

static struct rect room_in_block(struct rng *rng, const struct blocks *blocks, int column, int row)
{
    int west = rng_range(rng, 0, ROOM_INSET_MAX);
    int east = rng_range(rng, 0, ROOM_INSET_MAX);
    int north = rng_range(rng, 0, ROOM_INSET_MAX - 1);
    int south = rng_range(rng, 0, ROOM_INSET_MAX - 1);

    return (struct rect){
        .x = (int16_t)(1 + column * blocks->width + 1 + west),
        .y = (int16_t)(1 + row * blocks->height + 1 + north),
        .width = (int16_t)(blocks->width - 2 - west - east),
        .height = (int16_t)(blocks->height - 2 - north - south),
    };
}

static void join_east(struct gen_map *map, struct rect from, struct rect to)
{
    int y = shared_line(&map->rng, from.y, from.height, to.y, to.height);
    gen_map_carve_line(map, pos_of(from.x + from.width, y), pos_of(to.x - 1, y));
}

static void join_south(struct gen_map *map, struct rect from, struct rect to)
{
    int x = shared_line(&map->rng, from.x, from.width, to.x, to.width);
    gen_map_carve_line(map, pos_of(x, from.y + from.height), pos_of(x, to.y - 1));
}

static int at_least(int value, int least)
{
    return value > least ? value : least;
}

/* Returns the number of blocks in a row or column of `room` cells. The length of a block is drawn
   from `low` to `high`, each raised to at least `least`; both are 0 for a level of another
   style. */
static int draw_blocks(struct gen_map *map, int room, int least, int low, int high)
{
    int length = gen_map_draw(map, at_least(low, least), at_least(high, least));

    return at_least(room / length, 1);
}

/* Leaves out a corner of the grid where a lair has room, if that leaves rooms beside it. */
static void reserve_corner(const struct gen_map *map, struct blocks *blocks)
{
    int side = SETPIECE_SIDE_MAX + 2;
    int columns = (side + blocks->width - 1) / blocks->width;
    int rows = (side + blocks->height - 1) / blocks->height;

    if (!map->furnishing.must_have_lair || columns >= blocks->columns || rows >= blocks->rows)
        return;
    blocks->bare_columns = columns;
    blocks->bare_rows = rows;
}

/* Makes the rooms, row by row, each joined to those before it. False: there are too many. */
static bool fill_blocks(struct gen_map *map, const struct blocks *blocks)
{
    struct rect above[LEVEL_WIDTH_MAX / BLOCK_WIDTH_MIN] = {0};

    for (int row = 0; row < blocks->rows; row++) {
        struct rect before = {0};
        for (int column = 0; column < blocks->columns; column++) {
            if (row < blocks->bare_rows && column < blocks->bare_columns)
                continue;
            struct rect room = room_in_block(&map->rng, blocks, column, row);
            if (!gen_map_add_room(map, room))
                return false;
            if (before.width > 0)
                join_east(map, before, room);
            if (above[column].width > 0)
                join_south(map, above[column], room);
            before = room;
            above[column] = room;
        }
    }
    return true;
}

static bool draw_plain(struct gen_map *map, const int *knobs)
{
    struct blocks blocks = {0};

    blocks.columns = draw_blocks(map, map->width - 2, BLOCK_WIDTH_MIN, knobs[PLAIN_BLOCK_WIDTH_MIN],
                                 knobs[PLAIN_BLOCK_WIDTH]);
    blocks.rows = draw_blocks(map, map->height - 2, BLOCK_HEIGHT_MIN, knobs[PLAIN_BLOCK_HEIGHT_MIN],
                              knobs[PLAIN_BLOCK_HEIGHT]);
    blocks.width = (map->width - 2) / blocks.columns;
    blocks.height = (map->height - 2) / blocks.rows;
    reserve_corner(map, &blocks);
    if (!fill_blocks(map, &blocks))
        return false;
    pass_hang_doors(map);
    return true;
}

static bool draw_hall(struct gen_map *map, const int *knobs)
{
    struct rect inside = {
        .x = 1,
        .y = 1,
        .width = (int16_t)(map->width - 2),
        .height = (int16_t)(map->height - 2),
    };

    (void)knobs;
    return gen_map_add_room(map, inside);
}

// clang-format off
const struct gen_builder gen_builder_plain = {
    .style = {
        .name = "plain",
        .help = "a grid of rooms with straight halls, or one open field",
        .width_min = LEVEL_WIDTH_MIN,
        .height_min = LEVEL_HEIGHT_MIN,
        .knobs = {
            [PLAIN_BLOCK_WIDTH] = {"block_width", BLOCK_WIDTH_MIN, GEN_SECTOR_WIDTH, 32,
                                   "columns of the grid, least width, cells"},
            [PLAIN_BLOCK_WIDTH_MIN] = {"block_width_min", BLOCK_WIDTH_MIN, GEN_SECTOR_WIDTH,
                                       BLOCK_WIDTH_MIN, "least a level may draw as its own"},
            [PLAIN_BLOCK_HEIGHT] = {"block_height", BLOCK_HEIGHT_MIN, GEN_SECTOR_HEIGHT, 18,
                                    "rows of the grid, least height, cells"},
            [PLAIN_BLOCK_HEIGHT_MIN] = {"block_height_min", BLOCK_HEIGHT_MIN, GEN_SECTOR_HEIGHT,
                                        BLOCK_HEIGHT_MIN, "least a level may draw as its own"},
        },
        .standards = {{GEN_LOOPS, 0, true}, {GEN_LOOPS_MIN, 0, true}, {GEN_DETOUR, 30, true},
                      {GEN_REACH, 8, true}, {GEN_PRUNE, GEN_PRUNE_WHOLLY, true},
                      {GEN_STUBS, 0, true}},
    },
    .draw = draw_plain,
};

const struct gen_builder gen_builder_hall = {
    .style = {
        .name = "hall",
        .help = "one room as large as the level",
        .width_min = LEVEL_WIDTH_MIN,
        .height_min = LEVEL_HEIGHT_MIN,
    },
    .draw = draw_hall,
};
// clang-format on
