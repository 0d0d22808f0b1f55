/*
 * The foes that a delver has in view, and how bad it would be to fight them all.
 */
#ifndef UNDERCROFT_NARRATE_THREATS_H
#define UNDERCROFT_NARRATE_THREATS_H

#include <stddef.h>

#include "narrate/name_match.h"
#include "world/estimate.h"
#include "world/world.h"

enum { THREATS_MAX = 32, THREATS_TEXT_MAX = 2048 };

struct threat {
    body_id foe;
    struct pos at;
    int distance; /* in king's moves */
    enum danger danger;
    bool is_awake;
};

struct threats {
    struct threat list[THREATS_MAX]; /* near to far, of equals the lower id first */
    int count;
    int left_out;       /* farther off than those listed */
    enum danger danger; /* of all that are awake, one after the other */
};

/* Collects the foes in view; none for a viewer on no level. */
void threats_collect(const struct world *world, const struct delver *viewer, struct threats *out);

/* The prospect of a fight of the delver with one foe; a health of 0 counts as 1. */
struct prospect threat_prospect(const struct world *world, const struct delver *viewer,
                                const struct body *foe);

/* The place in the list of the foe that the words name (name_match.h); -1: none, and `hint` says
   which could have been meant (name_search_hint()). */
int threats_named(const struct world *world, const struct threats *threats, const char *words,
                  char hint[NAME_HINT_SIZE]);

/* "A deserter, 5 east: even fight. …" into `out` of `size` bytes; that there is none. */
void threats_describe(const struct world *world, const struct delver *viewer, char *out,
                      size_t size);

#endif
