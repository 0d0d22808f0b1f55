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
    PIECE_MOUTHS_MAX = 16, /* most mouths of a piece that are considered */
};

/* A cell of the outer wall where a piece may be entered. */
struct piece_mouth {
    struct pos at;
    enum dir out; /* direction out of the piece */
};

struct drawn_piece {
    const struct setpiece *piece;
    int width;
    int height;
    uint8_t cells[SETPIECE_CELLS_MAX]; /* tiles, and marks below SETPIECE_VARIED */
    struct piece_mouth mouths[PIECE_MOUTHS_MAX];
    int mouth_count;
};

/* Which set pieces may be drawn. */
struct piece_wish {
    unsigned kinds; /* bits of enum setpiece_kind */
    bool is_open;   /* only pieces laid on open floor; false: only pieces with a wall */
    bool is_either; /* both of these */
};

/*
 * Draws, by weight, a piece of the catalogue that meets the wish, belongs to the map's depth and is
 * not yet on the map. NULL: there is none. Where a haven has a fountain, pieces with caches are
 * left out, because the fountain uses their bit.
 */
const struct setpiece *piece_pick(struct gen_map *map, struct piece_wish wish);

/* Draws the varied cells, and turns the piece if it allows that. On a map without doors the piece
   has none. False: two ways of the result meet only at a corner. */
bool piece_draw(struct drawn_piece *drawn, struct gen_map *map, const struct setpiece *piece);

/* Returns the cell at (x, y) of the piece. */
static inline uint8_t piece_cell(const struct drawn_piece *drawn, int x, int y)
{
    return drawn->cells[y * drawn->width + x];
}

/* Returns the rectangle of the piece with its top left corner at (x, y). */
struct rect piece_area(const struct drawn_piece *drawn, int x, int y);

/*
 * Puts the piece with its top left corner at (x, y): cells that are ' ' stay as they are, mouths
 * and doorways become rock, planks the tile of their shut gate. Adds it to map->furnishing, which
 * must have room; the caller sets the rest of the returned row.
 */
struct gen_place *piece_put(struct gen_map *map, const struct drawn_piece *drawn, int x, int y);

/*
 * Puts a piece of the catalogue into an unfinished draft, where the most rock is; ways that led
 * across its wall continue at its mouths. False: no piece fits.
 */
bool piece_stamp(struct gen_map *map, struct piece_wish wish);

/* Finds the rectangle with the most rock among a few of that size without water, chasms and other
   places. False: there is none. */
bool piece_find_room(struct gen_map *map, int width, int height, struct rect *out);

/* True if the rectangle, with its walls, touches no other place. */
bool piece_is_clear(const struct gen_map *map, struct rect area);

/* Returns the number of king's moves from the rectangle to the nearer staircase. */
int piece_stairs_distance(const struct gen_map *map, struct rect area);

#endif
