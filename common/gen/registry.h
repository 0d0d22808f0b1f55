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
    struct gen_finish finish; /* the style's own settings; the rest is by the shared knobs */
    /*
     * Draws a draft on solid rock, from map->rng alone. `knobs` are in the order of the style's own
     * and inside their ranges, or all 0 for a style that takes over; map->finish is set by the
     * shared ones. False: this attempt came to nothing.
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
extern const struct gen_builder gen_builder_plain; /* takes over where a style has used up its
                                                      attempts */

/* No style of the registry: it takes over where gen_builder_plain fails too. */
extern const struct gen_builder gen_builder_hall;

/* The builder of a style that came from the registry. */
const struct gen_builder *gen_builder_of(const struct gen_style *style);

/*
 * Draws on the map until the draft is proven: by `asked`, whose style is the request's; then a
 * plain grid of rooms, each with its own attempts; then one single room, which is right at the
 * first attempt whatever the stream says. Returns who drew it.
 */
const struct gen_builder *gen_draw_proven(struct gen_map *map, const struct gen_request *request,
                                          const struct gen_builder *asked, int *out_attempts);

#endif
