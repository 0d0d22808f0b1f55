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

struct populate_room;

/* A foe as the search for companies and dangers reads it: each delver looks at each foe of the
   level. */
struct foe_glance {
    struct foe *foe;
    struct pos at;
    bool is_shown;
    bool is_awake;
};

/* Working memory of a level's tick: fields, and the search for companies. Each thread that ticks
   levels has its own. */
struct level_work {
    struct field_cache *fields;
    int foe_count;
    struct foe_glance foes[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX]; /* in list order */
    struct company_search search;
    struct company_member members[COMPANY_LEVEL_MAX];
    body_id ids[COMPANY_LEVEL_MAX]; /* ids of the delvers in `members` */
};

/* About 8 MB; only the used part is touched. ERR_MEMORY. The caller frees *out with
   level_work_free(). */
MUST_USE enum err level_work_new(struct level_work **out);
void level_work_free(struct level_work *work);

enum {
    BEAT_TICKS = 30,
    WORLD_PRICE_MAX = 1000,
    WORLD_BEAT_TICKS_MAX = 200, /* the longest beat in the shortest ticks */
    WORLD_DELVERS_MAX = 20000,
    WORLD_FOES_MAX = 40000, /* an id has 16 bits for the slot */
    WORLD_ITEMS_MAX = 65535,
    WORLD_LEVELS_MAX = 20480, /* enough for as many delvers on a level each, and some more */
    WORLD_INPUTS_MAX = 8192,  /* inputs of one tick */
    WORLD_EVENT_TEXT_MAX = 64 * 1024, /* bytes of speech in one tick */
    WORLD_CLOSED_WORDS = 2,           /* words of 64 bits, with a bit for each possible depth */
};

struct world_limits {
    uint32_t delvers_max; /* at most WORLD_DELVERS_MAX */
    uint32_t levels_max;  /* at most WORLD_LEVELS_MAX */
    uint32_t foes_max;    /* at most WORLD_FOES_MAX; 0: no foes */
    uint32_t items_max;   /* at most WORLD_ITEMS_MAX */
    uint32_t level_foes;  /* foes put on each new level while the pool lasts */
    uint32_t level_items;
    uint32_t beat_ticks;         /* at most WORLD_BEAT_TICKS_MAX; 0: BEAT_TICKS */
    uint32_t population_percent; /* percent of the usual foes of a level at its birth */
    uint32_t price_percent;      /* percent of the usual prices, at most WORLD_PRICE_MAX; 0: 100 */
};

struct world {
    uint64_t seed;
    const struct themes
        *themes;   /* a host's; NULL: none. Only names and colours come of them here */
    uint64_t tick; /* number of the last world_tick(); 0 before the first */
    struct world_limits limits;
    struct delver **delvers; /* delvers_max slots; an id contains its slot */
    uint16_t *slot_uses;     /* how often each slot was taken */
    uint32_t delver_count;
    struct number_set free_slots;       /* a new delver takes the lowest */
    struct number_table slot_by_delver; /* by delver_id, for delvers in the world */
    struct foe *foes;                   /* foes_max places */
    uint32_t free_foe;  /* free list: index + 1 of its first entry; 0: it is empty */
    uint32_t foes_used; /* entries from here on were never taken */
    struct item *items; /* items_max places */
    uint32_t free_item; /* as free_foe */
    uint32_t items_used;
    struct grave *graves; /* world_graves_max() places */
    uint32_t free_grave;
    uint32_t graves_used;
    struct ledger ledger;            /* ledger of all things */
    struct ledger_kept ledger_given; /* ledger last given to the database */
    struct level *
        *levels; /* levels_max slots, of which level_count are taken, sorted by wing and depth */
    uint32_t level_count;
    body_id first_transit; /* first body between two levels; 0: none */
    body_id *leaving;      /* freed at the next tick */
    uint32_t leaving_count;
    struct delver_list unsaved; /* between ticks: all that are dirty, and some that are not */
    uint64_t closed_depths[WORLD_CLOSED_WORDS]; /* bit by depth: stairs do not lead there */
    struct level_search *search;                /* used by the inputs */
    struct level_work *work;                    /* used by world_tick() */
    struct populate_room *populate_room;        /* where levels get their foes from */
    uint32_t traders;                           /* delvers with a trade, or asking for one */
    uint32_t duellists;                         /* delvers with a duel, or asking for one */
    struct bond bonds[BONDS_MAX];
    uint32_t bonds_begun;     /* ever */
    uint32_t strides;         /* strides that the inputs of this tick began */
    struct event_list events; /* events of the last tick's inputs */
    char *event_text;         /* texts said in the last tick; it begins with an empty string */
    uint32_t event_text_length;
};

/* ERR_MEMORY; ERR_RANGE for limits outside theirs. The caller frees *out with world_free(). */
MUST_USE enum err world_new(uint64_t seed, uint64_t tick, struct world_limits limits,
                            struct world **out);
void world_free(struct world *world);

/* Place of a reader in the events of the last tick; {0} is before the first. */
struct event_cursor {
    uint32_t list;
    uint32_t index;
};

/*
 * The next event, NULL after the last: first the events of inputs, in their order, then the events
 * of each level, by wing and depth.
 */
const struct event *world_next_event(const struct world *world, struct event_cursor *cursor);

/* The said text of an event, cleaned; "" for events of other kinds. Lives as long as the event. */
const char *world_event_text(const struct world *world, const struct event *event);

/* So many beats in ticks. */
static inline uint64_t world_beats(const struct world *world, int beats)
{
    return (uint64_t)beats * world->limits.beat_ticks;
}

enum { BEAT_MS = 600 /* real milliseconds, where nothing else is said */ };

/* So much time of a clock on the wall in ticks, while a beat takes BEAT_MS. */
static inline uint64_t world_ms(const struct world *world, int ms)
{
    return world_beats(world, ms) / BEAT_MS;
}

/* NULL if that id is nobody's any more. Delvers who have gone are found until the next tick. */
struct body *world_body(const struct world *world, body_id id);

/* The delver with that id; NULL for other bodies too. */
struct delver *world_delver(const struct world *world, body_id id);

/* All that is dirty was copied for the database, or is to be taken for it. */
void world_mark_saved(struct world *world);

/* NULL if that level is not loaded. */
struct level *world_level(const struct world *world, struct level_key key);

/* NULL if no generation of it is loaded; at most one ever is. */
struct level *world_level_at(const struct world *world, uint16_t wing, uint16_t depth);

/* True if the keepers have closed that depth: stairs do not lead there. */
bool world_is_closed(const struct world *world, int depth);

/* NULL if that delver is not in the world. */
struct delver *world_find_delver(const struct world *world, int64_t delver_id);

/* False where there can be neither foes nor things: stored populations stay on disk as they are. */
static inline bool world_has_populations(const struct world *world)
{
    return world->limits.foes_max > 0 || world->limits.items_max > 0;
}

/* True if nothing would happen without inputs. */
bool world_is_quiet(const struct world *world);

/* How many graves there can be: as many as all levels can have. */
uint32_t world_graves_max(const struct world *world);

/* Where the level of that wing and depth is among the world's levels, or would be. */
uint32_t world_level_slot(const struct world *world, uint16_t wing, uint16_t depth);

/* Takes over a level; the caller has seen that there is room, and none of its wing and depth. */
void world_insert_level(struct world *world, struct level *level);

/* Notes a change of a delver's saved state between ticks, also of a delver between levels. */
void world_note_change(struct world *world, struct delver *delver);

#endif
