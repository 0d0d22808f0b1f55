/*
 * Loot: the draw of things, their place after a fight, and the cells of niches and caches. Niches
 * are put into the cells with the most walls around them: dead ends first, then corners, then any
 * floor.
 */
#include "world/loot.h"

#include "base/check.h"
#include "world/carry.h"
#include "world/haven.h"
#include "world/life.h"
#include "world/population.h"
#include "world/vault.h"
#include "world/world.h"

enum {
    DEEPER = 1, /* a find may be of the next depth's kinds */
    WEIGHT_FIRST = 10,
    WEIGHT_GROWTH = 30,
    KIT_DEPTHS = 3, /* down to this depth nobody finds things that new players have */
    BANDAGE_DEPTHS = 2,
    BANDAGE_COUNT = 2,
    DRESSING_COUNT = 3, /* number of bandages in place of a draught of mending */
    HEART_EVERY = 3,
    ELSEWHERE_EVERY = 4,
};

/* A group of kinds: a class, or a single kind of it. */
struct loot_group {
    int percent;
    enum item_class class;
    enum item_kind only; /* ITEM_KIND_COUNT: all kinds of the class */
};

static const struct loot_group loot_groups[] = {
    {14, CLASS_WEAPON, ITEM_KIND_COUNT}, {14, CLASS_BODY, ITEM_KIND_COUNT},
    {10, CLASS_SMALL, ITEM_KIND_COUNT},  {6, CLASS_LAUNCHER, ITEM_KIND_COUNT},
    {14, CLASS_DRAUGHT, ITEM_MENDING},   {6, CLASS_SCROLL, ITEM_ELSEWHERE},
    {12, CLASS_THROWN, ITEM_KIND_COUNT},
};

enum { GROUPS = sizeof loot_groups / sizeof loot_groups[0] };

static bool is_in_group(enum item_kind kind, const struct loot_group *group)
{
    return item_row(kind)->class == group->class &&
           (group->only == ITEM_KIND_COUNT || group->only == kind);
}

/* Returns the group of a kind; GROUPS: it has none. */
static int group_of(enum item_kind kind)
{
    int group = 0;

    while (group < GROUPS && !is_in_group(kind, &loot_groups[group]))
        group++;
    return group;
}

static int draw_group(struct rng *rng)
{
    int percent = (int)rng_below(rng, 100);
    int group = 0;

    for (; group < GROUPS && percent >= loot_groups[group].percent; group++)
        percent -= loot_groups[group].percent;
    return group;
}

static bool has_found(const struct life *life)
{
    for (int i = 0; i < LIFE_DEPTH_WORDS; i++) {
        if (life->opened[NICHE_FIND][i] != 0)
            return true;
    }
    return false;
}

/* True if the kind is of use to its finder at that depth. */
static bool is_treasure(enum item_kind kind, int depth, const struct life *finder)
{
    if (finder == NULL)
        return true;
    if (depth <= KIT_DEPTHS && pack_is_of_kit(kind))
        return false;
    return has_found(finder) || item_row(kind)->slot != SLOT_NONE || !life_knows(finder, kind);
}

static bool is_found(enum item_kind kind, int group, int depth, const struct life *finder)
{
    const struct item_row *row = item_row(kind);

    return row->price > 0 && row->depth <= depth + DEEPER && group_of(kind) == group &&
           is_treasure(kind, depth, finder);
}

/* Lists the kinds of the group on that depth, the shallowest first. Returns their number. */
static int list_kinds(int group, int depth, const struct life *finder,
                      enum item_kind out[ITEM_KIND_COUNT])
{
    int count = 0;

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        int place = count;
        if (!is_found(kind, group, depth, finder))
            continue;
        for (; place > 0 && item_row(out[place - 1])->depth > item_row(kind)->depth; place--)
            out[place] = out[place - 1];
        out[place] = kind;
        count++;
    }
    return count;
}

struct stack loot_make(struct rng *rng, enum item_kind kind, uint32_t count)
{
    const uint8_t *charges = item_row(kind)->charges;
    struct stack thing = stack_of(kind, count);

    if (charges[1] > 0)
        thing.charges = (uint8_t)rng_range(rng, charges[0], charges[1]);
    return thing;
}

/* Lists the kinds of a random group; or, if it has none for the depth, one kind without a group; or
   else the kinds of the first group, which every depth has. Returns their number. */
static int draw_kinds(struct rng *rng, int depth, const struct life *finder,
                      enum item_kind out[ITEM_KIND_COUNT])
{
    int count = list_kinds(draw_group(rng), depth, finder, out);

