/*
 * Danger in words.
 */
#include "narrate/danger.h"

#include <stdio.h>

void danger_describe(enum danger danger, char *out, size_t size)
{
    const char *name = danger_name(danger);

    snprintf(out, size, "%c%s fight.", name[0] - 'a' + 'A', name + 1);
}

void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size)
{
    char fight[DANGER_TEXT_MAX];

    danger_describe(prospect->danger, fight, sizeof fight);
    snprintf(out, size,
             "It hits you %d in 100 for at most %d; %d such blow%s you. "
             "You hit it %d in 100; about %d blow%s. %s",
             prospect->its_chance, prospect->its_most, prospect->its_blows,
             prospect->its_blows == 1 ? " ends" : "s end", prospect->your_chance,
             prospect->your_blows, prospect->your_blows == 1 ? "" : "s", fight);
}
