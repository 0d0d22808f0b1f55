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

/* When a grave opens to others than its owner. */
enum grave_opens {
    GRAVE_OPENS_IN_A_DAY,
    GRAVE_NEVER_OPENS,       /* dug by a new delver */
    GRAVE_OPENS_IN_A_MINUTE, /* dug by a sworn one */
    GRAVE_OPENS_COUNT
};

struct grave {
    int64_t delver_id; /* its owner; 0: an unused bundle */
    char name[NAME_LENGTH_MAX + 1];
    enum species_id killer; /* SPECIES_DELVER: nobody */
    uint64_t died_at;       /* tick of the world */
    struct pos at;          /* cell where it is, or was */
    int64_t gold;
    int64_t experience; /* experience that its owner gets back */
    struct stack things[PACK_MAX];
    uint8_t opens; /* enum grave_opens */
    uint32_t next; /* next grave on the level: index + 1 in the pool; 0: none */
};

/* Contents of a grave that went into a pack, for the report to the player. */
struct regained {
    struct stack things[PACK_MAX];
    int64_t gold;
    int64_t experience;
};

void remains_hash(const struct grave *grave, struct hash *hash);

enum {
    LESSON_LEVEL_MAX = 30,
    LESSON_BEYOND = 6, /* depths below the delver's level from which nothing is learned */
};

/* Experience for the first kill of a kind on that depth. */
int lesson_lore(const struct species_row *row, int depth);

/* True if that depth, or the first depth of a kind, is too far down for a delver of that level to
   learn anything. */
bool lesson_is_beyond(int level, int depth);

/* Experience for the n-th kill of the kind, on that depth, at that level; `nth` is 1 or more. */
int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level);

/* Experience for the first arrival on a depth, and again for having seen nearly all of it. */
int lesson_of_depth(int depth, int level);

/* Experience at which a level (1 … LESSON_LEVEL_MAX) is reached. */
int lesson_threshold(int level);

/* Level (1 … LESSON_LEVEL_MAX) for that experience. */
int lesson_level(int64_t experience);

/* Full health at a level, before any draught. */
int lesson_health(int level);

enum {
    LIFE_BIRTH_GOLD = 20,  /* enough to buy something small */
    LIFE_PROVEN_DEPTH = 4, /* depth from which others may take a delver's things */
    LIFE_DEPTH_MAX = 127,
    LIFE_DEPTH_WORDS = (LIFE_DEPTH_MAX + 1) / 64,
    LIFE_KILLS_SIZE = 1 + 3 * SPECIES_COUNT, /* bytes of life_pack_kills(), at most */
};

enum {
    DEATHS_KEPT = 10,
    DEATH_BLOWS_KEPT = 3,
    DEATH_SIZE = 8 + 8 + 8 + 2 + 2 + 2 + 2 + 1 + 1 + 1 + 2 * DEATH_BLOWS_KEPT, /* bytes of one */
    GRAVE_PLACE_SIZE = 2 + 2 + 2 + 2,
    DEATHS_SIZE = 8 + 4 + 1 + DEATHS_KEPT * (DEATH_SIZE + GRAVE_PLACE_SIZE),
};

/* Place of a grave: the place of the death, until its contents are buried elsewhere. */
struct grave_place {
    uint16_t wing;
    uint16_t depth;
    struct pos at;
};

struct death {
    uint64_t died_at; /* tick of the world */
    uint64_t lived;   /* ticks, since the death before or the birth */
    int64_t lost;     /* experience */
    uint16_t wing;
    uint16_t depth;
    struct pos at;
    enum species_id killer;           /* SPECIES_DELVER: nobody */
    uint8_t level;                    /* the delver's level then */
    bool has_grave;                   /* its contents are still there, as far as is known */
    struct grave_place grave;         /* place of the grave, now or at the end */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, the newest last; 0: none */
};

struct deaths {
    uint64_t lived;  /* ticks, since the last death */
    uint32_t number; /* number of all deaths */
    uint8_t count;   /* number of entries in `last` */
    bool
        is_unreported; /* the player had no connection at the newest death and was not told of it */
    struct death last[DEATHS_KEPT]; /* the newest first */
};

