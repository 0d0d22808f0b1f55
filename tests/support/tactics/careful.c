/*
 * Plays well: rests, fights where few can reach it, shoots, drinks in time, and leaves alone what
 * would kill it.
 */
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

static habit *const danger[] = {habit_escape,  habit_bandage,   habit_drink,  habit_flee,
                                habit_prepare, habit_throw_pot, habit_corner, habit_shoot,
                                habit_strike,  habit_hide,      habit_await,  habit_close_in,
                                habit_explore, habit_leave,     NULL};
static habit *const calm[] = {habit_learn,          habit_return, habit_wear, habit_read,
                              habit_rest,           habit_try,    habit_drop, habit_gather,
                              habit_deal,           habit_niche,  habit_stab, habit_explore,
                              habit_rest_at_stairs, habit_leave,  NULL};

const struct tactic tactic_careful = {
    .name = "careful",
    .help = "rests, corners, shoots, drinks in time, avoids the deadly",
    .size = 1,
    .customs = {.rest_percent = 90,
                .drink_percent = 45,
                .flee_percent = 45,
                .flees_from = DANGER_HARD,
                .shuns = DANGER_HARD},
    .danger = danger,
    .calm = calm,
};
