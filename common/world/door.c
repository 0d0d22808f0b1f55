/*
 * Doors and gates. A level has few gates, so each tick visits all of them.
 */
#include "world/door.h"

#include "base/check.h"
#include "world/mind.h"
#include "world/vault.h"
#include "world/world.h"

static void change_door(const struct world *world, struct body *body, struct pos at,
                        enum tile_id tile, enum event_kind kind, enum dir dir)
{
    sight_disturb(world, body->level, at);
    level_set_tile(body->level, at, tile);

    struct event *event = event_push(&body->level->events, kind, body);
    event->at = at;
    event->dir = dir;
}

void door_open(const struct world *world, struct body *body, struct pos at, enum dir dir)
{
    enum tile_id opened = tile_row(level_tile(body->level, at))->opens_to;

    CHECK(opened != TILE_UNKNOWN);
    change_door(world, body, at, opened, EVENT_DOOR_OPENED, dir);
    if (body->species == SPECIES_DELVER)
        noise_make(world, body, NOISE_DOOR);
}

static bool can_open(const struct body *body, struct pos at)
{
    return level_contains(body->level, at) && !body_is_veiled(body, at) &&
           tile_row(level_tile(body->level, at))->opens_to != TILE_UNKNOWN;
}

static bool can_close(const struct body *body, struct pos at)
{
    return level_contains(body->level, at) &&
           tile_row(level_tile(body->level, at))->closes_to != TILE_UNKNOWN;
}

int action_door_candidates(const struct body *body, enum action_verb verb, enum dir *out_dir)
{
    int count = 0;

    CHECK(verb == ACTION_OPEN || verb == ACTION_CLOSE);
    *out_dir = DIR_NONE;
    if (body->state != BODY_PRESENT)
        return 0;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(body->at, dir);
        bool fits = verb == ACTION_OPEN ? can_open(body, at) : can_close(body, at);
        if (!fits)
            continue;
        if (count == 0)
            *out_dir = dir;
        count++;
    }
    return count;
}

/* Finds the direction of the only door that can be opened or closed. False: there are none or
   several. */
static bool choose_door(const struct body *body, enum action_verb verb, enum dir *dir)
{
    if (*dir != DIR_NONE)
        return true;
    int count = action_door_candidates(body, verb, dir);
    if (count == 1)
        return true;
    event_refuse(&body->level->events, body, count == 0 ? REFUSAL_NO_DOOR : REFUSAL_WHICH_DOOR,
                 DIR_NONE);
    return false;
}

bool door_action_open(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;

    if (!choose_door(body, ACTION_OPEN, &dir))
        return false;
    struct pos at = pos_step(body->at, dir);
    if (!can_open(body, at)) {
        event_refuse(&body->level->events, body,
                     can_close(body, at) ? REFUSAL_DOOR_OPEN : REFUSAL_NO_DOOR, dir);
        return false;
    }
    door_open(world, body, at, dir);
    return true;
}

bool door_action_close(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;

    if (!choose_door(body, ACTION_CLOSE, &dir))
        return false;
    struct pos at = pos_step(body->at, dir);
    if (!can_close(body, at)) {
        event_refuse(&body->level->events, body,
                     can_open(body, at) ? REFUSAL_DOOR_CLOSED : REFUSAL_NO_DOOR, dir);
        return false;
    }
    if (body->level->bodies[level_index(body->level, at)] != 0) {
        event_refuse(&body->level->events, body, REFUSAL_DOORWAY_TAKEN, dir);
        return false;
    }
    enum tile_id closed = tile_row(level_tile(body->level, at))->closes_to;
    change_door(world, body, at, closed, EVENT_DOOR_CLOSED, dir);
    return true;
}

static bool is_taken(const struct world *world, const struct level *level, struct pos at)
{
    return level_body_at(level, at) != 0 || level_item_at(world, level, at) != NULL;
}

void door_shut(const struct world *world, struct body *body, struct pos at)
{
    enum tile_id closed = tile_row(level_tile(body->level, at))->closes_to;

    if (closed != TILE_UNKNOWN && !is_taken(world, body->level, at))
        change_door(world, body, at, closed, EVENT_DOOR_CLOSED, dir_towards(body->at, at));
}

static void fall_shut(const struct world *world, struct level *level, struct pos at)
{
    enum tile_id closed = tile_row(level_tile(level, at))->closes_to;

    sight_disturb(world, level, at);
    level_set_tile(level, at, closed);
    event_of_level(level, EVENT_DOOR_FELL_SHUT, at);
}

void doors_run(const struct world *world, struct level *level)
{
    struct pos at;

    while (open_doors_due(&level->open_doors, level->clock, &at)) {
        /* The door is listed again when the body or thing leaves the doorway: level_note_left(). */
        if (is_taken(world, level, at))
            open_doors_drop(&level->open_doors, at);
        else
            fall_shut(world, level, at);
    }
}

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

/* Opens a gate for its usual time; the event names `body` as the actor. */
static void open_gate(const struct world *world, struct body *body, struct gate *gate)
{
    struct level *level = body->level;

    if (!gate_is_open(level, gate)) {
        if (!event_has_room(&level->events))
            return;
        turn(world, level, gate, gate_open_tile(gate));
        struct event *event = event_push(&level->events, EVENT_GATE_OPENED, body);
        event->at = gate->cells[0];
        event->count = gate->kind == GATE_VAULT ? 2 : gate->shut != TILE_BARS_SHUT;
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
    const struct delver *delver = (const struct delver *)body;

    if (body->species != SPECIES_DELVER)
        return false;
    return gate->kind == GATE_VAULT
               ? vault_is_open_to(delver)
               : gate->kind == GATE_KEY &&
                     delver_remembered(delver, gate->works[0]) == TILE_KEY_TAKEN;
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

static bool is_gate_taken(const struct world *world, const struct level *level,
                          const struct gate *gate)
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
            is_gate_taken(world, level, gate) || !event_has_room(&level->events))
            continue;
        turn(world, level, gate, (enum tile_id)gate->shut);
        event_of_level(level, EVENT_GATE_SHUT, gate->cells[0]);
    }
}
