/*
 * Passes that mend one fault of a draft each: pieces that are too small to be worth a way, or not
 * connected; dead ends; islands of rock that are neither wall nor pillar; ponds that nobody comes
 * near; pinches; doors that later digging has spoilt.
 *
 * Pieces are joined by the shortest halls: one breadth-first search from all of them at once, then
 * Kruskal's tree over their meetings.
 *
 * Dead ends are walked back from their tip, cell by cell. Pruning shortens all of them; filling
 * stubs removes those that are too short to be a way. finish.stub_percent of them are left alone. A
 * cell with at most one exit can be filled without separating anything, and never leaves a pinch,
 * because a pinch needs two open cells beside the filled one.
 *
 * A pinch is two open cells that touch at a corner only, with rock in the other two: a body could
 * pass only by a diagonal step, and sight would leak through. All cells around a small island of
 * rock are open, so opening it makes no pinch.
 *
 * Styles hang doors by the same test by which doors are mended.
 */
#include <string.h>

#include "base/check.h"
#include "content/tile.h"
#include "gen/passes.h"
#include "gen/piece.h"

static int label_open(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    survey_load(survey, map->tiles);
    memcpy(survey->mask, survey->open, (size_t)survey->cell_count);
    return survey_label(survey, false);
}

static bool room_has_open_cell(const struct gen_map *map, struct rect room)
{
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            if (gen_map_is_open(map, x, y))
                return true;
        }
    }
    return false;
}

static void drop_filled_rooms(struct gen_map *map)
{
    int kept = 0;

    for (int i = 0; i < map->room_count; i++) {
        if (room_has_open_cell(map, map->rooms[i]))
            map->rooms[kept++] = map->rooms[i];
    }
    map->room_count = kept;
}

static int largest_piece(const struct survey *survey, int piece_count)
{
    int largest = 0;

    for (int piece = 1; piece <= piece_count; piece++) {
        if (largest == 0 || survey->size[piece] > survey->size[largest])
            largest = piece;
    }
    return largest;
}

/*
 * Fills in the labelled pieces of fewer cells than `piece_min`, except the largest; they lose their
 * labels. Returns the number that is left.
 */
static int erase_small(struct gen_map *map, int piece_count, int piece_min)
{
    struct survey *survey = &map->survey;
    int largest = largest_piece(survey, piece_count);
    int small = 0;

    survey->low[0] = 0;
    for (int piece = 1; piece <= piece_count; piece++) {
        survey->low[piece] = piece != largest && survey->size[piece] < piece_min;
        small += survey->low[piece];
    }
    for (int cell = 0; small > 0 && cell < survey->cell_count; cell++) {
        if (!survey->low[survey->label[cell]])
            continue;
        map->tiles[cell] = TILE_ROCK;
        survey->open[cell] = 0;
        survey->label[cell] = 0;
    }
    drop_filled_rooms(map);
    return piece_count - small;
}

void pass_erase_pieces(struct gen_map *map, int piece_min)
{
    (void)erase_small(map, label_open(map), piece_min);
}

static void label_ring(struct survey *survey, int32_t label)
{
    int last = survey->cell_count - survey->width;

    for (int x = 0; x < survey->width; x++)
        survey->label[x] = survey->label[last + x] = label;
    for (int row = 0; row <= last; row += survey->width)
        survey->label[row] = survey->label[row + survey->width - 1] = label;
}

/*
 * Spreads every piece through the rock at once. Afterwards label[] is the piece nearest to each
 * inner cell, distance[] the number of rock cells to it, and parent[] the next cell on the way.
 */
static void spread_pieces(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    memset(survey->distance, 0, sizeof *survey->distance * (size_t)survey->cell_count);
    label_ring(survey, SURVEY_FAR);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        survey->parent[cell] = SURVEY_NONE;
        if (survey->open[cell])
            survey->queue[count++] = cell;
    }
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        for (int i = 0; i < 4; i++) {
            int next = at + step[i];
            if (survey->label[next] != 0)
                continue;
            survey->label[next] = survey->label[at];
            survey->distance[next] = survey->distance[at] + 1;
            survey->parent[next] = at;
            survey->queue[count++] = next;
        }
    }
    label_ring(survey, 0);
}

