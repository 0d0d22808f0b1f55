/*
 * Population, things and traps of a level: how they come, come back, and go.
 *
 * A level that comes into the world gets the population that was saved with it, or a random stream
 * of its own and a new population. While delvers are there, groups of foes come back one after
 * another, faster for more delvers; on a level that was left, all missing groups come back when
 * somebody arrives. A level that a crowd has left loses the surplus: foes at home that no delver
 * has seen for ten minutes go, group after group, down to the number that the level keeps. Groups
 * are counted by the numbers on their living foes; a new group gets the lowest free number. Bosses,
 * and foes called in play, belong to no counted group.
 *
 * Heaps of gold and small and odd things are counted once in ten minutes of the level's clock, and
 * a missing one comes back where nobody sees it. A thing that a delver left counts too, unless it
 * still belongs to a delver.
 *
 * Requests of a level's tick for more foes (world/foe.h) are granted at the end of the world's
 * tick, when the cells of all levels are settled: called foes come to unseen cells a few steps
 * away, half of a split foe to the nearest free cell. Provisions are foes and things that operators
 * ask for; such a foe is awake at its post, and anybody may take such a thing. All of this runs
 * between the ticks of levels, because the pools belong to the world.
 */
#include "world/populate.h"

#include <string.h>

#include "base/rng.h"
#include "content/theme.h"
#include "world/field.h"
#include "world/foe.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/loot.h"
#include "world/mind.h"
#include "world/boss.h"
#include "world/population.h"
#include "world/population_codec.h"
#include "world/twin.h"
#include "world/vault.h"
#include "world/world.h"

enum {
    TRIES = 64,         /* draws of a cell */
    TRAP_TRIES = 200,   /* cells tried for the traps of a level */
    TRAP_DEPTH_MIN = 3, /* first depth with traps */
    GOLD_HEAPS = 4,
    GOLD_LEAST = 5,
    GOLD_DEPTHS = 6, /* depths for each piece of gold that chance may add */
    SMALL_FINDS = 2,
    ODD_FINDS = 2,
    ODD_DEPTHS = 4,   /* depths that have odd things */
    BACK_MS = 600000, /* milliseconds between two things that come back */
};

static const enum item_kind small_kinds[] = {ITEM_DART, ITEM_DART, ITEM_BANDAGE};

/* A weak thing to try or to wear, for the first hour of play. */
struct odd_row {
    enum item_kind kind;
    uint8_t from;   /* first depth that has the thing */
    uint8_t weight; /* weight among the odd things of a depth */
};

static const struct odd_row odd_rows[] = {
    {ITEM_PEBBLE, 1, 5},     {ITEM_BROKEN_BOTTLE, 1, 5}, {ITEM_CANDLE_CAP, 1, 2},
    {ITEM_FELT_SHOES, 1, 2}, {ITEM_POT_LID, 1, 2},       {ITEM_CLEAVER, 1, 2},
    {ITEM_MURK, 1, 1},       {ITEM_GLOW, 1, 3},          {ITEM_FAR_SIGHT, 1, 2},
    {ITEM_CLEAR_HEAD, 2, 2}, {ITEM_FIRE_POT, 2, 2},      {ITEM_MAPPING, 2, 1},
    {ITEM_FLASH_POT, 3, 2},  {ITEM_NET, 3, 1},
};

enum { ODD_ROWS = sizeof odd_rows / sizeof odd_rows[0] };

/* The numbers of things that a level lacks. */
struct missing {
    int heaps;
    int finds;
    int odd;
};

static bool is_seen(const struct world *world, const struct level *level, struct pos at)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver_sees(delver, at))
            return true;
    }
    return false;
}

bool scatter_find_cell(const struct world *world, struct level *level, struct pos *out)
{
    for (int i = 0; i < TRIES; i++) {
        /* In two steps, because C may evaluate the arguments of a call in any order. */
        int y = (int)rng_below(&level->rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&level->rng, (uint32_t)level->width), y);
        if (level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0 &&
            !is_seen(world, level, at)) {
            *out = at;
            return true;
        }
    }
    return false;
}

