/*
 * Walkers that play: each goes to some place of its level (stairs, niches, graves, things that lie
 * about, foes) and on the way fights, shoots, throws, drinks, reads, wears, drops and raises,
 * mostly as makes sense and now and then as it does not. Operators do things to them and to their
 * levels.
 */
#ifndef UNDERCROFT_TESTS_SIM_ADVENTURERS_H
#define UNDERCROFT_TESTS_SIM_ADVENTURERS_H

#include "sim/walkers.h"

enum { ADVENTURERS_MAX = 16 };

/* For walkers_setup.decide_inside; one run at a time, of at most ADVENTURERS_MAX walkers. */
void adventurers_begin(void);
void adventurers_decide(struct walkers *walkers, struct walker *walker);

#endif
