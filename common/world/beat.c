/*
 * Beats. Health comes back in parts of a point, so that any full health takes the same time.
 */
#include "world/beat.h"

#include "world/blow.h"
#include "world/death.h"
#include "world/haven.h"
#include "world/statuses.h"
#include "world/use.h"
#include "world/world.h"

enum {
    MEND_POINT = 6000, /* parts of a point */
    MEND_WALKING = 30, /* for each point of full health a beat: whole after 200 beats, 120 s */
    MEND_RESTING = 90, /* after 67 beats, 40 s */
    MEND_HAVEN = 720,  /* after 8 beats, 5 s */
    MEND_DANGER = 600, /* a point each 10 beats, at any full health */
    MEND_HIDDEN = 2,   /* in 100 of full health a beat, of a foe that hides */
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
    int times = (gear_of(body).traits & ITEM_RESTS) != 0 ? 2 : 1;
    return times * body->health_max *
           (body_lived(body) - delver->peril.stepped_at >= rest_ticks ? MEND_RESTING
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

/* A foe that has fled heals out of sight, or asleep, the parts of a point by chance. One that is
   whole flees no more. */
static void mend_in_hiding(const struct world *world, struct foe *foe)
{
    struct body *body = &foe->body;
    uint32_t parts = (uint32_t)(body->health_max * MEND_HIDDEN);

    if (foe->mind.fear != FEAR_FLEEING)
        return;
    if (!foe_is_awake(foe) || sight_is_clear_of(world, body->level, body->at)) {
        int health = body->health + (int)((parts + rng_below(&body->level->rng, 100)) / 100);
        body->health = (int16_t)(health < body->health_max ? health : body->health_max);
    }
    if (body->health >= body->health_max)
        foe->mind.fear = FEAR_NONE;
}

/* A delver that floated over deep water is carried to the shore; where that is taken, it floats a
   beat more. */
static void come_ashore(struct body *body)
{
    struct pos from = body->at;
    struct pos to = level_ashore(body->level, from);

    if (body_delver(body) == NULL || pos_equal(from, to))
        return;
    if (level_body_at(body->level, to) != 0) {
        (void)statuses_add(&body->statuses, STATUS_FLOATING, 1);
        return;
    }
    body_move(body, to);
    event_push(&body->level->events, EVENT_CARRIED_OFF, body)->from = from;
    body->level->is_stirred = true;
}

/* The status that a loss of health is told of: burning, or else poison. */
static enum status_id harm_of(const struct statuses *statuses)
{
    return statuses->left[STATUS_BURNING] > 0 ? STATUS_BURNING : STATUS_POISONED;
}

/* Tells what the beat costs, and of each status that ends with it. */
static void live_statuses(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    const struct statuses before = body->statuses;
    int loss = statuses_live_beat(&body->statuses);

    if (loss > 0) {
        struct event *event = event_push(&level->events, EVENT_WITHERS, body);
        event->status = harm_of(&before);
        event->count = loss;
        event->left = body->health > loss ? body->health - loss : 0;
    }
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (before.left[id] > 0 && body->statuses.left[id] == 0)
            event_push(&level->events, EVENT_STATUS, body)->status = id;
    }
    if (before.left[STATUS_FLOATING] > 0 && body->statuses.left[STATUS_FLOATING] == 0)
        come_ashore(body);
    if (loss > 0)
        blow_harm(world, body, loss, body);
}

void beat_run(const struct world *world, struct body *body)
{
    struct delver *delver = body_delver(body);

    if ((int64_t)(body_lived(body) - body->beat_at) < 0 || !beat_is_needed(body))
        return;
    body->beat_at = body_lived(body) + world_beats(world, 1);
    if (body_is_fallen(body)) {
        fall_live_beat(world, delver);
        return;
    }
    if (delver != NULL && haven_is_at(body->level, body->at))
        befall_restore(body);
    if (delver != NULL)
        mend(world, delver);
    else
        mend_in_hiding(world, body_foe(body));
    if (statuses_any(&body->statuses))
        live_statuses(world, body);
    if (delver != NULL && body->level != NULL)
        use_live_beat(world, delver);
}