/* Makes a thing at `at` that anybody may take. Does nothing if there is no room. */
static void scatter_put(struct world *world, struct level *level, struct stack stack, struct pos at)
{
    if (item_add(world, stack, level, at) != NULL)
        ledger_make(&level->ledger, &stack);
}

static void put_gold(struct world *world, struct level *level)
{
    uint32_t more = rng_below(&level->rng, (uint32_t)(GOLD_DEPTHS * level->key.depth));
    struct pos at;

    if (scatter_find_cell(world, level, &at))
        scatter_put(world, level, stack_of(ITEM_GOLD, GOLD_LEAST + more), at);
}

static void put_find(struct world *world, struct level *level)
{
    uint32_t drawn = rng_below(&level->rng, sizeof small_kinds / sizeof small_kinds[0]);
    enum item_kind kind = small_kinds[drawn];
    struct pos at;

    if (scatter_find_cell(world, level, &at))
        scatter_put(world, level, stack_of(kind, item_row(kind)->find_count), at);
}

static int odd_finds(const struct level *level)
{
    return level->key.depth <= ODD_DEPTHS ? ODD_FINDS : 0;
}

static enum item_kind draw_odd(struct rng *rng, int depth)
{
    uint32_t whole = 0;
    int row = 0;

    for (int i = 0; i < ODD_ROWS; i++)
        whole += odd_rows[i].from <= depth ? odd_rows[i].weight : 0;
    uint32_t drawn = rng_below(rng, whole);
    for (;; row++) {
        uint32_t weight = odd_rows[row].from <= depth ? odd_rows[row].weight : 0;
        if (drawn < weight)
            return odd_rows[row].kind;
        drawn -= weight;
    }
}

static void put_odd(struct world *world, struct level *level)
{
    enum item_kind kind = draw_odd(&level->rng, level->key.depth);
    uint8_t count = item_row(kind)->find_count;
    struct pos at;

    if (scatter_find_cell(world, level, &at))
        scatter_put(world, level, loot_make(&level->rng, kind, count == 0 ? 1 : count), at);
}

void scatter_new(struct world *world, struct level *level)
{
    for (int i = 0; i < GOLD_HEAPS; i++)
        put_gold(world, level);
    for (int i = 0; i < SMALL_FINDS; i++)
        put_find(world, level);
    for (int i = 0; i < odd_finds(level); i++)
        put_odd(world, level);
}

static bool is_small(enum item_kind kind)
{
    for (size_t i = 0; i < sizeof small_kinds / sizeof small_kinds[0]; i++) {
        if (small_kinds[i] == kind)
            return true;
    }
    return false;
}

static bool is_odd(enum item_kind kind)
{
    for (int i = 0; i < ODD_ROWS; i++) {
        if (odd_rows[i].kind == kind)
            return true;
    }
    return false;
}

static struct missing count_missing(const struct world *world, const struct level *level)
{
    struct missing missing = {.heaps = GOLD_HEAPS, .finds = SMALL_FINDS, .odd = odd_finds(level)};
    const struct item *item;

    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!item_is_free(world, item, 0))
            continue;
        missing.heaps -= item->stack.kind == ITEM_GOLD;
        missing.finds -= is_small(item->stack.kind);
        missing.odd -= is_odd(item->stack.kind);
    }
    return missing;
}

/* Brings one missing thing back. False: nothing is missing. */
static bool bring_back(struct world *world, struct level *level)
{
    struct missing missing = count_missing(world, level);

    if (missing.heaps > 0)
        put_gold(world, level);
    else if (missing.finds > 0)
        put_find(world, level);
    else if (missing.odd > 0)
        put_odd(world, level);
    return missing.heaps > 0 || missing.finds > 0 || missing.odd > 0;
}

