/*
 * Havens: their ground, their furniture, and the verbs of delvers there. Each piece of furniture
 * gets a random cell of the haven's floor that fits the strictest rule; if no cell fits, the next
 * rule is tried. The verbs: touch a lantern, drink, take the road.
 */
#include "world/haven.h"

#include "base/check.h"
#include "content/theme.h"
#include "world/line.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/world.h"

/* True for a cell in the room of the stairs up, or near them if they are in no room. */
static bool is_about_stairs(const struct level *level, struct pos at)
{
    int room = level_room_at(level, level->up);

    if (room < 0)
        return pos_distance(level->up, at) <= HAVEN_CELLS;
    return room == level_room_at(level, at);
}

bool haven_is_at(const struct level *level, struct pos at)
{
    return haven_number(level->key.depth) < HAVEN_COUNT && level->room_count > 0 &&
           is_about_stairs(level, at);
}

/* True for a cell of the level where its haven or its hearth may have something. */
static bool is_site(const struct level *level, struct pos at)
{
    if (!hearth_is_on(level->key.depth))
        return haven_is_at(level, at);
    return pos_distance(level->up, at) <= HEARTH_CELLS && is_about_stairs(level, at) &&
           level_has_line(level, level->up, at);
}

/* The furniture of a haven, and that of a hearth by the stairs; a depth has one of the two. */
static const enum tile_id furniture[] = {TILE_PEDLAR, TILE_FOUNTAIN, TILE_LANTERN, TILE_HEARTH};

enum { FURNITURE = sizeof furniture / sizeof furniture[0], FURNITURE_HEARTH = FURNITURE - 1 };

static bool belongs(int depth, int place)
{
    return (place == FURNITURE_HEARTH) == hearth_is_on(depth);
}

/* Rules for the cell of a piece of furniture, the strictest first. */
static const struct site_rule {
    int from_stairs; /* least king's moves from the stairs */
    int apart;       /* least distance from the other sites */
    bool off_doors;  /* never beside a door */
} site_rules[] = {{3, 3, true}, {2, 2, true}, {2, 1, false}, {1, 1, false}};

enum { SITE_RULES = sizeof site_rules / sizeof site_rules[0] };

bool haven_is_joined(const struct life *life, int depth)
{
    return depth == haven_depth(0) ||
           (haven_number(depth) < HAVEN_COUNT && (life->touched >> haven_number(depth) & 1) != 0);
}

int haven_of(const struct delver *delver)
{
    int number = HAVEN_COUNT - 1;

    while (!haven_is_joined(&delver->life, haven_depth(number)))
        number--;
    return haven_depth(number);
}

static bool is_beside_door(const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (tile_is_door(level_tile(level, pos_step(at, dir))))
            return true;
    }
    return false;
}

/* The cells that already have furniture. */
struct sites {
    struct pos at[FURNITURE];
    bool has[FURNITURE];
};

static bool is_apart(const struct sites *sites, struct pos at, int apart)
{
    for (int i = 0; i < FURNITURE; i++) {
        if (sites->has[i] && pos_distance(sites->at[i], at) < apart)
            return false;
    }
    return true;
}

static bool may_stand(const struct world *world, const struct level *level,
                      const struct sites *sites, const struct site_rule *rule, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && is_site(level, at) &&
           pos_distance(at, level->up) >= rule->from_stairs && is_apart(sites, at, rule->apart) &&
           !(rule->off_doors && is_beside_door(level, at)) &&
           level_item_at(world, level, at) == NULL && level_grave_at(world, level, at) == NULL;
}

