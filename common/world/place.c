/*
 * Areas of a level: the parts that people have words for, and which of them were built.
 *
 * A level is divided in steps: the cells that rooms claim; the open ground outside them, with large
 * caves cut by a grid; then crossings; then the corridors between them. Crumbs are joined at the
 * end and doorways assigned. Each step visits the cells in reading order, so that the same level is
 * always divided in the same way. Then each area is described: size, bounds, exits, doors. All is
 * counted first, so that one allocation is enough.
 *
 * The straightness of walls is the mean length of their runs: cells of ground in a row with rock or
 * a door on the same side. Over 40 seeds of each style, at 100x57, `caves` and `digger` have runs
 * of 1.6 to 1.85 cells, `delve` of 2.4 to 3.2, and the others of 4.2 and more.
 */
#include "world/place.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* Connected cells of one kind: an area in the making, or a part of one. */
struct place_piece {
    enum place_kind kind;
    uint32_t size;  /* number of cells, without doorways */
    uint32_t first; /* first of its cells */
    uint32_t begin; /* its cells in the queue, from `begin` on */
    uint32_t end;
    uint32_t joins;  /* piece that it has joined; itself if none */
    uint32_t beside; /* for a crumb: piece beside it that it may join */
    bool is_through; /* for a crumb: it connects two areas */
};

/*
 * A level with a frame of rock, so that every cell has four neighbours. The index of a cell is x +
 * 1 + (y + 1) * stride.
 */
struct place_draft {
    const struct level *level;
    uint32_t stride;
    uint32_t cell_count;        /* number of cells, with the frame */
    struct place_piece *pieces; /* room for cell_count pieces; the first is unused */
    uint32_t piece_count;       /* number of pieces, with the unused one */
    uint32_t *queue;            /* cells of the pieces, one piece after another */
    uint32_t queued;
    uint32_t *cells; /* all cells of ground, in reading order */
    uint32_t ground_count;
    uint32_t *claims;    /* by cell; neighbours in one piece have equal claims */
    uint32_t *piece_of;  /* by cell; 0: none */
    uint16_t *areas;     /* by cell: the number of its area, once areas are numbered */
    uint8_t *area_kinds; /* enum place_kind by area; the first is unused */
    uint8_t *grounds;    /* enum place_ground, by cell */
};

enum place_ground {
    PLACE_GROUND_NONE, /* a body can never be there */
    PLACE_GROUND_DOOR,
    PLACE_GROUND_ROOM,   /* in a room */
    PLACE_GROUND_LOOSE,  /* not classified yet */
    PLACE_GROUND_OPEN,   /* outside of rooms, in a square of two by two cells */
    PLACE_GROUND_NARROW, /* outside of rooms, in no such square */
    PLACE_GROUND_CROSSING,
};

enum {
    ROOM_CELLS_MIN = 6, /* fewest cells of a room, with a square of two by two; less is a nook */
    OPEN_CELLS_MIN = 9, /* fewest cells of open ground; less is a wide spot of a corridor */
    /* fewest cells of a cave's part in the grid; a smaller one joins a neighbour */
    OPEN_PART_MIN = 12,
    /* a cave of fewer cells is not cut by the grid */
    OPEN_WHOLE_MAX = PLACE_GRID_WIDTH * PLACE_GRID_HEIGHT,
    NOOK_CELLS_MAX = 2, /* most cells of a dead end that belongs to the area where it begins */
    CROSSING_WAYS_MIN = 3,
    SIDES = 4,
};

static uint32_t neighbour(const struct place_draft *draft, uint32_t cell, int side)
{
    const uint32_t steps[SIDES] = {0u - draft->stride, 0u - 1u, 1u, draft->stride};

    return cell + steps[side];
}

/* Returns the piece to which `piece` belongs after all joins. */
static uint32_t place_draft_root(const struct place_draft *draft, uint32_t piece)
{
    while (piece != 0 && draft->pieces[piece].joins != piece)
        piece = draft->pieces[piece].joins;
    return piece;
}

/*
 * Makes the next piece of all cells that are connected to `start`, have its ground and claim, and
 * are in no piece yet.
 */
static const struct place_piece *flood_piece(struct place_draft *draft, uint32_t start,
                                             enum place_kind kind)
{
    uint32_t number = draft->piece_count++;
    uint8_t ground = draft->grounds[start];
    uint32_t claim = draft->claims[start];
    uint32_t begin = draft->queued;
    uint32_t head = begin;
    uint32_t tail = begin;

