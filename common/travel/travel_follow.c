/*
 * Travel after another delver: straight to them while they are in view, else along their trail
 * (world/trail.h), over stairs too. Beside them it pauses until they go on; a visit ends there. It
 * also ends when nothing of their trail is on the level or no known way leads there.
 */
#include "travel/travel_private.h"

enum { FOLLOW_DISTANCE = 1 }; /* from the leader, at which it pauses */

/* The follower and the one who is followed. */
struct pursuit {
    const struct delver *leader;
    bool is_in_view;
    struct trail_step step; /* of the trail, where the leader is out of view */
};

static struct pursuit look(const struct delver *delver, const struct delver *leader)
{
    const struct level *level = delver->body.level;
    struct pursuit pursuit = {.leader = leader};

    pursuit.is_in_view = leader->body.level == level && delver_sees(delver, leader->body.at);
    if (!pursuit.is_in_view)
        pursuit.step =
            trail_next(&leader->trail, level->key, level->width, delver->memory, delver->body.at);
    return pursuit;
}

/* The cell to walk to; the kind of the trail's step must be TRAIL_CELL where they are not seen. */
static struct path_goal goal_of(const struct pursuit *pursuit)
{
    if (pursuit->is_in_view)
        return (struct path_goal){.kind = PATH_BESIDE_CELL, .cell = pursuit->leader->body.at};
    return (struct path_goal){.kind = PATH_TO_CELL, .cell = pursuit->step.cell};
}

enum err travel_begin_follow(struct travel *travel, const struct world *world,
                             const struct delver *delver, struct path_scratch *scratch,
                             body_id companion_id)
{
    const struct delver *leader = world_delver(world, companion_id);

    if (leader == NULL || leader == delver || delver->body.state != BODY_PRESENT) {
        travel_clear(travel);
        return ERR_NOT_FOUND;
    }
    struct pursuit pursuit = look(delver, leader);
    if (!pursuit.is_in_view && pursuit.step.kind == TRAIL_NONE) {
        travel_clear(travel);
        return ERR_NOT_FOUND;
    }
    struct path_goal goal = {.kind = PATH_TO_CELL, .cell = delver->body.at};
    if (pursuit.is_in_view || pursuit.step.kind == TRAIL_CELL)
        goal = goal_of(&pursuit);
    return travel_begin_way(travel, TRAVEL_FOLLOW, world, delver, scratch, goal, companion_id);
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
    return a->kind == b->kind && pos_equal(a->cell, b->cell);
}

static enum travel_result walk(struct travel_turn *turn, const struct pursuit *pursuit)
{
    struct travel *travel = turn->travel;
    struct path_goal goal = goal_of(pursuit);

    if (travel_way_is_blocked(travel))
        return travel_way_give_up(turn);
    travel_way_progress(turn);
    if (!is_same_goal(&goal, &travel->goal)) {
        travel->goal = goal;
        travel_way_drop(travel);
    }
    if (!travel_way_is_open(turn) && !travel_way_plan(turn, &travel->goal))
        return travel_end(turn, TRAVEL_STOPPED,
                          pursuit->is_in_view ? "You can't reach %s." : "You lose the trail of %s.",
                          pursuit->leader->name);
    return travel_way_is_open(turn) ? travel_way_step(turn) : pause(turn);
}

enum travel_result travel_follow_next(struct travel_turn *turn)
{
    const struct delver *leader = world_delver(turn->world, turn->travel->companion);

    if (leader == NULL)
        return travel_end(turn, TRAVEL_STOPPED, "The player you follow has left.");
    struct pursuit pursuit = look(turn->delver, leader);
    if (pursuit.is_in_view && pos_distance(turn->at, leader->body.at) <= FOLLOW_DISTANCE)
        return turn->travel->is_visit
                   ? travel_end(turn, TRAVEL_DONE, "You are beside %s.", leader->name)
                   : pause(turn);
    if (pursuit.is_in_view || pursuit.step.kind == TRAIL_CELL)
        return walk(turn, &pursuit);
    if (pursuit.step.kind == TRAIL_DOWN)
        return take_stairs(turn, ACTION_DESCEND, leader);
    if (pursuit.step.kind == TRAIL_UP)
        return take_stairs(turn, ACTION_ASCEND, leader);
    return travel_end(turn, TRAVEL_STOPPED, "You lose the trail of %s.", leader->name);
}
