/*
 * Graves, on levels and carried. A grave is an entry of the world's pool and of one level's list.
 * The bundle of a delver is a sealed grave that is kept with its bearer's life; where the bearer
 * dies, it becomes a grave on the level again. Graves are dug and filled in between ticks; they are
 * opened, fetched and passed on within the tick of their level.
 */
#include "world/grave.h"

#include <string.h>

#include "base/check.h"
#include "world/carry.h"
#include "world/world.h"

enum {
    CLOSED_MS = 86400000, /* time for which a grave is closed to others */
    SWORN_MS = 60000,     /* the same for the grave of a sworn delver */
    GONE_MS = 604800000,
    KEEPS_LEVEL = 3, /* a delver of a lower level that dies on at most this depth loses nothing */
    KEEPS_DEPTH = 2,
    SHARE_BACK = 2, /* part of the lost experience that a grave gives back: divided by this */
};

static struct grave *grave_of(const struct world *world, uint32_t id)
{
    return id == 0 ? NULL : &world->graves[id - 1];
}

static bool is_older(const struct world *world, const struct grave *grave, int ms)
{
    return world->tick - grave->died_at >= world_ms(world, ms);
}

bool grave_is_open_to(const struct world *world, const struct grave *grave, int64_t delver_id)
{
    static const int closed_ms[GRAVE_OPENS_COUNT] = {
        [GRAVE_OPENS_IN_A_DAY] = CLOSED_MS, [GRAVE_OPENS_IN_A_MINUTE] = SWORN_MS};

    return grave->delver_id == delver_id ||
           (grave->opens != GRAVE_NEVER_OPENS && is_older(world, grave, closed_ms[grave->opens]));
}

/* True if the grave is a week old. */
static bool grave_is_over(const struct world *world, const struct grave *grave)
{
    return is_older(world, grave, GONE_MS);
}

const struct grave *grave_of_death(const struct world *world, const struct delver *delver,
                                   const struct death *death, const struct level **out_level)
{
    const struct level *level = world_level_at(world, death->grave.wing, death->grave.depth);

    *out_level = level;
    for (uint32_t id = level == NULL ? 0 : level->first_grave; id != 0;
         id = grave_of(world, id)->next) {
        const struct grave *grave = grave_of(world, id);
        if (grave->delver_id == delver->delver_id && grave->died_at == death->died_at)
            return grave;
    }
    return NULL;
}

static bool grave_is_empty(const struct grave *grave)
{
    for (int i = 0; i < PACK_MAX; i++) {
        if (!stack_is_none(&grave->things[i]))
            return false;
    }
    return grave->gold == 0;
}

/* Tells the delvers who see a grave, and its owner, that it is gone with its contents. */
static void tell_gone(struct world *world, struct event_list *events, const struct level *level,
                      const struct grave *grave)
{
    struct delver *owner = world_find_delver(world, grave->delver_id);

    if (owner != NULL && deaths_note_grave(&owner->life.deaths, grave->died_at, false))
        world_note_change(world, owner);
    if (grave_is_empty(grave) || !event_has_room(events))
        return;
    struct event *event = event_of_place(events, EVENT_GRAVE_GONE, level, grave->at);
    event->other = owner == NULL ? 0 : owner->body.id;
}

/* Records the new cells of the delver's graves on loaded levels that were moved. */
static void find_moved(struct world *world, struct delver *delver)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        for (uint32_t id = level->first_grave; id != 0; id = grave_of(world, id)->next) {
            const struct grave *grave = grave_of(world, id);
            const struct grave_place place = {
                .wing = level->key.wing, .depth = level->key.depth, .at = grave->at};
            if (grave->delver_id == delver->delver_id && !grave_is_empty(grave) &&
                deaths_move_grave(&delver->life.deaths, grave->died_at, &place))
                world_note_change(world, delver);
        }
    }
}

void graves_settle(struct world *world, struct delver *delver)
{
    struct deaths *deaths = &delver->life.deaths;

    find_moved(world, delver);
    for (int i = 0; i < deaths->count; i++) {
        const struct level *level;
        const struct grave *grave = grave_of_death(world, delver, &deaths->last[i], &level);
        if (level != NULL && deaths_note_grave(deaths, deaths->last[i].died_at, grave != NULL))
            world_note_change(world, delver);
    }
}

