/*
 * Prayer.
 */
#include "world/altar.h"

#include "base/check.h"
#include "world/statuses.h"
#include "world/world.h"

static bool is_at_shrine(const struct body *body)
{
    bool is_there = level_tile(body->level, body->at) == TILE_SHRINE;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        is_there = is_there || level_tile(body->level, pos_step(body->at, dir)) == TILE_SHRINE;
    return is_there;
}

static enum refusal why_not(const struct delver *delver)
{
    if (!is_at_shrine(&delver->body))
        return REFUSAL_NO_SHRINE;
    if (!statuses_have(&delver->body.statuses, STATUS_WITHERED))
        return REFUSAL_NOT_WITHERED;
    return delver->life.gold < ALTAR_PRICE ? REFUSAL_NO_GOLD : REFUSAL_NONE;
}

bool altar_pray(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack price = stack_of(ITEM_GOLD, ALTAR_PRICE);

    (void)world;
    (void)action;
    CHECK(delver != NULL);
    enum refusal refusal = why_not(delver);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    delver->life.gold -= ALTAR_PRICE;
    ledger_end(&body->level->ledger, &price);
    event_push(&body->level->events, EVENT_PRAYED, body)->count = ALTAR_PRICE;
    befall_restore(body);
    delver_note_change(delver);
    return true;
}
