/*
 * Ways between two levels: stairs, chasms, and journeys home. A body that leaves its level is
 * listed as departed; the world takes it over between ticks: see stairs_hand_over().
 */
#include "world/stairs.h"

#include "base/check.h"
#include "content/theme.h"
#include "world/grave.h"
#include "world/life.h"
#include "world/vault.h"
#include "world/world.h"

enum {
    FALL_PARTS =
        1000 /* parts of a level's width and height by which the place of a fall is scaled */
};

/* Removes a delver from its level and returns the event; the world takes the delver over after the
   tick, see stairs_hand_over(). */
static struct event *depart(const struct world *world, struct event_list *events,
                            struct delver *delver, enum tile_id stairs, enum passage passage)
{
    struct body *body = &delver->body;
    vault_keep_key(events, delver);
    struct event *event = event_push(events, EVENT_DEPARTED, body);
    struct level *level = body->level;

    event->stairs = stairs;
    event->passage = passage;
    body_remove(world, body);
    body->state = BODY_TRANSIT;
    delver->transit_stairs = stairs;
    delver->transit_passage = passage;
    body->queue_length = 0;
    delver->transit_debt = 0;
    delver_lose_sight(delver);
    body->next = level->first_departed;
    level->first_departed = body->id;
    return event;
}

/* A kind of stairs, with the reasons to refuse them. */
struct staircase {
    enum tile_id stairs;
    int depths;     /* depths that they lead down */
    int last_depth; /* depth at which such stairs lead nowhere */
    enum refusal none_here;
    enum refusal at_end;
    enum refusal closed;
};

/* True if a chasm is beside the body. */
static bool is_on_rim(const struct body *body)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (level_tile(body->level, pos_step(body->at, dir)) == TILE_CHASM)
            return true;
    }
    return false;
}

static bool take_stairs(const struct world *world, struct body *body,
                        const struct staircase *flight)
{
    struct delver *delver = body_delver(body);
    int depth = body->key.depth;
    enum refusal refusal = REFUSAL_NONE;

    CHECK(delver != NULL);
    if (level_tile(body->level, body->at) != flight->stairs)
        refusal = flight->depths > 0 && is_on_rim(body) ? REFUSAL_RIM : flight->none_here;
    else if (depth == flight->last_depth)
        refusal = flight->at_end;
    else if (world_is_closed(world, depth + flight->depths))
        refusal = flight->closed;
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    trail_add_stairs(&delver->trail, flight->depths);
    depart(world, &body->level->events, delver, flight->stairs, PASSAGE_STAIRS);
    return true;
}

bool stairs_descend(const struct world *world, struct body *body, const struct action *action)
{
    static const struct staircase flight = {
        TILE_STAIRS_DOWN, 1, DEPTH_MAX, REFUSAL_NO_STAIRS_DOWN, REFUSAL_BOTTOM, REFUSAL_CLOSED_DOWN,
    };

    (void)action;
    return take_stairs(world, body, &flight);
}

bool stairs_ascend(const struct world *world, struct body *body, const struct action *action)
{
    static const struct staircase flight = {
        TILE_STAIRS_UP, -1, 1, REFUSAL_NO_STAIRS_UP, REFUSAL_TOP, REFUSAL_CLOSED_UP,
    };

    (void)action;
    return take_stairs(world, body, &flight);
}

void stairs_leave(struct world *world, struct delver *delver)
{
    CHECK(delver->body.state == BODY_TRANSIT);
    body_unlink(world, &delver->body, &world->first_transit);
}

void stairs_hand_over(struct world *world, struct level *level)
{
    while (level->first_departed != 0) {
        struct body *body = world_body(world, level->first_departed);
        level->first_departed = body->next;
        if (body_delver(body)->transit_passage == PASSAGE_DIED)
            grave_dig(world, level, body_delver(body));
        holding_move_life(&level->holding, NULL, &body_delver(body)->life);
        body_link(world, body, &world->first_transit);
    }
}

/* Returns the cell where a delver that took `stairs` arrives. */
static struct pos arrival_of(const struct level *level, enum tile_id stairs)
{
    return stairs == TILE_STAIRS_UP ? level->down : level->up;
}

