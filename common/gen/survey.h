/*
 * Measurements of a grid of tiles in working memory that is allocated once: distances, pieces, cut
 * cells. Private to gen. Load the tiles first.
 *
 * A cell is a number: y * width + x. Open means that a body may be there: neither rock nor deep
 * water, doors included. The outer ring always counts as closed, so that a neighbour of an open
 * cell is on the grid. Drawing functions may use the arrays as working memory; each function
 * overwrites the arrays that it names.
 */
#ifndef UNDERCROFT_GEN_SURVEY_H
#define UNDERCROFT_GEN_SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/tile.h"

enum {
    SURVEY_FAR = 0x3f3f3f3f, /* a distance: the cell was not reached; twice it is an int */
    SURVEY_NONE = INT32_MAX, /* not a cell */
};

struct survey {
    int width;
    int height;
    int cell_count;
    uint8_t is_passable[TILE_COUNT]; /* tile_is_passable() of every tile */
    uint8_t *open;                   /* 1: open; updated by each function that changes a tile */
    uint8_t *mask;                   /* 1: cells that survey_label() labels; otherwise free */
    uint8_t *is_cut;                 /* set by survey_cuts(): blocking the cell divides the piece */
    uint8_t *two_ways;               /* set by survey_cuts(): two ways lead there from the root */
    int32_t *distance;               /* set by survey_flood(): steps from the start */
    int32_t *queue;                  /* cells in the order reached */
    int32_t *label;                  /* set by survey_label(): 0 outside the mask, then 1, 2, … */
    int32_t *size;                   /* set by survey_label(): number of cells with that label */
    /* set by survey_cuts(), with parent[] and size[]: the block of each cell */
    int32_t *low;
    int32_t *parent;
    uint32_t *order; /* free for lists of the passes; two entries for each cell */
    void *memory;    /* owned: the one allocation behind all arrays */
    int cuts_root;   /* root of the last survey_cuts() */
    int block_count; /* blocks it found: parts of the level without a cut cell */
};

/* Allocates room for grids of up to width * height cells. ERR_MEMORY. */
MUST_USE enum err survey_init(struct survey *survey, int width, int height);
void survey_release(struct survey *survey);

/* Reads width * height tiles (enum tile_id), the size given to survey_init(). */
void survey_load(struct survey *survey, const uint8_t *tiles);

/* Returns the number of open orthogonal neighbours of an inner cell. */
int survey_exits(const struct survey *survey, int cell);

/* True if one of the four 2x2 blocks around `cell` is all open. */
bool survey_is_roomy(const struct survey *survey, int cell);

/*
 * Searches breadth-first over open cells by four directions, from an open cell. Returns the number
 * of cells reached; queue[] lists them, the farthest last.
 */
int survey_flood(struct survey *survey, int from);

/* Works like survey_flood(), up to `steps_max` steps. */
int survey_flood_within(struct survey *survey, int from, int steps_max);

/* True if `to` is at most `steps_max` steps by four directions from `from`. Uses queue[]. */
bool survey_is_near(struct survey *survey, int from, int to, int steps_max);

/*
 * Labels the pieces of mask[], by four or eight directions, in scan order. Returns their number.
 * Unlike the other functions it includes the outer ring.
 */
int survey_label(struct survey *survey, bool by_eight);

/*
 * Labels the ponds among `tiles`, pieces of deep water and chasm by four directions, and returns
 * their number. low[label] is 1 for a pond that anything but rock touches, else 0. A pond's cell on
 * the outer ring touches nothing.
 */
int survey_ponds(struct survey *survey, const uint8_t *tiles);

/*
 * Finds cut cells by Tarjan's depth-first search (R. Tarjan, 1972) in the piece of the open cell
 * `root`, by four directions. is_cut[c]: blocking c would divide the piece. two_ways[c]: no single
 * cell other than root and c is on every way from root to c.
 */
void survey_cuts(struct survey *survey, int root);

/*
 * Fills two_ways[] for another root from the blocks of the last survey_cuts(). A root that this
 * search did not reach starts a new search. Nothing may have been opened or closed since, and
 * low[], parent[] and size[] must be unchanged.
 */
void survey_two_ways(struct survey *survey, int root);

#endif
