/*
 * Gates. A level has few of them, so each tick goes through them all.
 */
#include "world/gate.h"

#include "base/check.h"
#include "world/world.h"

static bool has_cell(const struct gate *gate, struct pos at)
{
    for (int i = 0; i < gate->cell_count; i++) {
        if (pos_equal(gate->cells[i], at))
            return true;
    }
    return false;
}

const struct gate *gate_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->gate_count; i++) {
        if (has_cell(&level->gates[i], at))
            return &level->gates[i];
    }
    return NULL;
}

bool gate_is_open(const struct level *level, const struct gate *gate)
{
    return level_tile(level, gate->cells[0]) == gate_open_tile(gate);
}

static void turn(const struct world *world, struct level *level, const struct gate *gate,
                 enum tile_id tile)
{
    for (int i = 0; i < gate->cell_count; i++) {
        sight_disturb(world, level, gate->cells[i]);
        level_set_tile(level, gate->cells[i], tile);
    }
}

/* Opens a gate for a while from now; `body` is the actor of the event. */
static void open_gate(const struct world *world, struct body *body, struct gate *gate)
{
    struct level *level = body->level;

    if (!gate_is_open(level, gate)) {
        if (!event_has_room(&level->events))
            return;
        turn(world, level, gate, gate_open_tile(gate));
        struct event *event = event_push(&level->events, EVENT_GATE_OPENED, body);
        event->at = gate->cells[0];
        event->count = gate->shut != TILE_BARS_SHUT;
    }
    gate->open_until = level->clock + GATE_OPEN_TICKS;
}

void gate_pull(const struct world *world, struct body *body, struct pos at)
{
    struct level *level = body->level;

    event_push(&level->events, EVENT_LEVER, body)->at = at;
    for (int i = 0; i < level->gate_count; i++) {
        struct gate *gate = &level->gates[i];
        bool is_joined = false;
        for (int k = 0; k < gate->work_count; k++)
            is_joined = is_joined || pos_equal(gate->works[k], at);
        if (gate->kind == GATE_LEVER && is_joined)
            open_gate(world, body, gate);
    }
}

bool gate_take_key(struct body *body, struct pos at)
{
    struct delver *delver = body_delver(body);

    if (delver == NULL || delver_remembered(delver, at) == TILE_KEY_TAKEN)
        return false;
    delver_mark(delver, at, TILE_KEY_TAKEN);
    event_push(&body->level->events, EVENT_KEY, body)->at = at;
    return true;
}

static bool has_key(const struct body *body, const struct gate *gate)
{
    return gate->kind == GATE_KEY && body->species == SPECIES_DELVER &&
           delver_remembered((const struct delver *)body, gate->works[0]) == TILE_KEY_TAKEN;
}

bool gate_push(const struct world *world, struct body *body, struct pos at)
{
    struct level *level = body->level;

    for (int i = 0; i < level->gate_count; i++) {
        struct gate *gate = &level->gates[i];
        if (!has_cell(gate, at) || gate_is_open(level, gate) ||
            (pos_distance(body->at, gate->inside) > 1 && !has_key(body, gate)))
            continue;
        open_gate(world, body, gate);
        return true;
    }
    return false;
}

static bool is_held(const struct world *world, const struct level *level, const struct gate *gate)
{
    for (int i = 0; i < gate->work_count; i++) {
        if (world_delver(world, level_body_at(level, gate->works[i])) == NULL)
            return false;
    }
    return true;
}

static bool is_taken(const struct world *world, const struct level *level, const struct gate *gate)
{
    for (int i = 0; i < gate->cell_count; i++) {
        struct pos at = gate->cells[i];
        if (level_body_at(level, at) != 0 || level_item_at(world, level, at) != NULL ||
            level_grave_at(world, level, at) != NULL)
            return true;
    }
    return false;
}

void gates_run(const struct world *world, struct level *level)
{
    for (int i = 0; i < level->gate_count; i++) {
        struct gate *gate = &level->gates[i];
        if (gate->kind == GATE_PLATES && is_held(world, level, gate)) {
            open_gate(world, world_body(world, level_body_at(level, gate->works[0])), gate);
            continue;
        }
        if (!gate_is_open(level, gate) || level->clock < gate->open_until ||
            is_taken(world, level, gate) || !event_has_room(&level->events))
            continue;
        turn(world, level, gate, (enum tile_id)gate->shut);
        event_of_level(level, EVENT_GATE_SHUT, gate->cells[0]);
    }
}