/* Lists the meetings of two pieces in order[], as cell * 2 + (0 for east, 1 for south). */
static int list_meetings(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int count = 0;

    for (int cell = 0; cell < survey->cell_count - map->width; cell++) {
        for (int south = 0; south < 2; south++) {
            int other = cell + (south ? map->width : 1);
            int mine = survey->label[cell];
            int theirs = survey->label[other];
            if (mine != 0 && theirs != 0 && mine != theirs)
                survey->order[count++] = (uint32_t)(cell * 2 + south);
        }
    }
    return count;
}

/* Returns the representative of a piece; low[] holds the forest of the union-find. */
static int find_root(struct survey *survey, int piece)
{
    while (survey->low[piece] != piece) {
        survey->low[piece] = survey->low[survey->low[piece]];
        piece = survey->low[piece];
    }
    return piece;
}

static void carve_back(struct gen_map *map, int cell)
{
    for (; map->survey.parent[cell] != SURVEY_NONE; cell = map->survey.parent[cell]) {
        struct pos at = gen_map_pos(map, cell);
        gen_map_carve(map, at.x, at.y);
    }
}

/* Carves a meeting if it joins two separate pieces. True: it was carved. */
static bool join_at(struct gen_map *map, uint32_t meeting)
{
    struct survey *survey = &map->survey;
    int cell = (int)(meeting / 2);
    int other = cell + (meeting % 2 != 0 ? map->width : 1);
    int mine = find_root(survey, survey->label[cell]);
    int theirs = find_root(survey, survey->label[other]);

    if (mine == theirs)
        return false;
    survey->low[theirs] = mine;
    carve_back(map, cell);
    carve_back(map, other);
    return true;
}

static int meeting_length(const struct gen_map *map, uint32_t meeting)
{
    int cell = (int)(meeting / 2);
    int other = cell + (meeting % 2 != 0 ? map->width : 1);

    return map->survey.distance[cell] + map->survey.distance[other];
}

void pass_join_pieces(struct gen_map *map, int piece_min)
{
    struct survey *survey = &map->survey;
    int piece_count = label_open(map);
    int apart = erase_small(map, piece_count, piece_min) - 1;

    if (apart <= 0)
        return;
    for (int piece = 0; piece <= piece_count; piece++)
        survey->low[piece] = piece;
    spread_pieces(map);
    int meeting_count = list_meetings(map);
    for (int length = 1; apart > 0; length++) {
        CHECK(length <= 2 * survey->cell_count);
        for (int i = 0; i < meeting_count && apart > 0; i++) {
            if (meeting_length(map, survey->order[i]) == length && join_at(map, survey->order[i]))
                apart--;
        }
    }
}

enum {
    PRUNE_PERCENT_MAX = 75
}; /* percent of all open cells, so that a level without loops is not pruned away */

/* Returns the only open neighbour of a cell; the cell itself if it has none. */
static struct pos only_neighbour(const struct gen_map *map, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        if (gen_map_is_open(map, next.x, next.y))
            return next;
    }
    return at;
}

/* Returns the first open cell after `cell` with at most one exit, by survey.open[]; SURVEY_NONE:
   there is none. */
static int next_tip(const struct survey *survey, int cell)
{
    int end = survey->cell_count - survey->width;

    for (cell++; cell < end; cell++) {
        if (survey->open[cell] & (survey_exits(survey, cell) <= 1))
            return cell;
    }
    return SURVEY_NONE;
}

/* True for an open cell with at most one exit, outside of rooms. */
static bool is_tip(const struct gen_map *map, struct pos at)
{
    int cell = gen_map_cell(map, at.x, at.y);

    return map->survey.open[cell] && survey_exits(&map->survey, cell) <= 1 &&
           !map->survey.mask[cell];
}

/* Returns the tile that replaces the tip of a way: the water or chasm around it, or rock. */
static enum tile_id filling(const struct gen_map *map, struct pos tip)
{
    int gaps[TILE_COUNT] = {0};

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos near = pos_step(tip, dir);
        gaps[gen_map_tile(map, near.x, near.y)]++;
    }
    return gaps[TILE_CHASM] > 1        ? TILE_CHASM
           : gaps[TILE_WATER_DEEP] > 1 ? TILE_WATER_DEEP
                                       : TILE_ROCK;
}

