/*
 * Ways between places beside walking.
 */
#ifndef UNDERCROFT_WORLD_PASSAGE_H
#define UNDERCROFT_WORLD_PASSAGE_H

/* How somebody comes to leave a place, or to be in another. */
enum passage {
    PASSAGE_STAIRS,
    PASSAGE_REMADE,   /* they stayed where they were, and the level was regenerated around them */
    PASSAGE_PUT_BACK, /* the same, but the level is what it was before */
    PASSAGE_SENT,     /* an operator put them there */
    PASSAGE_DIED,     /* they died, and wake in a haven */
    PASSAGE_RETURNED, /* a scroll brought them to a haven */
    PASSAGE_FELL,     /* down a chasm or a chute */
    PASSAGE_ROAD,     /* the lantern road led them from haven to haven */
};

#endif
