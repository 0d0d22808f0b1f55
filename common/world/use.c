/*
 * Uses of things. use_table has a row for each kind that can be used: the aim that it needs and the
 * function of its effect. use_thing() checks whether the thing can be used, applies the effect, and
 * uses up the thing; a row's function returns the number that is reported to the player.
 */
#include "world/use.h"

#include "world/blow.h"
#include "world/carry.h"
#include "world/door.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/mind.h"
#include "world/missile.h"
#include "world/move.h"
#include "world/population.h"
#include "world/sense.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/world.h"

/* The arguments of an effect. */
struct use {
    const struct world *world;
    struct delver *delver;
    struct level *level; /* level on which the delver stands */
    const struct action *action;
    const struct item_row *row;
    struct stack stack; /* the thing, as it was before */
    struct pos at;      /* end of the line to the target, or the delver's cell */
    struct body *foe;   /* foe that the bolt hits; NULL: none */
};

enum {
    MENDING_FIFTHS = 2,
    MENDING_MORE = 6,
    HEART_HEALTH = 6,
    CLEAR_BEATS = 20,
    FUMES_BEATS = 6,
    BANDAGE_HEALTH = 8,
    BANDAGE_BEATS = 3,
    CHARM_QUARTER = 4,
    CHARM_HASTE_BEATS = 4,
    FELLOWS_CELLS = 5,
    FELLOWS_PERCENT = 15,
    KIN_THIRD = 3,
    BREATH_CELLS = 4,
};

/* Effects of draughts, and of bandages and charms on the body. Each function returns a number to
   report, or 0. */
int use_heals(const struct delver *delver, enum item_kind kind)
{
    int whole = delver->body.health_max;

    switch (kind) {
    case ITEM_MENDING:
        return whole * MENDING_FIFTHS / 5 + MENDING_MORE;
    case ITEM_HEART:
        return whole;
    case ITEM_BANDAGE:
        return BANDAGE_HEALTH + life_level(&delver->life) / 2;
    case ITEM_CHARM_MENDING:
        return whole / CHARM_QUARTER;
    case ITEM_CHARM_FELLOWS:
        return whole * FELLOWS_PERCENT / 100;
    case ITEM_KIN:
        return whole * (100 / KIN_THIRD) / 100;
    default:
        return 0;
    }
}

static int use_mending(const struct use *use)
{
    struct body *body = &use->delver->body;

    statuses_end(&body->statuses, STATUS_POISONED);
    statuses_end(&body->statuses, STATUS_BURNING);
    return health_mend(body, use_heals(use->delver, ITEM_MENDING));
}

static int use_heart(const struct use *use)
{
    struct body *body = &use->delver->body;

    (void)body_strengthen(body, HEART_HEALTH);
    return health_mend(body, body->health_max);
}

static int use_clear_head(const struct use *use)
{
    struct body *body = &use->delver->body;

    statuses_end_bad(&body->statuses);
    return status_add(use->world, body, STATUS_CLEAR, CLEAR_BEATS);
}

static int use_swiftness(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_HASTED, 0);
}

static int use_far_sight(const struct use *use)
{
    (void)status_add(use->world, &use->delver->body, STATUS_FAR_SIGHTED, 0);
    return (int)delver_learn_around(use->delver, SENSE_FAR_CELLS);
}

static int use_shadow(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_UNSEEN, 0);
}

static int use_stone_skin(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_STONE, 0);
}

static int use_floating(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_FLOATING, 0);
}

static int use_fire_throat(const struct use *use)
{
    if (!pos_equal(use->at, use->delver->body.at))
        missile_breathe(use->world, use->delver, use->row->dice, use->at, BREATH_CELLS);
    return 0;
}

static int use_murk(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_DIM, 0);
}

static int use_fumes(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_POISONED, FUMES_BEATS);
}

static int use_slumber(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_ASLEEP, 0);
}

static int use_bandage(const struct use *use)
{
    use->delver->effects.bandage_beats = BANDAGE_BEATS;
    use->delver->effects.bandage = (uint8_t)use_heals(use->delver, ITEM_BANDAGE);
    return use->delver->effects.bandage;
}

static int use_charm_mending(const struct use *use)
{
    return health_mend(&use->delver->body, use_heals(use->delver, ITEM_CHARM_MENDING));
}

