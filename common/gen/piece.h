/*
 * Set pieces on their way into a level: drawn from the catalogue by weight, their varied cells
 * settled, turned. Private to gen.
 */
#ifndef UNDERCROFT_GEN_PIECE_H
#define UNDERCROFT_GEN_PIECE_H

#include "base/pos.h"
#include "base/rng.h"
#include "content/setpiece.h"
#include "gen/map.h"

enum {
    PIECE_TURNS = 8,
    PIECE_MOUTHS_MAX = 16, /* mouths of a piece that are looked at */
};

/* A cell of the outer wall by which a piece may be entered. */
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

/* Which pieces may be drawn. */
struct piece_wish {
    unsigned kinds; /* bits of enum setpiece_kind */
    bool is_open;   /* pieces laid on open floor; else pieces with a wall, */
    bool is_either; /* or both */
};

/*
 * Draws a piece from the catalogue by weight: as wished, at home at the map's depth and not yet on
 * the map. NULL: there is none. Caches are left out where a haven has a fountain, since nobody
 * needs them there.
 */
const struct setpiece *piece_pick(struct gen_map *map, struct piece_wish wish);

/* Draws the varied cells and turns the piece, as it allows; on a map without doors it has none.
   False if the result has two ways that meet at a corner only. */
bool piece_draw(struct drawn_piece *drawn, struct gen_map *map, const struct setpiece *piece);

/* The cell at (x, y), which is on it. */
static inline uint8_t piece_cell(const struct drawn_piece *drawn, int x, int y)
{
    return drawn->cells[y * drawn->width + x];
}

/* Where it lies once its top left corner is at (x, y). */
struct rect piece_area(const struct drawn_piece *drawn, int x, int y);

/*
 * Puts it down with its top left corner at (x, y): cells that are ' ' stay as they are, mouths and
 * doorways become rock, planks the tile of their shut gate. Notes it in map->furnishing, which has
 * room; the caller sets the rest of the returned row.
 */
struct gen_place *piece_put(struct gen_map *map, const struct drawn_piece *drawn, int x, int y);

/*
 * Puts a piece of the catalogue into a draft that is not finished, where the most rock is; a way
 * that led across its wall goes on by its mouths. False: none was as wished, or there was no room.
 */
bool piece_stamp(struct gen_map *map, struct piece_wish wish);

/* The rectangle with the most rock among a few of that size without water, chasms and other places.
   False: there is none. */
bool piece_find_room(struct gen_map *map, int width, int height, struct rect *out);

/* Whether the rectangle has none of the places that stand there, not even their walls. */
bool piece_is_clear(const struct gen_map *map, struct rect area);

/* King's moves from the rectangle to the nearer staircase. */
int piece_stairs_distance(const struct gen_map *map, struct rect area);

#endif
