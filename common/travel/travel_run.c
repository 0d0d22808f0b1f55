/*
 * Running. A cell is wide if it is in a walkable square of four cells, else narrow. On narrow
 * ground a run follows the one way on and stops where there are more; on wide ground it goes
 * straight to the end of the room; and it stops where one turns into the other. Doors and openings
 * beside the way, and everything of interest, stop it too. (Nobody enters a cell by a diagonal
 * whose corners are both blocked, so narrow ways can be followed in four directions.)
 */
#include "travel/travel_run.h"

enum { TURN_LEFT = 6, TURN_RIGHT = 2, STRAIGHT_STEP = 2 };

static enum dir turned(enum dir dir, int eighths)
{
    return (enum dir)(((int)dir - DIR_NORTH + eighths) % 8 + DIR_NORTH);
}

static bool is_diagonal(enum dir dir)
{
    return (dir - DIR_NORTH) % 2 != 0;
}

static bool is_wide(const struct travel_turn *turn, struct pos at)
{
    const struct path_map *map = &turn->map;

    if (!path_is_walkable(map, at))
        return false;
    for (enum dir dir = DIR_NORTHEAST; dir < DIR_COUNT; dir += STRAIGHT_STEP) {
        if (path_is_walkable(map, pos_step(at, dir)) &&
            path_is_walkable(map, pos_step(at, turned(dir, 1))) &&
            path_is_walkable(map, pos_step(at, turned(dir, 7))))
            return true;
    }
    return false;
}

static bool is_door(const struct travel_turn *turn, struct pos at)
{
    return tile_is_door(path_tile(&turn->map, at));
}

static enum travel_result end_beside(struct travel_turn *turn, enum dir dir)
{
    enum tile_id tile = path_tile(&turn->map, pos_step(turn->at, dir));

    if (is_door(turn, pos_step(turn->at, dir)))
        return travel_end(turn, TRAVEL_STOPPED, "%s is to the %s.",
                          tile_row(tile)->closes_to != TILE_UNKNOWN ? "An open door"
                                                                    : "A closed door",
                          dir_name(dir));
    return travel_end(turn, TRAVEL_STOPPED, "There is an opening to the %s.", dir_name(dir));
}

/* Goes one more step, unless a body stands there or the ground changes between narrow and wide. */
static enum travel_result step_on(struct travel_turn *turn, enum dir dir)
{
    struct pos to = pos_step(turn->at, dir);
    const struct body *body = travel_body_at(turn, to);
    bool was_wide = is_wide(turn, turn->at);

    if (body != NULL) {
        char name[BODY_WORDS_SIZE];
        body_words(body, name, sizeof name);
        return travel_end(turn, TRAVEL_STOPPED, "%s is in the way.", name);
    }
    if (was_wide != is_wide(turn, to))
        return travel_end(turn, TRAVEL_STOPPED,
                          was_wide ? "The way narrows to the %s." : "The way widens to the %s.",
                          dir_name(dir));
    turn->travel->dir = dir;
    return travel_go(turn, dir);
}

static enum travel_result run_on_wide(struct travel_turn *turn)
{
    enum dir dir = turn->travel->dir;

    for (enum dir side = DIR_NORTH; side < DIR_COUNT; side += STRAIGHT_STEP) {
        struct pos at = pos_step(turn->at, side);
        bool is_beside = !is_diagonal(dir) &&
                         (side == turned(dir, TURN_LEFT) || side == turned(dir, TURN_RIGHT));
        if (side == dir || side == dir_opposite(dir))
            continue;
        if (is_door(turn, at) ||
            (is_beside && path_is_walkable(&turn->map, at) && !is_wide(turn, at)))
            return end_beside(turn, side);
    }
    if (!path_can_step(&turn->map, turn->at, dir))
        return travel_end_before(turn, TRAVEL_DONE, dir);
    if (is_door(turn, pos_step(turn->at, dir)))
        return end_beside(turn, dir);
    return step_on(turn, dir);
}

/* True for a way on from narrow ground: not back, and not to the corner that was just cut. */
static bool is_way_on(const struct travel_turn *turn, enum dir dir)
{
    struct pos to = pos_step(turn->at, dir);
    struct pos back = turn->travel->from;
    int dx = to.x > back.x ? to.x - back.x : back.x - to.x;
    int dy = to.y > back.y ? to.y - back.y : back.y - to.y;

    return dx + dy > 1 && path_is_passable(&turn->map, to);
}

static enum travel_result run_on_narrow(struct travel_turn *turn)
{
    enum dir way = DIR_NONE;
    enum dir door = DIR_NONE;
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += STRAIGHT_STEP) {
        if (!is_way_on(turn, dir))
            continue;
        bool is_open =
            tile_row(path_tile(&turn->map, pos_step(turn->at, dir)))->closes_to != TILE_UNKNOWN;
        /* A run stops at an open door straight ahead, not before it. */
        if (is_door(turn, pos_step(turn->at, dir)) && !(is_open && dir == turn->travel->dir))
            door = dir;
        way = dir;
        count++;
    }
    if (door != DIR_NONE)
        return end_beside(turn, door);
    if (count == 0)
        return travel_end(turn, TRAVEL_DONE, "The way ends here.");
    if (count > 1)
        return travel_end(turn, TRAVEL_STOPPED, "The way forks here.");
    return step_on(turn, way);
}

static enum travel_result run_first(struct travel_turn *turn)
{
    enum dir dir = turn->travel->dir;

    if (!path_can_step(&turn->map, turn->at, dir))
        return travel_end_before(turn, TRAVEL_STOPPED, dir);
    return travel_go(turn, dir);
}

enum travel_result travel_run_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    enum tile_id tile = path_tile(&turn->map, turn->at);

    if (turn->progress == PROGRESS_FIRST)
        return run_first(turn);
    if (turn->progress == PROGRESS_OPENED)
        return travel_end(turn, TRAVEL_DONE, "%s", "");
    if (turn->progress != PROGRESS_MADE)
        return travel_end(turn, TRAVEL_STOPPED, "Something came in your way.");
    if (tile_row(tile)->is_notable)
        return travel_end(turn, TRAVEL_STOPPED, "You come to %s%s.", tile_article(tile),
                          tile_row(tile)->name);
    if (pos_equal(turn->at, travel->start))
        return travel_end(turn, TRAVEL_DONE, "You are back where you began.");
    if (travel->steps >= TRAVEL_RUN_MAX)
        return travel_end(turn, TRAVEL_DONE, "You have run far enough.");
    return is_wide(turn, turn->at) ? run_on_wide(turn) : run_on_narrow(turn);
}
