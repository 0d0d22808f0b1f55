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
    TILE_SHALLOWS,
    TILE_GRASS,
    TILE_THICKET, /* a body in it is visible only from beside it */
    TILE_RUBBLE,
    TILE_CHASM, /* a body that walks in falls to the level below */
    TILE_STATUE,
    TILE_BRAZIER,
    TILE_LEVER,
    TILE_PLATE, /* held down by who stands on it */
    TILE_BARS_SHUT,
    TILE_BARS_OPEN,
    TILE_CACHE, /* each delver finds something in it, once a depth */
    TILE_BOOKCASE,
    TILE_TORCH, /* in a wall */
    TILE_SNARE, /* sprung traps: hidden traps are no tiles */
    TILE_SPIKES,
    TILE_ALARM,
    TILE_GAS,
    TILE_FLASH,
    TILE_CHUTE,
    TILE_HEARTH,      /* lit, near the stairs up; it keeps the notes of players */
    TILE_HOARD,       /* the first who comes finds something in it */
    TILE_HOARD_EMPTY, /* until it fills again: world/loot.h */
    /* From here on tiles differ by what a player knows: see delver_look(). */
    TILE_KEY,         /* on a hook: each delver takes one like it */
    TILE_KEY_TAKEN,   /* in a memory: a hook from which this delver has a key */
    TILE_SECRET_SHUT, /* rock to delvers who have not found it */
    TILE_SECRET_OPEN,
    TILE_COUNT,
    TILE_VEILED_FIRST = TILE_KEY
};

struct tile_row {
    const char *name;      /* "closed door" */
    uint8_t save_id;       /* its number in the database; never changes, never used again */
    char glyph;            /* ASCII */
    uint32_t glyph_utf8;   /* code point where the terminal shows UTF-8; built walls are lines */
    enum role role;        /* in sight */
    enum role remembered;  /* out of sight */
    bool is_walkable;      /* a body may stand here */
    bool is_opaque;        /* blocks sight */
    bool is_gap;           /* nothing to stand on: flown and floated over */
    bool is_hazard;        /* does something to who walks in: errands keep out */
    bool is_light;         /* cells near it are made out from afar */
    bool is_notable;       /* named by look and list */
    bool is_scenery;       /* stands about without a use: a list of all counts it by kinds */
    bool is_spread;        /* comes in many cells: list names the nearest alone */
    bool is_uncounted;     /* "floor", "stairs down": said without an article */
    int8_t noise;          /* added to the noise of a step there, in cells */
    bool is_slow;          /* a step there takes half as long again */
    const char *note;      /* the text of examine; NULL: none */
    enum tile_id opens_to; /* TILE_UNKNOWN: cannot be opened */
    enum tile_id closes_to;
};

/* `id` is less than TILE_COUNT. */
const struct tile_row *tile_row(enum tile_id id);

/* The article before its name: "a ", "an " or "". */
const char *tile_article(enum tile_id id);

/* Where a body may stand, at once or after opening it, and nothing happens to it. */
bool tile_is_passable(enum tile_id id);

/* A trap that is known. */
bool tile_is_trap(enum tile_id id);

/* A door, open or closed. */
bool tile_is_door(enum tile_id id);

/* Rock, torches and doors: a wall drawn with lines joins up with them. */
bool tile_joins_walls(enum tile_id id);

/* ERR_UNKNOWN if no row has that save_id. */
MUST_USE enum err tile_from_save_id(uint8_t save_id, enum tile_id *out_id);

#endif
