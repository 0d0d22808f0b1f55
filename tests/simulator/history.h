/*
 * Every delver's record at every tick of the world, as digests: what a database must hold that says
 * it is of a tick.
 */
#ifndef UNDERCROFT_TESTS_SIMULATOR_HISTORY_H
#define UNDERCROFT_TESTS_SIMULATOR_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "world/world.h"

enum { HISTORY_DELVERS_MAX = 512 };

enum record_part {
    RECORD_PLACE,
    RECORD_HEALTH,
    RECORD_WAY,
    RECORD_GAIN,
    RECORD_THINGS,
    RECORD_PARTS
};

struct history_entry {
    uint64_t tick;
    uint64_t parts[RECORD_PARTS];
};

/* Valid when all zero. The entries of a delver's number, oldest first; owned. */
struct history {
    bool may_lack; /* players were removed, or were guests: some have no row any more */
    struct history_entry *entries[HISTORY_DELVERS_MAX];
    size_t counts[HISTORY_DELVERS_MAX];
    size_t capacities[HISTORY_DELVERS_MAX];
};

void history_release(struct history *history);

/* After each tick. */
void history_note(struct history *history, const struct world *world);

/* The world goes on from that tick: what came later never was. */
void history_go_back(struct history *history, uint64_t tick);

/*
 * Compares the database `folder`/undercroft.db, which no server has open, with the history. It is
 * read from a copy, so that it stays unchanged. Changes up to the tick `promised` must be in it;
 * its own tick may be older if nothing has changed since. Returns its tick. A row that differs
 * fails the running test.
 */
uint64_t history_compare(const struct history *history, const char *folder, uint64_t promised);

#endif
