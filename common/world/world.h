/*
 * The dungeon: its levels, delvers and pools, and the events of its last tick. Only world_tick()
 * changes it (world/world_tick.h).
 */
#ifndef UNDERCROFT_WORLD_WORLD_H
#define UNDERCROFT_WORLD_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/numbers.h"
#include "world/bond.h"
#include "world/company.h"
#include "world/delver.h"
#include "world/event.h"
#include "world/field.h"
#include "world/foe.h"
#include "world/id.h"
#include "world/input.h"
#include "world/item.h"
#include "world/ledger.h"
#include "world/level.h"

enum {
    BEAT_TICKS = 30,
    WORLD_PRICE_MAX = 1000,
    WORLD_BEAT_TICKS_MAX = 200, /* ticks of the longest beat, with the shortest ticks */
    WORLD_DELVERS_MAX = 20000,
    WORLD_FOES_MAX = 40000, /* the slot in an id has 16 bits */
    WORLD_ITEMS_MAX = 65535,
    WORLD_LEVELS_MAX = 20480, /* levels for as many delvers, each on its own, and some more */
    WORLD_INPUTS_MAX = 8192,  /* most inputs of one tick */
    WORLD_EVENT_TEXT_MAX = 64 * 1024, /* most bytes of speech in one tick */
    WORLD_CLOSED_WORDS = 2,           /* words of 64 bits with a bit for each depth */
};

struct populate_room;

/* A foe, as the search for companies and dangers reads it: each delver looks at each foe of the
   level. */
struct foe_glance {
    struct foe *foe;
    struct pos at;
    bool is_shown;
    bool is_awake;
};

/* Working memory of a level's tick: fields, and the search for companies. Each thread that ticks
   levels has one. */
struct level_work {
    struct field_cache *fields;
    int foe_count;
    /* in the order of the level's list */
    struct foe_glance foes[WORLD_FOES_MAX];
    struct company_search search;
    struct company_member members[COMPANY_LEVEL_MAX];
    body_id ids[COMPANY_LEVEL_MAX]; /* ids of the delvers in `members` */
};

/* Allocates working memory, about 8 MB, of which only the used part is touched. ERR_MEMORY. The
   caller frees *out with level_work_free(). */
MUST_USE enum err level_work_new(struct level_work **out);
void level_work_free(struct level_work *work);

struct world_limits {
    uint32_t delvers_max; /* at most WORLD_DELVERS_MAX */
    uint32_t levels_max;  /* at most WORLD_LEVELS_MAX */
    uint32_t foes_max;    /* at most WORLD_FOES_MAX; 0: no foes */
    uint32_t items_max;   /* at most WORLD_ITEMS_MAX */
    uint32_t level_foes;  /* foes put on each new level, while the pool has any */
    uint32_t level_items;
    uint32_t beat_ticks;         /* at most WORLD_BEAT_TICKS_MAX; 0: BEAT_TICKS */
    uint32_t population_percent; /* percent of the usual foes on a new level */
    /* percent of the usual prices, at most WORLD_PRICE_MAX; 0: as 100 */
    uint32_t price_percent;
};

struct world {
    uint64_t seed;
    const struct themes
        /* themes of a host; NULL: none. The world takes only names and colours from them */
        *themes;
    uint64_t tick; /* number of the last world_tick(); 0: none yet */
    struct world_limits limits;
    struct delver **delvers; /* delvers_max entries; an id contains the index */
    uint16_t *slot_uses;     /* number of times that each slot was taken */
    uint32_t delver_count;
    struct number_set free_slots;       /* free slots, of which a new delver takes the lowest */
    struct number_table slot_by_delver; /* slots by delver_id, for delvers in the world */
    struct foe *foes;                   /* foes_max entries */
    uint32_t free_foe;  /* free list: index + 1 of its first entry; 0: it is empty */
    uint32_t foes_used; /* entries from this index on were never taken */
    struct item *items; /* items_max entries */
    uint32_t free_item; /* free list like free_foe */
    uint32_t items_used;
    struct grave *graves; /* world_graves_max() entries */
    uint32_t free_grave;
    uint32_t graves_used;
    struct ledger ledger;            /* made and destroyed things of the whole world */
    struct ledger_kept ledger_given; /* the ledger as the database last got it */
    struct level *
        /* levels_max entries, of which the first level_count are in use, sorted by wing and
           depth */
        *levels;
    uint32_t level_count;
    body_id first_transit; /* first delver between two levels; 0: none */
    body_id *leaving;      /* delvers to free at the next tick */
    uint32_t leaving_count;
    /* between ticks: all delvers that are dirty, and some that are not */
    struct delver_list unsaved;
    /* bit by depth: operators have closed it, so stairs do not lead there */
    uint64_t closed_depths[WORLD_CLOSED_WORDS];
    struct level_search *search;         /* working memory of the inputs */
    struct level_work *work;             /* working memory of world_tick() */
    struct populate_room *populate_room; /* working memory that chooses cells for foes */
    /* number of delvers with a trade, or asking for one */
    uint32_t traders;
    /* number of delvers with a duel, or asking for one */
    uint32_t duellists;
    struct bond bonds[BONDS_MAX];
    uint32_t bonds_begun;     /* number of bonds ever begun */
    uint32_t strides;         /* number of strides that the inputs of this tick began */
    struct event_list events; /* events of the last tick's inputs */
    char *event_text;         /* texts said in the last tick; the first is an empty one */
    uint32_t event_text_length;
};

