/*
 * A life of a delver: its experience and gold, the depths that it reached, how many of each kind
 * it has killed, all that is carried and worn, and its last deaths.
 *
 * The level follows from the experience, and that from lessons: kinds of foes that fall, and depths
 * that the delver reaches and sees. The n-th foe of a kind pays the kind's lore divided by n, in
 * integers, so that no kind pays for ever. At each fourth level the player chooses a knack, of
 * three that follow from the seed, the player, the life and how many were chosen, so that neither
 * waiting nor logging in again changes them.
 *
 * The remains of a dead delver lie in a grave on a level, or are on their way to their owner in the
 * bundle of another life (world/grave.h). The database keeps a life as numbers, as kills (a short
 * run of bytes) and as belongings: bytes for opened niches, known kinds, dealings in havens,
 * deaths, and all that is carried and worn. The numbers of kinds there are their save_ids.
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
    int64_t delver_id; /* whose; 0: of a bundle that nobody has */
    char name[NAME_LENGTH_MAX + 1];
    enum species_id killer; /* SPECIES_DELVER: nobody */
    uint64_t died_at;       /* tick of the world */
    struct pos at;          /* where it lies, or lay */
    int64_t gold;
    int64_t experience; /* experience that the delver gets back */
    struct stack things[PACK_MAX];
    uint8_t opens; /* enum grave_opens */
    uint32_t next; /* the next grave on the level: index + 1 in the pool; 0: none */
};

/* Contents of a grave that came into a pack, to be told to the player. */
struct regained {
    struct stack things[PACK_MAX];
    int64_t gold;
    int64_t experience;
};

void remains_hash(const struct grave *grave, struct hash *hash);

enum {
    LESSON_LEVEL_MAX = 30,
    LESSON_BEYOND = 6, /* levels further down than a delver's own, nothing is learned */
};

/* Experience that the kind pays for its first kill, on that depth. */
int lesson_lore(const struct species_row *row, int depth);

/* True for a depth, or a kind first met there, so far down that a delver of that level learns
   nothing. */
bool lesson_is_beyond(int level, int depth);

/* Experience of the n-th kill of the kind, on that depth, at that level; `nth` is 1 or more. */
int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level);

/* Experience of the first arrival on a depth, and again of having seen nearly all of it. */
int lesson_of_depth(int depth, int level);

/* The experience at which a level is reached, of 1 … LESSON_LEVEL_MAX. */
int lesson_threshold(int level);

/* The level, 1 … LESSON_LEVEL_MAX, of so much experience. */
int lesson_level(int64_t experience);

/* The full health of a level before any draught. */
int lesson_health(int level);

enum {
    LIFE_BIRTH_GOLD = 20,  /* enough to buy something small */
    LIFE_PROVEN_DEPTH = 4, /* depth from which a delver's things pass to others */
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

/* Place of a grave: where the delver died, until somebody buries its contents elsewhere. */
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
    bool has_grave;                   /* its contents are there, as far as is known */
    struct grave_place grave;         /* where it is or was */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last blows, the newest last; 0: none */
};

struct deaths {
    uint64_t lived;                 /* ticks, since the last death */
    uint32_t number;                /* number of all deaths */
    uint8_t count;                  /* number of entries in `last` */
    bool is_unreported;             /* the newest came while the player had no line */
    struct death last[DEATHS_KEPT]; /* the newest first */
};

/* How a delver stands with pedlars: see world/pedlar.h. */
struct dealings {
    uint64_t day;      /* tick of the world at which a day of dealings began; in it were */
    uint32_t mendings; /* bought, */
    uint32_t earned;   /* and so much gold was paid to the delver */
    uint64_t period;   /* period of the stock that `bought` is about */
    uint64_t bought;   /* finds that were bought: eight bits a haven, and eight for all wandering
                          pedlars */
};

enum oath {
    OATH_NONE,
    OATH_SWORN, /* this life ends with its death: see world/oath.h */
    OATH_OVER,  /* it has: the next begins when the delver is on a level again */
    OATH_COUNT
};

/* Honours of a player beyond one life, and the knacks chosen in this one. */
struct honours {
    uint16_t kindled;                  /* how often an ember was carried home */
    uint64_t kindled_in;               /* ticks lived until then, of the quickest */
    bool may_begin_again;              /* it was carried home in this life */
    uint16_t knacks;                   /* chosen in this life: see content/knack.h */
    uint8_t oath;                      /* enum oath, of this life */
    uint64_t vaults[LIFE_DEPTH_WORDS]; /* a bit a depth: the find of its vault, in this life */
};

struct life {
    int64_t experience;                  /* 0 … RANGE_WHOLE_MAX; see life_gain() */
    int64_t gold;                        /* 0 … RANGE_WHOLE_MAX */
    uint32_t number;                     /* which life of the delver it is, from 1 */
    uint16_t deepest;                    /* depth, to LIFE_DEPTH_MAX; 0: none yet */
    uint64_t arrived[LIFE_DEPTH_WORDS];  /* a bit a depth, from 0: first reached by stairs */
    uint64_t explored[LIFE_DEPTH_WORDS]; /* a bit a depth, from 0: nearly all of it was seen */
    uint64_t opened[NICHE_COUNT][LIFE_DEPTH_WORDS]; /* a bit for each niche of each depth */
    uint64_t drunk[LIFE_DEPTH_WORDS];               /* a bit a depth: its fountain, or its cache */
    uint64_t touched;                               /* lanterns: a bit a haven, by its number */
    struct dealings dealings;
    uint64_t known; /* a bit a kind that must be learned: see life_knows() */
    struct pack pack;
    struct grave bundle; /* contents of the carried sealed bundle: see world/grave.h */
    struct deaths deaths;
    struct honours honours;
    uint16_t kills[SPECIES_COUNT];
};

