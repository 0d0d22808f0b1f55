/*
 * The records of players who have left, as they were written last: a sum of each, so that a player
 * can only come back as the one who left. Every record is read after its seat was taken, and after
 * the row of the departure was handed to the disk; a record that differs all the same was read too
 * early or was never written, and would double things or lose them.
 *
 * The newest DEPARTED_MAX departures are kept.
 */
#ifndef UNDERCROFT_SERVER_GAME_DEPARTED_H
#define UNDERCROFT_SERVER_GAME_DEPARTED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/number_table.h"
#include "world/record.h"

enum { DEPARTED_MAX = 4096 };

struct departed_row {
    int64_t delver_id; /* 0: none */
    uint64_t sum;
};

struct departed {
    struct departed_row *rows; /* a ring; owned */
    struct number_table row_by_delver;
    uint32_t next;
};

/* ERR_MEMORY; departed_release() frees what there is of it. */
MUST_USE enum err departed_init(struct departed *departed);
void departed_release(struct departed *departed);

/* A delver has left, and this is the record that is written. */
void departed_note(struct departed *departed, const struct delver_record *record);

/* False: that delver left with another record. True as well if its departure is not kept. */
bool departed_allows(const struct departed *departed, const struct delver_record *record);

/* Rows were changed by other hands than those of the world: no departure is kept any more. */
void departed_clear(struct departed *departed);

#endif
