/*
 * Parts of a kind in its turn: a table of functions, one for each part. A part either chooses the
 * action of the turn or leaves it to the next part.
 */
#include "world/blow.h"
#include "world/mind.h"
#include "world/noise.h"

enum {
    PACK_CELLS = 4,
    PACK_MATES = 2,   /* within PACK_CELLS of the target, itself counted */
    PACK_BEATS = 15,  /* it waits for them: some never come, and the last of a pack has none */
    KITE_CELLS = 3,   /* nearer is too near */
    STAND_ONE_IN = 3, /* beats in which it is too near */
    KEEP_CELLS = 6,
    MATE_CELLS = 5,       /* from a mate, farther than which one that keeps away comes nearer; */
    MATE_CELLS_MOST = 20, /* from so far it does not */
    AMBUSH_CELLS = 2,
    ERRATIC_ONE_IN = 3,
};

static const struct action rest = {.verb = ACTION_WAIT};

static int count_mates(const struct mind_turn *turn, struct pos near)
{
    const struct body *body;
    int count = 0;

    for (body_id id = turn->level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        count +=
            body->species == turn->foe->body.species && pos_distance(body->at, near) <= PACK_CELLS;
    }
    return count;
}

static bool wait_for_pack(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (turn->distance > PACK_CELLS || turn->foe->body.health < turn->foe->body.health_max ||
        mind->waited == PACK_BEATS || count_mates(turn, turn->target->body.at) >= PACK_MATES)
        return false;
    mind->waited++;
    *out = rest;
    return true;
}

static bool shoot(struct mind_turn *turn, struct action *out)
{
    const struct species_part *part = species_part(turn->row, PART_SHOT);

    if (part == NULL || !turn->is_target_seen || turn->distance < 2 ||
        turn->distance > part->range ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    *out = (struct action){.verb = ACTION_SHOOT, .target = turn->target->body.id};
    return true;
}

/* A foe that is followed step by step turns round now and then, so that a chase ends. */
static bool step_back(struct mind_turn *turn, struct action *out)
{
    return turn->distance < KITE_CELLS && rng_below(&turn->level->rng, STAND_ONE_IN) != 0 &&
           mind_step_away(turn, out);
}

static bool kite(struct mind_turn *turn, struct action *out)
{
    return step_back(turn, out) || shoot(turn, out);
}

/* The nearest foe of another place; NULL: it is alone. */
static const struct body *nearest_mate(const struct mind_turn *turn)
{
    const struct body *own = &turn->foe->body;
    const struct body *nearest = NULL;
    const struct body *mate;

    for (body_id id = turn->level->first_foe; id != 0; id = mate->next) {
        mate = world_body(turn->world, id);
        if (mate != own && foe_is_awake((const struct foe *)mate) &&
            (nearest == NULL ||
             pos_distance(mate->at, own->at) < pos_distance(nearest->at, own->at)))
            nearest = mate;
    }
    return nearest;
}

static bool keep_distance(struct mind_turn *turn, struct action *out)
{
    if (step_back(turn, out))
        return true;
    if (turn->distance > KEEP_CELLS || turn->distance == 1)
        return false;
    const struct body *mate = nearest_mate(turn);
    int apart = mate == NULL ? 0 : pos_distance(mate->at, turn->foe->body.at);
    if (apart > MATE_CELLS && apart <= MATE_CELLS_MOST && mind_step_near(turn, mate->at, out))
        return true;
    *out = rest;
    return true;
}

static bool lie_in_wait(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (mind->is_hidden && turn->distance <= AMBUSH_CELLS) {
        mind->is_hidden = false;
        turn->level->is_stirred = true;
        event_push(&turn->level->events, EVENT_STIRRED, &turn->foe->body);
    }
    if (!mind->is_hidden)
        return false;
    *out = rest;
    return true;
}

static bool flutter(struct mind_turn *turn, struct action *out)
{
    return rng_below(&turn->level->rng, ERRATIC_ONE_IN) == 0 && mind_step_at_random(turn, out);
}

static bool shout(struct mind_turn *turn, struct action *out)
{
    (void)out;
    if (turn->foe->mind.has_shouted)
        return false;
    turn->foe->mind.has_shouted = true;
    event_push(&turn->level->events, EVENT_SHOUTED, &turn->foe->body);
    noise_make(turn->world, &turn->foe->body, NOISE_SHOUT);
    return false;
}

/* A thief that has something keeps away with it. */
static bool run_with_gold(struct mind_turn *turn, struct action *out)
{
    return turn->foe->mind.gold > 0 && mind_step_away(turn, out);
}

static bool (*const part_table[PART_COUNT])(struct mind_turn *, struct action *) = {
    [PART_FLEE] = mind_flee,     [PART_PACK] = wait_for_pack,  [PART_KITE] = kite,
    [PART_SHOT] = shoot,         [PART_KEEP] = keep_distance,  [PART_AMBUSH] = lie_in_wait,
    [PART_ERRATIC] = flutter,    [PART_SHOUT] = shout,         [PART_STEAL] = run_with_gold,
    [PART_CHARGE] = mind_charge, [PART_POT] = mind_throw_pot,  [PART_SPIT] = mind_spit,
    [PART_TONGUE] = mind_pull,   [PART_CALL] = mind_call,      [PART_MEND] = mind_mend,
    [PART_BOLT] = mind_bolt,     [PART_BREATH] = mind_breathe, [PART_NET] = mind_net,
    [PART_RAISE] = mind_raise,
};

bool mind_act_by_parts(struct mind_turn *turn, struct action *out)
{
    for (int i = 0; i < SPECIES_PARTS_MAX; i++) {
        enum part_id id = turn->row->parts[i].id;
        if (part_table[id] != NULL && part_table[id](turn, out))
            return true;
    }
    return false;
}
