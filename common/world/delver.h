/*
 * A delver: a body that a player acts through. Beyond a body it has a name, a record that is kept
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
 * The trail of a delver: the cells on which it stood last, and the stairs between them. Another
 * delver on a cell of the trail, or beside one, can follow it out of sight and over stairs. Loops
 * are cut: where the delver comes back to a cell of the trail, the cells after it are forgotten. A
 * move by magic or by an administrator leaves a gap; if it leads to a level that no stairs of the
 * trail reach, the trail begins again. The trail is neither saved nor hashed, because no rule of
 * the world reads it.
 */
enum { TRAIL_LENGTH = 200 }; /* cells and stairs remembered; the oldest is dropped first */

/* Valid when all zero: no trail. */
struct trail {
    struct level_key level; /* the level of the newest cell */
    uint8_t first;          /* the oldest of `places` */
    uint8_t count;
    uint16_t places[TRAIL_LENGTH]; /* cells by level_index(), or stairs; a ring */
};

enum trail_kind {
    TRAIL_NONE, /* no cell of the trail is on that level */
    TRAIL_CELL, /* to `cell` */
    TRAIL_DOWN, /* down the stairs underfoot */
    TRAIL_UP,   /* up the stairs underfoot */
    TRAIL_ENDS, /* the last cell of the trail is underfoot */
};

/* The next step along a trail. */
struct trail_step {
    enum trail_kind kind;
    struct pos cell;
};

/* Adds cell `index` of level `key`, on which the delver stands. If the trail has that cell since
   the last stairs, the trail is cut back to it. */
void trail_add_cell(struct trail *trail, struct level_key key, size_t index);

/* Adds the stairs down or up that the delver took. */
void trail_add_stairs(struct trail *trail, int depths);

/*
 * The next step along the trail from cell `at` of level `key`, which is `width` cells wide. If a
 * cell of the trail is within one step of `at`, the step leads to the newest such cell, or onward
 * if that is `at` itself. Otherwise it leads towards the newest cell on that level that the
 * follower knows, at any distance, or else towards the newest. `known`: the follower's memory, a
 * tile for each cell of the level; NULL: it knows all. Generations of levels are not compared.
 */
struct trail_step trail_next(const struct trail *trail, struct level_key key, int width,
                             const uint8_t *known, struct pos at);

/*
 * A delver's memory of things on its level, as it last saw them. It holds the newest RECALL_MAX
 * cells, is forgotten with the level, and is not saved. For cells in the light look at the level
 * instead.
 */
enum { RECALL_MAX = 32 };

struct recalled {
    struct pos at;
    struct stack top; /* the top item there */
    uint8_t more;     /* number of things below it; UINT8_MAX: that many or more */
};

/* Valid when all zero. */
struct recall {
    struct recalled list[RECALL_MAX];
    uint8_t count;
    uint8_t oldest; /* index that is replaced next, once the list is full */
    uint8_t light;  /* radius of light at the last look, which was taken... */
    struct pos from;
    struct row_set marked; /* rows whose look changes in the look that is being taken */
};

/* The thing remembered on that cell, lit or not; NULL: none. */
const struct recalled *recall_find(const struct recall *recall, struct pos at);

/*
 * A stride: steps and waits of one delver that are done one after another within one tick of the
 * world. Calm delvers with nobody near them cannot notice that their level lived the ticks of a
 * walk or a rest at once; so their players need not wait for it. The level lives each of these
 * ticks in full: doors fall shut and foes roam. A stride is cut to one step where another delver is
 * near or in view, in danger in company or fallen, and for a delver with a status that runs out.
 *
 * Danger, a foe that comes into view, an unknown cell, harm, a status, a refusal, or full health
 * after waits interrupts a stride. The rest of it is dropped with the tick.
 */
