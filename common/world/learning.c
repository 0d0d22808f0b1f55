/*
 * Experience, and the levels that come of it.
 */
#include "world/learning.h"

#include "world/lesson.h"

static void gain(struct delver *delver, int pay, struct event_list *events)
{
    struct body *body = &delver->body;
    int before = life_level(&delver->life);

    delver->life.experience += pay;
    delver_note_change(delver);
    int after = life_level(&delver->life);
    if (after == before)
        return;
    int health = lesson_health(after) - lesson_health(before);
    body->health_max = (int16_t)(body->health_max + health);
    body->health = (int16_t)(body->health + health);
    event_push(events, EVENT_LEVELLED, body)->count = after;
}

void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row)
{
    struct event_list *events = &delver->body.level->events;
    uint16_t *kills = &delver->life.kills[foe->species];

    *kills = (uint16_t)(*kills + (*kills < UINT16_MAX));
    int pay = lesson_of_kill(row, *kills, life_level(&delver->life));
    struct event *event = event_push(events, EVENT_LESSON, &delver->body);
    event->other = foe->id;
    event->count = pay;
    gain(delver, pay, events);
}

void learning_arrival(struct delver *delver, struct event_list *events)
{
    struct life *life = &delver->life;
    uint16_t depth = delver->body.key.depth;
    uint64_t *arrived = &life->arrived[depth / 64];
    uint64_t bit = UINT64_C(1) << depth % 64;

    if (depth > life->deepest)
        life->deepest = depth;
    delver_note_change(delver);
    if ((*arrived & bit) != 0)
        return;
    *arrived |= bit;
    int pay = lesson_of_depth(depth, life_level(life));
    if (pay == 0)
        return;
    struct event *event = event_push(events, EVENT_REACHED, &delver->body);
    event->count = pay;
    gain(delver, pay, events);
}
