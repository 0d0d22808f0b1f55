/*
 * Landmarks. A lake or chasm fills a blob, except set pieces that are there, and most of its sides
 * get a shore with a view across. A gorge fills a winding band from one edge of the level past the
 * middle, so that the ways around its end are long. The joining pass reconnects the parts that are
 * cut off, by causeways and bridges.
 */
#include "gen/landmark.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "gen/delve_shape.h"
#include "gen/piece.h"

enum {
    TRIES = 12,
    MARGIN = 3,              /* cells kept free at the edge of the level */
    WET_MIN_PERCENT = 6,     /* least share of all cells that a lake or chasm covers, in percent */
    WET_NARROW_PERCENT = 10, /* the same where ways are narrow */
    WET_MAX_PERCENT = 17,
    SIDE_PERCENT = 36, /* least side of a lake, in percent of the level's side */
    SIDE_NARROW_PERCENT = 44,
    FRAY_MAX = 3,    /* most cells removed from any side of a lake */
    ISLAND_MIN = 36, /* smallest island of a lake, in cells; smaller ones are flooded */
    GORGE_LENGTH_MIN_PERCENT = 60,
    GORGE_LENGTH_MAX_PERCENT = 78,
    GORGE_START = 3, /* width of a gorge in cells at the edge of the level */
    GORGE_TAPER = 2, /* cells by which it widens from line to line; half as many at the other end */
    NAVE_WIDTH = 30, /* width of a nave in cells, without its walls */
    NAVE_HEIGHT = 12,
    NAVE_PILLARS = 4, /* columns from one pillar to the next */
    CHASM_DEPTH_MIN = 3,
    KINDS_TRIED = 6,
    SHORE_WIDTH = 2,                /* most cells of a shore's width */
    NARROW_GORGES = 25,             /* percent of landmarks that are gorges where ways are narrow */
    SHORE_WIDE_PERCENT = 50,        /* percent of a lake's sides that have a shore of that width */
    SHORE_WIDE_NARROW_PERCENT = 75, /* the same where ways are narrow */
    GORGE_WIDTH_MIN = 4,
    GORGE_WIDTH_MAX = 9,
    LEDGE_WIDTH = 2,       /* cells; a narrower one breaks where the gorge winds */
    LEDGE_PERCENT = 25,    /* percent of a gorge's steps where a ledge begins */
    LEDGE_END_PERCENT = 4, /* percent of its further steps where the ledge ends */
};

static const char *const landmark_names[GEN_LANDMARK_COUNT] = {
    [GEN_LANDMARK_NONE] = "none",   [GEN_LANDMARK_LAKE] = "lake",
    [GEN_LANDMARK_CHASM] = "chasm", [GEN_LANDMARK_GORGE] = "gorge",
    [GEN_LANDMARK_NAVE] = "nave",   [GEN_LANDMARK_PIECE] = "set piece",
};

const char *gen_landmark_name(enum gen_landmark landmark)
{
    CHECK((unsigned)landmark < GEN_LANDMARK_COUNT);
    return landmark_names[landmark];
}

/* The cells of a lake, as bits in rows of up to SHAPE_WIDTH. */
struct blob {
    uint64_t rows[SHAPE_HEIGHT];
    int x;
    int y;
    int width;
    int height;
};

static bool is_in_blob(const struct blob *blob, int x, int y)
{
    return x >= blob->x && x < blob->x + blob->width && y >= blob->y &&
           y < blob->y + blob->height && (blob->rows[y - blob->y] >> (x - blob->x) & 1) != 0;
}

static bool is_gap(const struct gen_map *map, int cell)
{
    return map->tiles[cell] == TILE_WATER_DEEP || map->tiles[cell] == TILE_CHASM;
}

/* True for a cell of a set piece that the landmark leaves as it is: it becomes an island. */
static bool is_in_place(const struct gen_map *map, int x, int y)
{
    for (int i = 0; i < map->furnishing.place_count; i++) {
        struct rect area = map->furnishing.places[i].area;
        if (x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)
            return true;
    }
    return false;
}

