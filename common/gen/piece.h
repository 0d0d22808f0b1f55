/*
 * Set pieces on their way into a level: picked from the catalogue by weight, with their varied
 * cells drawn, and turned. Private to gen.
 */
#ifndef UNDERCROFT_GEN_PIECE_H
#define UNDERCROFT_GEN_PIECE_H

#include "base/pos.h"
#include "base/rng.h"
#include "content/setpiece.h"
#include "gen/map.h"

enum {
    PIECE_TURNS = 8,
    PIECE_MOUTHS_MAX = 16, /* mouths of a piece that are considered */
};

/* A cell of the outer wall where a piece can be entered. */
struct piece_mouth {
    struct pos at;
    enum dir out; /* from the piece outwards */
};

struct drawn_piece {
    const struct setpiece *piece;
    int width;
    int height;
    uint8_t cells[SETPIECE_CELLS_MAX]; /* tiles, and marks below SETPIECE_VARIED */
    struct piece_mouth mouths[PIECE_MOUTHS_MAX];
    int mouth_count;
};

/* Condition for pieces that may be drawn. */
struct piece_wish {
    unsigned kinds; /* bits of enum setpiece_kind */
    bool is_open;   /* pieces laid on open floor; else pieces with a wall... */
    bool is_either; /* or both */
};

/*
 * Picks a piece from the catalogue by weight that fits the condition, belongs to the map's depth
 * and is not yet on the map. NULL: there is none. Where a haven has a fountain caches are left out,
 * because their bit is the fountain's.
 */
const struct setpiece *piece_pick(struct gen_map *map, struct piece_wish wish);

/* Draws the varied cells and turns the piece, if it allows that; on a map without doors it gets
   none. False: two ways of the result meet at a corner only. */
bool piece_draw(struct drawn_piece *drawn, struct gen_map *map, const struct setpiece *piece);

/* The cell at (x, y) of the piece. */
static inline uint8_t piece_cell(const struct drawn_piece *drawn, int x, int y)
{
    return drawn->cells[y * drawn->width + x];
}

/* Area of the piece with its top left corner at (x, y). */
struct rect piece_area(const struct drawn_piece *drawn, int x, int y);

/*
 * Puts the piece with its top left corner at (x, y): cells that are ' ' stay as they are, mouths
 * and doorways become rock, planks the tile of their shut gate. Notes it in map->furnishing, which
 * has room; the caller sets the rest of the returned row.
 */
struct gen_place *piece_put(struct gen_map *map, const struct drawn_piece *drawn, int x, int y);

/*
 * Puts a piece of the catalogue into an unfinished draft, where the most rock is; a way that led
 * across its wall continues at its mouths. False: no piece fits, or there is no room.
 */
bool piece_stamp(struct gen_map *map, struct piece_wish wish);

/* Finds the rectangle with the most rock among a few of that size without water, chasms and other
   places. False: there is none. */
bool piece_find_room(struct gen_map *map, int width, int height, struct rect *out);

/* True if the rectangle touches no other place, walls included. */
bool piece_is_clear(const struct gen_map *map, struct rect area);

/* King's moves from the rectangle to the nearer staircase. */
int piece_stairs_distance(const struct gen_map *map, struct rect area);

#endif
