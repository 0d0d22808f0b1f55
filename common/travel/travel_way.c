/*
 * Travel along a way that is found by a search. The way is kept until it is walked to its end, its
 * next step is impossible, or the delver is elsewhere; then it is searched again, at most once a
 * turn, by explore twice.
 *
 * Explore goes to unknown cells, and also to niches with finds for the delver, to a lantern that it
 * has not touched, and to things that it may take, as far as the pack has room; it picks them up.
 * One of these goals is chosen and kept until it is reached or seen to be gone, so that explore
 * does not alternate between two.
 *
 * Following goes straight to a leader in view, else along the leader's trail (struct trail), over
 * stairs too. Beside the leader it pauses; a visit ends there. It also ends when no part of the
 * trail is on the level or no known way leads there. The place of a member of the party is known:
 * then stairs towards the member's depth and the cell itself are goals, and if no known way leads
 * there, the follower explores until one does.
 */
#include "travel/travel_way.h"

#include "travel/travel_turn.h"
#include "world/loot.h"
#include "world/haven.h"
#include "world/place.h"
#include "world/sense.h"

static bool is_shunned(const struct travel *travel, struct pos at)
{
    for (int i = 0; i < travel->shunned_count; i++) {
        if (pos_equal(travel->shunned[i], at))
            return true;
    }
    return travel->shunned_count == TRAVEL_SHUNNED_MAX;
}

/* Marks a thing that was reached, or cannot be, so that this explore ignores it. */
static void shun(struct travel *travel, struct pos at)
{
    if (!is_shunned(travel, at))
        travel->shunned[travel->shunned_count++] = at;
}

static bool is_niche_wanted(const struct travel_turn *turn, enum niche niche)
{
    struct pos at = turn->delver->body.level->niches[niche];

    return path_tile(&turn->map, at) == TILE_NICHE &&
           niche_has_room(turn->world, turn->delver, niche);
}

static bool is_lantern_wanted(const struct travel_turn *turn)
{
    return haven_has_unlit_lantern(turn->delver) &&
           path_tile(&turn->map, turn->delver->body.level->lantern) == TILE_LANTERN;
}

static bool is_item_wanted(const struct travel_turn *turn, const struct item *item)
{
    const struct delver *delver = turn->delver;

    if (!light_shows_cell(delver, light_radius(delver), item->at))
        return false;
    return item_is_free(turn->world, item, delver->delver_id) &&
           (item->stack.kind == ITEM_GOLD || pack_room(&delver->life.pack, &item->stack) > 0);
}

/* Picks up a thing that explore wants and that lies on the delver's cell. True: the action is
   chosen. */
static bool pick_up(struct travel_turn *turn)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;

    if (is_shunned(turn->travel, turn->at))
        return false;
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (!pos_equal(item->at, turn->at) || !is_item_wanted(turn, item))
            continue;
        if (turn->travel->asked_for == id) {
            shun(turn->travel, turn->at);
            return false;
        }
        (void)travel_stay(turn);
        turn->travel->asked_for = id;
        turn->out->action = (struct action){.verb = ACTION_GET, .object = id};
        return true;
    }
    return false;
}

/* Keeps a wanted cell as the best if it is nearer than the best so far. */
static void consider(const struct travel_turn *turn, struct pos at, struct pos *best, bool *has_any)
{
    if (pos_equal(at, turn->at) || is_shunned(turn->travel, at) ||
        (*has_any && pos_distance(turn->at, at) >= pos_distance(turn->at, *best)))
        return;
    *best = at;
    *has_any = true;
}

/* Finds the nearest known cell, other than the delver's own, that explore still has to visit.
   False: there is none. */
static bool find_wanted(const struct travel_turn *turn, struct pos *out)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;
    bool has_any = false;

    for (int i = 0; i < level->niche_count; i++) {
        if (is_niche_wanted(turn, (enum niche)i))
            consider(turn, level->niches[i], out, &has_any);
    }
    if (is_lantern_wanted(turn))
        consider(turn, level->lantern, out, &has_any);
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (is_item_wanted(turn, item))
            consider(turn, item->at, out, &has_any);
    }
    return has_any;
}

