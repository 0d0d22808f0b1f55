/*
 * Pedlars. Finds are numbered by the period of two hours in which they come; a find keeps its place
 * in the stock until the find eight periods later takes it.
 *
 * No two wares of a stall are of one kind. Eight periods in a row are a round. A find of an even
 * round differs from the wares that are always there and from the earlier finds of its round; a
 * find of an odd round also differs from those finds of the rounds before and after it that are
 * there at the same time. So a find depends on at most two rounds besides its own, not on all
 * earlier ones.
 *
 * Wandering pedlars come and go between the ticks of levels.
 */
#include "world/pedlar.h"

#include "base/check.h"
#include "world/carry.h"
#include "world/loot.h"
#include "world/haven.h"
#include "world/populate.h"
#include "world/world.h"

enum {
    STALL_CELLS = 3,  /* a delver can deal within so many cells of a stall in sight */
    WORTH_LEAST = 20, /* gold: least price of a thing that pedlars buy */
    PERIOD_MS = 2 * 3600 * 1000,
    VISIT_MS = 1800 * 1000, /* milliseconds of a wandering pedlar's visit */
    DAY_MS = 24 * 3600 * 1000,
    DEEPER = 2,        /* pedlars sell finds of so many depths below their own */
    MENDING_MORE = 40, /* gold added to the price for each such draught bought in a day */
    SHARE = 4,         /* a pedlar pays a thing's price divided by this */
    NAMING = 20,       /* gold for identifying a thing */
    DRAW_FIND = 1,     /* purpose of the random stream; see rng_level_seed() */
    DRAWS_MAX = 200,   /* draws for a kind that the stall does not have; hardly ever all are used */
};

static const enum item_kind always[PEDLAR_ALWAYS] = {ITEM_MENDING, ITEM_BANDAGE,      ITEM_DART,
                                                     ITEM_LAMP,    ITEM_LEATHER_COAT, ITEM_RETURN};

/* Returns the number of the world's present period, counted so that all finds of the first period
   have a number. */
static uint64_t period_now(const struct world *world)
{
    return world->tick / world_ms(world, PERIOD_MS) + PEDLAR_FINDS;
}

static int priced(const struct world *world, int64_t gold)
{
    int64_t price = gold * world->limits.price_percent / 100;

    return price > STACK_GOLD_MAX ? STACK_GOLD_MAX : price > 0 ? (int)price : 1;
}

/* Returns the price of the whole stack by its kind's row. */
static int64_t worth(const struct stack *thing)
{
    return (int64_t)item_row(thing->kind)->price * thing->count;
}

static bool is_day_over(const struct world *world, const struct dealings *dealings)
{
    return world->tick - dealings->day >= world_ms(world, DAY_MS);
}

static uint32_t mendings_bought(const struct world *world, const struct delver *delver)
{
    const struct dealings *dealings = &delver->life.dealings;

    return is_day_over(world, dealings) ? 0 : dealings->mendings;
}

static uint32_t gold_earned(const struct world *world, const struct delver *delver)
{
    const struct dealings *dealings = &delver->life.dealings;

    return is_day_over(world, dealings) ? 0 : dealings->earned;
}

/* Returns the delver's dealings; after a day, begins a new day of dealings. */
static struct dealings *deal(const struct world *world, struct delver *delver)
{
    struct dealings *dealings = &delver->life.dealings;

    if (is_day_over(world, dealings) || (dealings->mendings == 0 && dealings->earned == 0)) {
        dealings->day = world->tick;
        dealings->mendings = 0;
        dealings->earned = 0;
    }
    delver_note_change(delver);
    return dealings;
}

/* Returns the number of the stock of a depth: its haven's. All wandering pedlars share one stock,
   and one record of sales to each delver. */
static int stock_of(int depth)
{
    return haven_number(depth);
}

enum { STOCKS = HAVEN_COUNT + 1 };

static uint64_t bit_of(int stock, uint64_t period)
{
    return UINT64_C(1) << (stock * PEDLAR_FINDS + (int)(period % PEDLAR_FINDS));
}

_Static_assert(STOCKS *PEDLAR_FINDS <= 64, "what was bought is a word");

/* Returns the bits of the present finds that the delver has bought; bits of finds that are gone are
   cleared. */
