/*
 * Learning: what a delver gains by kills and depths, and the knack that is due at each fourth
 * level.
 */
#include "world/learning.h"

#include "base/check.h"
#include "world/life.h"
#include "world/world.h"

enum { SURVEY_PERCENT = 90 /* of the ground of a level: all but some corner was seen */ };

static void gain(struct delver *delver, int pay, struct event_list *events)
{
    struct body *body = &delver->body;
    int before = life_level(&delver->life);

    (void)life_gain(&delver->life.experience, pay);
    delver_note_change(delver);
    int after = life_level(&delver->life);
    if (after == before)
        return;
    int health = lesson_health(after) - lesson_health(before);
    body->health = (int16_t)(body->health + body_strengthen(body, health));
    event_push(events, EVENT_LEVELLED, body)->count = after;
}

void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row)
{
    struct event_list *events = &delver->body.level->events;
    uint16_t *kills = &delver->life.kills[foe->species];

    *kills = (uint16_t)(*kills + (*kills < UINT16_MAX));
    int pay = lesson_of_kill(row, foe->key.depth, *kills, life_level(&delver->life));
    struct event *event = event_push(events, EVENT_LESSON, &delver->body);
    event->other = foe->id;
    event->count = pay;
    gain(delver, pay, events);
}

/* Sets the bit of that depth; false: it was set. */
static bool note_depth(uint64_t bits[LIFE_DEPTH_WORDS], int depth)
{
    uint64_t bit = UINT64_C(1) << depth % 64;
    bool is_new = (bits[depth / 64] & bit) == 0;

    bits[depth / 64] |= bit;
    return is_new;
}

static void learn_depth(struct delver *delver, enum event_kind kind, struct event_list *events)
{
    int pay = lesson_of_depth(delver->body.key.depth, life_level(&delver->life));

    delver_note_change(delver);
    if (pay == 0)
        return;
    event_push(events, kind, &delver->body)->count = pay;
    gain(delver, pay, events);
}

void learning_arrival(struct delver *delver, struct event_list *events)
{
    struct life *life = &delver->life;
    uint16_t depth = delver->body.key.depth;

    if (depth > life->deepest)
        life->deepest = depth;
    delver_note_change(delver);
    /* A life begins on depth 1. */
    if (note_depth(life->arrived, depth) && depth > 1)
        learn_depth(delver, EVENT_REACHED, events);
}

void learning_survey(struct delver *delver)
{
    struct life *life = &delver->life;
    int depth = delver->body.key.depth;

    if (depth > LIFE_DEPTH_MAX || !event_has_room(&delver->body.level->events) ||
        (life->explored[depth / 64] >> depth % 64 & 1) != 0 ||
        delver_explored_percent(delver) < SURVEY_PERCENT)
        return;
    (void)note_depth(life->explored, depth);
    learn_depth(delver, EVENT_SURVEYED, &delver->body.level->events);
}

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
