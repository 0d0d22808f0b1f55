/*
 * The arithmetic of a fight: chances, dice and armour, for delvers and foes alike. A fighter is a
 * few numbers; the functions draw from the caller's random stream and keep nothing.
 *
 * Foes grow in the Deep, the depths below the Last Lamp. Each kind there was met higher up; it
 * grows with each depth below the last depth of its row.
 */
#ifndef UNDERCROFT_WORLD_FIGHT_H
#define UNDERCROFT_WORLD_FIGHT_H

#include <stdbool.h>

#include "base/rng.h"
#include "content/species.h"

enum {
    FIGHT_CHANCE_LEAST = 10, /* in 100 */
    FIGHT_CHANCE_MOST = 95,
    FIGHT_FOE_STEP = 1, /* attack gained by a foe that is rallied or beside its pack */
};

/* A fighter, as its opponent meets it. */
struct fighter {
    int attack;
    int defence;
    struct dice damage;
    int temper; /* added to each hit */
    int armour; /* points of all worn armour, tempers included; 0 or more */
    int later;  /* damage that a hit does in later beats; for estimates only */
    int rust;   /* points of the target's armour that a hit destroys; for estimates only */
};

/* Kinds of damage, which differ in how much armour counts. */
enum damage_kind {
    DAMAGE_BLOW,
    DAMAGE_MISSILE,
    DAMAGE_FIRE,
    DAMAGE_BLAST,
    DAMAGE_SPIRIT,
    DAMAGE_COUNT
};

/* Surprise of a blow; the value is the number of times that its dice count. */
enum surprise {
    SURPRISE_NONE = 1,
    SURPRISE_PLAIN = 2, /* asleep, or unaware */
    SURPRISE_KNIFE = 3, /* asleep or unaware, struck with a knife */
};

enum blow_outcome { BLOW_MISSES, BLOW_HITS, BLOW_TELLS };

struct blow {
    enum blow_outcome outcome;
    int damage; /* 0 for a hit that glances off */
};

/* The foe of that row as a striker with `gains` advantages (0 or more) of FIGHT_FOE_STEP each. */
struct fighter fight_foe(const struct species_row *row, int gains);

/* Attack and defence of a delver at a level, 1 or more; `worn` is the sum of weapon and knacks, or
   of shield and armour. */
int fight_attack(int level, int worn);
int fight_defence(int level, int worn, bool has_companion_beside);

/* Chance to hit in percent, from FIGHT_CHANCE_LEAST to FIGHT_CHANCE_MOST. */
int fight_chance(int attack, int defence);

/* Points of `armour` that count against that kind of damage. */
int fight_armour(int armour, enum damage_kind kind);

/*
 * Strikes, shoots or throws once. A telling blow takes the maximum of every die, so no hit does
 * more than fight_most(). A surprise always hits. Draws once for the chance; for a hit, once for
 * each die unless the blow tells, and once for the armour.
 */
struct blow fight_strike(struct rng *rng, const struct fighter *striker,
                         const struct fighter *target, enum damage_kind kind,
                         enum surprise surprise);

/* Rolls the dice and returns their sum. */
int fight_roll(struct rng *rng, struct dice dice);

/* Maximum damage of a hit against no armour. */
int fight_most(const struct fighter *striker, enum surprise surprise);

enum { GROWTH_DEPTH_FIRST = 27 /* the first depth of the Deep */ };

struct growth {
    int health_percent; /* percent of the row's health */
    int lore_percent;   /* percent of the row's lore */
    int attack;         /* more than the row says */
    int defence;
    int damage; /* added to each hit */
};

/* Growth of a foe of the row on a depth: none down to the Last Lamp, and more with each depth
   below. */
struct growth growth_of(const struct species_row *row, int depth);

/* Full health of a foe of the row that is born on that depth. */
int growth_health(const struct species_row *row, int depth);

/* The foe of that row as a striker on a depth: see fight_foe(). */
struct fighter growth_fighter(const struct species_row *row, int depth, int gains);

#endif
