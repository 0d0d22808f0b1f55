/*
 * Feats. Each deed is noted twice, for all time and for the season in which it is done; the first
 * deed of a season begins that season's feats.
 */
#include "world/feat.h"

#include "world/delver.h"
#include "world/life.h"
#include "world/world.h"

const uint8_t feat_goals[FEAT_GOALS] = {5, 10, 15, 20, 26};

uint64_t world_day(const struct world *world)
{
    enum { HOUR_MS = 3600 * 1000, HOURS = 24 };

    return world->tick / (world_ms(world, HOUR_MS) * HOURS);
}

uint32_t world_season(const struct world *world)
{
    uint64_t season = world_day(world) / SEASON_DAYS + 1;

    return season < UINT32_MAX ? (uint32_t)season : UINT32_MAX;
}

struct feats feats_of_season(const struct honours *honours, uint32_t season)
{
    return honours->season == season ? honours->in_season : (struct feats){0};
}

uint64_t feats_time_lived(const struct delver *delver)
{
    uint64_t lived = delver->life.honours.lived + delver_time_lived(delver);

    return lived < RANGE_WHOLE_MAX ? lived : RANGE_WHOLE_MAX;
}

static struct feats *season_feats(const struct world *world, struct delver *delver)
{
    struct honours *honours = &delver->life.honours;
    uint32_t season = world_season(world);

    if (honours->season != season)
        honours->in_season = (struct feats){0};
    honours->season = season;
    return &honours->in_season;
}

static void note_depth(struct feats *feats, const struct delver *delver, bool is_first,
                       uint64_t lived)
{
    int depth = delver->body.key.depth;

    if (depth > feats->deepest)
        feats->deepest = (uint16_t)depth;
    if (delver->life.honours.oath == OATH_SWORN && depth > feats->sworn)
        feats->sworn = (uint16_t)depth;
    for (int i = 0; i < FEAT_GOALS; i++) {
        uint64_t *best = &feats->reached_in[i];
        if (is_first && feat_goals[i] == depth && (*best == 0 || lived < *best))
            *best = lived > 0 ? lived : 1;
    }
}

void feats_arrive(const struct world *world, struct delver *delver, bool is_first)
{
    uint64_t lived = feats_time_lived(delver);

    note_depth(season_feats(world, delver), delver, is_first, lived);
    note_depth(&delver->life.honours.ever, delver, is_first, lived);
    delver_note_change(delver);
}

static void note_kindling(struct feats *feats, uint64_t lived, uint32_t falls)
{
    if (feats->kindled == 0 || lived < feats->kindled_in) {
        feats->kindled_in = lived;
        feats->falls = falls;
    }
    if (feats->kindled < UINT16_MAX)
        feats->kindled++;
}

void feats_kindle(const struct world *world, struct delver *delver)
{
    uint64_t lived = feats_time_lived(delver);
    uint32_t falls = delver->life.deaths.number;

    note_kindling(season_feats(world, delver), lived, falls);
    note_kindling(&delver->life.honours.ever, lived, falls);
    delver_note_change(delver);
}

void feats_gain_renown(struct world *world, struct delver *delver)
{
    struct feats *season = season_feats(world, delver);
    struct feats *ever = &delver->life.honours.ever;

    season->renown += season->renown < UINT32_MAX;
    ever->renown += ever->renown < UINT32_MAX;
    world_note_change(world, delver);
}

void feats_give(const struct world *world, struct delver *delver, int64_t gold)
{
    (void)life_gain(&season_feats(world, delver)->given, gold);
    (void)life_gain(&delver->life.honours.ever.given, gold);
    delver_note_change(delver);
}
