/*
 * From a request to a proven level: draw, finish, furnish, prove, and repeat with the next stream.
 *
 * A style draws a draft. The passes of finish_map() turn it into a correct level: joined, without
 * pinches, with stairs. Then it is furnished with set pieces, gates and surfaces, and proven. If
 * the proof fails with these, they are removed and the level is kept. A style without attempts left
 * is replaced by a plain grid of rooms, and that by one hall.
 */
#include "gen/gen.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "gen/landmark.h"
#include "gen/passes.h"
#include "gen/piece.h"
#include "gen/prove.h"
#include "gen/registry.h"
#include "gen/sectors.h"

enum { OPEN_PERCENT = 45 /* percent of places that go on open floor, if the level has some */ };

static bool has_open_cell(const struct gen_map *map)
{
    for (int i = 0; i < map->survey.cell_count; i++) {
        if (map->survey.is_passable[map->tiles[i]])
            return true;
    }
    return false;
}

bool finish_map(struct gen_map *map)
{
    const struct gen_finish *finish = &map->finish;

    if (!has_open_cell(map))
        return false;
    map->stub_salt = rng_next(&map->rng);
    pass_join_pieces(map, finish->piece_min);
    pass_prune_dead_ends(map, finish->prune_length);
    pass_open_pinches(map);
    pass_open_loops(map);
    pass_widen_core(map);
    if (finish->landings) {
        pass_carve_landings(map);
        pass_open_pinches(map);
    }
    pass_clear_islands(map, finish->island_min);
    pass_fill_stubs(map);
    pass_flood_specks(map);
    pass_fill_lone_ponds(map);
    pass_mend_doors(map);
    return has_open_cell(map) && pass_place_stairs(map);
}

static bool is_right(struct gen_map *map)
{
    const struct gen_furnishing *furnishing = &map->furnishing;

    return prove_tiles(&map->survey, map->tiles, map->up, map->down, furnishing->gates,
                       furnishing->gate_count) == 0 &&
           prove_gates(&map->survey, map->tiles, map->up, map->down, furnishing->gates,
                       furnishing->gate_count) == 0;
}

/* Builds set pieces over the draft, as map->finish says. Call it before finish_map(). */
static void stamp_map(struct gen_map *map)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_AREA};
    struct gen_furnishing *furnishing = &map->furnishing;
    int wanted = furnishing->places_max < gen_map_scaled(map, map->finish.stamps)
                     ? furnishing->places_max
                     : gen_map_scaled(map, map->finish.stamps);

    if (furnishing->pieces == NULL || !furnishing->is_early)
        return;
    for (int i = 0; i < wanted; i++)
        (void)piece_stamp(map, wish);
}

/* Adds as many places as fit, in rock and on floor. */
static void add_places(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;
    int wanted = furnishing->places_max;
    int before = furnishing->place_count;

    pass_dig_places(map, wanted - wanted * OPEN_PERCENT / 100);
    pass_lay_places(map, wanted - (furnishing->place_count - before));
}

/* Adds the places that a level has once. False: the lair has no room. */
static bool add_fixed_places(struct gen_map *map)
{
    if (!map->part.is_main)
        return true;
    bool has_lair = pass_dig_one(map, SETPIECE_LAIR) && pass_dig_one(map, SETPIECE_HALL);

    if (map->furnishing.wants_vault)
        (void)pass_dig_one(map, SETPIECE_VAULT);
    return has_lair;
}

/* Furnishes the level as map->furnishing says, and proves it; if the proof fails, takes the
   furnishing away and proves the bare level. Call it after finish_map(). False: the draft is
   wrong. */
