/*
 * Kinds by depth and rarity.
 */
#include "world/population_private.h"

#include "base/check.h"
#include "world/growth.h"

enum {
    DEEP_KINDS = 18,    /* kinds first met here or below it are those of the Deep */
    ECHO_FROM = 16,     /* and bosses of these depths */
    ECHO_EVERY = 4,     /* are met again there, one in so many depths */
    STRANGE_DEEPER = 3, /* how much further down a strange kind is first met, at most */
};

/* Parts that make a kind of the folk a specialist. */
static const enum part_id special_parts[] = {PART_KITE, PART_SHOUT, PART_RALLY,
                                             PART_MEND, PART_KEEP,  PART_POT};

static bool is_specialist(const struct species_row *row)
{
    for (size_t i = 0; i < sizeof special_parts / sizeof special_parts[0]; i++) {
        if (species_part(row, special_parts[i]) != NULL)
            return row->family == FAMILY_FOLK;
    }
    return false;
}

static bool is_of_depth(const struct species_row *row, int depth)
{
    if (depth >= GROWTH_DEPTH_FIRST)
        return row->depth.low >= DEEP_KINDS;
    return depth >= row->depth.low && depth <= row->depth.high;
}

static bool is_wished(const struct species_row *row, const struct kind_wish *wish)
{
    int deeper = row->depth.low - wish->depth;

    if (species_part(row, PART_SWIM) != NULL && !wish->has_water)
        return false;
    if (wish->leader != NULL &&
        (row == wish->leader || row->glyph != wish->leader->glyph || !is_specialist(row)))
        return false;
    return wish->is_strange ? deeper > 0 && deeper <= STRANGE_DEEPER
                            : is_of_depth(row, wish->depth);
}

enum species_id population_draw(struct rng *rng, const struct kind_wish *wish)
{
    uint32_t weights[SPECIES_COUNT];
    uint32_t whole = 0;
    enum species_id id = SPECIES_DELVER;

    for (; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        weights[id] = is_wished(row, wish) ? row->rarity : 0;
        whole += weights[id];
    }
    if (whole == 0)
        return SPECIES_DELVER;
    uint32_t drawn = rng_below(rng, whole);
    for (id = SPECIES_DELVER; drawn >= weights[id]; id++)
        drawn -= weights[id];
    return id;
}

enum species_id population_kind(struct rng *rng, int depth, bool has_water)
{
    const struct kind_wish wish = {.depth = depth, .has_water = has_water};

    CHECK(depth > 0);
    return population_draw(rng, &wish);
}

/* The bosses of the last depths in turn, one each ECHO_EVERY depths of the Deep. */
static enum species_id echo_of_boss(int depth)
{
    enum species_id bosses[SPECIES_COUNT];
    int count = 0;
    int number = (depth - GROWTH_DEPTH_FIRST) / ECHO_EVERY;

    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        if (species_row(id)->is_boss && species_row(id)->depth.low >= ECHO_FROM)
            bosses[count++] = id;
    }
    return (depth - GROWTH_DEPTH_FIRST) % ECHO_EVERY == ECHO_EVERY - 1 ? bosses[number % count]
                                                                       : SPECIES_DELVER;
}

enum species_id population_boss(int depth)
{
    if (depth >= GROWTH_DEPTH_FIRST)
        return echo_of_boss(depth);
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        if (row->is_boss && depth >= row->depth.low && depth <= row->depth.high)
            return id;
    }
    return SPECIES_DELVER;
}