/* True unless the delver sees that nothing is left to take there. */
static bool is_wanted(const struct travel_turn *turn, struct pos at)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;
    enum niche niche = niche_at(level, at);

    if (niche != NICHE_COUNT && is_niche_wanted(turn, niche))
        return true;
    if (level->has_lantern && pos_equal(level->lantern, at))
        return is_lantern_wanted(turn);
    if (!delver_sees(turn->delver, at))
        return niche == NICHE_COUNT;
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (pos_equal(item->at, at) && is_item_wanted(turn, item))
            return true;
    }
    return false;
}

enum {
    FOES_MAX = 32, /* most foes that a way avoids */
    BESIDE = 8,    /* cells beside a foe, where it could strike */
};

/* Returns the next step on the way; DIR_NONE: there is none, or it cannot be taken. */
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

/* Updates the way by the result of the last action. */
static void note_progress(struct travel_turn *turn)
{
    if (turn->progress == PROGRESS_MADE)
        turn->travel->way_next++;
    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        travel_way_drop(turn->travel);
}

/* The cells of foes in view, at most FOES_MAX, and cells beside foes that stay in place. */
struct ground_of_foes {
    struct pos taken[FOES_MAX];
    int taken_count;
    struct pos beside[FOES_MAX * BESIDE];
    int beside_count;
    struct pos beside_rooted[FOES_MAX * BESIDE]; /* cells beside rooted sleeping foes */
    int beside_rooted_count;
};

/* Lists the cells beside a foe that stays in place. A foe that walks about will be elsewhere; a
   rooted sleeper may wake, but cannot follow. */
static void list_beside(const struct level *level, const struct body *foe,
                        struct ground_of_foes *out)
{
    bool is_awake = foe_is_awake((const struct foe *)foe);
    bool is_rooted = species_row(foe->species)->move == 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT && (!is_awake || is_rooted); dir++) {
        struct pos at = pos_step(foe->at, dir);
        if (!level_contains(level, at))
            continue;
        if (is_rooted && !is_awake)
            out->beside_rooted[out->beside_rooted_count++] = at;
        else
            out->beside[out->beside_count++] = at;
    }
}

static void list_foes(const struct travel_turn *turn, struct ground_of_foes *out)
{
    const struct level *level = turn->delver->body.level;
    const struct body *body;
    int light = light_radius(turn->delver);

    out->taken_count = out->beside_count = out->beside_rooted_count = 0;
    for (body_id id = level->first_foe; id != 0 && out->taken_count < FOES_MAX; id = body->next) {
        body = world_body(turn->world, id);
        if (!light_shows_body(turn->delver, light, body))
            continue;
        out->taken[out->taken_count++] = body->at;
        list_beside(level, body, out);
    }
}

/* Returns the boss whose lair has that cell at its edge; NULL: none, or the delver is in that
   lair. */
static const struct body *boss_behind(const struct travel_turn *turn, struct pos door)
{
    const struct level *level = turn->delver->body.level;
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        if (species_part(species_row(body->species), PART_LAIR) == NULL)
            continue;
        uint16_t lair = place_at(level, ((const struct foe *)body)->mind.home);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT && lair != PLACE_NONE; dir++) {
            struct pos at = pos_step(door, dir);
            if (level_contains(level, at) && place_at(level, at) == lair)
                return lair == place_at(level, turn->at) ? NULL : body;
        }
    }
    return NULL;
}

static bool is_lair_door(const struct travel_turn *turn, struct pos at)
{
    return tile_is_door(path_tile(&turn->map, at)) && boss_behind(turn, at) != NULL;
}

/* Lists the known doors of lairs, which a way passes only if there is no other. */
static void list_lair_doors(const struct travel_turn *turn, struct ground_of_foes *out)
{
    for (int y = 0; y < turn->map.height; y++) {
        for (int x = 0; x < turn->map.width; x++) {
            if (out->beside_count < FOES_MAX * BESIDE && is_lair_door(turn, pos_of(x, y)))
                out->beside[out->beside_count++] = pos_of(x, y);
        }
    }
}

/* Returns the area of a lair that the delver has seen and whose boss lives; PLACE_NONE: none, or
   the delver is in it. */
