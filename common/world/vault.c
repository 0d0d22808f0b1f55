/*
 * Vaults and their keys. The place of a key is the work of the vault's gate, which is saved with
 * the level. Nothing is kept about a key that is on its way: a level that comes back into the world
 * counts the whole time again, and lays a key that is nowhere.
 */
#include "world/vault.h"

#include "base/rng.h"
#include "world/carry.h"
#include "world/item.h"
#include "world/life.h"
#include "world/loot.h"
#include "world/population.h"
#include "world/world.h"

enum {
    LOOK_TICKS = 50,   /* ticks of the level's clock between two looks for the key */
    FIND_DEEPER = 2,   /* depths by which a vault's find is drawn deeper */
    FIND_STREAM = 256, /* added to the depth in the random stream, which caches use too */
};

/* Returns the index of the vault's gate; gate_count: there is none. */
static int find_gate(const struct level *level)
{
    int i = 0;

    while (i < level->gate_count && level->gates[i].kind != GATE_VAULT)
        i++;
    return i;
}

const struct gate *vault_gate(const struct level *level)
{
    int i = find_gate(level);

    return i < level->gate_count ? &level->gates[i] : NULL;
}

bool vault_is_open_to(const struct delver *delver)
{
    return pack_find(&delver->life.pack, ITEM_LAIR_KEY) != OBJECT_NONE;
}

/* Returns the sum of the lore of a group's foes; a boss counts more than any group. */
static int danger_of(const struct placement *foes, int count, uint16_t group, int depth)
{
    int danger = 0;

    for (int i = 0; i < count; i++) {
        const struct species_row *row = species_row(foes[i].species);
        danger += foes[i].group != group ? 0 : row->is_boss ? UINT16_MAX : lesson_lore(row, depth);
    }
    return danger;
}

void vault_place_key(struct level *level, const struct placement *foes, int count)
{
    int gate = find_gate(level);
    int most = 0;

    for (int i = 0; gate < level->gate_count && i < count; i++) {
        bool is_first = i == 0 || foes[i].group != foes[i - 1].group;
        if (!is_first || level_tile(level, foes[i].at) != TILE_FLOOR)
            continue;
        int danger = danger_of(foes, count, foes[i].group, level->key.depth);
        if (danger <= most)
            continue;
        most = danger;
        level->gates[gate].works[0] = foes[i].at;
        level->is_dirty = true;
    }
}

/* Where a lair key is. */
struct whereabouts {
    struct item *item;     /* the key on the ground; NULL: it is not there */
    struct delver *delver; /* its bearer; NULL: none */
};

static struct whereabouts find_key(const struct world *world, const struct level *level)
{
    struct whereabouts where = {NULL, NULL};

    for (item_id id = level->first_item; id != 0 && where.item == NULL;) {
        struct item *item = world_item(world, id);
        if (item->stack.kind == ITEM_LAIR_KEY)
            where.item = item;
        id = item->next;
    }
    for (body_id id = level->first_delver; id != 0 && where.item == NULL && where.delver == NULL;) {
        struct delver *delver = world_delver(world, id);
        if (vault_is_open_to(delver))
            where.delver = delver;
        id = delver->body.next;
    }
    return where;
}

static void take_from(struct delver *delver)
{
    struct level *level = delver->body.level;
    uint32_t object;

    while ((object = pack_find(&delver->life.pack, ITEM_LAIR_KEY)) != OBJECT_NONE) {
        const struct stack key = pack_take(&delver->life.pack, object, 1);
        ledger_end(&level->ledger, &key);
        delver_note_change(delver);
    }
}

static void take_back(const struct world *world, struct level *level, struct whereabouts where)
{
    if (where.delver != NULL) {
        take_from(where.delver);
        event_push(&level->events, EVENT_KEY_GONE, &where.delver->body)->count = 1;
        return;
    }
    const struct stack key = where.item->stack;
    (void)event_of_place(&level->events, EVENT_PROVIDED, level, where.item->at);
    item_take_away(world, level, where.item);
    ledger_end(&level->ledger, &key);
}

/* True if the key has been where it is for so long that it goes back. */
static bool is_overdue(const struct world *world, struct level *level, const struct gate *gate,
                       struct whereabouts where)
{
    uint32_t holder = where.delver != NULL ? where.delver->body.id : 0;
    bool is_home = where.item != NULL && pos_equal(where.item->at, gate->works[0]);

    if (is_home || holder != level->key_holder || level->key_since > level->clock) {
        level->key_holder = holder;
        level->key_since = level->clock;
    }
    return level->clock - level->key_since >= world_ms(world, VAULT_KEY_MS);
}

void vault_run(struct world *world, struct level *level)
{
    const struct gate *gate = vault_gate(level);
    const struct stack key = stack_of(ITEM_LAIR_KEY, 1);

    if (gate == NULL || level->delver_count == 0 ||
        (level->clock >= level->key_looked_at && level->clock - level->key_looked_at < LOOK_TICKS))
        return;
    level->key_looked_at = level->clock;
    struct whereabouts where = find_key(world, level);
    if (where.item == NULL && where.delver == NULL) {
        if (!population_has_boss(world, level) &&
            item_add(world, key, level, gate->works[0]) != NULL) {
            ledger_make(&level->ledger, &key);
            (void)event_of_place(&level->events, EVENT_PROVIDED, level, gate->works[0]);
        }
    } else if (is_overdue(world, level, gate, where)) {
        take_back(world, level, where);
    }
}

void vault_keep_key(struct event_list *events, struct delver *delver)
{
    if (delver->body.level == NULL || !vault_is_open_to(delver))
        return;
    take_from(delver);
    event_push(events, EVENT_KEY_GONE, &delver->body)->count = 0;
}

struct stack vault_find(uint64_t world_seed, const struct delver *delver, int depth)
{
    struct rng rng;

    rng_init(&rng,
             rng_level_seed(world_seed, (uint64_t)(FIND_STREAM + depth),
                            rng_mix((uint64_t)delver->delver_id) ^ delver->life.number, RNG_CACHE));
    return loot_draw(&rng, depth + FIND_DEEPER, &delver->life);
}

/* True if the cell is in the vault, the area into which its gate leads. */
static bool is_in_vault(const struct level *level, struct pos at)
{
    const struct gate *gate = vault_gate(level);

    for (int i = 0; gate != NULL && i < level->spot_count; i++) {
        if (rect_contains(level->spots[i].area, gate->inside))
            return rect_contains(level->spots[i].area, at);
    }
    return false;
}

bool vault_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    int depth = level->key.depth;

    if (!is_in_vault(level, body->at))
        return false;
    if (level_tile(level, body->at) != TILE_CACHE || depth > LIFE_DEPTH_MAX ||
        (delver->life.honours.vaults[depth / 64] >> depth % 64 & 1) != 0)
        return true;
    const struct stack find = vault_find(world->seed, delver, depth);
    if (pack_room(&delver->life.pack, &find) < find.count) {
        event_refuse(&level->events, body, REFUSAL_CACHE_FULL, DIR_NONE);
        return true;
    }
    delver->life.honours.vaults[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    (void)carry_give(world, delver, find);
    (void)event_of_stack(&level->events, EVENT_CACHE, body, find);
    return true;
}