static void fill(struct gen_map *map, struct pos tip)
{
    gen_map_set(map, tip.x, tip.y, filling(map, tip));
    map->survey.open[gen_map_cell(map, tip.x, tip.y)] = 0;
}

/* Prunes a dead end from its tip. Returns the number of filled cells. */
static int prune_from(struct gen_map *map, struct pos at, int length)
{
    int filled = 0;

    if (!is_tip(map, at) || gen_map_keeps_dead_end(map, at))
        return 0;
    for (; filled < length && is_tip(map, at); filled++) {
        struct pos next = only_neighbour(map, at);
        fill(map, at);
        at = next;
    }
    return filled;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

void pass_prune_dead_ends(struct gen_map *map, int length)
{
    int spare = 0;

    if (length == 0)
        return;
    survey_load(&map->survey, map->tiles);
    for (int cell = 0; cell < map->survey.cell_count; cell++)
        spare += map->survey.open[cell];
    spare = spare * PRUNE_PERCENT_MAX / 100;
    gen_map_mask_rooms(map);
    for (int cell = map->width; (cell = next_tip(&map->survey, cell)) != SURVEY_NONE;)
        spare -= prune_from(map, gen_map_pos(map, cell), smaller(length, spare));
}

/* Returns the open neighbour of `at` other than `from`; `at` itself if there is none. */
static struct pos next_on_way(const struct gen_map *map, struct pos from, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        if (gen_map_is_open(map, next.x, next.y) && !pos_equal(next, from))
            return next;
    }
    return at;
}

/*
 * Returns the length from the tip `at` to the branch or wide place where its way begins, both not
 * counted; stops at STUB_LENGTH_MIN. survey.open[] must be loaded from the map.
 */
static int stub_length(const struct gen_map *map, struct pos at)
{
    struct pos from = at;
    int length = 0;

    while (length < STUB_LENGTH_MIN && gen_map_exits(map, at.x, at.y) <= 2 &&
           !survey_is_roomy(&map->survey, gen_map_cell(map, at.x, at.y))) {
        struct pos next = next_on_way(map, from, at);
        length++;
        if (pos_equal(next, at))
            break;
        from = at;
        at = next;
    }
    return length;
}

/* True for an open cell with one exit. */
static bool is_end(const struct gen_map *map, struct pos at)
{
    return map->survey.is_passable[map->tiles[gen_map_cell(map, at.x, at.y)]] &
           (gen_map_exits(map, at.x, at.y) == 1);
}

static void fill_stub(struct gen_map *map, struct pos at)
{
    enum tile_id tip = gen_map_tile(map, at.x, at.y);

    if (!is_end(map, at) || (tip != TILE_FLOOR && !tile_is_door(tip)))
        return;
    int length = stub_length(map, at);
    if (length == STUB_LENGTH_MIN || gen_map_keeps_dead_end(map, at))
        return;
    for (int filled = 0; filled < length; filled++) {
        struct pos next = only_neighbour(map, at);
        fill(map, at);
        at = next;
    }
}

/* Fills stubs. The cell where a stub began keeps two exits, so filling makes no new stub. */
void pass_fill_stubs(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int cell = map->width; (cell = next_tip(&map->survey, cell)) != SURVEY_NONE;)
        fill_stub(map, gen_map_pos(map, cell));
}

void pass_clear_islands(struct gen_map *map, int island_min)
{
    struct survey *survey = &map->survey;

    if (island_min <= 1)
        return;
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = map->tiles[cell] == TILE_ROCK;
    survey_label(survey, true);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        int island = survey->label[cell];
        if (island != 0 && survey->size[island] < island_min)
            map->tiles[cell] = TILE_FLOOR;
    }
}

enum { SPECK_MAX = 6 }; /* cells of rock in a gap that are too few for an island */

/* Sets low[] of each small piece of rock to the tile of the gap that encloses it; 0: something else
   does, or a set piece has it. Needs label[] and size[]. */
