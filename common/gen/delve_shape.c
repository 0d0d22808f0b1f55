/*
 * Shapes of style `delve`: rooms and caves designed on a canvas before their place is known. A
 * shape may have a hall in front of one of its doors, be a blind hall that ends in a shrine, or
 * come from a hand-drawn set piece.
 */
#include "gen/delve_shape.h"

#include <string.h>

#include "base/check.h"

enum {
    CELLS_MIN = 9,  /* fewest cells of a shape */
    DOOR_TRIES = 6, /* tries for a door on each side */
};

struct extent {
    int width;
    int height;
};

/* A kind of shape; its function draws bits into a canvas for a room of at most `most`. */
struct shape_kind {
    void (*draw)(struct shape *shape, struct rng *rng, struct extent most);
    struct extent low;
    struct extent high;
    int weight;
};

static void take_rect(struct shape *shape, int x, int y, int width, int height)
{
    uint64_t bits = ((UINT64_C(1) << width) - 1) << (SHAPE_MARGIN + x);

    for (int row = 0; row < height; row++)
        shape->cells[SHAPE_MARGIN + y + row] |= bits;
}

static void draw_rect(struct shape *shape, struct rng *rng, struct extent size)
{
    (void)rng;
    take_rect(shape, 0, 0, size.width, size.height);
}

/* Draws two crossing bars, each at least half as thick as the limit. */
static void draw_cross(struct shape *shape, struct rng *rng, struct extent size)
{
    int height = rng_range(rng, (size.height + 1) / 2, size.height - 1);
    int width = rng_range(rng, (size.width + 2) / 3, size.width / 2);
    int y = rng_range(rng, 0, size.height - height);
    int x = rng_range(rng, 0, size.width - width);

    take_rect(shape, 0, y, size.width, height > 3 ? 3 : height);
    take_rect(shape, x, 0, width, size.height);
}

/* Adds an ellipse; centre and radii are in half cells, so that even sides are possible. */
static void take_ellipse(struct shape *shape, int x, int y, struct extent size)
{
    int wide = size.width * size.width;
    int high = size.height * size.height;

    for (int row = 0; row < size.height; row++) {
        int dy = 2 * row + 1 - size.height;
        for (int column = 0; column < size.width; column++) {
            int dx = 2 * column + 1 - size.width;
            if (dx * dx * high + dy * dy * wide < wide * high)
                take_rect(shape, x + column, y + row, 1, 1);
        }
    }
}

static void draw_ellipse(struct shape *shape, struct rng *rng, struct extent size)
{
    (void)rng;
    take_ellipse(shape, 0, 0, size);
}

/* Draws round lumps that overlap. */
static void draw_lumps(struct shape *shape, struct rng *rng, struct extent size)
{
    struct extent lump = {size.width / 2 + 1, size.height / 2 + 1};

    for (int i = 0; i < 5; i++) {
        int x = rng_range(rng, 0, size.width - lump.width);
        int y = rng_range(rng, 0, size.height - lump.height);
        take_ellipse(shape, x, y, lump);
    }
}

static void draw_cave(struct shape *shape, struct rng *rng, struct extent size)
{
    shape->is_rough = true;
    blob_grow(rng, size.width, size.height, shape->cells + SHAPE_MARGIN);
    for (int y = 0; y < size.height; y++)
        shape->cells[SHAPE_MARGIN + y] <<= SHAPE_MARGIN;
}

static const struct shape_kind small_kinds[] = {
    {draw_rect, {3, 3}, {7, 4}, 45},
    {draw_rect, {3, 3}, {4, 6}, 20},
    {draw_cross, {6, 4}, {11, 6}, 15},
    {draw_ellipse, {5, 4}, {8, 5}, 20},
};
static const struct shape_kind large_kinds[] = {
    {draw_rect, {7, 4}, {16, 7}, 30},
    {draw_cross, {9, 6}, {18, 9}, 30},
    {draw_ellipse, {9, 6}, {15, 9}, 20},
    {draw_lumps, {10, 6}, {16, 9}, 20},
};
static const struct shape_kind cave_kinds[] = {
    {draw_cave, {8, 6}, {14, 9}, 60},
    {draw_cave, {16, 6}, {26, 9}, 20},
    {draw_cave, {8, 9}, {13, 14}, 20},
};

static const struct shape_kind *pick_kind(struct rng *rng, const struct shape_kind *kinds)
{
    int roll = rng_range(rng, 0, 99); /* the weights of each table sum to 100 */

    while (roll >= kinds->weight) {
        roll -= kinds->weight;
        kinds++;
    }
    return kinds;
}

