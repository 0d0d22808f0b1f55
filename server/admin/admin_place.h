/*
 * Places and delvers in the words of operators.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H

#include <stdbool.h>

#include "base/pos.h"
#include "server/admin/admin_request.h"
#include "world/level.h"

struct delver;

/* The delver of that name in the world, without regard to case; NULL: there is none. */
struct delver *admin_find_delver(const struct admin *admin, const char *name);

/* "3" or "3/1" (depth 3 of the second wing). False: the request is answered. */
bool admin_parse_level(struct admin_request *request, const char *word, struct level_key *out);

/* Asks the database for the facts about a level; `looked` goes on with them (&question_look_level).
 */
void admin_look_at_level(struct admin *admin, struct admin_request *request, struct level_key key,
                         admin_take *looked);

/* Takes these facts where the word wants the level in memory: it is loaded and the word runs again,
   or the request is refused because the level was never made. */
void admin_load_level(struct admin *admin, struct admin_request *request, struct job *job);

/* The level of "D[/WING]" in memory. NULL: the request is answered, or waits for the level. */
struct level *admin_loaded_level(struct admin *admin, struct admin_request *request,
                                 const char *word);

/* The same with a cell of it, from the arguments `first` and the next. */
struct level *admin_loaded_cell(struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at);

#endif
