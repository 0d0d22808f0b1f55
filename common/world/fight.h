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
    FIGHT_CHANCE_LEAST = 10, /* least chance to hit, in percent */
    FIGHT_CHANCE_MOST = 95,
    FIGHT_FOE_STEP = 1, /* attack gained by a foe for each of its advantages */
};

/* A body as its opponent in a fight meets it. */
struct fighter {
    int attack;
    int defence;
    struct dice damage;
    int temper; /* damage added to each hit */
    int armour; /* points of all worn armour, tempers included; 0 or more */
    int later;  /* damage that a hit does in later beats; for estimates only */
    int rust;   /* points of the target's armour that a hit destroys; for estimates only */
};

/* Kinds of damage; armour counts differently against each. */
enum damage_kind {
    DAMAGE_BLOW,
    DAMAGE_MISSILE,
    DAMAGE_FIRE,
    DAMAGE_BLAST,
    DAMAGE_SPIRIT,
    DAMAGE_COUNT
};

/* The surprise of a blow; the value is the number of times that its dice count. */
enum surprise {
    SURPRISE_NONE = 1,
    SURPRISE_PLAIN = 2, /* the target is asleep or unaware */
    SURPRISE_KNIFE = 3, /* the target is asleep or unaware, and struck with a knife */
};

enum blow_outcome { BLOW_MISSES, BLOW_HITS, BLOW_TELLS };

struct blow {
    enum blow_outcome outcome;
    int damage; /* damage; 0 for a hit that glances off */
};

/* Returns the foe of that row as a striker with `gains` advantages (0 or more) of FIGHT_FOE_STEP
   each. */
struct fighter fight_foe(const struct species_row *row, int gains);

/* Return the attack and the defence of a delver at a level, 1 or more; `worn` is the sum of weapon
   and knacks, or of shield and armour. */
int fight_attack(int level, int worn);
int fight_defence(int level, int worn, bool has_companion_beside);

/* Returns the chance to hit in percent, FIGHT_CHANCE_LEAST … FIGHT_CHANCE_MOST. */
int fight_chance(int attack, int defence);

/* Returns the points of `armour` that count against that kind of damage. */
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

/* Returns the most damage of a hit against no armour. */
int fight_most(const struct fighter *striker, enum surprise surprise);

enum { GROWTH_DEPTH_FIRST = 27 /* the first depth of the Deep */ };

struct growth {
    int health_percent; /* full health in percent of the row's */
    int lore_percent;   /* lore in percent of the row's */
    int attack;         /* added to the row's attack */
    int defence;
    int damage; /* added to each hit */
};

/* Returns the growth of a foe of the row on a depth: none down to the Last Lamp, then more with
   each depth. */
struct growth growth_of(const struct species_row *row, int depth);

/* Returns the full health of a foe of the row that is born on that depth. */
int growth_health(const struct species_row *row, int depth);

/* Returns the foe of that row as a striker on a depth; see fight_foe(). */
struct fighter growth_fighter(const struct species_row *row, int depth, int gains);

#endif
