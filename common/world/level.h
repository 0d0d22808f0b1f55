/*
 * A level: its terrain, its stairs and rooms, and the bodies on its cells.
 *
 * Terrain and bodies are separate grids. Opacity is stored as rows of bits beside the tiles,
 * because sight reads nothing else. Two functions write tiles: level_new() at birth, and
 * level_set_tile(), which also updates the bits and marks the level dirty.
 *
 * A level owns its tick: the bodies whose turn it is, the delvers that must look about and the
 * events are in lists of its own, with room for as many bodies as fit on the level. Its open doors
 * and its wards, whose times run on its clock, are small lists of their own.
 */
#ifndef UNDERCROFT_WORLD_LEVEL_H
#define UNDERCROFT_WORLD_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/pos.h"
#include "base/rng.h"
#include "content/part.h"
#include "content/species.h"
#include "content/tile.h"
#include "world/chalk.h"
#include "world/event.h"
#include "world/id.h"
#include "world/ledger.h"
#include "world/loot.h"

struct delver;
struct place_map; /* world/place.h */

/*
 * A list of the ids of bodies of one level, in the order in which they were added. The owner gives
 * it its memory. A removed body leaves a gap, 0, so the list may be walked while bodies leave it;
 * gaps are closed when room is needed and when the owner asks for it.
 */
struct body_list {
    uint32_t *ids;  /* body ids; 0: a gap. The memory belongs to the list's owner */
    uint32_t count; /* number of entries, gaps included */
    uint32_t max;
};

/* Adds a body that is not in the list. CHECKs that there is room. */
void body_list_add(struct body_list *list, uint32_t id);

/* Removes a body; searches the whole list. */
void body_list_remove(struct body_list *list, uint32_t id);

void body_list_close_gaps(struct body_list *list);

enum { DOOR_OPEN_TICKS = 500 };

struct open_door {
    struct pos at;
    uint64_t since; /* tick of the level's clock at which it was opened or last left */
};

/* The open doors of a level, each with the tick of the level's clock at which it was opened or last
   left, in the order of these ticks: the first doors shut first. */
struct open_doors {
    struct open_door *items; /* `max` doors; the memory belongs to the list's owner */
    uint32_t count;
    uint32_t max;
};

/* Sets the time of the door at `at` to the tick `since`, and adds the door if it is not listed. */
void open_doors_note(struct open_doors *doors, struct pos at, uint64_t since);

/* Removes the door at `at` from the list, if it is there. */
void open_doors_drop(struct open_doors *doors, struct pos at);

/* True if a door must shut by the tick `clock`; *out_at is the one that was opened or left
   first. */
bool open_doors_due(const struct open_doors *doors, uint64_t clock, struct pos *out_at);

void open_doors_hash(const struct open_doors *doors, struct hash *hash);

enum { WARDS_MAX = 8 }; /* most wards of a level; one more replaces the ward that ends first */

/* Ground that foes cannot enter for some time: around a scroll that was read, or in a doorway that
   was locked. Wards are not saved and do not stop delvers. */
struct ward {
    struct pos at;
    uint8_t radius; /* radius in cells; 0: only its own cell */
    uint64_t until; /* tick of the level's clock; 0: the entry is free */
};

struct ward_list {
    struct ward items[WARDS_MAX];
};

/* Adds a ward; `until` is not 0. */
void ward_add(struct ward_list *wards, struct ward ward);

/* Hashes the wards; without wards the hash does not change. */
void wards_hash(const struct ward_list *wards, struct hash *hash);

/* Works of a level, beside its tiles: levers, plates and keys with the cells that they move, hidden
   traps (world/move.h), and spots, which are set pieces with a sentence. */
enum {
    GATES_EACH = 16,        /* gates for each share of a level, see level_shares() */
    GATES_MAX = 64,         /* gates of a level */
    GATE_CELLS_MAX = 8,     /* cells of a gate */
    GATE_WORKS_MAX = 2,     /* most levers or plates of a gate */
    GATE_OPEN_TICKS = 3000, /* ticks of the level's clock for which a gate stays open: 60 s */
};

