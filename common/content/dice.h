/*
 * Dice as the tables write them: 2d6 is {2, 6}. Means are doubled, which keeps them integers.
 */
#ifndef UNDERCROFT_CONTENT_DICE_H
#define UNDERCROFT_CONTENT_DICE_H

#include <stdint.h>

/* All zero: no dice, whose result is 0. */
struct dice {
    uint8_t count;
    uint8_t sides;
};

static inline int dice_most(struct dice dice)
{
    return dice.count * dice.sides;
}

/* Returns twice the mean of the dice's results. */
static inline int dice_twice_mean(struct dice dice)
{
    return dice.count == 0 ? 0 : dice.count * (dice.sides + 1);
}

#endif
