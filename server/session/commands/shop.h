/*
 * Pedlars, by commands: what they sell and pay for, and deals with them.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SHOP_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SHOP_H

#include <stdbool.h>

#include "narrate/command.h"

struct session;

/* The facts and the price of the ware of a pedlar beside the player that the words name; a number
   is one of the wares as long as they are the list that was shown last. False: there is none. */
bool shop_examine(struct session *session, const char *words);

/* "buy" lists the wares; "buy 2" and "buy mending" buy one. Away from pedlars it says so. */
void shop_buy(struct session *session, const char *words);

/* The same: "sell", "sell c"; "identify", "identify amber". */
void shop_sell(struct session *session, const struct command *command);
void shop_identify(struct session *session, const struct command *command);

#endif
