/*
 * Questions about a grid of tiles, answered over one workspace that is allocated once: how far,
 * how many pieces, which cells are cuts. Private to gen. Load the tiles, then ask.
 *
 * A cell is a number: y * width + x. Open means where a body may come: neither rock nor deep water,
 * doors included; the outer ring counts as closed whatever stands there, so that a neighbour of an
 * open cell is always on the grid. Drawing functions may use the arrays as scratch; every answer
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
    SURVEY_FAR = UINT16_MAX,  /* a distance: not reached */
    SURVEY_NONE = UINT16_MAX, /* a cell: no such */
};

struct survey {
    int width;
    int height;
    int cell_count;
    uint8_t is_passable[TILE_COUNT]; /* tile_is_passable() of every tile */
    uint8_t *open;                   /* 1: open; updated by each function that changes a tile */
    uint8_t *mask;                   /* 1: the cells that survey_label() labels; free otherwise */
    uint8_t *is_cut;                 /* by survey_cuts() */
    uint8_t *two_ways;               /* by survey_cuts() */
    uint16_t *distance;              /* by survey_flood() */
    uint16_t *queue;                 /* cells in the order reached */
    uint16_t *label;                 /* by survey_label(): 0 outside the mask, then 1, 2, … */
    uint16_t *size;                  /* by survey_label(): cells of the piece of that label */
    uint16_t *low;                   /* by survey_cuts(), with parent[] and size[]: the blocks */
    uint16_t *parent;
    uint32_t *order; /* free for shuffled lists; two for every cell */
    void *memory;    /* owned: the one allocation behind all of these */
    int cuts_root;   /* root of the last survey_cuts(), */
    int block_count; /* and the blocks that it found: parts of the level without a cut cell */
};

/* Room for grids of up to width * height cells. ERR_MEMORY. */
MUST_USE enum err survey_init(struct survey *survey, int width, int height);
void survey_release(struct survey *survey);

/* Reads width * height of enum tile_id; the size is the one given to survey_init(). */
void survey_load(struct survey *survey, const uint8_t *tiles);

/* The number of open orthogonal neighbours of an inner cell. */
int survey_exits(const struct survey *survey, int cell);

/* Whether one of the four 2x2 blocks that hold `cell` is all open. */
bool survey_is_roomy(const struct survey *survey, int cell);

/*
 * Breadth-first over the open cells by four directions from an open cell. Returns the number of
 * cells reached; queue[] lists them, the last one is the farthest.
 */
int survey_flood(struct survey *survey, int from);

/* Like survey_flood(), but no farther than `steps_max` steps. */
int survey_flood_within(struct survey *survey, int from, int steps_max);

/* Whether `to` is at most `steps_max` steps of four directions from `from`. Uses queue[]. */
bool survey_is_near(struct survey *survey, int from, int to, int steps_max);

/*
 * Labels the pieces of mask[] joined by four directions, or by eight, in scan order. Returns how
 * many there are. Unlike the rest it sees the outer ring too.
 */
int survey_label(struct survey *survey, bool by_eight);

/*
 * Cut cells by Tarjan's depth-first search (R. Tarjan, 1972) over the piece of the open cell
 * `root`, four directions. is_cut[c]: blocking c would part the piece. two_ways[c]: no single
 * cell other than root and c lies on every way from root to c.
 */
void survey_cuts(struct survey *survey, int root);

/*
 * Fills two_ways[] for another root, out of the blocks of the last survey_cuts(). A root that this
 * search did not reach starts a new search. Nothing may be opened or closed since, and low[],
 * parent[] and size[] must be unchanged.
 */
void survey_two_ways(struct survey *survey, int root);

#endif
