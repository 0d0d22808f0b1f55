/*
 * A level: its terrain, its stairs and rooms, and the bodies on its cells.
 *
 * Terrain and bodies are separate grids. Opacity is kept beside the tiles as rows of bits, because
 * sight reads nothing else. Tiles are written in two places only: level_new() at birth and
 * level_set_tile() ever after, which keeps the bits right and marks the level dirty.
 *
 * A level owns its tick: whose turn it is, who must look about and what came of it lie in lists of
 * its own, with room for as many bodies as can stand here. Its open doors and its wards, which
 * count on its clock, are small lists of their own.
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
#include "world/event.h"
#include "world/id.h"
#include "world/ledger.h"
#include "world/loot.h"

struct delver;
struct place_map; /* world/place.h */

/*
 * A list of bodies of one level, by id, in the order in which they were added. Its room is the
 * owner's, from the beginning. A body that is removed leaves a gap, 0, so that a list may be walked
 * while bodies leave it; the gaps are closed when room is needed and when the owner asks for it.
 */
struct body_list {
    uint32_t *ids;  /* body ids; 0: a gap; the owner's */
    uint32_t count; /* gaps included */
    uint32_t max;
};

/* The caller sees to it that nobody is added twice; CHECKs that there is room. */
void body_list_add(struct body_list *list, uint32_t id);

/* Looks at the whole list. */
void body_list_remove(struct body_list *list, uint32_t id);

void body_list_close_gaps(struct body_list *list);

enum { DOOR_OPEN_TICKS = 500 };

struct open_door {
    struct pos at;
    uint64_t since; /* tick of the level's clock */
};

/* The open doors of a level, each with the tick of the level's clock at which it was opened or last
   left. They lie in the order of these ticks, so that only the first ones can be about to fall
   shut. */
struct open_doors {
    struct open_door *items; /* room for `max`, the owner's */
    uint32_t count;
    uint32_t max;
};

/* The time of the door at `at`, listed or not, begins at the tick `since`. */
void open_doors_note(struct open_doors *doors, struct pos at, uint64_t since);

/* Removes the door at `at` from the list, if it is there. */
void open_doors_drop(struct open_doors *doors, struct pos at);

/* True if the time of a door is up at the tick `clock`; *out_at is the door that waits longest. */
bool open_doors_due(const struct open_doors *doors, uint64_t clock, struct pos *out_at);

void open_doors_hash(const struct open_doors *doors, struct hash *hash);

enum { WARDS_MAX = 8 }; /* on one level; the first to end gives way */

/* Ground that no foe enters for some time, around a scroll that was read or in a doorway that was
   locked. Wards are not saved, and bind foes alone. */
struct ward {
    struct pos at;
    uint8_t radius; /* cells around; 0: that cell alone */
    uint64_t until; /* tick of the level's clock; 0: there is none */
};

struct ward_list {
    struct ward items[WARDS_MAX];
};

/* Adds a ward; `until` is not 0. */
void ward_add(struct ward_list *wards, struct ward ward);

/* Hashes nothing where there is no ward. */
void wards_hash(const struct ward_list *wards, struct hash *hash);

/* Works of a level, beside its tiles: which levers and plates move which cells, where traps are
   hidden (world/move.h), and the spots: set pieces that have words of their own. */
enum {
    GATES_MAX = 16,         /* gates of a level */
    GATE_CELLS_MAX = 8,     /* cells of a gate */
    GATE_WORKS_MAX = 2,     /* levers or plates of a gate */
    GATE_OPEN_TICKS = 3000, /* ticks of the level's clock: 60 s */
};