void scatter_run(struct world *world, struct level *level)
{
    if (world->limits.population_percent == 0 || level->delver_count == 0 ||
        level->clock - level->population.scattered_at < world_ms(world, BACK_MS))
        return;
    level->population.scattered_at = level->clock;
    (void)bring_back(world, level);
}

/* Brings missing things back when a delver comes to a level without delvers. */
static void scatter_arrival(struct world *world, struct level *level)
{
    uint64_t left_at = level->population.left_at;

    if (world->limits.population_percent == 0 || left_at == 0 || left_at > world->tick)
        return;
    uint64_t back = (world->tick - left_at) / world_ms(world, BACK_MS);
    for (uint64_t i = 0; i < back && i < GOLD_HEAPS + SMALL_FINDS + ODD_FINDS; i++) {
        if (!bring_back(world, level))
            return;
    }
}

/* Kinds of the things that limits.level_items counts. */
static const enum item_kind small_things[] = {ITEM_DART};

enum {
    SMALL_THINGS = sizeof small_things / sizeof small_things[0],
};

static bool is_open_around(const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        enum tile_id tile = level_tile(level, pos_step(at, dir));
        if (!tile_row(tile)->is_walkable || !tile_is_passable(tile) || tile_is_door(tile))
            return false;
    }
    return true;
}

static bool may_hide(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && is_open_around(level, at) &&
           stairs_distance(level, at) >= TRAP_STEPS_MIN && !haven_is_at(level, at);
}

static bool has_traps(const struct level *level)
{
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (tile_is_trap((enum tile_id)level->tiles[i]))
            return true;
    }
    return level->trap_count > 0;
}

void traps_place(struct level *level, uint64_t world_seed)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    int kinds =
        level->key.depth < DEPTH_MAX ? TILE_CHUTE - TILE_SNARE + 1 : TILE_CHUTE - TILE_SNARE;
    struct rng rng;

    if (level->key.depth < TRAP_DEPTH_MIN || has_traps(level))
        return;
    rng_init(&rng, rng_level_seed(world_seed, place, level->key.generation, RNG_TRAPS));
    for (int i = 0; i < TRAP_TRIES && level->trap_count < TRAPS_A_LEVEL; i++) {
        int y = (int)rng_below(&rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&rng, (uint32_t)level->width), y);
        if (!may_hide(level, at) || (level->trap_count > 0 && pos_equal(level->traps[0].at, at)))
            continue;
        uint8_t tile = (uint8_t)(TILE_SNARE + (int)rng_below(&rng, (uint32_t)kinds));
        level->traps[level->trap_count++] = (struct trap){at, tile};
        level->is_dirty = true;
    }
}

void populate_put(struct world *world, struct level *level, const struct placement *placement,
                  uint16_t group)
{
    static const enum mood moods[] = {
        [FOE_ASLEEP] = MOOD_ASLEEP,
        [FOE_ON_GUARD] = MOOD_POSTED,
        [FOE_WANDERING] = MOOD_ROAMING,
    };
    struct foe *foe =
        foe_add(world, placement->species, level, placement->at, moods[placement->start]);

    if (foe != NULL)
        foe->group = group;
}

/* Adds the foes of a new level, as many as the pool has room for. */
static void populate(struct world *world, struct level *level)
{
    struct populate_room *room = world->populate_room;
    int percent = (int)world->limits.population_percent;
    int count = population_at_birth(level, &level->rng, percent, room->placements, POPULATION_MAX,
                                    &room->search);

    vault_place_key(level, room->placements, count);
    for (int i = 0; i < count; i++)
        populate_put(world, level, &room->placements[i], room->placements[i].group);
}