    /* Local copies: otherwise the compiler must assume that the writes below change the
       originals. */
    const uint32_t steps[SIDES] = {0u - draft->stride, 0u - 1u, 1u, draft->stride};
    const uint8_t *grounds = draft->grounds;
    const uint32_t *claims = draft->claims;
    uint32_t *piece_of = draft->piece_of;
    uint32_t *queue = draft->queue;

    queue[tail++] = start;
    piece_of[start] = number;
    while (head < tail) {
        uint32_t cell = queue[head++];
        for (int side = 0; side < SIDES; side++) {
            uint32_t next = cell + steps[side];
            bool fits = (grounds[next] == ground) & (claims[next] == claim) & (piece_of[next] == 0);
            /* Written in any case: a branch would be mispredicted at every other border. */
            queue[tail] = next;
            tail += fits;
            piece_of[next] = fits ? number : piece_of[next];
        }
    }
    draft->queued = tail;
    draft->pieces[number] = (struct place_piece){
        .kind = kind,
        .size = tail - begin,
        .first = start,
        .begin = begin,
        .end = tail,
        .joins = number,
    };
    return &draft->pieces[number];
}

/* Removes the last piece, so that its cells can be in another. */
static void undo_piece(struct place_draft *draft, const struct place_piece *found,
                       enum place_ground ground, uint32_t claim)
{
    draft->piece_count--;
    draft->queued = found->begin;
    for (uint32_t i = found->begin; i < found->end; i++) {
        uint32_t cell = draft->queue[i];
        draft->piece_of[cell] = 0;
        draft->grounds[cell] = (uint8_t)ground;
        draft->claims[cell] = claim;
    }
}

/* Makes pieces of all cells of that ground that are in none. */
static void flood_all(struct place_draft *draft, enum place_ground ground, enum place_kind kind)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if ((draft->grounds[cell] == ground) & (draft->piece_of[cell] == 0))
            (void)flood_piece(draft, cell, kind);
    }
}

static uint32_t cell_at(const struct place_draft *draft, int x, int y)
{
    return (uint32_t)(y + 1) * draft->stride + (uint32_t)(x + 1);
}

static int rect_cells(struct rect rect)
{
    return rect.width * rect.height;
}

/* True if two rooms are connected where they overlap, because all cells there are ground. A room in
   the corner of a ragged room, and within its rectangle, stays a room of its own. */
static bool rooms_are_one(const struct place_draft *draft, struct rect a, struct rect b)
{
    int left = a.x > b.x ? a.x : b.x;
    int top = a.y > b.y ? a.y : b.y;
    int right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
    int bottom = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;

    if (left >= right || top >= bottom)
        return false;
    int overlap = (right - left) * (bottom - top);
    if (overlap == rect_cells(a) || overlap == rect_cells(b))
        return false;
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            if (draft->grounds[cell_at(draft, x, y)] != PLACE_GROUND_LOOSE)
                return false;
        }
    }
    return true;
}

static void claim_room(struct place_draft *draft, struct rect room, uint32_t claim)
{
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            uint32_t cell = cell_at(draft, x, y);
            if (draft->grounds[cell] == PLACE_GROUND_NONE ||
                draft->grounds[cell] == PLACE_GROUND_DOOR)
                continue;
            draft->grounds[cell] = PLACE_GROUND_ROOM;
            draft->claims[cell] = claim;
        }
    }
}

/*
 * Gives rooms their cells, smaller rooms first, of equal ones the first. Connected rooms have one
 * claim. (Rectangles around ragged rooms overlap and contain cells of other rooms.)
 */
static void claim_rooms(struct place_draft *draft)
{
    const struct rect *rooms = draft->level->rooms;
    int count = draft->level->room_count;
    uint32_t claims[LEVEL_ROOMS_MAX];
    int order[LEVEL_ROOMS_MAX];

    for (int i = 0; i < count; i++) {
        claims[i] = (uint32_t)i + 1;
        for (int j = 0; j < i; j++) {
            if (claims[j] == claims[i] || !rooms_are_one(draft, rooms[i], rooms[j]))
                continue;
            uint32_t old = claims[i];
            for (int k = 0; k <= i; k++)
                claims[k] = claims[k] == old ? claims[j] : claims[k];
        }
        int place = i;
        for (; place > 0 && rect_cells(rooms[order[place - 1]]) <= rect_cells(rooms[i]); place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    for (int i = 0; i < count; i++)
        claim_room(draft, rooms[order[i]], claims[order[i]]);
}

/* True if the cell is the top left of a square of four cells with one ground and claim. */
static bool begins_square(const struct place_draft *draft, uint32_t cell)
{
    const uint32_t others[] = {cell + 1, cell + draft->stride, cell + draft->stride + 1};

    for (int i = 0; i < 3; i++) {
        if (draft->grounds[others[i]] != draft->grounds[cell] ||
            draft->claims[others[i]] != draft->claims[cell])
            return false;
    }
    return true;
}

static bool has_square(const struct place_draft *draft, const struct place_piece *found)
{
    for (uint32_t i = found->begin; i < found->end; i++) {
        if (begins_square(draft, draft->queue[i]))
            return true;
    }
    return false;
}

static void divide_rooms(struct place_draft *draft)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if (draft->grounds[cell] != PLACE_GROUND_ROOM || draft->piece_of[cell] != 0)
            continue;
        const struct place_piece *found = flood_piece(draft, cell, PLACE_ROOM);
        if (found->size < ROOM_CELLS_MIN || found->size > PLACE_ROOM_CELLS_MAX ||
            !has_square(draft, found))
            undo_piece(draft, found, PLACE_GROUND_LOOSE, 0);
    }
}

