/*
 * Vaults: places behind bars that open for a minute to who carries the level's lair key.
 *
 * There is one key, and it is the level's. It lies where the most dangerous foes of the level are
 * born, or comes with the death of the level's boss; anybody may carry it. It goes back to its
 * place when its bearer leaves the level, and when it has been in one hand, or lain elsewhere, for
 * VAULT_KEY_MS of the level's clock. A vault holds a find for each delver, once in a life.
 */
#ifndef UNDERCROFT_WORLD_VAULT_H
#define UNDERCROFT_WORLD_VAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/pack.h"

struct delver;
struct event_list;
struct gate;
struct level;
struct placement;
struct world;

enum { VAULT_KEY_MS = 600000 };

/* Returns the gate of the level's vault; NULL: it has none. */
const struct gate *vault_gate(const struct level *level);

/* True if the delver carries the key of the level's vault. */
bool vault_is_open_to(const struct delver *delver);

/* Chooses the key's place on a new level: with the boss, else with the group that teaches most.
   Does nothing on a level without a vault. */
void vault_place_key(struct level *level, const struct placement *foes, int count);

/* Puts the key in its place if it is nowhere, and takes it back when its time is up. Call it after
   a level's tick, before its page of the ledger is closed. */
void vault_run(struct world *world, struct level *level);

/* Takes the lair key from a delver that is about to leave its level, and tells it so in
   `events`. */
void vault_keep_key(struct event_list *events, struct delver *delver);

/* Draws the find of the vault on that depth (1 and deeper), for a delver in one of its lives. */
struct stack vault_find(uint64_t world_seed, const struct delver *delver, int depth);

/* Gives a delver that stepped into a vault its find, once in a life. True: it stands at the shelf
   of a vault, with or without a find. */
bool vault_step(const struct world *world, struct delver *delver);

#endif