static bool furnish_map(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;

    if (furnishing->pieces == NULL)
        return prove_tiles(&map->survey, map->tiles, map->up, map->down, NULL, 0) == 0;
    landmark_mend(map);
    memcpy(map->bare, map->tiles, (size_t)map->survey.cell_count);
    int places = furnishing->place_count;
    int rooms = map->room_count;
    if (furnishing->places_max > 0) {
        if (!add_fixed_places(map) && furnishing->must_have_lair)
            return false;
        pass_lay_arrivals(map);
        add_places(map);
    }
    pass_build_gates(map);
    pass_mend_doors(map);
    if (furnishing->places_max > 0)
        pass_break_halls(map);
    pass_grow_surfaces(map);
    if (is_right(map))
        return true;
    if ((furnishing->wants_vault || furnishing->must_have_lair) && furnishing->places_max > 0)
        return false;
    memcpy(map->tiles, map->bare, (size_t)map->survey.cell_count);
    furnishing->place_count = places;
    furnishing->gate_count = 0;
    map->room_count = rooms;
    pass_grow_surfaces(map);
    return is_right(map);
}

void gen_request_for_key(struct gen_request *request, uint64_t world_seed, struct level_key key)
{
    gen_request_for_level(request, NULL, world_seed, key);
}

void gen_request_for_level(struct gen_request *request, const struct setpieces *pieces,
                           uint64_t world_seed, struct level_key key)
{
    const struct themes *themes = setpieces_themes(pieces);
    const struct theme_row *theme = theme_of_depth(themes, key.depth);
    const struct theme_plan *plan =
        theme_plan_of_level(themes, world_seed, key.wing, key.depth, key.generation);
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
    request->pieces = pieces;
}

/* Checks the plan of a theme. True: *out is the cause of its first fault. */
static bool find_plan_fault(const struct theme_row *theme, const struct theme_plan *plan, char *out,
                            size_t out_size)
{
    const struct gen_style *style = gen_style_find(plan->style);
    struct gen_request request;
    const struct gen_knob *knob = NULL;

    if (style == NULL) {
        snprintf(out, out_size, "plan: there is no style %s", plan->style);
        return true;
    }
    int width = plan->width != 0 ? plan->width : theme->width;
    int height = plan->height != 0 ? plan->height : theme->height;
    if (width < style->width_min || height < style->height_min || width > LEVEL_WIDTH_MAX ||
        height > LEVEL_HEIGHT_MAX) {
        snprintf(out, out_size, "plan: %s takes %dx%d to %dx%d cells", style->name,
                 style->width_min, style->height_min, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX);
        return true;
    }
    gen_request_init(&request, style, 0, (struct level_key){.depth = 1}, width, height);
    for (int i = 0; i < THEME_SETTINGS_MAX && plan->settings[i].knob != NULL; i++) {
        const struct theme_setting *setting = &plan->settings[i];
        enum err error = gen_request_set(&request, setting->knob, setting->value, &knob);
        if (error == ERR_OK)
            continue;
        if (error == ERR_RANGE)
            snprintf(out, out_size, "plan: %s must be from %d to %d", knob->name, knob->low,
                     knob->high);
        else
            snprintf(out, out_size, "plan: style %s has no parameter \"%s\"", style->name,
                     setting->knob);
        return true;
    }
    return false;
}

enum err gen_check_themes(const struct setpieces *pieces, struct setpiece_fault *out_fault)
{
    const struct themes *themes = setpieces_themes(pieces);

    for (size_t i = 0; themes != NULL && i < themes->count; i++) {
        const struct host_theme *theme = &themes->rows[i];
        out_fault->file = theme->file;
        for (int k = 0; k < THEME_PLANS_MAX && theme->row.plans[k].style != NULL; k++) {
            out_fault->line = theme->plan_lines[k];
            if (!theme->adds_names && find_plan_fault(&theme->row, &theme->row.plans[k],
                                                      out_fault->cause, sizeof out_fault->cause))
                return ERR_FORMAT;
        }
    }
    return ERR_OK;
}

