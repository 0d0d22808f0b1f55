/*
 * Habits, the parts of a tactic: each has at most one wish.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_HABITS_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_HABITS_H

#include "support/tactics/tactic.h"

/* Habits for danger. */
habit habit_drink;     /* mending, when health is under drink_percent */
habit habit_bandage;   /* binds its wounds, before it has to drink */
habit habit_prepare;   /* wands, and what makes it stronger, at what is hard */
habit habit_escape;    /* reads itself elsewhere, when the fight is lost */
habit habit_flee;      /* to stairs that are nearer than death, and down or up them */
habit habit_throw_pot; /* at two foes or more that stand together */
habit habit_shoot;     /* a foe in a clear line */
habit habit_corner;    /* to where fewer foes can stand beside it */
habit habit_strike;    /* the foe beside it that falls soonest */
habit habit_hide;      /* out of the line of what shoots and cannot be caught */
habit habit_await;     /* lets foes come, for a while */
habit habit_close_in;  /* a step nearer to an awake foe in view */
habit habit_raise;     /* in a company: the companion that fell, once nothing is beside it */
habit habit_stand_by;  /* in a company: to the companion that is in danger */

/* Habits for calm. */
habit habit_wear;           /* what is better than what is worn */
habit habit_learn;          /* the knack that helps most in a fight */
habit habit_return;         /* to the pedlar by a scroll, when there is gold and no mending */
habit habit_read;           /* what makes a thing better, and maps */
habit habit_try;            /* what it does not know, while it is whole and alone */
habit habit_drop;           /* spare arms and armour, when the pack is full */
habit habit_rest;           /* under rest_percent, until it is healed */
habit habit_rest_at_stairs; /* until it is healed */
habit habit_rest_together;  /* the same while any of a company needs it */
habit habit_gather;         /* what lies in view */
habit habit_deal;           /* sells what is spare and buys what is better, once a level */
habit habit_niche;          /* niches that are known and closed, while there is room */
habit habit_stab;           /* sleepers that are worth it and not shunned */
habit habit_seek_boss;
habit habit_follow;      /* the leader of a company */
habit habit_explore;     /* all that can be reached, round what is shunned */
habit habit_find_stairs; /* explores only until they are known */
habit habit_leave;       /* down */

#endif
