/*
 * Shared parts of the files of the world.
 */
#ifndef UNDERCROFT_WORLD_WORLD_PRIVATE_H
#define UNDERCROFT_WORLD_WORLD_PRIVATE_H

#include "world/world.h"

/* Does what one input says and releases what the world did not take over. */
void world_apply_input(struct world *world, struct input *input);

/* How many graves there can be: as many as all levels can have. */
uint32_t world_graves_max(const struct world *world);

/* Where the level of that wing and depth is among the world's levels, or would be. */
uint32_t world_level_slot(const struct world *world, uint16_t wing, uint16_t depth);

/* Takes over a level; the caller has seen that there is room, and none of its wing and depth. */
void world_insert_level(struct world *world, struct level *level);

/*
 * The next event of a list, filled with its actor and place; the caller adds the rest. Events of
 * inputs go to the world's list, and events of a level's tick to the level's.
 */
struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body);

/* False once few places are left: an effect on many bodies at once is told for the first ones
   only. */
bool event_has_room(const struct event_list *list);

/* Tells the body why nothing happened. */
void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir);

/* An event about a thing, at the body's place. */
struct event *event_of_stack(struct event_list *list, enum event_kind kind, const struct body *body,
                             struct stack thing);

/* An event on a level without an actor, at `at`. */
struct event *event_of_place(struct event_list *list, enum event_kind kind,
                             const struct level *level, struct pos at);

/* The same in the level's own tick, for an event that no body causes. */
void event_of_level(struct level *level, enum event_kind kind, struct pos at);

/* Something that is kept of a delver has changed between ticks: also of one that is on its way
   between levels. */
void world_note_change(struct world *world, struct delver *delver);

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

/* A new foe on a free cell, a new item on a cell; NULL: its pool is used up. Between ticks only. */
struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at, enum mood mood);
struct item *item_add(struct world *world, struct stack thing, struct level *level, struct pos at);

/* Takes a foe off its level, or all that lies on a level out of the world. Between ticks only. */
void foe_free(struct world *world, struct foe *foe);
void items_free(struct world *world, struct level *level);

/* Each level with delvers gets free places for things. Between ticks only. */
void items_share_out(struct world *world);

/*
 * Lays a thing on a cell. `from` is the delver that had it, or for which it was made; NULL: the
 * level's own. The thing of a delver that was never below depth 3 stays that delver's, and is gone
 * after a day; any other is anybody's. Where the level is full, the one that has lain there longest
 * and is nobody's goes, or else the oldest of those that new delvers left. NULL: there is no place;
 * the thing is still the caller's.
 */
struct item *item_lay(const struct world *world, struct level *level, struct stack thing,
                      struct pos at, const struct delver *from);

/* True if item_lay() would find a place now. */
bool item_has_room(const struct world *world, const struct level *level);

/* Ends a thing for which item_lay() has no place at `at`, and tells the delvers who see the
   cell. */
void item_end_unplaced(struct level *level, struct stack thing, struct pos at);

/* Ends what delvers that were new left there a day ago. Between a level's tick and the end of its
   ledger's page. */
void items_clean_up(const struct world *world, struct level *level);

/* Takes an item off its level; the caller has copied its stack. */
void item_take_away(const struct world *world, struct level *level, struct item *item);

/* Updates the mark of a cell that a grave has come to, or gone from. */
void items_mark_cell(const struct world *world, struct level *level, struct pos at);

/* For ITEM_OWNED_MS from now only that delver may pick it up, and does so by a step. */
void item_own(const struct world *world, struct item *item, int64_t delver_id);

/* Things that only that delver might pick up are anybody's from now on. */
void items_disown(const struct world *world, struct level *level, int64_t delver_id);

void items_hash(const struct world *world, item_id first, struct hash *hash);

/* Room for level_stock(); NULL: there is no memory left. The caller frees it with free(). */
struct stock_room *stock_room_new(void);

