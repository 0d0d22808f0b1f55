/*
 * Gifts. A gift to a player who wants to be asked (`set gifts`) is an offer: it changes
 * hands when the other says accept, if both still stand beside each other and the giver still has
 * it. An offer stands for OFFER_MS; a player has at most OFFERS_MAX of them, one of each giver.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_GIFT_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_GIFT_H

#include "world/input.h"

struct session;

enum { OFFER_MS = 60 * 1000 };

/* The player gives: `action` is an ACTION_GIVE to the body beside. */
void gift_give(struct session *session, const struct action *action);

/* The player takes what is offered: by the giver of that name (players.h), or with "" what was
   offered last. */
void gift_accept(struct session *session, const char *name);

#endif
