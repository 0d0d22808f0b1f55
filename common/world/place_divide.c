/*
 * A level cut into pieces, step by step: what rooms claim; then what is open outside of them, a
 * large cave along the lines of a grid; then crossings; then what is left of the corridors between
 * them. Crumbs are swept up at the end and doorways given away. Every step goes through the cells
 * in reading order, so that the same level is always cut the same way.
 */
#include "world/place_private.h"

#include <string.h>

enum {
    ROOM_CELLS_MIN = 6, /* smaller, or without a square of two by two: a nook, not a room */
    OPEN_CELLS_MIN = 9, /* smaller: a wide spot of a corridor */
    OPEN_PART_MIN = 12, /* of a cave cut by the grid; smaller ones join a neighbour */
    OPEN_WHOLE_MAX = PLACE_GRID_WIDTH * PLACE_GRID_HEIGHT, /* a smaller cave is not cut */
    NOOK_CELLS_MAX = 2, /* a dead end so short belongs to what it leads off */
    CROSSING_WAYS_MIN = 3,
    SIDES = 4,
};

static uint32_t neighbour(const struct place_draft *draft, uint32_t cell, int side)
{
    const uint32_t steps[SIDES] = {0u - draft->stride, 0u - 1u, 1u, draft->stride};

    return cell + steps[side];
}

uint16_t place_draft_root(const struct place_draft *draft, uint16_t piece)
{
    while (piece != 0 && draft->pieces[piece].joins != piece)
        piece = draft->pieces[piece].joins;
    return piece;
}

/*
 * Everything connected to `start` that is the same ground, has the same claim and no piece yet
 * becomes the next piece.
 */
static const struct place_piece *flood_piece(struct place_draft *draft, uint32_t start,
                                             enum place_kind kind)
{
    uint16_t number = (uint16_t)draft->piece_count++;
    uint8_t ground = draft->grounds[start];
    uint16_t claim = draft->claims[start];
    uint32_t begin = draft->queued;
    uint32_t head = begin;
    uint32_t tail = begin;

    /* Copies, because what is written could be these as far as the compiler knows. */
    const uint32_t steps[SIDES] = {0u - draft->stride, 0u - 1u, 1u, draft->stride};
    const uint8_t *grounds = draft->grounds;
    const uint16_t *claims = draft->claims;
    uint16_t *piece_of = draft->piece_of;
    uint32_t *queue = draft->queue;

