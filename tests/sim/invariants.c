/*
 * Invariants of every world between two ticks.
 */
#include "sim/invariants.h"

#include <string.h>

#include "world/company.h"
#include "world/door.h"
#include "world/mind.h"
#include "world/stocktaking.h"

enum { SLOT_MASK = 0xffff };

static bool is_loaded(const struct world *world, const struct level *level)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i] == level)
            return true;
    }
    return false;
}

static bool has_bit(const struct level *level, const uint64_t *rows, size_t cell)
{
    size_t x = cell % (size_t)level->width;
    size_t y = cell / (size_t)level->width;

    return (rows[y * (size_t)level->row_words + x / 64] >> x % 64 & 1) != 0;
}

/* Checks from the grid to the bodies. */
static const char *check_grid(const struct world *world, const struct level *level)
{
    uint32_t occupied = 0;
    uint32_t marked = 0;

    for (int i = 0; i < level->height * level->row_words; i++)
        marked += (uint32_t)__builtin_popcountll(level->delvers[i] | level->foes[i]);
    for (size_t i = 0; i < level_cell_count(level); i++)
        occupied += level->bodies[i] != 0;
    if (marked != occupied)
        return "the bits of where bodies stand are not those of the cells";
    for (size_t i = 0; i < level_cell_count(level); i++) {
        body_id id = level->bodies[i];
        if (id == 0)
            continue;
        const struct body *body = world_body(world, id);
        if (body == NULL)
            return "a cell is held by nobody who exists";
        bool is_delver = body->species == SPECIES_DELVER;
        if (has_bit(level, level->delvers, i) != is_delver ||
            has_bit(level, level->foes, i) == is_delver)
            return "the bits of where bodies stand are not those of the cells";
        if (body->state != BODY_PRESENT || body->level != level)
            return "a cell is held by somebody who is elsewhere";
        if (level_index(level, body->at) != i)
            return "a cell is held by somebody who stands on another";
    }
    return occupied == level->delver_count + level->foe_count
               ? NULL
               : "the count of bodies is not that of the cells";
}

/* A list of those on a level, forwards and backwards. */
static const char *check_list(const struct world *world, const struct level *level, body_id first,
                              uint32_t wanted)
{
    body_id previous = 0;
    uint32_t count = 0;

    for (body_id id = first; id != 0; count++) {
        const struct body *body = world_body(world, id);
        if (body == NULL || body->level != level)
            return "the list of a level holds somebody who is not there";
        if (body->previous != previous)
            return "the list of a level does not lead back";
        if (count > wanted)
            return "the list of a level does not end";
        previous = id;
        id = body->next;
    }
    return count == wanted ? NULL : "the list of a level is not as long as its count";
}

/* Counts what lies on a level; false: the list does not end. */
static bool count_items(const struct world *world, const struct level *level, uint32_t *count,
                        uint64_t kinds[ITEM_KIND_COUNT])
{
    uint32_t here = 0;

    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        const struct item *item = world_item(world, id);
        if (item == NULL || stack_is_none(&item->stack) || ++here > level->item_count)
            return false;
        kinds[item->stack.kind] += item->stack.count;
    }
    *count += here;
    return here == level->item_count;
}

static bool lie_well(const struct world *world, const struct level *level)
{
    uint32_t cells = 0;
    uint32_t marked = 0;

    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        const struct item *item = world_item(world, id);
        enum tile_id tile = level_tile(level, item->at);
        if (!tile_is_passable(tile) && !tile_is_trap(tile))
            return false;
        cells += level_item_at(world, level, item->at) == item;
    }
    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        cells += level_grave_at(world, level, grave->at) == grave &&
                 level_item_at(world, level, grave->at) == NULL;
    }
    for (int i = 0; i < level->height * level->row_words; i++)
        marked += (uint32_t)__builtin_popcountll(level->scattered[i]);
    return marked == cells;
}

/* Every place of the pool is free or in one list, and what there is of each kind is what the ledger
   says: nothing is there twice, and nothing is lost. */
static const char *check_items(const struct world *world)
{
    uint64_t kinds[ITEM_KIND_COUNT] = {0};
    uint32_t used = 0;
    uint32_t listed = 0;
    bool is_sound = true;

    for (uint32_t i = 0; is_sound && i < world->level_count; i++)
        is_sound = count_items(world, world->levels[i], &listed, kinds) &&
                   lie_well(world, world->levels[i]);
    for (uint32_t i = 0; i < world->foes_used; i++)
        kinds[ITEM_GOLD] += world->foes[i].body.id == 0 ? 0 : (uint64_t)world->foes[i].mind.gold;
    for (uint32_t i = 0; i < world->graves_used; i++) {
        for (int k = 0; k < PACK_MAX; k++)
            kinds[world->graves[i].things[k].kind] += world->graves[i].things[k].count;
        kinds[ITEM_GOLD] += (uint64_t)world->graves[i].gold;
    }
    for (uint32_t i = 0; i < world->items_used; i++)
        used += world->items[i].id != 0;
    if (!is_sound || used != listed)
        return "an item is not in exactly one place";
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        if (delver != NULL)
            ledger_count_life(kinds, &delver->life);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if ((int64_t)kinds[kind] != ledger_left(&world->ledger, kind))
            return "the ledger of things is wrong";
    }
    return NULL;
}

