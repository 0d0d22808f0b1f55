/*
 * The table of verbs, what an action costs, and the short verbs: wait, sneak, pray, offer, give.
 */
#include "world/action.h"

#include "base/check.h"
#include "world/blow.h"
#include "world/bond.h"
#include "world/carry.h"
#include "world/chalk.h"
#include "world/death.h"
#include "world/door.h"
#include "world/feat.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/life.h"
#include "world/mind.h"
#include "world/missile.h"
#include "world/move.h"
#include "world/oath.h"
#include "world/pedlar.h"
#include "world/special.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/use.h"
#include "world/world.h"

enum { PRAYER_PRICE = 50 /* gold for a prayer */ };

static bool is_at_shrine(const struct body *body)
{
    bool is_there = level_tile(body->level, body->at) == TILE_SHRINE;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        is_there = is_there || level_tile(body->level, pos_step(body->at, dir)) == TILE_SHRINE;
    return is_there;
}

static enum refusal why_no_prayer(const struct delver *delver)
{
    if (!is_at_shrine(&delver->body))
        return REFUSAL_NO_SHRINE;
    if (!statuses_have(&delver->body.statuses, STATUS_WITHERED))
        return REFUSAL_NOT_WITHERED;
    return delver->life.gold < PRAYER_PRICE ? REFUSAL_NO_GOLD : REFUSAL_NONE;
}

/* Ends the delver's STATUS_WITHERED by a prayer at a shrine. */
static bool altar_pray(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack price = stack_of(ITEM_GOLD, PRAYER_PRICE);

    (void)world;
    (void)action;
    CHECK(delver != NULL);
    enum refusal refusal = why_no_prayer(delver);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    delver->life.gold -= PRAYER_PRICE;
    ledger_end(&body->level->ledger, &price);
    event_push(&body->level->events, EVENT_PRAYED, body)->count = PRAYER_PRICE;
    health_restore(body);
    delver_note_change(delver);
    return true;
}

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

/* Gives gold to the Gate: action->count, or all for 0. */
static bool offer(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);

    CHECK(delver != NULL);
    int64_t all = delver->life.gold < STACK_GOLD_MAX ? delver->life.gold : STACK_GOLD_MAX;
    int64_t gold = action->count == 0 ? all : (int64_t)action->count;
    if (body->key.depth != 1 || !haven_is_at(body->level, body->at))
        return refuse(body, REFUSAL_GIVE_AT_GATE);
    if (gold == 0 || gold > all)
        return refuse(body, REFUSAL_NO_GOLD);
    const struct stack given = stack_of(ITEM_GOLD, (uint32_t)gold);
    delver->life.gold -= gold;
    ledger_end(&body->level->ledger, &given);
    feats_give(world, delver, gold);
    event_push(&body->level->events, EVENT_OFFERED, body)->count = (int)gold;
    return true;
}

/* Returns the delver with that body if the body stands beside `body`, else NULL. */
static struct delver *find_beside(const struct world *world, const struct body *body, body_id id)
{
    struct delver *other = world_delver(world, id);

    return other != NULL && body_is_on(&other->body, body->level) &&
                   pos_distance(other->body.at, body->at) == 1
               ? other
               : NULL;
}

/* Passes a thing from the pack of one delver to that of another beside it. Only the owner of a
   thing can wear or use it. The new owner knows its kind if the old one did. */
static bool give_thing(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);

    if (thing == NULL)
        return false;
    struct delver *other = find_beside(world, body, action->target);
    if (other == NULL)
        return refuse(body, REFUSAL_NOBODY_BESIDE);
    if (action->object >= OBJECT_WORN)
        return refuse(body, REFUSAL_WORN_ALREADY);
    /* A bundle belongs to another delver: passing it on is no gift, so new delvers may do it. */
    if (thing->kind == ITEM_BUNDLE)
        return bundle_give(world, delver, action->object, other);
    if (!life_is_proven(&delver->life))
        return refuse(body, REFUSAL_NO_GIFTS);
    struct stack part = *thing;
    part.count = carry_wanted(thing, action->count);
    uint32_t wanted = part.count;
    if (wanted > bond_room(world, delver, other))
        return refuse(body, REFUSAL_GIVEN);
    part.count = pack_room(&other->life.pack, &part);
    if (part.count == 0)
        return refuse(body, REFUSAL_THEIR_PACK_FULL);
    (void)pack_put(&other->life.pack, carry_take(delver, action->object, part.count));
    delver_note_change(other);
    struct event *event = event_of_stack(&body->level->events, EVENT_ITEM_GIVEN, body, part);
    event->other = other->body.id;
    event->count = (int)(wanted - part.count);
    if (life_knows(&delver->life, part.kind) && life_learn(&other->life, part.kind))
        (void)event_of_stack(&body->level->events, EVENT_ITEM_NAMED, &other->body, part);
    return true;
}

