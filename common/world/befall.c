/*
 * Statuses given to bodies.
 */
#include "world/befall.h"

#include "world/beat.h"

/* Traits of gear that keep a status off, or make it half as long. */
static const struct {
    enum status_id status;
    unsigned trait; /* of enum item_trait */
    bool is_halved;
} guards[] = {
    {STATUS_HELD, ITEM_ANCHORS, false},     {STATUS_STUNNED, ITEM_ANCHORS, false},
    {STATUS_ASLEEP, ITEM_BREATHES, false},  {STATUS_HUSHED, ITEM_BREATHES, false},
    {STATUS_POISONED, ITEM_BREATHES, true}, {STATUS_BURNING, ITEM_WARMS, true},
};

struct gear gear_of(const struct body *body)
{
    if (body->species != SPECIES_DELVER)
        return (struct gear){0};
    return pack_gear(&((const struct delver *)body)->life.pack);
}

/* Beats of a status after the knacks of a delver. */
static int beats_of(const struct delver *delver, enum status_id status, int beats)
{
    const struct status_row *row = status_row(status);

    if (status == STATUS_HELD && life_has_knack(&delver->life, KNACK_WRESTLER))
        return 1;
    if (!row->is_good && !row->lasts && life_has_knack(&delver->life, KNACK_HARDY))
        return (beats + 1) / 2;
    return beats;
}

bool befall(const struct world *world, struct body *body, enum status_id status, int beats)
{
    unsigned traits = gear_of(body).traits;

    if (beats == 0)
        beats = status_row(status)->beats;
    for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++) {
        if (guards[i].status != status || (guards[i].trait & traits) == 0)
            continue;
        if (!guards[i].is_halved)
            return false;
        beats = (beats + 1) / 2;
    }
    if (body->species == SPECIES_DELVER)
        beats = beats_of((const struct delver *)body, status, beats);
    beat_begin(world, body);
    if (!statuses_add(&body->statuses, status, beats))
        return false;
    if (status == STATUS_WITHERED)
        body_wither(body);
    if (!event_has_room(&body->level->events))
        return true;
    struct event *event = event_push(&body->level->events, EVENT_STATUS, body);
    event->status = status;
    event->count = 1;
    return true;
}

int befall_mend(struct body *body, int health)
{
    int missing = body->health_max - body->health;

    if (health > missing)
        health = missing;
    body->health = (int16_t)(body->health + health);
    if (health > 0)
        event_push(&body->level->events, EVENT_MENDED, body)->left = body->health;
    if (body_delver(body) != NULL)
        delver_note_change(body_delver(body));
    return health;
}

void befall_restore(struct body *body)
{
    if (!statuses_have(&body->statuses, STATUS_WITHERED))
        return;
    statuses_end(&body->statuses, STATUS_WITHERED);
    body_wither(body);
    event_push(&body->level->events, EVENT_STATUS, body)->status = STATUS_WITHERED;
    if (body_delver(body) != NULL)
        delver_note_change(body_delver(body));
}