/* Each place by itself holds what it should: what moves is booked at both ends. */
static const char *check_places(const struct world *world)
{
    int64_t more[ITEM_KIND_COUNT];
    int wrong = way_take_stock(world, more);

    for (uint32_t i = 0; i < world->level_count; i++)
        wrong += level_take_stock(world, world->levels[i], more);
    return wrong == 0 ? NULL : "a level does not hold what it should";
}

static const char *check_opacity(const struct level *level)
{
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            enum tile_id tile = (enum tile_id)level->tiles[y * level->width + x];
            bool bit = level->opaque[y * level->row_words + x / 64] >> (x % 64) & 1;
            if (tile == TILE_UNKNOWN || tile >= TILE_COUNT || tile_row(tile)->is_opaque != bit)
                return "an opacity bit does not fit its tile";
        }
    }
    return NULL;
}

static bool is_open_door(const struct level *level, struct pos at)
{
    return tile_row(level_tile(level, at))->closes_to != TILE_UNKNOWN;
}

static bool is_listed_door(const struct level *level, struct pos at)
{
    for (uint32_t i = 0; i < level->open_doors.count; i++) {
        if (pos_equal(level->open_doors.items[i].at, at))
            return true;
    }
    return false;
}

/* Every open door with nothing in it will fall shut in time. */
static const char *check_doors(const struct world *world, const struct level *level)
{
    uint64_t since = 0;

    for (uint32_t i = 0; i < level->open_doors.count; i++) {
        struct open_door door = level->open_doors.items[i];
        if (!is_open_door(level, door.at))
            return "what is no open door is listed as one";
        if (door.since < since || level->clock - door.since > DOOR_OPEN_TICKS)
            return "a door does not fall shut in time";
        since = door.since;
    }
    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (is_open_door(level, at) && !is_listed_door(level, at) &&
            level_body_at(level, at) == 0 && level_item_at(world, level, at) == NULL)
            return "an open door is forgotten";
    }
    return NULL;
}

/* The cells of a gate are all shut or all open, it shuts in time, and what is hidden is no tile. */
static const char *check_works(const struct world *world, const struct level *level)
{
    for (int i = 0; i < level->gate_count; i++) {
        const struct gate *gate = &level->gates[i];
        bool is_open = gate_is_open(level, gate);
        bool is_taken = false;
        for (int k = 0; k < gate->cell_count; k++) {
            enum tile_id tile = level_tile(level, gate->cells[k]);
            if (tile != (is_open ? gate_open_tile(gate) : (enum tile_id)gate->shut))
                return "a gate is neither shut nor open";
            is_taken = is_taken || level_body_at(level, gate->cells[k]) != 0 ||
                       level_item_at(world, level, gate->cells[k]) != NULL ||
                       level_grave_at(world, level, gate->cells[k]) != NULL;
        }
        if (is_open && !is_taken && level->clock > gate->open_until + 1)
            return "a gate does not shut in time";
    }
    for (int i = 0; i < level->trap_count; i++) {
        if (tile_is_trap(level_tile(level, level->traps[i].at)))
            return "a hidden trap is seen";
    }
    return NULL;
}

static const char *check_dangers(const struct world *world)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (level_time_misses_danger(world, world->levels[i], world->work))
            return "somebody is in danger on a level that counts as calm";
    }
    return NULL;
}

static bool is_in_order(struct level_key a, struct level_key b)
{
    return a.wing < b.wing || (a.wing == b.wing && a.depth < b.depth);
}

static const char *check_levels(const struct world *world)
{
    const char *broken = NULL;

    for (uint32_t i = 0; broken == NULL && i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        if (world_level(world, level->key) != level)
            return "a level is loaded twice";
        broken = check_grid(world, level);
        if (broken == NULL)
            broken = check_list(world, level, level->first_delver, level->delver_count);
        if (broken == NULL)
            broken = check_list(world, level, level->first_foe, level->foe_count);
        if (broken == NULL && i == world->tick % world->level_count)
            broken = check_opacity(level);
        if (broken == NULL && i == world->tick % world->level_count)
            broken = check_doors(world, level);
        if (broken == NULL)
            broken = check_works(world, level);
        if (broken == NULL && (level->stale.count != 0 || level->first_departed != 0))
            broken = "a level has not brought its tick to an end";
        if (broken == NULL && i > 0 && !is_in_order(world->levels[i - 1]->key, level->key))
            broken = "the levels are not in order";
    }
    return broken;
}

