/*
 * Provisions, which operators put on a level by hand: one foe, or things of one kind on one cell.
 * They keep to the same bounds as foes and things that come by themselves, so that they cannot fill
 * a level, stand in rock or wait for players who come by the stairs.
 */
#ifndef UNDERCROFT_WORLD_PROVIDE_H
#define UNDERCROFT_WORLD_PROVIDE_H

#include "world/world_private.h"

/* Reasons why a provision is refused; PROVIDE_FINE: it is not. */
enum provide_answer {
    PROVIDE_FINE,
    PROVIDE_NO_LEVEL,  /* it is not loaded */
    PROVIDE_OUTSIDE,   /* no cell of the level */
    PROVIDE_NO_GROUND, /* a body of that kind cannot stand there, a thing cannot lie there */
    PROVIDE_TAKEN,     /* a body stands there */
    PROVIDE_STAIRS,    /* a foe on stairs or beside them, or in a haven */
    PROVIDE_ONE_ONLY,  /* of that boss there is one on the level */
    PROVIDE_OWNERLESS, /* a bundle, which is somebody's or cannot be opened */
    PROVIDE_TOO_MANY,  /* more than lie in one place, or none */
    PROVIDE_FULL,      /* the level has as many as it may have, or the world */
};

enum { PROVIDE_GOLD_MAX = 1000 };

/* How many of a kind may be provided at once, 1 or more. */
uint32_t provide_most(enum item_kind kind);

/* Whether provide_apply() would do it now on that cell. */
enum provide_answer provide_check(const struct world *world, struct level_key key, struct pos at,
                                  const struct provision *what);

/* Does INPUT_PROVIDE; what is no longer possible is dropped. */
void provide_apply(struct world *world, struct input *input);

#endif
