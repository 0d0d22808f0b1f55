/*
 * Embers.
 */
#include "world/ember.h"

#include <string.h>

#include "base/check.h"
#include "world/find.h"
#include "world/haven.h"
#include "world/life.h"
#include "world/stairs.h"
#include "world/world.h"

void ember_leave(const struct world *world, struct delver *delver, const struct foe *foe)
{
    const struct level *level = foe->body.level;

    if (foe->body.species == SPECIES_WICK_WARDEN && level->key.depth == EMBER_DEPTH &&
        !ember_is_carried(delver))
        spoils_leave_thing(world, delver, stack_of(ITEM_EMBER, 1), foe->body.at);
}

void ember_drop(const struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;
    uint32_t object;

    while ((object = pack_find(&delver->life.pack, ITEM_EMBER)) != OBJECT_NONE) {
        const struct stack ember = pack_take(&delver->life.pack, object, 1);
        if (item_lay(world, level, ember, delver->body.at, NULL) == NULL)
            item_end_unplaced(level, ember, delver->body.at);
        else
            (void)event_of_stack(&level->events, EVENT_ITEM_DROPPED, &delver->body, ember);
    }
}

/* False: the delver bears none. */
static bool kindle(struct delver *delver)
{
    struct honours *honours = &delver->life.honours;
    uint32_t object = pack_find(&delver->life.pack, ITEM_EMBER);
    uint64_t lived = delver_time_lived(delver);

    if (object == OBJECT_NONE)
        return false;
    const struct stack ember = pack_take(&delver->life.pack, object, 1);
    ledger_end(&delver->body.level->ledger, &ember);
    if (honours->kindled == 0 || lived < honours->kindled_in)
        honours->kindled_in = lived;
    if (honours->kindled < UINT16_MAX)
        honours->kindled++;
    honours->may_begin_again = true;
    delver_note_change(delver);
    event_push(&delver->body.level->events, EVENT_KINDLED, &delver->body)->count = honours->kindled;
    return true;
}

bool ember_ascend(const struct world *world, struct body *body, const struct action *action)
{
    bool is_way_out = body->key.depth == 1 && level_tile(body->level, body->at) == TILE_STAIRS_UP;

    return (is_way_out && kindle(body_delver(body))) || stairs_ascend(world, body, action);
}

static enum refusal why_not(const struct delver *delver, const struct action *action)
{
    const struct body *body = &delver->body;

    if (!delver->life.honours.may_begin_again)
        return REFUSAL_NOT_KINDLED;
    if (body->key.depth != 1 || !haven_is_at(body->level, body->at))
        return REFUSAL_NOT_AT_GATE;
    if (delver->peril.time != COMPANY_CALM)
        return REFUSAL_DANGER;
    if (action->object != OBJECT_NONE &&
        (action->object < OBJECT_WORN || pack_peek(&delver->life.pack, action->object) == NULL))
        return REFUSAL_NOT_WORN;
    return REFUSAL_NONE;
}

/* Notes all things and gold of a life in the ledger page, as made or as ended. */
static void note_things(struct ledger_page *page, const struct life *life,
                        void (*note)(struct ledger_page *, const struct stack *))
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    ledger_count_life(counts, life);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct stack all = stack_of(kind, (uint32_t)counts[kind]);
        if (counts[kind] > 0)
            note(page, &all);
    }
}

bool ember_begin_again(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    struct life *life = &delver->life;

    (void)world;
    enum refusal refusal = why_not(delver, action);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    struct life next = life_new();
    if (action->object != OBJECT_NONE) {
        struct stack kept = *pack_peek(&life->pack, action->object);
        kept.temper = 0;
        next.pack.worn[action->object - OBJECT_WORN] = kept;
    }
    next.number = life->number + 1;
    next.known = life->known;
    next.touched = life->touched;
    next.dealings = life->dealings;
    next.bundle = life->bundle;
    next.honours = life->honours;
    next.honours.knacks = 0;
    next.honours.may_begin_again = false;
    if (next.bundle.delver_id != 0)
        next.pack.carried[PACK_MAX - 1] = stack_of(ITEM_BUNDLE, 1);
    note_things(&body->level->ledger, life, ledger_end);
    note_things(&body->level->ledger, &next, ledger_make);
    *life = next;
    delver->placed_at = body_lived(body);
    delver->weapon_before = OBJECT_NONE;
    body->statuses = (struct statuses){0};
    body->withered = 0;
    body->health = body->health_max = (int16_t)lesson_health(1);
    delver_note_change(delver);
    event_push(&body->level->events, EVENT_BEGAN_AGAIN, body)->count = (int)life->number;
    return true;
}
