/*
 * A delver: a body that a player acts through. Beside the body it has a name, a record that is kept
 * between two runs (delver_record()), sight, and a memory of its level.
 */
#ifndef UNDERCROFT_WORLD_DELVER_H
#define UNDERCROFT_WORLD_DELVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/pos.h"
#include "base/row_set.h"
#include "content/species.h"
#include "content/tile.h"
#include "world/body.h"
#include "world/company.h"
#include "world/duel.h"
#include "world/id.h"
#include "world/level.h"
#include "world/life.h"
#include "world/pack.h"
#include "world/record.h"
#include "world/sight.h"
#include "world/stairs.h"
#include "world/trade.h"

/*
 * The trail of a delver: the last cells that it stood on, and the stairs that it took between them.
 * Another delver who stands on it, or beside it, can follow it out of sight and over stairs. A loop
 * is left out: where the delver comes back to a cell, what lies between is forgotten. Moves
 * that are no steps (by magic, by an administrator) leave a gap; one to a level that no stairs of
 * the trail lead to begins the trail again. It is not kept on disk and is no part of the state that
 * is hashed: the world's own rules never look at it.
 */
enum { TRAIL_LENGTH = 200 }; /* cells and stairs that are remembered; then the oldest goes */

/* Valid when all zero: no trail. */
struct trail {
    struct level_key level; /* the level of the newest cell */
    uint8_t first;          /* the oldest of `places` */
    uint8_t count;
    uint16_t places[TRAIL_LENGTH]; /* cells by level_index(), or stairs; a ring */
};

enum trail_kind {
    TRAIL_NONE, /* nothing of the trail is on that level */
    TRAIL_CELL, /* to `cell` */
    TRAIL_DOWN, /* down the stairs underfoot */
    TRAIL_UP,   /* up the stairs underfoot */
    TRAIL_ENDS, /* the last cell of the trail is underfoot */
};

/* How a trail goes on. */
struct trail_step {
    enum trail_kind kind;
    struct pos cell;
};

/* The delver stands on cell `index` of the level `key`. If the trail has that cell since the last
   stairs, it ends there again. */
void trail_add_cell(struct trail *trail, struct level_key key, size_t index);

/* The delver took the stairs down or up. */
void trail_add_stairs(struct trail *trail, int depths);

/*
 * The next step of the trail from the cell `at` of the level `key`, which is `width` cells wide: to
 * its newest cell within one step of `at`, or on from there if that is `at`; else to the newest
 * cell on that level, at any distance, that the follower knows: `known` holds a tile a cell of the
 * level (NULL: it knows all); else to the newest. Generations of levels are not compared.
 */
struct trail_step trail_next(const struct trail *trail, struct level_key key, int width,
                             const uint8_t *known, struct pos at);

/*
 * A delver's memory of the things that lay on its level: as it last saw them, until it sees the
 * cell again. It is kept for the newest RECALL_MAX cells and forgotten with the level; things in
 * the light are not looked up here. It is not saved.
 */
enum { RECALL_MAX = 32 };

struct recalled {
    struct pos at;
    struct stack top; /* the top item there */
    uint8_t more;     /* things below it; UINT8_MAX: as many or more */
};

/* Valid when all zero. */
struct recall {
    struct recalled list[RECALL_MAX];
    uint8_t count;
    uint8_t oldest; /* the place that is taken next, once the list is full */
    uint8_t light;  /* at the last look, which was */
    struct pos from;
    struct row_set marked; /* rows that look otherwise, for the look that is being taken */
};

/* The thing remembered on that cell, lit or not; NULL: none. */
const struct recalled *recall_find(const struct recall *recall, struct pos at);

/*
 * A stride: steps and waits that one delver takes one after another within a tick of the world. In
 * calm, with nobody near who lives by the clock of the level, nobody could tell that the level
 * lived the ticks of a walk or a rest at once; so nobody waits for it. The level's own time is as
 * long as ever: each tick of it is lived by all that is there, doors fall shut and foes roam. Where
 * another delver is near or in view, in danger in company, fallen, or has a status that runs out,
 * its time is the clock's, and a stride is one step.
 *
 * News for its delver cuts a stride short: danger, a foe that comes into view, a cell that was not
 * known, harm, a status, a refusal, full health after waits. The rest of a stride is forgotten with
 * the tick, so that the next one, a key or another delver finds nothing to stop. Where time may not
 * go on at once, only the first step is taken.
 */
