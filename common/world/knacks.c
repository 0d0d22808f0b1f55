/*
 * Knacks that are chosen.
 */
#include "world/knacks.h"

#include "base/check.h"
#include "world/world_private.h"

int knacks_due(const struct delver *delver)
{
    int level = life_level(&delver->life);
    int given = (level < KNACKS_LAST ? level : KNACKS_LAST) / KNACKS_EVERY;
    int due = given - knacks_count(delver->life.honours.knacks);

    return due > 0 ? due : 0;
}

int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED])
{
    uint16_t taken = delver->life.honours.knacks;
    uint64_t choice = (uint64_t)delver->life.number << 8 | (uint64_t)knacks_count(taken);
    struct rng rng;
    int count = 0;

    if (knacks_due(delver) == 0)
        return 0;
    rng_init(&rng, rng_level_seed(world->seed, (uint64_t)delver->delver_id, choice, RNG_KNACK));
    while (count < KNACKS_OFFERED && knacks_count(taken) < KNACK_COUNT) {
        enum knack id = (enum knack)rng_below(&rng, KNACK_COUNT);
        if (knacks_have(taken, id))
            continue;
        taken = knacks_with(taken, id);
        out[count++] = id;
    }
    return count;
}

static enum refusal why_not(const struct delver *delver, int offered, uint32_t number)
{
    if (offered == 0)
        return REFUSAL_NO_KNACK;
    if (delver->peril.time != COMPANY_CALM)
        return REFUSAL_DANGER;
    return number < 1 || number > (uint32_t)offered ? REFUSAL_WHICH_KNACK : REFUSAL_NONE;
}

bool knacks_learn(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    enum knack offer[KNACKS_OFFERED];

    CHECK(delver != NULL);
    enum refusal refusal = why_not(delver, knacks_offer(world, delver, offer), action->object);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    enum knack id = offer[action->object - 1];
    delver->life.honours.knacks = knacks_with(delver->life.honours.knacks, id);
    delver_note_change(delver);
    event_push(&body->level->events, EVENT_KNACK, body)->count = (int)id;
    if (id == KNACK_NOSE)
        knacks_arrive(delver);
    return true;
}

void knacks_arrive(struct delver *delver)
{
    const struct level *level = delver->body.level;

    delver->peril.is_spent = false;
    if (!knacks_have(delver->life.honours.knacks, KNACK_NOSE))
        return;
    for (int i = 0; i < level->niche_count; i++)
        delver_learn_cell(delver, level->niches[i]);
}