enum {
    RAISE_PERCENT = 300, /* cost of raising a delver, in percent of a beat */
    CALLER_PERCENT = 100,
    /* cost of using a thing, in percent of a beat, for a delver with the knack "quick hands" */
    QUICK_PERCENT = 50,
    SNEAK_PERCENT = 150, /* cost of a step while sneaking, in percent of its usual cost */
};

struct action_row {
    const char *name;
    int cost_ticks;
    bool needs_dir;    /* needs a direction or a target */
    bool needs_object; /* needs a thing of the pack */
    bool (*apply)(const struct world *world, struct body *body, const struct action *action);
};

/* Finds the hidden doors beside a delver that waits. */
static void find_doors(struct delver *delver)
{
    struct level *level = delver->body.level;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(delver->body.at, dir);
        if (!level_contains(level, at) || !body_is_veiled(&delver->body, at))
            continue;
        delver_mark(delver, at, TILE_SECRET_SHUT);
        struct event *event = event_push(&level->events, EVENT_SECRET, &delver->body);
        event->at = at;
        event->dir = dir;
    }
}

static bool wait_a_moment(const struct world *world, struct body *body, const struct action *action)
{
    struct event *event = event_push(&body->level->events, EVENT_WAITED, body);

    (void)world;
    event->dir = action->dir;
    if (body_delver(body) != NULL)
        find_doors(body_delver(body));
    return true;
}

static bool change_sneaking(const struct world *world, struct body *body,
                            const struct action *action)
{
    struct delver *delver = body_delver(body);

    (void)world;
    (void)action;
    CHECK(delver != NULL);
    delver->is_sneaking = !delver->is_sneaking;
    event_push(&body->level->events, EVENT_SNEAKING, body)->count = delver->is_sneaking;
    return false;
}

