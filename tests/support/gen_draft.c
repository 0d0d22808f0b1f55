/*
 * Drafts of one style.
 */
#include "support/gen_draft.h"

#include <check.h>
#include <string.h>

struct gen_draft gen_draft_of(const struct gen_builder *builder, int width, int height)
{
    const struct gen_knob *knobs = builder->style.knobs;
    struct gen_draft draft = {.builder = builder, .width = width, .height = height};

    for (int i = 0; i < GEN_KNOBS_MAX && knobs[i].name != NULL; i++)
        draft.knobs[i] = knobs[i].standard;
    return draft;
}

void gen_draft_set(struct gen_draft *draft, const char *name, int value)
{
    const struct gen_knob *knobs = draft->builder->style.knobs;

    for (int i = 0; i < GEN_KNOBS_MAX && knobs[i].name != NULL; i++) {
        if (strcmp(knobs[i].name, name) == 0) {
            draft->knobs[i] = value;
            return;
        }
    }
    ck_abort_msg("style %s has no knob %s", draft->builder->style.name, name);
}

bool gen_draft_draw(const struct gen_draft *draft, uint64_t seed, struct gen_map *map)
{
    ck_assert_int_eq(gen_map_init(map, draft->width, draft->height), ERR_OK);
    map->finish = draft->builder->finish;
    rng_init(&map->rng, seed);
    return draft->builder->draw(map, draft->knobs);
}

int gen_draft_label_pieces(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    memcpy(map->survey.mask, map->survey.open, (size_t)map->survey.cell_count);
    return survey_label(&map->survey, false);
}
