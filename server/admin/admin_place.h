/*
 * Places and delvers in the words of operators.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PLACE_H

#include <stdbool.h>

#include "base/pos.h"

struct admin;
struct admin_request;
struct delver;
struct level;
struct level_key;

/* The delver of that name in the world, without regard to case; NULL: there is none. */
struct delver *admin_find_delver(const struct admin *admin, const char *name);

/* "12,7". False: the request is answered. */
bool admin_parse_cell(struct admin_request *request, const char *word, struct pos *out);

/* The loaded level of "D[/WING]". NULL: the request is answered. */
struct level *admin_loaded_level(const struct admin *admin, struct admin_request *request,
                                 const char *word);

/* The same with a cell of it, from the arguments `first` and the next. */
struct level *admin_loaded_cell(const struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at);

#endif
