/*
 * What the parts of a kind do in its turn: a table of functions, one a part. Each either chooses
 * the action of the turn or leaves it to the next part.
 */
#include "world/blow.h"
#include "world/mind.h"
#include "world/noise.h"

enum {
    FLEE_PERCENT = 30,  /* of full health, under which it flees */
    RALLY_PERCENT = 50, /* at which it comes back */
    PACK_CELLS = 4,
    PACK_MATES = 2, /* within PACK_CELLS of the target, itself counted */
    KITE_CELLS = 3, /* nearer is too near */
    KEEP_CELLS = 6,
    AMBUSH_CELLS = 2,
    ERRATIC_ONE_IN = 3,
};

static const struct action rest = {.verb = ACTION_WAIT};

static bool is_hurt_below(const struct foe *foe, int percent)
{
    return foe->body.health * 100 < foe->body.health_max * percent;
}

static bool flee(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (!mind->is_fleeing && !is_hurt_below(turn->foe, FLEE_PERCENT))
        return false;
    if (!mind->is_fleeing)
        event_push(&turn->level->events, EVENT_FLED, &turn->foe->body);
    mind->is_fleeing = is_hurt_below(turn->foe, RALLY_PERCENT);
    /* In a corner it fights. */
    return mind->is_fleeing && mind_step_away(turn, out);
}

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
    if (turn->distance > PACK_CELLS || turn->foe->body.health < turn->foe->body.health_max ||
        count_mates(turn, turn->target->body.at) >= PACK_MATES)
        return false;
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

static bool kite(struct mind_turn *turn, struct action *out)
{
    return (turn->distance < KITE_CELLS && mind_step_away(turn, out)) || shoot(turn, out);
}

static bool keep_distance(struct mind_turn *turn, struct action *out)
{
    if (turn->distance < KITE_CELLS && mind_step_away(turn, out))
        return true;
    if (turn->distance > KEEP_CELLS || turn->distance == 1)
        return false;
    *out = rest;
    return true;
}

static bool lie_in_wait(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (mind->is_hidden && turn->distance <= AMBUSH_CELLS) {
        mind->is_hidden = false;
        turn->level->is_stirred = true;
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

static bool (*const part_table[PART_COUNT])(struct mind_turn *, struct action *) = {
    [PART_FLEE] = flee,       [PART_PACK] = wait_for_pack, [PART_KITE] = kite,
    [PART_SHOT] = shoot,      [PART_KEEP] = keep_distance, [PART_AMBUSH] = lie_in_wait,
    [PART_ERRATIC] = flutter, [PART_SHOUT] = shout,
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