/* Marks the cells that the blob would cover in mask[]; returns their number. */
static int mark_wet(struct gen_map *map, const struct blob *blob)
{
    int count = 0;

    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    for (int y = blob->y; y < blob->y + blob->height; y++) {
        for (int x = blob->x; x < blob->x + blob->width; x++) {
            if (!is_in_blob(blob, x, y) || is_in_place(map, x, y))
                continue;
            map->survey.mask[gen_map_cell(map, x, y)] = 1;
            count++;
        }
    }
    return count;
}

static int limited(int value, int most)
{
    return value < most ? value : most;
}

/* Returns the next margin along a side, a random step from `margin`, between 0 and FRAY_MAX. */
static int wavered(struct rng *rng, int margin)
{
    margin += rng_range(rng, -1, 1);
    return margin < 0 ? 0 : limited(margin, FRAY_MAX);
}

/* Makes the four sides irregular, where the blob may have grown along the straight edge of its
   grid. */
static void fray(struct rng *rng, struct blob *blob)
{
    int near = rng_range(rng, 0, FRAY_MAX);
    int far = rng_range(rng, 0, FRAY_MAX);

    for (int y = 0; y < blob->height; y++) {
        near = wavered(rng, near);
        far = wavered(rng, far);
        blob->rows[y] &= ~((UINT64_C(1) << near) - 1);
        blob->rows[y] &= (UINT64_C(1) << (blob->width - 1 - far) << 1) - 1;
    }
    for (int x = 0; x < blob->width; x++) {
        near = wavered(rng, near);
        far = wavered(rng, far);
        for (int y = 0; y < near; y++)
            blob->rows[y] &= ~(UINT64_C(1) << x);
        for (int y = blob->height - far; y < blob->height; y++)
            blob->rows[y] &= ~(UINT64_C(1) << x);
    }
    (void)blob_keep_largest(blob->rows, blob->height);
}

/* Grows a blob of the right size for the level. False: none of several was right. */
static bool find_blob(struct gen_map *map, struct blob *blob)
{
    int cells = map->width * map->height;
    int low = map->finish.is_narrow ? SIDE_NARROW_PERCENT : SIDE_PERCENT;
    int most_width = limited(SHAPE_WIDTH, map->width - 2 * MARGIN);
    int least = map->finish.is_narrow ? WET_NARROW_PERCENT : WET_MIN_PERCENT;
    int most_height = limited(SHAPE_HEIGHT, map->height - 2 * MARGIN);

    for (int i = 0; i < TRIES; i++) {
        int width = limited(map->width * rng_range(&map->rng, low, 60) / 100, most_width);
        int height = limited(map->height * rng_range(&map->rng, low, 60) / 100, most_height);
        if (width < 8 || height < 5)
            return false;
        blob->width = width;
        blob->height = height;
        blob->x = rng_range(&map->rng, MARGIN, map->width - MARGIN - width);
        blob->y = rng_range(&map->rng, MARGIN, map->height - MARGIN - height);
        blob_grow(&map->rng, width, height, blob->rows);
        fray(&map->rng, blob);
        blob_fill_holes(blob->rows, width, height, ISLAND_MIN);
        int wet = mark_wet(map, blob);
        if (wet * 100 >= cells * least && wet * 100 <= cells * WET_MAX_PERCENT)
            return true;
    }
    return false;
}

/* Returns the side of the blob, out of eight, on which (x, y) lies as seen from its middle. */
static int side_of(const struct blob *blob, int x, int y)
{
    int dx = 2 * (x - blob->x) - blob->width;
    int dy = 2 * (y - blob->y) - blob->height;

    return (dx > 0) | (dy > 0) << 1 | (abs(dx) * blob->height > abs(dy) * blob->width) << 2;
}

