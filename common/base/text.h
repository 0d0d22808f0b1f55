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

/* Begins an empty text in `out` of `size` bytes, at least 1. */
struct writer writer_of(char *out, size_t size);

/* Makes a writer that appends to the text already in `out`. */
struct writer writer_behind(char *out, size_t size);

/* Appends a piece; what does not fit is cut off. */
__attribute__((format(__printf__, 2, 3))) void writer_add(struct writer *writer, const char *format,
                                                          ...);

/* Works like writer_add(), and writes `joint` before the text unless the text is still empty. */
__attribute__((format(__printf__, 3, 4))) void writer_join(struct writer *writer, const char *joint,
                                                           const char *format, ...);

/* Appends `joint` and `piece` if both fit. At the start of the text the joint is not written, but
   must still fit. False: nothing was added. */
bool writer_join_whole(struct writer *writer, const char *joint, const char *piece);

/* Makes the first letter a capital. */
void text_capitalise(char *text);

/* Sentences one after the other in a text of limited size. A sentence that does not fit is left out
   whole, with all that follow: a reader never reads half a fact. */
struct sentences {
    struct writer writer;
    bool is_full;
    bool begins_line; /* the next sentence starts a new line */
};

/* Begins without a sentence in `out` of `size` bytes, at least 1. */
void sentences_init(struct sentences *sentences, char *out, size_t size);

/* Adds a sentence, with its full stop; its first letter is made a capital. */
__attribute__((format(__printf__, 2, 3))) void sentences_add(struct sentences *sentences,
                                                             const char *format, ...);

/* Makes the next sentence start a new line, unless it is the first. */
void sentences_break(struct sentences *sentences);

/* Returns the ending of a noun after that number: "" for 1, else "s". */
const char *plural_end(int64_t count);

/* Copies `text`, in which each noun that ends in "(s)" gets its singular or plural: for a count of
   1, " cell(s) off." becomes " cell off.". Cuts the copy off at `out_size` bytes. */
void plural_put(const char *text, int64_t count, char *out, size_t out_size);

enum { NEAREST_LENGTH_MAX = 64 };

/*
 * Returns the candidate with the smallest edit distance from `word`, the first of equals, or NULL
 * if none is within `distance_max` edits. An edit inserts, deletes or replaces a byte (V.
 * Levenshtein, 1965) or swaps two neighbours (F. Damerau, 1964; no byte is edited twice). Case
 * counts. Words and candidates of more than NEAREST_LENGTH_MAX bytes match nothing. The result is
 * one of the pointers in `candidates`.
 */
const char *nearest_word(const char *word, const char *const *candidates, size_t count,
                         int distance_max);

#endif
