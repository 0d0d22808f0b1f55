/*
 * The arithmetic of a fight: chances, dice and armour, for delvers and foes alike. A side of it is
 * a few numbers, whatever they come from; functions draw from the stream that they are handed and
 * keep nothing.
 *
 * Foes grow in the Deep, the depths below the Last Lamp. Every kind there was met higher up, and is
 * so much stronger as its depth lies below the last one on which it is met by its row.
 */
#ifndef UNDERCROFT_WORLD_FIGHT_H
#define UNDERCROFT_WORLD_FIGHT_H

#include <stdbool.h>

#include "base/rng.h"
#include "content/species.h"

enum {
    FIGHT_CHANCE_LEAST = 10, /* in 100 */
    FIGHT_CHANCE_MOST = 95,
    FIGHT_FOE_STEP = 1, /* attack gained by a rallied foe, or a foe beside its pack */
};

/* A fighter as its opponent meets it. */
struct fighter {
    int attack;
    int defence;
    struct dice damage;
    int temper; /* added to each hit */
    int armour; /* P: points of all that is worn, with their tempers; 0 or more */
    int later;  /* damage of a hit in the beats after it, for estimates alone */
    int rust;   /* points of the target's armour that a hit takes, for estimates alone */
};

/* Kinds of damage, which differ in how much armour counts against them. */
enum damage_kind {
    DAMAGE_BLOW,
    DAMAGE_MISSILE,
    DAMAGE_FIRE,
    DAMAGE_BLAST,
    DAMAGE_SPIRIT,
    DAMAGE_COUNT
};

/* How little the target expects the blow; the number of times that its dice count. */
enum surprise {
    SURPRISE_NONE = 1,
    SURPRISE_PLAIN = 2, /* asleep, or unaware */
    SURPRISE_KNIFE = 3, /* asleep or unaware, struck with a knife */
};

enum blow_outcome { BLOW_MISSES, BLOW_HITS, BLOW_TELLS };

struct blow {
    enum blow_outcome outcome;
    int damage; /* 0 of a hit: it glances off */
};

/* The foe of that row as it strikes: `gains` times FIGHT_FOE_STEP better, 0 or more. */
struct fighter fight_foe(const struct species_row *row, int gains);

/* A delver's attack and defence at a level from 1 on; `worn` sums what weapon and knacks, or shield
   and armour, add or take. */
int fight_attack(int level, int worn);
int fight_defence(int level, int worn, bool has_companion_beside);

/* The chance to hit, in 100, from FIGHT_CHANCE_LEAST to FIGHT_CHANCE_MOST. */
int fight_chance(int attack, int defence);

/* The points of `armour` that count against that kind. */
int fight_armour(int armour, enum damage_kind kind);

/*
 * Strikes, shoots or throws once. A telling blow counts the most of every die, so that no hit does
 * more than fight_most(). A surprise always hits. Draws once for the chance; for a hit, once a die
 * unless it tells, and once for the armour.
 */
struct blow fight_strike(struct rng *rng, const struct fighter *striker,
                         const struct fighter *target, enum damage_kind kind,
                         enum surprise surprise);

/* Rolls the dice and returns their sum. */
int fight_roll(struct rng *rng, struct dice dice);

/* The most damage of a hit, against no armour. */
int fight_most(const struct fighter *striker, enum surprise surprise);

enum { GROWTH_DEPTH_FIRST = 27 /* the first depth of the Deep */ };

struct growth {
    int health_percent; /* percent of the row's health */
    int lore_percent;   /* percent of the row's lore */
    int attack;         /* more than the row says */
    int defence;
    int damage; /* added to each hit */
};

/* A foe of the row on a depth: unchanged down to the Last Lamp, and stronger with each depth
   below. */
struct growth growth_of(const struct species_row *row, int depth);

/* The full health of a foe of the row that is born on that depth. */
int growth_health(const struct species_row *row, int depth);

/* The foe of that row as it strikes on a depth: see fight_foe(). */
struct fighter growth_fighter(const struct species_row *row, int depth, int gains);

#endif
