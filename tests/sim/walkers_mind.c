/*
 * Decisions of walkers.
 */
#include <string.h>

#include "sim/walkers.h"

/* One in so many: a walker inside does something in a tick; one in so many of what follows. */
enum { ACTS_ONE_IN = 4 };

static const enum dir all_dirs[] = {DIR_NORTH, DIR_NORTHEAST, DIR_EAST, DIR_SOUTHEAST,
                                    DIR_SOUTH, DIR_SOUTHWEST, DIR_WEST, DIR_NORTHWEST};

static enum dir any_dir(struct walkers *walkers)
{
    return all_dirs[rng_below(&walkers->rng, 8)];
}

static bool is_one_in(struct walkers *walkers, uint32_t count)
{
    return rng_below(&walkers->rng, count) == 0;
}

struct action *walkers_act(struct walkers *walkers, const struct walker *walker,
                           enum action_verb verb)
{
    struct input *input = walkers_input(walkers, INPUT_ACTION, walker->actor);

    input->action.verb = verb;
    return &input->action;
}

static void act(struct walkers *walkers, const struct walker *walker, enum action_verb verb,
                enum dir dir)
{
    walkers_act(walkers, walker, verb)->dir = dir;
}

static void walk_to_goal(struct walkers *walkers, struct walker *walker,
                         const struct delver *delver)
{
    enum dir dir =
        sim_levels_way(&walkers->levels, delver->body.level, delver->body.at, walker->goal);

    if (dir != DIR_NONE) {
        act(walkers, walker, ACTION_MOVE, dir);
        return;
    }
    act(walkers, walker, walker->goal == TILE_STAIRS_DOWN ? ACTION_DESCEND : ACTION_ASCEND,
        DIR_NONE);
    if (is_one_in(walkers, 2))
        walker->goal = is_one_in(walkers, 2) ? TILE_STAIRS_DOWN : TILE_STAIRS_UP;
}

/* Steps one way and waits, or any, and now and then more than there may be. */
static void stride(struct walkers *walkers, const struct walker *walker)
{
    struct input *input = walkers_input(walkers, INPUT_STRIDE, walker->actor);
    uint32_t length = 1 + rng_below(&walkers->rng, STRIDE_MAX + 1);
    bool is_straight = is_one_in(walkers, 2);
    enum dir dir = any_dir(walkers);

    for (uint32_t i = 0; i < length; i++) {
        input->text[i] = (char)('0' + dir);
        dir = is_straight ? dir : (enum dir)rng_below(&walkers->rng, DIR_COUNT);
    }
}

static void talk(struct walkers *walkers, const struct walker *walker)
{
    struct input *input = walkers_input(walkers, INPUT_SAY, walker->actor);
    size_t length = rng_below(&walkers->rng, SAY_LENGTH_MAX + 1);

    memset(input->text, 'a' + (int)rng_below(&walkers->rng, 26), length);
}

/* Towards a closed door beside the delver; DIR_NONE: there is none. */
static enum dir dir_of_closed_door(const struct delver *delver)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(delver->body.at, dir);
        if (level_contains(delver->body.level, at) &&
            level_tile(delver->body.level, at) == TILE_DOOR_CLOSED)
            return dir;
    }
    return DIR_NONE;
}

/* Doors and stairs where they are not, moves into rock: what people do. A closed door is closed
   once more. */
static void fumble(struct walkers *walkers, const struct walker *walker,
                   const struct delver *delver)
{
    enum dir door = dir_of_closed_door(delver);
    if (door != DIR_NONE && is_one_in(walkers, 3)) {
        act(walkers, walker, ACTION_CLOSE, door);
        return;
    }

    static const enum action_verb verbs[] = {ACTION_OPEN, ACTION_CLOSE,  ACTION_CLOSE,
                                             ACTION_WAIT, ACTION_ASCEND, ACTION_DESCEND};
    enum action_verb verb = verbs[rng_below(&walkers->rng, sizeof verbs / sizeof verbs[0])];

    act(walkers, walker, verb, is_one_in(walkers, 2) ? DIR_NONE : any_dir(walkers));
}