enum {
    STRIDE_MAX = 16,         /* steps and waits */
    STRIDE_TICKS_MAX = 100,  /* ticks of one level within one tick of the world */
    STRIDE_TICKS_ALL = 2000, /* ticks of all levels together within one tick of the world... */
    STRIDE_TICKS_MIN = 5,    /* ...but each level gets at least the ticks of one step */
    STRIDE_NEAR_CELLS = 24,  /* distance within which another delver ends a stride; parties share
                                time at the same distance */
};

/* The rest of a stride, between the inputs of a tick and the tick of the level. */
struct stride {
    uint8_t ways[STRIDE_MAX]; /* enum dir; DIR_NONE: a wait */
    uint8_t count;
    uint8_t next;
    int16_t health;    /* when it began */
    uint32_t explored; /* cells known when it began */
    uint32_t events;   /* events of the level that were examined */
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
    struct sight sight; /* its bits are stored behind the memory */
    int64_t delver_id;  /* the id of its record */
    uint64_t sequence;
    uint64_t steps;
    struct life life;
    char name[NAME_LENGTH_MAX + 1];
    enum tile_id transit_stairs; /* while in transit: the stairs taken; TILE_UNKNOWN: none */
    struct pos transit_to; /* without stairs: the place on the other level near which it arrives */
    enum passage transit_passage;
    uint16_t transit_home; /* depth of the haven to which it goes after its death; 0: it does not */
    uint16_t transit_debt; /* ticks after its arrival in which it cannot act */
    uint64_t
        beside_at; /* tick of the world at which it last fought beside another delver; 0: never */
    struct delver_time time; /* the next five: see begin_stay() in body.c */
    struct delver_danger danger;
    struct delver_fall fall;
    struct delver_effects effects;
    struct sightings sightings;
    struct stride stride;
    struct trail trail;
    uint32_t weapon_before;  /* object of the weapon wielded before this one; OBJECT_NONE: none */
    uint32_t spots_reported; /* reported spots of its level, a bit each: see struct spot */
    uint16_t pace_wish;      /* pace that the player wishes (world/company.h); 0: PACE_FULL */
    uint32_t party; /* number of its party; 0: none. Members are a company while they are near */
    struct trade trade;
    struct duel duel;
    bool wants_alone;        /* the travels of others stop before they come near */
    enum species_id killer;  /* killer at the last death; SPECIES_DELVER: nobody */
    int64_t lost_experience; /* by the last death */
    uint64_t placed_at;      /* ticks lived when it was placed on its level: delver_time_lived() */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, newest last */
    struct regained regained;         /* contents of the last grave that it opened */
    uint16_t grave_depth; /* depth at which it dug a grave, until that is reported; 0: nothing was
                             lost */
    bool is_sneaking;     /* walks slower and is hardly heard */
    bool is_sight_stale;  /* listed by its level among the delvers that must look about */
    bool is_link_dead;
    bool is_record_dirty; /* differs from the row last given to the database */
    bool is_memory_dirty;
    bool is_listed; /* among those with something new: see struct delver_list */
    struct delver *listed_next;
    struct delver *listed_previous;
    uint32_t looks;                              /* how often it looked about */
    struct row_set look_rows[DELVER_LOOKS_KEPT]; /* changed by the last looks, by number */
    uint8_t *memory; /* tiles last seen, one for each cell of the level; owned */
    size_t memory_size;
    uint32_t explored; /* cells of `memory` that are known */
    struct recall recall;
    /* Touched chunks of `memory`, a bit each: they may differ from the bytes last given to the
       database. All chunks of a memory that was never given are touched. */
    uint64_t touched[DELVER_TOUCHED_WORDS];
};

/*
 * Allocates a memory of a level of `cell_count` cells (1 or more), all unknown, with room for the
 * sight of that level behind it, so that entering the level allocates nothing. The caller frees it
 * with free(). NULL: out of memory.
 */
uint8_t *delver_memory_new(size_t cell_count);

/*
 * Makes a delver that is not in a world yet. `memory`, from delver_memory_new(), has `memory_size`
 * bytes, one for each cell of the delver's level; the delver owns it, also on failure. NULL: an
 * empty memory of that size is made. ERR_MEMORY.
 */