static bool is_loose(const struct place_draft *draft, uint32_t cell)
{
    return (draft->grounds[cell] == PLACE_GROUND_LOOSE) |
           (draft->grounds[cell] == PLACE_GROUND_OPEN);
}

/* Marks each cell outside of rooms as open or narrow ground. */
static void find_open(struct place_draft *draft)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        /* Checks the whole square, because is_loose() is also true for cells that are already
           open. */
        const uint32_t square[] = {cell, cell + 1, cell + draft->stride, cell + draft->stride + 1};
        bool is_open = true;
        for (int i = 0; i < 4; i++)
            is_open &= is_loose(draft, square[i]);
        for (int i = 0; is_open && i < 4; i++)
            draft->grounds[square[i]] = PLACE_GROUND_OPEN;
        uint8_t ground = draft->grounds[cell];
        draft->grounds[cell] = ground == PLACE_GROUND_LOOSE ? PLACE_GROUND_NARROW : ground;
    }
}

/* Returns the number of the cell's square in the grid, from 2; 1 is the claim of cells that are not
   cut. */
static uint32_t grid_claim(const struct place_draft *draft, uint32_t cell)
{
    uint32_t x = cell % draft->stride - 1;
    uint32_t y = cell / draft->stride - 1;

    return 2 + y / PLACE_GRID_HEIGHT * LEVEL_WIDTH_MAX + x / PLACE_GRID_WIDTH;
}

static void divide_open(struct place_draft *draft)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if (draft->grounds[cell] != PLACE_GROUND_OPEN || draft->claims[cell] != 0)
            continue;
        const struct place_piece *found = flood_piece(draft, cell, PLACE_CAVE);
        if (found->size < OPEN_CELLS_MIN) {
            undo_piece(draft, found, PLACE_GROUND_NARROW, 0);
        } else if (found->size > OPEN_WHOLE_MAX) {
            undo_piece(draft, found, PLACE_GROUND_OPEN, 1);
            for (uint32_t i = found->begin; i < found->end; i++)
                draft->claims[draft->queue[i]] = grid_claim(draft, draft->queue[i]);
        } else {
            for (uint32_t i = found->begin; i < found->end; i++)
                draft->claims[draft->queue[i]] = 1;
        }
    }
    flood_all(draft, PLACE_GROUND_OPEN, PLACE_CAVE);
}

static int count_ways(const struct place_draft *draft, uint32_t cell)
{
    int ways = 0;

    for (int side = 0; side < SIDES; side++)
        ways += draft->grounds[neighbour(draft, cell, side)] != PLACE_GROUND_NONE;
    return ways;
}

static int count_ways_out(const struct place_draft *draft, const struct place_piece *found)
{
    int ways = 0;

    for (uint32_t i = found->begin; i < found->end; i++) {
        for (int side = 0; side < SIDES; side++) {
            uint8_t ground = draft->grounds[neighbour(draft, draft->queue[i], side)];
            ways += ground != PLACE_GROUND_NONE && ground != PLACE_GROUND_CROSSING;
        }
    }
    return ways;
}

static void divide_corridors(struct place_draft *draft)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if (draft->grounds[cell] == PLACE_GROUND_NARROW &&
            count_ways(draft, cell) >= CROSSING_WAYS_MIN)
            draft->grounds[cell] = PLACE_GROUND_CROSSING;
    }
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if (draft->grounds[cell] != PLACE_GROUND_CROSSING || draft->piece_of[cell] != 0)
            continue;
        const struct place_piece *found = flood_piece(draft, cell, PLACE_CROSSING);
        if (count_ways_out(draft, found) < CROSSING_WAYS_MIN)
            undo_piece(draft, found, PLACE_GROUND_NARROW, 0);
    }
    flood_all(draft, PLACE_GROUND_NARROW, PLACE_CORRIDOR);
}