enum gate_kind {
    GATE_LEVER,  /* any of its levers opens it */
    GATE_PLATES, /* open while a delver stands on each of its plates, and for a while after */
    GATE_KEY,    /* opened by each delver that has taken the key from its hook */
    GATE_VAULT,  /* opened by a delver that carries the level's lair key; its work is the cell where
                    that key belongs */
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

/* The tile of its levers, its plates or its hook; TILE_UNKNOWN: any will do. */
enum tile_id gate_work_tile(enum gate_kind kind);

/* The tile of the cells of an open gate. */
enum tile_id gate_open_tile(const struct gate *gate);

/* False unless all of it lies on a level of that size with these tiles, and fits them. */
bool gate_is_valid(const struct gate *gate, int width, int height, const uint8_t *tiles);

enum { TRAPS_MAX = 8 /* hidden ones of a level */ };

struct trap {
    struct pos at;
    uint8_t tile; /* tile once it has been sprung */
};

enum {
    SPOTS_MAX = 32, /* spots of a level */
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

enum { SPOT_NONE = -1 };

enum {
    LEVEL_WIDTH_MIN = 24,
    LEVEL_WIDTH_MAX = 256,
    LEVEL_HEIGHT_MIN = 12,
    LEVEL_HEIGHT_MAX = 128,
    LEVEL_ROOMS_MAX = 200,
    LEVEL_SPAWNS_MAX = 8,
    LEVEL_DEAD_MAX = 16, /* the latest ones */
    LEVEL_LIGHTS_MAX = 64,
    LEVEL_BLOB_MAX = 2 * LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX + 8 * LEVEL_ROOMS_MAX +
                     GATES_MAX * (8 + 4 * (GATE_WORKS_MAX + GATE_CELLS_MAX)) + 5 * TRAPS_MAX +
                     SPOTS_MAX * (10 + SPOT_NAME_MAX + SPOT_SAY_MAX) + 64,
};

/* A level as a generator hands it over. Everything is copied. */
struct level_plan {
    struct level_key key;
    int16_t width;
    int16_t height;
    struct pos up;            /* where the stairs up stand; the tile is there */
    struct pos down;          /* where the stairs down stand */
    const uint8_t *tiles;     /* width * height of enum tile_id, row by row */
    const struct rect *rooms; /* insides without walls */
    int room_count;           /* at most LEVEL_ROOMS_MAX */
    const struct gate *gates;
    int gate_count;           /* at most GATES_MAX */
    const struct trap *traps; /* hidden ones */
    int trap_count;           /* at most TRAPS_MAX */
    const struct spot *spots;
    int spot_count; /* at most SPOTS_MAX */
};

/* Room for level_find_free(). A world has one, for its inputs are applied one after another. */
struct level_search {
    uint16_t queue[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    uint64_t reached[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX / 64];
};

/*
 * Delvers with something new since they were last saved. Each is in one list at most: in its
 * level's during a tick, since levels share nothing then, and after it in the world's. The
 * functions are in world/delver.h.
 */
struct delver_list {
    struct delver *first; /* linked by delver->listed_next; NULL: nobody */
    struct delver *last;
};

/* State of the foes and things of a level. */
struct level_population {
    bool is_dirty;         /* may differ from the bytes last given to the database */
    uint64_t given;        /* population_hash() of those bytes; 0: none were given yet */
    uint64_t taken;        /* population_hash() of the population taken for it since */
    int groups;            /* groups that the level should have: population_groups() */
    uint64_t left_at;      /* tick of the world at which its last delver left; 0: none did */
    uint64_t looked_at;    /* tick of the clock at which groups were last counted */
    uint64_t missing_for;  /* ticks of the clock since a group went missing */
    bool is_crowded;       /* has more groups than it keeps: unseen foes at home go */
    uint64_t scattered_at; /* tick of the clock at which lying things were last counted */
};

/* A foe that wants more of them to come: see spawn_ask(). */
struct spawn_wish {
    uint32_t foe; /* a body id */
    enum part_id part;
};

/* A foe that died: what may stand up again. None of it is saved. */
struct level_dead {
    enum species_id species; /* SPECIES_DELVER: a free place */
    struct pos at;
};

struct level {
    struct level_key key;
    int16_t width;
    int16_t height;
    struct pos up;
    struct pos down;
    uint8_t *tiles;      /* width * height of enum tile_id */
    uint64_t terrain;    /* hash of the tiles, since levels of one key may differ */
    uint32_t *bodies;    /* width * height of body ids; 0: nobody */
    uint64_t *opaque;    /* height rows of row_words words; bit x of a row is column x */
    uint64_t *scattered; /* rows of bits as `opaque`: cells where items lie */
    uint64_t *delvers;   /* cells where delvers stand */
    uint64_t *foes;      /* cells where other bodies stand */
    uint64_t *built;     /* ground within built walls; see world/place.h */
    int row_words;
    struct rect *rooms;
    int room_count;
    struct pos niches[NICHE_COUNT]; /* in the order of their cells */
    int niche_count;
    struct pos lantern; /* the haven's lantern, if has_lantern */
    bool has_lantern;
    struct pos stall; /* the pedlar's stall, if has_stall */
    bool has_stall;
    struct pos lights[LEVEL_LIGHTS_MAX]; /* braziers and torches; more than these give no light */
    int light_count;
    struct gate gates[GATES_MAX];
    int gate_count;
    struct trap traps[TRAPS_MAX]; /* hidden ones */
    int trap_count;
    struct spot *spots;
    int spot_count;
    uint16_t *area_of;        /* width * height of area numbers; see world/place.h */
    struct place_map *places; /* owned; descriptions of the areas */
    bool is_dirty;            /* differs from the bytes last given to the database */
    uint64_t clock;           /* ticks lived through; it stands still while nobody is here */
    struct level_population population;
    uint32_t delver_count;
    uint32_t foe_count;
    uint32_t first_delver; /* body id of the first delver here; 0: nobody */
    uint32_t first_foe;
    uint32_t first_item;       /* item id of the first item lying here; 0: none */
    uint32_t first_grave;      /* first grave: index + 1 in the pool; 0: there are none */
    uint32_t item_count;       /* length of that list */
    uint32_t spare_item;       /* free places for more, in a list as the pool's; 0: none */
    uint32_t spare_items;      /* how many these are */
    struct ledger_page ledger; /* things made and ended in this tick */
    struct holding holding;    /* all things here, by the ledger */
    struct rng rng;            /* stream for chance events here */
    uint32_t strider;          /* the delver that takes a stride in this tick; 0: nobody */
    uint32_t first_departed;   /* first delver that left the level in this tick; 0: none */
    uint32_t first_dead;       /* first foe that died in this tick; 0: none */
    uint64_t key_looked_at;    /* tick of the clock at which the lair key was last looked for, */
    uint64_t key_since;        /* at which it came where it is, */
    uint32_t key_holder;       /* and its bearer's body id; 0: nobody. See world/vault.h */
    bool is_stirred;           /* somebody has moved since companies were last looked for */
    bool has_danger;           /* time does not go on for all as it does in calm */
    struct spawn_wish spawns[LEVEL_SPAWNS_MAX]; /* wishes of this tick, granted at its end */
    uint32_t spawn_count;
    struct level_dead dead[LEVEL_DEAD_MAX];
    uint32_t dead_next;           /* the place of the next that dies */
    struct body_list active;      /* bodies with something queued, in the order of their turns */
    struct body_list stale;       /* delvers that must look about at the end of the tick */
    struct open_doors open_doors; /* doors that will fall shut, and their times */
    struct ward_list wards;
    struct event_list events;   /* events of this level's last tick */
    struct delver_list unsaved; /* delvers that have changed here in this tick */
    void *lists;                /* room of active, stale, open_doors and events; owned */
    size_t lists_size;
};

/*
 * Makes a level of a plan. ERR_RANGE if the size is outside the limits, ERR_FORMAT if a tile is
 * not in the table, a room leaves the level or a staircase is not where the plan says; ERR_MEMORY.
 * The caller owns *out and frees it with level_free().
 */
MUST_USE enum err level_new(const struct level_plan *plan, struct level **out);
void level_free(struct level *level);

bool level_contains(const struct level *level, struct pos at);
size_t level_cell_count(const struct level *level);

/*
 * The place of a cell in the grids. `at` must lie on the level, so this is for the world itself,
 * which computes its positions; who keeps one (a view, a list, a client) asks the functions below,
 * which take any.
 */
size_t level_index(const struct level *level, struct pos at);
enum tile_id level_tile(const struct level *level, struct pos at); /* TILE_ROCK outside */
uint32_t level_body_at(const struct level *level, struct pos at);  /* a body id; 0: nobody */
struct pos level_clamp(const struct level *level, struct pos at);  /* the nearest cell */
bool level_is_walkable(const struct level *level, struct pos at);  /* false outside */
bool level_is_opaque(const struct level *level, struct pos at);    /* true outside */

/* True if a thicket at `at` hides a body in it from a viewer at `from`. */
bool level_hides(const struct level *level, struct pos from, struct pos at);

/* True if `at` is walkable and harmless to stand on: no chasm, no known trap. False outside. */
bool level_is_ground(const struct level *level, struct pos at);

/*
 * The only writer of a tile of a living level. Marks it dirty; the time of a door that it opens
 * begins.
 */
void level_set_tile(struct level *level, struct pos at, enum tile_id tile);

/* A body or an item has left the cell `at`: if an open door is there, its count begins again. */
void level_note_left(struct level *level, struct pos at);

/* Looks for the niches, the lantern, the stall and the lights again, after their tiles were set. */
void level_find_niches(struct level *level);

/* The clock of a level that nobody has been on is `clock` now, and the count of each open door
   begins. */
void level_set_clock(struct level *level, uint64_t clock);

/* The number of the room that holds `at`, counting from 0; -1 for none. */
int level_room_at(const struct level *level, struct pos at);

/*
 * `near` itself if it is walkable and free; else the free walkable cell nearest to it by walking
 * distance (doorways only when nothing else is free), found by breadth-first search in a fixed
 * order. `near` must lie on the level. False if every cell that can be reached from it is taken, or
 * `near` is rock. `room` is the caller's, for this call alone.
 */
bool level_find_free(const struct level *level, struct level_search *room, struct pos near,
                     struct pos *out);

/*
 * The free cell of ground nearest to `near` that can be walked to from the stairs up with every
 * door opened and every gate as it is: where somebody comes down who fell. False if all is taken.
 */
bool level_find_landing(const struct level *level, struct level_search *room, struct pos near,
                        struct pos *out);

/* `at` itself, unless it is deep water or a chasm: then the nearest cell that can be walked on,
   preferably with nobody there. `at` lies on the level. */
struct pos level_ashore(const struct level *level, struct pos at);

/* True if no foe may enter that cell now. */
bool level_is_warded(const struct level *level, struct pos at);

/* Everything that is saved of the terrain, and its hash (tiles, size, stairs, rooms, gates, hidden
   traps). */
void level_hash(const struct level *level, struct hash *hash);

/*
 * The form in which tiles travel to disk and into records: a version byte, the size, stairs and
 * rooms, gates and hidden traps if there are any, then runs of save_ids. Does not hold the key.
 * ERR_MEMORY or ERR_TOO_BIG from `out`.
 */
MUST_USE enum err level_encode(const struct level *level, struct bytes *out);

/* The size of an encoded level, from its first 5 bytes or more; 0 for any other bytes. */
void level_decode_size(const uint8_t *data, size_t length, int *out_width, int *out_height);

/* Decodes a level. ERR_FORMAT for any other bytes, and for anything outside the limits. */
MUST_USE enum err level_decode(const uint8_t *data, size_t length, struct level_key key,
                               struct level **out);

/* Runs of save_ids: the form of a delver's memory of a level too. */
MUST_USE enum err tiles_encode(const uint8_t *tiles, size_t count, struct bytes *out);
MUST_USE enum err tiles_decode(const uint8_t *data, size_t length, uint8_t *tiles, size_t count);

/* King's moves from stairs that no foe without a target comes to. */
enum { STAIRS_GROUND = 6 };

/* King's moves to the nearer of the level's two stairs. */
int stairs_distance(const struct level *level, struct pos at);

/* True on stairs and beside them. */
bool stairs_are_near(const struct level *level, struct pos at);

/* The number of the spot in which the cell lies, or SPOT_NONE. */
int spot_at(const struct level *level, struct pos at);

#endif
