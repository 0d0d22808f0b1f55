/*
 * The table of styles, in the order of their listing, and the knobs that each of them has.
 *
 * A style's own row says which shared knobs it lacks or gives another default; range and meaning
 * are the same everywhere.
 */
#include "gen/registry.h"

#include <string.h>

#include "base/check.h"
#include "gen/gen.h"

static const struct gen_builder *const builder_table[] = {
    &gen_builder_rooms, &gen_builder_caves, &gen_builder_digger,  &gen_builder_delve,
    &gen_builder_maze,  &gen_builder_chain, &gen_builder_regions, &gen_builder_plain,
};

enum { BUILDER_COUNT = sizeof builder_table / sizeof builder_table[0] };

size_t gen_style_count(void)
{
    return BUILDER_COUNT;
}

const struct gen_style *gen_style_at(size_t index)
{
    CHECK(index < BUILDER_COUNT);
    return &builder_table[index]->style;
}

const struct gen_style *gen_style_find(const char *name)
{
    for (size_t i = 0; i < BUILDER_COUNT; i++) {
        if (strcmp(builder_table[i]->style.name, name) == 0)
            return &builder_table[i]->style;
    }
    return NULL;
}

const struct gen_builder *gen_builder_of(const struct gen_style *style)
{
    size_t i = 0;

    while (i < BUILDER_COUNT && &builder_table[i]->style != style)
        i++;
    CHECK(i < BUILDER_COUNT);
    return builder_table[i];
}

// clang-format off
static const struct gen_knob shared_table[GEN_SHARED_COUNT] = {
    [GEN_DOORS] = {"doors", 0, 100, 60, "doorways that get a door, percent"},
    [GEN_THIN] = {"thin", 0, 100, 100,
                  "doors too near to another or easily walked round that go, percent"},
    [GEN_LOOPS] = {"loops", 0, 200, 16, "short cuts on a level of 100x57 at most, in proportion"},
    [GEN_LOOPS_MIN] = {"loops_min", 0, 200, 4,
                       "least a level may draw as its own limit of short cuts"},
    [GEN_DETOUR] = {"detour", 4, 200, 30, "steps saved for a short cut to be dug"},
    [GEN_REACH] = {"reach", 1, 30, 8, "cells of rock a short cut may cross"},
    [GEN_PRUNE] = {"prune", 0, GEN_PRUNE_WHOLLY, GEN_PRUNE_WHOLLY,
                   "cells by which dead ends are shortened, 100: wholly"},
    [GEN_STUBS] = {"stubs", 0, 100, 0, "dead ends that stay as they are, percent"},
    [GEN_LANDMARK] = {"landmark", 0, 100, 46, "levels that have a landmark, percent"},
    [GEN_PLACES] = {"places", 0, 12, 6, "set pieces on a level of 100x57 at most, in proportion"},
    [GEN_GATED] = {"gated", 0, 100, 60, "set pieces with a gate that get it, percent"},
    [GEN_SECRET] = {"secret", 0, 100, 20, "pockets without a gate whose door is hidden, percent"},
    [GEN_SURFACES] = {"surfaces", 0, 80, 32, "floor that is overgrown, strewn or wet, percent"},
};
// clang-format on

static size_t own_knob_count(const struct gen_style *style)
{
    size_t count = 0;

    while (count < GEN_KNOBS_MAX && style->knobs[count].name != NULL)
        count++;
    return count;
}

static struct gen_standard shared_standard(const struct gen_style *style, enum gen_shared knob)
{
    for (int i = 0; i < GEN_SHARED_COUNT && style->standards[i].knob != GEN_SHARED_NONE; i++) {
        if (style->standards[i].knob == knob)
            return style->standards[i];
    }
    return (struct gen_standard){.knob = knob, .value = shared_table[knob].standard};
}

size_t gen_knob_count(const struct gen_style *style)
{
    size_t count = own_knob_count(style);

    for (enum gen_shared knob = GEN_SHARED_NONE + 1; knob < GEN_SHARED_COUNT; knob++)
        count += !shared_standard(style, knob).is_fixed;
    return count;
}

struct gen_knob gen_knob_at(const struct gen_style *style, size_t index)
{
    size_t own_count = own_knob_count(style);
    enum gen_shared shared = GEN_SHARED_NONE;

    CHECK(index < gen_knob_count(style));
    if (index < own_count)
        return style->knobs[index];
    for (size_t passed = own_count; passed <= index;)
        passed += !shared_standard(style, ++shared).is_fixed;
    struct gen_knob knob = shared_table[shared];
    knob.standard = shared_standard(style, shared).value;
    return knob;
}

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
    for (size_t i = 0; i < own_knob_count(style); i++)
        request->knobs[i] = style->knobs[i].standard;
    for (enum gen_shared knob = GEN_SHARED_NONE + 1; knob < GEN_SHARED_COUNT; knob++)
        request->shared[knob] = shared_standard(style, knob).value;
}

static bool is_within(const struct gen_knob *knob, int value)
{
    return value >= knob->low && value <= knob->high;
}

static enum err set_value(const struct gen_knob *knob, int value, int *out,
                          const struct gen_knob **out_knob)
{
    *out_knob = knob;
    if (!is_within(knob, value))
        return ERR_RANGE;
    *out = value;
    return ERR_OK;
}

enum err gen_request_set(struct gen_request *request, const char *name, int value,
                         const struct gen_knob **out_knob)
{
    const struct gen_knob *knobs = request->style->knobs;

    *out_knob = NULL;
    for (size_t i = 0; i < own_knob_count(request->style); i++) {
        if (strcmp(knobs[i].name, name) == 0)
            return set_value(&knobs[i], value, &request->knobs[i], out_knob);
    }
    for (enum gen_shared knob = GEN_SHARED_NONE + 1; knob < GEN_SHARED_COUNT; knob++) {
        if (strcmp(shared_table[knob].name, name) == 0 &&
            !shared_standard(request->style, knob).is_fixed)
            return set_value(&shared_table[knob], value, &request->shared[knob], out_knob);
    }
    return ERR_NOT_FOUND;
}

bool gen_request_is_in_range(const struct gen_request *request)
{
    const struct gen_style *style = request->style;

    if (request->width < LEVEL_WIDTH_MIN || request->width > LEVEL_WIDTH_MAX ||
        request->height < LEVEL_HEIGHT_MIN || request->height > LEVEL_HEIGHT_MAX)
        return false;
    if (request->width < style->width_min || request->height < style->height_min)
        return false;
    for (size_t i = 0; i < own_knob_count(style); i++) {
        if (!is_within(&style->knobs[i], request->knobs[i]))
            return false;
    }
    for (enum gen_shared knob = GEN_SHARED_NONE + 1; knob < GEN_SHARED_COUNT; knob++) {
        struct gen_standard standard = shared_standard(style, knob);
        if (!is_within(&shared_table[knob], request->shared[knob]) ||
            (standard.is_fixed && request->shared[knob] != standard.value))
            return false;
    }
    return true;
}
