/*
 * Replaying a record.
 */
#include "sim/replay_log.h"

#include <stdlib.h>

#include "world/input_log.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

static void run_entry(struct world *world, struct input *inputs,
                      const struct input_log_entry *entry, struct replay_result *result)
{
    while (world->tick + 1 < entry->tick) {
        world_tick(world, NULL, 0);
        result->ticks++;
    }
    world_tick(world, inputs, entry->input_count);
    result->ticks++;
    result->tick = world->tick;
    result->entries++;
    result->inputs += entry->input_count;
    result->hash = world_hash(world);
    result->wanted = entry->hash;
}

static enum err run_entries(struct world *world, struct byte_reader *reader, struct input *inputs,
                            replay_look *look, void *context, struct replay_result *result)
{
    while (!byte_reader_at_end(reader)) {
        struct input_log_entry entry;
        enum err error = input_log_entry_decode(reader, inputs, WORLD_INPUTS_MAX, &entry);
        if (error != ERR_OK)
            return error;
        if (entry.tick <= world->tick || entry.tick - world->tick > REPLAY_GAP_MAX) {
            for (size_t i = 0; i < entry.input_count; i++)
                input_release(&inputs[i]);
            return ERR_FORMAT;
        }
        run_entry(world, inputs, &entry, result);
        if (look != NULL)
            look(context, world, result);
        if (result->hash != result->wanted) {
            result->verdict = REPLAY_DIFFERS;
            return ERR_OK;
        }
    }
    return ERR_OK;
}

void replay_log_run(const uint8_t *data, size_t length, replay_look *look, void *context,
                    struct replay_result *out)
{
    struct input_log_header header;
    struct byte_reader reader;
    struct world *world = NULL;
    struct input *inputs = NULL;

    *out = (struct replay_result){.verdict = REPLAY_EQUAL};
    byte_reader_init(&reader, data, length);
    out->error = input_log_header_decode(&reader, &header);
    if (out->error == ERR_OK)
        out->error = world_new(header.seed, header.tick, header.limits, &world);
    if (out->error == ERR_OK) {
        out->tick = header.tick;
        out->content = header.content;
        inputs = calloc(WORLD_INPUTS_MAX, sizeof *inputs);
        out->error =
            inputs == NULL ? ERR_MEMORY : run_entries(world, &reader, inputs, look, context, out);
    }
    if (out->error != ERR_OK)
        out->verdict = REPLAY_UNREADABLE;
    free(inputs);
    world_free(world);
}
