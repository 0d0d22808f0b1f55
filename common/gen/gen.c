/*
 * From a request to a proven level: draw, finish, prove, and again with the next stream.
 */
#include "gen/gen.h"

#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "gen/passes.h"
#include "gen/prove.h"
#include "gen/registry.h"

void gen_request_init(struct gen_request *request, const struct gen_style *style,
                      uint64_t world_seed, struct level_key key, int width, int height)
{
    *request = (struct gen_request){
        .style = style,
        .world_seed = world_seed,
        .key = key,
        .width = width,
        .height = height,
    };
    for (int i = 0; i < GEN_KNOBS_MAX && style->knobs[i].name != NULL; i++)
        request->knobs[i] = style->knobs[i].standard;
}

enum err gen_request_set(struct gen_request *request, const char *name, int value,
                         const struct gen_knob **out_knob)
{
    const struct gen_knob *knobs = request->style->knobs;

    *out_knob = NULL;
    for (int i = 0; i < GEN_KNOBS_MAX && knobs[i].name != NULL; i++) {
        if (strcmp(knobs[i].name, name) != 0)
            continue;
        *out_knob = &knobs[i];
        if (value < knobs[i].low || value > knobs[i].high)
            return ERR_RANGE;
        request->knobs[i] = value;
        return ERR_OK;
    }
    return ERR_NOT_FOUND;
}

void gen_request_for_key(struct gen_request *request, uint64_t world_seed, struct level_key key)
{
    const struct theme_row *theme = theme_of_depth(key.depth);
    const struct theme_plan *plan =
        theme_plan_of_level(world_seed, key.wing, key.depth, key.generation);
    const struct gen_style *style = gen_style_find(plan->style);
    int width = plan->width != 0 ? plan->width : theme->width;
    int height = plan->height != 0 ? plan->height : theme->height;
    const struct gen_knob *knob;

    CHECK(style != NULL);
    gen_request_init(request, style, world_seed, key, width, height);
    for (int i = 0; i < THEME_SETTINGS_MAX && plan->settings[i].knob != NULL; i++) {
        enum err error =
            gen_request_set(request, plan->settings[i].knob, plan->settings[i].value, &knob);
        CHECK(error == ERR_OK);
    }
}

static bool is_in_range(const struct gen_request *request)
{
    const struct gen_style *style = request->style;

    if (request->width < LEVEL_WIDTH_MIN || request->width > LEVEL_WIDTH_MAX ||
        request->height < LEVEL_HEIGHT_MIN || request->height > LEVEL_HEIGHT_MAX)
        return false;
    if (request->width < style->width_min || request->height < style->height_min)
        return false;
    for (int i = 0; i < GEN_KNOBS_MAX && style->knobs[i].name != NULL; i++) {
        if (request->knobs[i] < style->knobs[i].low || request->knobs[i] > style->knobs[i].high)
            return false;
    }
    return true;
}

/* One attempt. Its stream depends on the key and the attempt's number alone. */
static bool draft(struct gen_map *map, const struct gen_request *request,
                  const struct gen_builder *builder, const int *knobs, int attempt)
{
    const struct level_key *key = &request->key;
    uint64_t place = (uint64_t)key->depth | (uint64_t)key->wing << 32;
    uint64_t purpose = (uint64_t)RNG_LAYOUT | (uint64_t)attempt << 8;

    gen_map_clear(map);
    map->finish = builder->finish;
    rng_init(&map->rng, rng_level_seed(request->world_seed, place, key->generation, purpose));
    return builder->draw(map, knobs) && finish_map(map) &&
           prove_tiles(&map->survey, map->tiles, map->up, map->down) == 0;
}

/*
 * The style asked for, then a plain grid of rooms, each with its own attempts; then one single
 * room, which is right at the first attempt whatever the stream says.
 */
static const struct gen_builder *draw_proven(struct gen_map *map, const struct gen_request *request,
                                             int *out_attempts)
{
    static const int no_knobs[GEN_KNOBS_MAX];
    const struct gen_builder *asked = gen_builder_of(request->style);
    int attempt = 0;

    while (attempt < GEN_ATTEMPTS_MAX) {
        *out_attempts = attempt + 1;
        if (draft(map, request, asked, request->knobs, attempt++))
            return asked;
    }
    while (attempt < 2 * GEN_ATTEMPTS_MAX) {
        *out_attempts = attempt + 1;
        if (draft(map, request, &gen_builder_plain, no_knobs, attempt++))
            return &gen_builder_plain;
    }
    *out_attempts = attempt + 1;
    bool is_right = draft(map, request, &gen_builder_hall, no_knobs, attempt);
    CHECK(is_right);
    return &gen_builder_hall;
}

static enum err level_from_map(const struct gen_map *map, struct level_key key,
                               struct level **out_level)
{
    struct level_plan plan = {
        .key = key,
        .width = (int16_t)map->width,
        .height = (int16_t)map->height,
        .up = map->up,
        .down = map->down,
        .tiles = map->tiles,
        .rooms = map->rooms,
        .room_count = map->room_count,
    };

    return level_new(&plan, out_level);
}

enum err gen_level(const struct gen_request *request, struct level **out_level,
                   struct gen_report *report)
{
    struct gen_map map;
    struct gen_report made = {0};

    if (!is_in_range(request))
        return ERR_RANGE;
    enum err error = gen_map_init(&map, request->width, request->height);
    if (error != ERR_OK)
        return error;
    made.style = &draw_proven(&map, request, &made.attempts)->style;
    error = level_from_map(&map, request->key, out_level);
    gen_map_release(&map);
    if (error == ERR_OK && report != NULL) {
        struct hash hash;
        hash_init(&hash);
        level_hash(*out_level, &hash);
        made.hash = hash.value;
        *report = made;
    }
    return error;
}