enum gate_kind {
    GATE_LEVER,  /* opened by any of its levers */
    GATE_PLATES, /* open while delvers stand on all of its plates, and for some time after */
    GATE_KEY,    /* opened by a delver with the key from its hook */
    GATE_VAULT,  /* opened by a delver that carries the level's lair key; its work is the cell where
                    that key belongs */
    GATE_KIND_COUNT
};

struct gate {
    uint8_t kind; /* enum gate_kind */
    uint8_t shut; /* tile of its cells while it is shut: bars, deep water or a chasm */
    uint8_t work_count;
    uint8_t cell_count;
    struct pos works[GATE_WORKS_MAX];
    struct pos cells[GATE_CELLS_MAX];
    struct pos inside; /* a cell beside it from which it always opens */
    /* tick of the level's clock; not saved: a load starts the whole time again */
    uint64_t open_until;
};

/* Returns the tile of its levers, its plates or its hook; TILE_UNKNOWN: any tile. */
enum tile_id gate_work_tile(enum gate_kind kind);

/* Returns the tile of the gate's cells while it is open. */
enum tile_id gate_open_tile(const struct gate *gate);

/* True if all cells of the gate are on a level of that size and its tiles fit the gate. */
bool gate_is_valid(const struct gate *gate, int width, int height, const uint8_t *tiles);

enum { TRAPS_MAX = 8 /* most hidden traps of a level */ };

struct trap {
    struct pos at;
    uint8_t tile; /* its tile once it was sprung */
};

enum {
    SPOTS_MAX = 255, /* spots of a level */
    SPOT_NAME_MAX = 31,
    SPOT_SAY_MAX = 100,
    SPOT_REFILL_MAX = 1440, /* most minutes until a hoard is full again */
};

/* A set piece. The level keeps the piece's sentence, so it needs no catalogue, and a change of the
   catalogue does not change levels. */
struct spot {
    struct rect area;             /* rectangle of the piece without the walls around it */
    char name[SPOT_NAME_MAX + 1]; /* "the drowned hoard" */
    char say[SPOT_SAY_MAX + 1];   /* sentence told to a delver who enters; "": none */
    uint16_t refill;              /* minutes until its hoards are full again; 0: it has no hoards */
};

enum { SPOT_NONE = -1 };

enum {
    HOARDS_EACH = 16, /* hoards for each share of a level that fill again; further ones do not */
    HOARD_MINUTE_TICKS = 3000,
};

/* A hoard in a spot, full or empty. */
struct hoard {
    struct pos at;
    uint64_t full_at; /* tick of the level's clock; not saved: a load starts the whole time again */
};

enum {
    LEVEL_WIDTH_MIN = 24,
    LEVEL_WIDTH_MAX = 1024,
    LEVEL_HEIGHT_MIN = 12,
    LEVEL_HEIGHT_MAX = 512,
    LEVEL_CELLS_MAX = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX,
    LEVEL_SHARE = 256 * 128, /* cells; see level_shares() */
    LEVEL_SHARES_MAX = LEVEL_CELLS_MAX / LEVEL_SHARE,
    LEVEL_ROOMS_MAX = 3200,
    LEVEL_SPAWNS_MAX = 8,
    LEVEL_DEAD_MAX = 16,    /* dead foes that a level remembers, the latest ones */
    LEVEL_LIGHTS_EACH = 64, /* for each share of a level; more than these give no light */
    LEVEL_BLOB_MAX = 2 * LEVEL_CELLS_MAX + 8 * LEVEL_ROOMS_MAX +
                     GATES_MAX * (8 + 4 * (GATE_WORKS_MAX + GATE_CELLS_MAX)) + 5 * TRAPS_MAX +
                     SPOTS_MAX * (12 + SPOT_NAME_MAX + SPOT_SAY_MAX) + 64,
};

