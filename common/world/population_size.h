/*
 * How large an encoded population can be (world/population_codec.h).
 */
#ifndef UNDERCROFT_WORLD_POPULATION_SIZE_H
#define UNDERCROFT_WORLD_POPULATION_SIZE_H

enum {
    POPULATION_FOES_MAX = 1000,  /* of a level; of more, those that came last are kept */
    POPULATION_THINGS_MAX = 600, /* the same of what lies on it */
    POPULATION_THING_BYTES = 40, /* of one thing, at most */
    POPULATION_FOE_BYTES = 128,  /* of one foe, at most */
    POPULATION_GRAVES_MAX = 100,
    POPULATION_RECORD_BYTES = 256, /* of a grave, and of all else */
    POPULATION_VERSION = 2,        /* that is written; all from 1 on are read */
    POPULATION_RNG_WORDS = 4,
    POPULATION_BLOB_MAX = 64 + POPULATION_FOES_MAX * POPULATION_FOE_BYTES +
                          POPULATION_THINGS_MAX * POPULATION_THING_BYTES +
                          POPULATION_GRAVES_MAX * POPULATION_RECORD_BYTES,
};

#endif