enum {
    STRIDE_MAX = 16,         /* steps and waits */
    STRIDE_TICKS_MAX = 100,  /* ticks of one level within a tick of the world */
    STRIDE_TICKS_ALL = 2000, /* ticks of all levels together... */
    STRIDE_TICKS_MIN = 5,    /* ...but each has as many as a step takes */
    STRIDE_NEAR_CELLS = 24,  /* as far as a party shares its time */
};

/* The rest of a stride. It lasts from the inputs of a tick to the tick of the level. */
struct stride {
    uint8_t ways[STRIDE_MAX]; /* enum dir; DIR_NONE: a wait */
    uint8_t count;
    uint8_t next;
    int16_t health;    /* when it began */
    uint32_t explored; /* cells that were known then */
    uint32_t events;   /* events of the level that were looked at */
};

/*
 * Five parts of a delver's state belong to its present stay on a level, and are cleared when it is
 * placed on one: time, danger, fall, effects and sightings. Ticks are those of the delver's own
 * life (body_lived()) where no other clock is named.
 */

/* How time goes on for the delver and its company (world/company.h). */
enum {
    TIME_HALT_MS = 3000,  /* pause of a company between WAITING and RUNNING */
    TIME_IDLE_MS = 60000, /* without input of its player: away, where time runs */
    TIME_WISH_MS = 20000, /* without input of its player: has no say in the pace of time */
};

struct delver_time {
    enum company_state state;
    uint16_t company; /* number of the company on its level; 0: none */
    bool is_parting;
    uint64_t parts_at;     /* tick of the level's clock */
    uint64_t halted_until; /* tick of the world: the company's time pauses until then */
    uint16_t pace;         /* pace of the company's time while it runs, in percent; 0 as 100 */
    uint64_t acted_at;     /* tick of the world at which its player last asked for something */
    bool is_idle;          /* acted_at is TIME_IDLE_MS ago, and danger is near */
    uint64_t stepped_at;   /* tick of the last step */
    uint32_t fight_at;     /* low bits of the tick at which the state last ceased to be calm */
};

/* Danger from foes. */
enum {
    DANGER_HURT_BEATS = 3,  /* beats after a hurt in which its striker is a danger */
    DANGER_VIEW_CELLS = 12, /* cells from which an awake foe in view is a danger */
    DANGER_HUNT_CELLS = 20, /* cells from which a foe that aims at the delver is a danger */
    DANGER_ARRIVAL_MS = 2000,
};

struct delver_danger {
    bool is_present;
    bool is_hunted; /* in this danger, a foe out of view was reported */
    bool is_hurt;   /* hurt_at is valid */
    uint64_t hurt_at;
    uint64_t safe_until; /* after an arrival no foe takes aim until then, unless the delver acts */
};

/* A fallen delver lies on the ground, where another delver can raise it. */
enum { FALL_BEATS = 20 /* beats in which it can be raised */ };

struct delver_fall {
    bool is_fallen;
    uint64_t until; /* end of the time in which it can be raised */
    body_id by;     /* striker of the blow that felled it */
};

/* Effects that last for some beats, and those that work once on a level. */
struct delver_effects {
    bool is_stubborn_used; /* the knack "stubborn" has worked on this level */
    uint64_t winded_at;    /* tick of the last second wind; 0: none on this level */
    uint8_t bandage;       /* health that the bandage still gives */
    uint8_t bandage_beats; /* beats in which the bandage gives that health */
    uint8_t returning;     /* beats until a scroll of return takes effect; 0: none was read */
    uint16_t mended;       /* parts of a point of health that have mended, MEND_POINT to a point */
};

/* Foes that were reported to the player (world/sense.h). */
enum {
    FOES_NOTED_MAX = 16,
    FOES_SENSED_MAX = 6,
};

/* A foe that is sensed and not seen, and its place at that time. */
struct sensed {
    body_id foe;
    struct pos at;
};

