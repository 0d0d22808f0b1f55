/*
 * A queue in an array: entries are added at its end and taken from its front, and it begins again
 * at its start when it is empty. Texts are in one buffer, one after the other, which is emptied
 * with the queue.
 */
#include "server/game/outbox.h"

#include <stdlib.h>
#include <string.h>

enum err outbox_init(struct outbox *outbox, uint32_t players_max)
{
    /* Each text, a refusal for each player, and the events. */
    *outbox = (struct outbox){.capacity = OUTBOX_TEXTS_MAX + players_max + 1};
    outbox->entries = calloc(outbox->capacity, sizeof *outbox->entries);
    outbox->bytes = malloc(OUTBOX_BYTES_MAX);
    return outbox->entries == NULL || outbox->bytes == NULL ? ERR_MEMORY : ERR_OK;
}

void outbox_release(struct outbox *outbox)
{
    free(outbox->entries);
    free(outbox->bytes);
    *outbox = (struct outbox){.entries = NULL};
}

static void add(struct outbox *outbox, const struct outbox_entry *entry)
{
    if (outbox->count >= outbox->capacity)
        outbox->lost++;
    else
        outbox->entries[outbox->count++] = *entry;
}

static void add_text(struct outbox *outbox, struct outbox_entry entry, const char *text)
{
    size_t size = strlen(text) + 1;

    if (outbox->text_count >= OUTBOX_TEXTS_MAX || OUTBOX_BYTES_MAX - outbox->bytes_used < size) {
        outbox->lost++;
        return;
    }
    entry.text = memcpy(outbox->bytes + outbox->bytes_used, text, size);
    outbox->bytes_used += size;
    outbox->text_count++;
    add(outbox, &entry);
}

void outbox_tell(struct outbox *outbox, struct audience audience, enum role role, const char *text)
{
    struct outbox_entry entry = {.kind = OUTBOX_TEXT, .audience = audience, .role = role};

    add_text(outbox, entry, text);
}

void outbox_add_events(struct outbox *outbox)
{
    add(outbox, &(struct outbox_entry){.kind = OUTBOX_EVENTS});
}

void outbox_refuse(struct outbox *outbox, uint64_t session_id, const char *why)
{
    add(outbox,
        &(struct outbox_entry){.kind = OUTBOX_REFUSED, .session_id = session_id, .text = why});
}

const struct outbox_entry *outbox_next(struct outbox *outbox)
{
    if (outbox->taken < outbox->count)
        return &outbox->entries[outbox->taken++];
    outbox->count = 0;
    outbox->taken = 0;
    outbox->text_count = 0;
    outbox->bytes_used = 0;
    return NULL;
}