/* The first life of a new delver: number 1, with a new delver's things, LIFE_BIRTH_GOLD and
   nothing else. */
struct life life_new(void);

/*
 * Adds `more` (0 … RANGE_WHOLE_MAX) to a life's gold or experience, up to RANGE_WHOLE_MAX. Only
 * this function increases them. Returns how much was added.
 */
int64_t life_gain(int64_t *amount, int64_t more);

/* 1 … LESSON_LEVEL_MAX. */
int life_level(const struct life *life);

/* False for a new delver, which was never below depth 3. The things of a new delver do not pass
   to others. */
bool life_is_proven(const struct life *life);

/* True if the delver sees the kind's true name: it has learned the kind, or everybody knows it. */
bool life_knows(const struct life *life, enum item_kind kind);

/* True if the delver has chosen that knack. */
bool life_has_knack(const struct life *life, enum knack id);

/* The delver learns a kind of thing. True if that is news. */
bool life_learn(struct life *life, enum item_kind kind);

bool life_has_opened(const struct life *life, enum niche niche, int depth);
void life_open(struct life *life, enum niche niche, int depth);

/* Takes the bundle out if its contents belonged to that player, and adds all that is gone to
   `gone`. True: it did. */
bool life_drop_bundle(struct life *life, int64_t owner_id, uint64_t gone[ITEM_KIND_COUNT]);

/* Hashes a life. Kinds without a kill do not count, so that new kinds in the table change no
   hash; nor do a haven's fields for a delver without one. */
void life_hash(const struct life *life, struct hash *hash);

/*
 * The form in which kills travel to disk and into records: a version byte, then for each kind with
 * a kill its save_id and the count (16 bits, low byte first), by ascending save_id. Returns the
 * length in `out`, 1 or more; cannot fail.
 */
size_t life_pack_kills(const uint16_t kills[SPECIES_COUNT], uint8_t out[LIFE_KILLS_SIZE]);

/* Reads what life_pack_kills() wrote. ERR_FORMAT for any other bytes, and for kinds that are not
   in the table; `kills` then stays as it was. */
MUST_USE enum err life_unpack_kills(const uint8_t *data, size_t length,
                                    uint16_t kills[SPECIES_COUNT]);

enum {
    BELONGINGS_THING_SIZE = 10,
    BELONGINGS_HAVENS_SIZE = 8 + LIFE_DEPTH_WORDS * 8 + 32,
    BELONGINGS_BUNDLE_SIZE =
        4 * 8 + 1 + 1 + NAME_LENGTH_MAX + 1 + 1 + PACK_MAX * BELONGINGS_THING_SIZE,
    BELONGINGS_HONOURS_SIZE = 2 + 8 + 1 + 2 + 1 + LIFE_DEPTH_WORDS * 8,
    BELONGINGS_SIZE = 1 + 8 + BELONGINGS_HONOURS_SIZE + NICHE_COUNT * LIFE_DEPTH_WORDS * 8 +
                      BELONGINGS_HAVENS_SIZE + BELONGINGS_BUNDLE_SIZE + 1 + DEATHS_SIZE + 1 +
                      (OBJECT_END - OBJECT_CARRIED) * BELONGINGS_THING_SIZE,
};

/*
 * A version byte, from version 8 on the honours (how often kindled first of all), the known kinds,
 * the opened niches by number, the lanterns, fountains and dealings (which bytes of version 1 lack:
 * there are none), from version 5 on the deaths (deaths_pack()), from version 6 on whether the
 * newest is to be told still, from version 5 on whether a bundle follows, from version 3 on what
 * the sealed bundle holds (owner, time, gold, experience, from version 4 on whether it never opens
 * to others, the kind that killed, name, number of things, those), then for each thing, in the
 * order of their objects: object, save_id, temper, charges, rest (16 bits) and count (32 bits), low
 * bytes first. Returns the length in `out`; cannot fail.
 */
size_t belongings_pack(const struct life *life, uint8_t out[BELONGINGS_SIZE]);

/* Reads what belongings_pack() wrote. ERR_FORMAT for any other bytes, and for things at an
   impossible object; `life` then stays as it was. */
MUST_USE enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life);

/* Adds the newest death, with its grave where it died; if there are DEATHS_KEPT, the oldest is
   dropped. */
void deaths_add(struct deaths *deaths, const struct death *death);

/* Notes whether the grave of the death at that tick of the world is there. True if that is news. */
bool deaths_note_grave(struct deaths *deaths, uint64_t died_at, bool is_there);

/* Notes the place where the grave of the death at that tick of the world is now. True if that is
   news. */
bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place);

/* A foe has died of a fight in which a delver of its level took part. */
void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row);

/* The delver remembers more of its level than before: nearly all of it is a lesson, once. */
void learning_survey(struct delver *delver);

/* The delver has come to a level by stairs. Its events go to `events`. */
void learning_arrival(struct delver *delver, struct event_list *events);

enum {
    KNACKS_EVERY = 4, /* levels */
    KNACKS_LAST = 28, /* the last level that gives a knack */
    KNACKS_OFFERED = 3,
};

/* Number of knacks that the delver may still choose. */
int knacks_due(const struct delver *delver);

/* Knacks that the delver may choose from now; returns how many, 0 if none is due. */
int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED]);

/* The verb: the object is the number of the choice, from 1. */
bool knacks_learn(const struct world *world, struct body *body, const struct action *action);

/* The delver has come to a level: KNACK_STUBBORN can save it again, KNACK_NOSE shows the niches. */
void knacks_arrive(struct delver *delver);

#endif