struct sightings {
    body_id noted[FOES_NOTED_MAX];     /* foes that were reported when they came into view */
    uint32_t noted_at[FOES_NOTED_MAX]; /* low bits of the tick at which each was last in view */
    uint32_t looked_at; /* low bits of the tick of the last look for foes: each foe that was in
                           view then is still in view */
    uint8_t noted_next; /* index in `noted` that is taken next */
    uint8_t sensed_count;
    struct sensed sensed[FOES_SENSED_MAX];
};

enum { LOW_HEALTH_PERCENT = 30 };

enum {
    DELVER_CHUNK = 64, /* cells of the memory that are marked as touched together */
    DELVER_TOUCHED_WORDS = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX / DELVER_CHUNK / 64,
    DELVER_LOOKS_KEPT = 4,
};

struct delver {
    struct body body;   /* first: see body_delver() */
    struct sight sight; /* its bits lie behind the memory */
    int64_t delver_id;  /* the id of its record */
    uint64_t sequence;
    uint64_t steps;
    struct life life;
    char name[NAME_LENGTH_MAX + 1];
    enum tile_id transit_stairs; /* while in transit: the stairs taken; TILE_UNKNOWN: none */
    struct pos transit_to;       /* else: the place on the other level to arrive near */
    enum passage transit_passage;
    uint16_t transit_home; /* depth; 0: it is on no way home from its death */
    uint16_t transit_debt; /* ticks after the arrival in which it may not act */
    uint64_t beside_at;    /* tick of the world at which it last fought beside another; 0: never */
    struct delver_time time; /* the next five: see begin_stay() in body.c */
    struct delver_danger danger;
    struct delver_fall fall;
    struct delver_effects effects;
    struct sightings sightings;
    struct stride stride;
    struct trail trail;
    uint32_t weapon_before;  /* object of the pack: the weapon before this one; OBJECT_NONE: none */
    uint32_t spots_reported; /* a bit a spot of its level: see struct spot */
    struct trade trade;
    struct duel duel;
    bool wants_alone;        /* the travels of others stop before they come near */
    uint16_t pace_wish;      /* pace that the player wishes: world/company.h; 0 as PACE_FULL */
    uint32_t party;          /* number; 0: in none. Members are a company while they are near */
    enum species_id killer;  /* killer at the last death; SPECIES_DELVER: nobody */
    int64_t lost_experience; /* by the last death */
    uint64_t placed_at;      /* ticks lived when it came to its level: delver_time_lived() */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, the newest last */
    struct regained regained;         /* contents of the last grave that it opened */
    uint16_t grave_depth; /* where it dug a grave, until it is told; 0: nothing was lost */
    bool is_sneaking;     /* its steps are slower, and hardly heard */
    bool is_sight_stale;  /* in its level's list of delvers that must look about */
    bool is_link_dead;
    bool is_record_dirty; /* differs from the row last given to the database */
    bool is_memory_dirty;
    bool is_listed; /* among those with something new: see struct delver_list */
    struct delver *listed_next;
    struct delver *listed_previous;
    uint32_t looks;                              /* how often it looked about */
    struct row_set look_rows[DELVER_LOOKS_KEPT]; /* changed by the last looks, by number */
    uint8_t *memory; /* tile ids last seen here, one a cell of the level; owned */
    size_t memory_size;
    uint32_t explored; /* cells of `memory` that are known */
    struct recall recall;
    /* Touched chunks of `memory`, a bit each: they may differ from the bytes last given to the
       database. All chunks of a memory that was never given are touched. */
    uint64_t touched[DELVER_TOUCHED_WORDS];
};

/*
 * A memory of a level of `cell_count` cells (1 and more), all unknown. Behind it there is room for
 * the sight of that level, so that a tick in which a delver enters it allocates nothing. The caller
 * owns it and frees it with free(); NULL: there is no memory left.
 */
uint8_t *delver_memory_new(size_t cell_count);

/*
 * A delver that is not in a world yet. `memory` (from delver_memory_new(), of `memory_size` bytes,
 * one a cell of the level they will stand on) passes to the delver, also on failure; NULL starts an
 * empty memory of that size. ERR_MEMORY.
 */
MUST_USE enum err delver_new(const struct delver_record *record, const char *name, uint8_t *memory,
                             size_t memory_size, struct delver **out);
void delver_free(struct delver *delver);

