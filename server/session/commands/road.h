/*
 * The lantern road and fountains, by commands.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_ROAD_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_ROAD_H

#include <stdbool.h>

struct session;

/* "road" lists the havens to which it leads; "road 5" takes it. */
void road_run(struct session *session, const char *words);

/* True, and it is done, if what follows "travel" is the road: "road 5". */
bool road_travel(struct session *session, const char *words);

/* The same of what follows "drink": "fountain", "from the fountain". */
bool road_drink(struct session *session, const char *words);

#endif