static const struct action_row action_table[ACTION_COUNT] = {
    [ACTION_NONE] = {.name = "nothing"},
    [ACTION_MOVE] = {.name = "step", .cost_ticks = 5, .needs_dir = true, .apply = move_try_step},
    [ACTION_OPEN] = {.name = "open", .cost_ticks = 5, .apply = door_action_open},
    [ACTION_CLOSE] = {.name = "close", .cost_ticks = 5, .apply = door_action_close},
    [ACTION_DESCEND] = {.name = "descend", .cost_ticks = 5, .apply = stairs_descend},
    [ACTION_ASCEND] = {.name = "ascend", .cost_ticks = 5, .apply = ember_ascend},
    [ACTION_WAIT] = {.name = "wait", .cost_ticks = 5, .apply = wait_a_moment},
    [ACTION_GET] = {.name = "pick up", .cost_ticks = 5, .apply = carry_get},
    [ACTION_DROP] = {.name = "drop", .cost_ticks = 5, .needs_object = true, .apply = carry_drop},
    [ACTION_THROW] = {.name = "throw",
                      .cost_ticks = 5,
                      .needs_dir = true,
                      .needs_object = true,
                      .apply = throw_item},
    [ACTION_ATTACK] = {.name = "attack", .cost_ticks = 5, .needs_dir = true, .apply = blow_attack},
    [ACTION_SHOOT] = {.name = "shoot", .cost_ticks = 5, .needs_dir = true, .apply = blow_shoot},
    [ACTION_FIRE] = {.name = "fire", .cost_ticks = 5, .needs_dir = true, .apply = missile_fire},
    [ACTION_WEAR] = {.name = "wear", .cost_ticks = 30, .needs_object = true, .apply = carry_wear},
    [ACTION_REMOVE] = {.name = "take off",
                       .cost_ticks = 30,
                       .needs_object = true,
                       .apply = carry_remove},
    [ACTION_SWAP] = {.name = "swap", .cost_ticks = 5, .apply = carry_swap},
    [ACTION_GIVE] = {.name = "give", .cost_ticks = 5, .needs_object = true, .apply = give_thing},
    [ACTION_USE] = {.name = "use", .cost_ticks = 5, .needs_object = true, .apply = use_thing},
    [ACTION_DEED] = {.name = "deed", .cost_ticks = 5, .apply = special_do},
    [ACTION_RAISE] = {.name = "raise", .cost_ticks = 5, .apply = fall_raise},
    [ACTION_YIELD] = {.name = "yield", .cost_ticks = 5, .apply = fall_yield},
    [ACTION_BUY] = {.name = "buy", .cost_ticks = 5, .apply = pedlar_buy},
    [ACTION_SELL] = {.name = "sell", .cost_ticks = 5, .needs_object = true, .apply = pedlar_sell},
    [ACTION_NAME] = {.name = "identify",
                     .cost_ticks = 5,
                     .needs_object = true,
                     .apply = pedlar_name},
    [ACTION_SIP] = {.name = "drink", .cost_ticks = 5, .apply = haven_drink},
    [ACTION_ROAD] = {.name = "take the road", .cost_ticks = 5, .apply = haven_take_road},
    [ACTION_FETCH] = {.name = "fetch", .cost_ticks = 5, .apply = bundle_fetch},
    [ACTION_PRAY] = {.name = "pray", .cost_ticks = 5, .apply = altar_pray},
    [ACTION_LEARN] = {.name = "learn", .cost_ticks = 5, .apply = knacks_learn},
    [ACTION_VOW] = {.name = "vow", .cost_ticks = 5, .apply = oath_swear},
    [ACTION_OFFER] = {.name = "offer", .cost_ticks = 5, .apply = offer},
    [ACTION_CHALK] = {.name = "chalk", .cost_ticks = 5, .apply = chalk_write},
    [ACTION_JUDGE] = {.name = "judge", .cost_ticks = 5, .apply = chalk_judge},
    [ACTION_AGAIN] = {.name = "begin again", .cost_ticks = 5, .apply = ember_begin_again},
    [ACTION_SNEAK] = {.name = "sneak", .apply = change_sneaking},
};

int action_cost(enum action_verb verb)
{
    CHECK((unsigned)verb < ACTION_COUNT);
    return action_table[verb].cost_ticks;
}

const char *action_name(enum action_verb verb)
{
    CHECK((unsigned)verb < ACTION_COUNT);
    return action_table[verb].name;
}

bool action_is_valid(struct action action)
{
    if (action.verb <= ACTION_NONE || action.verb >= ACTION_COUNT ||
        (unsigned)action.dir >= DIR_COUNT)
        return false;
    const struct action_row *row = &action_table[action.verb];
    bool has_way = action.dir != DIR_NONE || (action.target != 0 && action.verb != ACTION_MOVE);
    bool has_object = action.object != OBJECT_NONE && action.object < OBJECT_END;
    return (has_way || !row->needs_dir) && (has_object || !row->needs_object) &&
           action.other < OBJECT_END;
}

/* True if the verb costs as much in calm as it does in danger. */
static bool is_blow(enum action_verb verb)
{
    return verb == ACTION_ATTACK || verb == ACTION_SHOOT || verb == ACTION_FIRE;
}

static bool has_knack(const struct body *body, enum knack id)
{
    return body->species == SPECIES_DELVER &&
           life_has_knack(&((const struct delver *)body)->life, id);
}

static bool is_sneaking(const struct body *body)
{
    return body->species == SPECIES_DELVER && ((const struct delver *)body)->is_sneaking;
}

/* Returns the cost of a step into rock, as a multiple of a normal step's, for a body that can
   dig. */
static int way_times(const struct body *body)
{
    int cost = way_cost(mind_way(body->species), level_tile(body->level, body->at));

    return body_is_buried(body) && cost > 0 ? cost : 1;
}

/* Returns the cost of an action, in ticks of the body's life. In calm a delver walks as fast as
   keys repeat. */
