/*
 * Text put together piece by piece in a buffer of fixed size, which is ended by NUL at any time.
 * Where the room ends, a writer cuts off or leaves out a piece; sentences are left out whole. Nouns
 * take the form of their number, and a mistyped word is answered by the nearest of a list.
 */
#ifndef UNDERCROFT_BASE_TEXT_H
#define UNDERCROFT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer {
    char *out;
    size_t size;
    size_t length; /* length of the text so far, always below `size` */
};

/* Begins a text in `out` of `size` bytes, at least 1, which is empty from here on. */
struct writer writer_of(char *out, size_t size);

/* Goes on behind the text that stands in `out`. */
struct writer writer_behind(char *out, size_t size);

/* Adds a piece, cut off where the room ends. */
__attribute__((format(__printf__, 2, 3))) void writer_add(struct writer *writer, const char *format,
                                                          ...);

/* Like writer_add(), with `joint` before the text unless it is the first. */
__attribute__((format(__printf__, 3, 4))) void writer_join(struct writer *writer, const char *joint,
                                                           const char *format, ...);

/* Joins a piece if it has room with its joint, which is counted for the first, too. False: it has
   none, and nothing is added. */
bool writer_join_whole(struct writer *writer, const char *joint, const char *piece);

/* Makes the first letter a capital. */
void text_capitalise(char *text);

/* Sentences that are joined. A sentence that does not fit is left out whole, with everything
   behind it: a reader never hears half a fact. */
struct sentences {
    struct writer writer;
    bool is_full;
    bool begins_line; /* the next sentence begins a line */
};

/* `out` of `size` bytes, at least 1, is empty from here on. */
void sentences_init(struct sentences *sentences, char *out, size_t size);

/* Adds a sentence, with its full stop; its first letter is made a capital. */
__attribute__((format(__printf__, 2, 3))) void sentences_add(struct sentences *sentences,
                                                             const char *format, ...);

/* The next sentence begins a line, unless it is the first. */
void sentences_break(struct sentences *sentences);

/* The ending of a noun behind that number: "" for 1, else "s". */
const char *plural_end(int64_t count);

/* Writes the text with the number's form of each noun in it that ends in "(s)": " cell(s) off." is
   " cell off." for one. Cut off at `out_size` bytes. */
void plural_put(const char *text, int64_t count, char *out, size_t out_size);

enum { NEAREST_LENGTH_MAX = 64 };

/*
 * The candidate with the smallest edit distance from `word`, the first of equals, or NULL if none
 * is within `distance_max` edits. An edit inserts, deletes or replaces a byte (V. Levenshtein,
 * 1965) or swaps two neighbours (F. Damerau, 1964; no byte is edited twice). Case counts. Words and
 * candidates of more than NEAREST_LENGTH_MAX bytes match nothing. The result is a pointer out of
 * `candidates`.
 */
const char *nearest_word(const char *word, const char *const *candidates, size_t count,
                         int distance_max);

#endif
