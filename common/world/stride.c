/*
 * Strides.
 */
#include <string.h>

#include "world/world_private.h"

/* Events that are usual for a delver on its way, and do not end a stride. A door that a step opens
   ends it: the delver stands where it was, and the steps after that one begin elsewhere. */
static const bool is_usual[EVENT_COUNT] = {
    [EVENT_MOVED] = true,
    [EVENT_WAITED] = true,
    [EVENT_MENDED] = true,
};

static struct action action_of(enum dir dir)
{
    return (struct action){.verb = dir == DIR_NONE ? ACTION_WAIT : ACTION_MOVE, .dir = dir};
}

void stride_begin(struct world *world, struct delver *delver, const char *text)
{
    struct stride *stride = &delver->stride;
    size_t length = strlen(text);

    if (length == 0 || length > STRIDE_MAX || delver->body.level == NULL)
        return;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] >= '0' + DIR_COUNT)
            return;
    }
    /* One delver strides on a level: the later of two, while the other takes its first step. */
    stride_end(world, delver->body.level);
    *stride = (struct stride){.count = (uint8_t)length,
                              .next = 1,
                              .health = delver->body.health,
                              .explored = delver->explored};
    for (size_t i = 0; i < length; i++)
        stride->ways[i] = (uint8_t)(text[i] - '0');
    delver->body.level->strider = delver->body.id;
    world->strides++;
    body_queue_action(world, &delver->body, action_of((enum dir)stride->ways[0]));
}

int stride_ticks(const struct world *world)
{
    int share = STRIDE_TICKS_ALL / (int)(world->strides + 1);

    if (share > STRIDE_TICKS_MAX)
        return STRIDE_TICKS_MAX;
    return share < STRIDE_TICKS_MIN ? STRIDE_TICKS_MIN : share;
}

static bool has_status(const struct delver *delver)
{
    bool has_any = false;

    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        has_any = has_any || delver->body.statuses.left[id] > 0;
    return has_any;
}

/* True if the level may live many ticks at once under the eyes of `other`: in calm, well, out of
   view and not near; or because no time goes on for it. */
static bool lets_time_pass(const struct delver *own, const struct delver *other)
{
    if (other->peril.time == COMPANY_WAITING)
        return true;
    return other->peril.time == COMPANY_CALM && !other->peril.is_in_danger &&
           !body_is_fallen(&other->body) && !has_status(other) &&
           pos_distance(own->body.at, other->body.at) > STRIDE_NEAR_CELLS &&
           !delver_sees(own, other->body.at) && !delver_sees(other, own->body.at);
}

/* True if nobody on the level would be harmed by its living many ticks at once, or see it. */
static bool is_alone(const struct world *world, const struct level *level, const struct delver *own)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver != own && !lets_time_pass(own, delver))
            return false;
    }
    return true;
}

/* True if anything but the stride itself has happened to the delver since the last look. */
static bool has_news(const struct level *level, const struct delver *delver)
{
    const struct stride *stride = &delver->stride;

    for (uint32_t i = stride->events; i < level->events.count; i++) {
        const struct event *event = &level->events.items[i];
        if (event->actor == delver->body.id ? !is_usual[event->kind]
                                            : event->other == delver->body.id)
            return true;
    }
    return delver->explored != stride->explored || delver->body.health < stride->health;
}

/* Waits are for health, and over with that. */
static bool is_healed(const struct delver *delver)
{
    const struct stride *stride = &delver->stride;

    return stride->ways[stride->next - 1] == DIR_NONE && stride->health < delver->body.health_max &&
           delver->body.health == delver->body.health_max;
}

bool stride_goes_on(const struct world *world, struct level *level)
{
    struct delver *delver = world_delver(world, level->strider);
    struct stride *stride = delver == NULL ? NULL : &delver->stride;

    if (stride == NULL || delver->body.level != level || delver->body.state != BODY_PRESENT ||
        delver->peril.time != COMPANY_CALM || delver->peril.is_in_danger ||
        world->tick < delver->peril.halted_until || !event_has_room(&level->events) ||
        !is_alone(world, level, delver))
        return false;
    if (has_news(level, delver))
        stride->count = stride->next;
    stride->events = level->events.count;
    if (!body_is_ready(&delver->body) || delver->body.queue_length > 0)
        return true;
    if (stride->next >= stride->count || is_healed(delver))
        return false;
    delver->body.queue[0] = action_of((enum dir)stride->ways[stride->next++]);
    delver->body.queue_length = 1;
    body_activate(&delver->body);
    return true;
}

void stride_end(const struct world *world, struct level *level)
{
    struct delver *delver = world_delver(world, level->strider);

    if (delver != NULL)
        delver->stride = (struct stride){.count = 0};
    level->strider = 0;
}
