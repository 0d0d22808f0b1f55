/*
 * The beats of a body's life: health comes back, statuses run their course.
 */
#ifndef UNDERCROFT_WORLD_BEAT_H
#define UNDERCROFT_WORLD_BEAT_H

#include <stdbool.h>

struct body;
struct world;

/* Ends the beat of a body on a level if its time has come. The body may die of it. */
void beat_run(const struct world *world, struct body *body);

#endif