MUST_USE enum err delver_new(const struct delver_record *record, const char *name, uint8_t *memory,
                             size_t memory_size, struct delver **out);
void delver_free(struct delver *delver);

/* Returns the delver of a body; NULL if the body is a foe. */
static inline struct delver *body_delver(struct body *body)
{
    return body->species == SPECIES_DELVER ? (struct delver *)body : NULL;
}

/* True for a delver that lies on the ground. It cannot act or be harmed. */
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

/* Health as players see it: 0 for a fallen delver. */
static inline int delver_health(const struct delver *delver)
{
    return delver->fall.is_fallen ? 0 : delver->body.health;
}

/* True for a delver without a player, or with an idle player, while its company's time runs. It
   strikes foes beside it, never walks, and takes half damage. */
static inline bool delver_is_away(const struct delver *delver)
{
    return (delver->is_link_dead || delver->time.is_idle) && delver->body.state == BODY_PRESENT &&
           delver->time.state == COMPANY_RUNNING;
}

/* Ticks that the delver has lived since its last death or its birth. */
uint64_t delver_time_lived(const struct delver *delver);

/* Record of the delver as it is now. */
struct delver_record delver_record(const struct delver *delver);

/* Replaces the memory, as for another level. The delver sees nothing until it looks about.
   Ownership is as for delver_new(). CHECKs that memory and size are given. */
void delver_set_memory(struct delver *delver, uint8_t *memory, size_t memory_size);

bool delver_sees(const struct delver *delver, struct pos at);

/* True if EVENT_NOTICED told the delver that the foe came into view. Only the newest FOES_NOTED_MAX
   foes are remembered. */
bool delver_has_noted(const struct delver *delver, body_id foe);

/* Tile at a cell of the delver's level as it remembers it; the present tile if the cell is in view.
   TILE_UNKNOWN outside the level, and for a delver on no level. */
enum tile_id delver_remembered(const struct delver *delver, struct pos at);

/* Recomputes sight and remembers every tile seen. A hidden door looks like rock until it is found;
   a hook looks bare if the delver has its key. */
void delver_look(struct delver *delver);

/* Remembers a tile that differs from the level's: a bare hook, or a hidden door that was found. */
void delver_mark(struct delver *delver, struct pos at, enum tile_id tile);

/* True for a hidden door that the body, a delver, has not found. `at` is on its level. */
bool body_is_veiled(const struct body *body, struct pos at);

/* Makes the delver know a cell of the level, or all ground within so many cells and its borders.
   Returns how many cells were unknown before. */
void delver_learn_cell(struct delver *delver, struct pos at);
uint32_t delver_learn_around(struct delver *delver, int cells);

/* Percent of the walkable cells of its level that the delver knows, rounded down. */
int delver_explored_percent(const struct delver *delver);

/* Clears the delver's sight, as between two levels. */
void delver_lose_sight(struct delver *delver);

/*
 * Adds to `rows` the rows of the level that changed after look number `looks`: their cells came
 * into sight, left it, or are remembered otherwise. Rows beside remembered changes are added too,
 * because walls there may be drawn differently. Adds all rows if that look is too old.
 */
void delver_add_changed_rows(const struct delver *delver, uint32_t looks, struct row_set *rows);

/* Notes that saved data of a delver changed within the tick of its level. */
void delver_note_change(struct delver *delver);

/* Notes the damage of a blow, for the report of the delver's death. */
void delver_note_blow(struct delver *delver, int damage);

/* Adds a delver at the end of the list, unless it is in a list already. */
void delver_list_add(struct delver_list *list, struct delver *delver);

/* Removes a delver from its list, which must be `list`; does nothing if it is in no list. */
void delver_list_remove(struct delver_list *list, struct delver *delver);

/* Moves all delvers of `from` to the end of `list`. */
void delver_list_join(struct delver_list *list, struct delver_list *from);

/* True if the delver bears an ember of the last lamp (world/death.h). */
bool ember_is_carried(const struct delver *delver);

#endif