static bool is_crumb(const struct place_piece *piece)
{
    if (piece->kind == PLACE_CAVE)
        return piece->size < OPEN_PART_MIN;
    return piece->kind != PLACE_ROOM && piece->size <= NOOK_CELLS_MAX;
}

/* Records the neighbours of a crumb. With two neighbours, or a door, a nook is a passage. */
static void look_around_crumb(struct place_draft *draft, uint32_t cell, uint32_t root)
{
    struct place_piece *crumb = &draft->pieces[root];

    for (int side = 0; side < SIDES; side++) {
        uint32_t next = neighbour(draft, cell, side);
        uint32_t other = place_draft_root(draft, draft->piece_of[next]);

        crumb->is_through |= draft->grounds[next] == PLACE_GROUND_DOOR;
        if (other == 0 || other == root)
            continue;
        crumb->is_through |= crumb->beside != 0 && crumb->beside != other;
        if (crumb->kind != PLACE_CAVE || draft->pieces[other].kind == PLACE_CAVE)
            crumb->beside = other;
    }
}

static bool join_crumb(struct place_draft *draft, uint32_t number)
{
    struct place_piece *crumb = &draft->pieces[number];
    uint32_t into = place_draft_root(draft, crumb->beside);

    if (into == 0 || into == number || (crumb->kind != PLACE_CAVE && crumb->is_through))
        return false;
    struct place_piece *whole = &draft->pieces[into];
    crumb->joins = into;
    whole->size += crumb->size;
    whole->first = whole->first < crumb->first ? whole->first : crumb->first;
    return true;
}

/*
 * Joins cave parts that are too small to a cave beside them, and nooks to the area where they
 * begin. Crumbs that have joined may still be crumbs; every round but the last leaves fewer pieces.
 */
static void sweep_crumbs(struct place_draft *draft)
{
    bool has_joined = true;

    while (has_joined) {
        has_joined = false;
        for (uint32_t i = 1; i < draft->piece_count; i++) {
            uint32_t root = place_draft_root(draft, i);
            const struct place_piece *piece = &draft->pieces[i];
            for (uint32_t j = piece->begin; j < piece->end && is_crumb(&draft->pieces[root]); j++)
                look_around_crumb(draft, draft->queue[j], root);
        }
        for (uint32_t i = 1; i < draft->piece_count; i++) {
            struct place_piece *piece = &draft->pieces[i];
            if (piece->joins == i && is_crumb(piece))
                has_joined |= join_crumb(draft, i);
            piece->beside = 0;
            piece->is_through = false;
        }
    }
}

/* Adds a doorway to the best of the pieces beside it, except other doorways. */
static void give_doorway(struct place_draft *draft, uint32_t cell)
{
    uint32_t best = 0;

    for (int side = 0; side < SIDES; side++) {
        uint32_t next = neighbour(draft, cell, side);
        if (draft->grounds[next] == PLACE_GROUND_DOOR)
            continue;
        uint32_t root = place_draft_root(draft, draft->piece_of[next]);
        const struct place_piece *piece = &draft->pieces[root];
        const struct place_piece *other = &draft->pieces[best];
        if (root != 0 && (best == 0 || piece->kind < other->kind ||
                          (piece->kind == other->kind && piece->first < other->first)))
            best = root;
    }
    draft->piece_of[cell] = best;
}

/* Divides the draft: afterwards every cell of ground is in a piece. */
static void place_draft_divide(struct place_draft *draft)
{
    memset(draft->claims, 0, draft->cell_count * sizeof draft->claims[0]);
    memset(draft->piece_of, 0, draft->cell_count * sizeof draft->piece_of[0]);
    draft->piece_count = 1;
    claim_rooms(draft);
    divide_rooms(draft);
    find_open(draft);
    divide_open(draft);
    divide_corridors(draft);
    sweep_crumbs(draft);
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        if (draft->grounds[cell] == PLACE_GROUND_DOOR)
            give_doorway(draft, cell);
    }
    flood_all(draft, PLACE_GROUND_DOOR, PLACE_DOORWAY);
}

enum { SIDE_COUNT = 4 };

static const enum dir side_dirs[SIDE_COUNT] = {DIR_NORTH, DIR_WEST, DIR_EAST, DIR_SOUTH};

struct survey {
    const struct place_draft *draft;
    struct place_map *map;
    uint32_t steps[SIDE_COUNT]; /* offsets from a cell of the draft to its neighbours */
};

static bool is_doorway(const struct survey *survey, uint32_t cell)
{
    return survey->draft->grounds[cell] == PLACE_GROUND_DOOR;
}

