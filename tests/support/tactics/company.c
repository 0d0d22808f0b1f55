/*
 * Two, three or four that are careful together: one leads, the others stay beside the leader, all
 * rest while one needs it, and nobody leaves a companion in danger.
 */
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

static habit *const danger[] = {
    habit_drink, habit_raise, habit_escape,   habit_throw_pot, habit_shoot,  habit_strike,
    habit_hide,  habit_await, habit_stand_by, habit_close_in,  habit_follow, habit_explore,
    habit_leave, NULL};
static habit *const calm[] = {habit_raise,   habit_stand_by,      habit_learn,  habit_wear,
                              habit_read,    habit_rest_together, habit_follow, habit_gather,
                              habit_deal,    habit_niche,         habit_stab,   habit_seek_boss,
                              habit_explore, habit_leave,         NULL};

#define CUSTOMS_OF_COMPANY                                                                         \
    {                                                                                              \
        .rest_percent = 75, .drink_percent = 45, .shuns = DANGER_DEADLY                            \
    }

const struct tactic tactic_pair = {
    .name = "pair",
    .help = "two that are careful together, with bosses",
    .size = 2,
    .customs = CUSTOMS_OF_COMPANY,
    .danger = danger,
    .calm = calm,
};

const struct tactic tactic_trio = {
    .name = "trio",
    .help = "three of them",
    .size = 3,
    .customs = CUSTOMS_OF_COMPANY,
    .danger = danger,
    .calm = calm,
};

const struct tactic tactic_four = {
    .name = "four",
    .help = "four of them",
    .size = 4,
    .customs = CUSTOMS_OF_COMPANY,
    .danger = danger,
    .calm = calm,
};
