/*
 * Pockets: set pieces dug into the rock beside a way, and set pieces laid on open floor.
 *
 * Whether a rectangle is all rock, or all floor, takes four numbers: sums over all cells above and
 * to the left (F. Crow's summed areas, 1984). A piece dug into rock touches the level only by its
 * mouths. A piece laid on floor has a ring of floor around it, so every way that led across leads
 * around it. So neither separates anything or makes a pinch.
 */
#include "gen/passes.h"

#include <string.h>

#include "gen/piece.h"

enum {
    STAIRS_APART = 7, /* fewest king's moves from a place to the stairs */
    DRAWS = 4,        /* pieces tried for each place */
    DRAFTS = 3,       /* drawings tried of one piece, until one makes no pinch */
    MOUTHS_USED = 3,  /* mouths tried for one piece */
};

/* Builds the summed-area table of the tiles that differ from `tile`. Sums are */
static void sum_others(struct gen_map *map, enum tile_id tile, int32_t *sums)
{
    int width = map->width;

    for (int x = 0; x < width; x++)
        sums[x] = 0;
    for (int y = 0; y < map->height; y++) {
        int32_t row = 0;
        for (int x = 0; x < width; x++) {
            int cell = y * width + x;
            row = row + (map->tiles[cell] != tile);
            sums[cell] = y > 0 ? sums[cell - width] + row : row;
        }
    }
}

/* True if all cells of a rectangle on the map have the tile of the table. */
static bool is_all(const struct gen_map *map, const int32_t *sums, struct rect area)
{
    int left = area.x - 1;
    int right = area.x + area.width - 1;
    int top = area.y - 1;
    const int32_t *bottom_row = sums + (area.y + area.height - 1) * map->width;
    int32_t sum = bottom_row[right];

    if (left >= 0)
        sum = sum - bottom_row[left];
    if (top >= 0)
        sum = sum - sums[top * map->width + right];
    if (left >= 0 && top >= 0)
        sum = sum + sums[top * map->width + left];
    return sum == 0;
}

static bool is_on_map(const struct gen_map *map, struct rect area)
{
    return area.x >= 0 && area.y >= 0 && area.x + area.width <= map->width &&
           area.y + area.height <= map->height;
}

static bool is_floor(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_FLOOR;
}

static bool is_rock(const struct gen_map *map, struct pos at)
{
    return gen_map_is_rock(map, at.x, at.y);
}

/* Returns the sides of an inner cell where that tile is, as bits from north on. */
static unsigned sides_with(const struct gen_map *map, int cell, enum tile_id tile)
{
    const uint8_t *at = map->tiles + cell;

    return (unsigned)(at[-map->width] == tile) | (unsigned)(at[1] == tile) << 1 |
           (unsigned)(at[map->width] == tile) << 2 | (unsigned)(at[-1] == tile) << 3;
}

/* Returns the direction in which an inner cell of rock could be a doorway to floor, with rock on
   its sides and behind it. DIR_COUNT: none. */
static enum dir site_of(const struct gen_map *map, int cell)
{
    static const enum dir outs[16] = {
        DIR_COUNT, DIR_NORTH, DIR_EAST,  DIR_COUNT, DIR_SOUTH, DIR_COUNT, DIR_COUNT, DIR_COUNT,
        DIR_WEST,  DIR_COUNT, DIR_COUNT, DIR_COUNT, DIR_COUNT, DIR_COUNT, DIR_COUNT, DIR_COUNT};
    unsigned floor = sides_with(map, cell, TILE_FLOOR);
    unsigned rock = sides_with(map, cell, TILE_ROCK);

    return map->tiles[cell] == TILE_ROCK && (floor | rock) == 15 ? outs[floor] : DIR_COUNT;
}

/* Lists the sites in order[], each as cell * DIR_COUNT + the direction outwards. Returns their
   number. */
static int list_sites(struct gen_map *map)
{
    int count = 0;

    for (int y = 1; y < map->height - 1; y++) {
        for (int cell = y * map->width + 1; cell < (y + 1) * map->width - 1; cell++) {
            enum dir out = site_of(map, cell);
            if (out != DIR_COUNT)
                map->survey.order[count++] = (uint32_t)(cell * DIR_COUNT + (int)out);
        }
    }
    return count;
}

/* A site and a mouth that fits it. */
struct joint {
    struct pos at;
    int mouth;
};

static bool fits(const struct gen_map *map, struct rect area, const int32_t *sums)
{
    return is_on_map(map, area) && is_all(map, sums, area) && piece_is_clear(map, area) &&
           piece_stairs_distance(map, area) >= STAIRS_APART;
}

/* The mouths of a piece, by the straight direction in which they lead out. */
struct mouths {
    int list[4][PIECE_MOUTHS_MAX];
    int count[4];
};

