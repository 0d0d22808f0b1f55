/*
 * Travel along a way that was searched for: travel and explore. The way is kept until it is walked
 * to its end, a step of it is no longer possible, or the delver is elsewhere; then it is searched
 * for again, at most once a turn.
 */
#include "travel/travel_private.h"

/* The step next on the way; DIR_NONE if there is none, or it cannot be taken. */
static enum dir next_step(const struct travel_turn *turn)
{
    const struct travel *travel = turn->travel;

    if (travel->way_next >= travel->way.length)
        return DIR_NONE;
    enum dir dir = (enum dir)travel->way.dirs[travel->way_next];
    return path_can_step(&turn->map, turn->at, dir) ? dir : DIR_NONE;
}

void travel_way_drop(struct travel *travel)
{
    travel->way.length = 0;
    travel->way_next = 0;
}

/* Brings the way up to date with the result of the last action. */
void travel_way_progress(struct travel_turn *turn)
{
    if (turn->progress == PROGRESS_MADE)
        turn->travel->way_next++;
    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        travel_way_drop(turn->travel);
}

bool travel_way_plan(struct travel_turn *turn, const struct path_goal *goal)
{
    struct travel *travel = turn->travel;

    travel_way_drop(travel);
    return path_find(turn->scratch, &turn->map, turn->at, goal, &travel->way) == ERR_OK;
}

enum travel_result travel_way_give_up(struct travel_turn *turn)
{
    enum tile_id tile = path_tile(&turn->map, turn->travel->to);

    if (tile == TILE_DOOR_CLOSED)
        return travel_end(turn, TRAVEL_STOPPED, "A door closed in your way.");
    return travel_end(turn, TRAVEL_STOPPED, "There is no getting past, and you stop.");
}

bool travel_way_is_blocked(const struct travel *travel)
{
    return travel->blocked >= TRAVEL_BLOCKED_MAX || travel->jostled >= TRAVEL_JOSTLED_MAX;
}

/*
 * The next step of the way. A delver in it is given one turn to go on: they may be on the same way,
 * and would only swap back. Then they are swapped with.
 */
enum travel_result travel_way_step(struct travel_turn *turn)
{
    enum dir dir = next_step(turn);

    if (travel_body_at(turn, pos_step(turn->at, dir)) != NULL && !turn->travel->has_given_way) {
        turn->travel->has_given_way = true;
        return travel_stay(turn);
    }
    return travel_go(turn, dir);
}

bool travel_way_is_open(const struct travel_turn *turn)
{
    return next_step(turn) != DIR_NONE;
}

/* Explore: a thing that it has set out for, else the nearest there is, else the unknown. */
static void choose_goal(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    struct pos found;

    if (travel->goal.kind == PATH_TO_CELL) {
        if (!pos_equal(turn->at, travel->goal.cell) && travel_is_wanted(turn, travel->goal.cell))
            return;
        travel_shun(travel, travel->goal.cell);
        travel->goal.kind = PATH_TO_UNKNOWN;
        travel_way_drop(travel);
    }
    if (travel_find_wanted(turn, &found)) {
        travel->goal = (struct path_goal){.kind = PATH_TO_CELL, .cell = found};
        travel_way_drop(travel);
    } else if (!path_borders_unknown(&turn->map, travel->way.end)) {
        travel_way_drop(travel);
    }
}

/* A thing to which no way leads is left alone. */
static bool plan_explore(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel_way_plan(turn, &travel->goal))
        return true;
    if (travel->goal.kind != PATH_TO_CELL)
        return false;
    travel_shun(travel, travel->goal.cell);
    travel->goal.kind = PATH_TO_UNKNOWN;
    return travel_way_plan(turn, &travel->goal);
}

enum travel_result travel_explore_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel_way_is_blocked(travel))
        return travel_way_give_up(turn);
    travel_way_progress(turn);
    choose_goal(turn);
    if (!travel_way_is_open(turn) && !plan_explore(turn))
        return travel_end(turn, TRAVEL_DONE, "All explored.");
    return travel_way_step(turn);
}

/* Keeps up with the delver travelled to. False: they are where one was going, and gone. */
static bool follow_companion(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    const struct delver *companion = world_delver(turn->world, travel->companion);

    if (companion == NULL || companion->body.level != turn->delver->body.level ||
        !delver_sees(turn->delver, companion->body.at))
        return pos_distance(turn->at, travel->goal.cell) > 1;
    if (!pos_equal(companion->body.at, travel->goal.cell)) {
        travel->goal.cell = companion->body.at;
        travel_way_drop(travel);
    }
    return true;
}

static bool is_at_goal(const struct travel_turn *turn)
{
    const struct path_goal *goal = &turn->travel->goal;

    if (goal->kind == PATH_BESIDE_CELL)
        return pos_distance(turn->at, goal->cell) <= 1;
    if (goal->kind == PATH_TO_TILE)
        return path_tile(&turn->map, turn->at) == goal->tile;
    return pos_equal(turn->at, goal->cell);
}

static enum travel_result arrive(struct travel_turn *turn)
{
    const struct delver *companion = world_delver(turn->world, turn->travel->companion);
    const struct tile_row *row = tile_row(path_tile(&turn->map, turn->at));

    if (companion != NULL)
        return travel_end(turn, TRAVEL_DONE, "You are beside %s.", companion->name);
    if (row->is_notable)
        return travel_end(turn, TRAVEL_DONE, "You reach the %s.", row->name);
    return travel_end(turn, TRAVEL_DONE, "You are there.");
}

enum travel_result travel_way_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel->companion != 0 && !follow_companion(turn)) {
        const struct delver *companion = world_delver(turn->world, travel->companion);
        return travel_end(turn, TRAVEL_STOPPED, "You lose sight of %s.",
                          companion == NULL ? "them" : companion->name);
    }
    if (is_at_goal(turn))
        return arrive(turn);
    if (travel_way_is_blocked(travel))
        return travel_way_give_up(turn);
    travel_way_progress(turn);
    if (!travel_way_is_open(turn) && !travel_way_plan(turn, &travel->goal))
        return travel_end(turn, TRAVEL_STOPPED, "You know no way there any more.");
    return travel_way_step(turn);
}
