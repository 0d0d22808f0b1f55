/*
 * Pedlars, by commands: what they sell and pay for, and deals with them.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SHOP_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SHOP_H

#include "narrate/command.h"

struct session;

/* "buy" lists the wares; "buy 2" and "buy mending" buy one. Away from pedlars it says so. */
void shop_buy(struct session *session, const char *words);

/* The same: "sell", "sell c"; "identify", "identify amber". */
void shop_sell(struct session *session, const struct command *command);
void shop_identify(struct session *session, const struct command *command);

#endif
