/*
 * Trades: the work of each of their words, a row each, and the exchange. Both packs are filled as
 * copies first, so that a pack without room ends the trade before anything has moved.
 */
#include "world/trade.h"

#include "base/check.h"
#include "world/action.h"
#include "world/bond.h"
#include "world/carry.h"
#include "world/delver.h"
#include "world/world.h"

static void refuse(struct world *world, const struct delver *delver, enum refusal refusal)
{
    event_refuse(&world->events, &delver->body, refusal, DIR_NONE);
}

/* Tells the two delvers of a trade. The body of `other` may be gone. */
static void tell(struct world *world, const struct delver *delver, body_id other,
                 enum trade_news news)
{
    if (!event_has_room(&world->events))
        return;
    struct event *event = event_push(&world->events, EVENT_TRADE, &delver->body);
    event->other = other;
    event->count = (int)news;
}

static void set_side(struct world *world, struct delver *delver, struct trade trade)
{
    world->traders += trade.partner != 0;
    world->traders -= delver->trade.partner != 0;
    delver->trade = trade;
}

/* Returns the other delver of a trade that is open or asked for; NULL: it is gone. */
static struct delver *partner_of(const struct world *world, const struct delver *delver)
{
    return world_delver(world, delver->trade.partner);
}

static bool is_able(const struct delver *delver)
{
    return delver->body.state == BODY_PRESENT && !delver->is_link_dead && !delver->fall.is_fallen;
}

static bool are_beside(const struct delver *delver, const struct delver *other)
{
    return other != NULL && is_able(delver) && is_able(other) &&
           delver->body.level == other->body.level &&
           pos_distance(delver->body.at, other->body.at) == 1;
}

/* Ends a trade for both delvers. `delver` is the actor of the event. */
static void end(struct world *world, struct delver *delver, enum trade_news news)
{
    struct delver *other = partner_of(world, delver);
    body_id other_id = delver->trade.partner;

    set_side(world, delver, (struct trade){.partner = 0});
    if (other != NULL && other->trade.partner == delver->body.id)
        set_side(world, other, (struct trade){.partner = 0});
    tell(world, delver, other_id, news);
}

static void note_change(struct world *world, struct delver *delver)
{
    struct delver *other = partner_of(world, delver);

    delver->trade.at = world->tick;
    delver->trade.has_agreed = false;
    if (other != NULL)
        other->trade.has_agreed = false;
    tell(world, delver, delver->trade.partner, TRADE_CHANGED);
}

static void ask(struct world *world, struct delver *delver, const struct action *action)
{
    struct delver *other = world_delver(world, action->target);
    struct trade side = {.partner = action->target, .at = world->tick};

    if (!are_beside(delver, other)) {
        refuse(world, delver, REFUSAL_NOBODY_BESIDE);
    } else if (delver->trade.is_open) {
        refuse(world, delver, REFUSAL_TRADING);
    } else if (other->trade.is_open) {
        refuse(world, delver, REFUSAL_THEY_TRADE);
    } else if (other->trade.partner == delver->body.id) {
        side.is_open = true;
        set_side(world, delver, side);
        side.partner = delver->body.id;
        set_side(world, other, side);
        tell(world, delver, action->target, TRADE_OPENED);
    } else {
        set_side(world, delver, side);
        tell(world, delver, action->target, TRADE_ASKED);
    }
}

/* Returns the index of that object in the list; TRADE_THINGS_MAX: it is not there. */
static int find_entry(const struct trade *trade, uint32_t object)
{
    for (int i = 0; i < trade->count; i++) {
        if (trade->things[i].object == object)
            return i;
    }
    return TRADE_THINGS_MAX;
}

/* Returns why the delver cannot put that object into the list; REFUSAL_NONE: it can. */
static enum refusal why_not_put(const struct delver *delver, uint32_t object)
{
    const struct stack *thing = pack_peek(&delver->life.pack, object);

    if (thing == NULL)
        return REFUSAL_NOT_CARRIED;
    if (object >= OBJECT_WORN)
        return REFUSAL_WORN_ALREADY;
    if (thing->kind == ITEM_BUNDLE)
        return REFUSAL_KEPT;
    if (!life_is_proven(&delver->life))
        return REFUSAL_NO_GIFTS;
    bool is_new = find_entry(&delver->trade, object) == TRADE_THINGS_MAX;
    return is_new && delver->trade.count == TRADE_THINGS_MAX ? REFUSAL_TRADE_FULL : REFUSAL_NONE;
}

/* Returns how many more of that object the delver may put into the list: as many as may pass
   between the two today, less all else in both lists. */
static uint32_t room_for(const struct world *world, const struct delver *delver, uint32_t object)
{
    const struct delver *other = world_delver(world, delver->trade.partner);
    uint32_t room = other == NULL ? 0 : bond_room(world, delver, other);

    for (int i = 0; i < delver->trade.count; i++) {
        const struct trade_thing *thing = &delver->trade.things[i];
        uint32_t count = thing->object == object ? 0 : thing->part.count;
        room = room > count ? room - count : 0;
    }
    for (int i = 0; other != NULL && i < other->trade.count; i++) {
        uint32_t count = other->trade.things[i].part.count;
        room = room > count ? room - count : 0;
    }
    return room;
}

