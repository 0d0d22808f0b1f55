/*
 * One step.
 */
#include "world/move.h"

#include "base/check.h"
#include "world/carry.h"
#include "world/door.h"
#include "world/loot.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/level.h"
#include "world/mind.h"
#include "world/stairs.h"
#include "world/trap.h"
#include "world/world.h"

enum { BASH_BLOWS = 3 /* a beat each, at a door */ };

/* A diagonal needs one of its two corners free: no squeezing between two walls. */
static bool is_corner_blocked(const struct level *level, struct pos at, struct pos to)
{
    if (at.x == to.x || at.y == to.y)
        return false;
    return !level_is_walkable(level, pos_of(to.x, at.y)) &&
           !level_is_walkable(level, pos_of(at.x, to.y));
}

bool move_is_open(const struct level *level, struct pos from, enum dir dir)
{
    struct pos to = pos_step(from, dir);

    return level_is_walkable(level, to) && !is_corner_blocked(level, from, to);
}

/* A delver that floats goes over water and chasms too. */
static bool can_enter(const struct body *body, struct pos to)
{
    return level_is_walkable(body->level, to) || (statuses_have(&body->statuses, STATUS_FLOATING) &&
                                                  tile_row(level_tile(body->level, to))->is_gap);
}

static enum refusal why_not_enter(const struct level *level, struct pos at)
{
    enum tile_id tile = level_tile(level, at);
    const struct gate *gate = gate_at(level, at);

    static const enum refusal barred[GATE_KIND_COUNT] = {[GATE_LEVER] = REFUSAL_BARS_LEVER,
                                                         [GATE_PLATES] = REFUSAL_BARS_PLATES,
                                                         [GATE_KEY] = REFUSAL_BARS_KEY};

    if (tile == TILE_BARS_SHUT && gate != NULL)
        return barred[gate->kind];
    if (tile == TILE_KEY)
        return REFUSAL_KEY_TAKEN;
    if (tile_row(tile)->is_gap)
        return REFUSAL_WATER;
    return tile_joins_walls(tile) ? REFUSAL_WALL : REFUSAL_SOLID;
}

/* The same as is_corner_blocked() for that body. */
static bool is_squeezed(const struct body *body, struct pos to)
{
    struct pos at = body->at;

    return at.x != to.x && at.y != to.y && !can_enter(body, pos_of(to.x, at.y)) &&
           !can_enter(body, pos_of(at.x, to.y));
}

static void push_moved(struct body *body, struct pos from, enum dir dir)
{
    struct event *event = event_push(&body->level->events, EVENT_MOVED, body);

    event->from = from;
    event->dir = dir;
}

/* A foe goes by the way of its kind, and asks nobody to make room. */
static bool step_of_foe(struct body *body, enum dir dir)
{
    struct level *level = body->level;
    struct pos from = body->at;
    struct pos to = pos_step(from, dir);

    if (!way_is_open(level, mind_way(body->species), from, dir) || level_body_at(level, to) != 0 ||
        level_is_warded(level, to)) {
        (void)event_push(&level->events, EVENT_WAITED, body);
        return true;
    }
    body_move(body, to);
    push_moved(body, from, dir);
    return true;
}

/* A foe that breaks doors open strikes at one for some beats first; all others open it. */
static void open_way(const struct world *world, struct body *body, struct pos at, enum dir dir)
{
    struct foe *foe = body_foe(body);

    if (foe != NULL && mind_way(body->species) == WAY_BASH) {
        struct mind *mind = &foe->mind;
        mind->door_blows = pos_equal(mind->door, at) ? mind->door_blows + 1 : 1;
        mind->door = at;
        noise_make(world, body, NOISE_BASH);
        if (mind->door_blows < BASH_BLOWS) {
            event_push(&body->level->events, EVENT_BASHED, body)->at = at;
            return;
        }
        mind->door_blows = 0;
    }
    door_open(world, body, at, dir);
}

/* A delver has come to another cell by its own step; the last of these may take it off the level.
 */
static void come_to(const struct world *world, struct body *body)
{
    carry_step(world, body_delver(body));
    grave_step(world, body_delver(body));
    niche_step(world, body_delver(body));
    haven_step(world, body_delver(body));
    spot_step(body_delver(body));
    cache_step(world, body_delver(body));
    if (chasm_takes(body, body->at))
        chasm_step(world, body_delver(body));
    else
        trap_step(world, body_delver(body));
}

/* A lever is pulled and a key is taken by walking into it, and a shut gate opens so from the
 * inside.
 */
static bool works(const struct world *world, struct body *body, struct pos to)
{
    if (level_tile(body->level, to) == TILE_KEY)
        return gate_take_key(body, to);
    if (level_tile(body->level, to) != TILE_LEVER)
        return gate_push(world, body, to);
    gate_pull(world, body, to);
    return true;
}

bool move_try_step(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;
    struct level *level = body->level;
    struct pos from = body->at;
    struct pos to = pos_step(from, dir);

    CHECK(dir != DIR_NONE);
    bool is_foe = body->species != SPECIES_DELVER;
    if (is_foe && level_is_warded(level, to))
        return step_of_foe(body, dir);
    if (level_contains(level, to) && body_is_veiled(body, to)) {
        event_refuse(&level->events, body, REFUSAL_WALL, dir);
        return false;
    }
    bool passes = is_foe && mind_way(body->species) == WAY_PASS;
    if (!passes && level_contains(level, to) &&
        tile_row(level_tile(level, to))->opens_to != TILE_UNKNOWN) {
        open_way(world, body, to, dir);
        return true;
    }
    if (is_foe)
        return step_of_foe(body, dir);
    if (level_contains(level, to) && works(world, body, to))
        return true;
    if (!can_enter(body, to)) {
        event_refuse(&level->events, body, why_not_enter(level, to), dir);
        return false;
    }
    if (is_squeezed(body, to)) {
        event_refuse(&level->events, body, REFUSAL_CORNER, dir);
        return false;
    }

    enum refusal refusal = chasm_takes(body, to) ? chasm_refusal(world, level) : REFUSAL_NONE;
    body_id other_id = level->bodies[level_index(level, to)];
    /* Nobody is pulled over an abyss. */
    if (other_id != 0 && tile_row(level_tile(level, from))->is_gap)
        refusal = REFUSAL_NO_GROUND;
    if (refusal != REFUSAL_NONE) {
        event_refuse(&level->events, body, refusal, dir);
        return false;
    }
    if (other_id == 0) {
        body_move(body, to);
        push_moved(body, from, dir);
        come_to(world, body);
        return true;
    }
    struct body *other = world_body(world, other_id);
    body_swap(body, other);
    other->passed_by = body_number(body);
    other->passed_way = dir;
    other->passed_clock = level->clock;
    struct event *event = event_push(&level->events, EVENT_SWAPPED, body);
    event->other = other_id;
    event->count = body_is_fallen(other);
    event->from = from;
    event->dir = dir;
    come_to(world, body);
    return true;
}
