/*
 * Whose turn it is on a level. Every delver with something queued, and every foe, gets one chance a
 * tick, in the order of its list; but those who are about to make room go before those who walk
 * behind them.
 *
 * Walking into a delver swaps places, so that nobody can be shut in. Two who walk one behind the
 * other would swap for ever: the one behind comes to the front, and is then walked into. So the
 * body that walks into somebody who is leaving goes after them: in the same tick if both can act,
 * and else waits, no longer than the other's last action takes. Who comes towards us, stands, or
 * was refused a step in this tick is not leaving and is swapped with. And who was passed does not
 * pass back at once: two who make a step now and then on the same way would else get nowhere
 * either.
 */
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "world/world_private.h"

enum {
    CHAIN_MAX = 64,      /* bodies one behind the other that are put in order */
    PATIENCE_TICKS = 50, /* behind who came past and may be resting */
    REST_TICKS = 25,     /* of a foe that has nothing to do */
};

static bool can_act(const struct world *world, const struct body *body)
{
    return body->state == BODY_PRESENT && body->queue_length > 0 &&
           body->turn_tick != world->tick && body->level->clock >= body->ready_clock;
}

/* The way somebody is about to take or has just taken; DIR_NONE: they stand. */
static enum dir way_of(const struct body *body)
{
    if (body->queue_length > 0)
        return body->queue[0].verb == ACTION_MOVE ? body->queue[0].dir : DIR_NONE;
    return body->level->clock < body->ready_clock ? body->walked : DIR_NONE;
}

/* Who stands where an body's next step leads; NULL: nobody, or it is no step. */
static struct body *who_is_ahead(const struct world *world, const struct body *body)
{
    const struct level *level = body->level;

    if (body->queue[0].verb != ACTION_MOVE)
        return NULL;
    struct pos to = pos_step(body->at, body->queue[0].dir);
    if (!level_contains(level, to))
        return NULL;
    return world_body(world, level->bodies[level_index(level, to)]);
}

/* True if they are about to make room, and not towards the body. */
static bool is_leaving(const struct body *other, const struct body *body)
{
    enum dir way = way_of(other);

    return way != DIR_NONE && !pos_equal(pos_step(other->at, way), body->at);
}

/* True while somebody ahead is leaving and cannot be gone yet, or came past a moment ago on the
   same way and is likely to go on. */
static bool must_wait(const struct world *world, const struct body *body)
{
    const struct body *other = who_is_ahead(world, body);

    if (other == NULL)
        return false;
    if (is_leaving(other, body) &&
        (other->level->clock < other->ready_clock || other->wait_tick == world->tick))
        return true;
    return body->passed_way == body->queue[0].dir && body->passed_by == body_number(other) &&
           body->level->clock - body->passed_clock < PATIENCE_TICKS;
}

/* A foe that can act and has nothing to do yet thinks; it may decide to rest. */
static void decide(const struct world *world, struct body *body)
{
    struct foe *foe = body_foe(body);

    if (foe == NULL || body->queue_length > 0 || body->level->clock < body->ready_clock)
        return;
    struct action action = foe_think(world, foe);
    if (action.verb == ACTION_NONE) {
        body->ready_clock = body->level->clock + REST_TICKS;
        return;
    }
    body->queue[0] = action;
    body->queue_length = 1;
}

static void act(const struct world *world, struct body *body)
{
    struct action action = body->queue[0];

    if (must_wait(world, body)) {
        body->wait_tick = world->tick;
        return;
    }
    body->queue_length--;
    memmove(body->queue, body->queue + 1, (size_t)body->queue_length * sizeof body->queue[0]);
    action_apply(world, body, &action);
}

/* One turn, after those of all who are leaving ahead and have not had theirs. */
static void take_turn(const struct world *world, struct body *body)
{
    struct body *chain[CHAIN_MAX];
    int count = 0;

    while (body != NULL && count < CHAIN_MAX && can_act(world, body)) {
        body->turn_tick = world->tick;
        chain[count++] = body;
        struct body *other = who_is_ahead(world, body);
        body = other != NULL && is_leaving(other, body) ? other : NULL;
    }
    while (count > 0)
        act(world, chain[--count]);
}

/* Those who have nothing left to do, or are elsewhere by now, leave the list. */
static void keep_active(const struct world *world, struct body_list *active)
{
    for (uint32_t i = 0; i < active->count; i++) {
        struct body *body = world_body(world, active->ids[i]);
        if (body == NULL || body->queue_length > 0 || body->species != SPECIES_DELVER)
            continue;
        body->is_active = false;
        active->ids[i] = 0;
    }
    body_list_close_gaps(active);
}

/*
 * Those who wait go first in the next tick, in an order drawn for each tick, so that no seat
 * is favoured. (A start that merely rotates resonates with the cost of an action: of five who hold
 * a key down, the same one would always be first.)
 */
static void shuffle_waiting(const struct world *world, struct level *level)
{
    struct level_key key = level->key;
    uint64_t place = (uint64_t)key.wing << 32 | key.depth;
    struct rng rng;

    if (level->active.count < 2)
        return;
    rng_init(&rng, rng_level_seed(world->seed, place, key.generation, RNG_TURNS) ^ world->tick);
    rng_shuffle(&rng, level->active.ids, level->active.count);
}

void turns_run(const struct world *world, struct level *level)
{
    struct body_list *active = &level->active;

    if (level->delver_count == 0) {
        body_list_close_gaps(active);
        return;
    }
    for (uint32_t i = 0; i < active->count; i++) {
        struct body *body = world_body(world, active->ids[i]);
        if (body == NULL)
            continue;
        decide(world, body);
        take_turn(world, body);
    }
    keep_active(world, active);
    shuffle_waiting(world, level);
}
