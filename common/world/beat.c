/*
 * Beats. Health comes back in parts of a point, so that any full health takes the same time.
 */
#include "world/beat.h"

#include "world/blow.h"
#include "world/death.h"

enum {
    MEND_POINT = 6000, /* parts of a point */
    MEND_WALKING = 30, /* for each point of full health a beat: whole after 200 beats, 120 s */
    MEND_RESTING = 90, /* after 67 beats, 40 s */
    MEND_HAVEN = 720,  /* after 8 beats, 5 s */
    MEND_DANGER = 600, /* a point each 10 beats, whatever the full health is */
    REST_BEATS = 2,    /* without a step: resting */
};

static int mend_rate(const struct world *world, const struct delver *delver)
{
    const struct body *body = &delver->body;
    uint64_t rest_ticks = world_beats(world, REST_BEATS);

    if (delver->peril.time != COMPANY_CALM)
        return MEND_DANGER;
    if (haven_is_at(body->level, body->at))
        return MEND_HAVEN * body->health_max;
    return body->health_max * (body_lived(body) - delver->peril.stepped_at >= rest_ticks
                                   ? MEND_RESTING
                                   : MEND_WALKING);
}

static void mend(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;

    if (body->health >= body->health_max)
        return;
    int parts = delver->peril.mended + mend_rate(world, delver);
    int health = body->health + parts / MEND_POINT;
    delver->peril.mended = (uint16_t)(parts % MEND_POINT);
    if (health >= body->health_max) {
        health = body->health_max;
        delver->peril.mended = 0;
    }
    if (health == body->health)
        return;
    body->health = (int16_t)health;
    event_push(&body->level->events, EVENT_MENDED, body)->left = health;
    delver_note_change(delver);
}

static bool has_status(const struct body *body)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses_have(&body->statuses, id))
            return true;
    }
    return body->statuses.steady > 0;
}

/* Tells of each status that ends with this beat. */
static void live_statuses(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    const struct statuses before = body->statuses;
    int loss = statuses_live_beat(&body->statuses);

    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (before.left[id] > 0 && body->statuses.left[id] == 0)
            event_push(&level->events, EVENT_STATUS, body)->status = id;
    }
    if (loss == 0)
        return;
    struct event *event = event_push(&level->events, EVENT_WITHERS, body);
    event->count = loss;
    event->left = body->health > loss ? body->health - loss : 0;
    blow_harm(world, body, loss, body);
}

bool beat_is_needed(const struct body *body)
{
    return has_status(body) || (body->species == SPECIES_DELVER && body->health < body->health_max);
}

void beat_begin(const struct world *world, struct body *body)
{
    if (!beat_is_needed(body))
        body->beat_at = body_lived(body) + world_beats(world, 1);
    body_activate(body);
}

void beat_run(const struct world *world, struct body *body)
{
    struct delver *delver = body_delver(body);

    if ((int64_t)(body_lived(body) - body->beat_at) < 0 || !beat_is_needed(body))
        return;
    body->beat_at = body_lived(body) + world_beats(world, 1);
    if (delver != NULL)
        mend(world, delver);
    if (has_status(body))
        live_statuses(world, body);
}