/* Number of shares of LEVEL_SHARE cells that a level has, the last one begun: 1 for levels of up to
   256 by 128 cells, at most LEVEL_SHARES_MAX. Limits and chunks grow with it. */
static inline int level_shares(size_t cell_count)
{
    return (int)((cell_count + LEVEL_SHARE - 1) / LEVEL_SHARE);
}

/* A level as a generator returns it. level_new() copies all of it. */
struct level_plan {
    struct level_key key;
    int16_t width;
    int16_t height;
    struct pos up;            /* cell of the stairs up; its tile is TILE_STAIRS_UP */
    struct pos down;          /* cell of the stairs down */
    const uint8_t *tiles;     /* width * height of enum tile_id, row by row */
    const struct rect *rooms; /* insides of the rooms, without walls */
    int room_count;           /* at most LEVEL_ROOMS_MAX */
    const struct gate *gates;
    int gate_count;           /* at most GATES_MAX, and GATES_EACH for each share of the level */
    const struct trap *traps; /* hidden traps */
    int trap_count;           /* at most TRAPS_MAX */
    const struct spot *spots;
    int spot_count; /* at most SPOTS_MAX */
};

/* Working memory of level_find_free(). A world has one, because its inputs are applied one after
   another. */
struct level_search {
    uint32_t queue[LEVEL_CELLS_MAX];
    uint64_t reached[LEVEL_CELLS_MAX / 64];
};

/*
 * Delvers with changes that are not saved yet. A delver is in one list at most: during a tick in
 * its level's, since levels share nothing then, and afterwards in the world's. The functions are in
 * world/delver.h.
 */
struct delver_list {
    struct delver *first; /* linked by delver->listed_next; NULL: the list is empty */
    struct delver *last;
};

/* The state of a level's foes and things. */
struct level_population {
    bool is_dirty; /* may differ from the bytes that the database last got */
    /* population_hash() of the bytes that the database last got; 0: it never got any */
    uint64_t given;
    /* population_hash() of the population since it was collected for the database */
    uint64_t taken;
    int groups; /* usual number of groups; see population_groups() */
    /* tick of the world at which its last delver left; 0: no delver ever did */
    uint64_t left_at;
    uint64_t looked_at;   /* tick of the clock at which groups were last counted */
    uint64_t missing_for; /* ticks of the clock for which a group has been missing */
    bool is_crowded;      /* has more groups than it keeps, so unseen foes at home are removed */
    /* tick of the clock at which the things that lie about were last counted */
    uint64_t scattered_at;
    uint64_t born_at;      /* tick of the world at which the level was first populated */
    uint64_t boss_gone_at; /* tick of the world since which its boss is gone; 0: it is there */
};

/* A foe's request for more foes; see spawn_ask(). */
struct spawn_wish {
    uint32_t foe; /* body id of the foe that asks */
    enum part_id part;
};

/* A dead foe that may be raised. Not saved. */
struct level_dead {
    enum species_id species; /* SPECIES_DELVER: a free entry */
    struct pos at;
};

