/*
 * Which wing a delver comes to: the own one while fewer are there and on the way there than a wing
 * takes, else the first with room. How many are on the way is counted level by level, and wings
 * that were found full are not looked at again before somebody has left them.
 */
#ifndef UNDERCROFT_SERVER_GAME_WINGS_H
#define UNDERCROFT_SERVER_GAME_WINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/number_set.h"
#include "content/theme.h"
#include "world/world.h"

enum {
    DUNGEON_WINGS_MAX = 1000,
    WINGS_PLACES = (DEPTH_MAX + 1) * DUNGEON_WINGS_MAX, /* a number for each wing of each depth */
};

struct wings {
    uint16_t *bound;        /* by place: those on the way there; owned */
    uint16_t *away;         /* by place: those who would go back there if their way failed; owned */
    struct number_set open; /* places that may have room */
    int size;               /* of a wing, when those that are not open were found full */
    uint64_t visits;        /* places looked at, ever */
};

/* ERR_MEMORY. */
MUST_USE enum err wings_init(struct wings *wings);
void wings_release(struct wings *wings);

/* The number of a level's place; WINGS_PLACES for one that lies in no wing that there is. */
uint32_t wings_place(struct level_key key);

/* Adds `change` (1 or -1) to the delvers on the way to a level, or to those who have left it and go
   back to it if the way fails. Levels in no wing are not counted. */
void wings_count_bound(struct wings *wings, struct level_key key, int change);
void wings_count_away(struct wings *wings, struct level_key key, int change);

/* Somebody is no longer on that level. */
void wings_note_left(struct wings *wings, struct level_key key);

uint32_t wings_bound(const struct wings *wings, struct level_key key);
uint32_t wings_away(const struct wings *wings, struct level_key key);

/*
 * The wing for a delver that goes to that level, where a wing takes `size` delvers on each depth.
 * The wanted one if every wing is full.
 */
uint16_t wings_choose(struct wings *wings, const struct world *world, struct level_key wanted,
                      int size);

#endif
