/*
 * Fields: how far each cell around a target is for a body that walks there, at most FIELD_REACH
 * steps away. All foes after the same target read the same field instead of searching a path each.
 *
 * A field depends on the terrain, the target's cell and the way of going alone, so a cache of
 * fields changes how fast a tick is and never what happens in it. Each thread that ticks levels has
 * a cache of its own.
 */
#ifndef UNDERCROFT_WORLD_FIELD_H
#define UNDERCROFT_WORLD_FIELD_H

#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "world/level.h"

enum {
    FIELD_REACH = 40,
    FIELD_SIDE = 2 * FIELD_REACH + 1,
    FIELD_STRIDE = FIELD_SIDE + 2, /* with a frame of cells that cannot be entered */
    FIELD_CELLS = FIELD_STRIDE * FIELD_STRIDE,
    FIELD_FAR = 255, /* no way of FIELD_REACH steps or less */
    FIELDS_MAX = 1024,
};

/* Ways of going. The table of their costs is in field.c. */
enum way {
    WAY_WALK,   /* closed doors are walls */
    WAY_OPEN,   /* opens doors */
    WAY_BASH,   /* breaks them open, which takes a while */
    WAY_FLY,    /* over deep water and chasms */
    WAY_SWIM,   /* only through deep water */
    WAY_BURROW, /* through rock too, slowly */
    WAY_PASS,   /* through doors and rock, slowly, and over water */
    WAY_COUNT
};

struct field {
    struct level_key key;
    uint64_t terrain; /* the level's hash of terrain: see struct level */
    struct pos target;
    enum way way;
    uint64_t used_at; /* number of the last question for it; 0: the place is empty */
    uint16_t next;    /* index + 1 of the next field with that hash; 0: none */
    uint8_t *steps;   /* FIELD_CELLS, rows of FIELD_STRIDE, the target in the middle */
};

struct field_cache;

/* A cache with room for FIELDS_MAX fields, about 7 MB; only the used part is touched. ERR_MEMORY.
   The caller frees it. */
MUST_USE enum err field_cache_new(struct field_cache **out);
void field_cache_free(struct field_cache *cache);

/* Forgets all fields, so that the next questions compute theirs. */
void field_cache_clear(struct field_cache *cache);

/*
 * The field of that target, computed now unless it is in the cache; the least recently used field
 * makes room. `target` lies on the level. The field is valid until the next call.
 */
const struct field *field_of(struct field_cache *cache, const struct level *level,
                             struct pos target, enum way way);

/* The steps from `at`, any cell, to the target; FIELD_FAR if there is no way. */
int field_steps(const struct field *field, struct pos at);

/* Cost of entering a cell that way, in steps; 0: the cell cannot be entered. */
int way_cost(enum way way, enum tile_id tile);

/* True if a body that goes that way can step from a cell to its neighbour, bodies aside. */
bool way_is_open(const struct level *level, enum way way, struct pos from, enum dir dir);

#endif