    if (count == 0)
        count = list_kinds(GROUPS, depth, finder, out);
    return count > 0 ? count : list_kinds(0, depth, finder, out);
}

struct stack loot_draw(struct rng *rng, int depth, const struct life *finder)
{
    enum item_kind kinds[ITEM_KIND_COUNT];
    int count = draw_kinds(rng, depth, finder, kinds);
    int whole = 0;
    int i = 0;

    CHECK(count > 0);
    for (int rank = 1; rank <= count; rank++)
        whole += WEIGHT_FIRST + WEIGHT_GROWTH * rank / count;
    int drawn = (int)rng_below(rng, (uint32_t)whole);
    for (; i < count - 1; i++) {
        int weight = WEIGHT_FIRST + WEIGHT_GROWTH * (i + 1) / count;
        if (drawn < weight)
            break;
        drawn -= weight;
    }
    uint8_t found = item_row(kinds[i])->find_count;
    return loot_make(rng, kinds[i], found == 0 ? 1 : found);
}

/* Draws the finds of the third niche: a find, and now and then a thing that everybody needs.
   Returns their number. */
static int third_finds(struct rng *rng, int depth, const struct life *life,
                       struct stack out[NICHE_FINDS_MAX])
{
    int count = 0;

    out[count++] = loot_draw(rng, depth, life);
    if (depth % HEART_EVERY == 0)
        out[count++] = stack_of(ITEM_HEART, 1);
    if (depth % ELSEWHERE_EVERY == 0)
        out[count++] = stack_of(ITEM_ELSEWHERE, 1);
    return count;
}

int niche_finds(uint64_t world_seed, int64_t delver_id, const struct life *life, int depth,
                enum niche niche, struct stack out[NICHE_FINDS_MAX])
{
    struct rng rng;

    CHECK(depth > 0);
    rng_init(&rng, rng_level_seed(world_seed, (uint64_t)depth << 8 | niche,
                                  rng_mix((uint64_t)delver_id) ^ life->number, RNG_NICHE));
    switch (niche) {
    case NICHE_TEMPERING:
        out[0] = stack_of(ITEM_TEMPERING, 1);
        out[1] = stack_of(ITEM_BANDAGE, BANDAGE_COUNT);
        return depth <= BANDAGE_DEPTHS ? 2 : 1;
    case NICHE_MENDING:
        out[0] = depth <= KIT_DEPTHS ? stack_of(ITEM_BANDAGE, DRESSING_COUNT)
                                     : stack_of(ITEM_MENDING, 1);
        return 1;
    case NICHE_FIND:
    case NICHE_COUNT:
        break;
    }
    return third_finds(&rng, depth, life, out);
}

enum { GOLD_DEPTHS = 2, GOLD_CHANCE_DEPTHS = 3 };

/* Chance of a drop in percent, for the first foe of a kind. */
static const int drop_percent[DROP_COUNT] = {
    [DROP_COMMON] = 14,
    [DROP_UNCOMMON] = 30,
    [DROP_RARE] = 60,
    [DROP_BOSS] = 100,
};

static const int drop_finds[DROP_COUNT] = {
    [DROP_COMMON] = 1,
    [DROP_UNCOMMON] = 1,
    [DROP_RARE] = 1,
    [DROP_BOSS] = 2,
};

void spoils_leave_thing(const struct world *world, struct delver *delver, struct stack thing,
                        struct pos at)
{
    struct level *level = delver->body.level;
    struct item *item = item_lay(world, level, thing, at, delver);
    struct event *event = event_of_stack(&level->events, EVENT_ITEM_LEFT, &delver->body, thing);

    event->at = item == NULL ? at : item->at;
    event->count = item == NULL;
    if (item == NULL)
        return;
    ledger_make(&level->ledger, &thing);
    item_own(world, item, delver->delver_id);
}

void spoils_leave(const struct world *world, struct delver *delver, const struct species_row *row,
                  int kills, struct pos at)
{
    struct level *level = delver->body.level;
    int depth = level->key.depth;

    if (row->drop == DROP_NONE || kills < 1)
        return;
    if (!level_is_ground(level, at))
        at = delver->body.at;
    if ((int)rng_below(&level->rng, 100) < drop_percent[row->drop] / kills) {
        for (int i = 0; i < drop_finds[row->drop]; i++)
            spoils_leave_thing(world, delver, loot_draw(&level->rng, depth, &delver->life), at);
        return;
    }
    int gold = (GOLD_DEPTHS * depth +
                (int)rng_below(&level->rng, (uint32_t)(GOLD_CHANCE_DEPTHS * depth))) /
               kills;
    if (gold > 0)
        spoils_leave_thing(world, delver, stack_of(ITEM_GOLD, (uint32_t)gold), at);
}

