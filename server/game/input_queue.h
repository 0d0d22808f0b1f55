/*
 * The inputs since the last tick, in the order in which they came. The world gets no other input.
 */
#ifndef UNDERCROFT_SERVER_GAME_INPUT_QUEUE_H
#define UNDERCROFT_SERVER_GAME_INPUT_QUEUE_H

#include <stddef.h>

#include "base/err.h"
#include "world/world.h"

struct input_queue {
    struct input *items; /* WORLD_INPUTS_MAX entries */
    size_t count;
};

MUST_USE enum err input_queue_init(struct input_queue *queue);
void input_queue_release(struct input_queue *queue);

/* Adds a cleared input of that kind, and returns it; NULL: the tick is full. */
struct input *input_queue_add(struct input_queue *queue, enum input_kind kind, body_id delver);

/* Removes the queued actions of a delver that no tick has taken yet. */
void input_queue_take_back(struct input_queue *queue, body_id delver);

/* Clears the inputs after a tick has taken them. */
void input_queue_clear(struct input_queue *queue);

#endif
