/*
 * The content that a store should have, kept in memory beside it. Every row has a slot with the
 * version of its content; the content itself follows from place and version, so that a state is
 * small, is copied and compared as plain memory, and yet every byte in the store can be compared
 * with it.
 */
#ifndef UNDERCROFT_TESTS_POWER_POWER_STATE_H
#define UNDERCROFT_TESTS_POWER_POWER_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"

struct store;

/* Accounts and delvers share places; POWER_BORN is both rows being made. */
enum power_kind {
    POWER_BORN,
    POWER_PASSWORD,
    POWER_ROLE,
    POWER_DROP,  /* a level and a memory are forgotten: their own places hold what is left */
    POWER_AUDIT, /* the newest acts, the newest first */
    POWER_ROWS,  /* and one for each other record: its row is saved or dropped */
    POWER_ACCOUNT = POWER_ROWS + RECORD_ACCOUNT,
    POWER_DELVER = POWER_ROWS + RECORD_DELVER,
    POWER_TICK = POWER_ROWS + RECORD_COUNT,
    POWER_KIND_COUNT
};

enum { POWER_PLACES_MAX = 16 };

/* Version 0: there is no such row. */
struct power_state {
    uint32_t slots[POWER_KIND_COUNT][POWER_PLACES_MAX];
};

struct power_change {
    enum power_kind kind;
    int place;
};

const char *power_kind_name(enum power_kind kind);

/* Number of places of a kind, from 0. */
int power_kind_places(enum power_kind kind);

/* Whether `change` is possible now: a delver is made once and before anything else of it. */
bool power_state_allows(const struct power_state *state, struct power_change change);

/* Records the change. `version` is from 1 and was never used before. */
void power_state_change(struct power_state *state, struct power_change change, uint32_t version);

/* Whether the change may leave what is stored as it was. */
bool power_state_may_stay(const struct power_state *state, struct power_change change);

/* Saves what `state` holds there into the store. */
MUST_USE enum err power_state_save(struct store *store, const struct power_state *state,
                                   struct power_change change);

/* True if the store holds exactly this; else `reason` names the first row that differs. */
bool power_state_matches(struct store *store, const struct power_state *state, char *reason,
                         size_t reason_size);

#endif