/* Removes the grave at *link from its level. `is_ended`: its contents are counted as destroyed. */
static void fill_in(struct world *world, struct level *level, uint32_t *link, bool is_ended)
{
    uint32_t id = *link;
    struct grave *grave = grave_of(world, id);
    struct pos at = grave->at;
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    ledger_count_grave(gone, grave);
    if (is_ended)
        ledger_end_there(&world->ledger, &level->holding, gone);
    else
        ledger_carry_out(&world->ledger, &level->holding, gone);
    *link = grave->next;
    *grave = (struct grave){.next = world->free_grave};
    world->free_grave = id;
    items_mark_cell(world, level, at);
}

void graves_fill_in(struct world *world, struct level *level, bool all)
{
    for (uint32_t *link = &level->first_grave; *link != 0;) {
        const struct grave *grave = grave_of(world, *link);
        if (!all && !grave_is_over(world, grave) && !grave_is_empty(grave)) {
            link = &grave_of(world, *link)->next;
            continue;
        }
        if (!all)
            tell_gone(world, &level->events, level, grave);
        fill_in(world, level, link, !all);
    }
}

void graves_forget(struct world *world, struct level *level, int64_t delver_id,
                   bool is_noted_elsewhere)
{
    for (uint32_t *link = &level->first_grave; *link != 0;) {
        const struct grave *grave = grave_of(world, *link);
        if (grave->delver_id != delver_id) {
            link = &grave_of(world, *link)->next;
            continue;
        }
        tell_gone(world, &world->events, level, grave);
        fill_in(world, level, link, !is_noted_elsewhere);
    }
}

void graves_rename(struct world *world, struct level *level, int64_t delver_id,
                   const char name[NAME_LENGTH_MAX + 1])
{
    for (uint32_t id = level->first_grave; id != 0; id = grave_of(world, id)->next) {
        struct grave *grave = grave_of(world, id);
        if (grave->delver_id != delver_id)
            continue;
        memcpy(grave->name, name, sizeof grave->name);
        level->population.is_dirty = true;
    }
}

/* Returns the link to the oldest grave of the level that is at least a day old, of that player; 0:
   of any player. NULL: there is none. */
static uint32_t *find_oldest(const struct world *world, struct level *level, int64_t delver_id)
{
    uint32_t *oldest = NULL;

    for (uint32_t *link = &level->first_grave; *link != 0; link = &grave_of(world, *link)->next) {
        const struct grave *grave = grave_of(world, *link);
        if ((delver_id == 0 || grave->delver_id == delver_id) &&
            is_older(world, grave, CLOSED_MS) &&
            (oldest == NULL || grave->died_at <= grave_of(world, *oldest)->died_at))
            oldest = link;
    }
    return oldest;
}

/*
 * Makes room for a new grave of that player, since a level keeps only as many graves as can be
 * saved. Removes the oldest of the player's own, or else the oldest of all, but none that is less
 * than a day old and so closed to others. False: there is no room.
 */
static bool make_room_on(struct world *world, struct level *level, int64_t delver_id)
{
    int count = 0;

    for (uint32_t id = level->first_grave; id != 0; id = grave_of(world, id)->next)
        count++;
    if (count < POPULATION_GRAVES_MAX)
        return true;
    uint32_t *oldest = find_oldest(world, level, delver_id);
    if (oldest == NULL)
        oldest = find_oldest(world, level, 0);
    if (oldest == NULL)
        return false;
    tell_gone(world, &level->events, level, grave_of(world, *oldest));
    fill_in(world, level, oldest, true);
    return true;
}

/* Takes a free entry of the pool. There always is one: the pool has as many as all levels can have
   graves. */
static struct grave *take_place(struct world *world)
{
    uint32_t id = world->free_grave;

    if (id != 0) {
        world->free_grave = grave_of(world, id)->next;
    } else {
        CHECK(world->graves_used < world_graves_max(world));
        id = ++world->graves_used;
    }
    return grave_of(world, id);
}

bool grave_spares(int level, int depth)
{
    return level < KEEPS_LEVEL && depth <= KEEPS_DEPTH;
}