/* Makes an empty world. ERR_MEMORY; ERR_RANGE: a limit is out of its range. The caller frees *out
   with world_free(). */
MUST_USE enum err world_new(uint64_t seed, uint64_t tick, struct world_limits limits,
                            struct world **out);
void world_free(struct world *world);

/* The position of a reader in the events of the last tick; {0} is before the first. */
struct event_cursor {
    uint32_t list;
    uint32_t index;
};

/*
 * Returns the next event; NULL after the last. First come the events of inputs, in their order,
 * then the events of each level, by wing and depth.
 */
const struct event *world_next_event(const struct world *world, struct event_cursor *cursor);

/* Returns the spoken text of an event, cleaned; "" for events of other kinds. Valid as long as the
   event. */
const char *world_event_text(const struct world *world, const struct event *event);

/* Returns the ticks of so many beats. */
static inline uint64_t world_beats(const struct world *world, int beats)
{
    return (uint64_t)beats * world->limits.beat_ticks;
}

enum { BEAT_MS = 600 /* milliseconds of a beat, unless said otherwise */ };

/* Returns the ticks that pass in `ms` milliseconds if a beat takes BEAT_MS. */
static inline uint64_t world_ms(const struct world *world, int ms)
{
    return world_beats(world, ms) / BEAT_MS;
}

/* Returns the body with that id; NULL: there is none. Delvers who have left are found until the
   next tick. */
struct body *world_body(const struct world *world, body_id id);

/* Returns the delver with that id; NULL: there is none, or it is a foe. */
struct delver *world_delver(const struct world *world, body_id id);

/* Marks everything as saved: it was copied for the database, or need not be. */
void world_mark_saved(struct world *world);

/* Returns the level; NULL: it is not loaded. */
struct level *world_level(const struct world *world, struct level_key key);

/* Returns the loaded generation of a level, of which there is at most one; NULL: none. */
struct level *world_level_at(const struct world *world, uint16_t wing, uint16_t depth);

/* True if operators have closed that depth, so stairs do not lead there. */
bool world_is_closed(const struct world *world, int depth);

/* Returns the delver with that delver_id; NULL: it is not in the world. */
struct delver *world_find_delver(const struct world *world, int64_t delver_id);

/* False in a world without foes and things: stored populations then stay on disk as they are. */
static inline bool world_has_populations(const struct world *world)
{
    return world->limits.foes_max > 0 || world->limits.items_max > 0;
}

/* True if nothing would happen in a tick without inputs. */
bool world_is_quiet(const struct world *world);

/* Returns the most graves of the world: as many as all levels can have. */
uint32_t world_graves_max(const struct world *world);

/* Returns the index of the level of that wing and depth among the world's levels, or where it would
   be inserted. */
uint32_t world_level_slot(const struct world *world, uint16_t wing, uint16_t depth);

/* Inserts a level, which the world owns from now on. There must be room, and no level of its wing
   and depth. */
void world_insert_level(struct world *world, struct level *level);

/* Records that a delver's saved state has changed between ticks; also for a delver between
   levels. */
void world_note_change(struct world *world, struct delver *delver);

#endif
