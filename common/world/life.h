/*
 * A life of a delver: its experience and gold, the depths that it reached, its kills by kind, all
 * that it carries and wears, and its last deaths.
 *
 * The level follows from the experience. Experience comes from lessons: kills, and depths that the
 * delver reaches and sees. The n-th kill of a kind pays the kind's lore divided by n, in integers,
 * so that no kind pays for ever. At each fourth level the player chooses a knack, one of three that
 * follow from the seed, the player, the life and the number already chosen, so that neither waiting
 * nor a new login changes them.
 *
 * The things of a dead delver are in a grave on a level, or in a bundle that another delver carries
 * to it (world/grave.h). The database stores a life as numbers, as kills (a short run of bytes) and
 * as belongings: bytes for opened niches, known kinds, dealings in havens, deaths, and all that is
 * carried and worn. Kinds are stored by their save_ids.
 */
#ifndef UNDERCROFT_WORLD_LIFE_H
#define UNDERCROFT_WORLD_LIFE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/pos.h"
#include "content/knack.h"
#include "content/species.h"
#include "world/feat.h"
#include "world/id.h"
#include "world/loot.h"
#include "world/pack.h"

struct action;
struct body;
struct delver;
struct event_list;
struct world;

/* When a grave opens to delvers other than its owner. */
enum grave_opens {
    GRAVE_OPENS_IN_A_DAY,
    GRAVE_NEVER_OPENS,       /* the grave of a new delver */
    GRAVE_OPENS_IN_A_MINUTE, /* the grave of a sworn delver */
    GRAVE_OPENS_COUNT
};

struct grave {
    int64_t delver_id; /* owner; 0: no grave, an empty bundle */
    char name[NAME_LENGTH_MAX + 1];
    enum species_id killer; /* species of the killer; SPECIES_DELVER: none */
    uint64_t died_at;       /* tick of the world at which the owner died */
    struct pos at;          /* its cell on the level; in a bundle, its last cell */
    int64_t gold;
    int64_t experience; /* experience that it gives back to its owner */
    struct stack things[PACK_MAX];
    uint8_t opens; /* enum grave_opens */
    uint32_t next; /* index + 1 in the pool of the next grave on the level; 0: none */
};

/* Contents of a grave that went into a delver's pack, for the report to the player. */
struct regained {
    struct stack things[PACK_MAX];
    int64_t gold;
    int64_t experience;
};

void remains_hash(const struct grave *grave, struct hash *hash);

enum {
    LESSON_LEVEL_MAX = 30,
    /* a foe or a depth so many depths below the delver's level teaches nothing */
    LESSON_BEYOND = 6,
};

/* Returns the experience for the first kill of a kind on that depth. */
int lesson_lore(const struct species_row *row, int depth);

/* True if that depth, or a kind first met there, is too deep for a delver of that level to learn
   anything. */
bool lesson_is_beyond(int level, int depth);

/* Returns the experience for the n-th kill of a kind on that depth by a delver of that level; `nth`
   is at least 1. */
int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level);

/* Returns the experience for the first arrival on a depth; having seen nearly all of it gives the
   same again. */
int lesson_of_depth(int depth, int level);

/* Returns the experience at which a level (1 … LESSON_LEVEL_MAX) is reached. */
int lesson_threshold(int level);

/* Returns the level (1 … LESSON_LEVEL_MAX) for that experience. */
int lesson_level(int64_t experience);

/* Returns the full health at a level, without draughts. */
int lesson_health(int level);

enum {
    LIFE_BIRTH_GOLD = 20, /* gold of a new delver, enough to buy something small */
    /* depth that a delver must have reached before others may take its things */
    LIFE_PROVEN_DEPTH = 4,
    LIFE_DEPTH_MAX = 127,
    LIFE_DEPTH_WORDS = (LIFE_DEPTH_MAX + 1) / 64,
    LIFE_KILLS_SIZE = 1 + 3 * SPECIES_COUNT, /* most bytes of life_pack_kills() */
};

enum {
    DEATHS_KEPT = 10,
    DEATH_BLOWS_KEPT = 3,
    /* most bytes of a death */
    DEATH_SIZE = 8 + 8 + 8 + 2 + 2 + 2 + 2 + 1 + 1 + 1 + 2 * DEATH_BLOWS_KEPT,
    GRAVE_PLACE_SIZE = 2 + 2 + 2 + 2,
    DEATHS_SIZE = 8 + 4 + 1 + DEATHS_KEPT * (DEATH_SIZE + GRAVE_PLACE_SIZE),
};

/* The place of a grave: first that of the death, later where its contents were moved. */
struct grave_place {
    uint16_t wing;
    uint16_t depth;
    struct pos at;
};

struct death {
    uint64_t died_at; /* tick of the world of the death */
    uint64_t lived;   /* ticks lived since the death before, or the birth */
    int64_t lost;     /* experience lost */
    uint16_t wing;
    uint16_t depth;
    struct pos at;
    enum species_id killer;           /* species of the killer; SPECIES_DELVER: none */
    uint8_t level;                    /* level of the delver at the death */
    bool has_grave;                   /* as far as known, the grave still exists */
    struct grave_place grave;         /* place of the grave, now or at its end */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, newest last; 0: none */
};