/* True if a death on that level takes things from the delver. */
static bool loses_things(const struct delver *delver, const struct level *level)
{
    bool has_any = delver->life.gold > 0 || !pack_is_bare(&delver->life.pack);

    return has_any && (delver->life.honours.oath != OATH_NONE ||
                       !grave_spares(life_level(&delver->life), level->key.depth));
}

/* Turns the bundle of a bearer that died on that level into a grave there. Call it between
   ticks. */
static void bundle_bury(struct world *world, struct level *level, struct delver *delver)
{
    struct grave grave = delver->life.bundle;
    uint32_t object = pack_find(&delver->life.pack, ITEM_BUNDLE);

    grave.at = level_ashore(level, delver->body.at);
    grave_lay(world, level, &grave);
    struct delver *owner = world_find_delver(world, grave.delver_id);
    const struct grave_place place = {
        .wing = level->key.wing, .depth = level->key.depth, .at = grave.at};
    if (owner != NULL && deaths_move_grave(&owner->life.deaths, grave.died_at, &place))
        world_note_change(world, owner);
    delver->life.bundle = (struct grave){0};
    if (object == OBJECT_NONE)
        return;
    (void)pack_take(&delver->life.pack, object, 1);
    ledger_end_there(&world->ledger, &level->holding,
                     (const uint64_t[ITEM_KIND_COUNT]){[ITEM_BUNDLE] = 1});
}

void grave_dig(struct world *world, struct level *level, struct delver *delver)
{
    struct life *life = &delver->life;

    if (!loses_things(delver, level))
        return;
    if (life->bundle.delver_id != 0 && make_room_on(world, level, life->bundle.delver_id))
        bundle_bury(world, level, delver);
    /* Without room for the bundle there is no room for a grave either, and a grave cannot hold a
       bundle. */
    if (life->bundle.delver_id != 0 || !make_room_on(world, level, delver->delver_id)) {
        life->experience += delver->lost_experience / SHARE_BACK;
        return;
    }
    struct grave grave = {
        .delver_id = delver->delver_id,
        .killer = delver->killer,
        .died_at = world->tick,
        .at = level_ashore(level, delver->body.at),
        .gold = life->gold,
        .experience = delver->lost_experience / SHARE_BACK,
        .opens = life->honours.oath != OATH_NONE ? GRAVE_OPENS_IN_A_MINUTE
                 : life_is_proven(life)          ? GRAVE_OPENS_IN_A_DAY
                                                 : GRAVE_NEVER_OPENS,
    };
    memcpy(grave.name, delver->name, sizeof grave.name);
    memcpy(grave.things, life->pack.carried, sizeof grave.things);
    memset(life->pack.carried, 0, sizeof life->pack.carried);
    life->gold = 0;
    delver->grave_depth = level->key.depth;
    life->deaths.last[0].has_grave = true;
    life->deaths.last[0].died_at = grave.died_at;
    life->deaths.last[0].at = grave.at;
    life->deaths.last[0].grave.at = grave.at;
    grave_lay(world, level, &grave);
}

void grave_lay(struct world *world, struct level *level, const struct grave *grave)
{
    struct grave *placed = take_place(world);

    *placed = *grave;
    placed->next = level->first_grave;
    level->first_grave = (uint32_t)(placed - world->graves) + 1;
    items_mark_cell(world, level, grave->at);
}

void grave_add(struct world *world, struct level *level, const struct grave *grave)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    grave_lay(world, level, grave);
    ledger_count_grave(counts, grave);
    ledger_carry_in(&world->ledger, &level->holding, counts);
}

/* Moves the things that fit into the delver's pack, and all gold; the owner of the grave gets the
   experience too. */
static void grave_empty(struct delver *delver, struct grave *grave)
{
    struct life *life = &delver->life;

    grave->gold -= life_gain(&life->gold, grave->gold);
    for (int i = 0; i < PACK_MAX; i++) {
        struct stack part = grave->things[i];
        part.count = stack_is_none(&part) ? 0 : pack_room(&life->pack, &part);
        if (part.count == 0)
            continue;
        (void)pack_put(&life->pack, part);
        grave->things[i].count -= part.count;
    }
    if (grave->delver_id == delver->delver_id)
        (void)life_gain(&life->experience, grave->experience);
    grave->experience = 0;
    delver_note_change(delver);
}

