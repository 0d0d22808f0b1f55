/*
 * One foe, one thing, one grave as bytes, for the files that write and read populations
 * (world/population_codec.h). Where on a level it is, and whether that is a cell of it, is theirs.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_FORM_H
#define UNDERCROFT_WORLD_POPULATION_FORM_H

#include "base/bytes.h"
#include "world/foe.h"
#include "world/item.h"
#include "world/population_size.h"

/* Room for one of them, or for the head of a population. */
struct form_record {
    uint8_t data[POPULATION_RECORD_BYTES];
    size_t length;
};

/* A number of so many bytes. Reading past the end gives 0 and notes it in the reader. */
void form_put(struct form_record *record, uint64_t value, size_t width);
uint64_t form_get(struct byte_reader *reader, size_t width);

/* `version` is that of the population, up to POPULATION_VERSION: fields that an older one lacks are
   left out, and read as 0. */
void form_put_foe(struct form_record *record, const struct foe *foe);
void form_put_thing(struct form_record *record, int version, const struct item *thing);
void form_put_grave(struct form_record *record, const struct grave *grave);

/* The reverse; times of a foe are ticks from now. False: it is of no such form. */
bool form_get_foe(struct byte_reader *reader, struct foe *out);
bool form_get_thing(struct byte_reader *reader, int version, struct item *out);
bool form_get_grave(struct byte_reader *reader, int version, struct grave *out);

/* Copies the written fields, except a foe's times, statuses and kind, and a thing's stack. */
void form_copy_foe(const struct foe *from, struct foe *to);
void form_copy_thing(const struct item *from, struct item *to);

/* True for a foe that has any status. */
bool form_has_status(const struct statuses *statuses);

#endif
