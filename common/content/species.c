/*
 * The table of kinds of bodies.
 */
#include "content/species.h"

#include "base/check.h"

// clang-format off
static const struct species_row species_table[SPECIES_COUNT] = {
    [SPECIES_DELVER] = {
        .name = "delver", .save_id = 1, .glyph = '@', .role = ROLE_OTHER, .step_percent = 100,
    },
    [SPECIES_RAT] = {
        .name = "rat", .save_id = 2, .glyph = 'r', .role = ROLE_MONSTER, .think = THINK_WANDER,
        .health = 6, .step_percent = 200,
    },
};
// clang-format on

const struct species_row *species_row(enum species_id id)
{
    CHECK((unsigned)id < SPECIES_COUNT);
    return &species_table[id];
}
