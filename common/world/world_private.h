/*
 * What the files of the world share among themselves.
 */
#ifndef UNDERCROFT_WORLD_WORLD_PRIVATE_H
#define UNDERCROFT_WORLD_WORLD_PRIVATE_H

#include "world/world.h"

/* Does what one input says and releases what the world did not take over. */
void world_apply_input(struct world *world, struct input *input);

/* Where the level of that wing and depth is among the world's levels, or would be. */
uint32_t world_level_slot(const struct world *world, uint16_t wing, uint16_t depth);

/* Takes over a level; the caller has seen that there is room, and none of its wing and depth. */
void world_insert_level(struct world *world, struct level *level);

/*
 * The next event of a list, filled with who and where; the caller adds the rest. What inputs bring
 * about goes to the world's list, and what a level's tick does to the level's.
 */
struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body);

/* Tells the body why nothing happened. */
void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir);

/* Does INPUT_LEVEL_SWAP, whole or not at all. */
void level_swap_apply(struct world *world, struct input *input);

/* Puts a body on a free cell of a level, or takes it off. */
void body_place(const struct world *world, struct body *body, struct level *level, struct pos at);
void body_remove(const struct world *world, struct body *body);
void body_move(struct body *body, struct pos to);
void body_swap(struct body *body, struct body *other);

/* Puts a body at the head of the list that `first` leads to, or takes it out. */
void body_link(const struct world *world, struct body *body, body_id *first);
void body_unlink(const struct world *world, struct body *body, body_id *first);

/*
 * Before the tile at `at` changes its opacity: everybody whose sight that can change must look
 * about at the end of the tick. An opaque cell changes it only for those who see the cell. A clear
 * cell may let light through and yet not be seen itself, so that then everybody on the level looks.
 */
void sight_disturb(const struct world *world, struct level *level, struct pos at);

/* Every body of the level with something queued acts, if it can. */
void turns_run(const struct world *world, struct level *level);

/* Queues an action, or says that the queue is full. */
void body_queue_action(struct world *world, struct body *body, struct action action);

#endif