/* A delver's dealings with pedlars: see world/pedlar.h. */
struct dealings {
    uint64_t day;      /* tick of the world at which the day of dealings began; on that day... */
    uint32_t mendings; /* bought, */
    uint32_t earned;   /* ...this much gold was paid to the delver */
    uint64_t period;   /* period of the stock to which `bought` refers */
    uint64_t bought;   /* finds that were bought: eight bits for each haven, and eight for all
                          wandering pedlars */
};

enum oath {
    OATH_NONE,
    OATH_SWORN, /* this life ends with its death: see world/oath.h */
    OATH_OVER,  /* it has: the next begins when the delver is on a level again */
    OATH_COUNT
};

/* Honours of a player, which outlast a life, and the knacks of this life. */
struct honours {
    uint16_t kindled;                  /* how often an ember was carried home */
    uint64_t kindled_in;               /* ticks lived until the quickest kindling */
    bool may_begin_again;              /* an ember was carried home in this life */
    uint16_t knacks;                   /* knacks chosen in this life: see content/knack.h */
    uint8_t oath;                      /* enum oath, of this life */
    uint64_t vaults[LIFE_DEPTH_WORDS]; /* a bit a depth: the find of its vault, in this life */
    uint64_t lived;                    /* ticks, in this life until its last death */
    uint32_t season;                   /* of `in_season`; 0: of none yet */
    struct feats ever;
    struct feats in_season;
};

struct life {
    int64_t experience;                  /* 0 … RANGE_WHOLE_MAX; see life_gain() */
    int64_t gold;                        /* 0 … RANGE_WHOLE_MAX */
    uint32_t number;                     /* number of this life of the delver, from 1 */
    uint16_t deepest;                    /* depth, up to LIFE_DEPTH_MAX; 0: none yet */
    uint64_t arrived[LIFE_DEPTH_WORDS];  /* depths reached by stairs, a bit each, from depth 0 */
    uint64_t explored[LIFE_DEPTH_WORDS]; /* depths of which nearly all was seen, a bit each, from
                                            depth 0 */
    uint64_t opened[NICHE_COUNT][LIFE_DEPTH_WORDS]; /* opened niches, a bit for each depth */
    uint64_t drunk[LIFE_DEPTH_WORDS]; /* depths whose fountain or cache was used, a bit each */
    uint64_t touched;                 /* touched lanterns: a bit for each haven, by its number */
    struct dealings dealings;
    uint64_t known; /* learned kinds, a bit each: see life_knows() */
    struct pack pack;
    struct grave bundle; /* contents of the sealed bundle that it carries: see world/grave.h */
    struct deaths deaths;
    struct honours honours;
    uint16_t kills[SPECIES_COUNT];
};

/* First life of a new delver: number 1, with a new delver's things and LIFE_BIRTH_GOLD. */
struct life life_new(void);

/*
 * Adds `more` (0 … RANGE_WHOLE_MAX) to a life's gold or experience, up to RANGE_WHOLE_MAX. Only
 * this function increases them. Returns the amount added.
 */
int64_t life_gain(int64_t *amount, int64_t more);

/* Level of the life, 1 … LESSON_LEVEL_MAX. */
int life_level(const struct life *life);

/* False for a new delver, which was never below depth 3. Others cannot take a new delver's
   things. */
bool life_is_proven(const struct life *life);

/* True if the delver sees the kind's true name, because it has learned the kind or everybody knows
   it. */
bool life_knows(const struct life *life, enum item_kind kind);

/* True if the delver has chosen that knack. */
bool life_has_knack(const struct life *life, enum knack id);

/* Learns a kind of thing. True if the delver did not know it. */
bool life_learn(struct life *life, enum item_kind kind);

bool life_has_opened(const struct life *life, enum niche niche, int depth);
void life_open(struct life *life, enum niche niche, int depth);

