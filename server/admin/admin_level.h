/*
 * The `level` commands, as far as other files use them.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H

struct admin;
struct admin_request;

/* Shows the level of a word such as "D" or "D/WING" with its map. */
void admin_show_level(struct admin *admin, struct admin_request *request, const char *word);

/* Answers requests whose level was scheduled, swapped or cancelled. Call it after each tick. */
void admin_take_level_outcomes(struct admin *admin);

#endif
