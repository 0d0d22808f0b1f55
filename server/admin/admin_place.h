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

/* Finds the delver of that name in the world, in any case; NULL: there is none. */
struct delver *admin_find_delver(const struct admin *admin, const char *name);

/* Reads "3" or "3/1" (depth 3 of the second wing). False: the request is answered. */
bool admin_parse_level(struct admin_request *request, const char *word, struct level_key *out);

/* Asks the database for the facts about a level; `looked` continues with them
   (&question_look_level). */
void admin_look_at_level(struct admin *admin, struct admin_request *request, struct level_key key,
                         admin_take *looked);

/* Takes these facts for a command that needs the level in memory: the level is loaded and the
   command runs again, or the request is refused because the level was never made. */
void admin_load_level(struct admin *admin, struct admin_request *request, struct job *job);

/* The level of "D[/WING]" in memory. NULL: the request is answered, or waits for the level. */
struct level *admin_loaded_level(struct admin *admin, struct admin_request *request,
                                 const char *word);

/* The same with one of its cells, from the arguments `first` and the next. */
struct level *admin_loaded_cell(struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at);

#endif