/* Checks from a body to the grid. */
static const char *check_place(const struct world *world, const struct body *body)
{
    if (body->state != BODY_PRESENT)
        return body->level == NULL && body->queue_length == 0
                   ? NULL
                   : "somebody without a cell is on a level or acts";
    if (!is_loaded(world, body->level))
        return "somebody stands on a level that is not loaded";
    if (!level_key_equal(body->level->key, body->key))
        return "a body names another level than its own";
    if (body->species != SPECIES_DELVER &&
        way_cost(mind_way(body->species), level_tile(body->level, body->at)) == 0)
        return "a foe stands where its kind cannot";
    bool floats = statuses_have(&body->statuses, STATUS_FLOATING);
    if (body->species == SPECIES_DELVER && !level_is_walkable(body->level, body->at) &&
        (!floats || !tile_row(level_tile(body->level, body->at))->is_gap))
        return "somebody stands where nobody can";
    if (body->species == SPECIES_DELVER && !floats &&
        level_tile(body->level, body->at) == TILE_CHASM)
        return "somebody stands on nothing";
    if (body->level->bodies[level_index(body->level, body->at)] != body->id)
        return "somebody's cell is not theirs";
    return NULL;
}

static const char *check_queue(const struct body *body)
{
    enum { BEATS_MAX = 6 }; /* the slowest action of a body that is slowed and dazed */
    uint32_t listed = 0;

    if (body->queue_length < 0 || body->queue_length > BODY_QUEUE_MAX)
        return "a queue is out of its bounds";
    for (int i = 0; i < body->queue_length; i++) {
        if (!action_is_valid(body->queue[i]))
            return "a queue holds something that is no action";
    }
    for (uint32_t i = 0; body->level != NULL && i < body->level->active.count; i++)
        listed += body->level->active.ids[i] == body->id;
    if (listed > 1)
        return "somebody is listed as active twice";
    if ((listed == 1) != body->is_active || (body->queue_length > 0 && !body->is_active))
        return "the list of the active does not fit the queues";
    if (body->level != NULL &&
        (int64_t)(body->ready_at - body_lived(body)) > (int64_t)(BEATS_MAX * BEAT_TICKS))
        return "somebody waits longer than any action costs";
    return NULL;
}

static const char *check_body(const struct world *world, const struct body *body)
{
    const char *broken = check_place(world, body);

    return broken == NULL ? check_queue(body) : broken;
}

static const char *check_delver(const struct world *world, uint32_t slot)
{
    const struct delver *delver = world->delvers[slot];

    if ((delver->body.id & SLOT_MASK) != slot + 1 || world_delver(world, delver->body.id) != delver)
        return "an id does not lead to its slot";
    if (delver->is_sight_stale)
        return "somebody has not looked about";
    if (delver->body.state != BODY_GONE && world_find_delver(world, delver->delver_id) != delver)
        return "a delver has two bodies";
    return check_body(world, &delver->body);
}

static const char *check_foes(const struct world *world)
{
    uint32_t used = 0;
    uint32_t here = 0;

    for (uint32_t i = 0; i < world->foes_used; i++) {
        const struct body *body = &world->foes[i].body;
        if (body->id == 0 || body->state == BODY_GONE)
            continue;
        used++;
        const char *broken = world_body(world, body->id) != body ? "an id does not lead to its foe"
                                                                 : check_body(world, body);
        if (broken != NULL)
            return broken;
    }
    for (uint32_t i = 0; i < world->level_count; i++)
        here += world->levels[i]->foe_count;
    return used == here ? NULL : "a foe is on no level";
}

/* The list of those between two levels, forwards and backwards. */
static const char *check_transit(const struct world *world)
{
    body_id previous = 0;
    uint32_t count = 0;

    for (body_id id = world->first_transit; id != 0; count++) {
        const struct delver *delver = world_delver(world, id);
        if (delver == NULL || delver->body.state != BODY_TRANSIT ||
            delver->body.previous != previous)
            return "the list of those between levels is broken";
        previous = id;
        id = delver->body.next;
    }
    for (uint32_t slot = 0; slot < world->limits.delvers_max; slot++) {
        const struct delver *delver = world->delvers[slot];
        count -= delver != NULL && delver->body.state == BODY_TRANSIT;
    }
    return count == 0 ? NULL : "somebody between levels is not in the list of those";
}

