/*
 * Heads of levels.
 */
#include "power_head.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "db/records.h"

static struct level_head make_head(uint32_t version, int place)
{
    struct rng rng;
    struct level_head head = {.wing = (uint16_t)(place % 3), .depth = (uint16_t)(1 + place)};

    rng_init(&rng, version);
    head.newest = (uint32_t)rng_range(&rng, 1, 1000);
    head.current = rng_below(&rng, head.newest);
    head.has_kept = rng_percent(&rng, 50);
    head.kept = head.has_kept ? head.newest : 0;
    head.is_locked = rng_percent(&rng, 50);
    head.recipe.seed = rng_next(&rng);
    head.kept_recipe.seed = rng_next(&rng);
    snprintf(head.recipe.style, LEVEL_STYLE_SIZE, "style-%u", version);
    snprintf(head.kept_recipe.style, LEVEL_STYLE_SIZE, LEVEL_STYLE_OF_THEME);
    return head;
}

enum err power_head_save(struct store *store, uint32_t version, int place)
{
    struct level_head head = make_head(version, place);

    return store_save_head(store, &head);
}

bool power_head_is_same(struct store *store, uint32_t version, int place)
{
    struct level_head wanted = make_head(version, place);
    struct level_head found = {0};
    enum err error = store_load_head(store, wanted.wing, wanted.depth, &found);

    if (version == 0)
        return error == ERR_NOT_FOUND;
    return error == ERR_OK && found.current == wanted.current && found.kept == wanted.kept &&
           found.has_kept == wanted.has_kept && found.newest == wanted.newest &&
           found.is_locked == wanted.is_locked && found.recipe.seed == wanted.recipe.seed &&
           found.kept_recipe.seed == wanted.kept_recipe.seed &&
           strcmp(found.recipe.style, wanted.recipe.style) == 0 &&
           strcmp(found.kept_recipe.style, wanted.kept_recipe.style) == 0;
}