enum {
    STAIRS_STEPS = 15, /* least steps from the stairs up */
    APART = 8,         /* least cells between two niches */
    DEAD_END = 3,      /* walls beside a cell, out of four; 2 make a corner */
};

static int count_walls(const struct level *level, struct pos at)
{
    static const enum dir sides[] = {DIR_NORTH, DIR_EAST, DIR_SOUTH, DIR_WEST};
    int walls = 0;

    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        walls += level_is_opaque(level, pos_step(at, sides[i]));
    return walls;
}

static bool is_apart(struct pos at, const struct pos *others, int count)
{
    for (int i = 0; i < count; i++) {
        if (pos_distance(at, others[i]) < APART)
            return false;
    }
    return true;
}

static bool may_hold(const struct level *level, const struct population_search *search,
                     struct pos at)
{
    int steps = search->steps[level_index(level, at)];

    return level_tile(level, at) == TILE_FLOOR && steps != POPULATION_NO_WAY &&
           steps >= STAIRS_STEPS && population_may_stand(level, at);
}

/* Draws a cell with `walls` or more walls beside it. False: there is none. */
static bool draw_cell(const struct level *level, struct rng *rng,
                      const struct population_search *search, int walls, const struct pos *others,
                      int other_count, struct pos *out)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (!may_hold(level, search, at) || count_walls(level, at) < walls ||
            !is_apart(at, others, other_count))
            continue;
        /* Reservoir sampling: the k-th fitting cell replaces the chosen one with a chance of 1 in
           k. */
        if (rng_below(rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

void niches_place(struct level *level, struct rng *rng, struct population_search *search)
{
    struct pos cells[NICHE_COUNT];
    int count = 0;

    if (level->niche_count > 0)
        return;
    (void)population_walk(level, search, &level->up, 1);
    while (count < NICHE_COUNT) {
        int walls = DEAD_END;
        while (walls >= 0 && !draw_cell(level, rng, search, walls, cells, count, &cells[count]))
            walls--;
        if (walls < 0)
            break;
        level_set_tile(level, cells[count++], TILE_NICHE);
    }
    level_find_niches(level);
}

enum niche niche_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->niche_count; i++) {
        if (pos_equal(level->niches[i], at))
            return (enum niche)i;
    }
    return NICHE_COUNT;
}

/* Draws the finds of a niche for the delver. Returns their number; -1: the pack has no room for
   all. */
static int find_all(const struct world *world, const struct delver *delver, enum niche niche,
                    struct stack finds[NICHE_FINDS_MAX])
{
    int count = niche_finds(world->seed, delver->delver_id, &delver->life,
                            delver->body.level->key.depth, niche, finds);
    struct pack pack = delver->life.pack;

    for (int i = 0; i < count; i++) {
        if (pack_room(&pack, &finds[i]) < finds[i].count)
            return -1;
        (void)pack_put(&pack, finds[i]);
    }
    return count;
}

static bool is_unopened(const struct delver *delver, enum niche niche)
{
    int depth = delver->body.level->key.depth;

    return niche != NICHE_COUNT && depth <= LIFE_DEPTH_MAX &&
           !life_has_opened(&delver->life, niche, depth);
}

bool niche_has_room(const struct world *world, const struct delver *delver, enum niche niche)
{
    struct stack finds[NICHE_FINDS_MAX];

    return is_unopened(delver, niche) && find_all(world, delver, niche, finds) >= 0;
}

void niche_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    struct stack finds[NICHE_FINDS_MAX];
    enum niche niche = niche_at(level, body->at);

    if (!is_unopened(delver, niche))
        return;
    int count = find_all(world, delver, niche, finds);
    if (count < 0) {
        event_refuse(&level->events, body, REFUSAL_NICHE_FULL, DIR_NONE);
        return;
    }
    life_open(&delver->life, niche, level->key.depth);
    for (int i = 0; i < count; i++) {
        (void)carry_give(world, delver, finds[i]);
        (void)event_of_stack(&level->events, EVENT_NICHE, body, finds[i]);
    }
}

enum { CACHE_GOLD_LEAST = 5, CACHE_GOLD_DEPTHS = 6 };

/* Kinds of finds in a cache; all are used up by their use. */
static const enum item_kind kinds[] = {ITEM_MENDING, ITEM_BANDAGE, ITEM_DART, ITEM_ELSEWHERE};

