/*
 * Belongings of a delver as bytes, for the disk and for records: opened niches, known kinds,
 * dealings in havens, deaths, and all that is carried and worn. The numbers of things are their
 * save_ids.
 */
#ifndef UNDERCROFT_WORLD_BELONGINGS_H
#define UNDERCROFT_WORLD_BELONGINGS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "world/life.h"

enum {
    BELONGINGS_THING_SIZE = 10,
    BELONGINGS_HAVENS_SIZE = 8 + LIFE_DEPTH_WORDS * 8 + 32,
    BELONGINGS_BUNDLE_SIZE =
        4 * 8 + 1 + 1 + NAME_LENGTH_MAX + 1 + 1 + PACK_MAX * BELONGINGS_THING_SIZE,
    BELONGINGS_HONOURS_SIZE = 2 + 8 + 1 + 2,
    BELONGINGS_SIZE = 1 + 8 + BELONGINGS_HONOURS_SIZE + NICHE_COUNT * LIFE_DEPTH_WORDS * 8 +
                      BELONGINGS_HAVENS_SIZE + BELONGINGS_BUNDLE_SIZE + 1 + DEATHS_SIZE + 1 +
                      (OBJECT_END - OBJECT_CARRIED) * BELONGINGS_THING_SIZE,
};

/*
 * A version byte, from version 7 on the honours (how often kindled first of all), the known kinds,
 * the opened niches by number, the lanterns, fountains and dealings (which bytes of version 1 lack:
 * there are none), from version 5 on the deaths (deaths_pack()), from version 6 on whether the
 * newest is to be told still, from version 5 on whether a bundle follows, from version 3 on what
 * the sealed bundle holds (owner, time, gold, experience, from version 4 on whether it never opens
 * to others, the kind that killed, name, number of things, those), then for each thing, in the
 * order of their objects: object, save_id, temper, charges, rest (16 bits) and count (32 bits), low
 * bytes first. Returns the length in `out`; cannot fail.
 */
size_t belongings_pack(const struct life *life, uint8_t out[BELONGINGS_SIZE]);

/* The reverse. ERR_FORMAT for bytes of any other form, and for things that cannot be where they
   are said to be; `life` then stays as it was. */
MUST_USE enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life);

#endif
