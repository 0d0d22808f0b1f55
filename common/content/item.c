/*
 * The table of kinds of items.
 */
#include "content/item.h"

#include "base/check.h"

// clang-format off
static const struct item_row item_table[ITEM_KIND_COUNT] = {
    [ITEM_DART] = {
        .name = "dart", .save_id = 1, .glyph = ')', .role = ROLE_ITEM, .throw_range = 7,
    },
};
// clang-format on

const struct item_row *item_row(enum item_kind kind)
{
    CHECK((unsigned)kind < ITEM_KIND_COUNT);
    return &item_table[kind];
}
