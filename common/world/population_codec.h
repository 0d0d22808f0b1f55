/*
 * The population of a level as bytes: its clock, its random stream, its foes, its things, its
 * graves and its lines of chalk. The bytes are saved with the level, come with it into the world,
 * and give the same population again.
 *
 * The target of a foe and the delvers that fought it are left out. A foe that hunted goes to where
 * it last saw somebody, and aims again at a delver that it sees.
 *
 * Functions of the tally work on encoded populations without a world: they count the things, and
 * remove the graves, lines and claims of a player.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_CODEC_H
#define UNDERCROFT_WORLD_POPULATION_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "content/item.h"
#include "world/foe.h"
#include "world/id.h"
#include "world/item.h"
#include "world/level.h"

struct world;

enum {
    POPULATION_FOES_MAX = 1000,  /* foes of a level; of more, the newest are kept */
    POPULATION_THINGS_MAX = 600, /* things on a level; of more, the newest are kept */
    POPULATION_THING_BYTES = 40, /* most bytes of one thing */
    POPULATION_FOE_BYTES = 128,  /* most bytes of one foe */
    POPULATION_GRAVES_MAX = 100,
    POPULATION_RECORD_BYTES = 256, /* most bytes of a grave, or of all else */
    POPULATION_VERSION = 2,        /* version that is written; all versions from 1 on can be read */
    POPULATION_WIDE_VERSION = 3,   /* version of levels wider or higher than 256 cells */
    POPULATION_CHALK = 2, /* added to the version of populations that have lines of chalk */
    POPULATION_RNG_WORDS = 4,
    POPULATION_CHALK_BYTES = 128, /* bytes of a line of chalk, at most */
    POPULATION_BLOB_MAX = 64 + POPULATION_FOES_MAX * POPULATION_FOE_BYTES +
                          POPULATION_THINGS_MAX * POPULATION_THING_BYTES +
                          POPULATION_GRAVES_MAX * POPULATION_RECORD_BYTES +
                          CHALK_LINES_MAX * POPULATION_CHALK_BYTES,
};

/* The bytes of one foe, thing or grave, or of the head of a population. */
struct form_record {
    uint8_t data[POPULATION_RECORD_BYTES];
    size_t length;
};

/* Write and read a number of that many bytes. Reading past the end gives 0 and sets the reader's
   error. */
void form_put(struct form_record *record, uint64_t value, size_t width);

/* Write and read a record. `version` is the population's, up to POPULATION_WIDE_VERSION: members
   that it lacks are not written, and read as 0. */
void form_put_foe(struct form_record *record, int version, const struct foe *foe);
void form_put_thing(struct form_record *record, int version, const struct item *thing);
void form_put_grave(struct form_record *record, int version, const struct grave *grave);
void form_put_chalk(struct form_record *record, int version, const struct chalk_line *line);

/*
 * Appends the population of a level of the world. ERR_MEMORY or ERR_TOO_BIG from `out`, which must
 * then be discarded; with room for POPULATION_BLOB_MAX there is no ERR_TOO_BIG.
 */
MUST_USE enum err population_encode(const struct world *world, const struct level *level,
                                    struct bytes *out);

/* Returns the hash of an encoded population without its clock. If it changes, the population must
   be saved. */
uint64_t population_hash(const uint8_t *data, size_t length);

/* Checks a population. ERR_FORMAT for all bytes that population_encode() does not write for a level
   of that size. */
MUST_USE enum err population_check(const uint8_t *data, size_t length, int width, int height);

/*
 * Puts a population on a level that came into the world without one. ERR_FORMAT as for
 * population_check(); the level is then unchanged. Foes whose cell is taken are put beside it, or
 * at the stairs up. Foes and things without room in the world's pools are left out.
 */
MUST_USE enum err population_decode(struct world *world, struct level *level, const uint8_t *data,
                                    size_t length);

/* The number of things of each kind; for gold, of pieces. */
struct population_tally {
    uint64_t lying[ITEM_KIND_COUNT]; /* things on the level and with its foes */
    uint64_t in_graves[ITEM_KIND_COUNT];
};

/* Adds the things of a population to `tally`, which is undefined after ERR_FORMAT. */
MUST_USE enum err population_count(const uint8_t *data, size_t length,
                                   struct population_tally *tally);

/* Sets *out to true if a grave or a line of chalk belongs to that player, or a thing that only that
   player may pick up. */
MUST_USE enum err population_mentions(const uint8_t *data, size_t length, int64_t delver_id,
                                      bool *out);

/*
 * Removes the graves of a player with their contents and its lines of chalk from `data`, and frees
 * the things that only that player may pick up. *length shrinks or stays; the contents of the
 * graves are added to `gone`. *out_found: something was changed. ERR_FORMAT: nothing was changed.
 */
MUST_USE enum err population_forget(uint8_t *data, size_t *length, int64_t delver_id,
                                    uint64_t gone[ITEM_KIND_COUNT], bool *out_found);

/* Sets *out to true if a grave or a line of that player has a name other than `name`. */
MUST_USE enum err population_has_other_name(const uint8_t *data, size_t length, int64_t delver_id,
                                            const char *name, bool *out);

/*
 * Changes the name on that player's graves and lines in `data`. `name` is in the form of
 * name_normalise(), padded with NULs; the length stays. *out_found: there was one. ERR_FORMAT:
 * nothing was changed.
 */
MUST_USE enum err population_rename(uint8_t *data, size_t length, int64_t delver_id,
                                    const char name[NAME_LENGTH_MAX + 1], bool *out_found);

#endif
