/*
 * Edit distance with the last three rows of the table: a swap looks back two.
 */
#include "base/nearest.h"

#include <string.h>

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static size_t bounded_length(const char *word)
{
    return strnlen(word, NEAREST_LENGTH_MAX + 1);
}

/* Both lengths are at most NEAREST_LENGTH_MAX. */
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][NEAREST_LENGTH_MAX + 1] = {0};

    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *two_above = rows[(i + 1) % 3];

        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            int moved = smaller(above[j], row[j - 1]) + 1;
            row[j] = smaller(replaced, moved);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *nearest_word(const char *word, const char *const *candidates, size_t count,
                         int distance_max)
{
    const char *found = NULL;
    int limit = distance_max;
    size_t length = bounded_length(word);

    if (length > NEAREST_LENGTH_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = bounded_length(candidates[i]);
        if (candidate_length > NEAREST_LENGTH_MAX)
            continue;
        int distance = edit_distance(word, length, candidates[i], candidate_length);
        if (distance > limit)
            continue;
        found = candidates[i];
        limit = distance - 1;
    }
    return found;
}
