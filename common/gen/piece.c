/*
 * Set pieces: picked, drawn, turned and placed.
 */
#include "gen/piece.h"

#include "base/check.h"
#include "content/theme.h"

enum {
    MARGIN = 3,      /* cells from the edge of the level to a piece built over a draft */
    ROOMS_TRIED = 8, /* places tried for it */
};

static bool is_on_map(const struct gen_furnishing *furnishing, const struct setpiece *piece)
{
    for (int i = 0; i < furnishing->place_count; i++) {
        if (furnishing->places[i].piece == piece)
            return true;
    }
    return false;
}

static bool is_wished(const struct gen_map *map, const struct setpiece *piece,
                      struct piece_wish wish)
{
    const struct gen_furnishing *furnishing = &map->furnishing;

    return !(piece->needs_built && map->finish.is_natural) &&
           (wish.kinds >> piece->kind & 1) != 0 &&
           (wish.is_either || wish.is_open == piece->is_open) &&
           setpiece_is_at(piece, furnishing->depth) && !is_on_map(furnishing, piece) &&
           (piece->kind == SETPIECE_VAULT || haven_number(furnishing->depth) == HAVEN_COUNT ||
            !piece->has_finds);
}

const struct setpiece *piece_pick(struct gen_map *map, struct piece_wish wish)
{
    const struct gen_furnishing *furnishing = &map->furnishing;
    const struct setpiece *picked = NULL;
    uint32_t sum = 0;

    for (size_t i = 0; i < furnishing->pieces->count; i++) {
        const struct setpiece *piece = &furnishing->pieces->rows[i];
        if (!is_wished(map, piece, wish))
            continue;
        sum += piece->weight;
        if (rng_below(&map->rng, sum) < piece->weight)
            picked = piece;
    }
    return picked;
}

static uint8_t choose(struct rng *rng, const struct setpiece_vary *vary)
{
    uint32_t left = rng_below(rng, vary->weight);
    int choice = 0;

    while (left >= vary->choices[choice].weight)
        left -= vary->choices[choice++].weight;
    return vary->choices[choice].tile;
}

/* Returns the cell of the file's drawing that the turned drawing shows at (x, y). */
static struct pos turned(const struct setpiece *piece, int turn, int x, int y)
{
    int across = turn & 1 ? piece->width - 1 - x : x;
    int down = turn & 2 ? piece->height - 1 - y : y;

    return turn & 4 ? pos_of(down, across) : pos_of(across, down);
}

static void list_mouth(struct drawn_piece *drawn, struct pos at)
{
    enum dir out = at.y == 0                   ? DIR_NORTH
                   : at.y == drawn->height - 1 ? DIR_SOUTH
                   : at.x == 0                 ? DIR_WEST
                                               : DIR_EAST;

    if (drawn->mouth_count < PIECE_MOUTHS_MAX)
        drawn->mouths[drawn->mouth_count++] = (struct piece_mouth){at, out};
}

static bool is_open_cell(uint8_t cell)
{
    return cell == SETPIECE_PLANK || cell == SETPIECE_STAIRS || cell == SETPIECE_LEAVE ||
           (cell < TILE_COUNT && tile_is_passable((enum tile_id)cell));
}

static bool has_pinch(const struct drawn_piece *drawn)
{
    for (int y = 0; y < drawn->height - 1; y++) {
        const uint8_t *top = drawn->cells + y * drawn->width;
        const uint8_t *bottom = top + drawn->width;
        for (int x = 0; x < drawn->width - 1; x++) {
            bool falls = is_open_cell(top[x]);
            if (falls == is_open_cell(bottom[x + 1]) && falls != is_open_cell(top[x + 1]) &&
                falls != is_open_cell(bottom[x]))
                return true;
        }
    }
    return false;
}

/* Draws the tile for a cell of the file. for_all[] keeps the draws that hold for all cells of a
   vary line, by its number. */
static uint8_t settle(struct gen_map *map, const struct setpiece *piece, uint8_t cell,
                      const uint8_t *for_all)
{
    if (cell >= SETPIECE_VARIED) {
        int which = cell - SETPIECE_VARIED;
        return piece->vary[which].is_for_all ? for_all[which]
                                             : choose(&map->rng, &piece->vary[which]);
    }
    return cell == TILE_DOOR_CLOSED && map->finish.door_percent == 0 ? TILE_FLOOR : cell;
}

bool piece_draw(struct drawn_piece *drawn, struct gen_map *map, const struct setpiece *piece)
{
    int turn = piece->is_fixed ? 0 : rng_range(&map->rng, 0, PIECE_TURNS - 1);
    uint8_t for_all[SETPIECE_VARY_MAX];

    drawn->piece = piece;
    drawn->width = turn & 4 ? piece->height : piece->width;
    drawn->height = turn & 4 ? piece->width : piece->height;
    drawn->mouth_count = 0;
    for (int i = 0; i < piece->vary_count; i++)
        for_all[i] = choose(&map->rng, &piece->vary[i]);
    for (int y = 0; y < piece->height; y++) {
        for (int x = 0; x < piece->width; x++) {
            uint8_t cell = settle(map, piece, piece->cells[y * piece->width + x], for_all);
            struct pos at = turned(piece, turn, x, y);
            drawn->cells[at.y * drawn->width + at.x] = cell;
            if (cell == SETPIECE_MOUTH || cell == SETPIECE_DOORWAY)
                list_mouth(drawn, at);
        }
    }
    return piece->vary_count == 0 || !has_pinch(drawn);
}

