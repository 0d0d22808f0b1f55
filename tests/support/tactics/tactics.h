/*
 * The rows of all tactics, each in a file of its own.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_TACTICS_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_TACTICS_H

#include "support/tactics/tactic.h"

extern const struct tactic tactic_rush;
extern const struct tactic tactic_hoarder;
extern const struct tactic tactic_coward;
extern const struct tactic tactic_careful;
extern const struct tactic tactic_pair;
extern const struct tactic tactic_trio;
extern const struct tactic tactic_four;

#endif
