/*
 * How foes come home: step by step where delvers are near, for there is time for them; and at once
 * when a delver comes to a level on which they stood without time and out of all sight. So no foe
 * that lost its target at stairs waits there for the next delver.
 */
#include "world/haven.h"
#include "world/mind.h"
#include "world/stairs.h"

enum {
    SLEEP_PERCENT = 60, /* of the foes that come home */
    OWN_TIME_CELLS = 24 /* from every delver: farther, and a foe without a target has no time */
};

/* The foe is at home: it sleeps, stands at its post or roams again. */
static void settle(struct foe *foe)
{
    struct mind *mind = &foe->mind;
    const struct species_row *row = species_row(foe->body.species);
    struct level *level = foe->body.level;
    bool is_post = species_part(row, PART_GUARD) != NULL || species_part(row, PART_LAIR) != NULL;
    bool sleeps = (int)rng_below(&level->rng, 100) < SLEEP_PERCENT;

    mind->has_goal = false;
    mind->mood = is_post ? MOOD_POSTED : sleeps ? MOOD_ASLEEP : MOOD_ROAMING;
    mind->is_hidden = mind->is_poised = species_part(row, PART_AMBUSH) != NULL;
}

struct action mind_go_home(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    struct pos at = turn->foe->body.at;
    struct action action = {.verb = ACTION_NONE};

    if (!pos_equal(at, mind->home)) {
        if (mind_step_near(turn, mind->home, &action))
            return action;
        bool has_way = turn->row->move > 0 &&
                       field_steps(field_of(turn->work->fields, turn->level, mind->home, turn->way),
                                   at) != FIELD_FAR;
        bool is_at_stairs =
            turn->row->move > 0 && stairs_distance(turn->level, at) <= STAIRS_GROUND;
        if (is_at_stairs && !has_way)
            (void)mind_step_at_random(turn, &action);
        if (is_at_stairs || (has_way && pos_distance(at, mind->home) > 1))
            return action;
        mind->home = at;
    }
    settle(turn->foe);
    if (mind->mood == MOOD_ASLEEP || mind->is_hidden)
        event_push(&turn->level->events, EVENT_STIRRED, &turn->foe->body);
    return action;
}

/* True if nobody could tell that it was not at home all the time. */
static bool is_alone(const struct world *world, const struct foe *foe)
{
    const struct level *level = foe->body.level;
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (foe->mind.target == id || pos_distance(delver->body.at, foe->body.at) <= OWN_TIME_CELLS)
            return false;
    }
    return sight_is_clear_of(world, level, foe->body.at);
}

static bool is_away_from_home(const struct foe *foe)
{
    switch (foe->mind.mood) {
    case MOOD_HUNTING:
    case MOOD_HOMING:
        return true;
    case MOOD_ROAMING:
        return stairs_distance(foe->body.level, foe->body.at) <= STAIRS_GROUND;
    default:
        return false;
    }
}

/* The foe's home, or a cell beside that, free and out of sight. */
static bool find_home(const struct world *world, const struct foe *foe, struct pos *out)
{
    const struct level *level = foe->body.level;
    enum way way = mind_way(foe->body.species);

    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++) {
        struct pos at = dir == DIR_NONE ? foe->mind.home : pos_step(foe->mind.home, dir);
        if (way_cost(way, level_tile(level, at)) > 0 && !level_is_opaque(level, at) &&
            level_body_at(level, at) == 0 && stairs_distance(level, at) > STAIRS_GROUND &&
            !haven_is_at(level, at) && sight_is_clear_of(world, level, at)) {
            *out = at;
            return true;
        }
    }
    return false;
}

void foes_go_home(const struct world *world, struct level *level)
{
    struct foe *foe;
    struct pos home;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (species_row(foe->body.species)->move == 0 || !is_away_from_home(foe) ||
            !is_alone(world, foe) || !find_home(world, foe, &home))
            continue;
        mind_forget(foe);
        foe->mind.deed = PART_NONE;
        foe->body.queue_length = 0;
        body_move(&foe->body, home);
        settle(foe);
        level->population.is_dirty = true;
    }
}