struct deaths {
    uint64_t lived;  /* ticks lived since the last death */
    uint32_t number; /* number of all deaths */
    uint8_t count;   /* number of entries in `last` */
    bool
        /* the player had no connection at the newest death and still has to be told */
        is_unreported;
    struct death last[DEATHS_KEPT]; /* newest first */
};

/* A delver's dealings with pedlars; see world/pedlar.h. */
struct dealings {
    uint64_t day;      /* tick of the world at which its day of dealings began */
    uint32_t mendings; /* draughts of mending that it bought on that day */
    uint32_t earned;   /* gold that it was paid on that day */
    uint64_t period;   /* period of the stock to which `bought` refers */
    /* finds bought: eight bits for each haven, and eight for all wandering pedlars */
    uint64_t bought;
};

enum oath {
    OATH_NONE,
    OATH_SWORN, /* this life ends with its death; see world/oath.h */
    OATH_OVER,  /* this life has ended; the next begins when the delver is on a level again */
    OATH_COUNT
};

/* A player's honours, which outlast a life, and the knacks of this life. */
struct honours {
    uint16_t kindled;    /* number of embers carried home */
    uint64_t kindled_in; /* ticks of the quickest life that carried an ember home */
    /* an ember was carried home in this life, so the next may begin */
    bool may_begin_again;
    uint16_t knacks;                   /* knacks chosen in this life; see content/knack.h */
    uint8_t oath;                      /* enum oath of this life */
    uint64_t vaults[LIFE_DEPTH_WORDS]; /* depths whose vault was opened in this life, a bit each */
    uint64_t
        twins[LIFE_DEPTH_WORDS]; /* depths with a find on twin plates in this life, a bit each */
    uint64_t lived;              /* ticks of this life until its last death */
    uint32_t season;             /* season of `in_season`; 0: none yet */
    struct feats ever;
    struct feats in_season;
};

struct life {
    int64_t experience;                  /* 0 … RANGE_WHOLE_MAX; see life_gain() */
    int64_t gold;                        /* 0 … RANGE_WHOLE_MAX */
    uint32_t number;                     /* number of this life, from 1 */
    uint16_t deepest;                    /* deepest depth, up to LIFE_DEPTH_MAX; 0: none yet */
    uint64_t arrived[LIFE_DEPTH_WORDS];  /* depths reached by stairs, a bit each, from depth 0 */
    uint64_t explored[LIFE_DEPTH_WORDS]; /* depths of which nearly all was seen, a bit each, from
                                            depth 0 */
    uint64_t opened[NICHE_COUNT][LIFE_DEPTH_WORDS]; /* opened niches, a bit for each depth */
    uint64_t drunk[LIFE_DEPTH_WORDS]; /* depths whose fountain or cache was used, a bit each */
    uint64_t touched;                 /* lanterns touched: a bit for each haven, by its number */
    struct dealings dealings;
    uint64_t known; /* kinds learned, a bit each; see life_knows() */
    struct pack pack;
    struct grave bundle; /* contents of the sealed bundle that it carries; see world/grave.h */
    struct deaths deaths;
    struct honours honours;
    uint16_t kills[SPECIES_COUNT];
};

/* Makes the first life of a new delver: number 1, with a new delver's things and
   LIFE_BIRTH_GOLD. */
struct life life_new(void);

/*
 * Adds `more` (0 … RANGE_WHOLE_MAX) to a life's gold or experience, up to RANGE_WHOLE_MAX. Only
 * this function increases them. Returns the amount added.
 */
int64_t life_gain(int64_t *amount, int64_t more);

/* Returns the level of the life, 1 … LESSON_LEVEL_MAX. */
int life_level(const struct life *life);

/* False for a new delver, which was never below depth 3. Others cannot take a new delver's
   things. */
bool life_is_proven(const struct life *life);

/* True if the delver sees the kind's true name, having learned the kind, or because everybody knows
   it. */
bool life_knows(const struct life *life, enum item_kind kind);

/* True if the delver has chosen that knack. */
bool life_has_knack(const struct life *life, enum knack id);

/* Makes the delver know a kind of thing. True if it did not before. */
bool life_learn(struct life *life, enum item_kind kind);

bool life_has_opened(const struct life *life, enum niche niche, int depth);
void life_open(struct life *life, enum niche niche, int depth);

/* True if the delver has come to that depth by stairs or a fall in this life. */
bool life_has_arrived(const struct life *life, int depth);

/* Removes the bundle if it belongs to that player, and adds its contents to `gone`. True: it was
   removed. */
bool life_drop_bundle(struct life *life, int64_t owner_id, uint64_t gone[ITEM_KIND_COUNT]);

/* Hashes a life. Kinds without a kill are left out, so that new kinds do not change hashes; so are
   the members about havens, for a delver that was in none. */
