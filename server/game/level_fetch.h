/*
 * Fetches one level that is not loaded: from the database, or made on a worker if it never was.
 * Each level has one fetch, for all who wait for it.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEVEL_FETCH_H
#define UNDERCROFT_SERVER_GAME_LEVEL_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "world/level.h"

struct level_transfers;
struct job;
struct game;

/* Begins to fetch (wing, depth), unless a fetch is already running. ERR_MEMORY, ERR_BUSY;
   ERR_RANGE: there is no such wing or depth. */
MUST_USE enum err level_fetch_begin(struct game *game, struct level_key key);

/* True until the tick has taken the level, or the fetch has failed. */
bool level_fetch_is_running(const struct level_transfers *transfers, struct level_key key);

/* True if the last fetch of (wing, depth) failed. */
bool level_fetch_has_failed(const struct level_transfers *transfers, struct level_key key);

/* True if that level was found damaged since `at` (seconds since 1970) and made again. */
bool level_fetch_was_rebuilt(const struct level_transfers *transfers, struct level_key key,
                             int64_t at);

/* Takes the database thread's answer; the level may be taken out of the job. */
void level_fetch_on_read(void *asker, struct job *job);

/* Removes the belongings of a removed player from levels that were read before the removal and are
   not in the world yet. */
void level_fetch_forget(struct game *game, int64_t delver_id);

/* Changes a player's name on graves that were read before the change in the database. `name` is
   padded with NULs. */
void level_fetch_rename(struct game *game, int64_t delver_id, const char name[NAME_LENGTH_MAX + 1]);

/* Reports a damaged population of the fetched level in the log and the audit. */
void level_fetch_note_population(struct game *game, const struct job *job);

void level_fetch_release(struct level_transfers *transfers);

#endif