static bool is_wet_within(const struct blob *blob, int x, int y, int reach)
{
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            if (is_in_blob(blob, x + dx, y + dy))
                return true;
        }
    }
    return false;
}

/* Opens rock along the blob, so that it is seen and can be walked along. The width differs from
   side to side. */
static void lay_shores(struct gen_map *map, const struct blob *blob)
{
    int wide = map->finish.is_narrow ? SHORE_WIDE_NARROW_PERCENT : SHORE_WIDE_PERCENT;
    int widths[8];

    for (int i = 0; i < 8; i++)
        widths[i] = rng_percent(&map->rng, wide) ? SHORE_WIDTH : 1;
    for (int y = blob->y - SHORE_WIDTH; y < blob->y + blob->height + SHORE_WIDTH; y++) {
        for (int x = blob->x - SHORE_WIDTH; x < blob->x + blob->width + SHORE_WIDTH; x++) {
            int width = widths[side_of(blob, x, y)];
            if (gen_map_is_inner(map, x, y) && gen_map_is_rock(map, x, y) &&
                !is_in_blob(blob, x, y) && is_wet_within(blob, x, y, width))
                gen_map_set(map, x, y, TILE_FLOOR);
        }
    }
}

/* Fills the cells marked in mask[], and every pond of another kind that they touch. */
static void fill_marked(struct gen_map *map, enum tile_id tile)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (survey->mask[cell])
            survey->queue[count++] = cell;
    }
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        map->tiles[at] = (uint8_t)tile;
        for (int i = 0; i < 4; i++) {
            int next = at + step[i];
            struct pos where = gen_map_pos(map, next);
            if (survey->mask[next] || !is_gap(map, next) || is_in_place(map, where.x, where.y))
                continue;
            survey->mask[next] = 1;
            survey->queue[count++] = next;
        }
    }
}

/* Removes the bridges of earlier lakes that end in this one. */
static void drop_broken_bridges(struct gen_map *map, enum tile_id tile)
{
    int step[4] = {-map->width, 1, map->width, -1};

    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        for (int at = cell; map->tiles[at] == TILE_BRIDGE;) {
            int ways = 0;
            int next = at;
            for (int i = 0; i < 4; i++) {
                if (!tile_is_passable((enum tile_id)map->tiles[at + step[i]]))
                    continue;
                next = at + step[i];
                ways++;
            }
            if (ways > 1)
                break;
            map->tiles[at] = (uint8_t)tile;
            at = next;
        }
    }
}

static bool lay_lake(struct gen_map *map, enum tile_id tile)
{
    struct blob blob;

    if (!find_blob(map, &blob))
        return false;
    fill_marked(map, tile);
    drop_broken_bridges(map, tile);
    lay_shores(map, &blob);
    return true;
}

/* The state of a gorge while it is cut. */
struct gorge {
    bool goes_south;
    int edges[2];      /* of the line across: its first cell, and the cell behind its last */
    int taken;         /* cells of its width, fewer towards its ends */
    bool has_ledge[2]; /* a ledge on either side of the gorge */
};

static int width_of(const struct gorge *gorge)
{
    return gorge->edges[1] - gorge->edges[0];
}

/* Fills one line across the gorge. */
static void cut_line(struct gen_map *map, const struct gorge *gorge, int along, enum tile_id tile)
{
    int first = gorge->edges[0] + (width_of(gorge) - gorge->taken) / 2;
    int end = first + gorge->taken;

    for (int across = first - LEDGE_WIDTH; across < end + LEDGE_WIDTH; across++) {
        int x = gorge->goes_south ? across : along;
        int y = gorge->goes_south ? along : across;
        if (x < MARGIN - 1 || x > map->width - MARGIN || y < MARGIN - 1 || y > map->height - MARGIN)
            continue;
        if (across >= first && across < end)
            gen_map_set(map, x, y, tile);
        else if (gorge->has_ledge[across >= end])
            gen_map_carve(map, x, y);
    }
}

