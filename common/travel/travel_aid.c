/*
 * Help for another delver in a fight. An assist is a fight with the foe that the companion fights
 * now. A guard follows its companion; where a foe comes near, the guard takes the cell beside the
 * companion that is nearest to the foe, and swaps places with a companion that the foe is about to
 * reach.
 */
#include "travel/travel_aid.h"

#include "travel/travel_fight.h"
#include "travel/travel_way.h"
#include "world/sense.h"

enum {
    GUARD_CELLS = 7, /* most cells from the companion to a foe that the guard minds */
    /* most cells to a foe for which the guard swaps places, as there is no time to go round the
       companion */
    SWAP_CELLS = 2,
};

/* Returns the ticks of the foe's life since it and the delver last hurt each other; UINT64_MAX:
   long ago or never. */
static uint64_t fought_before(const struct world *world, const struct foe *foe, body_id delver)
{
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        const struct fighter_note *note = &foe->mind.fighters[i];
        uint64_t age = body_lived(&foe->body) - note->at;
        if (note->delver == delver && age <= world_beats(world, FOE_FIGHT_BEATS))
            return age;
    }
    return UINT64_MAX;
}

const struct body *travel_foe_of(const struct world *world, const struct delver *delver,
                                 const struct delver *other)
{
    const struct level *level = delver->body.level;
    const struct body *best = NULL;
    const struct body *body;
    uint64_t best_age = UINT64_MAX;
    int light = light_radius(delver);

    if (level == NULL || other->body.level != level)
        return NULL;
    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        const struct foe *foe = (const struct foe *)body;
        uint64_t age = fought_before(world, foe, other->body.id);
        if (!light_shows_body(delver, light, body) ||
            (age == UINT64_MAX && foe->mind.target != other->body.id))
            continue;
        if (best == NULL || age < best_age ||
            (age == best_age &&
             pos_distance(body->at, other->body.at) < pos_distance(best->at, other->body.at))) {
            best = body;
            best_age = age;
        }
    }
    return best;
}

enum travel_result travel_assist_next(struct travel_turn *turn)
{
    const struct delver *companion = world_delver(turn->world, turn->travel->companion);

    if (companion == NULL)
        return travel_end(turn, TRAVEL_STOPPED, "The player you assist has left.");
    const struct body *foe = travel_foe_of(turn->world, turn->delver, companion);
    if (foe == NULL)
        return travel_end(turn, TRAVEL_DONE, "%s", "The fight is over.");
    turn->travel->foe = foe->id;
    return travel_fight_next(turn);
}

/* Returns the awake foe in view that is nearest to the companion, at most GUARD_CELLS away; NULL:
   none. */
static const struct body *find_threat(const struct travel_turn *turn,
                                      const struct delver *companion)
{
    const struct body *nearest = NULL;
    const struct body *body;
    int light = light_radius(turn->delver);

    for (body_id id = turn->delver->body.level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        int distance = pos_distance(body->at, companion->body.at);
        if (distance <= GUARD_CELLS && foe_is_awake((const struct foe *)body) &&
            light_shows_body(turn->delver, light, body) &&
            (nearest == NULL || distance < pos_distance(nearest->at, companion->body.at)))
            nearest = body;
    }
    return nearest;
}

/* Returns how well a guard at `at` guards the companion: how much nearer to the foe the guard would
   be. If that is the companion's cell, the two swap. -1: the guard cannot stand there. */
static int guard_at(const struct travel_turn *turn, const struct delver *companion,
                    const struct body *threat, struct pos at)
{
    bool is_swap = pos_equal(at, companion->body.at);
    struct pos guarded = is_swap ? turn->at : companion->body.at;
    int nearer = pos_distance(guarded, threat->at) - pos_distance(at, threat->at);

    return pos_distance(at, guarded) > 1 ? -1 : nearer;
}

static bool can_step_to(const struct travel_turn *turn, const struct delver *companion,
                        const struct body *threat, enum dir dir)
{
    struct pos to = pos_step(turn->at, dir);
    bool is_free = level_body_at(turn->delver->body.level, to) == 0;
    bool is_swap = pos_equal(to, companion->body.at) && pos_distance(to, threat->at) <= SWAP_CELLS;

    return path_can_step(&turn->map, turn->at, dir) && path_is_walkable(&turn->map, to) &&
           (is_free || is_swap);
}

/* Steps to the best cell, if that is better than the guard's own; else strikes a foe beside the
   guard, or stays. */
static enum travel_result stand_between(struct travel_turn *turn, const struct delver *companion,
                                        const struct body *threat)
{
    int best = guard_at(turn, companion, threat, turn->at);
    enum dir way = DIR_NONE;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        int guard = guard_at(turn, companion, threat, pos_step(turn->at, dir));
        if (guard > best && can_step_to(turn, companion, threat, dir)) {
            best = guard;
            way = dir;
        }
    }
    if (way != DIR_NONE)
        return travel_go(turn, way);
    if (!approach_strike(turn->world, turn->delver, threat, &turn->out->action)) {
        /* Where time waits for the guard, the foe would never come. */
        return turn->delver->time.state == COMPANY_WAITING ? travel_stay(turn) : TRAVEL_PAUSES;
    }
    turn->travel->from = turn->travel->to = turn->at;
    turn->travel->was_door = false;
    return TRAVEL_GOES;
}

enum travel_result travel_guard_next(struct travel_turn *turn)
{
    const struct delver *companion = world_delver(turn->world, turn->travel->companion);
    const struct body *own = &turn->delver->body;

    if (companion == NULL)
        return travel_end(turn, TRAVEL_STOPPED, "The player you guard has left.");
    if (own->health * 100 < own->health_max * turn->travel->left)
        return travel_end(turn, TRAVEL_STOPPED, "You have %d of %d health: you stop guarding.",
                          own->health, own->health_max);
    if (companion->body.level == own->level && pos_distance(turn->at, companion->body.at) <= 1) {
        const struct body *threat = find_threat(turn, companion);
        if (threat != NULL)
            return stand_between(turn, companion, threat);
    }
    return travel_follow_next(turn);
}
