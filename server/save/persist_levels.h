/*
 * Jobs of the database thread about levels: rows that wait for a disk that refuses them go before
 * those of the database. Each function is a row of work_table (persist_work.c).
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LEVELS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LEVELS_H

#include <stdbool.h>

#include "base/err.h"

struct change_set;
struct job;
struct persist_work;

bool persist_fetch_level(struct persist_work *work, struct job *job);
bool persist_look_level(struct persist_work *work, struct job *job);
bool persist_fetch_kept(struct persist_work *work, struct job *job);
bool persist_list_levels(struct persist_work *work, struct job *job);
bool persist_fetch_memory(struct persist_work *work, struct job *job);

/* Heads and levels of a set, and what it forgets; inside the transaction of the set. */
MUST_USE enum err persist_save_levels(const struct persist_work *work,
                                      const struct change_set *set);
MUST_USE enum err persist_drop_levels(const struct persist_work *work,
                                      const struct change_set *set);

#endif