    queue[tail++] = start;
    piece_of[start] = number;
    while (head < tail) {
        uint32_t cell = queue[head++];
        for (int side = 0; side < SIDES; side++) {
            uint32_t next = cell + steps[side];
            bool fits = (grounds[next] == ground) & (claims[next] == claim) & (piece_of[next] == 0);
            /* Written in any case, since a branch would be guessed wrong at every other border. */
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

/* Takes the last piece back and lets its cells be something else. */
static void undo_piece(struct place_draft *draft, const struct place_piece *found,
                       enum place_ground ground, uint16_t claim)
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

/* Floods every cell of that ground that has no piece yet. */
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

/* True if two rooms run into each other: where they overlap there is nothing but ground. One that
   lies within the rectangle of the other is a room of its own in a corner of a ragged one. */
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

static void claim_room(struct place_draft *draft, struct rect room, uint16_t claim)
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
 * Rooms claim their cells, of two the smaller, of two equals the first. Rooms that run into each
 * other claim as one. (Rectangles round ragged rooms overlap, and hold cells of others.)
 */
static void claim_rooms(struct place_draft *draft)
{
    const struct rect *rooms = draft->level->rooms;
    int count = draft->level->room_count;
    uint16_t claims[LEVEL_ROOMS_MAX];
    int order[LEVEL_ROOMS_MAX];

    for (int i = 0; i < count; i++) {
        claims[i] = (uint16_t)(i + 1);
        for (int j = 0; j < i; j++) {
            if (claims[j] == claims[i] || !rooms_are_one(draft, rooms[i], rooms[j]))
                continue;
            uint16_t old = claims[i];
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

/* True if the cell is the top left of a square of four cells of one ground and claim. */
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

/* Tells open ground from narrow. */
static void find_open(struct place_draft *draft)
{
    for (uint32_t n = 0; n < draft->ground_count; n++) {
        uint32_t cell = draft->cells[n];
        /* Not to be looked at before its square is: what is open already is loose ground too. */
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

/* Which cell of the grid, counting from 2: 1 is the claim of what is not cut. */
static uint16_t grid_claim(const struct place_draft *draft, uint32_t cell)
{
    uint32_t x = cell % draft->stride - 1;
    uint32_t y = cell / draft->stride - 1;

    return (uint16_t)(2 + y / PLACE_GRID_HEIGHT * LEVEL_WIDTH_MAX + x / PLACE_GRID_WIDTH);
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

/* Notes what lies beside a crumb. Two neighbours, or a door, make a nook a way through. */
static void look_around_crumb(struct place_draft *draft, uint32_t cell, uint16_t root)
{
    struct place_piece *crumb = &draft->pieces[root];

    for (int side = 0; side < SIDES; side++) {
        uint32_t next = neighbour(draft, cell, side);
        uint16_t other = place_draft_root(draft, draft->piece_of[next]);

        crumb->is_through |= draft->grounds[next] == PLACE_GROUND_DOOR;
        if (other == 0 || other == root)
            continue;
        crumb->is_through |= crumb->beside != 0 && crumb->beside != other;
        if (crumb->kind != PLACE_CAVE || draft->pieces[other].kind == PLACE_CAVE)
            crumb->beside = other;
    }
}

static bool join_crumb(struct place_draft *draft, uint16_t number)
{
    struct place_piece *crumb = &draft->pieces[number];
    uint16_t into = place_draft_root(draft, crumb->beside);

    if (into == 0 || into == number || (crumb->kind != PLACE_CAVE && crumb->is_through))
        return false;
    struct place_piece *whole = &draft->pieces[into];
    crumb->joins = into;
    whole->size += crumb->size;
    whole->first = whole->first < crumb->first ? whole->first : crumb->first;
    return true;
}

/*
 * Parts of a cave that are too small join a neighbour that is cave too, nooks what they lead off.
 * Crumbs that have joined each other may still be one. Each round but the last leaves fewer pieces.
 */
static void sweep_crumbs(struct place_draft *draft)
{
    bool has_joined = true;

    while (has_joined) {
        has_joined = false;
        for (uint32_t i = 1; i < draft->piece_count; i++) {
            uint16_t root = place_draft_root(draft, (uint16_t)i);
            const struct place_piece *piece = &draft->pieces[i];
            for (uint32_t j = piece->begin; j < piece->end && is_crumb(&draft->pieces[root]); j++)
                look_around_crumb(draft, draft->queue[j], root);
        }
        for (uint32_t i = 1; i < draft->piece_count; i++) {
            struct place_piece *piece = &draft->pieces[i];
            if (piece->joins == i && is_crumb(piece))
                has_joined |= join_crumb(draft, (uint16_t)i);
            piece->beside = 0;
            piece->is_through = false;
        }
    }
}

/* Gives a doorway to the best of its neighbours that is no doorway. */
static void give_doorway(struct place_draft *draft, uint32_t cell)
{
    uint16_t best = 0;

    for (int side = 0; side < SIDES; side++) {
        uint32_t next = neighbour(draft, cell, side);
        if (draft->grounds[next] == PLACE_GROUND_DOOR)
            continue;
        uint16_t root = place_draft_root(draft, draft->piece_of[next]);
        const struct place_piece *piece = &draft->pieces[root];
        const struct place_piece *other = &draft->pieces[best];
        if (root != 0 && (best == 0 || piece->kind < other->kind ||
                          (piece->kind == other->kind && piece->first < other->first)))
            best = root;
    }
    draft->piece_of[cell] = best;
}

void place_draft_divide(struct place_draft *draft)
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
