/*
 * Deeds in havens: a lantern is touched, water drunk, the road taken.
 */
#include "world/haven_deeds.h"

#include "base/check.h"
#include "content/theme.h"
#include "world/ember.h"
#include "world/haven.h"
#include "world/stairs.h"
#include "world/statuses.h"

enum { DRINK_PART = 3 /* of full health: one in so many */ };

static void touch(struct delver *delver)
{
    struct level *level = delver->body.level;
    int number = haven_number(level->key.depth);

    if (number == HAVEN_COUNT || (delver->life.touched >> number & 1) != 0)
        return;
    delver->life.touched |= UINT64_C(1) << number;
    delver_note_change(delver);
    (void)event_push(&level->events, EVENT_LANTERN, &delver->body);
}

void haven_step(const struct world *world, struct delver *delver)
{
    const struct body *body = &delver->body;

    (void)world;
    switch (level_tile(body->level, body->at)) {
    case TILE_LANTERN:
        touch(delver);
        break;
    case TILE_PEDLAR:
        (void)event_push(&body->level->events, EVENT_GREETED, body);
        break;
    default:
        break;
    }
}

static bool is_at_fountain(const struct body *body)
{
    bool is_there = level_tile(body->level, body->at) == TILE_FOUNTAIN;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        is_there = is_there || level_tile(body->level, pos_step(body->at, dir)) == TILE_FOUNTAIN;
    return is_there;
}

static enum refusal why_not_drink(const struct delver *delver)
{
    int depth = delver->body.key.depth;

    if (!is_at_fountain(&delver->body))
        return REFUSAL_NO_FOUNTAIN;
    if (depth > LIFE_DEPTH_MAX || (delver->life.drunk[depth / 64] >> depth % 64 & 1) != 0)
        return REFUSAL_DRUNK;
    return delver->body.health < delver->body.health_max ? REFUSAL_NONE : REFUSAL_WHOLE;
}

bool haven_drink(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    int depth = body->key.depth;

    (void)world;
    (void)action;
    CHECK(delver != NULL);
    enum refusal refusal = why_not_drink(delver);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    delver->life.drunk[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    int health = befall_mend(body, (body->health_max + DRINK_PART - 1) / DRINK_PART);
    event_push(&body->level->events, EVENT_FOUNTAIN, body)->count = health;
    return true;
}

static enum refusal why_not_go(const struct world *world, const struct delver *delver, int depth)
{
    const struct level *level = delver->body.level;

    if (!haven_is_at(level, delver->body.at))
        return REFUSAL_NO_HAVEN;
    if (ember_is_carried(delver))
        return REFUSAL_EMBER;
    if (delver->peril.time != COMPANY_CALM)
        return REFUSAL_DANGER;
    if (depth == level->key.depth)
        return REFUSAL_ROAD_HERE;
    if (haven_number(depth) == HAVEN_COUNT || !haven_is_joined(&delver->life, depth))
        return REFUSAL_NO_LANTERN;
    return world_is_closed(world, depth) ? REFUSAL_CLOSED_ROAD : REFUSAL_NONE;
}

bool haven_take_road(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    int depth = action->object <= DEPTH_MAX ? (int)action->object : 0;

    CHECK(delver != NULL);
    enum refusal refusal = why_not_go(world, delver, depth);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    stairs_carry_home(world, delver, depth, PASSAGE_ROAD);
    return true;
}