static bool draw_site(const struct world *world, const struct level *level, struct rng *rng,
                      const struct sites *sites, const struct site_rule *rule, struct pos *out)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        /* The k-th fitting cell replaces the chosen cell with a chance of 1 in k. */
        if (may_stand(world, level, sites, rule, at) && rng_below(rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

static void find_sites(const struct level *level, struct sites *sites)
{
    for (size_t i = 0; i < level_cell_count(level); i++) {
        for (int place = 0; place < FURNITURE; place++) {
            if (level->tiles[i] != furniture[place])
                continue;
            sites->has[place] = true;
            sites->at[place] = pos_of((int)i % level->width, (int)i / level->width);
        }
    }
}

void haven_furnish(struct world *world, struct level *level)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct sites sites = {.has = {false}};
    struct rng rng;

    if (haven_number(level->key.depth) == HAVEN_COUNT && !hearth_is_on(level->key.depth))
        return;
    rng_init(&rng, rng_level_seed(world->seed, place, level->key.generation, RNG_SHOP));
    find_sites(level, &sites);
    for (int i = 0; i < FURNITURE; i++) {
        for (int rule = 0; belongs(level->key.depth, i) && rule < SITE_RULES && !sites.has[i];
             rule++)
            sites.has[i] = draw_site(world, level, &rng, &sites, &site_rules[rule], &sites.at[i]);
        if (sites.has[i] && level_tile(level, sites.at[i]) != furniture[i])
            level_set_tile(level, sites.at[i], furniture[i]);
    }
    level_find_niches(level);
}

bool haven_has_unlit_lantern(const struct delver *delver)
{
    const struct level *level = delver->body.level;
    int number = haven_number(level->key.depth);

    return level->has_lantern && number < HAVEN_COUNT && (delver->life.touched >> number & 1) == 0;
}

enum { DRINK_PART = 3 /* part of full health that a drink gives: divided by this */ };

static void touch(struct delver *delver)
{
    struct level *level = delver->body.level;
    int number = haven_number(level->key.depth);

    if (number == HAVEN_COUNT || (delver->life.touched >> number & 1) != 0)
        return;
    delver->life.touched |= UINT64_C(1) << number;
    delver_note_change(delver);
    (void)event_push(&level->events, EVENT_LANTERN, &delver->body);
}

void haven_step(const struct world *world, struct delver *delver)
{
    const struct body *body = &delver->body;

    (void)world;
    switch (level_tile(body->level, body->at)) {
    case TILE_LANTERN:
        touch(delver);
        break;
    case TILE_PEDLAR:
        (void)event_push(&body->level->events, EVENT_GREETED, body);
        break;
    default:
        break;
    }
}

static bool is_at_fountain(const struct body *body)
{
    bool is_there = level_tile(body->level, body->at) == TILE_FOUNTAIN;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        is_there = is_there || level_tile(body->level, pos_step(body->at, dir)) == TILE_FOUNTAIN;
    return is_there;
}

static enum refusal why_not_drink(const struct delver *delver)
{
    int depth = delver->body.key.depth;

    if (!is_at_fountain(&delver->body))
        return REFUSAL_NO_FOUNTAIN;
    if (depth > LIFE_DEPTH_MAX || (delver->life.drunk[depth / 64] >> depth % 64 & 1) != 0)
        return REFUSAL_DRUNK;
    return delver->body.health < delver->body.health_max ? REFUSAL_NONE : REFUSAL_WHOLE;
}

bool haven_drink(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    int depth = body->key.depth;

    (void)world;
    (void)action;
    CHECK(delver != NULL);
    enum refusal refusal = why_not_drink(delver);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    delver->life.drunk[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    int health = health_mend(body, (body->health_max + DRINK_PART - 1) / DRINK_PART);
    event_push(&body->level->events, EVENT_FOUNTAIN, body)->count = health;
    return true;
}

static enum refusal why_not_go(const struct world *world, const struct delver *delver, int depth)
{
    const struct level *level = delver->body.level;

    if (!haven_is_at(level, delver->body.at))
        return REFUSAL_NO_HAVEN;
    if (ember_is_carried(delver))
        return REFUSAL_EMBER;
    if (delver->time.state != COMPANY_CALM)
        return REFUSAL_DANGER;
    if (depth == level->key.depth)
        return REFUSAL_ROAD_HERE;
    if (haven_number(depth) == HAVEN_COUNT || !haven_is_joined(&delver->life, depth))
        return REFUSAL_NO_LANTERN;
    return world_is_closed(world, depth) ? REFUSAL_CLOSED_ROAD : REFUSAL_NONE;
}

bool haven_take_road(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    int depth = action->object <= DEPTH_MAX ? (int)action->object : 0;

    CHECK(delver != NULL);
    enum refusal refusal = why_not_go(world, delver, depth);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    stairs_carry_home(world, delver, depth, PASSAGE_ROAD);
    return true;
}
