/*
 * The inside of the fold: the brief form has a file of its own (fight_brief.c).
 */
#ifndef UNDERCROFT_NARRATE_FIGHT_FOLD_PRIVATE_H
#define UNDERCROFT_NARRATE_FIGHT_FOLD_PRIVATE_H

#include "narrate/fight_fold.h"

static inline bool fight_fold_is_hit(const struct event *event)
{
    return event->outcome != BLOW_MISSES && event->count > 0;
}

static inline bool fight_fold_is_by(const struct event *event, const struct delver *viewer)
{
    return event->actor == viewer->body.id;
}

/* The name of the foes of these blows: of one or of several. */
void fight_fold_name_kind(const struct fold_blows *blows, bool is_plural, char *out, size_t size);

/* Notes an event that is no blow. False: it is to be told by itself, as the death of a delver
   is. */
bool fight_brief_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                      const struct delver *viewer);

/* "You hit, 5. Deserter hits you, 4. 22 left.": all that was noted, which is forgotten then. */
void fight_brief_tell(struct fight_fold *fold, const struct world *world,
                      const struct delver *viewer, char *out, size_t out_size);

#endif