/* Records which things of a grave the delver has taken, by the grave before and after. */
static void note_regained(struct delver *delver, const struct grave *before,
                          const struct grave *after)
{
    delver->regained = (struct regained){
        .gold = before->gold - after->gold,
        .experience = before->delver_id == delver->delver_id ? before->experience : 0,
    };
    for (int i = 0; i < PACK_MAX; i++) {
        if (stack_is_none(&before->things[i]))
            continue;
        delver->regained.things[i] = before->things[i];
        delver->regained.things[i].count -= after->things[i].count;
    }
}

void grave_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;

    for (uint32_t id = level == NULL ? 0 : level->first_grave; id != 0;
         id = grave_of(world, id)->next) {
        struct grave *grave = grave_of(world, id);
        if (!pos_equal(grave->at, body->at) || grave_is_empty(grave))
            continue;
        if (!grave_is_open_to(world, grave, delver->delver_id)) {
            event_refuse(&level->events, body,
                         grave->opens == GRAVE_NEVER_OPENS ? REFUSAL_NEWCOMERS_GRAVE
                                                           : REFUSAL_GRAVE,
                         DIR_NONE);
            continue;
        }
        struct grave before = *grave;
        grave_empty(delver, grave);
        note_regained(delver, &before, grave);
        if (grave_is_empty(grave) && before.delver_id == delver->delver_id)
            (void)deaths_note_grave(&delver->life.deaths, grave->died_at, false);
        level->population.is_dirty = true;
        struct event *event = event_push(&level->events, EVENT_GRAVE_OPENED, body);
        event->left = grave_is_empty(grave) ? 0 : 1;
    }
}

/* Returns the cell nearest to `at` on which a body can stand; the stairs up if there is none. */
static struct pos ground_near(const struct level *level, struct pos at)
{
    for (int radius = 0; radius < LEVEL_WIDTH_MAX; radius++) {
        for (int y = at.y - radius; y <= at.y + radius; y++) {
            for (int x = at.x - radius; x <= at.x + radius; x++) {
                if (level_tile(level, pos_of(x, y)) == TILE_FLOOR)
                    return pos_of(x, y);
            }
        }
    }
    return level->up;
}

void graves_move(struct world *world, struct level *from, struct level *to)
{
    while (from->first_grave != 0) {
        struct grave *grave = grave_of(world, from->first_grave);
        uint32_t id = from->first_grave;
        uint64_t counts[ITEM_KIND_COUNT] = {0};
        ledger_count_grave(counts, grave);
        holding_move(&from->holding, &to->holding, counts);
        from->first_grave = grave->next;
        grave->at = ground_near(to, grave->at);
        grave->next = to->first_grave;
        to->first_grave = id;
        items_mark_cell(world, to, grave->at);
    }
}

static const struct stack one_bundle = {.kind = ITEM_BUNDLE, .count = 1};

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

static bool has_bundle(const struct life *life)
{
    return pack_find(&life->pack, ITEM_BUNDLE) != OBJECT_NONE || life->bundle.delver_id != 0;
}

/* Returns the closed grave of another delver, not empty, on which the delver stands; NULL: none. */
static struct grave *closed_grave(const struct world *world, const struct delver *delver)
{
    const struct body *body = &delver->body;

    for (uint32_t id = body->level->first_grave; id != 0; id = world->graves[id - 1].next) {
        struct grave *grave = &world->graves[id - 1];
        if (pos_equal(grave->at, body->at) && !grave_is_empty(grave) &&
            !grave_is_open_to(world, grave, delver->delver_id))
            return grave;
    }
    return NULL;
}

bool bundle_fetch(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    struct grave *grave = delver == NULL ? NULL : closed_grave(world, delver);

    (void)action;
    if (grave == NULL)
        return refuse(body, REFUSAL_NO_GRAVE);
    if (has_bundle(&delver->life))
        return refuse(body, REFUSAL_BUNDLE);
    if (pack_room(&delver->life.pack, &one_bundle) == 0)
        return refuse(body, REFUSAL_PACK_FULL);
    delver->life.bundle = *grave;
    delver->life.bundle.next = 0;
    /* An empty grave is filled in at the end of the tick. */
    memset(grave->things, 0, sizeof grave->things);
    grave->gold = 0;
    body->level->population.is_dirty = true;
    (void)pack_put(&delver->life.pack, one_bundle);
    ledger_make(&body->level->ledger, &one_bundle);
    delver_note_change(delver);
    (void)event_of_stack(&body->level->events, EVENT_FETCHED, body, one_bundle);
    return true;
}

