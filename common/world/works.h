/*
 * Works of a level, beside its tiles: which levers and plates move which cells, where traps are
 * hidden, and the spots: set pieces that have words of their own. The rules for gates and traps are
 * in world/gate.h and world/trap.h. A delver is told the sentence of a spot when it comes there for
 * the first time since its arrival.
 */
#ifndef UNDERCROFT_WORLD_WORKS_H
#define UNDERCROFT_WORLD_WORKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "content/tile.h"

struct delver;
struct level;

enum {
    GATES_MAX = 16,         /* of a level */
    GATE_CELLS_MAX = 8,     /* of a gate */
    GATE_WORKS_MAX = 2,     /* levers or plates of a gate */
    GATE_OPEN_TICKS = 3000, /* of the level's clock: 60 s */
};

enum gate_kind {
    GATE_LEVER,  /* any of its levers opens it */
    GATE_PLATES, /* open while a delver stands on each of its plates, and for a while after */
    GATE_KEY,    /* opened by each delver that has taken the key from its hook */
    GATE_KIND_COUNT
};

struct gate {
    uint8_t kind; /* enum gate_kind */
    uint8_t shut; /* the tile of its cells then: bars, deep water or a chasm */
    uint8_t work_count;
    uint8_t cell_count;
    struct pos works[GATE_WORKS_MAX];
    struct pos cells[GATE_CELLS_MAX];
    struct pos inside;   /* beside the cells, on the side that must never be a prison */
    uint64_t open_until; /* tick of the level's clock; not saved, a load starts the whole time */
};

/* The tile of its levers, its plates or its hook. */
enum tile_id gate_work_tile(enum gate_kind kind);

/* The tile of the cells of an open gate. */
enum tile_id gate_open_tile(const struct gate *gate);

/* False unless all of it lies on a level of that size with these tiles, and fits them. */
bool gate_is_valid(const struct gate *gate, int width, int height, const uint8_t *tiles);

enum { TRAPS_MAX = 8 /* hidden ones of a level */ };

struct trap {
    struct pos at;
    uint8_t tile; /* what it is once it has been sprung */
};

enum {
    SPOTS_MAX = 32, /* of a level */
    SPOT_NAME_MAX = 31,
    SPOT_SAY_MAX = 100,
};

/* A set piece. The level keeps its words, so that it needs no catalogue, and loses none when the
   piece is changed or taken away. */
struct spot {
    struct rect area;             /* without the walls around it */
    char name[SPOT_NAME_MAX + 1]; /* "the drowned hoard" */
    char say[SPOT_SAY_MAX + 1];   /* "": nothing */
};

/* False unless it lies on a level of that size and its words are plain ASCII, the name one at
   least. */
bool spot_is_valid(const struct spot *spot, int width, int height);

enum { SPOT_NONE = -1 };

/* The number of the spot in which the cell lies, or SPOT_NONE. */
int spot_at(const struct level *level, struct pos at);

/* A delver has come to another cell by its own step. */
void spot_step(struct delver *delver);

#endif
