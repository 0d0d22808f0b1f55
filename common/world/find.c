/*
 * Finds: how one is drawn, and where it is left for a delver after a fight.
 */
#include "world/find.h"

#include "base/check.h"
#include "world/life.h"
#include "world/world.h"

enum {
    DEEPER = 1, /* a find may be as good as those of the next depth */
    WEIGHT_FIRST = 10,
    WEIGHT_GROWTH = 30,
    KIT_DEPTHS = 3, /* on which nothing is found that a new player carries */
    BANDAGE_DEPTHS = 2,
    BANDAGE_COUNT = 2,
    DRESSING_COUNT = 3, /* bandages that stand for a draught of mending */
    HEART_EVERY = 3,
    ELSEWHERE_EVERY = 4,
};

/* A group of kinds: a class, or one kind of it alone. */
struct find_group {
    int percent;
    enum item_class class;
    enum item_kind only; /* ITEM_KIND_COUNT: all of the class */
};

static const struct find_group find_groups[] = {
    {14, CLASS_WEAPON, ITEM_KIND_COUNT}, {14, CLASS_BODY, ITEM_KIND_COUNT},
    {10, CLASS_SMALL, ITEM_KIND_COUNT},  {6, CLASS_LAUNCHER, ITEM_KIND_COUNT},
    {14, CLASS_DRAUGHT, ITEM_MENDING},   {6, CLASS_SCROLL, ITEM_ELSEWHERE},
    {12, CLASS_THROWN, ITEM_KIND_COUNT},
};

enum { GROUPS = sizeof find_groups / sizeof find_groups[0] };

static bool is_in_group(enum item_kind kind, const struct find_group *group)
{
    return item_row(kind)->class == group->class &&
           (group->only == ITEM_KIND_COUNT || group->only == kind);
}

/* The group of a kind; GROUPS: that of all others. */
static int group_of(enum item_kind kind)
{
    int group = 0;

    while (group < GROUPS && !is_in_group(kind, &find_groups[group]))
        group++;
    return group;
}

static int draw_group(struct rng *rng)
{
    int percent = (int)rng_below(rng, 100);
    int group = 0;

    for (; group < GROUPS && percent >= find_groups[group].percent; group++)
        percent -= find_groups[group].percent;
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

/* False for a kind that is no treasure to its finder, there. */
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

/* The kinds of the group that depth has, the shallowest first. Returns how many. */
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

struct stack find_make(struct rng *rng, enum item_kind kind, uint32_t count)
{
    const uint8_t *charges = item_row(kind)->charges;
    struct stack thing = stack_of(kind, count);

    if (charges[1] > 0)
        thing.charges = (uint8_t)rng_range(rng, charges[0], charges[1]);
    return thing;
}

/* The kinds of a group by chance, of those in no group, or else of the first one, which no depth is
   without. */
static int draw_kinds(struct rng *rng, int depth, const struct life *finder,
                      enum item_kind out[ITEM_KIND_COUNT])
{
    int count = list_kinds(draw_group(rng), depth, finder, out);

    if (count == 0)
        count = list_kinds(GROUPS, depth, finder, out);
    return count > 0 ? count : list_kinds(0, depth, finder, out);
}

struct stack find_draw(struct rng *rng, int depth, const struct life *finder)
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
    return find_make(rng, kinds[i], found == 0 ? 1 : found);
}

/* The third niche: a find, and now and then what everybody needs. */
static int third_finds(struct rng *rng, int depth, const struct life *life,
                       struct stack out[NICHE_FINDS_MAX])
{
    int count = 0;

    out[count++] = find_draw(rng, depth, life);
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

/* In 100, for the first foe of a kind. */
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
            spoils_leave_thing(world, delver, find_draw(&level->rng, depth, &delver->life), at);
        return;
    }
    int gold = (GOLD_DEPTHS * depth +
                (int)rng_below(&level->rng, (uint32_t)(GOLD_CHANCE_DEPTHS * depth))) /
               kills;
    if (gold > 0)
        spoils_leave_thing(world, delver, stack_of(ITEM_GOLD, (uint32_t)gold), at);
}
