/*
 * Straight for the stairs down: fights in the open, rests late, never shoots.
 */
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

static habit *const danger[] = {habit_drink,       habit_strike, habit_close_in,
                                habit_find_stairs, habit_leave,  NULL};
static habit *const calm[] = {habit_wear,        habit_read,  habit_rest,
                              habit_find_stairs, habit_leave, NULL};

const struct tactic tactic_rush = {
    .name = "rush",
    .help = "straight for the stairs, rests under 35 %, in the open, no missiles",
    .size = 1,
    .customs = {.rest_percent = 35, .drink_percent = 25, .shuns = DANGER_COUNT},
    .danger = danger,
    .calm = calm,
};