/* True if the cell counts for the bounds of its area; cells of doorways and nooks do not. */
static bool is_core(const struct survey *survey, uint32_t cell)
{
    uint32_t number = survey->draft->piece_of[cell];
    const struct place_piece *piece = &survey->draft->pieces[number];

    if (is_doorway(survey, cell))
        return piece->kind == PLACE_DOORWAY;
    return piece->joins == number || piece->kind == PLACE_CAVE;
}

static struct pos pos_of_cell(const struct survey *survey, uint32_t cell)
{
    uint32_t stride = survey->draft->stride;

    return pos_of((int)(cell % stride) - 1, (int)(cell / stride) - 1);
}

/* Adds a doorway as a door to its own area and to the areas beside it, once to each. */
static void add_door(const struct survey *survey, uint32_t cell)
{
    struct place_map *map = survey->map;
    uint16_t owners[1 + SIDE_COUNT] = {survey->draft->areas[cell]};
    int count = 1;

    for (int i = 0; i < SIDE_COUNT; i++) {
        uint16_t area = survey->draft->areas[cell + survey->steps[i]];
        bool is_new = area != PLACE_NONE;
        for (int j = 0; j < count; j++)
            is_new = is_new && owners[j] != area;
        if (is_new)
            owners[count++] = area;
    }
    for (int i = 0; i < count; i++) {
        struct place *place = &map->areas[owners[i]];
        if (map->doors != NULL)
            map->doors[place->door_first + place->door_count] = pos_of_cell(survey, cell);
        place->door_count++;
    }
}

static void add_exit(const struct survey *survey, uint32_t cell, int side)
{
    struct place_map *map = survey->map;
    uint32_t next = cell + survey->steps[side];
    struct place *place = &map->areas[survey->draft->areas[cell]];
    bool has_door = is_doorway(survey, cell) || is_doorway(survey, next);
    uint16_t to = survey->draft->areas[next];

    if (map->exits == NULL) {
        place->exit_count++;
        return;
    }
    struct place_exit *exits = &map->exits[place->exit_first];
    for (uint32_t i = 0; !has_door && i < place->exit_count; i++) {
        if (!exits[i].has_door && exits[i].to == to && exits[i].dir == side_dirs[side])
            return;
    }
    struct place_exit *exit = &exits[place->exit_count++];
    *exit = (struct place_exit){
        .from = pos_of_cell(survey, cell),
        .into = pos_of_cell(survey, next),
        .has_door = has_door,
        .dir = side_dirs[side],
        .to = to,
    };
    if (has_door)
        exit->door = is_doorway(survey, cell) ? exit->from : exit->into;
}

static void add_cell(const struct survey *survey, struct place *place, uint32_t cell, int x, int y)
{
    struct rect *bounds = &place->bounds;

    if (place->size++ == 0)
        place->first = pos_of(x, y);
    if (!is_core(survey, cell))
        return;
    if (bounds->width == 0) {
        *bounds = (struct rect){(int16_t)x, (int16_t)y, 1, 1};
        return;
    }
    /* In reading order no cell of an area is above its first. */
    int left = x < bounds->x ? x : bounds->x;
    int right = x >= bounds->x + bounds->width ? x + 1 : bounds->x + bounds->width;
    *bounds = (struct rect){(int16_t)left, bounds->y, (int16_t)(right - left),
                            (int16_t)(y + 1 - bounds->y)};
}

/* Adds the door and exits of a cell; the first pass only counts them. */
static void visit_border(const struct survey *survey, uint32_t cell)
{
    const uint16_t *areas = survey->draft->areas;

    if (is_doorway(survey, cell))
        add_door(survey, cell);
    unsigned sides = 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        uint16_t other = areas[cell + survey->steps[i]];
        sides |= (unsigned)((other != areas[cell]) & (other != PLACE_NONE)) << i;
    }
    for (; sides != 0; sides &= sides - 1)
        add_exit(survey, cell, __builtin_ctz(sides));
}

/* Visits every cell of ground. Returns the number of cells with doors or exits, which are kept at
   the front of the queue. */
static uint32_t visit_cells(const struct survey *survey)
{
    const struct place_draft *draft = survey->draft;
    const uint16_t *areas = draft->areas;
    uint32_t border_count = 0;
    uint32_t row_end = 0;
    int y = -1;

    for (uint32_t i = 0; i < draft->ground_count; i++) {
        uint32_t cell = draft->cells[i];
        uint16_t area = areas[cell];
        for (; cell >= row_end; row_end += draft->stride)
            y++;
        add_cell(survey, &survey->map->areas[area], cell,
                 (int)(cell - (row_end - draft->stride)) - 1, y - 1);
        bool is_border = is_doorway(survey, cell);
        for (int side = 0; side < SIDE_COUNT; side++) {
            uint16_t other = areas[cell + survey->steps[side]];
            is_border |= (other != area) & (other != PLACE_NONE);
        }
        draft->queue[border_count] = cell;
        border_count += is_border;
    }
    return border_count;
}

