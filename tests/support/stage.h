/*
 * A small world to play scenes in: one drawn level (depth 1), delvers put where a test wants them,
 * inputs gathered for the next tick, events of the last one found again.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_STAGE_H
#define UNDERCROFT_TESTS_SUPPORT_STAGE_H

#include "support/draw_level.h"
#include "world/world.h"

enum {
    STAGE_INPUTS_MAX = 512,
    STAGE_DELVERS_MAX = 16,
    STAGE_LEVELS_MAX = 4,
    STAGE_FOES_MAX = 8,
    STAGE_ITEMS_MAX = 600
};

struct stage {
    struct world *world;
    struct level_key key; /* of the level drawn first */
    struct input *inputs; /* STAGE_INPUTS_MAX of them, owned */
    size_t input_count;
};

/* A world with the level of `text`, one tick old. */
void stage_init(struct stage *stage, const char *text);
void stage_release(struct stage *stage);

/* An input for the next tick, with everything but kind and delver cleared. */
struct input *stage_input(struct stage *stage, enum input_kind kind, body_id delver);

/* Runs one tick, or `count` of them, with the inputs gathered so far. */
void stage_tick(struct stage *stage);
void stage_ticks(struct stage *stage, int count);

/* Adds the level of `text` with that key at the next tick. */
void stage_add_level(struct stage *stage, const char *text, struct level_key key);

/* The record of a new delver who is given an id and a place by others: depth 1, a first life
   without gold, in which no level is a lesson for having been seen. */
struct delver_record stage_newborn(void);

/* Asks for delver `delver_id` at `at` of the level `key` (which is loaded) at the next tick. */
void stage_ask_join(struct stage *stage, int64_t delver_id, struct level_key key, struct pos at);

/* The same on the first level, and runs the tick. Returns the body; fails the test without one. */
body_id stage_join(struct stage *stage, int64_t delver_id, struct pos at);

/* Queues an action for the next tick. */
void stage_act(struct stage *stage, body_id delver, enum action_verb verb, enum dir dir);

/* Puts a foe or an item on a cell of the first level at once. */
body_id stage_foe(struct stage *stage, enum species_id species, struct pos at);
item_id stage_item(struct stage *stage, enum item_kind kind, struct pos at);

/* Queues an action with an item for the next tick. */
void stage_use(struct stage *stage, body_id delver, struct action action);

/* Lets `delver` say `text`, cut to what one may say, at the next tick. */
void stage_say(struct stage *stage, body_id delver, const char *text);

/* Asks for the end of a transit at the next tick, with an empty memory. */
void stage_arrive(struct stage *stage, body_id delver, struct level_key key);

struct level *stage_level(const struct stage *stage);
struct delver *stage_delver(const struct stage *stage, body_id delver);
struct pos stage_place(const struct stage *stage, body_id delver);

/* The first event of that kind about `delver` in the last tick; NULL if there was none. */
const struct event *stage_event(const struct stage *stage, enum event_kind kind, body_id delver);

/* The number of events of the last tick. */
int stage_event_count(const struct stage *stage);

/* The text of the first event of that kind about `delver`, which must be there. */
const char *stage_text(const struct stage *stage, enum event_kind kind, body_id delver);

/* Fails the test unless `delver` was refused in the last tick for that reason. */
void stage_expect_refusal(const struct stage *stage, body_id delver, enum refusal refusal);

#endif