struct rect piece_area(const struct drawn_piece *drawn, int x, int y)
{
    return (struct rect){(int16_t)x, (int16_t)y, (int16_t)drawn->width, (int16_t)drawn->height};
}

static enum tile_id tile_of(const struct setpiece *piece, uint8_t cell)
{
    switch (cell) {
    case SETPIECE_MOUTH:
    case SETPIECE_DOORWAY:
        return TILE_ROCK;
    case SETPIECE_PLANK:
        return (enum tile_id)piece->planks_shut;
    default:
        return (enum tile_id)cell;
    }
}

/* Adds the inside of a drawing with walls to the rooms of the level, so that look names it. */
static void list_room(struct gen_map *map, const struct drawn_piece *drawn, int x, int y)
{
    if (drawn->piece->is_open || map->room_count == GEN_ROOMS_MAX)
        return;
    map->rooms[map->room_count++] =
        (struct rect){(int16_t)(x + 1), (int16_t)(y + 1), (int16_t)(drawn->width - 2),
                      (int16_t)(drawn->height - 2)};
}

struct gen_place *piece_put(struct gen_map *map, const struct drawn_piece *drawn, int x, int y)
{
    struct gen_furnishing *furnishing = &map->furnishing;

    CHECK(furnishing->place_count < GEN_PLACES_MAX);
    struct gen_place *place = &furnishing->places[furnishing->place_count++];
    *place = (struct gen_place){.piece = drawn->piece, .area = piece_area(drawn, x, y)};
    for (int row = 0; row < drawn->height; row++) {
        for (int column = 0; column < drawn->width; column++) {
            uint8_t cell = piece_cell(drawn, column, row);
            if (cell != SETPIECE_LEAVE && cell != SETPIECE_STAIRS &&
                gen_map_is_inner(map, x + column, y + row))
                gen_map_set(map, x + column, y + row, tile_of(drawn->piece, cell));
            if (cell == SETPIECE_PLANK && place->plank_count < GATE_CELLS_MAX)
                place->planks[place->plank_count++] = pos_of(x + column, y + row);
        }
    }
    list_room(map, drawn, x, y);
    return place;
}

bool piece_is_clear(const struct gen_map *map, struct rect area)
{
    for (int i = 0; i < map->furnishing.place_count; i++) {
        struct rect taken = map->furnishing.places[i].area;
        if (area.x < taken.x + taken.width && taken.x < area.x + area.width &&
            area.y < taken.y + taken.height && taken.y < area.y + area.height)
            return false;
    }
    return true;
}

static int distance_to(struct rect area, struct pos at)
{
    int dx = at.x < area.x ? area.x - at.x : at.x - (area.x + area.width - 1);
    int dy = at.y < area.y ? area.y - at.y : at.y - (area.y + area.height - 1);

    dx = dx > 0 ? dx : 0;
    dy = dy > 0 ? dy : 0;
    return dx > dy ? dx : dy;
}

int piece_stairs_distance(const struct gen_map *map, struct rect area)
{
    int up = distance_to(area, map->up);
    int down = distance_to(area, map->down);

    return up < down ? up : down;
}

/* Returns the number of open cells in the rectangle. INT32_MAX: it has water or a chasm, which
   nothing may cover. */
static int count_open(const struct gen_map *map, struct rect room)
{
    int count = 0;

    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            enum tile_id tile = gen_map_tile(map, x, y);
            if (tile_row(tile)->is_gap)
                return INT32_MAX;
            count += map->survey.is_passable[tile];
        }
    }
    return count;
}

bool piece_find_room(struct gen_map *map, int width, int height, struct rect *out)
{
    int least = INT32_MAX;

    if (width + 2 * MARGIN > map->width || height + 2 * MARGIN > map->height)
        return false;
    for (int i = 0; i < ROOMS_TRIED; i++) {
        int x = rng_range(&map->rng, MARGIN, map->width - MARGIN - width);
        int y = rng_range(&map->rng, MARGIN, map->height - MARGIN - height);
        struct rect room = {(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};
        int open = count_open(map, room);
        if (open < least && piece_is_clear(map, room)) {
            least = open;
            *out = room;
        }
    }
    return least < INT32_MAX;
}

/* Puts the piece over the draft, and opens each mouth where a way led across the wall or floor lies
   before it. */
static void put_over(struct gen_map *map, const struct drawn_piece *drawn, struct rect area)
{
    bool was_open[SETPIECE_CELLS_MAX];

    for (int i = 0; i < drawn->width * drawn->height; i++)
        was_open[i] = gen_map_is_open(map, area.x + i % drawn->width, area.y + i / drawn->width);
    piece_put(map, drawn, area.x, area.y);
    for (int i = 0; i < drawn->mouth_count; i++) {
        struct pos in = drawn->mouths[i].at;
        struct pos at = pos_of(area.x + in.x, area.y + in.y);
        struct pos before = pos_step(at, drawn->mouths[i].out);
        if (was_open[in.y * drawn->width + in.x] || gen_map_is_open(map, before.x, before.y))
            gen_map_set(map, at.x, at.y, TILE_FLOOR);
    }
}

bool piece_stamp(struct gen_map *map, struct piece_wish wish)
{
    const struct setpiece *piece = piece_pick(map, wish);
    struct drawn_piece drawn;
    struct rect area;

    if (piece == NULL || map->furnishing.place_count == GEN_PLACES_MAX ||
        !piece_draw(&drawn, map, piece) || !piece_find_room(map, drawn.width, drawn.height, &area))
        return false;
    put_over(map, &drawn, area);
    return true;
}