static void sort_mouths(const struct drawn_piece *drawn, struct mouths *out)
{
    memset(out->count, 0, sizeof out->count);
    for (int mouth = 0; mouth < drawn->mouth_count; mouth++) {
        int side = (int)drawn->mouths[mouth].out / 2;
        out->list[side][out->count[side]++] = mouth;
    }
}

/* Draws one of the ways in which the piece can be joined to a site. False: there is none. */
static bool find_joint(struct gen_map *map, const struct drawn_piece *drawn, int site_count,
                       const int32_t *sums, struct joint *out)
{
    uint32_t seen = 0;
    struct mouths mouths;

    sort_mouths(drawn, &mouths);

    for (int i = 0; i < site_count; i++) {
        int cell = (int)(map->survey.order[i] / DIR_COUNT);
        struct pos at = gen_map_pos(map, cell);
        enum dir dir = (enum dir)(map->survey.order[i] % DIR_COUNT);
        for (int n = 0; n < mouths.count[dir / 2]; n++) {
            int mouth = mouths.list[dir / 2][n];
            struct pos in = drawn->mouths[mouth].at;
            if (!fits(map, piece_area(drawn, at.x - in.x, at.y - in.y), sums) ||
                site_of(map, cell) != dir ||
                (drawn->piece->kind == SETPIECE_LAIR &&
                 gen_map_has_door_near(map, at.x, at.y, DOOR_REACH)))
                continue;
            if (rng_below(&map->rng, ++seen) == 0)
                *out = (struct joint){at, mouth};
        }
    }
    return seen > 0;
}

/* Opens the mouth: as a door where one may hang, and always before a lair; else as an open
   doorway. */
static void open_mouth(struct gen_map *map, const struct setpiece *piece, struct pos at)
{
    int percent = piece->kind == SETPIECE_LAIR ? 100 : map->finish.door_percent;
    bool is_door = rng_percent(&map->rng, percent) && piece->kind != SETPIECE_VAULT &&
                   !gen_map_has_door_near(map, at.x, at.y, DOOR_REACH);

    gen_map_set(map, at.x, at.y, is_door ? TILE_DOOR_CLOSED : TILE_FLOOR);
}

static struct pos moved(struct pos at, int x, int y)
{
    return pos_of(at.x + x, at.y + y);
}

/* Makes the door of a pocket a hidden one, if nothing else locks it and the level has doors. */
static void hide_mouth(struct gen_map *map, const struct setpiece *piece, struct pos at)
{
    if (map->finish.door_percent > 0 && piece->kind == SETPIECE_POCKET &&
        piece->gate == SETPIECE_GATE_NONE && !gen_map_has_door_near(map, at.x, at.y, DOOR_REACH) &&
        rng_percent(&map->rng, map->furnishing.secret_percent))
        gen_map_set(map, at.x, at.y, TILE_SECRET_SHUT);
}

/* Opens the other mouths that meet a way by chance. */
static void open_more_mouths(struct gen_map *map, const struct drawn_piece *drawn, int x, int y,
                             int used)
{
    int opened = 1;

    for (int i = 0; i < drawn->mouth_count && opened < MOUTHS_USED; i++) {
        struct pos at = moved(drawn->mouths[i].at, x, y);
        enum dir out = drawn->mouths[i].out;
        enum dir side = out == DIR_WEST ? DIR_NORTH : (enum dir)(out + 2);
        if (i == used || !is_floor(map, pos_step(at, out)) || !is_rock(map, pos_step(at, side)) ||
            !is_rock(map, pos_step(at, dir_opposite(side))))
            continue;
        open_mouth(map, drawn->piece, at);
        opened++;
    }
}

static bool draw_right(struct gen_map *map, struct drawn_piece *drawn, struct piece_wish wish)
{
    const struct setpiece *piece = piece_pick(map, wish);

    for (int i = 0; piece != NULL && i < DRAFTS; i++) {
        if (piece_draw(drawn, map, piece))
            return true;
    }
    return false;
}

static bool dig_piece(struct gen_map *map, struct piece_wish wish, int site_count,
                      const int32_t *sums)
{
    struct drawn_piece drawn;
    struct joint joint;

    if (!draw_right(map, &drawn, wish) || !find_joint(map, &drawn, site_count, sums, &joint))
        return false;
    struct piece_mouth mouth = drawn.mouths[joint.mouth];
    int x = joint.at.x - mouth.at.x;
    int y = joint.at.y - mouth.at.y;
    struct gen_place *place = piece_put(map, &drawn, x, y);
    place->door = joint.at;
    place->before = pos_step(joint.at, mouth.out);
    place->behind = pos_step(joint.at, dir_opposite(mouth.out));
    open_mouth(map, drawn.piece, joint.at);
    hide_mouth(map, drawn.piece, joint.at);
    open_more_mouths(map, &drawn, x, y, joint.mouth);
    return true;
}

