/*
 * Fields: the distance from each cell around a target to it, for a body that walks, up to
 * FIELD_REACH steps. All foes with the same target read one field and search no path of their own.
 *
 * A field depends only on the terrain, the target's cell and the way of going, so a cache of fields
 * changes the speed of a tick and never its result. Each thread that ticks levels has a cache of
 * its own.
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
    FIELD_STRIDE = FIELD_SIDE + 2, /* a row with a frame of cells that cannot be entered */
    FIELD_CELLS = FIELD_STRIDE * FIELD_STRIDE,
    FIELD_FAR = 255, /* no way of at most FIELD_REACH steps */
    FIELDS_MAX = 1024,
};

/* Ways of moving; field.c has the table of their costs. */
enum way {
    WAY_WALK,   /* walks; closed doors are walls */
    WAY_OPEN,   /* walks and opens doors */
    WAY_BASH,   /* walks and breaks doors open, which takes a while */
    WAY_FLY,    /* flies over deep water and chasms */
    WAY_SWIM,   /* swims only through deep water */
    WAY_BURROW, /* also digs through rock, slowly */
    WAY_PASS,   /* passes doors and rock slowly, and water */
    WAY_COUNT
};

struct field {
    struct level_key key;
    uint64_t terrain; /* hash of the level's terrain; see struct level */
    struct pos target;
    enum way way;
    uint64_t used_at; /* number of the last call that used the field; 0: the entry is free */
    uint16_t next;    /* index + 1 of the next field with the same hash; 0: none */
    uint8_t *steps;   /* FIELD_CELLS distances in rows of FIELD_STRIDE, the target in the middle */
};

struct field_cache;

/* Makes a cache for FIELDS_MAX fields, about 7 MB, of which only the used part is touched.
   ERR_MEMORY. The caller frees it. */
MUST_USE enum err field_cache_new(struct field_cache **out);
void field_cache_free(struct field_cache *cache);

/* Removes all fields, so that the next calls compute theirs. */
void field_cache_clear(struct field_cache *cache);

/*
 * Returns the field of that target, from the cache or computed now; it replaces the least recently
 * used one. `target` is on the level. The field is valid until the next call.
 */
const struct field *field_of(struct field_cache *cache, const struct level *level,
                             struct pos target, enum way way);

/* Returns the steps from `at`, any cell, to the target; FIELD_FAR: there is no way. */
int field_steps(const struct field *field, struct pos at);

/* Returns the cost of entering such a cell, in steps; 0: it cannot be entered. */
int way_cost(enum way way, enum tile_id tile);

/* True if a body of that way of going can step from a cell to its neighbour; other bodies are
   ignored. */
bool way_is_open(const struct level *level, enum way way, struct pos from, enum dir dir);

#endif
