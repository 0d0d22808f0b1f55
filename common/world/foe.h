/*
 * A foe: a body with a mind. Foes lie in a pool that the world has from its start; a level owns
 * those that stand on it, and they go with it.
 */
#ifndef UNDERCROFT_WORLD_FOE_H
#define UNDERCROFT_WORLD_FOE_H

#include <stddef.h>

#include "world/body.h"

/* What a foe keeps in mind from one turn to the next. */
struct mind {
    enum dir heading; /* the way it walks; DIR_NONE: none yet */
};

struct foe {
    struct body body; /* first: see body_foe(). A free place has the id 0 */
    uint16_t uses;    /* how often this place of the pool was taken */
    struct mind mind;
};

/* The foe whose body it is; NULL: the body is a delver's. */
static inline struct foe *body_foe(struct body *body)
{
    return body->species == SPECIES_DELVER ? NULL : (struct foe *)body;
}

#endif
