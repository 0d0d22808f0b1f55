/*
 * One encounter of a delver with foes, from the first danger to the end of all that hurts: which
 * foes came to blows with it, and what each kind took.
 */
#ifndef UNDERCROFT_TESTS_SIM_ENCOUNTER_H
#define UNDERCROFT_TESTS_SIM_ENCOUNTER_H

#include "sim/descent.h"
#include "world/world.h"

enum { ENCOUNTER_FOES_MAX = 16 /* of one kind that are counted */ };

/* The part that one kind had. */
struct encounter_share {
    int taken;
    int count;
    body_id foes[ENCOUNTER_FOES_MAX];
};

struct encounter {
    bool is_open;
    int depth;
    uint64_t trouble_ticks; /* lived when there last was any */
    int health_max;
    int health;       /* at the first blow */
    enum danger word; /* for the foe of that blow */
    int foes;
    int taken;
    int level;
    int armour;
    int strikes; /* the delver's own */
    int hits;
    int dealt;
    int kills;
    uint64_t first_blow; /* ticks of the life */
    uint64_t last_blow;
    int group_count;
    uint16_t groups[ENCOUNTER_FOES_MAX];
    struct encounter_share shares[SPECIES_COUNT];
};

/* Something of it goes on, after so many ticks of the life: a new one begins, unless it is open. */
void encounter_keep(struct encounter *encounter, const struct delver *delver, uint64_t lived);

/* A foe of which the delver knew this much came to blows with it. Opens nothing. */
void encounter_meet(struct encounter *encounter, const struct knowledge *known,
                    const struct body *foe);

/* A blow or shot, at that tick of the life: the delver's own that did so much harm, or a foe's. */
void encounter_blow(struct encounter *encounter, uint64_t lived, bool is_own, int harm);

/* The delver lost so much by that kind. */
void encounter_harm(struct encounter *encounter, enum species_id kind, int taken);

/* Its end. False: nobody came to blows, and there is no cost. */
bool encounter_close(const struct world *world, struct encounter *encounter,
                     struct descent_cost *out);

#endif
