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
    TILE_UNKNOWN, /* in a memory: a cell never seen; not a tile of levels */
    TILE_ROCK,    /* solid; drawn as a wall where it is seen */
    TILE_FLOOR,
    TILE_DOOR_CLOSED,
    TILE_DOOR_OPEN,
    TILE_STAIRS_DOWN,
    TILE_STAIRS_UP,
    TILE_WATER_DEEP, /* can be seen across, but not walked */
    TILE_BRIDGE,
    TILE_SHRINE, /* at the end of a dead end */
    TILE_NICHE,  /* each delver finds something in it, once */
    TILE_PEDLAR, /* a stall for buying and selling */
    TILE_FOUNTAIN,
    TILE_LANTERN,
    TILE_SHALLOWS,
    TILE_GRASS,
    TILE_THICKET, /* a body in it is visible only from beside it */
    TILE_RUBBLE,
    TILE_CHASM, /* a body that walks in falls to the level below */
    TILE_STATUE,
    TILE_BRAZIER,
    TILE_LEVER,
    TILE_PLATE, /* pressed while a body stands on it */
    TILE_BARS_SHUT,
    TILE_BARS_OPEN,
    TILE_CACHE, /* each delver finds something in it, once a depth */
    TILE_BOOKCASE,
    TILE_TORCH, /* a torch in a wall */
    TILE_SNARE, /* a sprung trap; hidden traps are not tiles */
    TILE_SPIKES,
    TILE_ALARM,
    TILE_GAS,
    TILE_FLASH,
    TILE_CHUTE,
    TILE_HEARTH,      /* a burning hearth near the stairs up, with the notes of players */
    TILE_HOARD,       /* the first delver to come finds something in it */
    TILE_HOARD_EMPTY, /* empty until it fills again; see world/loot.h */
    /* From here on, players see a tile by what they know: see delver_look(). */
    TILE_KEY,         /* a key on a hook; each delver takes a copy */
    TILE_KEY_TAKEN,   /* in a memory: a hook from which the delver has taken a key */
    TILE_SECRET_SHUT, /* a secret door; rock to delvers who have not found it */
    TILE_SECRET_OPEN,
    TILE_COUNT,
    TILE_VEILED_FIRST = TILE_KEY
};

struct tile_row {
    const char *name;      /* "closed door" */
    uint8_t save_id;       /* its number in the database; never changes, never used again */
    char glyph;            /* ASCII */
    uint32_t glyph_utf8;   /* code point on terminals with UTF-8; built walls are drawn as lines */
    enum role role;        /* role of the tile in sight */
    enum role remembered;  /* role of the tile out of sight */
    bool is_walkable;      /* a body may stand here */
    bool is_opaque;        /* blocks sight */
    bool is_gap;           /* open ground that can only be flown over */
    bool is_hazard;        /* harms a body that walks in: automatic walks avoid it */
    bool is_light;         /* makes near cells visible from afar */
    bool is_notable;       /* look and list name it */
    bool is_scenery;       /* has no use: a list of everything only counts it */
    bool is_spread;        /* covers many cells: lists name only the nearest */
    bool is_uncounted;     /* has no article: "floor", "stairs down" */
    int8_t noise;          /* added to the noise of a step on it, in cells */
    bool is_slow;          /* a step on it takes half as long again */
    const char *note;      /* the text of examine; NULL: none */
    enum tile_id opens_to; /* tile after opening; TILE_UNKNOWN: cannot be opened */
    enum tile_id closes_to;
};

/* Returns the row of a tile; `id` is less than TILE_COUNT. */
const struct tile_row *tile_row(enum tile_id id);

/* Returns the article before the tile's name: "a ", "an " or "". */
const char *tile_article(enum tile_id id);

/* True if a body can stand on the tile, at once or after opening it, and comes to no harm there. */
bool tile_is_passable(enum tile_id id);

/* True for a known trap. */
bool tile_is_trap(enum tile_id id);

/* True for an open or closed door. */
bool tile_is_door(enum tile_id id);

/* True for rock, torches and doors: a wall drawn with lines joins them. */
bool tile_joins_walls(enum tile_id id);

/* Finds the tile with that save_id. ERR_UNKNOWN if there is none. */
MUST_USE enum err tile_from_save_id(uint8_t save_id, enum tile_id *out_id);

#endif
