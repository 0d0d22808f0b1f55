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
enum { TRAIL_LENGTH = 200 }; /* most cells and stairs remembered; the oldest is dropped first */

/* All zero: no trail. */
struct trail {
    struct level_key level; /* the level of the newest cell */
    uint8_t first;          /* index of the oldest in `places` */
    uint8_t count;
    uint32_t places[TRAIL_LENGTH]; /* cells by level_index(), or stairs; a ring buffer */
};

enum trail_kind {
    TRAIL_NONE, /* no cell of the trail is on that level */
    TRAIL_CELL, /* go to `cell` */
    TRAIL_DOWN, /* go down the stairs underfoot */
    TRAIL_UP,   /* go up the stairs underfoot */
    TRAIL_ENDS, /* the last cell of the trail is underfoot */
};

/* The next step of a delver that follows a trail. */
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
 * Returns the next step along the trail from cell `at` of level `key`, which is `width` cells wide.
 * If a cell of the trail is within one step of `at`, the step leads to the newest such cell, or
 * onward if that is `at` itself. Otherwise it leads towards the newest cell on that level that the
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
    struct stack top; /* the top item of the cell */
    uint8_t more;     /* number of things below it; UINT8_MAX: that many or more */
};

/* All zero: nothing is remembered. */
struct recall {
    struct recalled list[RECALL_MAX];
    uint8_t count;
    uint8_t oldest; /* index of the entry to replace next, once the list is full */
    uint8_t light;  /* radius of the delver's light at the last look, at cell `at` */
    struct pos from;
    struct row_set marked; /* rows whose look changes in the look being taken */
};

/* Returns the thing remembered on that cell, lit or not; NULL: there is none. */
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
    STRIDE_MAX = 16,         /* most steps and waits */
    STRIDE_TICKS_MAX = 100,  /* most ticks of one level within one tick of the world */
    STRIDE_TICKS_ALL = 2000, /* most ticks of all levels together within one tick of the world */
    STRIDE_TICKS_MIN = 5,    /* fewest ticks of a level: those of one step */
    STRIDE_NEAR_CELLS = 24,  /* distance within which another delver ends a stride; parties share
                                time at the same distance */
};

/* The rest of a stride, after the inputs of a tick and before the tick of the level. */
struct stride {
    uint8_t ways[STRIDE_MAX]; /* enum dir; DIR_NONE: a wait */
    uint8_t count;
    uint8_t next;
    int16_t health;    /* the delver's health at the beginning */
    uint32_t explored; /* cells known at the beginning */
    uint32_t events;   /* number of the level's events already examined */
};

/*
 * Five parts of a delver's state belong to its present stay on a level, and are cleared when it is
 * placed on one: time, danger, fall, effects and sightings. Ticks are those of the delver's own
 * life (body_lived()) where no other clock is named.
 */

/* How time goes on for the delver and its company (world/company.h). */
enum {
    TIME_HALT_MS = 3000, /* pause of a company between the states WAITING and RUNNING */
    /* time without input after which a player counts as away, while time runs */
    TIME_IDLE_MS = 60000,
    /* time without input after which the player's wish for a pace no longer counts */
    TIME_WISH_MS = 20000,
};

struct delver_time {
    enum company_state state;
    uint16_t company; /* number of the company on its level; 0: none */
    bool is_parting;
    uint64_t parts_at;     /* level's clock at which its company comes apart */
    uint64_t halted_until; /* tick of the world: the company's time pauses until then */
    uint16_t pace;         /* pace of the company's time while it runs, in percent; 0 as 100 */
    uint64_t acted_at;     /* tick of the world of its player's last input */
    bool is_idle;          /* its player has been idle for TIME_IDLE_MS, and danger is near */
    uint64_t stepped_at;   /* tick of the last step */
    uint32_t fight_at;     /* low bits of the tick at which its time last stopped being calm */
};

/* Danger from foes. */
enum {
    DANGER_HURT_BEATS = 3,  /* beats after a hurt for which the striker is a danger */
    DANGER_VIEW_CELLS = 12, /* most cells to an awake foe in view that is a danger */
    DANGER_HUNT_CELLS = 20, /* most cells to a foe that aims at the delver and is a danger */
    DANGER_ARRIVAL_MS = 2000,
};

