/*
 * Heads of levels, whose content follows from a version, saved and held against it.
 */
#ifndef UNDERCROFT_TESTS_POWER_POWER_HEAD_H
#define UNDERCROFT_TESTS_POWER_POWER_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

MUST_USE enum err power_head_save(struct store *store, uint32_t version, int place);

/* Version 0: there is none. */
bool power_head_is_same(struct store *store, uint32_t version, int place);

#endif
