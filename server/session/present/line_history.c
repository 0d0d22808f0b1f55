/*
 * The lines that were typed: one after the other in a piece of memory.
 */
#include "server/session/present/line_history.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

void line_history_release(struct line_history *history)
{
    if (history->text != NULL)
        sodium_memzero(history->text, LINE_HISTORY_BYTES);
    free(history->text);
    *history = (struct line_history){.text = NULL};
}

/* The line of that age, 1 for the newest; NULL: it is older than all. */
static const char *line_at(const struct line_history *history, size_t age)
{
    size_t at = history->length;

    if (history->text == NULL)
        return NULL;
    for (; age > 0; age--) {
        if (at == 0)
            return NULL;
        do {
            at--;
        } while (at > 0 && history->text[at - 1] != '\0');
    }
    return history->text + at;
}

void line_history_add(struct line_history *history, const char *line)
{
    size_t size = strlen(line) + 1;
    const char *newest = line_at(history, 1);

    history->age = 0;
    if (size == 1 || size > LINE_HISTORY_BYTES || (newest != NULL && strcmp(newest, line) == 0))
        return;
    if (history->text == NULL)
        history->text = malloc(LINE_HISTORY_BYTES);
    if (history->text == NULL)
        return;
    while (history->length + size > LINE_HISTORY_BYTES) {
        size_t oldest = strlen(history->text) + 1;
        history->length -= oldest;
        memmove(history->text, history->text + oldest, history->length);
    }
    memcpy(history->text + history->length, line, size);
    history->length += size;
}

const char *line_history_step(struct line_history *history, int step)
{
    if (step < 0 && history->age == 0)
        return NULL;
    size_t age = history->age + (step < 0 ? (size_t)-1 : 1);
    const char *line = age == 0 ? "" : line_at(history, age);
    if (line != NULL)
        history->age = age;
    return line;
}
