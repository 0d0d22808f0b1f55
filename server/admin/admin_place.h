/*
 * Places and delvers in operators' commands.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H

#include <stdbool.h>

#include "base/pos.h"
#include "server/admin/admin_request.h"
#include "world/level.h"

struct delver;

/* Finds the delver of that name in the world, ignoring upper and lower case; NULL: there is none.
 */
struct delver *admin_find_delver(const struct admin *admin, const char *name);

/* Reads "3" or "3/1" (depth 3 in the second wing). False: the request is answered. */
bool admin_parse_level(struct admin_request *request, const char *word, struct level_key *out);

/* Asks the database for the facts about a level, with &question_look_level; `looked` gets the
   answer. */
void admin_look_at_level(struct admin *admin, struct admin_request *request, struct level_key key,
                         admin_take *looked);

/* Continues a command that needs a level in memory, with the facts about it: loads the level, after
   which the command runs again, or refuses the request because the level was never made. */
void admin_load_level(struct admin *admin, struct admin_request *request, struct job *job);

/* Returns the level of "D[/WING]" in memory. NULL: the request is answered, or waits for the
   level. */
struct level *admin_loaded_level(struct admin *admin, struct admin_request *request,
                                 const char *word);

/* Returns the same and one of its cells, from arguments `first` and `first` + 1. */
struct level *admin_loaded_cell(struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at);

#endif