static int use_charm_swiftness(const struct use *use)
{
    return status_add(use->world, &use->delver->body, STATUS_HASTED, CHARM_HASTE_BEATS);
}

/* Heals a share of full health of all delvers within `cells`, the user included. Returns their
   number. */
static int heal_all(const struct use *use, int cells, int percent)
{
    int count = 0;

    for (body_id id = use->level->first_delver; id != 0; id = world_body(use->world, id)->next) {
        struct body *body = world_body(use->world, id);
        if (pos_distance(body->at, use->delver->body.at) > cells ||
            !delver_sees(use->delver, body->at))
            continue;
        int health = body->health_max * percent / 100;
        bool is_more =
            body != &use->delver->body && life_has_knack(&use->delver->life, KNACK_MENDER);
        (void)health_mend(body, is_more ? health * 3 / 2 : health);
        count++;
    }
    return count;
}

static int use_fellows(const struct use *use)
{
    return heal_all(use, FELLOWS_CELLS, FELLOWS_PERCENT);
}

static int use_kin(const struct use *use)
{
    return heal_all(use, SIGHT_RADIUS_MAX, 100 / KIN_THIRD);
}

enum {
    ELSEWHERE_CELLS = 20,
    RETURN_BEATS = 5,
    WAKING_CELLS = 40,
    WARDING_BEATS = 12,
    WARDING_CELLS = 1, /* radius around the reader: nine cells */
    TRIES = 200,       /* most cells drawn to find one far away */
};

/* Effects of scrolls, and of the charm of the way. */
static int use_tempering(const struct use *use)
{
    struct stack *thing = pack_stack(&use->delver->life.pack, use->action->other);
    struct event *event;

    thing->temper++;
    event = event_of_stack(&use->level->events, EVENT_TEMPERED, &use->delver->body, *thing);
    event->count = thing->temper;
    return thing->temper;
}

/* True if a body of any kind can be put there. */
static bool is_free_floor(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0 &&
           population_may_stand(level, at);
}

/* Draws a cell far from `from`; if none is far enough, the farthest of those tried. */
static bool find_far(struct level *level, struct pos from, struct pos *out)
{
    int best = 0;

    for (int i = 0; i < TRIES && best < ELSEWHERE_CELLS; i++) {
        /* In two steps, because C may evaluate the arguments of a call in any order. */
        int y = (int)rng_below(&level->rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&level->rng, (uint32_t)level->width), y);
        if (!is_free_floor(level, at) || pos_distance(from, at) <= best)
            continue;
        best = pos_distance(from, at);
        *out = at;
    }
    return best > 1;
}

/* Moves a body to another place on its level. Returns the number to report. */
static int carry_off(const struct use *use, struct body *body)
{
    struct pos from = body->at;
    struct pos at;

    if (!find_far(use->level, from, &at))
        return 0;
    body_move(body, at);
    struct event *event = event_push(&use->level->events, EVENT_CARRIED_OFF, body);
    event->from = from;
    use->level->is_stirred = true;
    return pos_distance(from, at);
}

static int use_elsewhere(const struct use *use)
{
    return carry_off(use, &use->delver->body);
}

static int use_banishing(const struct use *use)
{
    struct foe *foe = use->foe == NULL ? NULL : body_foe(use->foe);

    if (foe == NULL || species_row(foe->body.species)->is_boss)
        return 0;
    foe->mind.target = 0;
    return carry_off(use, &foe->body);
}

static int use_return(const struct use *use)
{
    use->delver->effects.returning = RETURN_BEATS;
    return RETURN_BEATS;
}

static int use_mapping(const struct use *use)
{
    return (int)delver_learn_around(use->delver, SIGHT_RADIUS_MAX * 2);
}

static int use_waking(const struct use *use)
{
    int count = 0;

    for (body_id id = use->level->first_foe; id != 0; id = world_body(use->world, id)->next) {
        struct body *body = world_body(use->world, id);
        if (pos_distance(body->at, use->delver->body.at) > WAKING_CELLS)
            continue;
        mind_wake(body_foe(body), use->delver);
        count++;
    }
    return count;
}

static int use_way(const struct use *use)
{
    delver_learn_cell(use->delver, use->level->down);
    return pos_distance(use->delver->body.at, use->level->down);
}