void shape_measure(struct shape *shape)
{
    uint64_t columns = 0;
    int left = 0;
    int right = SHAPE_WIDTH - 1;

    shape->top = SHAPE_HEIGHT;
    for (int y = 0; y < SHAPE_HEIGHT; y++) {
        if (shape->cells[y] == 0)
            continue;
        shape->top = y < shape->top ? y : shape->top;
        shape->bottom = y;
        columns |= shape->cells[y];
    }
    CHECK(columns != 0);
    while ((columns >> left & 1) == 0)
        left++;
    while ((columns >> right & 1) == 0)
        right--;
    shape->room = (struct rect){(int16_t)left, (int16_t)shape->top, (int16_t)(right - left + 1),
                                (int16_t)(shape->bottom - shape->top + 1)};
}

static bool is_taken(const struct shape *shape, struct pos at)
{
    return shape->cells[at.y] >> at.x & 1;
}

/* True if no cell from `at` onwards is taken in a band of three cells. */
static bool is_clear_beyond(const struct shape *shape, struct pos at, enum dir dir)
{
    uint64_t three = shape->cells[at.y - 1] | shape->cells[at.y] | shape->cells[at.y + 1];
    int first = dir == DIR_NORTH ? shape->top : at.y;
    int last = dir == DIR_NORTH ? at.y : shape->bottom;
    uint64_t column = 0;

    if (dir == DIR_EAST)
        return three >> at.x == 0;
    if (dir == DIR_WEST)
        return three << (SHAPE_WIDTH - 1 - at.x) == 0;
    for (int y = first; y <= last; y++)
        column |= shape->cells[y];
    return (column >> (at.x - 1) & 7) == 0;
}

/* Returns the cell just before the first taken cell, as seen from outside along row or column
   `line`. */
static struct pos edge_of(const struct shape *shape, enum dir dir, int line)
{
    struct rect room = shape->room;
    enum dir inward = dir_opposite(dir);
    struct pos at = dir == DIR_NORTH   ? pos_of(line, room.y - 1)
                    : dir == DIR_SOUTH ? pos_of(line, room.y + room.height)
                    : dir == DIR_EAST  ? pos_of(room.x + room.width, line)
                                       : pos_of(room.x - 1, line);

    /* Each row and column of one piece's rectangle has a taken cell. */
    while (!is_taken(shape, pos_step(at, inward)))
        at = pos_step(at, inward);
    return at;
}

static void find_doors(struct shape *shape, struct rng *rng)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        bool upright = dir == DIR_NORTH || dir == DIR_SOUTH;
        int low = upright ? shape->room.x : shape->room.y;
        int length = upright ? shape->room.width : shape->room.height;
        for (int i = 0; i < DOOR_TRIES && !shape->has_door[dir]; i++) {
            int line = rng_range(rng, low, low + length - 1);
            struct pos at = edge_of(shape, dir, line);
            shape->has_door[dir] = is_clear_beyond(shape, at, dir);
            shape->doors[dir] = at;
        }
    }
}

void shape_clear(struct shape *shape)
{
    memset(shape->cells, 0, sizeof shape->cells);
    memset(shape->has_door, 0, sizeof shape->has_door);
    memset(shape->doors, 0, sizeof shape->doors);
    memset(shape->has_mouth, 0, sizeof shape->has_mouth);
    memset(shape->mouths, 0, sizeof shape->mouths);
    shape->is_listed = true;
    shape->is_rough = false;
    shape->is_drawn = false;
    shape->has_hall = false;
    shape->fitting_count = 0;
}

/* Returns the size of the largest room that fits both canvas and map. */
static struct extent most_for(const struct gen_map *map)
{
    struct extent most = {SHAPE_ROOM_WIDTH_MAX, SHAPE_ROOM_HEIGHT_MAX};

    if (most.width > map->width - 4)
        most.width = map->width - 4;
    if (most.height > map->height - 4)
        most.height = map->height - 4;
    return most;
}

static bool draw_kind(struct shape *shape, struct gen_map *map, const struct shape_kind *kind)
{
    struct extent most = most_for(map);
    struct extent size;

    shape_clear(shape);
    size.width = rng_range(&map->rng, kind->low.width, kind->high.width);
    size.height = rng_range(&map->rng, kind->low.height, kind->high.height);
    size.width = size.width < most.width ? size.width : most.width;
    size.height = size.height < most.height ? size.height : most.height;
    kind->draw(shape, &map->rng, size);
    if (blob_keep_largest(shape->cells + SHAPE_MARGIN, size.height) < CELLS_MIN)
        return false;
    shape_measure(shape);
    find_doors(shape, &map->rng);
    return true;
}

bool shape_design(struct shape *shape, struct gen_map *map, int percent_caves, int percent_large)
{
    bool is_cave = rng_percent(&map->rng, percent_caves);
    bool is_large = rng_percent(&map->rng, percent_large);
    const struct shape_kind *kinds = is_large ? large_kinds : small_kinds;

    return draw_kind(shape, map, pick_kind(&map->rng, is_cave ? cave_kinds : kinds));
}

