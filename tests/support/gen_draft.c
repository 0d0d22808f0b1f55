/*
 * Drafts of one style.
 */
#include "support/gen_draft.h"

#include <check.h>
#include <string.h>

struct gen_draft gen_draft_of(const struct gen_builder *builder, int width, int height)
{
    struct gen_draft draft = {.builder = builder};
    struct level_key key = {.depth = 1};

    gen_request_init(&draft.request, &builder->style, 0, key, width, height);
    return draft;
}

void gen_draft_set(struct gen_draft *draft, const char *name, int value)
{
    const struct gen_knob *knob;

    ck_assert_msg(gen_request_set(&draft->request, name, value, &knob) == ERR_OK,
                  "style %s has no knob %s, or not %d", draft->builder->style.name, name, value);
}

bool gen_draft_draw(const struct gen_draft *draft, uint64_t seed, struct gen_map *map)
{
    const struct gen_request *request = &draft->request;

    ck_assert_int_eq(gen_map_init(map, request->width, request->height), ERR_OK);
    rng_init(&map->rng, seed);
    map->finish = draft->builder->finish;
    gen_map_tune(map, request->shared);
    return draft->builder->draw(map, request->knobs);
}

int gen_draft_label_pieces(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    memcpy(map->survey.mask, map->survey.open, (size_t)map->survey.cell_count);
    return survey_label(&map->survey, false);
}