static int use_glow(const struct use *use)
{
    int count = 0;

    (void)status_add(use->world, &use->delver->body, STATUS_GLOWING, 0);
    for (body_id id = use->level->first_foe; id != 0; id = world_body(use->world, id)->next) {
        struct body *foe = world_body(use->world, id);
        if (!body_is_buried(foe) && delver_sees(use->delver, foe->at))
            count += status_add(use->world, foe, STATUS_DAZZLED, 0);
    }
    return count;
}

static int use_warding(const struct use *use)
{
    ward_add(&use->level->wards,
             (struct ward){.at = use->delver->body.at,
                           .radius = WARDING_CELLS,
                           .until = use->level->clock + world_beats(use->world, WARDING_BEATS)});
    return WARDING_BEATS;
}

/* True if the delver belongs to the reader's fight and can be called: it is up and not in
   danger. */
static bool can_be_called(const struct delver *reader, const struct delver *other)
{
    return other != reader && !ember_is_carried(other) && other->body.state == BODY_PRESENT &&
           !other->is_link_dead && !other->fall.is_fallen && other->time.company != 0 &&
           other->time.company == reader->time.company && other->time.state == COMPANY_CALM &&
           pos_distance(other->body.at, reader->body.at) > 1;
}

/* Brings companions in calm beside the reader, as many as there is ground for. */
static int use_fellowship(const struct use *use)
{
    struct body *reader = &use->delver->body;
    body_id next = use->level->first_delver;
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(reader->at, dir);
        if (!level_is_ground(use->level, at) || level_body_at(use->level, at) != 0)
            continue;
        while (next != 0 && !can_be_called(use->delver, world_delver(use->world, next)))
            next = world_body(use->world, next)->next;
        if (next == 0)
            break;
        struct body *companion = world_body(use->world, next);
        struct pos from = companion->at;
        body_move(companion, at);
        companion->queue_length = 0;
        event_push(&use->level->events, EVENT_CARRIED_OFF, companion)->from = from;
        use->level->is_stirred = true;
        next = companion->next;
        count++;
    }
    return count;
}

enum { PUSH_CELLS = 4, LEVELS_PER_POINT = 2, LOCKING_BEATS = 30 };

/* Strikes the foe with the dice of the wand. True if the foe survives. */
static bool bolt(const struct use *use, int more)
{
    struct fighter fighter = fighter_with(use->world, &use->delver->body, &use->stack);

    fighter.temper = more;
    (void)blow_strike(use->world, &use->delver->body, use->foe, &fighter, DAMAGE_FIRE);
    return use->foe->level != NULL;
}

/* Effects of wands. */
static int use_sparks(const struct use *use)
{
    if (use->foe != NULL)
        (void)bolt(use, life_level(&use->delver->life) / LEVELS_PER_POINT);
    return 0;
}

static int use_frost(const struct use *use)
{
    return use->foe != NULL && bolt(use, 0) && status_add(use->world, use->foe, STATUS_SLOWED, 0);
}

/* Pushes the foe by up to `cells` steps, until something is in the way. Returns the number of
   steps. */
static int shift(const struct use *use, enum dir dir, int cells)
{
    struct pos from = use->foe->at;
    int moved = 0;

    while (moved < cells && move_is_open(use->level, use->foe->at, dir) &&
           level_body_at(use->level, pos_step(use->foe->at, dir)) == 0) {
        body_move(use->foe, pos_step(use->foe->at, dir));
        moved++;
    }
    if (moved > 0)
        event_push(&use->level->events, EVENT_CARRIED_OFF, use->foe)->from = from;
    use->level->is_stirred = true;
    return moved;
}

static int use_pushing(const struct use *use)
{
    if (use->foe == NULL)
        return 0;
    int moved = shift(use, dir_towards(use->delver->body.at, use->foe->at), PUSH_CELLS);
    (void)status_add(use->world, use->foe, STATUS_DAZED, 0);
    return moved;
}

static int use_drawing(const struct use *use)
{
    if (use->foe == NULL)
        return 0;
    return shift(use, dir_towards(use->foe->at, use->delver->body.at), use->row->range);
}

static int use_wand_slumber(const struct use *use)
{
    if (use->foe == NULL || species_row(use->foe->species)->is_boss)
        return 0;
    return status_add(use->world, use->foe, STATUS_ASLEEP, 0);
}

