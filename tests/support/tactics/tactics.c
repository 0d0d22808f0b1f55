/*
 * The table of tactics, and the choice of one wish.
 */
#include "support/tactics/tactics.h"

#include <string.h>

#include "base/check.h"
#include "support/tactics/habits.h"

static const struct tactic *const tactic_table[] = {
    &tactic_rush, &tactic_hoarder, &tactic_coward, &tactic_careful,
    &tactic_pair, &tactic_trio,    &tactic_four,
};

enum { WORRIES_MAX = 4000 /* on one level, after which it goes on like the bored */ };

static habit *const bored[] = {
    habit_drink, habit_strike, habit_close_in, habit_follow, habit_explore, habit_leave, NULL};

size_t tactic_count(void)
{
    return sizeof tactic_table / sizeof tactic_table[0];
}

const struct tactic *tactic_at(size_t index)
{
    CHECK(index < tactic_count());
    return tactic_table[index];
}

const struct tactic *tactic_find(const char *name)
{
    for (size_t i = 0; i < tactic_count(); i++) {
        if (strcmp(tactic_table[i]->name, name) == 0)
            return tactic_table[i];
    }
    return NULL;
}

struct wish tactic_decide(const struct tactic *tactic, const struct knowledge *known)
{
    habit *const *habits = known->is_in_danger ? tactic->danger : tactic->calm;
    struct wish wish = {.kind = WISH_NONE};

    known->notes->worries += known->is_in_danger;
    if (known->notes->is_bored || known->notes->worries > WORRIES_MAX)
        habits = bored;
    for (; *habits != NULL; habits++) {
        if ((*habits)(known, &tactic->customs, &wish))
            return wish;
    }
    return (struct wish){.kind = WISH_WAIT};
}