/* Fills a block of a draft without rooms with rock, so that a lair has room. */
static void keep_rock(struct gen_map *map)
{
    int side = SETPIECE_SIDE_MAX + 2;
    int left = 1 + (int)rng_below(&map->rng, (uint32_t)(map->width - side - 1));
    int top = 1 + (int)rng_below(&map->rng, (uint32_t)(map->height - side - 1));

    for (int y = top; y < top + side; y++) {
        for (int x = left; x < left + side; x++)
            gen_map_set(map, x, y, TILE_ROCK);
    }
}

/* Makes one attempt. Its random stream depends only on the key and the number of the attempt.
   False: it failed. */
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
    if (attempt > 0 && map->furnishing.must_have_lair && map->room_count == 0 &&
        map->width > SETPIECE_SIDE_MAX + 4 && map->height > SETPIECE_SIDE_MAX + 4)
        keep_rock(map);
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

int gen_spots(const struct gen_furnishing *furnishing, struct spot spots[GEN_PLACES_MAX])
{
    _Static_assert((int)GEN_PLACES_MAX <= (int)SPOTS_MAX, "every set piece is a spot");
    _Static_assert((int)SETPIECE_NAME_MAX <= (int)SPOT_NAME_MAX &&
                       (int)SETPIECE_SAY_MAX <= (int)SPOT_SAY_MAX &&
                       (int)SETPIECE_REFILL_MAX <= (int)SPOT_REFILL_MAX,
                   "the words of a set piece fit a spot");

    for (int i = 0; i < furnishing->place_count; i++) {
        const struct gen_place *place = &furnishing->places[i];
        struct rect area = place->area;
        spots[i] = (struct spot){.area = {(int16_t)(area.x + 1), (int16_t)(area.y + 1),
                                          (int16_t)(area.width - 2), (int16_t)(area.height - 2)}};
        memcpy(spots[i].name, place->piece->name, sizeof place->piece->name);
        memcpy(spots[i].say, place->piece->say, sizeof place->piece->say);
        spots[i].refill = place->piece->refill;
    }
    return furnishing->place_count;
}

static enum err level_from_map(const struct gen_map *map, struct level_key key,
                               struct level **out_level)
{
    struct spot spots[GEN_PLACES_MAX];
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
        .spot_count = gen_spots(&map->furnishing, spots),
    };

    return level_new(&plan, out_level);
}

void gen_note(const struct gen_furnishing *furnishing, struct gen_report *report)
{
    if (report->landmark == GEN_LANDMARK_NONE)
        report->landmark = furnishing->landmark;
    report->place_count += furnishing->place_count;
    for (int i = 0; i < furnishing->place_count; i++) {
        size_t index = (size_t)(furnishing->places[i].piece - furnishing->pieces->rows);
        report->placed[index / 64] |= UINT64_C(1) << (index % 64);
    }
}

/* Makes a level that is one sector. */
static enum err draw_whole(const struct gen_request *request, struct level **out_level,
                           struct gen_report *made)
{
    struct gen_map map;
    enum err error = gen_map_init(&map, request->width, request->height);

    if (error != ERR_OK)
        return error;
    const struct gen_builder *asked = gen_builder_of(request->style);
    made->style = &gen_draw_proven(&map, request, asked, &made->attempts)->style;
    gen_note(&map.furnishing, made);
    /* Freed first, because level_new() needs as much memory of its own. */
    survey_release(&map.survey);
    error = level_from_map(&map, request->key, out_level);
    gen_map_release(&map);
    return error;
}

enum err gen_level(const struct gen_request *request, struct level **out_level,
                   struct gen_report *report)
{
    struct gen_report made = {0};
    enum err error;

    if (!gen_request_is_in_range(request))
        return ERR_RANGE;
    if (request->width > GEN_SECTOR_WIDTH || request->height > GEN_SECTOR_HEIGHT)
        error = sectors_level(request, out_level, &made);
    else
        error = draw_whole(request, out_level, &made);
    if (error == ERR_OK && report != NULL) {
        struct hash hash;
        hash_init(&hash);
        level_hash(*out_level, &hash);
        made.hash = hash.value;
        *report = made;
    }
    return error;
}