static uint64_t finds_bought(const struct dealings *dealings, uint64_t now)
{
    uint64_t bought = dealings->bought;

    if (now - dealings->period >= PEDLAR_FINDS)
        return 0;
    for (uint64_t period = dealings->period + 1; period <= now; period++) {
        for (int stock = 0; stock < STOCKS; stock++)
            bought &= ~bit_of(stock, period);
    }
    return bought;
}

static struct ware ware_always(const struct world *world, const struct delver *delver, int i)
{
    enum item_kind kind = always[i];
    uint32_t count = item_row(kind)->find_count;
    struct ware ware = {.number = (uint32_t)i + 1, .thing = stack_of(kind, count > 0 ? count : 1)};
    int64_t gold = worth(&ware.thing);

    if (kind == ITEM_MENDING)
        gold += (int64_t)MENDING_MORE * mendings_bought(world, delver);
    ware.price = priced(world, gold);
    return ware;
}

/* The finds of the eight periods of a round. */
struct round {
    struct stack things[PEDLAR_FINDS];
};

/* True if the kind is among things[first] up to, not including, things[end]. */
static bool is_among(enum item_kind kind, const struct stack *things, int first, int end)
{
    for (int i = first; i < end; i++) {
        if (things[i].kind == kind)
            return true;
    }
    return false;
}

static bool is_always_there(enum item_kind kind)
{
    for (int i = 0; i < PEDLAR_ALWAYS; i++) {
        if (always[i] == kind)
            return true;
    }
    return false;
}

/* Draws the finds of a round. `before` and `behind` are the neighbouring rounds, NULL for an even
   round. */
static void draw_round(const struct world *world, int depth, uint64_t number,
                       const struct round *before, const struct round *behind, struct round *out)
{
    for (int place = 0; place < PEDLAR_FINDS; place++) {
        uint64_t period = number * PEDLAR_FINDS + (uint64_t)place;
        struct stack *thing = &out->things[place];
        struct rng rng;
        bool is_there;
        int draws = 0;

        rng_init(&rng, rng_level_seed(world->seed, (uint64_t)depth, period,
                                      RNG_SHOP | (uint64_t)DRAW_FIND << 8));
        do {
            *thing = loot_draw(&rng, depth + DEEPER, NULL);
            is_there = is_always_there(thing->kind) ||
                       is_among(thing->kind, out->things, 0, place) ||
                       (before != NULL &&
                        is_among(thing->kind, before->things, place + 1, PEDLAR_FINDS)) ||
                       (behind != NULL && is_among(thing->kind, behind->things, 0, place));
        } while (is_there && ++draws < DRAWS_MAX);
    }
}

static void draw_even(const struct world *world, int depth, uint64_t number, struct round *out)
{
    draw_round(world, depth, number, NULL, NULL, out);
}

static void draw_odd(const struct world *world, int depth, uint64_t number, struct round *out)
{
    struct round before;
    struct round behind;

    draw_even(world, depth, number - 1, &before);
    draw_even(world, depth, number + 1, &behind);
    draw_round(world, depth, number, &before, &behind, out);
}

/* Draws the finds for sale in period `now`, each at its place in the stock. */
static void draw_finds(const struct world *world, int depth, uint64_t now, struct round *out)
{
    struct round before;
    uint64_t number = now / PEDLAR_FINDS;

    CHECK(number > 0);
    if (number % 2 == 0) {
        draw_odd(world, depth, number - 1, &before);
        draw_even(world, depth, number, out);
    } else {
        draw_even(world, depth, number - 1, &before);
        draw_odd(world, depth, number, out);
    }
    for (uint64_t place = now % PEDLAR_FINDS + 1; place < PEDLAR_FINDS; place++)
        out->things[place] = before.things[place];
}

static struct ware ware_found(const struct world *world, uint64_t period, struct stack thing)
{
    struct ware ware = {.number = (uint32_t)(PEDLAR_ALWAYS + period), .thing = thing};
    ware.price = priced(world, worth(&ware.thing));
    return ware;
}

bool pedlar_is_near(const struct delver *delver)
{
    const struct body *body = &delver->body;

    for (int dy = -STALL_CELLS; dy <= STALL_CELLS; dy++) {
        for (int dx = -STALL_CELLS; dx <= STALL_CELLS; dx++) {
            struct pos at = pos_of(body->at.x + dx, body->at.y + dy);
            if (level_tile(body->level, at) == TILE_PEDLAR && delver_sees(delver, at))
                return true;
        }
    }
    return false;
}

