/*
 * The hand of a tactic: turns a wish into the next action, as a client does with a key, a word or
 * an errand. In danger, where errands stop, and in company, where each companion that comes into
 * view stops them, it goes their ways by single steps; so it does where nothing new came for long,
 * for the ways of errands and of steps differ, and it might go to and fro between the two.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_HAND_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_HAND_H

#include "support/tactics/tactic.h"
#include "travel/travel.h"

struct hand {
    struct travel travel;
    struct wish wish; /* of which the travel is a part */
    int stops;        /* of one errand after the other without a step */
};

/* True if the game has a verb for it. */
bool hand_can(enum wish_kind kind);

/* "explore". */
const char *hand_wish_name(enum wish_kind kind);

/*
 * The next action towards the wish. False: there is none (an errand came to its end, or something
 * came between), and the tactic is to be asked again; `notes` tells it why.
 */
bool hand_act(struct hand *hand, const struct world *world, const struct delver *delver,
              const struct knowledge *known, const struct wish *wish, struct action *out);

/* An event of the delver's, which may end its errand. */
void hand_hear(struct hand *hand, const struct event *event);

#endif