/* All who have something to be saved are found by a save. */
static const char *check_unsaved(const struct world *world)
{
    const struct delver *previous = NULL;
    uint32_t count = 0;

    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i]->unsaved.first != NULL)
            return "after a tick somebody is in a level's list of those to be saved";
    }
    for (const struct delver *delver = world->unsaved.first; delver != NULL;
         delver = delver->listed_next, count++) {
        if (!delver->is_listed || delver->listed_previous != previous)
            return "the list of those to be saved is broken";
        previous = delver;
    }
    for (uint32_t slot = 0; slot < world->limits.delvers_max; slot++) {
        const struct delver *delver = world->delvers[slot];
        if (delver == NULL)
            continue;
        if ((delver->is_record_dirty || delver->is_memory_dirty) && !delver->is_listed)
            return "somebody with something to be saved is not in the list";
        count -= delver->is_listed;
    }
    return count == 0 ? NULL : "somebody who is gone is in the list of those to be saved";
}

/* A hook from which it has the key, or a hidden door that it has not found: all else is remembered
   as it is seen. */
static bool is_known_as(uint8_t remembered, uint8_t tile)
{
    return remembered == tile || (tile == TILE_KEY && remembered == TILE_KEY_TAKEN) ||
           (tile == TILE_SECRET_SHUT && remembered == TILE_ROCK);
}

/* Compares the sight and memory of a delver with a fresh computation. */
static const char *check_eyes(const struct delver *delver)
{
    static uint64_t bits[SIGHT_WORDS_MAX];
    struct sight fresh = {.bits = bits};
    uint32_t known = 0;

    for (size_t i = 0; i < delver->memory_size; i++)
        known += delver->memory[i] != TILE_UNKNOWN;
    if (known != delver->explored)
        return "the count of explored cells is wrong";
    if (delver->body.state != BODY_PRESENT)
        return NULL;
    if (delver->memory_size != level_cell_count(delver->body.level))
        return "a memory is not of the level's size";
    sight_compute(delver->body.level, delver->body.at, SIGHT_RADIUS_MAX, &fresh);
    size_t size = sight_word_count(delver->memory_size) * sizeof fresh.bits[0];
    if (memcmp(fresh.bits, delver->sight.bits, size) != 0)
        return "somebody sees what is not so";
    for (int i = 0; i < (int)delver->memory_size; i++) {
        struct pos at = pos_of(i % delver->body.level->width, i / delver->body.level->width);
        if (sight_has(&fresh, at) && !is_known_as(delver->memory[i], delver->body.level->tiles[i]))
            return "somebody remembers otherwise what they see";
    }
    return NULL;
}

static const char *check_events(const struct world *world)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(world, &cursor)) != NULL) {
        bool is_by_somebody = event->kind != EVENT_DOOR_FELL_SHUT &&
                              event->kind != EVENT_GATE_SHUT && event->kind != EVENT_PROVIDED &&
                              event->kind != EVENT_ITEM_GONE && event->kind != EVENT_GRAVE_GONE;
        if (event->kind >= EVENT_COUNT ||
            is_by_somebody != (world_body(world, event->actor) != NULL))
            return "an event speaks of nobody";
    }
    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        for (uint32_t k = 0; k < level->events.count; k++) {
            if (!level_key_equal(level->events.items[k].level, level->key))
                return "a level holds an event of another";
        }
    }
    return NULL;
}

const char *invariants_find_broken(const struct world *world)
{
    const char *broken = check_levels(world);
    uint32_t count = 0;

    for (uint32_t slot = 0; broken == NULL && slot < world->limits.delvers_max; slot++) {
        if (number_set_has(&world->free_slots, slot) != (world->delvers[slot] == NULL))
            return "a slot is free and taken";
        if (world->delvers[slot] == NULL)
            continue;
        if (world_find_delver(world, world->delvers[slot]->delver_id) != world->delvers[slot] &&
            world->delvers[slot]->body.state != BODY_GONE)
            return "a delver is not found";
        count++;
        broken = check_delver(world, slot);
        if (broken == NULL && slot == world->tick % world->limits.delvers_max)
            broken = check_eyes(world->delvers[slot]);
    }
    if (broken == NULL && count != world->delver_count)
        broken = "the count of delvers is wrong";
    if (broken == NULL)
        broken = check_foes(world);
    if (broken == NULL)
        broken = check_items(world);
    if (broken == NULL)
        broken = check_places(world);
    if (broken == NULL)
        broken = check_transit(world);
    if (broken == NULL)
        broken = check_unsaved(world);
    if (broken == NULL)
        broken = check_dangers(world);
    return broken == NULL ? check_events(world) : broken;
}
