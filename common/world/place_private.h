/*
 * Shared parts of the files that work out the areas of a level.
 */
#ifndef UNDERCROFT_WORLD_PLACE_PRIVATE_H
#define UNDERCROFT_WORLD_PLACE_PRIVATE_H

#include "world/place.h"

/* Connected cells of one kind: an area in the making, or a part of one. */
struct place_piece {
    enum place_kind kind;
    uint32_t size;  /* cells without doorways */
    uint32_t first; /* the first of them */
    uint32_t begin; /* where its own cells begin in the queue, and where they end */
    uint32_t end;
    uint16_t joins;  /* the piece it has become a part of; itself if none */
    uint16_t beside; /* of a crumb: a piece that it may join */
    bool is_through; /* of a crumb: it leads from one place to another */
};

/*
 * The level with a frame of rock around it, so that every cell has four neighbours. A cell is
 * x + 1 + (y + 1) * stride.
 */
struct place_draft {
    const struct level *level;
    uint32_t stride;
    uint32_t cell_count;        /* with the frame */
    struct place_piece *pieces; /* room for cell_count of them; the first is unused */
    uint32_t piece_count;       /* with the unused one */
    uint32_t *queue;            /* cells of floods, piece after piece */
    uint32_t queued;
    uint32_t *cells; /* those that are ground, in reading order */
    uint32_t ground_count;
    uint16_t *claims;    /* what a cell's neighbour must share to be of one piece with it */
    uint16_t *piece_of;  /* 0: none */
    uint16_t *areas;     /* the same as areas of the level, once they are numbered */
    uint8_t *area_kinds; /* enum place_kind by area; the first is unused */
    uint8_t *grounds;    /* enum place_ground */
};

enum place_ground {
    PLACE_GROUND_NONE, /* no body ever stands there */
    PLACE_GROUND_DOOR,
    PLACE_GROUND_ROOM,   /* claimed by a room */
    PLACE_GROUND_LOOSE,  /* not looked at yet */
    PLACE_GROUND_OPEN,   /* outside rooms, in a square of two by two cells */
    PLACE_GROUND_NARROW, /* outside rooms, and not */
    PLACE_GROUND_CROSSING,
};

/* The piece that `piece` has become a part of in the end. */
uint16_t place_draft_root(const struct place_draft *draft, uint16_t piece);

/* Gives every cell of the draft that is ground a piece. */
void place_draft_divide(struct place_draft *draft);

/* Describes areas 1 to `area_count`, by areas, area_kinds and grounds. ERR_MEMORY. The caller frees
   the map. */
MUST_USE enum err place_draft_describe(const struct place_draft *draft, uint32_t area_count,
                                       struct place_map **out);

#endif
