/*
 * Graves: the things of a dead delver stay where it died. For a day only that delver may open the
 * grave, and then anybody, unless the delver was never below depth 3; after a week the grave is
 * gone. Graves are dug and filled in between ticks.
 *
 * Bundles: a delver at the closed grave of another can fetch its contents, sealed, and give them to
 * their owner, who alone can open the bundle. A bundle is one object of a pack, and a delver
 * carries at most one; its contents are kept with the delver's life. It cannot be dropped or
 * thrown. When the grave would open to everybody, the bundle does; a bundle that never opens goes
 * when its grave would. Where the bearer dies, the bundle is a grave of its owner again.
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
 * Digs the grave of a delver that died on that level and stands on none now. The grave gets all
 * that it carried, except a beginner's share. On a level full of graves the oldest of the delver's
 * own is removed, or else the oldest of all, but none that is less than a day old. If none can be
 * removed, nothing is taken: the delver wakes in its haven with everything, and with the experience
 * that the grave would have given back.
 */
void grave_dig(struct world *world, struct level *level, struct delver *delver);

/* True if a delver of that level loses neither pack nor gold by a death on that depth. */
bool grave_spares(int level, int depth);

/* Puts a grave onto a level with fewer than POPULATION_GRAVES_MAX, as the newest. Its contents must
   be in the ledger already. Call it between ticks. */
void grave_lay(struct world *world, struct level *level, const struct grave *grave);

/* Puts a saved grave onto a level like grave_lay(), and adds its contents to the ledger. */
void grave_add(struct world *world, struct level *level, const struct grave *grave);

/* Empties a grave on the delver's cell into its pack, if the delver may open the grave; things
   without room stay. Call it when the delver has come to another cell. */
void grave_step(const struct world *world, struct delver *delver);

/* Updates what the delver knows of its graves on the loaded levels. Call it between ticks, when the
   delver or a level has come into the world. */
void graves_settle(struct world *world, struct delver *delver);

/*
 * Returns the grave of a delver's death, an entry of life.deaths. *out_level is its level, or NULL
 * if that is not loaded: the grave is then NULL too, though it may exist. NULL on a loaded level:
 * the grave is gone.
 */
const struct grave *grave_of_death(const struct world *world, const struct delver *delver,
                                   const struct death *death, const struct level **out_level);

/* True if that delver may open the grave now: its owner at any time, others after a day, unless its
   owner was never below depth 3. */
bool grave_is_open_to(const struct world *world, const struct grave *grave, int64_t delver_id);

/* Frees the graves of a level that are empty or a week old; all graves if `all` is set. */
void graves_fill_in(struct world *world, struct level *level, bool all);

/* Removes a player's graves from a level, with their contents. `is_noted_elsewhere`: the contents
   count as carried out of the level, else as destroyed. */
void graves_forget(struct world *world, struct level *level, int64_t delver_id,
                   bool is_noted_elsewhere);

/* Changes the owner's name on that player's graves on the level. `name` is in the form of
   name_normalise(), padded with NULs. */
void graves_rename(struct world *world, struct level *level, int64_t delver_id,
                   const char name[NAME_LENGTH_MAX + 1]);

/* Moves the graves of a level that is replaced to the new level, each to the ground nearest to its
   cell. */
void graves_move(struct world *world, struct level *from, struct level *to);

/* Does the verb of the action table. Returns true if the action happened and costs time. */
bool bundle_fetch(const struct world *world, struct body *body, const struct action *action);

/* Passes the bundle at `object` to `other`, and opens it if `other` is its owner. Returns true if
   it was passed. */
bool bundle_give(const struct world *world, struct delver *delver, uint32_t object,
                 struct delver *other);

/* Opens the bundle at `object` if the delver may. Things without room stay in the bundle. Returns
   true if it was opened. */
bool bundle_open(const struct world *world, struct delver *delver, uint32_t object);

/* Changes the owner's name on a carried bundle of that player, as graves_rename() does on
   graves. */
void bundle_rename(struct world *world, struct delver *delver, int64_t owner_id,
                   const char name[NAME_LENGTH_MAX + 1]);

/* Removes a carried bundle of that player, as graves_forget() removes a grave. */
void bundle_forget(struct world *world, struct delver *delver, int64_t owner_id,
                   bool is_noted_elsewhere);

/* Destroys the bundles that never open to their bearer once their graves would be gone. Call it
   between ticks. */
void bundles_clean_up(struct world *world);

#endif