int pedlar_wares(const struct world *world, const struct delver *delver,
                 struct ware out[PEDLAR_WARES])
{
    uint64_t now = period_now(world);
    uint64_t bought = finds_bought(&delver->life.dealings, now);
    struct round finds;
    int count = 0;

    draw_finds(world, delver->body.key.depth, now, &finds);
    for (int i = 0; i < PEDLAR_ALWAYS; i++)
        out[count++] = ware_always(world, delver, i);
    for (uint64_t period = now - PEDLAR_FINDS + 1; period <= now; period++) {
        if ((bought & bit_of(stock_of(delver->body.key.depth), period)) == 0)
            out[count++] = ware_found(world, period, finds.things[period % PEDLAR_FINDS]);
    }
    return count;
}

enum refusal pedlar_offer(const struct world *world, const struct delver *delver,
                          const struct stack *thing, int *out_gold)
{
    int64_t gold = worth(thing);
    uint32_t earned = gold_earned(world, delver);

    if (!life_is_proven(&delver->life))
        return REFUSAL_UNPROVEN;
    if (gold < WORTH_LEAST)
        return REFUSAL_NO_OFFER;
    if (earned >= PEDLAR_DAY_GOLD)
        return REFUSAL_SPENT;
    *out_gold = priced(world, gold / SHARE);
    if (*out_gold > PEDLAR_DAY_GOLD - (int)earned)
        *out_gold = PEDLAR_DAY_GOLD - (int)earned;
    return REFUSAL_NONE;
}

int pedlar_naming_price(const struct world *world)
{
    return priced(world, NAMING);
}

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

static int gold_reported(const struct delver *delver)
{
    return (int)(delver->life.gold < STACK_GOLD_MAX ? delver->life.gold : STACK_GOLD_MAX);
}

static void pay(struct delver *delver, int price)
{
    const struct stack gold = stack_of(ITEM_GOLD, (uint32_t)price);

    delver->life.gold -= price;
    ledger_end(&delver->body.level->ledger, &gold);
    delver_note_change(delver);
}

static void learn(struct delver *delver, const struct stack *thing)
{
    if (life_learn(&delver->life, thing->kind))
        (void)event_of_stack(&delver->body.level->events, EVENT_ITEM_NAMED, &delver->body, *thing);
}

/* Finds the ware of that number among those for sale. False: there is none. */
static bool find_ware(const struct world *world, const struct delver *delver, uint32_t number,
                      struct ware *out)
{
    struct ware wares[PEDLAR_WARES];
    int count = pedlar_wares(world, delver, wares);

    for (int i = 0; i < count; i++) {
        if (wares[i].number != number)
            continue;
        *out = wares[i];
        return true;
    }
    return false;
}

static void note_bought(const struct world *world, struct delver *delver, const struct ware *ware)
{
    struct dealings *dealings;
    uint64_t now = period_now(world);

    if (ware->thing.kind == ITEM_MENDING) {
        dealings = deal(world, delver);
        if (dealings->mendings <= RANGE_DEALS_MAX - ware->thing.count)
            dealings->mendings += ware->thing.count;
    }
    if (ware->number <= PEDLAR_ALWAYS)
        return;
    dealings = &delver->life.dealings;
    dealings->bought = finds_bought(dealings, now) |
                       bit_of(stock_of(delver->body.key.depth), ware->number - PEDLAR_ALWAYS);
    dealings->period = now;
}

bool pedlar_buy(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    struct ware ware;

    CHECK(delver != NULL);
    if (!pedlar_is_near(delver))
        return refuse(body, REFUSAL_NO_PEDLAR);
    if (!find_ware(world, delver, action->object, &ware))
        return refuse(body, REFUSAL_NO_WARE);
    if (delver->life.gold < ware.price)
        return refuse(body, REFUSAL_NO_GOLD);
    if (pack_room(&delver->life.pack, &ware.thing) < ware.thing.count)
        return refuse(body, REFUSAL_PACK_FULL);
    pay(delver, ware.price);
    (void)carry_give(world, delver, ware.thing);
    note_bought(world, delver, &ware);
    learn(delver, &ware.thing);
    struct event *event = event_of_stack(&body->level->events, EVENT_BOUGHT, body, ware.thing);
    event->count = ware.price;
    event->left = gold_reported(delver);
    return true;
}