/* True if the delver has come to that depth by stairs or a fall in this life. */
bool life_has_arrived(const struct life *life, int depth);

/* Removes the bundle if it belongs to that player, and adds its contents to `gone`. True: it was
   removed. */
bool life_drop_bundle(struct life *life, int64_t owner_id, uint64_t gone[ITEM_KIND_COUNT]);

/* Hashes a life. Kinds without a kill are left out, so that new kinds do not change hashes; so are
   the fields of havens for a delver that was in none. */
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
        2 + 8 + 1 + 2 + 1 + LIFE_DEPTH_WORDS * 8 + 8 + 4 + 2 * BELONGINGS_FEATS_SIZE,
    BELONGINGS_HEAD_SIZE = 1 + BELONGINGS_HONOURS_SIZE, /* where the honours stand */
    BELONGINGS_SIZE = 1 + 8 + BELONGINGS_HONOURS_SIZE + NICHE_COUNT * LIFE_DEPTH_WORDS * 8 +
                      BELONGINGS_HAVENS_SIZE + BELONGINGS_BUNDLE_SIZE + 1 + DEATHS_SIZE + 1 +
                      (OBJECT_END - OBJECT_CARRIED) * BELONGINGS_THING_SIZE,
};

/*
 * A version byte, from version 8 on the honours (how often kindled first of all, and from version
 * 10 on the feats), the known kinds, the opened niches by number, the lanterns, fountains and
 * dealings (which bytes of version 1 lack: there are none), from version 5 on the deaths
 * (deaths_pack()), from version 6 on whether the newest is to be told still, from version 5 on
 * whether a bundle follows, from version 3 on what the sealed bundle holds (owner, time, gold,
 * experience, from version 4 on whether it never opens to others, the kind that killed, name,
 * number of things, those), then for each thing, in the order of their objects: object, save_id,
 * temper, charges, rest (16 bits) and count (32 bits), low bytes first. Returns the length in
 * `out`; cannot fail.
 */
size_t belongings_pack(const struct life *life, uint8_t out[BELONGINGS_SIZE]);

/* Reads the honours out of the first bytes (BELONGINGS_HEAD_SIZE at most) of what belongings_pack()
   wrote, and nothing else; all zero where there are none. */
MUST_USE enum err belongings_peek(const uint8_t *data, size_t length, struct honours *out);

/* Reads the bytes of belongings_pack(). ERR_FORMAT for any other bytes and for things at an
   impossible object; `life` is then unchanged. */
MUST_USE enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life);

/* Adds the newest death, with its grave where it died; if there are DEATHS_KEPT, the oldest is
   dropped. */
void deaths_add(struct deaths *deaths, const struct death *death);

/* Notes whether the grave of the death at that tick of the world still exists. True if that changes
   the note. */
bool deaths_note_grave(struct deaths *deaths, uint64_t died_at, bool is_there);

/* Notes the place of the grave of the death at that tick of the world. True if that changes the
   note. */
bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place);

/* Teaches the delvers of a level that took part in the fight against a foe, which has died. */
void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row);

/* Call it when the delver remembers more of its level: once nearly all is remembered, that is a
   lesson. */
void learning_survey(struct delver *delver);

/* Call it when the delver has come to a level by stairs. Its events go to `events`. */
void learning_arrival(struct delver *delver, struct event_list *events);

enum {
    KNACKS_EVERY = 4, /* levels */
    KNACKS_LAST = 28, /* last level at which a knack can be chosen */
    KNACKS_OFFERED = 3,
};

/* Number of knacks that the delver may still choose. */
int knacks_due(const struct delver *delver);

/* Knacks that the delver may choose from now; returns how many, 0 if none is due. */
int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED]);

/* Verb of the action table: the object is the number of the choice, from 1. */
bool knacks_learn(const struct world *world, struct body *body, const struct action *action);

/* Call it when the delver has come to a level: KNACK_STUBBORN can save it again, KNACK_NOSE shows
   the niches. */
void knacks_arrive(struct delver *delver);

#endif
