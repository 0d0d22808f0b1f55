/*
 * Terrain as a table. A door is two rows that turn into each other.
 */
#ifndef UNDERCROFT_CONTENT_TILE_H
#define UNDERCROFT_CONTENT_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "content/role.h"

enum tile_id {
    TILE_UNKNOWN, /* in a memory: never seen. Never stands on a level. */
    TILE_ROCK,    /* solid: drawn as wall where it can be seen */
    TILE_FLOOR,
    TILE_DOOR_CLOSED,
    TILE_DOOR_OPEN,
    TILE_STAIRS_DOWN,
    TILE_STAIRS_UP,
    TILE_WATER_DEEP, /* seen across, not walked */
    TILE_BRIDGE,
    TILE_SHRINE, /* at the end of a way that leads nowhere else */
    TILE_NICHE,  /* each delver finds something in it, once */
    TILE_PEDLAR, /* a stall, where things are bought and sold */
    TILE_FOUNTAIN,
    TILE_LANTERN,
    TILE_COUNT
};

struct tile_row {
    const char *name;      /* "closed door" */
    uint8_t save_id;       /* what the database holds; never changes, never used again */
    char glyph;            /* ASCII */
    uint32_t glyph_utf8;   /* code point where the terminal shows UTF-8; built walls are lines */
    enum role role;        /* in sight */
    enum role remembered;  /* out of sight */
    bool is_walkable;      /* a body may stand here */
    bool is_opaque;        /* blocks sight */
    bool is_notable;       /* named by look and list */
    bool is_uncounted;     /* "floor", "stairs down": said without an article */
    enum tile_id opens_to; /* TILE_UNKNOWN: cannot be opened */
    enum tile_id closes_to;
};

/* `id` is less than TILE_COUNT. */
const struct tile_row *tile_row(enum tile_id id);

/* "a ", "an " or "": what stands before its name. */
const char *tile_article(enum tile_id id);

/* Where a body may stand, at once or after opening it. */
bool tile_is_passable(enum tile_id id);

/* A door, open or closed: what can be opened or closed. */
bool tile_is_door(enum tile_id id);

/* Rock and doors: what a wall drawn with lines joins up with. */
bool tile_joins_walls(enum tile_id id);

/* ERR_UNKNOWN if no row has that save_id. */
MUST_USE enum err tile_from_save_id(uint8_t save_id, enum tile_id *out_id);

#endif