/* The delver whose body it is; NULL: the body is no delver's. */
static inline struct delver *body_delver(struct body *body)
{
    return body->species == SPECIES_DELVER ? (struct delver *)body : NULL;
}

/* True for a delver that lies on the ground: nothing harms it, and it does nothing. */
static inline bool body_is_fallen(const struct body *body)
{
    return body->species == SPECIES_DELVER && ((const struct delver *)body)->fall.is_fallen;
}

/* True if the delver has not fallen and has less than LOW_HEALTH_PERCENT of full health. */
static inline bool delver_is_low(const struct delver *delver)
{
    return !body_is_fallen(&delver->body) &&
           delver->body.health * 100 < delver->body.health_max * LOW_HEALTH_PERCENT;
}

/* The health that players are told: 0 for a fallen delver. */
static inline int delver_health(const struct delver *delver)
{
    return delver->fall.is_fallen ? 0 : delver->body.health;
}

/* True for a delver without a player, or with an idle player, in a company that lives on in
   danger: it strikes foes beside it, never walks, and takes half of all damage. */
static inline bool delver_is_away(const struct delver *delver)
{
    return (delver->is_link_dead || delver->time.is_idle) && delver->body.state == BODY_PRESENT &&
           delver->time.state == COMPANY_RUNNING;
}

/* Ticks that the delver has lived since its last death or its birth. */
uint64_t delver_time_lived(const struct delver *delver);

/* Record of the delver as it is now. */
struct delver_record delver_record(const struct delver *delver);

/* Replaces the memory, as on another level; the delver sees nothing until it looks about. Same
   ownership as above; CHECKs that both are given. */
void delver_set_memory(struct delver *delver, uint8_t *memory, size_t memory_size);

bool delver_sees(const struct delver *delver, struct pos at);

/* True if the delver was told (EVENT_NOTICED) that the foe came into view. Only the newest
   FOES_NOTED_MAX foes count. */
bool delver_has_noted(const struct delver *delver, body_id foe);

/* The tile that the delver remembers at a cell of its level, the present tile if the cell is in
   view; TILE_UNKNOWN outside the level, and while the delver stands on none. */
enum tile_id delver_remembered(const struct delver *delver, struct pos at);

/* Looks about: recomputes sight and remembers every tile seen; a hidden door as rock until it was
   found, and a hook from which the delver has a key as bare. */
void delver_look(struct delver *delver);

/* Remembers a tile other than the level's: a hook whose key the delver has, or a hidden door
   that it has found. */
void delver_mark(struct delver *delver, struct pos at, enum tile_id tile);

/* True for a hidden door that the body, a delver, has not found. `at` lies on its level. */
bool body_is_veiled(const struct body *body, struct pos at);

/* Makes the delver know a cell of the level, or all ground within so many cells and its borders.
   Returns how many cells were unknown before. */
void delver_learn_cell(struct delver *delver, struct pos at);
uint32_t delver_learn_around(struct delver *delver, int cells);

/* Percent of the walkable cells of its level that the delver knows, rounded down. */
int delver_explored_percent(const struct delver *delver);

/* Sees nothing any more, as between two levels. */
void delver_lose_sight(struct delver *delver);

/*
 * Adds to `rows` those rows of the level in which cells came into sight, left it or are remembered
 * otherwise, in all looks but the first `looks`; and the rows beside the latter, where walls may
 * join up otherwise. All rows, where that is too long ago to be known.
 */
void delver_add_changed_rows(const struct delver *delver, uint32_t looks, struct row_set *rows);

/* Something that is kept of a delver on a level has changed within the tick of that level. */
void delver_note_change(struct delver *delver);

/* Notes the damage of a blow to the delver, for the account of its death. */
void delver_note_blow(struct delver *delver, int damage);

/* Puts a delver last; nothing if it is in a list already. */
void delver_list_add(struct delver_list *list, struct delver *delver);

/* Removes a delver from its list, which must be `list`; does nothing if it is in no list. */
void delver_list_remove(struct delver_list *list, struct delver *delver);

/* Moves all delvers of `from` to the end of `list`. */
void delver_list_join(struct delver_list *list, struct delver_list *from);

/* True if the delver bears an ember of the last lamp (world/death.h). */
bool ember_is_carried(const struct delver *delver);

#endif
