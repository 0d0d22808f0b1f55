/*
 * The inputs of the next tick, in an array of the maximum of a tick.
 */
#include "server/game/input_queue.h"

#include <stdlib.h>

enum err input_queue_init(struct input_queue *queue)
{
    queue->count = 0;
    queue->items = calloc(WORLD_INPUTS_MAX, sizeof *queue->items);
    return queue->items == NULL ? ERR_MEMORY : ERR_OK;
}

void input_queue_release(struct input_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        input_release(&queue->items[i]);
    free(queue->items);
    queue->items = NULL;
    queue->count = 0;
}

struct input *input_queue_add(struct input_queue *queue, enum input_kind kind, body_id delver)
{
    if (queue->count == WORLD_INPUTS_MAX)
        return NULL;
    struct input *input = &queue->items[queue->count++];
    *input = (struct input){.kind = kind, .actor = delver};
    return input;
}

void input_queue_take_back(struct input_queue *queue, body_id delver)
{
    size_t kept = 0;

    for (size_t i = 0; i < queue->count; i++) {
        const struct input *input = &queue->items[i];
        if ((input->kind == INPUT_ACTION || input->kind == INPUT_STRIDE) && input->actor == delver)
            continue;
        if (kept < i)
            queue->items[kept] = *input;
        kept++;
    }
    queue->count = kept;
}

void input_queue_clear(struct input_queue *queue)
{
    queue->count = 0;
}
