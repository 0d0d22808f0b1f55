/*
 * Text put together piece by piece in a buffer of fixed size, which is ended by NUL at any time.
 * Where the room ends, a writer cuts off or leaves out a piece; sentences are left out whole.
 */
#ifndef UNDERCROFT_BASE_TEXT_H
#define UNDERCROFT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct writer {
    char *out;
    size_t size;
    size_t length; /* of the text so far, always below `size` */
};

/* Begins a text in `out` of `size` bytes, at least 1, which is empty from here on. */
struct writer writer_of(char *out, size_t size);

/* Goes on behind the text that stands in `out`. */
struct writer writer_behind(char *out, size_t size);

/* Adds a piece, cut off where the room ends. */
__attribute__((format(__printf__, 2, 3))) void writer_add(struct writer *writer, const char *format,
                                                          ...);

/* The same, with `joint` before it unless it is the first. */
__attribute__((format(__printf__, 3, 4))) void writer_join(struct writer *writer, const char *joint,
                                                           const char *format, ...);

/* Joins a piece if it has room with its joint, which is counted for the first, too. False: it has
   none, and nothing is added. */
bool writer_join_whole(struct writer *writer, const char *joint, const char *piece);

/* Makes the first letter a capital. */
void text_capitalise(char *text);

/* Sentences, one after the other. A sentence that finds no room is left out whole, and so is
   everything behind it: a reader never hears half a fact. */
struct sentences {
    struct writer writer;
    bool is_full;
    bool begins_line; /* the next one begins a line */
};

/* `out` of `size` bytes, at least 1, is empty from here on. */
void sentences_init(struct sentences *sentences, char *out, size_t size);

/* One sentence, with its full stop; its first letter is made a capital. */
__attribute__((format(__printf__, 2, 3))) void sentences_add(struct sentences *sentences,
                                                             const char *format, ...);

/* The next sentence begins a line, unless it is the first. */
void sentences_break(struct sentences *sentences);

#endif
