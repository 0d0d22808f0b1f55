/*
 * Lives of delvers that go down by a tactic, in a world of their own: real levels, no server. A
 * company lives in one world, and each member's life is told by itself.
 *
 * A life ends with the first death, as if it were sworn, on the depth that was asked for, or when
 * it has lasted too long.
 */
#ifndef UNDERCROFT_TESTS_SIM_DESCENT_H
#define UNDERCROFT_TESTS_SIM_DESCENT_H

#include <stdio.h>

#include "content/species.h"
#include "support/tactics/tactic.h"

enum {
    DESCENT_DEPTH_MAX = 26,
    DESCENT_COMPANY_MAX = TACTIC_MATES_MAX + 1,
    DESCENT_BEATS_MAX = 60000, /* of one life: ten hours of beats */
    DESCENT_STUCK_BEATS = 500, /* without anything new: stuck */
    DESCENT_COST_MAX = 200,    /* in 100 of full health; more counts as this */
};

struct descent_setup {
    const struct tactic *tactic;
    uint64_t seed; /* of the world */
    int depth_max; /* 1 … DESCENT_DEPTH_MAX: reached, the life is over */
    int beats_max;
    int population_percent;
    FILE *tale; /* NULL, or where each wish and each blow goes, a line each */
};

enum descent_end { DESCENT_DIED, DESCENT_ARRIVED, DESCENT_LASTED };

struct descent_life {
    enum descent_end end;
    int depth;              /* the deepest that was reached */
    int died_at;            /* depth; 0: it did not */
    enum species_id killer; /* of one that died: the last that harmed it */
    uint64_t lived_ticks;
    uint64_t reached_ticks[DESCENT_DEPTH_MAX + 1]; /* lived when a depth was first reached */
    uint8_t levels[DESCENT_DEPTH_MAX + 1];         /* of experience, at that moment; 0: never */
    uint8_t seen[DESCENT_DEPTH_MAX + 1];   /* of a level, in 100, when it was left down; 0: never */
    uint8_t niches[DESCENT_DEPTH_MAX + 1]; /* opened by then */
    int stuck;                             /* times */
    int chain_ticks; /* the longest time in which statuses took its turns without a break */
    /* Dull or unfair moments. */
    uint64_t danger_ticks; /* lived in danger */
    uint64_t vain_ticks;   /* of them, ten beats and more after the last blow or shot */
    int arrivals;          /* by stairs */
    int met_at_stairs;     /* of them, with an awake foe in view within two seconds */
    int hits;              /* taken, of blows and shots */
    int unseen_hits;       /* of them, from a foe that was not in view */
};

/* Costs of an encounter: from the first danger to the end of all that hurt. */
struct descent_cost {
    int depth;
    int percent; /* of full health, in all */
    int taken;   /* the same in health */
    int foes;    /* that came to blows */
    int groups;  /* of theirs */
    int level;   /* the delver's, when it began; so are the next two */
    int health_max;
    int armour;
    int strikes; /* the delver's blows, shots and throws */
    int hits;    /* of them, that did harm; */
    int dealt;   /* so much in all */
    int kills;
    int beats;        /* from the first blow to the last */
    enum danger word; /* of a single foe when it came to blows; DANGER_COUNT: there were more */
    int word_percent; /* what it took, of the health at that moment */
    struct {
        uint8_t foes; /* of the kind that struck or were struck; 0: it was not met */
        uint8_t percent;
    } kinds[SPECIES_COUNT];
};

/* Receiver of the costs; `context` is passed on. */
struct descent_ear {
    void (*hear)(void *context, const struct descent_cost *cost);
    void *context;
};

/* One world: tactic->size lives into out[]. */
void descent_run(const struct descent_setup *setup, const struct descent_ear *ear,
                 struct descent_life *out);

#endif
