/*
 * Lessons and levels.
 */
#include "world/lesson.h"

#include "base/check.h"
#include "world/growth.h"

int lesson_lore(const struct species_row *row, int depth)
{
    enum { BOSS = 6 };
    int lore = (6 + 4 * row->depth.low) * growth_of(row, depth).lore_percent / 100;

    return row->is_boss ? BOSS * lore : lore;
}

bool lesson_is_beyond(int level, int depth)
{
    return depth > level + LESSON_BEYOND;
}

/* No payment is more than a quarter of what the next level costs; the last level's are as if there
   were one more. */
static int limited(int payment, int level, int depth)
{
    int most = 32 * level / 4;

    if (lesson_is_beyond(level, depth))
        return 0;
    return payment < most ? payment : most;
}

int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level)
{
    CHECK(nth >= 1);
    if (row->is_boss && nth > 1)
        return 0;
    return limited((int)((uint32_t)lesson_lore(row, depth) / nth), level, row->depth.low);
}

int lesson_of_depth(int depth, int level)
{
    return limited(10 * depth, level, depth);
}

int lesson_threshold(int level)
{
    CHECK(level >= 1 && level <= LESSON_LEVEL_MAX);
    return 16 * level * (level - 1);
}

int lesson_level(int64_t experience)
{
    int level = 1;

    while (level < LESSON_LEVEL_MAX && experience >= lesson_threshold(level + 1))
        level++;
    return level;
}

int lesson_health(int level)
{
    return 20 + 4 * (level - 1);
}
