/*
 * A player who knows only the screen: finds a way over what is shown, one key at a time. Good for
 * long walks, for finding doors and for finding stairs.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_EXPLORER_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_EXPLORER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "support/live/client.h"

enum explorer_goal {
    EXPLORE_UNKNOWN = 0,  /* the nearest place from which something new may be seen */
    EXPLORE_ANYWHERE = 1, /* some random place that is shown */
    /* every other value is a glyph to stand on, or beside if it is a closed door */
};

/*
 * The key of the next step towards the goal ('>', '+' … or of the enum). 0: no way is shown, or,
 * for a glyph, the goal is reached.
 */
char explorer_key(const struct terminal *terminal, int goal, struct rng *rng);

/* Types one step and waits until the screen answers. False if there is no way, or if nothing
   changed: two who want to pass the same way may swap places for ever. */
bool explorer_step(struct client *client, int goal, struct rng *rng);

/*
 * Goes on until it stands on `goal`, or beside it if it is a closed door, looking around for it
 * where it is not in view. False after `steps_max`.
 */
bool explorer_reach(struct client *client, int goal, int steps_max, struct rng *rng);

/*
 * Has the game itself lead this screen's delver to the stairs down: explores, with the key for it,
 * until a way to them is known, and travels there. False after `explores_max` of them.
 */
bool explorer_travel_down(struct client *client, int explores_max);

#endif
