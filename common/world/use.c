/*
 * The table of uses.
 */
#include "world/use.h"

#include "world/beat.h"
#include "world/bundle.h"
#include "world/carry.h"
#include "world/ember.h"
#include "world/haven.h"
#include "world/missile.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/use_private.h"

static const struct use_row {
    int (*effect)(const struct use *use);
    enum use_need need;
    bool only_heals; /* in vain for one that is whole */
} use_table[ITEM_KIND_COUNT] = {
    [ITEM_MENDING] = {use_mending, USE_NEEDS_NOTHING, true},
    [ITEM_HEART] = {use_heart, USE_NEEDS_NOTHING, false},
    [ITEM_CLEAR_HEAD] = {use_clear_head, USE_NEEDS_NOTHING, false},
    [ITEM_SWIFTNESS] = {use_swiftness, USE_NEEDS_NOTHING, false},
    [ITEM_FAR_SIGHT] = {use_far_sight, USE_NEEDS_NOTHING, false},
    [ITEM_SHADOW] = {use_shadow, USE_NEEDS_NOTHING, false},
    [ITEM_STONE_SKIN] = {use_stone_skin, USE_NEEDS_NOTHING, false},
    [ITEM_FLOATING] = {use_floating, USE_NEEDS_NOTHING, false},
    [ITEM_FIRE_THROAT] = {use_fire_throat, USE_NEEDS_TARGET, false},
    [ITEM_MURK] = {use_murk, USE_NEEDS_NOTHING, false},
    [ITEM_FUMES] = {use_fumes, USE_NEEDS_NOTHING, false},
    [ITEM_SLUMBER] = {use_slumber, USE_NEEDS_NOTHING, false},
    [ITEM_TEMPERING] = {use_tempering, USE_NEEDS_OBJECT, false},
    [ITEM_ELSEWHERE] = {use_elsewhere, USE_NEEDS_NOTHING, false},
    [ITEM_RETURN] = {use_return, USE_NEEDS_NOTHING, false},
    [ITEM_MAPPING] = {use_mapping, USE_NEEDS_NOTHING, false},
    [ITEM_GLOW] = {use_glow, USE_NEEDS_NOTHING, false},
    [ITEM_WARDING] = {use_warding, USE_NEEDS_NOTHING, false},
    [ITEM_FELLOWSHIP] = {use_fellowship, USE_NEEDS_NOTHING, false},
    [ITEM_BANISHING] = {use_banishing, USE_NEEDS_TARGET, false},
    [ITEM_KIN] = {use_kin, USE_NEEDS_NOTHING, false},
    [ITEM_WAKING] = {use_waking, USE_NEEDS_NOTHING, false},
    [ITEM_WAND_SPARKS] = {use_sparks, USE_NEEDS_TARGET, false},
    [ITEM_WAND_PUSHING] = {use_pushing, USE_NEEDS_TARGET, false},
    [ITEM_WAND_LOCKING] = {use_locking, USE_NEEDS_DOOR, false},
    [ITEM_WAND_DRAWING] = {use_drawing, USE_NEEDS_TARGET, false},
    [ITEM_WAND_FROST] = {use_frost, USE_NEEDS_TARGET, false},
    [ITEM_WAND_SLUMBER] = {use_wand_slumber, USE_NEEDS_TARGET, false},
    [ITEM_CHARM_WAY] = {use_way, USE_NEEDS_NOTHING, false},
    [ITEM_CHARM_MENDING] = {use_charm_mending, USE_NEEDS_NOTHING, true},
    [ITEM_CHARM_FELLOWS] = {use_fellows, USE_NEEDS_NOTHING, false},
    [ITEM_CHARM_SWIFTNESS] = {use_charm_swiftness, USE_NEEDS_NOTHING, false},
    [ITEM_BANDAGE] = {use_bandage, USE_NEEDS_NOTHING, true},
};

enum use_need use_need(enum item_kind kind)
{
    if (kind == ITEM_BUNDLE)
        return USE_NEEDS_NOTHING;
    return use_table[kind].effect == NULL ? USE_NEVER : use_table[kind].need;
}

/* True if there is nothing to be healed. */
static bool is_whole(const struct body *body)
{
    return body->health >= body->health_max && !statuses_have(&body->statuses, STATUS_POISONED) &&
           !statuses_have(&body->statuses, STATUS_BURNING);
}

