/*
 * The styles. A generator is one file with a drawing function, its knobs and the row
 * `const struct gen_builder gen_builder_<name>`; the row is named here and in registry.c.
 */
#ifndef UNDERCROFT_GEN_REGISTRY_H
#define UNDERCROFT_GEN_REGISTRY_H

#include "gen/gen.h"
#include "gen/map.h"

struct gen_builder {
    struct gen_style style;
    struct gen_finish finish; /* what the passes do, unless draw() sets map->finish by a knob */
    /*
     * Draws a draft on solid rock, from map->rng alone. `knobs` are in the order of the style's
     * own and inside their ranges. False: this attempt came to nothing.
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

/* Not styles of the registry: what takes over when a style has used up its attempts. */
extern const struct gen_builder gen_builder_plain;
extern const struct gen_builder gen_builder_hall;

/* The builder of a style that came from the registry. */
const struct gen_builder *gen_builder_of(const struct gen_style *style);

#endif