/* Populates a level on which no delver has been. */
static void begin(struct world *world, struct level *level)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct pos at;

    rng_init(&level->rng,
             rng_level_seed(world->seed, place, level->key.generation, RNG_PLAY) ^ world->tick);
    for (uint32_t i = 0; i < world->limits.level_foes; i++) {
        if (scatter_find_cell(world, level, &at))
            (void)foe_add(world, SPECIES_CELLAR_RAT, level, at, MOOD_ROAMING);
    }
    populate(world, level);
    if (world->limits.population_percent > 0) {
        niches_place(level, &level->rng, &world->populate_room->search);
        traps_place(level, world->seed);
        twins_place(level, world->seed, &world->populate_room->search);
        scatter_new(world, level);
    }
    for (uint32_t i = 0; i < world->limits.level_items; i++) {
        if (scatter_find_cell(world, level, &at))
            scatter_put(world, level,
                        stack_of(small_things[rng_below(&level->rng, SMALL_THINGS)], 1), at);
    }
}

void level_populate(struct world *world, struct level *level, const struct bytes *population)
{
    level->population.groups = population_groups(level, (int)world->limits.population_percent);
    level->population.born_at = world->tick > 0 ? world->tick : 1;
    /* Without a database nothing may be taken from a population that is not saved. */
    if (!world_has_populations(world) ||
        population_decode(world, level, population->data, population->length) != ERR_OK)
        begin(world, level);
    if (world->limits.population_percent > 0)
        haven_furnish(world, level);
}

void level_clear(struct world *world, struct level *level)
{
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    while (level->first_foe != 0) {
        struct foe *foe = body_foe(world_body(world, level->first_foe));
        gone[ITEM_GOLD] += (uint64_t)foe->mind.gold;
        foe->mind.gold = 0;
        foe_free(world, foe);
    }
    ledger_carry_out(&world->ledger, &level->holding, gone);
    ledger_close(&world->ledger, &level->holding, &level->ledger);
    graves_fill_in(world, level, true);
    items_free(world, level);
}

enum {
    AWAKE_MAX = 250, /* most foes of a level that are awake */
    FOES_MAX = 400,
    CALL_COUNT = 2,
    CALL_NEAREST = 3, /* least steps from the caller to a foe that comes */
    CALL_FARTHEST = 8,
    MUSTER_NEAREST = 12, /* least steps from the delver to a muster */
    MUSTER_FARTHEST = 20,
    SPLIT_HEALTH = 8, /* least health of a foe that splits */
    SPLIT_MOST = 8,   /* most bodies of a kind that splits, on one level */
};

static bool has_room(const struct world *world, const struct level *level)
{
    const struct foe *foe;
    int awake = 0;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        awake += foe_is_awake(foe);
    }
    return level->foe_count < FOES_MAX && awake < AWAKE_MAX;
}

static int count_kind(const struct world *world, const struct level *level, enum species_id species)
{
    const struct body *body;
    int count = 0;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        count += body->species == species;
    }
    return count;
}

/* Adds a foe that has the parent's target. NULL: the pool is full. */
static struct foe *add_for(struct world *world, const struct foe *parent, enum species_id species,
                           struct pos at)
{
    struct foe *foe = foe_add(world, species, parent->body.level, at, MOOD_ROAMING);

    if (foe == NULL)
        return NULL;
    foe->mind.caller = parent->body.id;
    foe->mind.is_hidden = foe->mind.is_poised = false;
    mind_wake(foe, world_delver(world, parent->mind.target));
    return foe;
}

/* Draws a cell from which a called foe can come. False: there is none. */
static bool find_cell(const struct world *world, struct level *level, struct pos caller,
                      enum species_id species, int nearest, int farthest, struct pos *out)
{
    const struct field *field = field_of(world->work->fields, level, caller, mind_way(species));
    uint32_t count = 0;

    for (int y = caller.y - farthest; y <= caller.y + farthest; y++) {
        for (int x = caller.x - farthest; x <= caller.x + farthest; x++) {
            struct pos at = pos_of(x, y);
            int steps = field_steps(field, at);
            if (steps < nearest || steps > farthest || level_is_opaque(level, at) ||
                level_body_at(level, at) != 0 || haven_is_at(level, at) ||
                stairs_are_near(level, at) || is_seen(world, level, at))
                continue;
            if (rng_below(&level->rng, ++count) == 0)
                *out = at;
        }
    }
    return count > 0;
}