/* A level that has come into the world gets its stream, foes and items: those of the encoded
   population, or new ones where that is empty or none of such a level. Before it goes, they go. */
void level_stock(struct world *world, struct level *level, const struct bytes *population);
void level_clear(struct world *world, struct level *level);

/*
 * A level grows its population back (refill.c): after its tick one group, if that is due; and
 * before a delver comes to the cell `at` of a level without delvers, what is missing by then.
 * Between the ticks of levels only, by wing and depth, since the places of the pool belong to the
 * world.
 */
void refill_run(struct world *world, struct level *level);
/* Somebody brings an ember to that cell of the level: what is short of half as many groups more
   than at its birth comes at once. */
void refill_rouse(struct world *world, struct level *level, struct pos at);

void refill_arrival(struct world *world, struct level *level, struct pos at);

/* Before a delver comes to a level: foes that lost their targets, and stand where nobody sees them
   or gives them time, are at home. Between the ticks of levels only. */
void foes_go_home(const struct world *world, struct level *level);

/*
 * One thing that is missing comes back, if it is time: after a level's tick and before its ledger
 * is closed.
 */
void strew_run(struct world *world, struct level *level);

/* Things from graves that never open to the delver who carries them go when the grave would be
   gone. Between ticks. */
void bundles_clean_up(struct world *world);

/* After a level's tick: a wandering pedlar that is due sets up its stall, one whose time is over is
   gone (world/pedlar.h). Between the ticks of levels only. */
void pedlar_visit_run(struct world *world, struct level *level);

/*
 * Before the tile at `at` changes its opacity: everybody whose sight that can change must look
 * about at the end of the tick. An opaque cell changes it only for those who see the cell. A clear
 * cell may let light through and yet not be seen itself, so that then everybody on the level looks.
 */
void sight_disturb(const struct world *world, struct level *level, struct pos at);

/* True if no delver on the level sees the cell. */
bool sight_is_clear_of(const struct world *world, const struct level *level, struct pos at);

/* Every body of the level with something to do acts, if it can and time goes on for it. `again`
   counts the ticks that the level has lived before in this one of the world: see
   world/stride_state.h. */
void turns_run(const struct world *world, struct level *level, struct level_work *work, int again);

/* Begins a stride (world/stride_state.h): each of those in `text`, a digit from '0' on for an enum
   dir; the first is queued as any action is. Text that says anything else is no stride. */
void stride_begin(struct world *world, struct delver *delver, const char *text);

/* How many ticks a level may live in one of the world. */
int stride_ticks(const struct world *world);

/* True if the level lives another tick at once for the delver that strides there; what is next has
   been queued. */
bool stride_goes_on(const struct world *world, struct level *level);

/* Forgets the stride of the level. */
void stride_end(const struct world *world, struct level *level);

/*
 * Foes made in play: those that a foe calls or raises, and the half of one that splits. The pool of
 * foes belongs to the world, and levels are ticked in any order; so a level asks in its tick for
 * what `foe` does by PART_CALL, PART_SPLIT or PART_RAISE, and the world grants between ticks, one
 * level after another. Past LEVEL_SPAWNS_MAX wishes, with a pool that is used up or on a full
 * level, nothing comes of it.
 */
void spawn_ask(struct level *level, body_id foe, enum part_id part);
void spawn_grant(struct world *world, struct level *level);

/* A foe died there: one of its family may raise it. */
void spawn_note_death(struct level *level, enum species_id species, struct pos at);

/* Hashes the dead of a level; adds nothing where none are listed. */
void spawn_hash_dead(const struct level *level, struct hash *hash);

/* The dead of the foe's family that is nearest and that it can raise; NULL: there is none. */
struct level_dead *spawn_find_dead(const struct foe *foe);

/* Queues an action, or says that the queue is full. */
void body_queue_action(struct world *world, struct body *body, struct action action);

/* Takes the steps out of the queue; the rest stays in its order. */
void body_drop_steps(struct body *body);

#endif