/* Returns the cell nearest to `at` where a delver can stand, else one beside the stairs up. */
static struct pos place_near(const struct level *level, struct pos at)
{
    return level_contains(level, at) && level_is_ground(level, at) ? at : level->up;
}

void stairs_send(struct world *world, struct delver *delver, struct level_key key, struct pos at)
{
    struct level *level = delver->body.level;
    struct pos to;

    if (!level_key_equal(level->key, key)) {
        struct event *event = depart(world, &world->events, delver, TILE_UNKNOWN, PASSAGE_SENT);
        event->to = key;
        delver->transit_to = at;
        stairs_hand_over(world, level);
        return;
    }
    if (!level_find_free(level, world->search, place_near(level, at), &to))
        return;
    struct pos from = delver->body.at;
    body_remove(world, &delver->body);
    body_place(world, &delver->body, level, to);
    struct event *event = event_push(&world->events, EVENT_ARRIVED, &delver->body);
    event->from = from;
    event->passage = PASSAGE_SENT;
    event->count = delver->body.queue_length;
    delver->body.queue_length = 0;
}

void stairs_carry_home(const struct world *world, struct delver *delver, int depth,
                       enum passage passage)
{
    struct level *level = delver->body.level;
    struct event *event = depart(world, &level->events, delver, TILE_UNKNOWN, passage);

    event->to = (struct level_key){.wing = level->key.wing, .depth = (uint16_t)depth};
    delver->transit_home = (uint16_t)depth;
    delver->transit_to = pos_of(-1, -1); /* no cell: beside the stairs up */
}

void stairs_fall(const struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;
    struct pos at = delver->body.at;
    struct event *event = depart(world, &level->events, delver, TILE_STAIRS_DOWN, PASSAGE_FELL);

    event->to =
        (struct level_key){.wing = level->key.wing, .depth = (uint16_t)(level->key.depth + 1)};
    delver->transit_to =
        pos_of(at.x * FALL_PARTS / level->width, at.y * FALL_PARTS / level->height);
}

bool stairs_find_arrival(const struct world *world, const struct delver *delver,
                         const struct level *level, struct pos *out)
{
    struct pos to = delver->transit_to;

    switch (delver->transit_passage) {
    case PASSAGE_STAIRS:
        return level_find_free(level, world->search, arrival_of(level, delver->transit_stairs),
                               out);
    case PASSAGE_FELL:
        to = pos_of(to.x * level->width / FALL_PARTS, to.y * level->height / FALL_PARTS);
        return level_find_landing(level, world->search, to, out);
    default:
        return level_find_free(level, world->search, place_near(level, to), out);
    }
}

void stairs_arrive(struct world *world, struct delver *delver, struct level *level, struct pos at,
                   uint8_t *memory)
{
    bool is_deeper =
        delver->transit_passage == PASSAGE_STAIRS || delver->transit_passage == PASSAGE_FELL;

    delver_set_memory(delver, memory, level_cell_count(level));
    delver->sequence++;
    delver->transit_home = 0;
    stairs_leave(world, delver);
    body_place(world, &delver->body, level, at);
    holding_move_life(NULL, &level->holding, &delver->life);
    delver->body.ready_at += delver->transit_debt;
    delver->transit_debt = 0;

    struct event *event = event_push(&world->events, EVENT_ARRIVED, &delver->body);
    event->at = at;
    event->stairs = delver->transit_stairs;
    event->passage = delver->transit_passage;
    event->count = delver->grave_depth;
    delver->grave_depth = 0;
    if (is_deeper) {
        feats_arrive(world, delver, !life_has_arrived(&delver->life, level->key.depth));
        learning_arrival(delver, &world->events);
    }
}

enum refusal chasm_refusal(const struct world *world, const struct level *level)
{
    int depth = level->key.depth;

    if (depth >= DEPTH_MAX)
        return REFUSAL_BOTTOM;
    return world_is_closed(world, depth + 1) ? REFUSAL_CLOSED_DOWN : REFUSAL_NONE;
}

bool chasm_takes(const struct body *body, struct pos at)
{
    return level_tile(body->level, at) == TILE_CHASM &&
           !statuses_have(&body->statuses, STATUS_FLOATING);
}

void chasm_step(const struct world *world, struct delver *delver)
{
    if (chasm_takes(&delver->body, delver->body.at))
        stairs_fall(world, delver);
}
