/*
 * The table of knacks, and sets of knacks as bits of a word.
 */
#include "content/knack.h"

#include "base/check.h"

// clang-format off
static const struct knack_row knack_table[KNACK_COUNT] = {
    [KNACK_BULWARK] = {
        .name = "bulwark", .says = "Foes beside you strike at you before others.", .save_bit = 0,
    },
    [KNACK_MENDER] = {
        .name = "mender", .says = "Your healing gives others half as much again.", .save_bit = 1,
    },
    [KNACK_QUICK_HANDS] = {
        .name = "quick hands", .says = "In danger, things take you half the time to use.",
        .save_bit = 2,
    },
    [KNACK_LIGHT_FOOT] = {
        .name = "light foot", .says = "Your steps are heard three cells less far.", .save_bit = 3,
        .gains = {[KNACK_NOISE] = -3},
    },
    [KNACK_DEADEYE] = {
        .name = "deadeye", .says = "Your shots and throws hit better, by two.", .save_bit = 4,
        .gains = {[KNACK_SHOT] = 2},
    },
    [KNACK_HEAVY_HAND] = {
        .name = "heavy hand", .says = "Your blows do two more damage.", .save_bit = 5,
        .gains = {[KNACK_DAMAGE] = 2},
    },
    [KNACK_OLD_LAMP] = {
        .name = "old lamp", .says = "Your light reaches two cells farther.", .save_bit = 6,
        .gains = {[KNACK_LIGHT] = 2},
    },
    [KNACK_WRESTLER] = {
        .name = "wrestler", .says = "Nothing holds you for more than one beat.", .save_bit = 7,
    },
    [KNACK_HARDY] = {
        .name = "hardy", .says = "Bad conditions last half as long.", .save_bit = 8,
    },
    [KNACK_NOSE] = {
        .name = "nose", .says = "You know where niches are when you arrive.", .save_bit = 9,
    },
    [KNACK_CALLER] = {
        .name = "caller", .says = "You raise the fallen in one beat.", .save_bit = 10,
    },
    [KNACK_STUBBORN] = {
        .name = "stubborn", .says = "Once a level, a blow that would fell you leaves 1 health.",
        .save_bit = 11,
    },
    [KNACK_SWIMMER] = {
        .name = "swimmer", .says = "You swim: a step in deep water takes twice as long.",
        .save_bit = 13,
    },
};
// clang-format on

const struct knack_row *knack_row(enum knack id)
{
    CHECK((unsigned)id < KNACK_COUNT);
    return &knack_table[id];
}

bool knacks_have(uint16_t knacks, enum knack id)
{
    return (knacks >> knack_row(id)->save_bit & 1) != 0;
}

uint16_t knacks_with(uint16_t knacks, enum knack id)
{
    return (uint16_t)(knacks | 1U << knack_row(id)->save_bit);
}

int knacks_count(uint16_t knacks)
{
    int count = 0;

    for (enum knack id = 0; id < KNACK_COUNT; id++)
        count += knacks_have(knacks, id);
    return count;
}

int knacks_gain(uint16_t knacks, enum knack_gain gain)
{
    int sum = 0;

    CHECK((unsigned)gain < KNACK_GAIN_COUNT);
    for (enum knack id = 0; knacks != 0 && id < KNACK_COUNT; id++) {
        if (knacks_have(knacks, id))
            sum += knack_table[id].gains[gain];
    }
    return sum;
}
