/*
 * The goal of the game as one sentence, which every text takes from here. The front page has a copy
 * that a test compares.
 */
#ifndef UNDERCROFT_CONTENT_GOAL_H
#define UNDERCROFT_CONTENT_GOAL_H

#define GOAL_SENTENCE "On depth 26 burns the last lamp: bring its ember up alive."

/* The first step towards the goal, for new players. */
#define GOAL_FIRST "First, touch the lantern on depth 5. scores lists who came deepest."

_Static_assert(sizeof GOAL_FIRST <= 80, "a line of the login is too long");

/* The sentence stands on a line of its own, at the width of the narrowest terminal that can log
   in. */
_Static_assert(sizeof GOAL_SENTENCE <= 80, "a line of the login is too long");

#endif
