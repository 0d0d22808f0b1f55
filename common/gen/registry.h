/*
 * The styles. A generator is one file with a drawing function, its knobs and the row `const struct
 * gen_builder gen_builder_<name>`; the row is named here and in registry.c.
 */
#ifndef UNDERCROFT_GEN_REGISTRY_H
#define UNDERCROFT_GEN_REGISTRY_H

#include "gen/gen.h"
#include "gen/map.h"

struct gen_builder {
    struct gen_style style;
    struct gen_finish finish; /* the style's own settings; the others come from the shared knobs */
    /*
     * Draws a draft on solid rock, using map->rng only. `knobs` are in the order of the style's own
     * and in their ranges, or all 0 for a style that replaces another; map->finish is set from the
     * shared ones. False: this attempt failed.
     */
    bool (*draw)(struct gen_map *map, const int *knobs);
};

extern const struct gen_builder gen_builder_rooms;
extern const struct gen_builder gen_builder_caves;
extern const struct gen_builder gen_builder_digger;
extern const struct gen_builder gen_builder_delve;
extern const struct gen_builder gen_builder_maze;
extern const struct gen_builder gen_builder_chain;
extern const struct gen_builder gen_builder_regions;
extern const struct gen_builder gen_builder_plain; /* replaces a style without attempts left */

/* Not in the registry: replaces gen_builder_plain when that fails too. */
extern const struct gen_builder gen_builder_hall;

/* The builder of a style from the registry. */
const struct gen_builder *gen_builder_of(const struct gen_style *style);

/*
 * Draws until a draft is proven: by `asked`, the builder of the request's style; then as a plain
 * grid of rooms, with attempts of its own; then as one single room, which is always correct.
 * Returns the builder that drew it.
 */
const struct gen_builder *gen_draw_proven(struct gen_map *map, const struct gen_request *request,
                                          const struct gen_builder *asked, int *out_attempts);

#endif