static void find_specks(struct gen_map *map, int pieces)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};

    for (int piece = 1; piece <= pieces; piece++)
        survey->low[piece] = survey->size[piece] <= SPECK_MAX ? TILE_WATER_DEEP : 0;
    for (int cell = 0; cell < survey->cell_count; cell++) {
        int32_t *gap = &survey->low[survey->label[cell]];
        if (survey->label[cell] == 0 || *gap == 0)
            continue;
        struct pos at = gen_map_pos(map, cell);
        struct rect area = {(int16_t)at.x, (int16_t)at.y, 1, 1};
        for (int i = 0; i < 4 && *gap != 0; i++) {
            uint8_t tile = map->tiles[cell + step[i]];
            if (tile != TILE_ROCK)
                *gap = tile_row((enum tile_id)tile)->is_gap && piece_is_clear(map, area) ? tile : 0;
        }
    }
}

void pass_flood_specks(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = map->tiles[cell] == TILE_ROCK;
    find_specks(map, survey_label(survey, false));
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (survey->label[cell] != 0 && survey->low[survey->label[cell]] != 0)
            map->tiles[cell] = (uint8_t)survey->low[survey->label[cell]];
    }
}

void pass_fill_lone_ponds(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    survey_ponds(survey, map->tiles);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (survey->label[cell] != 0 && survey->low[survey->label[cell]] == 0)
            map->tiles[cell] = TILE_ROCK;
    }
}

/* True if filling an open cell separates nothing and leaves no pinch: it has one exit, or two that
   are joined by the cell between them. */
static bool is_spare(const struct gen_map *map, struct pos at)
{
    int exits = gen_map_exits(map, at.x, at.y);

    for (enum dir dir = DIR_NORTH; exits == 2 && dir < DIR_COUNT; dir += 2) {
        struct pos one = pos_step(at, dir);
        struct pos between = pos_step(at, (enum dir)(dir + 1));
        struct pos other = pos_step(at, dir == DIR_WEST ? DIR_NORTH : (enum dir)(dir + 2));
        if (gen_map_is_open(map, one.x, one.y) && gen_map_is_open(map, other.x, other.y))
            return gen_map_is_open(map, between.x, between.y);
    }
    return exits <= 1;
}

/* Fills a spare cell where dead ends are to stay; survey.mask[] marks cells that were opened.
   False: it is not spare. */
static bool fill_spare(struct gen_map *map, int x, int y)
{
    struct pos at = pos_of(x, y);

    if (gen_map_tile(map, x, y) != TILE_FLOOR || map->survey.mask[gen_map_cell(map, x, y)] ||
        !gen_map_keeps_dead_end(map, at) || !is_spare(map, at))
        return false;
    gen_map_set(map, x, y, TILE_ROCK);
    return true;
}

/* Mends the 2x2 block with its top left at (x, y) if it is a pinch. True: it was. */
static bool mend_pinch(struct gen_map *map, int x, int y)
{
    const uint8_t *is_open = map->survey.is_passable;
    const uint8_t *top = map->tiles + y * map->width + x;
    const uint8_t *bottom = top + map->width;
    bool falls = is_open[top[0]]; /* the open pair runs from top left to bottom right */

    /* Without a branch for each, which would be mispredicted on ragged ground. */
    if ((falls != is_open[bottom[1]]) | (falls == is_open[top[1]]) | (falls == is_open[bottom[0]]))
        return false;
    if (fill_spare(map, falls ? x : x + 1, y) || fill_spare(map, falls ? x + 1 : x, y + 1))
        return true;
    bool upper = rng_percent(&map->rng, 50);
    int opened = upper == falls ? x + 1 : x;
    gen_map_carve(map, opened, upper ? y : y + 1);
    map->survey.mask[gen_map_cell(map, opened, upper ? y : y + 1)] = 1;
    return true;
}

void pass_open_pinches(struct gen_map *map)
{
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    for (int y = 0; y < map->height - 1; y++) {
        for (int x = 0; x < map->width - 1; x++) {
            if (!mend_pinch(map, x, y))
                continue;
            /* The changed cell belongs to blocks one row up and one column left: check these
               again. */
            y = y > 0 ? y - 1 : 0;
            x = x > 1 ? x - 2 : -1;
        }
    }
}

