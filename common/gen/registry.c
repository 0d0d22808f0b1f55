/*
 * The table of styles, in the order they are listed.
 */
#include "gen/registry.h"

#include <string.h>

#include "base/check.h"

static const struct gen_builder *const builder_table[] = {
    &gen_builder_rooms, &gen_builder_caves, &gen_builder_digger,  &gen_builder_delve,
    &gen_builder_maze,  &gen_builder_chain, &gen_builder_regions, &gen_builder_plain,
};

enum { BUILDER_COUNT = sizeof builder_table / sizeof builder_table[0] };

size_t gen_style_count(void)
{
    return BUILDER_COUNT;
}

const struct gen_style *gen_style_at(size_t index)
{
    CHECK(index < BUILDER_COUNT);
    return &builder_table[index]->style;
}

const struct gen_style *gen_style_find(const char *name)
{
    for (size_t i = 0; i < BUILDER_COUNT; i++) {
        if (strcmp(builder_table[i]->style.name, name) == 0)
            return &builder_table[i]->style;
    }
    return NULL;
}

const struct gen_builder *gen_builder_of(const struct gen_style *style)
{
    size_t i = 0;

    while (i < BUILDER_COUNT && &builder_table[i]->style != style)
        i++;
    CHECK(i < BUILDER_COUNT);
    return builder_table[i];
}
