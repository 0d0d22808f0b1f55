/*
 * What foes decide: a table of ways of thinking, one function each. A function sees the world as it
 * is at the foe's turn, draws from the level's own stream, and changes nothing but the foe's mind.
 */
#include "base/check.h"
#include "world/move.h"
#include "world/world_private.h"

static bool is_free(const struct level *level, struct pos from, enum dir dir)
{
    return move_is_open(level, from, dir) && level_body_at(level, pos_step(from, dir)) == 0;
}

/* One of the free ways, each as likely; DIR_NONE: there is none. */
static enum dir choose_way(struct level *level, struct pos from)
{
    enum dir chosen = DIR_NONE;
    uint32_t count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (is_free(level, from, dir) && rng_below(&level->rng, ++count) == 0)
            chosen = dir;
    }
    return chosen;
}

/* Goes straight on, rests now and then, and turns where it has rested or cannot go on. */
static struct action wander(const struct world *world, struct foe *foe)
{
    enum { REST_ONE_IN = 6 };
    const struct body *body = &foe->body;
    struct mind *mind = &foe->mind;

    (void)world;
    if (rng_below(&body->level->rng, REST_ONE_IN) == 0) {
        mind->heading = DIR_NONE;
        return (struct action){.verb = ACTION_NONE};
    }
    if (mind->heading == DIR_NONE || !is_free(body->level, body->at, mind->heading))
        mind->heading = choose_way(body->level, body->at);
    return (struct action){.verb = mind->heading == DIR_NONE ? ACTION_NONE : ACTION_MOVE,
                           .dir = mind->heading};
}

static struct action (*const think_table[THINK_COUNT])(const struct world *, struct foe *) = {
    [THINK_WANDER] = wander,
};

struct action foe_think(const struct world *world, struct foe *foe)
{
    enum think_id think = species_row(foe->body.species)->think;

    CHECK(think_table[think] != NULL);
    return think_table[think](world, foe);
}
