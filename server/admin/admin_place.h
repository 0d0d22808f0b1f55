/*
 * Places and delvers in the words of operators.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H

#include <stdbool.h>

#include "base/pos.h"
#include "world/level.h"

struct admin;
struct admin_request;
struct delver;
struct job;

/* The delver of that name in the world, without regard to case; NULL: there is none. */
struct delver *admin_find_delver(const struct admin *admin, const char *name);

/* "12,7". False: the request is answered. */
bool admin_parse_cell(struct admin_request *request, const char *word, struct pos *out);

/* The level of "D[/WING]" in memory. NULL: the request is answered, or waits for the disk, which
   knows whether the level was ever made; then admin_unloaded_looked() has it loaded, and the word
   runs again. */
struct level *admin_loaded_level(struct admin *admin, struct admin_request *request,
                                 const char *word);

/* The same with a cell of it, from the arguments `first` and the next. */
struct level *admin_loaded_cell(struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at);

/* For what admin_level_look() brings to a word that wants the level in memory. */
void admin_unloaded_looked(struct admin *admin, struct admin_request *request, struct job *job);

/* Refuses a request about a level that nobody has been on yet. */
void admin_refuse_unmade(struct admin_request *request, struct level_key key);

#endif
