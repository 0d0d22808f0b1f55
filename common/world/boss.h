/*
 * Return of bosses: a boss that fell is in its lair again after BOSS_AWAY_MS of the world, as soon
 * as no delver is near. Its lessons are paid once in a life, so nothing is gained by waiting for
 * it.
 */
#ifndef UNDERCROFT_WORLD_BOSS_H
#define UNDERCROFT_WORLD_BOSS_H

struct level;
struct world;

enum {
    BOSS_AWAY_MS = 20 * 60 * 60 * 1000,
    BOSS_NEAR_CELLS = 30, /* from the lair; a boss does not return to a delver that is nearer */
};

/* Notes since when the level has been without its boss, and puts the boss back when its time has
   come. Call it between ticks. */
void boss_run(struct world *world, struct level *level);

#endif