static void put(struct world *world, struct delver *delver, const struct action *action)
{
    struct trade *trade = &delver->trade;
    enum refusal refusal = why_not_put(delver, action->object);

    if (refusal != REFUSAL_NONE) {
        refuse(world, delver, refusal);
        return;
    }
    struct stack part = *pack_peek(&delver->life.pack, action->object);
    uint32_t wanted = carry_wanted(&part, action->count);
    uint32_t room = room_for(world, delver, action->object);
    if (wanted > room) {
        refuse(world, delver, REFUSAL_GIVEN);
        return;
    }
    int entry = find_entry(trade, action->object);
    if (entry == TRADE_THINGS_MAX)
        entry = trade->count++;
    part.count = wanted;
    trade->things[entry] = (struct trade_thing){.object = action->object, .part = part};
    note_change(world, delver);
}

static void drop_entry(struct trade *trade, int entry)
{
    for (int i = entry; i + 1 < trade->count; i++)
        trade->things[i] = trade->things[i + 1];
    trade->count--;
    trade->things[trade->count] = (struct trade_thing){.object = OBJECT_NONE};
}

static void take(struct world *world, struct delver *delver, const struct action *action)
{
    int entry = find_entry(&delver->trade, action->object);

    if (entry == TRADE_THINGS_MAX) {
        refuse(world, delver, REFUSAL_NOT_LAID);
        return;
    }
    drop_entry(&delver->trade, entry);
    note_change(world, delver);
}

static void lay_gold(struct world *world, struct delver *delver, const struct action *action)
{
    if (action->count > delver->life.gold) {
        refuse(world, delver, REFUSAL_NO_GOLD);
    } else if (action->count > 0 && !life_is_proven(&delver->life)) {
        refuse(world, delver, REFUSAL_NO_GIFTS);
    } else {
        delver->trade.gold = action->count;
        note_change(world, delver);
    }
}

static bool is_there(const struct delver *delver, const struct trade_thing *thing)
{
    const struct stack *has = pack_peek(&delver->life.pack, thing->object);

    return has != NULL && has->kind == thing->part.kind && has->temper == thing->part.temper &&
           has->charges == thing->part.charges && has->count >= thing->part.count;
}

/* Removes from the list things that the delver no longer has. True: there were some. */
static bool mend_list(struct delver *delver)
{
    struct trade *trade = &delver->trade;
    bool is_changed = trade->gold > delver->life.gold;

    if (is_changed)
        trade->gold = (uint32_t)delver->life.gold;
    for (int i = trade->count - 1; i >= 0; i--) {
        if (is_there(delver, &trade->things[i]))
            continue;
        drop_entry(trade, i);
        is_changed = true;
    }
    return is_changed;
}

static void take_out(struct pack *pack, const struct trade *trade)
{
    for (int i = 0; i < trade->count; i++)
        (void)pack_take(pack, trade->things[i].object, trade->things[i].part.count);
}

/* Returns the listed things as they are in `from` now. */
static struct stack thing_now(const struct pack *from, const struct trade_thing *thing)
{
    struct stack part = *pack_peek(from, thing->object);

    part.count = thing->part.count;
    return part;
}

/* Puts all things of the other's list into the pack. False: it has no room for them. */
static bool put_in(struct pack *pack, const struct pack *from, const struct trade *trade)
{
    for (int i = 0; i < trade->count; i++) {
        struct stack part = thing_now(from, &trade->things[i]);
        if (pack_room(pack, &part) < part.count)
            return false;
        (void)pack_put(pack, part);
    }
    return true;
}

static bool has_purse_room(const struct delver *delver, const struct delver *other)
{
    return other->trade.gold <= RANGE_WHOLE_MAX - delver->life.gold;
}

/* Reports each thing that `delver` has given, and lets `other` know its kind. */
static void hand_over(struct world *world, const struct delver *delver, struct delver *other)
{
    struct event_list *list = &world->events;
    const struct trade *trade = &delver->trade;

    for (int i = 0; i < trade->count; i++) {
        struct stack part = trade->things[i].part;
        if (event_has_room(list))
            event_of_stack(list, EVENT_ITEM_GIVEN, &delver->body, part)->other = other->body.id;
        if (life_knows(&delver->life, part.kind) && life_learn(&other->life, part.kind) &&
            event_has_room(list))
            (void)event_of_stack(list, EVENT_ITEM_NAMED, &other->body, part);
    }
    if (trade->gold > 0 && event_has_room(list))
        event_of_stack(list, EVENT_ITEM_GIVEN, &delver->body, stack_of(ITEM_GOLD, trade->gold))
            ->other = other->body.id;
    world_note_change(world, other);
}