static bool is_door(const struct level *level, struct pos at)
{
    const struct tile_row *row = tile_row(level_tile(level, at));

    return row->opens_to != TILE_UNKNOWN || row->closes_to != TILE_UNKNOWN;
}

/* Finds the door at which a wand of locking is pointed. False: there is none. */
static bool use_find_door(const struct delver *delver, const struct action *action, struct pos *out)
{
    const struct level *level = delver->body.level;
    int range = item_row(ITEM_WAND_LOCKING)->range;
    struct pos from = delver->body.at;
    int best = range + 1;

    for (int y = from.y - range; y <= from.y + range; y++) {
        for (int x = from.x - range; x <= from.x + range; x++) {
            struct pos at = pos_of(x, y);
            int distance = pos_distance(from, at);
            if (distance >= best || !level_contains(level, at) || !is_door(level, at) ||
                !delver_sees(delver, at) ||
                (action->dir != DIR_NONE && dir_towards(from, at) != action->dir))
                continue;
            best = distance;
            *out = at;
        }
    }
    return best <= range;
}

/* Shuts an empty doorway, and keeps foes from entering it. */
static int use_locking(const struct use *use)
{
    struct pos at;

    if (!use_find_door(use->delver, use->action, &at))
        return 0;
    door_shut(use->world, &use->delver->body, at);
    ward_add(&use->level->wards,
             (struct ward){.at = at,
                           .until = use->level->clock + world_beats(use->world, LOCKING_BEATS)});
    return LOCKING_BEATS;
}

static const struct use_row {
    int (*effect)(const struct use *use);
    enum use_need need;
    bool only_heals; /* of no use for a body with full health */
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

int use_beats(enum item_kind kind)
{
    static const uint8_t beats[ITEM_KIND_COUNT] = {
        [ITEM_CLEAR_HEAD] = 20,     [ITEM_SWIFTNESS] = 6,   [ITEM_FAR_SIGHT] = 20,
        [ITEM_SHADOW] = 30,         [ITEM_STONE_SKIN] = 20, [ITEM_FLOATING] = 40,
        [ITEM_MURK] = 15,           [ITEM_FUMES] = 6,       [ITEM_SLUMBER] = 2,
        [ITEM_GLOW] = 60,           [ITEM_WARDING] = 12,    [ITEM_WAND_LOCKING] = 30,
        [ITEM_CHARM_SWIFTNESS] = 4, [ITEM_BANDAGE] = 3,
    };

    return beats[kind];
}

enum use_need use_need(enum item_kind kind)
{
    if (kind == ITEM_BUNDLE)
        return USE_NEEDS_NOTHING;
    return use_table[kind].effect == NULL ? USE_NEVER : use_table[kind].need;
}

/* True if the body has nothing to heal. */
static bool is_whole(const struct body *body)
{
    return body->health >= body->health_max && !statuses_have(&body->statuses, STATUS_POISONED) &&
           !statuses_have(&body->statuses, STATUS_BURNING);
}

/* Returns the reason why a thing cannot be used now; REFUSAL_NONE: it can. */
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

/* Uses a thing up: takes a charge of a wand, lets a charm rest, or removes one of any other
   thing. */
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
    beat_begin(world, body); /* first, while nothing else takes beats */
    wear_out(delver, action->object);
    int result = use_table[use.stack.kind].effect(&use);
    use.level->events.items[index].count = result;
    if (life_learn(&delver->life, use.stack.kind))
        event_of_stack(&use.level->events, EVENT_ITEM_NAMED, body, use.stack)->count = 1;
    return true;
}

void use_live_beat(const struct world *world, struct delver *delver)
{
    struct delver_effects *effects = &delver->effects;

    for (int i = 0; i < PACK_MAX; i++) {
        if (delver->life.pack.carried[i].rest > 0)
            delver->life.pack.carried[i].rest--;
    }
    if (effects->bandage > 0) {
        int part = (effects->bandage + effects->bandage_beats - 1) / effects->bandage_beats;
        (void)health_mend(&delver->body, part);
        effects->bandage = (uint8_t)(effects->bandage - part);
        effects->bandage_beats--;
    }
    if (effects->returning > 0 && --effects->returning == 0)
        stairs_carry_home(world, delver, haven_of(delver), PASSAGE_RETURNED);
}