static void call(struct world *world, struct foe *caller)
{
    struct level *level = caller->body.level;
    enum species_id species = species_part(species_row(caller->body.species), PART_CALL)->kind;
    struct pos at = caller->body.at;

    for (int i = 0; i < CALL_COUNT; i++) {
        if (has_room(world, level) &&
            find_cell(world, level, caller->body.at, species, CALL_NEAREST, CALL_FARTHEST, &at))
            (void)add_for(world, caller, species, at);
    }
}

static void split(struct world *world, struct foe *whole)
{
    struct level *level = whole->body.level;
    int16_t health = whole->body.health;
    struct pos at;

    if (health < SPLIT_HEALTH || count_kind(world, level, whole->body.species) >= SPLIT_MOST ||
        !has_room(world, level) || !level_find_free(level, world->search, whole->body.at, &at))
        return;
    struct foe *half = add_for(world, whole, whole->body.species, at);
    if (half == NULL)
        return;
    half->body.health = (int16_t)(health / 2);
    whole->body.health = (int16_t)(health - health / 2);
    (void)event_push(&level->events, EVENT_SPLIT, &whole->body);
}

/* Raises a dead foe with half its health where it died, or beside that cell. */
static void raise(struct world *world, struct foe *piper)
{
    struct level *level = piper->body.level;
    struct level_dead *dead = spawn_find_dead(piper);
    struct pos at;

    if (dead == NULL || !has_room(world, level) ||
        !level_find_free(level, world->search, dead->at, &at))
        return;
    struct foe *foe = add_for(world, piper, dead->species, at);
    if (foe == NULL)
        return;
    foe->body.health = (int16_t)((foe->body.health_max + 1) / 2);
    *dead = (struct level_dead){.species = SPECIES_DELVER};
}

/* Adds the muster of a group that met a company: more of its kind; for a boss, of the commonest
   kind. */
static void muster(struct world *world, struct foe *foe)
{
    struct level *level = foe->body.level;
    const struct delver *delver = world_delver(world, foe->mind.target);
    struct pos at = foe->body.at;

    /* The target may have left in this tick, by stairs or by dying. */
    if (delver == NULL || !body_is_on(&delver->body, level) || foe->mind.has_mustered)
        return;
    int count = muster_size(world, foe, delver);
    enum species_id kind = muster_kind(level, foe);
    for (int i = 0; i < count; i++) {
        if (has_room(world, level) &&
            find_cell(world, level, foe->body.at, kind, MUSTER_NEAREST, MUSTER_FARTHEST, &at))
            (void)add_for(world, foe, kind, at);
    }
}

void spawn_grant(struct world *world, struct level *level)
{
    for (uint32_t i = 0; i < level->spawn_count; i++) {
        struct body *body = world_body(world, level->spawns[i].foe);
        struct foe *foe = body == NULL ? NULL : body_foe(body);
        if (foe == NULL || body->level != level)
            continue;
        if (level->spawns[i].part == PART_NONE)
            muster(world, foe);
        else if (level->spawns[i].part == PART_CALL)
            call(world, foe);
        else if (level->spawns[i].part == PART_RAISE)
            raise(world, foe);
        else
            split(world, foe);
    }
    level->spawn_count = 0;
}