struct level {
    struct level_key key;
    int16_t width;
    int16_t height;
    struct pos up;
    struct pos down;
    uint8_t *tiles;      /* width * height of enum tile_id, row by row */
    uint64_t terrain;    /* hash of the tiles; levels with the same key may differ in it */
    uint32_t *bodies;    /* width * height of body ids; 0: nobody stands there */
    uint64_t *opaque;    /* height rows of row_words words; bit x of a row is column x */
    uint64_t *scattered; /* rows of bits like `opaque`: cells with items or graves */
    uint64_t *delvers;   /* rows of bits: cells with delvers */
    uint64_t *foes;      /* rows of bits: cells with other bodies */
    uint64_t *built;     /* rows of bits: ground within built walls; see world/place.h */
    int row_words;
    struct rect *rooms;
    int room_count;
    struct pos niches[NICHE_COUNT]; /* in the order of their cells */
    int niche_count;
    struct pos lantern; /* lantern of the haven, if has_lantern */
    bool has_lantern;
    struct pos stall; /* stall of the pedlar, if has_stall */
    bool has_stall;
    /* braziers and torches, row by row */
    struct pos *lights;
    int light_count;
    struct gate *gates;
    int gate_count;
    struct trap traps[TRAPS_MAX]; /* hidden traps */
    int trap_count;
    struct spot *spots;
    int spot_count;
    struct hoard *hoards;
    int hoard_count;
    uint16_t *area_of;        /* width * height of area numbers; see world/place.h */
    struct place_map *places; /* descriptions of the areas; owned */
    bool is_dirty;            /* differs from the bytes that the database last got */
    /* ticks that the level has lived; the clock stops while no delver is on it */
    uint64_t clock;
    struct level_population population;
    uint32_t delver_count;
    uint32_t foe_count;
    uint32_t first_delver; /* body id of the first delver on it; 0: none */
    uint32_t first_foe;
    uint32_t first_item;  /* item id of the first item lying here; 0: none */
    uint32_t first_grave; /* index + 1 in the pool of the first grave; 0: none */
    uint32_t item_count;  /* number of items in the list of first_item */
    /* reserve of free entries for items, linked like the pool's; 0: empty */
    uint32_t spare_item;
    uint32_t spare_items;      /* number of entries in the reserve */
    struct ledger_page ledger; /* things made and destroyed in this tick */
    struct holding holding;    /* number of things that it should hold by the ledger */
    struct rng rng;            /* random stream for chance in play on this level */
    uint32_t strider;          /* body id of the delver that makes a stride in this tick; 0: none */
    uint32_t first_departed;   /* first delver that left the level in this tick; 0: none */
    uint32_t first_dead;       /* first foe that died in this tick; 0: none */
    /* clock at which the lair key was last looked for; see world/vault.h */
    uint64_t key_looked_at;
    uint64_t key_since;  /* clock at which the key came where it is */
    uint32_t key_holder; /* body id of the key's bearer; 0: nobody */
    bool is_stirred;     /* a body or a view has changed since the last search for companies */
    bool has_danger;     /* a delver is in danger, so time does not go on for all */
    /* requests of this tick, which are granted between ticks */
    struct spawn_wish spawns[LEVEL_SPAWNS_MAX];
    uint32_t spawn_count;
    struct level_dead dead[LEVEL_DEAD_MAX];
    uint32_t dead_next;           /* index for the next dead foe */
    struct body_list active;      /* bodies with queued actions, in the order of their turns */
    struct body_list stale;       /* delvers that must look about at the end of the tick */
    struct open_doors open_doors; /* the open doors, with their times */
    struct ward_list wards;
    struct chalk_list chalk;
    struct event_list events;   /* events of this level's last tick */
    struct delver_list unsaved; /* delvers that changed in this tick */
    void *lists;                /* memory of active, stale, open_doors and events; owned */
    size_t lists_size;
};

/*
 * Makes a level from a plan. ERR_RANGE: the size is outside the limits; ERR_FORMAT: a tile is
 * unknown, a room is partly outside, stairs are not where the plan says, or the ground falls into
 * too many areas; ERR_MEMORY. The caller
 * owns *out and frees it with level_free().
 */
MUST_USE enum err level_new(const struct level_plan *plan, struct level **out);
void level_free(struct level *level);

bool level_contains(const struct level *level, struct pos at);
size_t level_cell_count(const struct level *level);

/*
 * Returns the index of a cell in the grids. `at` must be on the level: use it for positions that
 * the caller has computed. For stored positions (of a view, a list, a client) use the functions
 * below, which accept any.
 */
size_t level_index(const struct level *level, struct pos at);
enum tile_id level_tile(const struct level *level, struct pos at); /* TILE_ROCK outside the level */
uint32_t level_body_at(const struct level *level, struct pos at);  /* a body id; 0: nobody */
struct pos level_clamp(const struct level *level,
                       struct pos at); /* the cell of the level nearest to `at` */