/* Turns the counts into the index at which each area's exits and doors begin. */
static void lay_out(struct place_map *map, uint32_t *exit_count, uint32_t *door_count)
{
    *exit_count = 0;
    *door_count = 0;
    for (uint32_t i = 1; i <= map->count; i++) {
        struct place *place = &map->areas[i];
        place->exit_first = *exit_count;
        place->door_first = *door_count;
        *exit_count += place->exit_count;
        *door_count += place->door_count;
        place->exit_count = 0;
        place->door_count = 0;
    }
}

/* Describes areas 1 to `area_count`, from areas, area_kinds and grounds. ERR_MEMORY. The caller
   frees the map. */
static enum err place_draft_describe(const struct place_draft *draft, uint32_t area_count,
                                     struct place_map **out)
{
    size_t areas_size = sizeof(struct place_map) + (area_count + 1) * sizeof(struct place);
    struct place_map *map = calloc(1, areas_size);
    struct survey survey = {
        .draft = draft,
        .map = map,
        .steps = {0u - draft->stride, 0u - 1u, 1u, draft->stride},
    };
    uint32_t exit_count;
    uint32_t door_count;

    if (map == NULL)
        return ERR_MEMORY;
    map->count = area_count;
    map->areas = (struct place *)(map + 1);
    for (uint32_t i = 1; i <= area_count; i++)
        map->areas[i].kind = (enum place_kind)draft->area_kinds[i];
    uint32_t border_count = visit_cells(&survey);
    for (uint32_t i = 0; i < border_count; i++)
        visit_border(&survey, draft->queue[i]);
    lay_out(map, &exit_count, &door_count);

    struct place_map *whole = realloc(map, areas_size + exit_count * sizeof(struct place_exit) +
                                               door_count * sizeof(struct pos));
    if (whole == NULL) {
        free(map);
        return ERR_MEMORY;
    }
    whole->areas = (struct place *)(whole + 1);
    whole->exits = (struct place_exit *)(whole->areas + area_count + 1);
    whole->doors = (struct pos *)(whole->exits + exit_count);
    survey.map = whole;
    for (uint32_t i = 0; i < border_count; i++)
        visit_border(&survey, draft->queue[i]);
    *out = whole;
    return ERR_OK;
}

enum {
    NUMBER_AREA_BITS = 15,
    NUMBER_DEPTH_BITS = 7,
    NUMBER_WING_BITS = 15,
    NUMBER_GENERATION_BITS = 15
};

/* Numbers the pieces in reading order and stores each cell's number. ERR_FORMAT: they are more than
   PLACE_AREAS_MAX. */
static enum err number_areas(struct place_draft *draft, uint32_t *out_count)
{
    const struct level *level = draft->level;
    uint32_t *numbers = draft->claims; /* by piece: claims have done their work */
    uint32_t count = 0;

    memset(numbers, 0, draft->piece_count * sizeof numbers[0]);
    memset(draft->areas, 0, draft->cell_count * sizeof draft->areas[0]);
    for (uint32_t piece = 1; piece < draft->piece_count; piece++)
        draft->pieces[piece].joins = place_draft_root(draft, piece);
    for (uint32_t i = 0; i < draft->ground_count; i++) {
        uint32_t cell = draft->cells[i];
        uint32_t root = draft->pieces[draft->piece_of[cell]].joins;
        if (numbers[root] == PLACE_NONE) {
            if (count == PLACE_AREAS_MAX)
                return ERR_FORMAT;
            numbers[root] = ++count;
            draft->area_kinds[count] = (uint8_t)draft->pieces[root].kind;
        }
        draft->areas[cell] = (uint16_t)numbers[root];
    }
    for (int y = 0; y < level->height; y++) {
        memcpy(&level->area_of[y * level->width],
               &draft->areas[(uint32_t)(y + 1) * draft->stride + 1],
               (size_t)level->width * sizeof draft->areas[0]);
    }
    *out_count = count;
    return ERR_OK;
}

