/*
 * The goal of the game as one sentence, which every text takes from here. The front page has a copy
 * that a test compares.
 */
#ifndef UNDERCROFT_CONTENT_GOAL_H
#define UNDERCROFT_CONTENT_GOAL_H

#define GOAL_SENTENCE "Go down as deep as you can and stay alive: scores lists who came deepest."

#endif
