/*
 * Between two levels.
 */
#include "world/stairs.h"

#include "base/check.h"
#include "content/theme.h"

/* The world takes them over afterwards: see stairs_hand_over(). */
static struct event *depart(const struct world *world, struct event_list *events,
                            struct delver *delver, enum tile_id stairs)
{
    struct body *body = &delver->body;
    struct event *event = event_push(events, EVENT_DEPARTED, body);
    struct level *level = body->level;

    event->stairs = stairs;
    event->passage = stairs == TILE_UNKNOWN ? PASSAGE_SENT : PASSAGE_STAIRS;
    body_remove(world, body);
    body->state = BODY_TRANSIT;
    delver->transit_stairs = stairs;
    body->queue_length = 0;
    delver_lose_sight(delver);
    body->next = level->first_departed;
    level->first_departed = body->id;
    return event;
}

/* One way of taking stairs, and why it may be refused. */
struct way {
    enum tile_id stairs;
    int depths;     /* deeper by so many */
    int last_depth; /* from which there is no such way */
    enum refusal none_here;
    enum refusal at_end;
    enum refusal closed;
};

static bool take_stairs(const struct world *world, struct body *body, const struct way *way)
{
    struct delver *delver = body_delver(body);
    int depth = body->key.depth;
    enum refusal refusal = REFUSAL_NONE;

    CHECK(delver != NULL);
    if (level_tile(body->level, body->at) != way->stairs)
        refusal = way->none_here;
    else if (depth == way->last_depth)
        refusal = way->at_end;
    else if (world_is_closed(world, depth + way->depths))
        refusal = way->closed;
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    depart(world, &body->level->events, delver, way->stairs);
    return true;
}

bool stairs_descend(const struct world *world, struct body *body, const struct action *action)
{
    static const struct way way = {
        TILE_STAIRS_DOWN, 1, DEPTH_MAX, REFUSAL_NO_STAIRS_DOWN, REFUSAL_BOTTOM, REFUSAL_CLOSED_DOWN,
    };

    (void)action;
    return take_stairs(world, body, &way);
}

bool stairs_ascend(const struct world *world, struct body *body, const struct action *action)
{
    static const struct way way = {
        TILE_STAIRS_UP, -1, 1, REFUSAL_NO_STAIRS_UP, REFUSAL_TOP, REFUSAL_CLOSED_UP,
    };

    (void)action;
    return take_stairs(world, body, &way);
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
        body_link(world, body, &world->first_transit);
    }
}

/* Where somebody who took `stairs` comes out. */
static struct pos arrival_of(const struct level *level, enum tile_id stairs)
{
    return stairs == TILE_STAIRS_UP ? level->down : level->up;
}

/* Beside `at` if somebody could stand there, else beside the stairs up. */
static struct pos place_near(const struct level *level, struct pos at)
{
    return level_contains(level, at) && level_is_walkable(level, at) ? at : level->up;
}

void stairs_send(struct world *world, struct delver *delver, struct level_key key, struct pos at)
{
    struct level *level = delver->body.level;
    struct pos to;

    if (!level_key_equal(level->key, key)) {
        struct event *event = depart(world, &world->events, delver, TILE_UNKNOWN);
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

bool stairs_arrive(struct world *world, struct delver *delver, struct level *level, uint8_t *memory)
{
    bool is_sent = delver->transit_stairs == TILE_UNKNOWN;
    struct pos at =
        is_sent ? place_near(level, delver->transit_to) : arrival_of(level, delver->transit_stairs);

    CHECK(delver->body.state == BODY_TRANSIT);
    if (!level_find_free(level, world->search, at, &at))
        return false;
    delver_set_memory(delver, memory, level_cell_count(level));
    delver->sequence++;
    stairs_leave(world, delver);
    body_place(world, &delver->body, level, at);

    struct event *event = event_push(&world->events, EVENT_ARRIVED, &delver->body);
    event->at = at;
    event->stairs = delver->transit_stairs;
    event->passage = is_sent ? PASSAGE_SENT : PASSAGE_STAIRS;
    return true;
}