bool shape_design_cavern(struct shape *shape, struct gen_map *map)
{
    static const struct shape_kind cavern = {
        draw_cave, {24, 12}, {SHAPE_ROOM_WIDTH_MAX, SHAPE_ROOM_HEIGHT_MAX}, 100};

    return draw_kind(shape, map, &cavern);
}

enum { SIDE_EXIT_PERCENT = 20 /* percent of halls whose exit is at the side of the end */ };

static enum dir pick_door(const struct shape *shape, struct rng *rng)
{
    enum dir found = DIR_NONE;
    uint32_t seen = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (shape->has_door[dir] && rng_below(rng, ++seen) == 0)
            found = dir;
    }
    return found;
}

void shape_add_hall(struct shape *shape, struct rng *rng, int length)
{
    enum dir dir = pick_door(shape, rng);

    CHECK(length >= 1 && length <= SHAPE_HALL_MAX);
    if (dir == DIR_NONE)
        return;
    struct pos at = shape->doors[dir];
    struct pos end = at;
    shape->has_hall = true;
    shape->hall_mouth = at;
    memset(shape->has_door, 0, sizeof shape->has_door);
    for (int i = 0; i < length; i++) {
        shape->cells[at.y] |= UINT64_C(1) << at.x;
        end = at;
        at = pos_step(at, dir);
    }
    shape->has_door[dir] = true;
    shape->doors[dir] = at;
    for (enum dir side = DIR_NORTH; length > 2 && side < DIR_COUNT; side += 2) {
        if (side == dir || side == dir_opposite(dir))
            continue;
        shape->has_door[side] = rng_percent(rng, SIDE_EXIT_PERCENT);
        shape->doors[side] = pos_step(end, side);
    }
    shape->top = end.y < shape->top ? end.y : shape->top;
    shape->bottom = end.y > shape->bottom ? end.y : shape->bottom;
}

void shape_design_niche(struct shape *shape, struct rng *rng, int length)
{
    bool upright = rng_percent(rng, 50);
    bool backward = rng_percent(rng, 50);
    enum dir door = upright ? (backward ? DIR_SOUTH : DIR_NORTH) : (backward ? DIR_EAST : DIR_WEST);
    struct pos at = pos_of(SHAPE_WIDTH / 2, SHAPE_HEIGHT / 2);

    shape_clear(shape);
    shape->is_listed = false;
    shape->has_door[door] = true;
    shape->doors[door] = at;
    for (int i = 0; i < length; i++) {
        at = pos_step(at, dir_opposite(door));
        shape->cells[at.y] |= UINT64_C(1) << at.x;
    }
    at = pos_step(pos_step(at, dir_opposite(door)), dir_opposite(door));
    for (int y = at.y - 1; y <= at.y + 1; y++)
        shape->cells[y] |= UINT64_C(7) << (at.x - 1);
    shape->fittings[shape->fitting_count++] = (struct fitting){at, TILE_SHRINE};
    shape_measure(shape);
}

enum { ORIGIN = SHAPE_MARGIN - 1 /* canvas column and row of the outer wall's corner */ };

static void offer_mouth(struct shape *shape, struct rng *rng, const struct piece_mouth *mouth,
                        uint32_t *seen)
{
    if (rng_below(rng, ++seen[mouth->out]) != 0)
        return;
    shape->has_door[mouth->out] = true;
    shape->doors[mouth->out] = pos_of(ORIGIN + mouth->at.x, ORIGIN + mouth->at.y);
}

static void take_cell(struct shape *shape, int x, int y, uint8_t cell)
{
    struct pos at = pos_of(ORIGIN + x, ORIGIN + y);

    if (cell == TILE_ROCK || cell >= TILE_COUNT)
        return;
    shape->cells[at.y] |= UINT64_C(1) << at.x;
    if (cell != TILE_FLOOR)
        shape->fittings[shape->fitting_count++] = (struct fitting){at, (enum tile_id)cell};
}

void shape_take_piece(struct shape *shape, struct rng *rng, const struct drawn_piece *drawn)
{
    uint32_t seen[DIR_COUNT] = {0};

    shape_clear(shape);
    shape->is_drawn = true;
    for (int y = 0; y < drawn->height; y++) {
        for (int x = 0; x < drawn->width; x++)
            take_cell(shape, x, y, piece_cell(drawn, x, y));
    }
    for (int i = 0; i < drawn->mouth_count; i++)
        offer_mouth(shape, rng, &drawn->mouths[i], seen);
    memcpy(shape->has_mouth, shape->has_door, sizeof shape->has_mouth);
    memcpy(shape->mouths, shape->doors, sizeof shape->mouths);
    shape_measure(shape);
}
