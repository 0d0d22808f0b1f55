/*
 * The population of a level, as bytes: its clock, its random stream, its foes, the things that lie
 * about, and graves. It is saved with the level, travels with it into the world, and makes the same
 * population again.
 *
 * The target of a foe and the delvers that fought it are not kept. A foe that hunted goes on to
 * where it last saw somebody, and takes aim again at what it sees.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_CODEC_H
#define UNDERCROFT_WORLD_POPULATION_CODEC_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "world/level.h"
#include "world/population_size.h"

struct world;

/*
 * Appends the population of a level of the world. ERR_MEMORY or ERR_TOO_BIG from `out`, which is
 * then to be thrown away; with room for POPULATION_BLOB_MAX there is no ERR_TOO_BIG.
 */
MUST_USE enum err population_encode(const struct world *world, const struct level *level,
                                    struct bytes *out);

/* A hash of an encoded population without its clock: of what has to be saved if it changes. */
uint64_t population_hash(const uint8_t *data, size_t length);

/* ERR_FORMAT for all bytes that population_encode() does not write for a level of that size. */
MUST_USE enum err population_check(const uint8_t *data, size_t length, int width, int height);

/*
 * Puts a population on a level that has come into the world without one. ERR_FORMAT as
 * population_check(), and the level is as it was. Foes without a free cell stand beside it, or at
 * the stairs up. Foes and things for which the pools of the world have no room are left out.
 */
MUST_USE enum err population_decode(struct world *world, struct level *level, const uint8_t *data,
                                    size_t length);

#endif
