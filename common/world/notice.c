/*
 * Foes noticed.
 */
#include "world/notice.h"

#include "world/light.h"

enum { BACK_BEATS = 3 /* out of view, after which it is told that a foe is back */ };

static bool is_in_view(const struct delver *delver, const struct body *foe)
{
    return foe != NULL && body_is_on(foe, delver->body.level) &&
           light_shows_body(delver, light_radius(delver), foe);
}

/* False if there is no room: one that is in view is not forgotten, or it would be told again. */
static bool note(const struct world *world, struct delver *delver, body_id id)
{
    struct peril *peril = &delver->peril;

    for (int i = 0; i < PERIL_NOTED_MAX; i++) {
        uint8_t place = peril->noted_next;
        peril->noted_next = (uint8_t)((place + 1) % PERIL_NOTED_MAX);
        if (peril->noted[place] != 0 && is_in_view(delver, world_body(world, peril->noted[place])))
            continue;
        peril->noted[place] = id;
        peril->noted_at[place] = (uint32_t)body_lived(&delver->body);
        return true;
    }
    return false;
}

void notice_tell(struct delver *delver, const struct foe *foe, enum notice notice)
{
    struct body *body = &delver->body;
    struct event *event = event_push(&body->level->events, EVENT_NOTICED, body);

    event->notice = notice;
    event->other = foe->body.id;
    if (notice != NOTICE_UNSEEN)
        event->from = foe->body.at;
    /* Queued steps were meant for a way without foes. */
    body_drop_steps(body);
}

/* The place of that foe among those told of; PERIL_NOTED_MAX: it has none. */
static int find_note(const struct peril *peril, body_id id)
{
    int place = 0;

    while (place < PERIL_NOTED_MAX && peril->noted[place] != id)
        place++;
    return place;
}

/* True of one that was last in view in the fight that is still going on. */
static bool is_of_this_fight(const struct peril *peril, uint32_t noted_at)
{
    return peril->time != COMPANY_CALM && (int32_t)(noted_at - peril->fight_at) >= 0;
}

/* Where nobody moves nobody looks, so that a foe may stay in view for long without being noted. */
static bool is_back(const struct world *world, const struct delver *delver, const struct foe *foe,
                    int place)
{
    const struct peril *peril = &delver->peril;
    uint32_t noted_at = peril->noted_at[place];

    return (int32_t)(noted_at - peril->looked_at) < 0 && foe_is_awake(foe) &&
           !is_of_this_fight(peril, noted_at) &&
           (uint32_t)body_lived(&delver->body) - noted_at > world_beats(world, BACK_BEATS);
}

bool notice_is_news(const struct world *world, const struct delver *delver, const struct foe *foe)
{
    int place = find_note(&delver->peril, foe->body.id);

    return place == PERIL_NOTED_MAX || is_back(world, delver, foe, place);
}

void notice_foe(const struct world *world, struct delver *delver, const struct foe *foe)
{
    struct peril *peril = &delver->peril;
    int place = find_note(peril, foe->body.id);

    if (place == PERIL_NOTED_MAX) {
        if (note(world, delver, foe->body.id))
            notice_tell(delver, foe, foe_is_awake(foe) ? NOTICE_AWAKE : NOTICE_ASLEEP);
        return;
    }
    if (is_back(world, delver, foe, place))
        notice_tell(delver, foe, NOTICE_BACK);
    peril->noted_at[place] = (uint32_t)body_lived(&delver->body);
}

void notice_striker(const struct world *world, struct delver *delver, const struct foe *foe)
{
    if (foe != NULL && is_in_view(delver, &foe->body))
        notice_foe(world, delver, foe);
}
