/*
 * Graves: what a delver carried lies where the delver died. For a day only that delver may open it,
 * then anybody, unless the delver was never below depth 3; after a week it is gone. A grave is dug
 * and filled in between ticks.
 *
 * Bundles: a delver at the closed grave of another may fetch its contents, sealed, and give them to
 * the dead delver, for whose hands alone the bundle opens. A bundle takes one place of a pack, and
 * a delver carries one at most; what it holds is kept with the delver's life. It is neither dropped
 * nor thrown. Once the grave would be anybody's, so is the bundle, and where it never would be the
 * bundle goes when the grave would. Where its bearer dies, it is a grave of its owner again.
 */
#ifndef UNDERCROFT_WORLD_GRAVE_H
#define UNDERCROFT_WORLD_GRAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "world/id.h"

struct action;
struct body;
struct death;
struct delver;
struct grave;
struct level;
struct world;

/*
 * Digs the grave of a delver that has died on that level, and stands on none now: takes all that it
 * carried, but leaves a beginner's share. On a level that is full of graves the oldest of the
 * delver's own goes, or else the oldest of all, but none that is less than a day old. If none can
 * go, nothing is taken: the delver wakes in its haven with everything, and with the experience that
 * the grave would have given back.
 */
void grave_dig(struct world *world, struct level *level, struct delver *delver);

/* True if a death at that level of the life and on that depth takes neither pack nor gold. */
bool grave_spares(int level, int depth);

/* Puts a grave onto a level that has fewer than POPULATION_GRAVES_MAX, as the newest; the ledger
   knows its contents already. Between ticks. */
void grave_lay(struct world *world, struct level *level, const struct grave *grave);

/* Puts a saved grave onto a level like grave_lay(), and enters its contents in the ledger. */
void grave_add(struct world *world, struct level *level, const struct grave *grave);

/* The delver has come to another cell: a grave there that may be opened is emptied into the pack,
   as far as there is room. */
void grave_step(const struct world *world, struct delver *delver);

/* Brings the delver's knowledge of its graves up to date with the loaded levels. Between ticks,
   when the delver or a level has come into the world. */
void graves_settle(struct world *world, struct delver *delver);

/*
 * The grave of the delver's own death, an entry of life.deaths. *out_level is the level if it is
 * loaded, else NULL; then the grave is NULL too, though it may exist. NULL on a loaded level: the
 * grave is gone.
 */
const struct grave *grave_of_death(const struct world *world, const struct delver *delver,
                                   const struct death *death, const struct level **out_level);

/* True if that delver may open the grave now: its owner always; others when it is a day old,
   unless its owner was never below depth 3. */
bool grave_is_open_to(const struct world *world, const struct grave *grave, int64_t delver_id);

/* Frees the graves of a level that are empty or a week old; with `all`, all of them. */
void graves_fill_in(struct world *world, struct level *level, bool all);

/* Removes a player's graves and their contents from a level. The contents count as ended; or, if
   they are noted as ended elsewhere, as carried out. */
void graves_forget(struct world *world, struct level *level, int64_t delver_id,
                   bool is_noted_elsewhere);

/* The player has that name from now on, as name_normalise() writes it, filled up with NULs. */
void graves_rename(struct world *world, struct level *level, int64_t delver_id,
                   const char name[NAME_LENGTH_MAX + 1]);

/* Moves the graves of a level that is made again to the new level, as near to their cells as
   there is ground. */
void graves_move(struct world *world, struct level *from, struct level *to);

/* The verb of the action table: true if it happened and costs time. */
bool bundle_fetch(const struct world *world, struct body *body, const struct action *action);

/* Passes the bundle at `object` to `other`, and opens it if that is its owner. True if it
   passed. */
bool bundle_give(const struct world *world, struct delver *delver, uint32_t object,
                 struct delver *other);

/* The delver opens the bundle at `object`, if it may. Where not all has room, the rest stays in it.
   True if it did. */
bool bundle_open(const struct world *world, struct delver *delver, uint32_t object);

/* The player has that name from now on, as in graves_rename(): a bundle of theirs says so. */
void bundle_rename(struct world *world, struct delver *delver, int64_t owner_id,
                   const char name[NAME_LENGTH_MAX + 1]);

/* Takes the bundle away if it is of that player, as graves_forget() takes a grave. */
void bundle_forget(struct world *world, struct delver *delver, int64_t owner_id,
                   bool is_noted_elsewhere);

/* Things from graves that never open to the delver who carries them go when the grave would be
   gone. Between ticks. */
void bundles_clean_up(struct world *world);

#endif
