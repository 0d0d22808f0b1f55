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
    struct gen_finish finish; /* the style's own settings; shared knobs set the others */
    /*
     * Draws a draft on solid rock with map->rng as the only source of chance. `knobs` are the
     * style's own, in order and in range, or all 0 when it replaces another style; map->finish is
     * set from the shared ones. False: this attempt failed.
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
extern const struct gen_builder gen_builder_plain; /* replaces a style whose attempts all failed */

/* Replaces gen_builder_plain if that fails too; not in the registry. */
extern const struct gen_builder gen_builder_hall;

/* Returns the builder of a style from the registry. */
const struct gen_builder *gen_builder_of(const struct gen_style *style);

/*
 * Draws drafts until one is proven: with `asked`, the builder of the request's style; then a plain
 * grid of rooms, with attempts of its own; then a single room, which is always correct. Returns the
 * builder of that draft.
 */
const struct gen_builder *gen_draw_proven(struct gen_map *map, const struct gen_request *request,
                                          const struct gen_builder *asked, int *out_attempts);

/* Writes a spot for each set piece, without its outer ring of walls or floor. Returns their
   number. */
int gen_spots(const struct gen_furnishing *furnishing, struct spot spots[GEN_PLACES_MAX]);

/* Adds the landmark and the set pieces to a report. */
void gen_note(const struct gen_furnishing *furnishing, struct gen_report *report);

#endif