enum { KINDS = sizeof kinds / sizeof kinds[0], DARTS = 3 };

void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS])
{
    struct rng rng;

    rng_init(&rng, rng_level_seed(world_seed, (uint64_t)depth, rng_mix((uint64_t)delver_id) ^ life,
                                  RNG_CACHE));
    uint32_t more = rng_below(&rng, (uint32_t)(CACHE_GOLD_DEPTHS * depth));
    out[0] = stack_of(ITEM_GOLD, CACHE_GOLD_LEAST + more);
    enum item_kind kind = kinds[rng_below(&rng, KINDS)];
    out[1] = stack_of(kind, kind == ITEM_DART ? DARTS : 1);
}

void cache_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    int depth = level->key.depth;
    struct stack finds[CACHE_FINDS];

    if (vault_step(world, delver) || level_tile(level, body->at) != TILE_CACHE ||
        depth > LIFE_DEPTH_MAX || haven_number(depth) < HAVEN_COUNT ||
        (delver->life.drunk[depth / 64] >> depth % 64 & 1) != 0)
        return;
    cache_finds(world->seed, delver->delver_id, delver->life.number, depth, finds);
    if (pack_room(&delver->life.pack, &finds[1]) < finds[1].count) {
        event_refuse(&level->events, body, REFUSAL_CACHE_FULL, DIR_NONE);
        return;
    }
    delver->life.drunk[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    for (int i = 0; i < CACHE_FINDS; i++) {
        (void)carry_give(world, delver, finds[i]);
        (void)event_of_stack(&level->events, EVENT_CACHE, body, finds[i]);
    }
}

enum { HOARD_FINDS = 3, HOARD_GOLD = 3 /* a hoard has so many times a cache's things and gold */ };

static void draw_hoard(struct level *level, struct stack out[HOARD_FINDS])
{
    uint32_t first = rng_below(&level->rng, KINDS);
    uint32_t second = (first + 1 + rng_below(&level->rng, KINDS - 1)) % KINDS;
    uint32_t more = rng_below(&level->rng, (uint32_t)(CACHE_GOLD_DEPTHS * level->key.depth));

    out[0] = stack_of(ITEM_GOLD, HOARD_GOLD * (CACHE_GOLD_LEAST + more));
    out[1] = stack_of(kinds[first], kinds[first] == ITEM_DART ? DARTS : 1);
    out[2] = stack_of(kinds[second], kinds[second] == ITEM_DART ? DARTS : 1);
}

/* True if the pack has room for all of the finds. */
static bool fits(const struct delver *delver, const struct stack *finds, int count)
{
    struct pack pack = delver->life.pack;

    for (int i = 0; i < count; i++) {
        if (finds[i].kind == ITEM_GOLD)
            continue;
        if (pack_room(&pack, &finds[i]) < finds[i].count)
            return false;
        (void)pack_put(&pack, finds[i]);
    }
    return true;
}

static struct hoard *hoard_at(struct level *level, struct pos at)
{
    for (int i = 0; i < level->hoard_count; i++) {
        if (pos_equal(level->hoards[i].at, at))
            return &level->hoards[i];
    }
    return NULL;
}

void hoard_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    struct hoard *hoard = hoard_at(level, body->at);
    struct stack finds[HOARD_FINDS];

    if (hoard == NULL || level_tile(level, body->at) != TILE_HOARD)
        return;
    draw_hoard(level, finds);
    if (!fits(delver, finds, HOARD_FINDS)) {
        event_refuse(&level->events, body, REFUSAL_HOARD_FULL, DIR_NONE);
        return;
    }
    sight_disturb(world, level, body->at);
    level_set_tile(level, body->at, TILE_HOARD_EMPTY);
    hoard->full_at = level->clock + hoard_ticks(level, body->at);
    for (int i = 0; i < HOARD_FINDS; i++) {
        (void)carry_give(world, delver, finds[i]);
        (void)event_of_stack(&level->events, EVENT_HOARD, body, finds[i]);
    }
}

void hoards_run(const struct world *world, struct level *level)
{
    for (int i = 0; i < level->hoard_count; i++) {
        struct pos at = level->hoards[i].at;
        if (level->clock >= level->hoards[i].full_at && level_tile(level, at) == TILE_HOARD_EMPTY &&
            level_body_at(level, at) == 0 && sight_is_clear_of(world, level, at))
            level_set_tile(level, at, TILE_HOARD);
    }
}