/* Why a thing cannot be used now; REFUSAL_NONE: it can. */
static enum refusal why_not(const struct delver *delver, const struct stack *thing,
                            const struct action *action)
{
    const struct item_row *row = item_row(thing->kind);
    const struct stack *other = pack_peek(&delver->life.pack, action->other);
    enum use_need need = use_need(thing->kind);
    struct pos door;

    if (need == USE_NEVER || action->object >= OBJECT_WORN)
        return REFUSAL_NO_USE;
    if ((thing->kind == ITEM_RETURN || thing->kind == ITEM_ELSEWHERE) && ember_is_carried(delver))
        return REFUSAL_EMBER;
    if (row->class == CLASS_SCROLL && statuses_have(&delver->body.statuses, STATUS_HUSHED))
        return REFUSAL_HUSHED;
    if (row->class == CLASS_WAND && thing->charges == 0)
        return REFUSAL_NO_CHARGES;
    if (thing->rest > 0)
        return REFUSAL_RESTS;
    if (use_table[thing->kind].only_heals && is_whole(&delver->body))
        return REFUSAL_UNHURT;
    if (need == USE_NEEDS_TARGET && action->target == 0 && action->dir == DIR_NONE)
        return REFUSAL_NO_TARGET;
    if (need == USE_NEEDS_DOOR && !use_find_door(delver, action, &door))
        return REFUSAL_NO_DOOR;
    if (need == USE_NEEDS_OBJECT &&
        (other == NULL || action->other < OBJECT_WORN || other->temper >= STACK_TEMPER_MAX))
        return REFUSAL_USE_WHAT;
    return REFUSAL_NONE;
}

/* A wand has a charge less, a charm rests, and all else is one less. */
static void wear_out(struct delver *delver, uint32_t object)
{
    struct stack *thing = pack_stack(&delver->life.pack, object);
    const struct item_row *row = item_row(thing->kind);

    if (row->class == CLASS_WAND) {
        thing->charges--;
    } else if (row->class == CLASS_CHARM) {
        thing->rest = row->rest_beats;
    } else {
        struct stack used = pack_take(&delver->life.pack, object, 1);
        ledger_end(&delver->body.level->ledger, &used);
    }
    delver_note_change(delver);
}

bool use_thing(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);
    struct flight flight = {.at = body->at};

    if (thing == NULL)
        return false;
    if (thing->kind == ITEM_BUNDLE)
        return bundle_open(world, delver, action->object);
    enum refusal refusal = why_not(delver, thing, action);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    struct use use = {.world = world,
                      .delver = delver,
                      .level = body->level,
                      .action = action,
                      .row = item_row(thing->kind),
                      .stack = *thing};
    int range = use.row->range > 0 ? use.row->range : SIGHT_RADIUS_MAX;
    if (use_need(thing->kind) == USE_NEEDS_TARGET &&
        !throw_aim(world, delver, action, range, &flight))
        return false;
    if (flight.is_short) {
        event_refuse(&body->level->events, body, REFUSAL_TOO_FAR, DIR_NONE);
        return false;
    }
    use.at = flight.at;
    use.foe = world_body(world, flight.met);
    use.stack.count = 1;
    struct event *event = event_of_stack(&use.level->events, EVENT_ITEM_USED, body, use.stack);
    uint32_t index = (uint32_t)(event - use.level->events.items);
    event->other = flight.met;
    event->left = !life_knows(&delver->life, use.stack.kind);
    beat_begin(world, body); /* before there is something that takes beats */
    wear_out(delver, action->object);
    int result = use_table[use.stack.kind].effect(&use);
    use.level->events.items[index].count = result;
    if (life_learn(&delver->life, use.stack.kind))
        event_of_stack(&use.level->events, EVENT_ITEM_NAMED, body, use.stack)->count = 1;
    return true;
}

bool use_is_going_on(const struct delver *delver)
{
    if (delver->peril.bandage > 0 || delver->peril.returning > 0)
        return true;
    for (int i = 0; i < PACK_MAX; i++) {
        if (delver->life.pack.carried[i].rest > 0)
            return true;
    }
    return false;
}

void use_live_beat(const struct world *world, struct delver *delver)
{
    struct peril *peril = &delver->peril;

    for (int i = 0; i < PACK_MAX; i++) {
        if (delver->life.pack.carried[i].rest > 0)
            delver->life.pack.carried[i].rest--;
    }
    if (peril->bandage > 0) {
        int part = (peril->bandage + peril->bandage_beats - 1) / peril->bandage_beats;
        (void)befall_mend(&delver->body, part);
        peril->bandage = (uint8_t)(peril->bandage - part);
        peril->bandage_beats--;
    }
    if (peril->returning > 0 && --peril->returning == 0)
        stairs_carry_home(world, delver, haven_of(delver), PASSAGE_RETURNED);
}

void use_break(struct delver *delver)
{
    if (delver->peril.returning > 0)
        (void)event_push(&delver->body.level->events, EVENT_RETURN_BROKEN, &delver->body);
    delver->peril.returning = 0;
}
