/*
 * The ledger of a world in a test: whether it counts what is there, and how it learns what a test
 * gives or takes by hand.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_STOCK_H
#define UNDERCROFT_TESTS_SUPPORT_STOCK_H

#include "world/world.h"

/* Fails the test unless there is as much of each kind of thing as the ledger says. */
void stock_expect_right(const struct world *world);

/* Books the difference as made, where a test gave things that nothing in the world has made. */
void stock_settle(struct world *world);

#endif