/* Exchanges the things of both lists. Both have agreed, and still have the things. */
static void exchange(struct world *world, struct delver *delver, struct delver *other)
{
    struct pack own = delver->life.pack;
    struct pack theirs = other->life.pack;

    take_out(&own, &delver->trade);
    take_out(&theirs, &other->trade);
    if (!put_in(&own, &other->life.pack, &other->trade) || !has_purse_room(delver, other)) {
        end(world, delver, TRADE_NO_ROOM);
        return;
    }
    if (!put_in(&theirs, &delver->life.pack, &delver->trade) || !has_purse_room(other, delver)) {
        end(world, other, TRADE_NO_ROOM);
        return;
    }
    delver->life.pack = own;
    other->life.pack = theirs;
    delver->life.gold -= delver->trade.gold;
    other->life.gold -= other->trade.gold;
    (void)life_gain(&delver->life.gold, other->trade.gold);
    (void)life_gain(&other->life.gold, delver->trade.gold);
    hand_over(world, delver, other);
    hand_over(world, other, delver);
    end(world, delver, TRADE_DONE);
}

static void agree(struct world *world, struct delver *delver, const struct action *action)
{
    struct delver *other = partner_of(world, delver);

    (void)action;
    if (!are_beside(delver, other)) {
        end(world, delver, TRADE_BROKEN);
        return;
    }
    bool is_own_changed = mend_list(delver);
    bool is_other_changed = mend_list(other);
    if (is_own_changed)
        note_change(world, delver);
    if (is_other_changed)
        note_change(world, other);
    if (is_own_changed || is_other_changed)
        return;
    /* A trade that nobody has changed yet has nothing to be read. */
    if (other->trade.at != delver->trade.at &&
        world->tick - other->trade.at < world_ms(world, TRADE_LOOK_MS)) {
        refuse(world, delver, REFUSAL_TRADE_LOOK);
        return;
    }
    delver->trade.has_agreed = true;
    tell(world, delver, other->body.id, TRADE_AGREED);
    if (other->trade.has_agreed)
        exchange(world, delver, other);
}

/* Ends the delver's own trade, or refuses the one for which a delver beside it asks. */
static void refuse_trade(struct world *world, struct delver *delver, const struct action *action)
{
    (void)action;
    if (delver->trade.partner != 0) {
        end(world, delver, TRADE_ENDED);
        return;
    }
    for (enum dir dir = DIR_NORTH; delver->body.level != NULL && dir < DIR_COUNT; dir++) {
        struct delver *other =
            world_delver(world, level_body_at(delver->body.level, pos_step(delver->body.at, dir)));
        if (other == NULL || other->trade.partner != delver->body.id)
            continue;
        set_side(world, other, (struct trade){.partner = 0});
        tell(world, delver, other->body.id, TRADE_ENDED);
        return;
    }
    refuse(world, delver, REFUSAL_NO_TRADE);
}

static const struct {
    void (*run)(struct world *world, struct delver *delver, const struct action *action);
    bool needs_open;
} word_table[TRADE_WORD_COUNT] = {
    [TRADE_ASK] = {ask, false},  [TRADE_PUT] = {put, true},
    [TRADE_TAKE] = {take, true}, [TRADE_GOLD] = {lay_gold, true},
    [TRADE_YES] = {agree, true}, [TRADE_NO] = {refuse_trade, false},
};

void trade_apply(struct world *world, struct delver *delver, const struct action *action)
{
    if (action->other >= TRADE_WORD_COUNT || delver->body.state != BODY_PRESENT)
        return;
    if (word_table[action->other].needs_open && !delver->trade.is_open)
        refuse(world, delver, REFUSAL_NO_TRADE);
    else
        word_table[action->other].run(world, delver, action);
}

static void check_one(struct world *world, struct delver *delver)
{
    const struct delver *other = partner_of(world, delver);
    const struct trade *trade = &delver->trade;

    if (!trade->is_open) {
        if (!are_beside(delver, other) || world->tick - trade->at >= world_ms(world, TRADE_ASK_MS))
            set_side(world, delver, (struct trade){.partner = 0});
    } else if (!are_beside(delver, other) || other->trade.partner != delver->body.id) {
        end(world, delver, TRADE_BROKEN);
    } else if (mend_list(delver)) {
        note_change(world, delver);
    }
}

void trades_check(struct world *world)
{
    for (uint32_t i = 0; world->traders > 0 && i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL && world->delvers[i]->trade.partner != 0)
            check_one(world, world->delvers[i]);
    }
}

void trade_hash(const struct trade *trade, struct hash *hash)
{
    if (trade->partner == 0)
        return;
    hash_u64(hash, (uint64_t)trade->partner << 8 | (uint64_t)trade->is_open << 1 |
                       (uint64_t)trade->has_agreed);
    hash_u64(hash, trade->at);
    hash_u64(hash, (uint64_t)trade->gold << 8 | trade->count);
    for (int i = 0; i < trade->count; i++) {
        hash_u64(hash, trade->things[i].object);
        stack_hash(&trade->things[i].part, hash);
    }
}
