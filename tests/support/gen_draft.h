/*
 * Drafts: what a style's drawing function leaves behind, before any pass has run.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_GEN_DRAFT_H
#define UNDERCROFT_TESTS_SUPPORT_GEN_DRAFT_H

#include "gen/registry.h"

struct gen_draft {
    const struct gen_builder *builder;
    struct gen_request request; /* its seed is not asked */
};

/* Standard knobs. */
struct gen_draft gen_draft_of(const struct gen_builder *builder, int width, int height);

/* Fails the test if the style has no knob of that name, or not that value of it. */
void gen_draft_set(struct gen_draft *draft, const char *name, int value);

/* Draws on a map of its own. The test releases that in either case; false: it came to nothing. */
bool gen_draft_draw(const struct gen_draft *draft, uint64_t seed, struct gen_map *map);

/* The pieces of open ground, labelled in the map's survey. */
int gen_draft_label_pieces(struct gen_map *map);

#endif
