/*
 * How a badly hurt foe flees: to a cell that its target does not see and that it reaches before the
 * target does, by two fields of steps, its own and the target's. There it stays, deaf to noise and
 * shouts, until it is whole again (beat.c); with its target out of mind, at home. Where no
 * such cell is left it steps away as long as it can; in a corner it fights, and does not flee again
 * in this fight.
 */
#include <limits.h>

#include "world/beat.h"
#include "world/haven.h"
#include "world/mind.h"
#include "world/stairs.h"

enum {
    FLEE_PERCENT = 30, /* of full health, under which it flees */
    HIDE_CELLS = 20,   /* within so many it looks for a place to hide */
};

static bool is_badly_hurt(const struct foe *foe)
{
    return foe->body.health * 100 < foe->body.health_max * FLEE_PERCENT;
}

/* True if it would be out of sight there, in nobody's way. */
static bool is_refuge(const struct mind_turn *turn, struct pos at)
{
    return level_contains(turn->level, at) && !level_is_opaque(turn->level, at) &&
           level_body_at(turn->level, at) == 0 && !stairs_are_near(turn->level, at) &&
           !haven_is_at(turn->level, at) && !delver_sees(turn->target, at);
}

/* The nearest refuge, and of those the farthest from the target. A way on which the foe is ahead at
   its end is one on which it is ahead all the time. */
static bool find_refuge(const struct mind_turn *turn, struct pos *out)
{
    struct pos own = turn->foe->body.at;
    uint8_t away[(2 * HIDE_CELLS + 1) * (2 * HIDE_CELLS + 1)];
    const struct field *field =
        field_of(turn->work->fields, turn->level, turn->target->body.at, turn->way);
    struct pos at;
    size_t i = 0;
    int best = INT_MAX;

    for (at.y = own.y - HIDE_CELLS; at.y <= own.y + HIDE_CELLS; at.y++) {
        for (at.x = own.x - HIDE_CELLS; at.x <= own.x + HIDE_CELLS; at.x++)
            away[i++] = (uint8_t)field_steps(field, at);
    }
    field = field_of(turn->work->fields, turn->level, own, turn->way);
    i = 0;
    for (at.y = own.y - HIDE_CELLS; at.y <= own.y + HIDE_CELLS; at.y++) {
        for (at.x = own.x - HIDE_CELLS; at.x <= own.x + HIDE_CELLS; at.x++, i++) {
            int steps = field_steps(field, at);
            if (steps == FIELD_FAR || steps >= away[i] || 3 * steps - away[i] >= best ||
                !is_refuge(turn, at))
                continue;
            best = 3 * steps - away[i];
            *out = at;
        }
    }
    return best < INT_MAX;
}

bool mind_step_to_hide(const struct mind_turn *turn, struct action *out)
{
    struct pos refuge;

    return turn->row->move > 0 && find_refuge(turn, &refuge) && mind_step_near(turn, refuge, out);
}

bool mind_flee(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (mind->fear == FEAR_NONE && is_badly_hurt(turn->foe)) {
        beat_begin(turn->world, &turn->foe->body);
        mind->fear = FEAR_FLEEING;
        event_push(&turn->level->events, EVENT_FLED, &turn->foe->body);
    }
    if (mind->fear != FEAR_FLEEING)
        return false;
    *out = (struct action){.verb = ACTION_NONE};
    if (sight_is_clear_of(turn->world, turn->level, turn->foe->body.at) ||
        mind_step_to_hide(turn, out) || mind_step_away(turn, out))
        return true;
    mind->fear = FEAR_CORNERED;
    return false;
}
