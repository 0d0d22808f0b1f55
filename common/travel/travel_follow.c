/*
 * Travel after another delver: straight to them while they are in view, else along their trail
 * (world/trail.h), over stairs too. Beside them it pauses until they go on; a visit ends there. It
 * also ends when nothing of their trail is on the level or no known way leads there. The place of
 * a member of the party is known: then stairs towards their depth and the cell itself are goals,
 * and where no known way leads there, the follower explores until one does.
 */
#include "travel/travel_follow.h"

#include "travel/travel_way.h"

enum { FOLLOW_DISTANCE = 1 }; /* from the leader, at which it pauses */

/* The follower and the one who is followed. */
struct pursuit {
    const struct delver *leader;
    bool is_in_view;
    struct trail_step step; /* of the trail, where the leader is out of view */
    bool is_by_place;       /* the trail is of no use, and the place is known */
};

/* The trail leads to a cell beside the follower, or to one that is remembered, or over stairs. */
static bool is_on_trail(const struct delver *delver, const struct trail_step *step)
{
    if (step->kind == TRAIL_CELL)
        return delver_remembered(delver, step->cell) != TILE_UNKNOWN;
    return step->kind == TRAIL_DOWN || step->kind == TRAIL_UP;
}

static struct pursuit look(const struct delver *delver, const struct delver *leader,
                           bool knows_place)
{
    const struct level *level = delver->body.level;
    struct pursuit pursuit = {.leader = leader};

    pursuit.is_in_view = leader->body.level == level && delver_sees(delver, leader->body.at);
    if (!pursuit.is_in_view)
        pursuit.step =
            trail_next(&leader->trail, level->key, level->width, delver->memory, delver->body.at);
    pursuit.is_by_place = knows_place && !pursuit.is_in_view && !is_on_trail(delver, &pursuit.step);
    return pursuit;
}

/* The stairs towards the leader's depth; TILE_UNKNOWN: they are on the follower's. */
static enum tile_id stairs_towards(const struct delver *delver, const struct delver *leader)
{
    int down = leader->body.key.depth - delver->body.key.depth;

    return down == 0 ? TILE_UNKNOWN : down > 0 ? TILE_STAIRS_DOWN : TILE_STAIRS_UP;
}

/* The goal of the walk; the kind of the trail's step must be TRAIL_CELL where the trail is
   followed. */
static struct path_goal goal_of(const struct delver *delver, const struct pursuit *pursuit)
{
    struct pos at = pursuit->leader->body.at;

    if (pursuit->is_in_view)
        return (struct path_goal){.kind = PATH_BESIDE_CELL, .cell = at};
    if (!pursuit->is_by_place)
        return (struct path_goal){.kind = PATH_TO_CELL, .cell = pursuit->step.cell};
    enum tile_id stairs = stairs_towards(delver, pursuit->leader);
    if (stairs == TILE_UNKNOWN)
        return (struct path_goal){.kind = PATH_TO_CELL, .cell = at};
    return (struct path_goal){.kind = PATH_TO_TILE, .tile = stairs};
}

bool travel_follow_goal(const struct world *world, const struct delver *delver,
                        struct travel_companion companion, struct path_goal *out)
{
    const struct delver *leader = world_delver(world, companion.body);

    if (leader == NULL || leader == delver || delver->body.state != BODY_PRESENT)
        return false;
    struct pursuit pursuit = look(delver, leader, companion.knows_place);
    if (!pursuit.is_in_view && !pursuit.is_by_place && pursuit.step.kind == TRAIL_NONE)
        return false;
    *out = (struct path_goal){.kind = PATH_TO_CELL, .cell = delver->body.at};
    if (!companion.knows_place && (pursuit.is_in_view || pursuit.step.kind == TRAIL_CELL))
        *out = goal_of(delver, &pursuit);
    return true;
}

void travel_forget_place(struct travel *travel)
{
    travel->knows_place = false;
    travel->is_searching = false;
}

static enum travel_result pause(struct travel_turn *turn)
{
    travel_way_drop(turn->travel);
    return TRAVEL_PAUSES;
}