enum {
    LOOK_TICKS = 50,        /* ticks of the level's clock between two counts of its groups */
    ROOM_PERCENT = 60,      /* most groups of a level, in percent of those at its birth */
    ROOM_EACH = 15,         /* percent added to ROOM_PERCENT for each delver there */
    ROOM_PERCENT_MAX = 300, /* most percent, with all delvers counted */
    /* milliseconds between two groups, divided by the number of delvers */
    GROUP_MS = 180000,
    GROUP_MS_MIN = 15000, /* fewest milliseconds between two groups */
    ROUSED_MS = 30000,    /* the same where an ember is */
    ROUSED_PERCENT = 150, /* percent of the groups at birth on a level to which an ember came */
    /* milliseconds without a delver after which all missing groups are back */
    WHOLE_MS = 1800000,
    /* percent of the groups at birth that stay after many delvers have left */
    KEPT_PERCENT = 150,
    /* milliseconds at home and unseen after which a foe of the other groups is removed */
    UNSEEN_MS = 600000,
    NUMBER_WORDS = (POPULATION_GROUPS_MAX + 64) / 64,
};

/* The numbers that groups of a level have. */
struct numbers {
    uint64_t bits[NUMBER_WORDS];
    int count; /* number of groups, without those of bosses */
};

static bool has_number(const struct numbers *numbers, int number)
{
    return (numbers->bits[number / 64] >> number % 64 & 1) != 0;
}

static void add_number(struct numbers *numbers, int number)
{
    numbers->bits[number / 64] |= UINT64_C(1) << number % 64;
}

static struct numbers numbers_of(const struct world *world, const struct level *level)
{
    struct numbers numbers = {.count = 0};
    const struct foe *foe;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (foe->group == 0 || has_number(&numbers, foe->group))
            continue;
        add_number(&numbers, foe->group);
        numbers.count += !species_row(foe->body.species)->is_boss;
    }
    return numbers;
}

/* Takes the lowest free number. 0: all are taken. */
static uint16_t take_number(struct numbers *numbers)
{
    uint16_t number = 1;

    while (number <= POPULATION_GROUPS_MAX && has_number(numbers, number))
        number++;
    if (number > POPULATION_GROUPS_MAX)
        return 0;
    add_number(numbers, number);
    return number;
}

static int room_for(const struct level *level, uint32_t delvers)
{
    uint32_t percent = ROOM_PERCENT + ROOM_EACH * delvers;

    return level->population.groups *
           (int)(percent < ROOM_PERCENT_MAX ? percent : ROOM_PERCENT_MAX) / 100;
}

bool ember_is_on(const struct world *world, const struct level *level)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (ember_is_carried(delver))
            return true;
    }
    return false;
}

static void add_groups(struct world *world, struct level *level, const struct population_wish *wish,
                       struct numbers *numbers)
{
    struct populate_room *room = world->populate_room;
    int most = POPULATION_MAX - (int)(level->foe_count + level->delver_count);
    uint16_t group = 0;

    if (most <= 0)
        return;
    int count = population_more(level, &level->rng, wish, room->placements, most, &room->search);
    for (int i = 0; i < count; i++) {
        if (i == 0 || room->placements[i].group != room->placements[i - 1].group)
            group = take_number(numbers);
        populate_put(world, level, &room->placements[i], group);
    }
}

/* Stores the cells of all delvers and the cells that they see in `room`. Returns the number of
   delvers. */
static int look_through_delvers(const struct world *world, const struct level *level,
                                struct populate_room *room)
{
    const struct delver *delver;
    int count = 0;

    memset(room->seen, 0, sizeof room->seen);
    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        room->from[count++] = delver->body.at;
        for (int y = 0; y < level->height; y++) {
            for (int word = 0; word < level->row_words; word++)
                room->seen[y * level->row_words + word] |=
                    delver->sight.width == 0 ? 0 : sight_row_word(&delver->sight, y, word);
        }
    }
    return count;
}

static bool is_due(const struct world *world, struct level *level, const struct numbers *numbers,
                   uint64_t ticks)
{
    struct level_population *population = &level->population;
    bool is_roused = ember_is_on(world, level);
    int pause = is_roused ? ROUSED_MS : GROUP_MS / (int)level->delver_count;
    int room = room_for(level, level->delver_count);
    int roused = level->population.groups * ROUSED_PERCENT / 100;

    if (numbers->count >= (is_roused && roused > room ? roused : room)) {
        population->missing_for = 0;
        return false;
    }
    population->missing_for += ticks;
    if (population->missing_for < world_ms(world, pause > GROUP_MS_MIN ? pause : GROUP_MS_MIN))
        return false;
    population->missing_for = 0;
    return true;
}

