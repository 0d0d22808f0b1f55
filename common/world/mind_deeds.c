/*
 * When a foe does something special: the parts of a kind that end in a deed. A big deed is aimed at
 * a cell and told; the foe then stands for a beat, so that a delver can step aside, and does it at
 * that cell. A small one follows at once.
 */
#include "world/blow.h"
#include "world/deed.h"
#include "world/line.h"
#include "world/mind.h"

enum {
    CHARGE_NEAREST = 3,
    CHARGE_FARTHEST = 6,
    TONGUE_NEAREST = 2,
    TONGUE_FARTHEST = 4,
    TONGUE_BEATS = 4, /* from one use to the next, at the least */
    MEND_BEATS = 3,
    MEND_PERCENT = 70, /* of full health, under which a mate is mended */
    CALLS_MAX = 2,     /* in a fight */
    NET_NEAREST = 2,
    RAISE_BEATS = 5,
    RAISES_MAX = 4, /* in a fight */
};

static bool may_again(const struct mind_turn *turn)
{
    return body_lived(&turn->foe->body) >= turn->foe->mind.deed_again_at;
}

static void rest_from(const struct mind_turn *turn, int beats)
{
    turn->foe->mind.deed_again_at = body_lived(&turn->foe->body) + world_beats(turn->world, beats);
}

/* Told now, and done in the next turn: see mind_deed_is_due(). */
static bool wind_up(struct mind_turn *turn, enum part_id part, struct action *out)
{
    struct mind *mind = &turn->foe->mind;
    struct event *event = event_push(&turn->level->events, EVENT_WIND_UP, &turn->foe->body);

    mind->deed = part;
    mind->aim = turn->target->body.at;
    mind->deed_to = turn->target->body.id;
    event->part = part;
    event->at = mind->aim;
    event->other = mind->deed_to;
    *out = (struct action){.verb = ACTION_NONE};
    return true;
}

/* Done in this turn, to a body. */
static bool do_to(struct mind_turn *turn, enum part_id part, const struct body *to,
                  struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    mind->deed = part;
    mind->aim = to->at;
    mind->deed_to = to->id;
    *out = (struct action){.verb = ACTION_DEED, .dir = DIR_NONE, .target = to->id};
    return true;
}

bool mind_deed_is_due(const struct mind_turn *turn, struct action *out)
{
    if (turn->foe->mind.deed == PART_NONE)
        return false;
    *out = (struct action){.verb = ACTION_DEED, .target = turn->foe->mind.deed_to};
    return true;
}

/* True if the foe sees the target, or has just heard it there. */
static bool knows_place(const struct mind_turn *turn)
{
    return turn->is_target_seen ||
           (turn->foe->mind.has_goal && pos_equal(turn->foe->mind.goal, turn->target->body.at));
}

bool mind_charge(struct mind_turn *turn, struct action *out)
{
    return turn->distance >= CHARGE_NEAREST && turn->distance <= CHARGE_FARTHEST &&
           knows_place(turn) && deed_can_charge(&turn->foe->body, turn->target->body.at) &&
           wind_up(turn, PART_CHARGE, out);
}

static bool throw_at(struct mind_turn *turn, enum part_id id, int nearest, struct action *out)
{
    const struct species_part *part = species_part(turn->row, id);

    if (!may_again(turn) || !turn->is_target_seen || turn->distance < nearest ||
        turn->distance > part->range ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, part->every + 1);
    return wind_up(turn, id, out);
}

bool mind_throw_pot(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_POT, 2, out);
}

bool mind_spit(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_SPIT, 1, out);
}

bool mind_bolt(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_BOLT, 1, out);
}

bool mind_breathe(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_BREATH, 1, out);
}

/* A net over one that it holds already is a net wasted. */
bool mind_net(struct mind_turn *turn, struct action *out)
{
    const struct species_part *part = species_part(turn->row, PART_NET);

    if (!may_again(turn) || !turn->is_target_seen || turn->distance < NET_NEAREST ||
        turn->distance > part->range || statuses_have(&turn->target->body.statuses, STATUS_HELD) ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, part->every);
    return do_to(turn, PART_NET, &turn->target->body, out);
}

bool mind_pull(struct mind_turn *turn, struct action *out)
{
    if (!may_again(turn) || !turn->is_target_seen || turn->distance < TONGUE_NEAREST ||
        turn->distance > TONGUE_FARTHEST ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, TONGUE_BEATS);
    return do_to(turn, PART_TONGUE, &turn->target->body, out);
}

bool mind_call(struct mind_turn *turn, struct action *out)
{
    if (!turn->is_target_seen || turn->foe->mind.calls >= CALLS_MAX || !may_again(turn))
        return false;
    turn->foe->mind.calls++;
    rest_from(turn, MEND_BEATS);
    return wind_up(turn, PART_CALL, out);
}

/* The mate in view that is hurt worst; NULL: none is hurt enough. */
static const struct body *find_hurt_mate(const struct mind_turn *turn)
{
    const struct body *own = &turn->foe->body;
    const struct body *worst = NULL;
    const struct body *mate;

    for (body_id id = turn->level->first_foe; id != 0; id = mate->next) {
        mate = world_body(turn->world, id);
        if (mate == own || mate->health * 100 >= mate->health_max * MEND_PERCENT ||
            pos_distance(mate->at, own->at) > turn->row->see ||
            !level_has_line(turn->level, own->at, mate->at))
            continue;
        if (worst == NULL || mate->health * worst->health_max < worst->health * mate->health_max)
            worst = mate;
    }
    return worst;
}

bool mind_mend(struct mind_turn *turn, struct action *out)
{
    const struct body *mate = may_again(turn) ? find_hurt_mate(turn) : NULL;

    if (mate == NULL)
        return false;
    rest_from(turn, MEND_BEATS);
    return do_to(turn, PART_MEND, mate, out);
}

/* The dead are raised to a foe that is in a fight. */
bool mind_raise(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (!may_again(turn) || mind->calls >= RAISES_MAX || spawn_find_dead(turn->foe) == NULL)
        return false;
    mind->calls++;
    rest_from(turn, RAISE_BEATS);
    return wind_up(turn, PART_RAISE, out);
}
