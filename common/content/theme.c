/*
 * The table of depth bands.
 */
#include "content/theme.h"

#include <stddef.h>

#include "base/check.h"

static const struct theme_row theme_table[] = {
    {.name = "the Cellars", .depth_first = 1, .style = "rooms", .width = 100, .height = 57},
};

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