struct delver_danger {
    bool is_present;
    bool is_hunted; /* a foe out of view was reported in this danger */
    bool is_hurt;   /* hurt_at is valid */
    uint64_t hurt_at;
    /* after an arrival no foe aims at it before this tick, unless the delver acts */
    uint64_t safe_until;
};

/* A fallen delver lies on the ground, where another delver can raise it. */
enum { FALL_BEATS = 20 /* beats in which a fallen delver can be raised */ };

struct delver_fall {
    bool is_fallen;
    uint64_t until; /* tick until which it can be raised */
    body_id by;     /* body that felled it */
};

/* Effects that last for some beats, or work once on a level. */
struct delver_effects {
    bool is_stubborn_used; /* the knack "stubborn" was used on this level */
    uint64_t winded_at;    /* tick of the last second wind; 0: none on this level */
    uint8_t bandage;       /* health still to come from the bandage */
    uint8_t bandage_beats; /* beats in which the bandage gives that health */
    uint8_t returning;     /* beats until a scroll of return works; 0: none was read */
    /* fractions of a point of health that have healed, MEND_POINT to a point */
    uint16_t mended;
};

/* Foes that were reported to the player (world/sense.h). */
enum {
    FOES_NOTED_MAX = 16,
    FOES_SENSED_MAX = 6,
};

/* A foe that is sensed and not seen, with the cell where it was sensed. */
struct sensed {
    body_id foe;
    struct pos at;
};

struct sightings {
    /* foes that were reported to the player when they came into view */
    body_id noted[FOES_NOTED_MAX];
    /* low bits of the tick at which each of them was last in view */
    uint32_t noted_at[FOES_NOTED_MAX];
    /* low bits of the tick of the last look for foes; all foes then in view still are */
    uint32_t looked_at;
    uint8_t noted_next; /* index in `noted` to use next */
    uint8_t sensed_count;
    struct sensed sensed[FOES_SENSED_MAX];
};

enum { LOW_HEALTH_PERCENT = 30 };

enum {
    DELVER_CHUNK = 64, /* see delver_chunk() */
    DELVER_TOUCHED_WORDS = LEVEL_SHARE / DELVER_CHUNK / 64,
    SPOTS_REPORTED_WORDS = (SPOTS_MAX + 63) / 64,
    DELVER_LOOKS_KEPT = 4,
};

/* Cells of a memory of that size that are marked as touched together: DELVER_CHUNK for each share
   of its level, so that all memories have as many chunks. */
static inline size_t delver_chunk(size_t memory_size)
{
    return DELVER_CHUNK * (size_t)level_shares(memory_size);
}

struct delver {
    struct body body;   /* must be the first member; see body_delver() */
    struct sight sight; /* its bits follow the memory */
    int64_t delver_id;  /* id of its record */
    uint64_t sequence;
    uint64_t steps;
    struct life life;
    char name[NAME_LENGTH_MAX + 1];
    enum tile_id transit_stairs; /* stairs taken into transit; TILE_UNKNOWN: none */
    /* in transit without stairs: the cell of the other level near which it arrives */
    struct pos transit_to;
    enum passage transit_passage;
    /* depth of the haven to which it goes after its death; 0: not after a death */
    uint16_t transit_home;
    uint16_t transit_debt; /* ticks after its arrival for which it cannot act */
    uint64_t beside_at;    /* tick of the world of its last fight beside another delver; 0: never */
    /* this and the next four members are cleared by begin_stay() in body.c */
    struct delver_time time;
    struct delver_danger danger;
    struct delver_fall fall;
    struct delver_effects effects;
    struct sightings sightings;
    struct stride stride;
    struct trail trail;
    uint32_t weapon_before; /* object of the weapon wielded before this one; OBJECT_NONE: none */
    /* spots of its level that were reported, a bit each; see struct spot */
    uint64_t spots_reported[SPOTS_REPORTED_WORDS];
    uint16_t pace_wish; /* pace that the player wishes (world/company.h); 0: PACE_FULL */
    /* number of its party; 0: none. Members who are near each other are a company */
    uint32_t party;
    struct trade trade;
    struct duel duel;
    bool wants_alone;        /* travels of other players stop before they come near */
    enum species_id killer;  /* killer at the last death; SPECIES_DELVER: nobody */
    int64_t lost_experience; /* experience lost by the last death */
    /* ticks lived when it was placed on its level; see delver_time_lived() */
    uint64_t placed_at;
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, newest last */
    struct regained regained;         /* things from the last grave that it opened */
    uint16_t grave_depth; /* depth of its grave, until that is reported; 0: nothing was lost */
    bool is_sneaking;     /* walks slower and is hardly heard */
    bool is_sight_stale;  /* listed by its level among the delvers that must look about */
    bool is_link_dead;
    bool is_record_dirty; /* differs from the row that the database last got */
    bool is_memory_dirty;
    bool is_listed; /* in a struct delver_list, as all with something new */
    struct delver *listed_next;
    struct delver *listed_previous;
    uint32_t looks; /* number of times that it looked about */
    /* rows changed by the last looks, by the number of the look */
    struct row_set look_rows[DELVER_LOOKS_KEPT];
    uint8_t *memory; /* tiles last seen, one for each cell of the level; owned */
    size_t memory_size;
    uint32_t explored; /* cells of `memory` that are known */
    struct recall recall;
    /* Touched chunks of `memory`, of delver_chunk() cells and a bit each: they may differ from the
       bytes that the database last got. In a memory that it never got, all chunks are touched. */
    uint64_t touched[DELVER_TOUCHED_WORDS];
};