bool level_is_walkable(const struct level *level, struct pos at); /* false outside the level */
bool level_is_opaque(const struct level *level, struct pos at);   /* true outside the level */

/* True if a thicket at `at` hides a body there from a viewer at `from`. */
bool level_hides(const struct level *level, struct pos from, struct pos at);

/* True if `at` is walkable and harmless: not a chasm or a known trap. False outside the level. */
bool level_is_ground(const struct level *level, struct pos at);

/* Returns the ticks of the level's clock from an empty hoard at `at` to a full one; 0: it does not
   fill. */
uint64_t hoard_ticks(const struct level *level, struct pos at);

/*
 * Sets a tile, marks the level dirty, and starts the time of a door that it opens. No other
 * function writes tiles after level_new().
 */
void level_set_tile(struct level *level, struct pos at, enum tile_id tile);

/* Starts the time of an open door at `at` again. Call it when a body or an item has left the
   cell. */
void level_note_left(struct level *level, struct pos at);

/* Finds the niches, the lantern, the stall and the lights. Call it after their tiles were set. */
void level_find_niches(struct level *level);

/* Sets the clock of a level that no delver has been on; the time of each open door starts then. */
void level_set_clock(struct level *level, uint64_t clock);

/* Returns the number of the room that contains `at`, from 0; -1: none does. */
int level_room_at(const struct level *level, struct pos at);

/*
 * Finds the free walkable cell nearest to `near` by walking distance, by breadth-first search in a
 * fixed order: `near` itself if it is free, doorways only if nothing else is. `near` must be on the
 * level. False if `near` is rock or every reachable cell is taken. `room` is working memory for
 * this call.
 */
bool level_find_free(const struct level *level, struct level_search *room, struct pos near,
                     struct pos *out);

/*
 * Finds the cell where a falling body lands: the free ground nearest to `near` that can be reached
 * from the stairs up through all doors, with every gate as it is. False: there is none.
 */
bool level_find_landing(const struct level *level, struct level_search *room, struct pos near,
                        struct pos *out);

/* Returns `at`, unless that is deep water or a chasm: then the nearest walkable cell, preferably an
   empty one. `at` is on the level. */
struct pos level_ashore(const struct level *level, struct pos at);

/* True if a ward keeps foes out of that cell now. */
bool level_is_warded(const struct level *level, struct pos at);

/* Hashes all saved terrain: tiles, size, stairs, rooms, gates, hidden traps. */
void level_hash(const struct level *level, struct hash *hash);

/*
 * Encodes the terrain for disk and recordings: a version byte, the size, stairs and rooms, gates
 * and hidden traps if there are any, then runs of save_ids. The key is not included. ERR_MEMORY or
 * ERR_TOO_BIG from `out`.
 */
MUST_USE enum err level_encode(const struct level *level, struct bytes *out);

/* Reads the size of an encoded level from its first 5 bytes or more; gives 0 for any other
   bytes. */
void level_decode_size(const uint8_t *data, size_t length, int *out_width, int *out_height);

/* Decodes a level. ERR_FORMAT for any other bytes and for values outside the limits. */
MUST_USE enum err level_decode(const uint8_t *data, size_t length, struct level_key key,
                               struct level **out);

/* Encodes tiles as runs of save_ids, the form of a delver's memory as well. */
MUST_USE enum err tiles_encode(const uint8_t *tiles, size_t count, struct bytes *out);
MUST_USE enum err tiles_decode(const uint8_t *data, size_t length, uint8_t *tiles, size_t count);

/* distance from stairs that foes without a target keep, in king's moves */
enum { STAIRS_GROUND = 6 };

/* Returns the number of king's moves to the nearer stairs of the level. */
int stairs_distance(const struct level *level, struct pos at);

/* True on stairs and beside them. */
bool stairs_are_near(const struct level *level, struct pos at);

/* Returns the number of the spot that contains the cell, or SPOT_NONE. */
int spot_at(const struct level *level, struct pos at);

#endif
