/*
 * Knacks as a table: a player chooses one of three at every fourth level. The row of a knack holds
 * the numbers that it adds; any other effect is in the code that it changes, by the knack's name.
 */
#ifndef UNDERCROFT_CONTENT_KNACK_H
#define UNDERCROFT_CONTENT_KNACK_H

#include <stdbool.h>
#include <stdint.h>

enum knack {
    KNACK_BULWARK,
    KNACK_MENDER,
    KNACK_QUICK_HANDS,
    KNACK_LIGHT_FOOT,
    KNACK_DEADEYE,
    KNACK_HEAVY_HAND,
    KNACK_OLD_LAMP,
    KNACK_WRESTLER,
    KNACK_HARDY,
    KNACK_NOSE,
    KNACK_CALLER,
    KNACK_STUBBORN,
    KNACK_SWIMMER,
    KNACK_COUNT
};

/* The number to which a knack adds. */
enum knack_gain {
    KNACK_NOISE,  /* noise of a step, in cells */
    KNACK_SHOT,   /* attack of a shot or throw, in points */
    KNACK_DAMAGE, /* damage of a blow */
    KNACK_LIGHT,  /* radius of light in cells */
    KNACK_GAIN_COUNT
};

enum { KNACK_TEXT_MAX = 60 };

struct knack_row {
    const char *name;
    const char *says; /* sentence about it, of at most KNACK_TEXT_MAX cells */
    uint8_t save_bit; /* its bit in the database's word; never changes, never used again */
    int8_t gains[KNACK_GAIN_COUNT];
};

/* Returns the row of a knack; `id` is less than KNACK_COUNT. */
const struct knack_row *knack_row(enum knack id);

/* Tests for a member, adds one, counts the members, and sums the gains of a set of knacks. */
bool knacks_have(uint16_t knacks, enum knack id);
uint16_t knacks_with(uint16_t knacks, enum knack id);
int knacks_count(uint16_t knacks);
int knacks_gain(uint16_t knacks, enum knack_gain gain);

#endif