/* Moves on by a step: each edge winds by itself; ledges begin and end. */
static void wind(struct gen_map *map, struct gorge *gorge)
{
    for (int side = 0; side < 2; side++) {
        int moved = rng_percent(&map->rng, 25) ? rng_percent(&map->rng, 50) ? 1 : -1 : 0;
        gorge->edges[side] += moved;
        if (width_of(gorge) < GORGE_WIDTH_MIN || width_of(gorge) > GORGE_WIDTH_MAX)
            gorge->edges[side] -= moved;
        if (rng_percent(&map->rng, gorge->has_ledge[side] ? LEDGE_END_PERCENT : LEDGE_PERCENT))
            gorge->has_ledge[side] = !gorge->has_ledge[side];
    }
    /* Without any, nobody would see it where it runs through rock. */
    if (!gorge->has_ledge[0] && !gorge->has_ledge[1])
        gorge->has_ledge[rng_below(&map->rng, 2)] = true;
}

/* Returns the width of the gorge on a line, by the distance from its two ends, where it narrows to
   a point. */
static int tapered(const struct gorge *gorge, int from_start, int from_end)
{
    int start = GORGE_START + GORGE_TAPER * from_start;
    int end = 1 + GORGE_TAPER * from_end / 2;

    return limited(width_of(gorge), limited(start, end));
}

/* Cuts a gorge from the edge of the level past its middle. False: there was no room. */
static bool lay_gorge(struct gen_map *map, enum tile_id tile)
{
    bool goes_south = map->width > map->height && rng_percent(&map->rng, 70);
    int length = goes_south ? map->height : map->width;
    int breadth = goes_south ? map->width : map->height;
    int middle = breadth * rng_range(&map->rng, 36, 64) / 100;
    int width = goes_south ? 7 : 5;
    struct gorge gorge = {
        goes_south, {middle - width / 2, middle - width / 2 + width}, 0, {true, true}};
    bool is_reversed = rng_percent(&map->rng, 50);
    int end =
        length * rng_range(&map->rng, GORGE_LENGTH_MIN_PERCENT, GORGE_LENGTH_MAX_PERCENT) / 100;

    if (breadth < 5 * width)
        return false;
    memcpy(map->bare, map->tiles, (size_t)map->survey.cell_count);
    for (int i = MARGIN - 1; i < end; i++) {
        gorge.taken = tapered(&gorge, i - MARGIN + 1, end - 1 - i);
        cut_line(map, &gorge, is_reversed ? length - 1 - i : i, tile);
        wind(map, &gorge);
    }
    return true;
}

static void raise_pillars(struct gen_map *map, struct rect room)
{
    for (int x = room.x + 2; x + 2 < room.x + room.width; x += NAVE_PILLARS) {
        for (int i = 0; i < 4; i++) {
            gen_map_set(map, x + i % 2, room.y + 2 + i / 2, TILE_ROCK);
            gen_map_set(map, x + i % 2, room.y + room.height - 4 + i / 2, TILE_ROCK);
        }
    }
}

/* Builds a nave with its pillars. Later passes remove doors that lost their walls. False: it does
   not fit. */
static bool lay_nave(struct gen_map *map)
{
    struct rect room;

    if (map->room_count == GEN_ROOMS_MAX || !piece_find_room(map, NAVE_WIDTH, NAVE_HEIGHT, &room))
        return false;
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++)
            gen_map_set(map, x, y, TILE_FLOOR);
    }
    gen_map_add_room(map, room);
    raise_pillars(map, room);
    return true;
}

static bool lay_piece(struct gen_map *map)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_LANDMARK, .is_either = true};

    return piece_stamp(map, wish);
}

