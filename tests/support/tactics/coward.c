/*
 * Keeps away from what would cost half its health, and runs early.
 */
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

static habit *const danger[] = {habit_flee,   habit_drink, habit_escape,   habit_shoot,
                                habit_strike, habit_await, habit_close_in, habit_explore,
                                habit_leave,  NULL};
static habit *const calm[] = {habit_learn,          habit_wear,  habit_read,  habit_rest,
                              habit_gather,         habit_deal,  habit_niche, habit_explore,
                              habit_rest_at_stairs, habit_leave, NULL};

const struct tactic tactic_coward = {
    .name = "coward",
    .help = "avoids what would cost half its health, flees at 60 %",
    .size = 1,
    .customs = {.rest_percent = 80,
                .drink_percent = 40,
                .flee_percent = 60,
                .flees_from = DANGER_EVEN,
                .shuns = DANGER_HARD},
    .danger = danger,
    .calm = calm,
};