bool pedlar_sell(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing;
    int price;

    CHECK(delver != NULL);
    if (!pedlar_is_near(delver))
        return refuse(body, REFUSAL_NO_PEDLAR);
    thing = carry_find(delver, action->object);
    if (thing == NULL)
        return false;
    enum refusal refusal = action->object < OBJECT_WORN ? pedlar_offer(world, delver, thing, &price)
                                                        : REFUSAL_WORN_ALREADY;
    if (refusal != REFUSAL_NONE)
        return refuse(body, refusal);
    struct stack sold = carry_take(delver, action->object, thing->count);
    ledger_end(&body->level->ledger, &sold);
    deal(world, delver)->earned += (uint32_t)price;
    (void)carry_give(world, delver, stack_of(ITEM_GOLD, (uint32_t)price));
    struct event *event = event_of_stack(&body->level->events, EVENT_SOLD, body, sold);
    event->count = price;
    event->left = gold_reported(delver);
    return true;
}

bool pedlar_name(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing;
    int price = pedlar_naming_price(world);

    CHECK(delver != NULL);
    if (!pedlar_is_near(delver))
        return refuse(body, REFUSAL_NO_PEDLAR);
    thing = carry_find(delver, action->object);
    if (thing == NULL)
        return false;
    if (life_knows(&delver->life, thing->kind))
        return refuse(body, REFUSAL_NAMED);
    if (delver->life.gold < price)
        return refuse(body, REFUSAL_NO_GOLD);
    pay(delver, price);
    (void)life_learn(&delver->life, thing->kind);
    struct event *event = event_of_stack(&body->level->events, EVENT_IDENTIFIED, body, *thing);
    event->count = price;
    event->left = gold_reported(delver);
    return true;
}

enum {
    LOOK_TICKS = 50,  /* ticks of the level's clock between two looks */
    ONE_IN = 10,      /* half hours of a level's clock for each with a pedlar */
    TRIES = 16,       /* draws of a place for the stall, at each look */
    STAIRS_CELLS = 4, /* least distance from stairs, in cells */
    DRAW_VISIT = 2,   /* purpose of the random stream; see rng_level_seed() */
};

bool pedlar_visits(const struct world *world, const struct level *level, uint64_t half_hour)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    uint64_t moment = (uint64_t)level->key.generation << 32 ^ half_hour;
    struct rng rng;

    if (haven_number(level->key.depth) < HAVEN_COUNT)
        return false;
    rng_init(&rng,
             rng_level_seed(world->seed, place, moment, RNG_SHOP | (uint64_t)DRAW_VISIT << 8));
    return rng_below(&rng, ONE_IN) == 0;
}

/* True for ground where a stall blocks no way. */
static bool is_open_ground(const struct world *world, const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos beside = pos_step(at, dir);
        if (!level_is_walkable(level, beside) || tile_is_door(level_tile(level, beside)))
            return false;
    }
    return pos_distance(at, level->up) >= STAIRS_CELLS &&
           pos_distance(at, level->down) >= STAIRS_CELLS && level_item_at(world, level, at) == NULL;
}

static void come(struct world *world, struct level *level)
{
    struct pos at;

    for (int i = 0; i < TRIES; i++) {
        if (!scatter_find_cell(world, level, &at) || !is_open_ground(world, level, at))
            continue;
        level_set_tile(level, at, TILE_PEDLAR);
        level_find_niches(level);
        return;
    }
}

static void go(struct level *level)
{
    level_set_tile(level, level->stall, TILE_FLOOR);
    level_find_niches(level);
}

void pedlar_visit_run(struct world *world, struct level *level)
{
    if (world->limits.population_percent == 0 || level->delver_count == 0 ||
        level->clock % LOOK_TICKS != 0 || haven_number(level->key.depth) < HAVEN_COUNT)
        return;
    bool is_due = pedlar_visits(world, level, level->clock / world_ms(world, VISIT_MS));
    if (is_due && !level->has_stall)
        come(world, level);
    else if (!is_due && level->has_stall && sight_is_clear_of(world, level, level->stall))
        go(level);
}
