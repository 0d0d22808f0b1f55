/*
 * A stride: steps and waits that one delver takes one after another within a tick of the world. In
 * calm, with nobody near who lives by the clock of the level, nobody could tell that the level
 * lived the ticks of a walk or a rest at once; so nobody waits for it. The level's own time is as
 * long as ever: each tick of it is lived by all that is there, doors fall shut and foes roam. Where
 * another delver is near or in view, in danger in company, fallen, or has a status that runs out,
 * its time is the clock's, and a stride is one step.
 *
 * A stride is cut short by whatever is news to its delver: danger, a foe that comes into view, a
 * cell that was not known, harm, a status, a refusal, full health after waits. The rest of a stride
 * is forgotten with the tick, so that whatever comes with the next one, a key or another delver,
 * finds nothing to stop. Where time may not go on at once, only the first step is taken.
 */
#ifndef UNDERCROFT_WORLD_STRIDE_STATE_H
#define UNDERCROFT_WORLD_STRIDE_STATE_H

#include <stdint.h>

enum {
    STRIDE_MAX = 16,         /* steps and waits */
    STRIDE_TICKS_MAX = 100,  /* of a level within one of the world */
    STRIDE_TICKS_ALL = 2000, /* the same of all levels together... */
    STRIDE_TICKS_MIN = 5,    /* ...but each has as many as a step takes */
    STRIDE_NEAR_CELLS = 24,  /* as far as a party shares its time */
};

/* The rest of a stride. It lasts from the inputs of a tick to the tick of the level. */
struct stride {
    uint8_t ways[STRIDE_MAX]; /* enum dir; DIR_NONE: a wait */
    uint8_t count;
    uint8_t next;
    int16_t health;    /* when it began */
    uint32_t explored; /* cells that were known then */
    uint32_t events;   /* of the level's that were looked at */
};

#endif