static bool is_kept(const struct foe *foe)
{
    const struct mind *mind = &foe->mind;

    return species_row(foe->body.species)->is_boss || mind->target != 0 || mind->gold > 0 ||
           mind->mood == MOOD_HUNTING || mind->mood == MOOD_HOMING;
}

/* Removes one group that was unseen for long from a level with more groups than it keeps.
   `room->seen` has the cells that delvers see. */
static void thin_out(struct world *world, struct level *level, const struct populate_room *room)
{
    uint64_t unseen = world_ms(world, UNSEEN_MS);
    uint16_t group = 0;
    body_id next;

    for (body_id id = level->first_foe; id != 0; id = next) {
        struct foe *foe = body_foe(world_body(world, id));
        struct pos at = foe->body.at;
        bool is_seen = (room->seen[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) != 0;
        next = foe->body.next;
        if (!level->population.is_crowded || is_seen || is_kept(foe))
            foe->unseen_at = level->clock;
        if (level->clock - foe->unseen_at < unseen || foe->group == 0 ||
            (group != 0 && foe->group != group))
            continue;
        group = foe->group;
        foe_free(world, foe);
    }
    level->population.is_crowded = true;
}

/* True while the level has more groups than it keeps and than its delvers allow. */
static bool is_crowded(const struct level *level, const struct numbers *numbers)
{
    return numbers->count * 100 > level->population.groups * KEPT_PERCENT &&
           numbers->count > room_for(level, level->delver_count);
}

void repopulate_run(struct world *world, struct level *level)
{
    struct level_population *population = &level->population;
    struct populate_room *room = world->populate_room;
    uint64_t ticks = level->clock - population->looked_at;

    if (population->groups == 0 || level->delver_count == 0 ||
        level->delver_count > COMPANY_LEVEL_MAX || ticks < LOOK_TICKS)
        return;
    population->looked_at = level->clock;
    struct numbers numbers = numbers_of(world, level);
    if (is_crowded(level, &numbers)) {
        population->missing_for = 0;
        (void)look_through_delvers(world, level, room);
        thin_out(world, level, room);
        return;
    }
    population->is_crowded = false;
    if (!is_due(world, level, &numbers, ticks))
        return;
    const struct population_wish wish = {
        .groups = 1,
        .from = room->from,
        .from_count = look_through_delvers(world, level, room),
        .seen = room->seen,
    };
    add_groups(world, level, &wish, &numbers);
}

/* Adds groups, because an ember came to that cell, until the level has one and a half times those
   at its birth. */
static void rouse(struct world *world, struct level *level, struct pos at)
{
    const struct pos from[] = {at, level->up, level->down};
    struct numbers numbers = numbers_of(world, level);
    const struct population_wish wish = {
        .groups = level->population.groups * ROUSED_PERCENT / 100 - numbers.count,
        .from = from,
        .from_count = sizeof from / sizeof from[0],
        .seen = world->populate_room->seen,
    };

    memset(world->populate_room->seen, 0, sizeof world->populate_room->seen);
    if (wish.groups > 0)
        add_groups(world, level, &wish, &numbers);
}

void ember_arrive(struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;
    struct foe *foe;

    if (!ember_is_carried(delver))
        return;
    rouse(world, level, delver->body.at);
    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (foe->mind.mood == MOOD_ASLEEP)
            foe->mind.mood = MOOD_ROAMING;
    }
    level->is_stirred = true;
    level->population.is_dirty = true;
}