/* A level may be closed to the follower that was open to the leader. */
static enum travel_result take_stairs(struct travel_turn *turn, enum action_verb verb,
                                      const struct delver *leader)
{
    if (turn->travel->blocked++ >= TRAVEL_BLOCKED_MAX)
        return travel_end(turn, TRAVEL_STOPPED, "You can't follow %s there.", leader->name);
    turn->travel->from = turn->at;
    turn->travel->to = turn->at;
    turn->travel->was_door = false;
    turn->out->action = (struct action){.verb = verb, .dir = DIR_NONE};
    return TRAVEL_GOES;
}

static bool is_same_goal(const struct path_goal *a, const struct path_goal *b)
{
    return a->kind == b->kind && pos_equal(a->cell, b->cell) && a->tile == b->tile;
}

static enum travel_result end_lost(struct travel_turn *turn, const struct pursuit *pursuit)
{
    bool is_reached_by_trail = !pursuit->is_in_view && !turn->travel->knows_place;

    return travel_end(turn, TRAVEL_STOPPED,
                      is_reached_by_trail ? "You lose the trail of %s." : "You can't reach %s.",
                      pursuit->leader->name);
}

/* Goes to the nearest place where more can be seen; there a known way is looked for again. */
static enum travel_result search(struct travel_turn *turn, const struct pursuit *pursuit)
{
    struct travel *travel = turn->travel;

    if (travel->goal.kind != PATH_TO_UNKNOWN) {
        travel->goal = (struct path_goal){.kind = PATH_TO_UNKNOWN};
        if (!travel_way_plan(turn, &travel->goal))
            return end_lost(turn, pursuit);
    }
    if (travel_way_is_open(turn))
        return travel_way_step(turn);
    travel->is_searching = false;
    return pause(turn);
}

static enum travel_result walk(struct travel_turn *turn, const struct pursuit *pursuit)
{
    struct travel *travel = turn->travel;
    struct path_goal goal = goal_of(turn->delver, pursuit);

    if (travel_way_is_blocked(travel))
        return travel_way_give_up(turn);
    travel_way_progress(turn);
    if (travel->is_searching && !pursuit->is_in_view)
        return search(turn, pursuit);
    travel->is_searching = false;
    if (!is_same_goal(&goal, &travel->goal)) {
        travel->goal = goal;
        travel_way_drop(travel);
    }
    if (!travel_way_is_open(turn) && !travel_way_plan(turn, &travel->goal)) {
        if (!travel->knows_place)
            return end_lost(turn, pursuit);
        travel->is_searching = true;
        return pause(turn);
    }
    return travel_way_is_open(turn) ? travel_way_step(turn) : pause(turn);
}

/* Goes on without a trail: over stairs that are underfoot, else to the place of the leader. */
static enum travel_result go_to_place(struct travel_turn *turn, const struct pursuit *pursuit)
{
    const struct delver *leader = pursuit->leader;
    enum tile_id stairs = stairs_towards(turn->delver, leader);

    if (leader->body.key.wing != turn->delver->body.key.wing)
        return travel_end(turn, TRAVEL_STOPPED, "No stairs lead from here to %s.", leader->name);
    if (stairs != TILE_UNKNOWN && path_tile(&turn->map, turn->at) == stairs)
        return take_stairs(turn, stairs == TILE_STAIRS_DOWN ? ACTION_DESCEND : ACTION_ASCEND,
                           leader);
    return walk(turn, pursuit);
}

enum travel_result travel_follow_next(struct travel_turn *turn)
{
    const struct delver *leader = world_delver(turn->world, turn->travel->companion);

    if (leader == NULL)
        return travel_end(turn, TRAVEL_STOPPED, "The player you follow has left.");
    struct pursuit pursuit = look(turn->delver, leader, turn->travel->knows_place);
    if (pursuit.is_in_view && pos_distance(turn->at, leader->body.at) <= FOLLOW_DISTANCE)
        return turn->travel->is_visit
                   ? travel_end(turn, TRAVEL_DONE, "You are beside %s.", leader->name)
                   : pause(turn);
    if (pursuit.is_by_place)
        return go_to_place(turn, &pursuit);
    if (pursuit.is_in_view || pursuit.step.kind == TRAIL_CELL)
        return walk(turn, &pursuit);
    if (pursuit.step.kind == TRAIL_DOWN)
        return take_stairs(turn, ACTION_DESCEND, leader);
    if (pursuit.step.kind == TRAIL_UP)
        return take_stairs(turn, ACTION_ASCEND, leader);
    return travel_end(turn, TRAVEL_STOPPED, "You lose the trail of %s.", leader->name);
}