/* True if a few steps lead from one side of the doorway to the other without passing it. */
static bool is_walked_round(struct gen_map *map, int x, int y)
{
    struct survey *survey = &map->survey;
    int cell = gen_map_cell(map, x, y);
    int step = survey->open[cell - 1] ? 1 : map->width;

    survey->open[cell] = 0;
    bool is_near = survey_is_near(survey, cell - step, cell + step, DOOR_ROUND_MIN - 1);
    survey->open[cell] = 1;
    return is_near;
}

static bool has_door_beside(const struct gen_map *map, int x, int y)
{
    return tile_is_door(gen_map_tile(map, x, y - 1)) || tile_is_door(gen_map_tile(map, x + 1, y)) ||
           tile_is_door(gen_map_tile(map, x, y + 1)) || tile_is_door(gen_map_tile(map, x - 1, y));
}

/* True if an earlier door, row by row, is within DOOR_REACH king's moves. */
static bool has_earlier_door(const struct gen_map *map, int x, int y)
{
    for (int dy = -DOOR_REACH; dy <= 0; dy++) {
        for (int dx = -DOOR_REACH; dx <= (dy < 0 ? DOOR_REACH : -1); dx++) {
            if (tile_is_door(gen_map_tile(map, x + dx, y + dy)))
                return true;
        }
    }
    return false;
}

/* True for the door of a lair, which stays. */
static bool is_door_of_lair(const struct gen_map *map, int door)
{
    for (int i = 0; i < map->furnishing.place_count; i++) {
        const struct gen_place *place = &map->furnishing.places[i];
        if (place->piece->kind == SETPIECE_LAIR &&
            gen_map_cell(map, place->door.x, place->door.y) == door)
            return true;
    }
    return false;
}

/* True if a door that comes earlier than `door`, or a lair's, is a few steps of hall away from
   `at`, which was entered from `before`. */
static bool leads_to_earlier_door(const struct gen_map *map, int door, int at, int before,
                                  int steps)
{
    const struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};

    for (int i = 0; i < 4; i++) {
        int next = at + step[i];
        if (next == before || next == door || !survey->open[next])
            continue;
        if (tile_is_door((enum tile_id)map->tiles[next])) {
            if (next < door || is_door_of_lair(map, next))
                return true;
        } else if (steps < DOOR_SERIES && !survey_is_roomy(survey, next) &&
                   leads_to_earlier_door(map, door, next, at, steps + 1)) {
            return true;
        }
    }
    return false;
}

/* Whether a hall of few cells, with forks and bends, leads from here to a door that comes
   earlier. */
static bool has_door_in_series(const struct gen_map *map, int x, int y)
{
    int door = gen_map_cell(map, x, y);

    return leads_to_earlier_door(map, door, door, door, 1);
}

static bool is_thinned(struct gen_map *map, int x, int y)
{
    return !is_door_of_lair(map, gen_map_cell(map, x, y)) &&
           (has_earlier_door(map, x, y) || has_door_in_series(map, x, y) ||
            is_walked_round(map, x, y)) &&
           rng_percent(&map->rng, map->finish.thin_percent);
}

void pass_mend_doors(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            if (!tile_is_door((enum tile_id)map->tiles[y * map->width + x]))
                continue;
            if (!gen_map_is_doorway(map, x, y) || has_door_beside(map, x, y) ||
                is_thinned(map, x, y))
                gen_map_set(map, x, y, TILE_FLOOR);
        }
    }
}

static void hang_door(struct gen_map *map, int x, int y)
{
    if (!gen_map_is_open(map, x, y) || !gen_map_is_doorway(map, x, y) || has_door_beside(map, x, y))
        return;
    if (rng_percent(&map->rng, map->finish.door_percent))
        gen_map_set(map, x, y, TILE_DOOR_CLOSED);
}

void pass_hang_doors(struct gen_map *map)
{
    for (int i = 0; i < map->room_count; i++) {
        struct rect room = map->rooms[i];
        for (int x = room.x; x < room.x + room.width; x++) {
            hang_door(map, x, room.y - 1);
            hang_door(map, x, room.y + room.height);
        }
        for (int y = room.y; y < room.y + room.height; y++) {
            hang_door(map, room.x - 1, y);
            hang_door(map, room.x + room.width, y);
        }
    }
}
