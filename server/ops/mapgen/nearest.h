/*
 * "Did you mean": the name with the fewest edits from what was typed.
 */
#ifndef UNDERCROFT_MAPGEN_NEAREST_H
#define UNDERCROFT_MAPGEN_NEAREST_H

struct nearest {
    const char *typed; /* the part beyond 40 characters is not compared */
    const char *found; /* NULL while nothing was offered */
    int edits;
};

void nearest_init(struct nearest *nearest, const char *typed);

/* Keeps `name` if it is nearer than what was offered before. `name` must live on. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