static int cost_of(const struct world *world, const struct body *body, const struct action *action,
                   enum company_state time)
{
    int percent = 100;
    int ticks = action_cost(action->verb);

    if (is_blow(action->verb))
        percent = blow_cost_percent(body, action->verb);
    else if (action->verb == ACTION_RAISE)
        percent = has_knack(body, KNACK_CALLER) ? CALLER_PERCENT : RAISE_PERCENT;
    else if (action->verb == ACTION_USE && has_knack(body, KNACK_QUICK_HANDS))
        percent = QUICK_PERCENT;
    else if (body->species != SPECIES_DELVER && action->verb == ACTION_MOVE)
        percent = species_row(body->species)->move * way_times(body);
    if (is_blow(action->verb) || time != COMPANY_CALM)
        ticks = (int)world->limits.beat_ticks * percent / 100;
    if (action->verb == ACTION_MOVE && is_sneaking(body))
        ticks = ticks * SNEAK_PERCENT / 100;
    return statuses_cost(&body->statuses, ticks > 0 ? ticks : 1);
}

/* Returns the action that a body really takes: a step onto an enemy is a blow. */
static struct action meant(const struct world *world, const struct body *body,
                           const struct action *action)
{
    struct action out = *action;

    if (action->verb == ACTION_MOVE) {
        const struct body *other =
            world_body(world, level_body_at(body->level, pos_step(body->at, action->dir)));
        if (other != NULL && !body_is_buried(other) &&
            (blow_is_between(body, other) || duel_is_between(body, other)))
            out.verb = ACTION_ATTACK;
    }
    return out;
}

/* True if the body is held: instead of moving it then tries to break free. */
static bool is_kept_from(struct body *body, const struct action *action)
{
    if (action->verb != ACTION_MOVE || !statuses_have(&body->statuses, STATUS_HELD) ||
        statuses_struggle(&body->statuses))
        return false;
    event_refuse(&body->level->events, body, REFUSAL_HELD, action->dir);
    return true;
}

void action_apply(const struct world *world, struct body *body, const struct action *wanted)
{
    CHECK(action_is_valid(*wanted));
    CHECK(body->state == BODY_PRESENT);
    struct action action = meant(world, body, wanted);
    struct delver *delver = body_delver(body);
    enum company_state time = delver != NULL ? delver->time.state : COMPANY_RUNNING;

    if (body_is_fallen(body) && action.verb != ACTION_YIELD) {
        event_refuse(&body->level->events, body, REFUSAL_FALLEN, DIR_NONE);
        return;
    }
    struct pos from = body->at;
    if (!is_kept_from(body, &action) && !action_table[action.verb].apply(world, body, &action))
        return;
    if (body->level == NULL) {
        /* A body in transit has no clock of its own, so the cost of the stairs is charged on
           arrival. */
        if (delver != NULL && delver->transit_passage == PASSAGE_STAIRS && time != COMPANY_CALM)
            delver->transit_debt = (uint16_t)cost_of(world, body, &action, time);
        return;
    }
    if (delver != NULL)
        delver->danger.safe_until = body_lived(body);
    const struct tile_row *ground = tile_row(level_tile(body->level, body->at));
    int cost = cost_of(world, body, &action, time);
    if (ground->is_slow && action.verb == ACTION_MOVE && !pos_equal(from, body->at))
        cost += cost / 2;
    if (action.verb == ACTION_MOVE && !pos_equal(from, body->at) && move_swims(body, body->at))
        cost *= 2;
    statuses_end_by(&body->statuses, action.verb == ACTION_WAIT
                                         ? STATUS_ENDS_BY_ACTING | STATUS_ENDS_BY_WAITING
                                         : STATUS_ENDS_BY_ACTING);
    if (delver != NULL && action.verb == ACTION_MOVE)
        noise_make(world, body,
                   (delver->is_sneaking ? NOISE_SNEAK : NOISE_STEP) + ground->noise +
                       gear_of(body).noise + knacks_gain(delver->life.honours.knacks, KNACK_NOISE));
    body->ready_at = body_lived(body) + (uint64_t)cost;
    body->walked = action.verb == ACTION_MOVE ? action.dir : DIR_NONE;
}
