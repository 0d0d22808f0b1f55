/*
 * Edit distance (V. Levenshtein, 1965), one row at a time.
 */
#include "server/ops/mapgen/nearest.h"

#include <limits.h>
#include <string.h>

enum { COMPARED_MAX = 40 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int edit_distance(const char *a, const char *b)
{
    int row[COMPARED_MAX + 1];
    int b_length = (int)strnlen(b, COMPARED_MAX);

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= COMPARED_MAX && a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smaller(replaced, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

void nearest_init(struct nearest *nearest, const char *typed)
{
    *nearest = (struct nearest){.typed = typed, .edits = INT_MAX};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    int edits = edit_distance(nearest->typed, name);

    if (edits < nearest->edits) {
        nearest->edits = edits;
        nearest->found = name;
    }
}
