/*
 * From a request to a proven level: draw, finish, prove, and again with the next stream.
 */
#include "gen/gen.h"

#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "gen/landmark.h"
#include "gen/passes.h"
#include "gen/registry.h"

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

/* One attempt. Its stream depends on the key and the attempt's number alone. */
static bool draft(struct gen_map *map, const struct gen_request *request,
                  const struct gen_builder *builder, int attempt)
{
    static const int no_knobs[GEN_KNOBS_MAX];
    bool is_asked = &builder->style == request->style;

    gen_map_clear(map);
    rng_init(&map->rng, gen_seed(request, attempt));
    map->finish = builder->finish;
    gen_map_furnish(map, request, attempt);
    if (is_asked)
        gen_map_tune(map, request->shared);
    if (!builder->draw(map, is_asked ? request->knobs : no_knobs))
        return false;
    landmark_lay(map);
    stamp_map(map);
    return finish_map(map) && furnish_map(map);
}

const struct gen_builder *gen_draw_proven(struct gen_map *map, const struct gen_request *request,
                                          const struct gen_builder *asked, int *out_attempts)
{
    int attempt = 0;

    while (attempt < GEN_ATTEMPTS_MAX) {
        *out_attempts = attempt + 1;
        if (draft(map, request, asked, attempt++))
            return asked;
    }
    while (attempt < 2 * GEN_ATTEMPTS_MAX) {
        *out_attempts = attempt + 1;
        if (draft(map, request, &gen_builder_plain, attempt++))
            return &gen_builder_plain;
    }
    *out_attempts = attempt + 1;
    bool is_right = draft(map, request, &gen_builder_hall, attempt);
    CHECK(is_right);
    return &gen_builder_hall;
}

/* The outer ring of a drawing is its walls, or the floor around it. */
static int spots_of(const struct gen_furnishing *furnishing, struct spot spots[SPOTS_MAX])
{
    _Static_assert((int)GEN_PLACES_MAX <= (int)SPOTS_MAX, "every set piece is a spot");
    _Static_assert((int)SETPIECE_NAME_MAX <= (int)SPOT_NAME_MAX &&
                       (int)SETPIECE_SAY_MAX <= (int)SPOT_SAY_MAX,
                   "the words of a set piece fit a spot");

    for (int i = 0; i < furnishing->place_count; i++) {
        const struct gen_place *place = &furnishing->places[i];
        struct rect area = place->area;
        spots[i] = (struct spot){.area = {(int16_t)(area.x + 1), (int16_t)(area.y + 1),
                                          (int16_t)(area.width - 2), (int16_t)(area.height - 2)}};
        memcpy(spots[i].name, place->piece->name, sizeof place->piece->name);
        memcpy(spots[i].say, place->piece->say, sizeof place->piece->say);
    }
    return furnishing->place_count;
}

static enum err level_from_map(const struct gen_map *map, struct level_key key,
                               struct level **out_level)
{
    struct spot spots[SPOTS_MAX];
    struct level_plan plan = {
        .key = key,
        .width = (int16_t)map->width,
        .height = (int16_t)map->height,
        .up = map->up,
        .down = map->down,
        .tiles = map->tiles,
        .rooms = map->rooms,
        .room_count = map->room_count,
        .gates = map->furnishing.gates,
        .gate_count = map->furnishing.gate_count,
        .spots = spots,
        .spot_count = spots_of(&map->furnishing, spots),
    };

    return level_new(&plan, out_level);
}

static void note_furnishing(const struct gen_furnishing *furnishing, struct gen_report *report)
{
    report->landmark = furnishing->landmark;
    report->place_count = furnishing->place_count;
    for (int i = 0; i < furnishing->place_count; i++) {
        size_t index = (size_t)(furnishing->places[i].piece - furnishing->pieces->rows);
        report->placed[index / 64] |= UINT64_C(1) << (index % 64);
    }
}

enum err gen_level(const struct gen_request *request, struct level **out_level,
                   struct gen_report *report)
{
    struct gen_map map;
    struct gen_report made = {0};

    if (!gen_request_is_in_range(request))
        return ERR_RANGE;
    enum err error = gen_map_init(&map, request->width, request->height);
    if (error != ERR_OK)
        return error;
    const struct gen_builder *asked = gen_builder_of(request->style);
    made.style = &gen_draw_proven(&map, request, asked, &made.attempts)->style;
    note_furnishing(&map.furnishing, &made);
    /* The scratch of level_new() takes the place of this one. */
    survey_release(&map.survey);
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