static void survey_ground(struct place_draft *draft)
{
    const struct level *level = draft->level;
    uint8_t ground_of[TILE_COUNT];

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        bool is_ground = tile_row(tile)->is_walkable;
        bool is_door = tile_is_door(tile) || tile == TILE_BARS_SHUT || tile == TILE_BARS_OPEN;
        ground_of[tile] = is_door     ? PLACE_GROUND_DOOR
                          : is_ground ? PLACE_GROUND_LOOSE
                                      : PLACE_GROUND_NONE;
    }
    memset(draft->grounds, PLACE_GROUND_NONE, draft->cell_count);
    for (int y = 0; y < level->height; y++) {
        const uint8_t *tiles = &level->tiles[y * level->width];
        uint32_t cell = (uint32_t)(y + 1) * draft->stride + 1;
        for (int x = 0; x < level->width; x++, cell++) {
            draft->grounds[cell] = ground_of[tiles[x]];
            draft->cells[draft->ground_count] = cell;
            draft->ground_count += draft->grounds[cell] != PLACE_GROUND_NONE;
        }
    }
}

enum err places_build(struct level *level)
{
    struct place_draft draft = {.level = level, .stride = (uint32_t)level->width + 2};

    draft.cell_count = draft.stride * ((uint32_t)level->height + 2);
    size_t count = draft.cell_count;
    size_t cell_size = sizeof *draft.pieces + sizeof *draft.queue + sizeof *draft.cells +
                       sizeof *draft.claims + sizeof *draft.piece_of + sizeof *draft.areas +
                       sizeof *draft.grounds + sizeof *draft.area_kinds;
    char *memory = malloc(count * cell_size);
    if (memory == NULL)
        return ERR_MEMORY;
    draft.pieces = (struct place_piece *)(void *)memory;
    draft.queue = (uint32_t *)(void *)(draft.pieces + count);
    draft.cells = draft.queue + count;
    draft.claims = draft.cells + count;
    draft.piece_of = draft.claims + count;
    draft.areas = (uint16_t *)(void *)(draft.piece_of + count);
    draft.grounds = (uint8_t *)(draft.areas + count);
    draft.area_kinds = draft.grounds + count;
    survey_ground(&draft);
    place_draft_divide(&draft);

    uint32_t area_count;
    enum err error = number_areas(&draft, &area_count);
    if (error == ERR_OK)
        error = place_draft_describe(&draft, area_count, &level->places);
    free(memory);
    return error;
}

uint16_t place_at(const struct level *level, struct pos at)
{
    return level_contains(level, at) ? level->area_of[level_index(level, at)] : PLACE_NONE;
}

const struct place *place_of(const struct level *level, uint16_t area)
{
    return &level->places->areas[area <= level->places->count ? area : PLACE_NONE];
}

const struct place_exit *place_exits(const struct level *level, uint16_t area)
{
    return &level->places->exits[place_of(level, area)->exit_first];
}

const struct pos *place_doors(const struct level *level, uint16_t area)
{
    return &level->places->doors[place_of(level, area)->door_first];
}

/* Returns twice the distance of an exit from the middle of its wall; negative for west or north of
   it. */
static int off_middle(const struct place *place, const struct place_exit *exit)
{
    if (exit->dir == DIR_NORTH || exit->dir == DIR_SOUTH)
        return 2 * (exit->from.x - place->bounds.x) - (place->bounds.width - 1);
    return 2 * (exit->from.y - place->bounds.y) - (place->bounds.height - 1);
}

/* Returns the diagonal next to an exit's direction, on the exit's side of the wall. */
static enum dir diagonal_of(const struct place_exit *exit, int off)
{
    static const enum dir table[DIR_COUNT][2] = {
        [DIR_NORTH] = {DIR_NORTHWEST, DIR_NORTHEAST},
        [DIR_SOUTH] = {DIR_SOUTHWEST, DIR_SOUTHEAST},
        [DIR_WEST] = {DIR_NORTHWEST, DIR_SOUTHWEST},
        [DIR_EAST] = {DIR_NORTHEAST, DIR_SOUTHEAST},
    };

    return table[exit->dir][off > 0];
}

void place_exits_by_dir(const struct level *level, uint16_t area, const uint8_t *passes,
                        int out[DIR_COUNT])
{
    const struct place *place = place_of(level, area);
    const struct place_exit *exits = place_exits(level, area);
    int count = (int)place->exit_count;

    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++)
        out[dir] = -1;
    for (int i = 0; i < count; i++) {
        int *best = &out[exits[i].dir];
        if (passes != NULL && passes[i] == 0)
            continue;
        if (*best < 0 || abs(off_middle(place, &exits[i])) < abs(off_middle(place, &exits[*best])))
            *best = i;
    }
    for (int i = 0; i < count; i++) {
        int *diagonal = &out[diagonal_of(&exits[i], off_middle(place, &exits[i]))];
        if ((passes == NULL || passes[i] != 0) && out[exits[i].dir] != i && *diagonal < 0)
            *diagonal = i;
    }
}

