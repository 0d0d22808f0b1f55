/*
 * Events as sentences: the event, its actor and its place, as a delver is told of them. All
 * presentations use the same words.
 */
#ifndef UNDERCROFT_NARRATE_WORDS_H
#define UNDERCROFT_NARRATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "content/role.h"
#include "world/world.h"

enum { WORDS_MAX = 320 };

/*
 * Writes a sentence of at most WORDS_MAX bytes about `event` for `viewer`, who took part in it or
 * saw it. False: the viewer is not told, for example of another's step. *out_role is the colour.
 */
bool words_event(const struct world *world, const struct event *event, const struct delver *viewer,
                 char *out, size_t out_size, enum role *out_role);

/* True for a consequence of the viewer's own act in the same tick (experience, spoils, the kind of
   a thing, another place, a status from a used thing), which is told in the line of that act. */
bool words_join_act(const struct event *event, const struct delver *viewer);

/* Writes the shout of `speaker` as `viewer` hears it, in at most WORDS_MAX bytes; to the speaker
   "You shout: ...". */
void words_shout(const struct body *speaker, const struct delver *viewer, const char *said,
                 char *out, size_t out_size);

enum { WORDS_UNFOUND_MAX = 160 };

/* Writes why the name `typed` (`length` bytes) means no single player: "Nobody called Bea is
   online." `count`: number of players whose names begin so. At most WORDS_UNFOUND_MAX bytes,
   without controls. */
void words_unfound(const char *typed, size_t length, int count, char *out, size_t out_size);

#endif