static uint16_t find_lair(const struct travel_turn *turn)
{
    const struct level *level = turn->delver->body.level;
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        struct pos home = ((const struct foe *)body)->mind.home;
        if (species_part(species_row(body->species), PART_LAIR) == NULL ||
            path_tile(&turn->map, home) == TILE_UNKNOWN)
            continue;
        uint16_t lair = place_at(level, home);
        return lair == place_at(level, turn->at) ? PLACE_NONE : lair;
    }
    return PLACE_NONE;
}

/* Searches a way around the foes in view or, if there is none, past them. False: no way leads
   there. */
static bool plan_way(struct travel_turn *turn, const struct path_goal *goal)
{
    struct path_map map = turn->map;
    struct ground_of_foes foes;

    travel_way_drop(turn->travel);
    list_foes(turn, &foes);
    if (turn->travel->kind == TRAVEL_EXPLORE)
        list_lair_doors(turn, &foes);
    map.taken = foes.taken;
    map.taken_count = foes.taken_count;
    map.avoided = foes.beside;
    map.avoided_count = foes.beside_count;
    map.skirted = foes.beside_rooted;
    map.skirted_count = foes.beside_rooted_count;
    if (turn->travel->kind == TRAVEL_EXPLORE) {
        map.area_of = turn->delver->body.level->area_of;
        map.shunned = find_lair(turn);
    }
    return path_find(turn->scratch, &map, turn->at, goal, &turn->travel->way) == ERR_OK;
}

/* Ends the travel after too many failed actions. */
static enum travel_result give_up(struct travel_turn *turn)
{
    enum tile_id tile = path_tile(&turn->map, turn->travel->to);

    if (tile_row(tile)->opens_to != TILE_UNKNOWN)
        return travel_end(turn, TRAVEL_STOPPED, "A door closed in your way.");
    return travel_end(turn, TRAVEL_STOPPED, "There is no getting past, and you stop.");
}

bool travel_way_is_blocked(const struct travel *travel)
{
    return travel->blocked >= TRAVEL_BLOCKED_MAX || travel->jostled >= TRAVEL_JOSTLED_MAX;
}

/*
 * Takes the next step of the way. A delver in the way has one turn to move on, because it may go
 * the same way and a swap would be undone. Then the two swap.
 */
static enum travel_result step_on_way(struct travel_turn *turn)
{
    enum dir dir = next_step(turn);
    const struct body *body = travel_body_at(turn, pos_step(turn->at, dir));

    if (body != NULL && body->species == SPECIES_DELVER && !turn->travel->has_given_way) {
        turn->travel->has_given_way = true;
        return travel_stay(turn);
    }
    return travel_go(turn, dir);
}

/* True if a step can be taken without a search. */
static bool has_next_step(const struct travel_turn *turn)
{
    enum dir dir = next_step(turn);

    return dir != DIR_NONE && travel_foe_in_way(turn, dir) == NULL;
}

/* Chooses explore's goal: the thing that it is on the way to, else the nearest thing, else the
   unknown. */
static void choose_goal(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    struct pos found;

    if (travel->goal.kind == PATH_TO_CELL) {
        if (!pos_equal(turn->at, travel->goal.cell) && is_wanted(turn, travel->goal.cell))
            return;
        shun(travel, travel->goal.cell);
        travel->goal.kind = PATH_TO_UNKNOWN;
        travel_way_drop(travel);
    }
    if (find_wanted(turn, &found)) {
        travel->goal = (struct path_goal){.kind = PATH_TO_CELL, .cell = found};
        travel_way_drop(travel);
    } else if (!path_borders_unknown(&turn->map, travel->way.end)) {
        travel_way_drop(travel);
    }
}

/* Plans the way to explore's goal. Unknown cells past a foe, or in a lair, come last. Things there,
   or without a way to them, are ignored. False: nothing is left. */
static bool plan_explore(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel->goal.kind == PATH_TO_CELL) {
        bool has_way = plan_way(turn, &travel->goal);
        if (has_way && travel->way.stage <= PATH_SKIRTED)
            return true;
        travel->has_left_thing |= has_way;
        shun(travel, travel->goal.cell);
        travel->goal.kind = PATH_TO_UNKNOWN;
    }
    return plan_way(turn, &travel->goal);
}

/* Ends the travel before the door of a lair, which the delver must open by a step of its own.
   False: the next cell is no such door. */