/* Opens a bundle: frees its object in the pack for its contents, and takes it again if some do not
   fit. */
static void unseal(struct delver *delver, uint32_t object)
{
    struct life *life = &delver->life;
    const struct pack before = life->pack;
    const struct grave bundle = life->bundle;
    const int64_t gold = life->gold;
    const int64_t experience = life->experience;

    (void)pack_take(&life->pack, object, 1);
    grave_empty(delver, &life->bundle);
    bool is_all = grave_is_empty(&life->bundle);
    if (!is_all) {
        life->pack = before;
        life->bundle = bundle;
        life->gold = gold;
        life->experience = experience;
        grave_empty(delver, &life->bundle);
    } else {
        ledger_end(&delver->body.level->ledger, &one_bundle);
        life->bundle = (struct grave){0};
    }
    delver_note_change(delver);
    struct event *event =
        event_of_stack(&delver->body.level->events, EVENT_UNSEALED, &delver->body, one_bundle);
    event->left = is_all ? 0 : 1;
}

bool bundle_open(const struct world *world, struct delver *delver, uint32_t object)
{
    if (!grave_is_open_to(world, &delver->life.bundle, delver->delver_id))
        return refuse(&delver->body, delver->life.bundle.opens == GRAVE_NEVER_OPENS
                                         ? REFUSAL_NEWCOMERS_BUNDLE
                                         : REFUSAL_SEALED);
    unseal(delver, object);
    return true;
}

bool bundle_give(const struct world *world, struct delver *delver, uint32_t object,
                 struct delver *other)
{
    (void)world;
    if (has_bundle(&other->life))
        return refuse(&delver->body, REFUSAL_THEIR_BUNDLE);
    if (pack_room(&other->life.pack, &one_bundle) == 0)
        return refuse(&delver->body, REFUSAL_THEIR_PACK_FULL);
    other->life.bundle = delver->life.bundle;
    delver->life.bundle = (struct grave){0};
    uint32_t received = pack_put(&other->life.pack, carry_take(delver, object, 1));
    delver_note_change(other);
    event_of_stack(&delver->body.level->events, EVENT_ITEM_GIVEN, &delver->body, one_bundle)
        ->other = other->body.id;
    if (other->life.bundle.delver_id == other->delver_id)
        unseal(other, received);
    return true;
}

void bundle_forget(struct world *world, struct delver *delver, int64_t owner_id,
                   bool is_noted_elsewhere)
{
    struct level *level = delver->body.level;
    struct holding *holding = level == NULL ? NULL : &level->holding;
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    if (!life_drop_bundle(&delver->life, owner_id, gone))
        return;
    world_note_change(world, delver);
    if (event_has_room(&world->events))
        (void)event_push(&world->events, EVENT_BUNDLE_GONE, &delver->body);
    if (is_noted_elsewhere)
        ledger_carry_out(&world->ledger, holding, gone);
    else
        ledger_end_there(&world->ledger, holding, gone);
}

void bundle_rename(struct world *world, struct delver *delver, int64_t owner_id,
                   const char name[NAME_LENGTH_MAX + 1])
{
    if (owner_id == 0 || delver->life.bundle.delver_id != owner_id)
        return;
    memcpy(delver->life.bundle.name, name, sizeof delver->life.bundle.name);
    world_note_change(world, delver);
}

void bundles_clean_up(struct world *world)
{
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        struct delver *delver = world->delvers[i];
        const struct grave *bundle = delver == NULL ? NULL : &delver->life.bundle;
        if (bundle != NULL && bundle->opens == GRAVE_NEVER_OPENS &&
            bundle->delver_id != delver->delver_id && grave_is_over(world, bundle))
            bundle_forget(world, delver, bundle->delver_id, false);
    }
}
