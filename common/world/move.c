/*
 * Steps. A foe moves by its kind's way of going; a delver's step opens doors, works levers, swaps
 * places and springs traps. Traps are a table of their effects.
 */
#include "world/move.h"

#include "base/check.h"
#include "world/blow.h"
#include "world/carry.h"
#include "world/chalk.h"
#include "world/door.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/level.h"
#include "world/loot.h"
#include "world/mind.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/twin.h"
#include "world/world.h"

enum {
    SPIKES_SIDES = 6,
    SPIKES_DEPTHS = 2, /* depths for each point more of damage by spikes */
    HELD_BEATS = 2,
    POISON_BEATS = 4,
    NOISE_ALARM = 30,
    BASH_BLOWS = 3, /* blows that break a door, a beat each */
};

static void hold(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_HELD, HELD_BEATS);
}

static void pierce(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    int damage = 1 + (int)rng_below(&level->rng, SPIKES_SIDES) + level->key.depth / SPIKES_DEPTHS;
    struct event *event = event_push(&level->events, EVENT_WITHERS, body);

    event->status = STATUS_COUNT;
    event->count = damage;
    event->left = body->health > damage ? body->health - damage : 0;
    blow_harm(world, body, damage, body);
}

static void ring(const struct world *world, struct body *body)
{
    noise_make(world, body, NOISE_ALARM);
}

static void poison(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_POISONED, POISON_BEATS);
}

static void dazzle(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_DAZZLED, 0);
}

static void drop(const struct world *world, struct body *body)
{
    if (chasm_refusal(world, body->level) == REFUSAL_NONE)
        stairs_fall(world, body_delver(body));
}

static void (*const spring_table[TILE_COUNT])(const struct world *world, struct body *body) = {
    [TILE_SNARE] = hold, [TILE_SPIKES] = pierce, [TILE_ALARM] = ring,
    [TILE_GAS] = poison, [TILE_FLASH] = dazzle,  [TILE_CHUTE] = drop,
};

/* Turns the hidden trap on a cell into a tile. */
static void show(const struct world *world, struct level *level, struct pos at)
{
    for (int i = 0; i < level->trap_count; i++) {
        if (!pos_equal(level->traps[i].at, at))
            continue;
        if (level_tile(level, at) == TILE_FLOOR) {
            sight_disturb(world, level, at);
            level_set_tile(level, at, (enum tile_id)level->traps[i].tile);
        }
        level->traps[i] = level->traps[--level->trap_count];
        level->is_dirty = true;
        return;
    }
}

/* Springs a trap under a delver that stepped. Afterwards the delver may be gone from the level. */
static void trap_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;

    if (statuses_have(&body->statuses, STATUS_FLOATING))
        return;
    show(world, level, body->at);
    enum tile_id tile = level_tile(level, body->at);
    if (!tile_is_trap(tile))
        return;
    event_push(&level->events, EVENT_TRAP, body)->count = (int)tile - TILE_SNARE;
    body->queue_length = 0;
    spring_table[tile](world, body);
}

/* Tells a delver that stepped onto a spot the spot's sentence, once for each arrival on the
   level. */
static void spot_step(struct delver *delver)
{
    struct level *level = delver->body.level;
    int spot = spot_at(level, delver->body.at);

    if (spot == SPOT_NONE)
        return;
    uint64_t *word = &delver->spots_reported[spot / 64];
    uint64_t bit = UINT64_C(1) << spot % 64;
    if ((*word & bit) != 0)
        return;
    *word |= bit;
    if (level->spots[spot].say[0] != '\0')
        event_push(&level->events, EVENT_SPOT, &delver->body)->count = spot;
}

/* True if both corners of a diagonal step are blocked, so that no body fits through. */
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

bool move_swims(const struct body *body, struct pos at)
{
    return body->species == SPECIES_DELVER && level_tile(body->level, at) == TILE_WATER_DEEP &&
           life_has_knack(&((const struct delver *)body)->life, KNACK_SWIMMER);
}

/* True if the body can go onto that cell. A delver that floats goes over water and chasms too, one
   that swims through deep water. */
static bool can_enter(const struct body *body, struct pos to)
{
    return move_swims(body, to) || level_is_walkable(body->level, to) ||
           (statuses_have(&body->statuses, STATUS_FLOATING) &&
            tile_row(level_tile(body->level, to))->is_gap);
}

static enum refusal why_not_enter(const struct level *level, struct pos at)
{
    enum tile_id tile = level_tile(level, at);
    const struct gate *gate = gate_at(level, at);

    static const enum refusal barred[GATE_KIND_COUNT] = {[GATE_LEVER] = REFUSAL_BARS_LEVER,
                                                         [GATE_PLATES] = REFUSAL_BARS_PLATES,
                                                         [GATE_KEY] = REFUSAL_BARS_KEY,
                                                         [GATE_VAULT] = REFUSAL_BARS_VAULT};

    if (tile == TILE_BARS_SHUT && gate != NULL)
        return barred[gate->kind];
    if (tile == TILE_KEY)
        return REFUSAL_KEY_TAKEN;
    if (tile_row(tile)->is_gap)
        return REFUSAL_WATER;
    return tile_joins_walls(tile) ? REFUSAL_WALL : REFUSAL_SOLID;
}

/* Works like is_corner_blocked(), for a body with its own way of moving. */
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

/* Moves a foe by a step. Foes do not swap places. True: it happened. */
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

/* Opens the door in the way. A foe that breaks doors strikes it for some beats first. */
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

/* Applies the effects of a delver's step onto a cell; the last may take it off the level. */
static void come_to(const struct world *world, struct body *body)
{
    carry_step(world, body_delver(body));
    grave_step(world, body_delver(body));
    niche_step(world, body_delver(body));
    twin_step(world, body_delver(body));
    chalk_step(body_delver(body));
    haven_step(world, body_delver(body));
    spot_step(body_delver(body));
    cache_step(world, body_delver(body));
    hoard_step(world, body_delver(body));
    if (chasm_takes(body, body->at))
        chasm_step(world, body_delver(body));
    else
        trap_step(world, body_delver(body));
}

/* Works a lever, a hook or a gate that the body walks into: pulls levers, takes keys, and opens
   shut gates from the inside. False: there is none. */
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
    /* No body is pulled over a chasm or deep water by a swap. */
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
