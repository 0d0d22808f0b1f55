/*
 * Lists of scores as JSON, for browsers and operators.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SCORE_LISTS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SCORE_LISTS_H

#include <jansson.h>

#include "server/save/persist_scores.h"
#include "world/world.h"

/* Returns the rows of one list, best first: rank, name and the numbers of that list; times in
   seconds. NULL: out of memory. */
json_t *score_list_json(const struct world *world, const struct score_lists *scores,
                        enum score_list list, enum score_period period);

/* Returns all lists: the deepest of all time as "scores", then those of all time as "ever", of the
   season as "season", by their words, and the season's number and day. NULL: out of memory. */
json_t *score_lists_json(const struct world *world, const struct score_lists *scores);

#endif
