/*
 * Foes felt and not seen.
 */
#include "world/feel.h"

#include <string.h>

#include "world/light.h"
#include "world/world_private.h"

/* 0: nothing is felt. */
static int radius_of(const struct delver *delver)
{
    const struct stack *amulet = pack_peek(&delver->life.pack, OBJECT_WORN + SLOT_AMULET);

    if (statuses_have(&delver->body.statuses, STATUS_FAR_SIGHTED))
        return FEEL_FAR_CELLS;
    bool is_mole = amulet != NULL && (item_row(amulet->kind)->traits & ITEM_FEELS_FOES) != 0;
    return is_mole ? FEEL_MOLE_CELLS : 0;
}

static bool was_felt(const struct peril *peril, body_id foe)
{
    for (int i = 0; i < peril->felt_count; i++) {
        if (peril->felt[i].foe == foe)
            return true;
    }
    return false;
}

/* Foes that are felt, in the order of the level's list, as many as there is room for. */
static int feel(const struct world *world, const struct delver *delver, int radius,
                struct felt out[PERIL_FELT_MAX])
{
    int light = light_radius(delver);
    const struct body *body;
    int count = 0;

    for (body_id id = delver->body.level->first_foe; id != 0 && count < PERIL_FELT_MAX;
         id = body->next) {
        body = world_body(world, id);
        if (body_is_shown(body) && pos_distance(delver->body.at, body->at) <= radius &&
            !light_shows_body(delver, light, body))
            out[count++] = (struct felt){.foe = id, .at = body->at};
    }
    return count;
}

static bool is_same(const struct peril *peril, const struct felt *felt, int count)
{
    if (peril->felt_count != count)
        return false;
    for (int i = 0; i < count; i++) {
        if (peril->felt[i].foe != felt[i].foe || !pos_equal(peril->felt[i].at, felt[i].at))
            return false;
    }
    return true;
}

void feel_update(const struct world *world, struct delver *delver)
{
    struct peril *peril = &delver->peril;
    struct felt felt[PERIL_FELT_MAX];
    int radius = radius_of(delver);

    if (radius == 0 && peril->felt_count == 0)
        return;
    int count = radius == 0 ? 0 : feel(world, delver, radius, felt);
    if (is_same(peril, felt, count))
        return;
    struct event *event = event_push(&delver->body.level->events, EVENT_FELT, &delver->body);
    event->count = count;
    for (int i = 0; i < count && event->other == 0; i++) {
        if (!was_felt(peril, felt[i].foe))
            event->other = felt[i].foe;
    }
    memcpy(peril->felt, felt, (size_t)count * sizeof felt[0]);
    peril->felt_count = (uint8_t)count;
}
