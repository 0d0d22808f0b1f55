/*
 * What the files of the world share among themselves.
 */
#ifndef UNDERCROFT_WORLD_WORLD_PRIVATE_H
#define UNDERCROFT_WORLD_WORLD_PRIVATE_H

#include "world/world.h"

/* Does what one input says and releases what the world did not take over. */
void world_apply_input(struct world *world, struct input *input);

/* The next event of this tick, filled with who and where; the caller adds the rest. */
struct event *event_push(struct world *world, enum event_kind kind, const struct actor *actor);

/* Tells the actor why nothing happened. */
void event_refuse(struct world *world, const struct actor *actor, enum refusal refusal,
                  enum dir dir);

/* Events live until the next tick, and may speak of a level that goes with this one. */
void event_forget_level(struct world *world, const struct level *level);

/* Does INPUT_LEVEL_SWAP, whole or not at all. */
void level_swap_apply(struct world *world, struct input *input);

/* Puts a body on a free cell of a level, or takes it off. */
void body_place(struct world *world, struct actor *actor, struct level *level, struct pos at);
void body_remove(struct world *world, struct actor *actor);
void body_move(struct world *world, struct actor *actor, struct pos to);
void body_swap(struct world *world, struct actor *actor, struct actor *other);

/*
 * Before the tile at `at` changes its opacity: everybody whose sight that can change must look
 * about at the end of the tick. An opaque cell changes it only for those who see the cell. A clear
 * cell may let light through and yet not be seen itself, so that then everybody on the level looks.
 */
void sight_disturb(struct world *world, const struct level *level, struct pos at);

/* Everybody with something queued acts, if they can. */
void turns_run(struct world *world);

/* Queues an action, or says that the queue is full. */
void actor_queue_action(struct world *world, struct actor *actor, struct action action);

#endif
