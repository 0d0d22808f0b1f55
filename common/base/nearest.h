/*
 * "Did you mean": the word of a list with the smallest edit distance from a typed word.
 */
#ifndef UNDERCROFT_BASE_NEAREST_H
#define UNDERCROFT_BASE_NEAREST_H

#include <stddef.h>

enum { NEAREST_LENGTH_MAX = 64 };

/*
 * The candidate with the smallest edit distance from `word`, the first of equals, or NULL if none
 * is within `distance_max` edits. An edit is a byte put in, left out or replaced (V. Levenshtein,
 * 1965) or two neighbours swapped (F. Damerau, 1964; no byte is edited twice). Case counts. Words
 * and candidates of more than NEAREST_LENGTH_MAX bytes are near to nothing. The result is one of
 * the pointers in `candidates`.
 */
const char *nearest_word(const char *word, const char *const *candidates, size_t count,
                         int distance_max);

#endif
