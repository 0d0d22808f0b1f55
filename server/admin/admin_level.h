/*
 * The `level` commands, as far as other files use them.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H

struct admin;
struct admin_request;

/* Shows the level of "D[/WING]" with its map. */
void admin_show_level(struct admin *admin, struct admin_request *request, const char *word);

/* After each tick: answers requests whose level was scheduled, swapped or cancelled. */
void admin_take_level_outcomes(struct admin *admin);

#endif
