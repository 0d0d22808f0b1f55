/*
 * Errands along a way that was searched for: travel and explore. The way is kept until it is walked
 * to its end, a step of it is no longer possible, or the delver is elsewhere; then it is searched
 * for again, at most once a turn.
 */
#include "travel/errand_private.h"

/* The step next on the way; DIR_NONE if there is none, or it cannot be taken. */
static enum dir next_step(const struct errand_turn *turn)
{
    const struct errand *errand = turn->errand;

    if (errand->way_next >= errand->way.length)
        return DIR_NONE;
    enum dir dir = (enum dir)errand->way.dirs[errand->way_next];
    return path_can_step(&turn->map, turn->at, dir) ? dir : DIR_NONE;
}

static void drop_way(struct errand *errand)
{
    errand->way.length = 0;
    errand->way_next = 0;
}

/* Brings the way up to date with what became of the last action. */
static void follow_progress(struct errand_turn *turn)
{
    if (turn->progress == PROGRESS_MADE)
        turn->errand->way_next++;
    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        drop_way(turn->errand);
}

static bool plan(struct errand_turn *turn, const struct path_goal *goal)
{
    struct errand *errand = turn->errand;

    drop_way(errand);
    return path_find(turn->scratch, &turn->map, turn->at, goal, &errand->way) == ERR_OK;
}

static enum errand_result give_up(struct errand_turn *turn)
{
    enum tile_id tile = path_tile(&turn->map, turn->errand->to);

    if (tile == TILE_DOOR_CLOSED)
        return errand_end(turn, ERRAND_STOPPED, "A door closed in your way.");
    return errand_end(turn, ERRAND_STOPPED, "There is no getting past, and you stop.");
}

static bool is_blocked(const struct errand *errand)
{
    return errand->blocked >= ERRAND_BLOCKED_MAX || errand->jostled >= ERRAND_JOSTLED_MAX;
}

/*
 * The next step of the way. A delver in it is given one turn to go on: they may be on the same way,
 * and would only swap back. Then they are swapped with.
 */
static enum errand_result take_step(struct errand_turn *turn)
{
    enum dir dir = next_step(turn);

    if (errand_body_at(turn, pos_step(turn->at, dir)) != NULL && !turn->errand->has_given_way) {
        turn->errand->has_given_way = true;
        return errand_stay(turn);
    }
    return errand_go(turn, dir);
}

enum errand_result errand_explore_next(struct errand_turn *turn)
{
    static const struct path_goal goal = {.kind = PATH_TO_UNKNOWN};
    struct errand *errand = turn->errand;

    if (is_blocked(errand))
        return give_up(turn);
    follow_progress(turn);
    if (!path_borders_unknown(&turn->map, errand->way.end))
        drop_way(errand);
    if (next_step(turn) == DIR_NONE && !plan(turn, &goal))
        return errand_end(turn, ERRAND_DONE, "Explored: nothing more can be reached from here.");
    return take_step(turn);
}

/* Keeps up with the delver travelled to. False: they are where one was going, and gone. */
static bool follow_companion(struct errand_turn *turn)
{
    struct errand *errand = turn->errand;
    const struct delver *companion = world_delver(turn->world, errand->companion);

    if (companion == NULL || companion->body.level != turn->delver->body.level ||
        !delver_sees(turn->delver, companion->body.at))
        return pos_distance(turn->at, errand->goal.cell) > 1;
    if (!pos_equal(companion->body.at, errand->goal.cell)) {
        errand->goal.cell = companion->body.at;
        drop_way(errand);
    }
    return true;
}

static bool is_at_goal(const struct errand_turn *turn)
{
    const struct path_goal *goal = &turn->errand->goal;

    if (goal->kind == PATH_BESIDE_CELL)
        return pos_distance(turn->at, goal->cell) <= 1;
    if (goal->kind == PATH_TO_TILE)
        return path_tile(&turn->map, turn->at) == goal->tile;
    return pos_equal(turn->at, goal->cell);
}

static enum errand_result arrive(struct errand_turn *turn)
{
    const struct delver *companion = world_delver(turn->world, turn->errand->companion);
    const struct tile_row *row = tile_row(path_tile(&turn->map, turn->at));

    if (companion != NULL)
        return errand_end(turn, ERRAND_DONE, "You are beside %s.", companion->name);
    if (row->is_notable)
        return errand_end(turn, ERRAND_DONE, "You are at %s%s.",
                          errand_article(path_tile(&turn->map, turn->at)), row->name);
    return errand_end(turn, ERRAND_DONE, "You are there.");
}

enum errand_result errand_travel_next(struct errand_turn *turn)
{
    struct errand *errand = turn->errand;

    if (errand->companion != 0 && !follow_companion(turn))
        return errand_end(turn, ERRAND_STOPPED, "You have lost sight of whom you followed.");
    if (is_at_goal(turn))
        return arrive(turn);
    if (is_blocked(errand))
        return give_up(turn);
    follow_progress(turn);
    if (next_step(turn) == DIR_NONE && !plan(turn, &errand->goal))
        return errand_end(turn, ERRAND_STOPPED, "You know no way there any more.");
    return take_step(turn);
}
