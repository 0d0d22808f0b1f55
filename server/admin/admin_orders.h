/*
 * Operators' words that were typed in the game.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_ORDERS_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_ORDERS_H

#include "server/admin/admin_submit.h"

struct admin;
struct bytes;

/* Submits what waits in the queue of orders. True if anything did. */
bool admin_take_orders(struct admin *admin);

/* Brings an answer to the connection with that serial. */
void admin_orders_deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                          const struct bytes *text);

#endif
