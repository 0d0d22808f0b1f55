/*
 * Experience, and the levels that come of it.
 */
#include "world/learning.h"

#include "world/life.h"

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
