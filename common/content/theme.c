/*
 * The table of depth bands.
 */
#include "content/theme.h"

#include <stddef.h>

#include "base/check.h"

// clang-format off
static const struct theme_row theme_table[] = {
    {.name = "the Cellars", .depth_first = 1, .style = "rooms", .width = 100, .height = 57},
    {.name = "the Old Fort", .depth_first = 3, .style = "chain", .width = 100, .height = 57},
    {.name = "the Warrens", .depth_first = 6, .style = "digger", .width = 100, .height = 57},
    {.name = "the Flooded Halls", .depth_first = 9, .style = "delve", .width = 110, .height = 60},
    {.name = "the Deep Caves", .depth_first = 13, .style = "caves", .width = 120, .height = 60},
    {.name = "the Long Maze", .depth_first = 17, .style = "maze", .width = 99, .height = 57},
    {.name = "the Undercroft", .depth_first = 18, .style = "delve", .width = 140, .height = 70},
};
// clang-format on

enum { THEME_COUNT = sizeof theme_table / sizeof theme_table[0] };

const struct theme_row *theme_of_depth(int depth)
{
    CHECK(depth >= 1 && depth <= DEPTH_MAX);
    const struct theme_row *found = &theme_table[0];

    for (size_t i = 1; i < THEME_COUNT; i++) {
        if (theme_table[i].depth_first <= depth)
            found = &theme_table[i];
    }
    return found;
}
