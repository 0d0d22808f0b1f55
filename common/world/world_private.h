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

/* An event about an item, at the body's place. */
struct event *event_of_item(struct event_list *list, enum event_kind kind, const struct body *body,
                            const struct item *item);

/* What happens on a level by itself: at `at`, and nobody is its actor. */
void event_of_level(struct level *level, enum event_kind kind, struct pos at);

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

/* Adds a body to its level's list of those with something to do. */
void body_activate(struct body *body);

/* Every place of a new world's pools is free. */
void items_init(struct world *world);

/* A new foe on a free cell, a new item on a cell; NULL: its pool is used up. Between ticks only. */
struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at, enum mood mood);
struct item *item_add(struct world *world, enum item_kind kind, struct level *level, struct pos at);

/* Takes a foe off its level, or all items of a list out of the world. Between ticks only. */
void foe_free(struct world *world, struct foe *foe);
void items_free(struct world *world, item_id *first);

/* An item from nowhere to a cell or into a pack, and the reverse. */
void item_lay(struct level *level, struct item *item, struct pos at);
void item_pick(const struct world *world, struct level *level, struct item *item);
void item_pack(struct body *body, struct item *item);
void item_unpack(const struct world *world, struct body *body, struct item *item);

void items_hash(const struct world *world, item_id first, struct hash *hash);

/* Room for level_stock(); NULL: there is no memory left. The caller frees it with free(). */
struct stock_room *stock_room_new(void);

/* A level that has come into the world gets its stream, foes and items; before it goes, they go. */
void level_stock(struct world *world, struct level *level);
void level_clear(struct world *world, struct level *level);

/*
 * Before the tile at `at` changes its opacity: everybody whose sight that can change must look
 * about at the end of the tick. An opaque cell changes it only for those who see the cell. A clear
 * cell may let light through and yet not be seen itself, so that then everybody on the level looks.
 */
void sight_disturb(const struct world *world, struct level *level, struct pos at);

/* Every body of the level with something to do acts, if it can and time goes on for it. */
void turns_run(const struct world *world, struct level *level, struct level_work *work);

/* Queues an action, or says that the queue is full. */
void body_queue_action(struct world *world, struct body *body, struct action action);

#endif
