/*
 * Operators' words that were typed in the game.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_ORDERS_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_ORDERS_H

#include <stdbool.h>

struct admin;

/* Submits the lines that wait in the queue of orders. True if there were any. */
bool admin_take_orders(struct admin *admin);

#endif