void repopulate_arrival(struct world *world, struct level *level, struct pos at)
{
    const struct pos from[] = {at, level->up, level->down};
    uint64_t left_at = level->population.left_at;
    uint64_t whole = world_ms(world, WHOLE_MS);

    scatter_arrival(world, level);
    boss_run(world, level);
    if (left_at == 0 || left_at > world->tick)
        return;
    uint64_t away = world->tick - left_at < whole ? world->tick - left_at : whole;
    struct numbers numbers = numbers_of(world, level);
    int missing = room_for(level, 1) - numbers.count;
    if (missing <= 0)
        return;
    memset(world->populate_room->seen, 0, sizeof world->populate_room->seen);
    const struct population_wish wish = {
        .groups = (int)((uint64_t)missing * away / whole),
        .from = from,
        .from_count = sizeof from / sizeof from[0],
        .seen = world->populate_room->seen,
    };
    if (wish.groups > 0)
        add_groups(world, level, &wish, &numbers);
}

uint32_t place_by_admin_most(enum item_kind kind)
{
    return kind == ITEM_GOLD ? PROVIDE_GOLD_MAX : stack_max(kind);
}

static bool has_boss(const struct world *world, const struct level *level, enum species_id species)
{
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        if (body->species == species)
            return species_row(species)->is_boss;
    }
    return false;
}

static enum provide_answer check_foe(const struct world *world, const struct level *level,
                                     struct pos at, enum species_id species)
{
    if (way_cost(mind_way(species), level_tile(level, at)) == 0 || level_is_opaque(level, at))
        return PROVIDE_NO_GROUND;
    if (level_body_at(level, at) != 0)
        return PROVIDE_TAKEN;
    if (stairs_are_near(level, at) || haven_is_at(level, at))
        return PROVIDE_STAIRS;
    if (has_boss(world, level, species))
        return PROVIDE_ONE_ONLY;
    if (level->foe_count >= POPULATION_MAX ||
        (world->free_foe == 0 && world->foes_used == world->limits.foes_max))
        return PROVIDE_FULL;
    return PROVIDE_FINE;
}

static enum provide_answer check_thing(const struct world *world, const struct level *level,
                                       struct pos at, const struct provision *what)
{
    if (what->item == ITEM_BUNDLE)
        return PROVIDE_OWNERLESS;
    if (!tile_is_passable(level_tile(level, at)))
        return PROVIDE_NO_GROUND;
    if (what->count == 0 || what->count > place_by_admin_most(what->item))
        return PROVIDE_TOO_MANY;
    if (level->item_count >= ITEM_LEVEL_MAX || (level->spare_items == 0 && world->free_item == 0 &&
                                                world->items_used == world->limits.items_max))
        return PROVIDE_FULL;
    return PROVIDE_FINE;
}

enum provide_answer place_by_admin_check(const struct world *world, struct level_key key,
                                         struct pos at, const struct provision *what)
{
    const struct level *level = world_level_at(world, key.wing, key.depth);

    if (level == NULL)
        return PROVIDE_NO_LEVEL;
    if (!level_contains(level, at))
        return PROVIDE_OUTSIDE;
    return what->is_thing ? check_thing(world, level, at, what)
                          : check_foe(world, level, at, what->species);
}

static void put_thing(struct world *world, struct level *level, struct pos at,
                      const struct provision *what)
{
    struct stack thing = loot_make(&level->rng, what->item, what->count);

    if (item_add(world, thing, level, at) != NULL)
        ledger_make(&level->ledger, &thing);
}

void place_by_admin(struct world *world, struct input *input)
{
    struct level *level = world_level_at(world, input->key.wing, input->key.depth);
    const struct provision *what = &input->provision;

    if (place_by_admin_check(world, input->key, input->at, what) != PROVIDE_FINE)
        return;
    if (what->is_thing)
        put_thing(world, level, input->at, what);
    else
        (void)foe_add(world, what->species, level, input->at, MOOD_POSTED);
    (void)event_of_place(&world->events, EVENT_PROVIDED, level, input->at);
}
