/*
 * Deaths and graves in words, for players.
 */
#ifndef UNDERCROFT_NARRATE_DEATH_WORDS_H
#define UNDERCROFT_NARRATE_DEATH_WORDS_H

#include <stddef.h>

#include "world/world.h"

struct writer;

enum { DEATH_TEXT_MAX = 4096, DEATH_LINE_MAX = 160, GRAVE_ABOUT_MAX = 320, DURATION_SIZE = 32 };

/* Writes a duration in its largest unit with a value of at least two: "21 minutes", "90
   seconds". */
void duration_words(const struct world *world, uint64_t ticks, char *out, size_t out_size);

/* Writes the last blows, "Last blows: 7, 4, 8."; nothing, and returns false, if none is known. */
bool death_tell_blows(const struct death *death, struct writer *out);

/*
 * Describes the delver's newest death, in the tick in which it died, as lines: the killer and the
 * place, the last blows, unused help, the grave and the time for which it is closed to others, and
 * the costs. The delver must have died.
 */
void death_describe(const struct world *world, const struct delver *delver, char *out,
                    size_t out_size);

/* Lists all stored deaths, a line each, the newest first. */
void deaths_list(const struct world *world, const struct delver *delver, char *out,
                 size_t out_size);

/* Returns the newest death whose grave still exists, as far as is known; with `after`, the newest
   that is older than that one. NULL: there is none. */
const struct death *death_with_grave(const struct world *world, const struct delver *delver,
                                     const struct death *after);

/* Computes the hours until the grave of that death opens to other players (0: it is open), and
   until it is gone. */
void grave_hours(const struct world *world, const struct death *death, int *out_alone,
                 int *out_left);

/* Writes "Your grave: depth 3, the Salt Vaults, in the Cellars, yours alone for 23 h."; for a
   `number` above 1, counted from the newest grave, "Your grave 2: depth 1, ...". */
void grave_line(const struct world *world, const struct death *death, int number, char *out,
                size_t out_size);

/* Describes a grave to a player who looks at it: "Ada was killed by a rust beetle. It opens to
   others in 23 h; fetch takes what is in it to Ada, sealed." In at most GRAVE_ABOUT_MAX bytes. */
void grave_about(const struct world *world, const struct delver *viewer, const struct grave *grave,
                 char *out, size_t out_size);

/* Writes "was killed by a rust beetle on depth 3", or "died on depth 3". */
void death_fate(const struct death *death, char *out, size_t out_size);

/* Writes a player's own fate: "You were killed by a rust beetle on depth 3". */
void death_own_fate(const struct death *death, char *out, size_t out_size);

/* Writes a list of things and gold: "6 darts, a ring of quiet and 141 gold", or "nothing". Things
   without a count are left out. */
void death_things(const struct delver *viewer, const struct stack *things, int64_t gold, char *out,
                  size_t out_size);

#endif