void life_hash(const struct life *life, struct hash *hash);

/*
 * Packs kills for disk and recordings: a version byte, then for each kind with a kill its save_id
 * and count (16 bits, low byte first), by ascending save_id. Returns the length in `out`, 1 or
 * more; cannot fail.
 */
size_t life_pack_kills(const uint16_t kills[SPECIES_COUNT], uint8_t out[LIFE_KILLS_SIZE]);

/* Reads the bytes of life_pack_kills(). ERR_FORMAT for any other bytes and for unknown kinds;
   `kills` is then unchanged. */
MUST_USE enum err life_unpack_kills(const uint8_t *data, size_t length,
                                    uint16_t kills[SPECIES_COUNT]);

enum {
    BELONGINGS_THING_SIZE = 10,
    BELONGINGS_HAVENS_SIZE = 8 + LIFE_DEPTH_WORDS * 8 + 32,
    BELONGINGS_BUNDLE_SIZE =
        4 * 8 + 1 + 1 + NAME_LENGTH_MAX + 1 + 1 + PACK_MAX * BELONGINGS_THING_SIZE,
    BELONGINGS_FEATS_SIZE = 2 + 2 + 2 + 4 + 4 + 8 + FEAT_GOALS * 8 + 8,
    BELONGINGS_HONOURS_SIZE =
        2 + 8 + 1 + 2 + 1 + 2 * LIFE_DEPTH_WORDS * 8 + 8 + 4 + 2 * BELONGINGS_FEATS_SIZE,
    BELONGINGS_HEAD_SIZE = 1 + BELONGINGS_HONOURS_SIZE, /* bytes before and with the honours */
    BELONGINGS_SIZE = 1 + 8 + BELONGINGS_HONOURS_SIZE + NICHE_COUNT * LIFE_DEPTH_WORDS * 8 +
                      BELONGINGS_HAVENS_SIZE + BELONGINGS_BUNDLE_SIZE + 1 + DEATHS_SIZE + 1 +
                      (OBJECT_END - OBJECT_CARRIED) * BELONGINGS_THING_SIZE,
};

/*
 * Packs belongings for disk and recordings: a version byte; from version 8 on the honours (first
 * the number of kindlings; from version 10 on the feats, from 11 on the finds on twin plates); the
 * known kinds; the opened niches by number; the lanterns, fountains and dealings (not in version 1:
 * there are none); from version 5 on the deaths (deaths_pack()); from version 6 on whether the
 * newest still has to be told; from version 5 on whether a bundle follows; from version 3 on the
 * bundle (owner, time, gold, experience, from version 4 on whether it never opens to others, the
 * kind that killed, name, number of things, the things); then for each thing, in the order of their
 * objects: object, save_id, temper, charges, rest (16 bits) and count (32 bits), low bytes first.
 * Returns the length in `out`; cannot fail.
 */
size_t belongings_pack(const struct life *life, uint8_t out[BELONGINGS_SIZE]);

/* Reads only the honours out of the first bytes (at most BELONGINGS_HEAD_SIZE) of packed
   belongings. All zero if they have none. */
MUST_USE enum err belongings_peek(const uint8_t *data, size_t length, struct honours *out);

/* Reads the bytes of belongings_pack(). ERR_FORMAT for any other bytes and for things at an
   impossible object; `life` is then unchanged. */
MUST_USE enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life);

/* Adds the newest death, with its grave where the delver died; the oldest of DEATHS_KEPT is
   dropped. */
void deaths_add(struct deaths *deaths, const struct death *death);

/* Records whether the grave of the death at that tick of the world still exists. True if that is
   new. */
bool deaths_note_grave(struct deaths *deaths, uint64_t died_at, bool is_there);

/* Records the place of the grave of the death at that tick of the world. True if that is new. */
bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place);

/* Gives the delvers of a level that fought a foe, now dead, the experience for it. */
void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row);

/* Gives a delver that has now seen nearly all of its level the experience for that. Call it when
   the delver remembers more of its level. */
void learning_survey(struct delver *delver);

/* Gives the experience for a new depth. Call it when the delver has come to a level by stairs. Its
   events go to `events`. */
void learning_arrival(struct delver *delver, struct event_list *events);

enum {
    KNACKS_EVERY = 4, /* levels from one knack to the next */
    KNACKS_LAST = 28, /* last level at which a knack can be chosen */
    KNACKS_OFFERED = 3,
};

/* Returns the number of knacks that the delver may still choose. */
int knacks_due(const struct delver *delver);

/* Lists the knacks from which the delver may choose now; returns their number, 0 if none is due. */
int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED]);

/* Does the verb of the action table: the object is the number of the choice, from 1. */
bool knacks_learn(const struct world *world, struct body *body, const struct action *action);

/* Does what the knacks do on arrival: KNACK_STUBBORN can save the delver again, KNACK_NOSE shows
   the niches. Call it when the delver has come to a level. */
void knacks_arrive(struct delver *delver);

#endif
