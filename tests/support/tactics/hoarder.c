/*
 * Takes everything: explores whole levels, fights all that is there, seeks bosses, saves its
 * draughts for too long.
 */
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

static habit *const danger[] = {habit_drink,    habit_throw_pot, habit_shoot, habit_strike,
                                habit_close_in, habit_explore,   habit_leave, NULL};
static habit *const calm[] = {habit_wear,    habit_read,  habit_rest, habit_gather,
                              habit_deal,    habit_niche, habit_stab, habit_seek_boss,
                              habit_explore, habit_leave, NULL};

const struct tactic tactic_hoarder = {
    .name = "hoarder",
    .help = "explores all, drinks only under 12 %, seeks bosses",
    .size = 1,
    .customs = {.rest_percent = 60, .drink_percent = 12, .shuns = DANGER_COUNT},
    .danger = danger,
    .calm = calm,
};
