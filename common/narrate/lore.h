/*
 * A player's knowledge of kinds: foes that it has met, things that it knows by name, and statuses
 * and terrain, which everybody knows.
 */
#ifndef UNDERCROFT_NARRATE_LORE_H
#define UNDERCROFT_NARRATE_LORE_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/text_form.h"
#include "world/world.h"

enum { LORE_TEXT_MAX = 1536 };

/* Tells the facts about the kind that `words` name best, by its whole name, its beginning or a word
   of it; without words, the kinds of killed foes. A foe counts as met if one was killed or is in
   view. Names of other foes, and of unlearned things, are answered like unknown words. False: `out`
   says that nothing is known of it. */
bool lore_tell(const struct world *world, const struct delver *viewer, const char *words,
               enum text_form form, char *out, size_t out_size);

/* Tells the facts about a status that the viewer has now. False: the words name none, and `out` is
   not written. */
bool lore_tell_status(const struct delver *viewer, const char *words, char *out, size_t out_size);

#endif