uint64_t place_number(struct level_key key, uint16_t area)
{
    /* The high bit of the area stands first: only large levels have it. */
    uint64_t number = (uint64_t)area >> NUMBER_AREA_BITS;

    number =
        number << NUMBER_GENERATION_BITS | (key.generation & ((1u << NUMBER_GENERATION_BITS) - 1));
    number = number << NUMBER_WING_BITS | (key.wing & ((1u << NUMBER_WING_BITS) - 1));
    number = number << NUMBER_DEPTH_BITS | (key.depth & ((1u << NUMBER_DEPTH_BITS) - 1));
    return number << NUMBER_AREA_BITS | (area & ((1u << NUMBER_AREA_BITS) - 1));
}

enum {
    /* least mean run of walls, in tenths of a cell, on a level with built walls */
    LEVEL_RUN_TENTHS = 21,
    AREA_RUN_TENTHS = 20, /* the same for a room or a cave with built walls */
};

/* The walls along some ground: how many sides of cells, and in how many runs. */
struct walls {
    uint32_t sides;
    uint32_t runs;
};

static bool is_straight(struct walls walls, uint32_t run_tenths)
{
    return walls.sides * 10 >= walls.runs * run_tenths;
}

/* A byte for each cell of a level and the ring around it: true if the cell is wall. */
struct wall_grid {
    uint8_t *cells; /* owned */
    int stride;
};

static uint8_t *wall_grid_row(const struct wall_grid *grid, int y)
{
    return grid->cells + (y + 1) * grid->stride + 1;
}

static enum err wall_grid_init(struct wall_grid *grid, const struct level *level)
{
    grid->stride = level->width + 2;
    size_t size = (size_t)grid->stride * ((size_t)level->height + 2);
    grid->cells = malloc(size);
    if (grid->cells == NULL)
        return ERR_MEMORY;
    bool joins_walls[TILE_COUNT];
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        joins_walls[tile] = tile_joins_walls(tile);
    memset(grid->cells, joins_walls[TILE_ROCK], size);
    for (int y = 0; y < level->height; y++) {
        uint8_t *row = wall_grid_row(grid, y);
        for (int x = 0; x < level->width; x++)
            row[x] = joins_walls[level->tiles[y * level->width + x]];
    }
    return ERR_OK;
}

static void count_sides(const struct wall_grid *grid, const uint8_t *cell, struct walls *walls)
{
    const int sides[] = {-grid->stride, 1, grid->stride, -1};
    const int before[] = {-1, -grid->stride, -1, -grid->stride};

    for (int i = 0; i < 4; i++) {
        walls->sides += cell[sides[i]];
        walls->runs += cell[sides[i]] & (cell[before[i]] | !cell[before[i] + sides[i]]);
    }
}

/* Counts the walls of each area; [0] has the sum of all. */
static void count_walls(const struct level *level, const struct wall_grid *grid,
                        struct walls *walls)
{
    for (int y = 0; y < level->height; y++) {
        const uint8_t *row = wall_grid_row(grid, y);
        for (int x = 0; x < level->width; x++) {
            uint16_t area = level->area_of[y * level->width + x];
            if ((area != PLACE_NONE) & !row[x])
                count_sides(grid, row + x, &walls[area]);
        }
    }
    for (uint32_t area = 1; area <= level->places->count; area++) {
        walls[0].sides += walls[area].sides;
        walls[0].runs += walls[area].runs;
    }
}

static bool is_built(const struct place *place, struct walls walls)
{
    return (place->kind != PLACE_ROOM && place->kind != PLACE_CAVE) ||
           is_straight(walls, AREA_RUN_TENTHS);
}

enum err built_mark(struct level *level)
{
    struct walls *walls = calloc(level->places->count + 1, sizeof *walls);
    struct wall_grid grid;

    if (walls == NULL || wall_grid_init(&grid, level) != ERR_OK) {
        free(walls);
        return ERR_MEMORY;
    }
    count_walls(level, &grid, walls);
    free(grid.cells);
    bool has_built = is_straight(walls[0], LEVEL_RUN_TENTHS);
    for (int i = 0; has_built && i < level->width * level->height; i++) {
        int x = i % level->width;
        uint16_t area = level->area_of[i];
        if (area != PLACE_NONE && is_built(place_of(level, area), walls[area]))
            level->built[i / level->width * level->row_words + x / 64] |= UINT64_C(1) << x % 64;
    }
    free(walls);
    return ERR_OK;
}