void pass_dig_places(struct gen_map *map, int count)
{
    static const struct piece_wish wish = {
        .kinds = 1u << SETPIECE_POCKET | 1u << SETPIECE_AREA,
    };
    int32_t *sums = map->survey.low;

    if (count == 0)
        return;
    sum_others(map, TILE_ROCK, sums);
    int site_count = list_sites(map);
    for (int i = 0; i < count && map->furnishing.place_count < GEN_PLACES_MAX; i++) {
        for (int draw = 0; draw < DRAWS; draw++) {
            if (dig_piece(map, wish, site_count, sums))
                break;
        }
    }
}

bool pass_dig_one(struct gen_map *map, enum setpiece_kind kind)
{
    const struct piece_wish wish = {.kinds = 1u << kind};
    int32_t *sums = map->survey.low;

    if (piece_pick(map, wish) == NULL)
        return true;
    sum_others(map, TILE_ROCK, sums);
    int site_count = list_sites(map);
    for (int draw = 0; draw < DRAWS && map->furnishing.place_count < GEN_PLACES_MAX; draw++) {
        if (dig_piece(map, wish, site_count, sums))
            return true;
    }
    return kind != SETPIECE_LAIR;
}

/* Returns how many tiles in a rectangle differ from the table's tile. The rectangle is on the map
   and begins at an inner cell. */
static int32_t count_others(const struct gen_map *map, const int32_t *sums, int cell, int width,
                            int height)
{
    const int32_t *above = sums + cell - map->width - 1;
    const int32_t *last = above + height * map->width;

    return last[width] - last[0] - above[width] + above[0];
}

/* Lists in order[] the cells where the smallest rectangle of floor may begin. Returns their
   number. */
static int list_floors(struct gen_map *map, const int32_t *sums)
{
    int count = 0;

    for (int y = 1; y + SETPIECE_SIDE_MIN < map->height; y++) {
        for (int x = 1; x + SETPIECE_SIDE_MIN < map->width; x++) {
            int cell = y * map->width + x;
            map->survey.order[count] = (uint32_t)cell;
            count += count_others(map, sums, cell, SETPIECE_SIDE_MIN, SETPIECE_SIDE_MIN) == 0;
        }
    }
    return count;
}

/* Draws one of the rectangles of floor that fit the piece. False: there is none. */
static bool find_floor(struct gen_map *map, const struct drawn_piece *drawn, int floor_count,
                       const int32_t *sums, struct pos *out)
{
    uint32_t seen = 0;

    for (int i = 0; i < floor_count; i++) {
        int cell = (int)map->survey.order[i];
        struct pos at = gen_map_pos(map, cell);
        if (at.x + drawn->width >= map->width || at.y + drawn->height >= map->height ||
            count_others(map, sums, cell, drawn->width, drawn->height) != 0 ||
            map->tiles[cell] != TILE_FLOOR || !fits(map, piece_area(drawn, at.x, at.y), sums))
            continue;
        if (rng_below(&map->rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

void pass_lay_places(struct gen_map *map, int count)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_AREA, .is_open = true};
    int32_t *sums = map->survey.low;
    struct drawn_piece drawn;
    struct pos at = {0};

    if (count == 0)
        return;
    sum_others(map, TILE_FLOOR, sums);
    int floor_count = list_floors(map, sums);
    for (int i = 0; i < count && map->furnishing.place_count < GEN_PLACES_MAX; i++) {
        for (int draw = 0; draw < DRAWS; draw++) {
            if (!draw_right(map, &drawn, wish) || !find_floor(map, &drawn, floor_count, sums, &at))
                continue;
            piece_put(map, &drawn, at.x, at.y);
            break;
        }
    }
}

/* True if the piece would leave only floor around the stairs. */
static bool is_free_around(const struct gen_map *map, struct rect area, struct pos stairs)
{
    for (int y = area.y; y < area.y + area.height; y++) {
        for (int x = area.x; x < area.x + area.width; x++) {
            if (!is_floor(map, pos_of(x, y)) && !pos_equal(pos_of(x, y), stairs))
                return false;
        }
    }
    return true;
}

static void lay_arrival(struct gen_map *map, struct pos stairs)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_ARRIVAL, .is_open = true};
    struct drawn_piece drawn;

    if (map->furnishing.place_count == GEN_PLACES_MAX || !draw_right(map, &drawn, wish))
        return;
    for (int i = 0; i < drawn.width * drawn.height; i++) {
        if (drawn.cells[i] != SETPIECE_STAIRS)
            continue;
        int x = stairs.x - i % drawn.width;
        int y = stairs.y - i / drawn.width;
        if (is_free_around(map, piece_area(&drawn, x, y), stairs))
            piece_put(map, &drawn, x, y);
        return;
    }
}

void pass_lay_arrivals(struct gen_map *map)
{
    if (map->part.has_up)
        lay_arrival(map, map->up);
    if (map->part.has_down)
        lay_arrival(map, map->down);
}
