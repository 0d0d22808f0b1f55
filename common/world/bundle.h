/*
 * Bundles: a delver at the closed grave of another may fetch its contents, sealed, and give them to
 * the dead delver, for whose hands alone the bundle opens. A bundle takes one place of a pack, and
 * a delver carries one at most; what it holds is kept with the delver's life. It is neither dropped
 * nor thrown. Once the grave would be anybody's, so is the bundle, and where it never would be the
 * bundle goes when the grave would. Where its bearer dies, it is a grave of its owner again.
 */
#ifndef UNDERCROFT_WORLD_BUNDLE_H
#define UNDERCROFT_WORLD_BUNDLE_H

#include "world/world_private.h"

/* The verb of the action table: true if it happened and costs time. */
bool bundle_fetch(const struct world *world, struct body *body, const struct action *action);

/* The bundle at `object` passes to `other`, and opens if that is its owner. True if it did. */
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

#endif
