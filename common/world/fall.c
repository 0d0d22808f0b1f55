/*
 * Falling and raising.
 */
#include "world/fall.h"

#include "world/beat.h"
#include "world/death.h"
#include "world/mind.h"

enum {
    RAISED_SHARE = 4, /* of full health, one part in so many */
    CALM_CELLS = 30, /* from which a companion counts where there is no danger, and so no company */
};

static bool is_companion(const struct delver *delver, const struct delver *other)
{
    if (other == delver || other->peril.is_fallen || other->is_link_dead || delver_is_away(other))
        return false;
    if (delver->peril.company != 0 || other->peril.company != 0)
        return other->peril.company == delver->peril.company;
    return pos_distance(other->body.at, delver->body.at) <= CALM_CELLS;
}

static bool has_companion_up(const struct world *world, const struct delver *delver)
{
    const struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(world, id);
        if (is_companion(delver, other))
            return true;
    }
    return false;
}

/* Companions drop their queued actions, which were meant for a better moment. */
static void stop_companions(const struct world *world, const struct delver *delver)
{
    struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(world, id);
        if (is_companion(delver, other))
            other->body.queue_length = 0;
    }
}

static void die(const struct world *world, struct delver *delver)
{
    const struct body *by = world_body(world, delver->peril.felled_by);

    delver->peril.is_fallen = false;
    death_of_delver(world, delver, by != NULL ? by : &delver->body);
}

void fall_or_die(const struct world *world, struct delver *delver, const struct body *by)
{
    struct body *body = &delver->body;

    if (!has_companion_up(world, delver)) {
        death_of_delver(world, delver, by);
        return;
    }
    body->health = 1;
    body->queue_length = 0;
    statuses_end_bad(&body->statuses);
    delver->peril.is_fallen = true;
    delver->peril.fallen_until = body_lived(body) + world_beats(world, PERIL_FALL_BEATS);
    delver->peril.felled_by = by->id;
    stop_companions(world, delver);
    delver_note_change(delver);
    beat_begin(world, body);
    body->level->is_stirred = true;
    struct event *event = event_push(&body->level->events, EVENT_FELL, body);
    event->other = by->id;
    event->count = PERIL_FALL_BEATS;
}

void fall_live_beat(const struct world *world, struct delver *delver)
{
    if ((int64_t)(body_lived(&delver->body) - delver->peril.fallen_until) >= 0 ||
        !has_companion_up(world, delver))
        die(world, delver);
}

static struct delver *fallen_at(const struct world *world, const struct level *level, struct pos at)
{
    struct delver *delver = world_delver(world, level_body_at(level, at));

    return delver != NULL && delver->peril.is_fallen ? delver : NULL;
}

/* The one that is meant, beside the body; NULL: there is none. */
static struct delver *find_fallen(const struct world *world, const struct body *body, body_id meant)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct delver *delver = fallen_at(world, body->level, pos_step(body->at, dir));
        if (delver != NULL && (meant == 0 || delver->body.id == meant))
            return delver;
    }
    return NULL;
}

/* A delver that raises a fighter takes part in the fight. */
static void share_fights(const struct world *world, const struct delver *raised, body_id helper)
{
    struct foe *foe;

    for (body_id id = raised->body.level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
            if (foe->mind.fighters[i].delver != raised->body.id)
                continue;
            mind_note_fighter(foe, helper);
            break;
        }
    }
}

bool fall_raise(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *fallen = find_fallen(world, body, action->target);

    if (fallen == NULL) {
        event_refuse(&body->level->events, body, REFUSAL_NOBODY_FALLEN, DIR_NONE);
        return false;
    }
    fallen->peril.is_fallen = false;
    fallen->body.health = (int16_t)((fallen->body.health_max + RAISED_SHARE - 1) / RAISED_SHARE);
    delver_note_change(fallen);
    share_fights(world, fallen, body->id);
    body->level->is_stirred = true;
    struct event *event = event_push(&body->level->events, EVENT_RAISED, body);
    event->other = fallen->body.id;
    event->left = fallen->body.health;
    return true;
}

bool fall_yield(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);

    (void)action;
    if (delver == NULL || !delver->peril.is_fallen) {
        event_refuse(&body->level->events, body, REFUSAL_NOT_FALLEN, DIR_NONE);
        return false;
    }
    die(world, delver);
    return true;
}