/*
 * Allocates a memory for a level of `cell_count` cells (at least 1), all unknown, with room for the
 * sight of that level, so that entering the level allocates nothing. The caller frees it with
 * free(). NULL: out of memory.
 */
uint8_t *delver_memory_new(size_t cell_count);

/*
 * Makes a delver that is not in a world yet. `memory`, from delver_memory_new(), has `memory_size`
 * bytes, one for each cell of the delver's level; the delver owns it, also on failure. For NULL an
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

/* Returns health as players see it: 0 for a fallen delver. */
static inline int delver_health(const struct delver *delver)
{
    return delver->fall.is_fallen ? 0 : delver->body.health;
}

/* True for a delver whose player is away or idle, while its company's time runs. It strikes foes
   beside it, never walks, and takes half damage. */
static inline bool delver_is_away(const struct delver *delver)
{
    return (delver->is_link_dead || delver->time.is_idle) && delver->body.state == BODY_PRESENT &&
           delver->time.state == COMPANY_RUNNING;
}

/* Returns the ticks that the delver has lived since its last death or its birth. */
uint64_t delver_time_lived(const struct delver *delver);

/* Returns the record of the delver as it is now. */
struct delver_record delver_record(const struct delver *delver);

/* Replaces the memory when the delver goes to another level. The delver sees nothing until it looks
   about. Owns the memory like delver_new(). CHECKs that memory and size are given. */
void delver_set_memory(struct delver *delver, uint8_t *memory, size_t memory_size);

bool delver_sees(const struct delver *delver, struct pos at);

/* True if EVENT_NOTICED told the delver that the foe came into view. Only the newest FOES_NOTED_MAX
   foes are remembered. */
bool delver_has_noted(const struct delver *delver, body_id foe);

/* Returns a tile of the delver's level as it remembers it, or as it is if the cell is in view.
   TILE_UNKNOWN outside the level, and for a delver on no level. */
enum tile_id delver_remembered(const struct delver *delver, struct pos at);

/* Computes the delver's sight and remembers every tile seen. A hidden door looks like rock until it
   is found; a hook looks bare to a delver that has its key. */
void delver_look(struct delver *delver);

/* Makes the delver remember a tile that differs from the level's: a bare hook, or a hidden door
   that it found. */
void delver_mark(struct delver *delver, struct pos at, enum tile_id tile);

/* True for a hidden door that the body, a delver, has not found. `at` is on its level. */
bool body_is_veiled(const struct body *body, struct pos at);

/* Make the delver know a cell of the level, or all ground within `cells` cells with its borders.
   They return the number of cells that were unknown before. */
void delver_learn_cell(struct delver *delver, struct pos at);
uint32_t delver_learn_around(struct delver *delver, int cells);

/* Returns the percent of the walkable cells of its level that the delver knows, rounded down. */
int delver_explored_percent(const struct delver *delver);

/* Clears the delver's sight; between two levels it sees nothing. */
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
