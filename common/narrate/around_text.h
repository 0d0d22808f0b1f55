/*
 * Sentences, one after the other, into a buffer of fixed size. A sentence that finds no room is
 * left out whole, and so is everything behind it: a reader never hears half a fact.
 */
#ifndef UNDERCROFT_NARRATE_AROUND_TEXT_H
#define UNDERCROFT_NARRATE_AROUND_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct sentences {
    char *out;
    size_t size;
    size_t length;
    bool is_full;
    bool begins_line; /* the next one begins a line */
};

/* `out` of `size` bytes, at least 1, is empty from here on and always ended by NUL. */
void sentences_init(struct sentences *sentences, char *out, size_t size);

/* One sentence, with its full stop; its first letter is made a capital. */
void sentences_add(struct sentences *sentences, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* The next sentence begins a line, unless it is the first. */
void sentences_break(struct sentences *sentences);

#endif