/* Picks up things underfoot, or drops, throws, wears or uses a carried one. */
static void handle_item(struct walkers *walkers, const struct walker *walker)
{
    const struct delver *delver = world_delver(walkers->world, walker->actor);
    static const enum action_verb verbs[] = {ACTION_GET,  ACTION_GET,    ACTION_DROP, ACTION_THROW,
                                             ACTION_WEAR, ACTION_REMOVE, ACTION_USE,  ACTION_FIRE};
    struct action action = {.verb =
                                verbs[rng_below(&walkers->rng, sizeof verbs / sizeof verbs[0])]};

    action.count = (uint32_t)(walkers->world->tick % 3);
    if (action.verb != ACTION_GET) {
        action.object = OBJECT_CARRIED + rng_below(&walkers->rng, OBJECT_END - OBJECT_CARRIED);
        action.other = OBJECT_WORN + rng_below(&walkers->rng, SLOT_COUNT);
        action.dir = any_dir(walkers);
    }
    if (action.verb != ACTION_GET && delver->body.level != NULL && is_one_in(walkers, 2))
        action.target = delver->body.level->first_foe;
    walkers_input(walkers, INPUT_ACTION, walker->actor)->action = action;
}

void walkers_decide_inside(struct walkers *walkers, struct walker *walker)
{
    const struct delver *delver = world_delver(walkers->world, walker->actor);
    uint32_t roll = rng_below(&walkers->rng, 1000);

    if (walkers->setup.level_items > 0 && is_one_in(walkers, 4))
        handle_item(walkers, walker);
    else if (roll < 600)
        walk_to_goal(walkers, walker, delver);
    else if (roll < 640)
        stride(walkers, walker);
    else if (roll < 780)
        act(walkers, walker, ACTION_MOVE, any_dir(walkers));
    else if (roll < 940)
        fumble(walkers, walker, delver);
    else if (roll < 970)
        talk(walkers, walker);
    else if (roll < 980)
        (void)walkers_input(walkers, INPUT_CANCEL, walker->actor);
    else if (roll < 996)
        walkers_input(walkers, INPUT_LINK, walker->actor)->flag = !delver->is_link_dead;
    else if (roll < 998)
        (void)walkers_input(walkers, INPUT_LEAVE, walker->actor);
}

static void decide_one(struct walkers *walkers, struct walker *walker)
{
    if (walker->state == WALKER_INSIDE) {
        if (is_one_in(walkers, ACTS_ONE_IN))
            walkers->setup.decide_inside(walkers, walker);
        return;
    }
    if (walkers->world->tick < walker->due_tick)
        return;
    if (walker->state == WALKER_BETWEEN && is_one_in(walkers, 60)) {
        (void)walkers_input(walkers, INPUT_LEAVE, walker->actor);
        return;
    }
    walkers_ask_in(walkers, walker);
    /* The second of two answers to one question must do nothing. */
    if (walker->state == WALKER_BETWEEN && is_one_in(walkers, 30))
        walkers_ask_in(walkers, walker);
}

/* Any loaded level may be put away; the world refuses while somebody is there. */
static void drop_a_level(struct walkers *walkers)
{
    struct world *world = walkers->world;

    if (world->level_count == 0)
        return;
    const struct level *level = world->levels[rng_below(&walkers->rng, world->level_count)];
    if (level->delver_count == 0)
        sim_levels_put_away(&walkers->levels, walkers->world, level);
    walkers_input(walkers, INPUT_LEVEL_DROP, 0)->key = level->key;
    walkers->dropped_levels += level->delver_count == 0;
}

/* Inputs that crossed with something else on their way. */
static void make_noise(struct walkers *walkers)
{
    struct walker *walker =
        &walkers->walkers[rng_below(&walkers->rng, (uint32_t)walkers->setup.walker_count)];
    body_id stale = (walker->actor & 0xffff) | (rng_below(&walkers->rng, 5) << 16);

    walkers_input(walkers, INPUT_ACTION, stale)->action = (struct action){
        .verb = ACTION_MOVE, .dir = is_one_in(walkers, 3) ? DIR_NONE : any_dir(walkers)};
    if (walker->state == WALKER_INSIDE && is_one_in(walkers, 8)) {
        const struct delver *delver = world_delver(walkers->world, walker->actor);
        walkers_keep_memory(walker, delver);
        struct walker second = *walker;
        second.state = WALKER_OUTSIDE;
        second.record = delver_record(delver);
        walkers_ask_in(walkers, &second);
    }
    if (is_one_in(walkers, 8))
        (void)walkers_input(walkers, INPUT_STAY, walker->actor);
}

void walkers_decide(struct walkers *walkers)
{
    for (int i = 0; i < walkers->setup.walker_count; i++)
        decide_one(walkers, &walkers->walkers[i]);
    if (is_one_in(walkers, 6))
        make_noise(walkers);
    if (is_one_in(walkers, 12))
        drop_a_level(walkers);
}