static enum gen_landmark pick_kind(struct gen_map *map)
{
    /* In narrow ways a nave or a set piece is seen from few cells. */
    if (map->finish.is_narrow) {
        if (rng_percent(&map->rng, NARROW_GORGES))
            return GEN_LANDMARK_GORGE;
        return rng_percent(&map->rng, 50) ? GEN_LANDMARK_LAKE : GEN_LANDMARK_CHASM;
    }
    static const int deep[GEN_LANDMARK_COUNT] = {
        [GEN_LANDMARK_LAKE] = 36, [GEN_LANDMARK_CHASM] = 30, [GEN_LANDMARK_GORGE] = 14,
        [GEN_LANDMARK_NAVE] = 8,  [GEN_LANDMARK_PIECE] = 12,
    };
    static const int shallow[GEN_LANDMARK_COUNT] = {
        [GEN_LANDMARK_LAKE] = 38,
        [GEN_LANDMARK_GORGE] = 20,
        [GEN_LANDMARK_NAVE] = 12,
        [GEN_LANDMARK_PIECE] = 30,
    };
    const int *weights =
        map->furnishing.depth < CHASM_DEPTH_MIN && !map->finish.is_crowded ? shallow : deep;
    int roll = rng_range(&map->rng, 0, 99);
    int kind = GEN_LANDMARK_NONE + 1;

    while (roll >= weights[kind])
        roll -= weights[kind++];
    return (enum gen_landmark)kind;
}

/* Returns the tile of a landmark: a chasm where `is_chasm` and the depth allows it, else deep
   water. A fall needs a level below, and is not for beginners. */
static enum tile_id gap_of(const struct gen_map *map, bool is_chasm)
{
    int depth = map->furnishing.depth;

    return is_chasm && depth >= CHASM_DEPTH_MIN && depth < DEPTH_MAX ? TILE_CHASM : TILE_WATER_DEEP;
}

/* Returns the kind of landmark at the map's depth: a lake replaces a chasm where none is
   allowed. */
static enum gen_landmark kind_at(const struct gen_map *map, enum gen_landmark kind)
{
    bool is_wet = kind == GEN_LANDMARK_CHASM && gap_of(map, true) == TILE_WATER_DEEP;

    return is_wet ? GEN_LANDMARK_LAKE : kind;
}

static bool lay(struct gen_map *map, enum gen_landmark kind)
{
    switch (kind) {
    case GEN_LANDMARK_LAKE:
        return lay_lake(map, TILE_WATER_DEEP);
    case GEN_LANDMARK_CHASM:
        return lay_lake(map, gap_of(map, true));
    case GEN_LANDMARK_GORGE:
        return lay_gorge(map, gap_of(map, rng_percent(&map->rng, 60)));
    case GEN_LANDMARK_NAVE:
        return lay_nave(map);
    default:
        return lay_piece(map);
    }
}

void landmark_lay(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;

    if (furnishing->pieces == NULL || !furnishing->wants_landmark)
        return;
    for (int i = 0; i < KINDS_TRIED && furnishing->landmark == GEN_LANDMARK_NONE; i++) {
        enum gen_landmark kind = kind_at(map, pick_kind(map));
        if (lay(map, kind))
            furnishing->landmark = kind;
    }
    if (furnishing->landmark == GEN_LANDMARK_GORGE) {
        for (int cell = 0; cell < map->survey.cell_count; cell++)
            map->bare[cell] = map->tiles[cell] == TILE_WATER_DEEP || map->tiles[cell] == TILE_CHASM;
    }
}

/* Turns into bridges the straight ways of one cell's width between two gaps. */
void landmark_mend(struct gen_map *map)
{
    int width = map->width;

    if (map->furnishing.landmark != GEN_LANDMARK_GORGE)
        return;
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < width - 1; x++) {
            int cell = y * width + x;
            if (map->bare[cell] == 1 && map->tiles[cell] == TILE_FLOOR &&
                ((is_gap(map, cell - 1) && is_gap(map, cell + 1)) ||
                 (is_gap(map, cell - width) && is_gap(map, cell + width))))
                map->tiles[cell] = TILE_BRIDGE;
        }
    }
}
