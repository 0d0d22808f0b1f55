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

static void drop_way(struct travel *travel)
{
    travel->way.length = 0;
    travel->way_next = 0;
}

/* Brings the way up to date with the result of the last action. */
static void follow_progress(struct travel_turn *turn)
{
    if (turn->progress == PROGRESS_MADE)
        turn->travel->way_next++;
    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        drop_way(turn->travel);
}

static bool plan(struct travel_turn *turn, const struct path_goal *goal)
{
    struct travel *travel = turn->travel;

    drop_way(travel);
    return path_find(turn->scratch, &turn->map, turn->at, goal, &travel->way) == ERR_OK;
}

static enum travel_result give_up(struct travel_turn *turn)
{
    enum tile_id tile = path_tile(&turn->map, turn->travel->to);

    if (tile == TILE_DOOR_CLOSED)
        return travel_end(turn, TRAVEL_STOPPED, "A door closed in your way.");
    return travel_end(turn, TRAVEL_STOPPED, "There is no getting past, and you stop.");
}

static bool is_blocked(const struct travel *travel)
{
    return travel->blocked >= TRAVEL_BLOCKED_MAX || travel->jostled >= TRAVEL_JOSTLED_MAX;
}

/*
 * The next step of the way. A delver in it is given one turn to go on: they may be on the same way,
 * and would only swap back. Then they are swapped with.
 */
static enum travel_result take_step(struct travel_turn *turn)
{
    enum dir dir = next_step(turn);

    if (travel_body_at(turn, pos_step(turn->at, dir)) != NULL && !turn->travel->has_given_way) {
        turn->travel->has_given_way = true;
        return travel_stay(turn);
    }
    return travel_go(turn, dir);
}

enum travel_result travel_explore_next(struct travel_turn *turn)
{
    static const struct path_goal goal = {.kind = PATH_TO_UNKNOWN};
    struct travel *travel = turn->travel;

    if (is_blocked(travel))
        return give_up(turn);
    follow_progress(turn);
    if (!path_borders_unknown(&turn->map, travel->way.end))
        drop_way(travel);
    if (next_step(turn) == DIR_NONE && !plan(turn, &goal))
        return travel_end(turn, TRAVEL_DONE, "Explored: nothing more can be reached from here.");
    return take_step(turn);
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
        drop_way(travel);
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
        return travel_end(turn, TRAVEL_DONE, "You are at %s%s.",
                          tile_article(path_tile(&turn->map, turn->at)), row->name);
    return travel_end(turn, TRAVEL_DONE, "You are there.");
}

enum travel_result travel_way_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel->companion != 0 && !follow_companion(turn))
        return travel_end(turn, TRAVEL_STOPPED, "You have lost sight of whom you followed.");
    if (is_at_goal(turn))
        return arrive(turn);
    if (is_blocked(travel))
        return give_up(turn);
    follow_progress(turn);
    if (next_step(turn) == DIR_NONE && !plan(turn, &travel->goal))
        return travel_end(turn, TRAVEL_STOPPED, "You know no way there any more.");
    return take_step(turn);
}