static bool stop_before_lair(struct travel_turn *turn)
{
    struct pos to = pos_step(turn->at, next_step(turn));
    const struct body *boss = is_lair_door(turn, to) ? boss_behind(turn, to) : NULL;

    if (boss != NULL)
        (void)travel_end(turn, TRAVEL_STOPPED, "Behind this door: %s, %s.", body_name(boss),
                         danger_name(travel_danger_of(turn, boss)));
    return boss != NULL;
}

enum travel_result travel_explore_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (travel_way_is_blocked(travel))
        return give_up(turn);
    note_progress(turn);
    if (pick_up(turn))
        return TRAVEL_GOES;
    choose_goal(turn);
    if (!has_next_step(turn) && !plan_explore(turn))
        return travel_end(turn, TRAVEL_DONE,
                          travel->has_left_thing ? "All explored but what lies beside a foe."
                                                 : "All explored.");
    return stop_before_lair(turn) ? TRAVEL_STOPPED : step_on_way(turn);
}

/* Follows the delver that is the goal. False: the goal is reached, and that delver has left. */
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
    bool is_beside = turn->travel->goal.kind == PATH_BESIDE_CELL;
    struct pos at = is_beside ? turn->travel->goal.cell : turn->at;
    const struct tile_row *row = tile_row(path_tile(&turn->map, at));

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
        return give_up(turn);
    note_progress(turn);
    if (!has_next_step(turn) && !plan_way(turn, &travel->goal))
        return travel_end(turn, TRAVEL_STOPPED, "You know no way there any more.");
    return step_on_way(turn);
}

enum { FOLLOW_DISTANCE = 1 }; /* steps from the leader at which the follower pauses */

/* A follower's leader, and how to follow. */
struct pursuit {
    const struct delver *leader;
    bool is_in_view;
    struct trail_step step; /* next step of the trail, if the leader is out of view */
    bool is_by_place;       /* goes to the leader's known place, because the trail cannot be used */
};

/* True if the trail leads to a cell beside the follower, to a remembered cell, or over stairs. */
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

/* Returns the stairs towards the leader's depth; TILE_UNKNOWN: it is the follower's own. */
static enum tile_id stairs_towards(const struct delver *delver, const struct delver *leader)
{
    int down = leader->body.key.depth - delver->body.key.depth;

    return down == 0 ? TILE_UNKNOWN : down > 0 ? TILE_STAIRS_DOWN : TILE_STAIRS_UP;
}

/* Returns the goal of the walk. If it follows the trail, the trail's next step must be a
   TRAIL_CELL. */
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

/* Takes the stairs after the leader. A level may be closed to the follower that was open to the
   leader. */
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

/* Goes to the nearest place with unknown cells in view, and searches there again for a known
   way. */
static enum travel_result search(struct travel_turn *turn, const struct pursuit *pursuit)
{
    struct travel *travel = turn->travel;

    if (travel->goal.kind != PATH_TO_UNKNOWN) {
        travel->goal = (struct path_goal){.kind = PATH_TO_UNKNOWN};
        if (!plan_way(turn, &travel->goal))
            return end_lost(turn, pursuit);
    }
    if (has_next_step(turn))
        return step_on_way(turn);
    travel->is_searching = false;
    return pause(turn);
}

static enum travel_result walk(struct travel_turn *turn, const struct pursuit *pursuit)
{
    struct travel *travel = turn->travel;
    struct path_goal goal = goal_of(turn->delver, pursuit);

    if (travel_way_is_blocked(travel))
        return give_up(turn);
    note_progress(turn);
    if (travel->is_searching && !pursuit->is_in_view)
        return search(turn, pursuit);
    travel->is_searching = false;
    if (!is_same_goal(&goal, &travel->goal)) {
        travel->goal = goal;
        travel_way_drop(travel);
    }
    if (!has_next_step(turn) && !plan_way(turn, &travel->goal)) {
        if (!travel->knows_place)
            return end_lost(turn, pursuit);
        travel->is_searching = true;
        return pause(turn);
    }
    return has_next_step(turn) ? step_on_way(turn) : pause(turn);
}

/* Goes on without a trail: over the stairs underfoot, else to the leader's place. */
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
