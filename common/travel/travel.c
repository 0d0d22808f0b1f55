/*
 * Travel: its beginning, its turns and its end; steps, waits and rest, which need no way; and new
 * things. Things and delvers that come into view end a travel. Each is noted once, so that passing
 * it again does not end a travel.
 */
#include "travel/travel.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "travel/travel_aid.h"
#include "travel/travel_fight.h"
#include "travel/travel_run.h"
#include "travel/travel_way.h"
#include "world/sense.h"

/* Which tiles end a travel when they come into view. */
enum interest { INTEREST_NONE, INTEREST_RARE /* all but doors and niches */, INTEREST_ALL };

/* Which bodies end a travel when they come into view. Delvers are peaceful and block no walk. */
enum company { COMPANY_OF_NONE, COMPANY_OF_FOES, COMPANY_OF_ALL };

/* Which tiles are of interest, looked up once for all visited cells. */
struct interesting {
    bool tiles[TILE_COUNT];
};

/* True for a tile that is only looked at: a statue, a bookcase or a light. */
static bool is_ornament(enum tile_id tile)
{
    return tile == TILE_STATUE || tile == TILE_BOOKCASE || tile_row(tile)->is_light;
}

static struct interesting interesting_to(enum interest interest)
{
    struct interesting out = {{false}};

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        out.tiles[tile] = tile_row(tile)->is_notable &&
                          (interest == INTEREST_ALL ||
                           (!tile_is_door(tile) && tile != TILE_NICHE && !is_ornament(tile)));
    return out;
}

/* Notes a cell with a thing. False: it was noted already, or there is no room; then nothing else
   counts as new. */
static bool note_thing(struct travel *travel, size_t cell)
{
    for (int i = 0; i < travel->noted_count; i++) {
        if (travel->noted[i] == cell)
            return false;
    }
    if (travel->noted_count == TRAVEL_NOTED_MAX)
        return false;
    travel->noted[travel->noted_count++] = (uint32_t)cell;
    return true;
}

static bool note_body(struct travel *travel, body_id id)
{
    for (int i = 0; i < travel->met_count; i++) {
        if (travel->met[i] == id)
            return false;
    }
    if (travel->met_count == TRAVEL_MET_MAX)
        return false;
    travel->met[travel->met_count++] = id;
    return true;
}

/* True for a sleeping foe that was reported to the delver before: it is not new. */
static bool is_known_sleeper(const struct delver *delver, const struct body *body)
{
    return body->species != SPECIES_DELVER && !foe_is_awake((const struct foe *)body) &&
           delver_has_noted(delver, body->id);
}

/* Notes the bodies in view that matter to the travel; returns the nearest new one. */
static const struct body *note_bodies(struct travel *travel, const struct world *world,
                                      const struct delver *delver, enum company minds)
{
    const body_id lists[] = {delver->body.level->first_delver, delver->body.level->first_foe};
    const struct body *nearest = NULL;
    const struct body *body;
    int light = light_radius(delver);

    for (size_t i = minds == COMPANY_OF_ALL ? 0 : 1; i < sizeof lists / sizeof lists[0]; i++) {
        for (body_id id = lists[i]; id != 0; id = body->next) {
            body = world_body(world, id);
            if (body == &delver->body || !light_shows_body(delver, light, body) ||
                is_known_sleeper(delver, body) || !note_body(travel, id))
                continue;
            if (nearest == NULL || pos_distance(delver->body.at, body->at) <
                                       pos_distance(delver->body.at, nearest->at))
                nearest = body;
        }
    }
    return nearest;
}

/* Notes everything remembered and every body in view, so that none of them is new. */
static void note_old(struct travel *travel, const struct world *world, const struct delver *delver,
                     enum interest interest)
{
    note_bodies(travel, world, delver, COMPANY_OF_ALL);
    travel->explored = delver->explored;
    if (interest == INTEREST_NONE)
        return;
    struct interesting interesting = interesting_to(interest);
    for (size_t cell = 0; cell < delver->memory_size; cell++) {
        if (interesting.tiles[delver->memory[cell]] && travel->noted_count < TRAVEL_NOTED_MAX)
            travel->noted[travel->noted_count++] = (uint32_t)cell;
    }
}

/* Returns the nearest awake foe that the delver makes out; NULL: none. */
static const struct body *nearest_foe(const struct travel_turn *turn)
{
    const struct delver *delver = turn->delver;
    const struct body *nearest = NULL;
    const struct body *body;
    int light = light_radius(delver);

    for (body_id id = delver->body.level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        if (foe_is_awake((const struct foe *)body) && light_shows_body(delver, light, body) &&
            (nearest == NULL ||
             pos_distance(delver->body.at, body->at) < pos_distance(delver->body.at, nearest->at)))
            nearest = body;
    }
    return nearest;
}

/* True if a new body of these kinds is in view; the travel then ends with TRAVEL_STOPPED. */
static bool sees_new_body(struct travel_turn *turn, enum company minds)
{
    char name[BODY_WORDS_SIZE];

    if (minds == COMPANY_OF_NONE)
        return false;
    const struct body *body = note_bodies(turn->travel, turn->world, turn->delver, minds);
    if (body == NULL)
        return false;
    body_words(body, name, sizeof name);
    turn->travel->has_sighted = true;
    /* The world itself reports a foe, the first time and when it is back. */
    if (body->species != SPECIES_DELVER &&
        notice_is_due(turn->world, turn->delver, (const struct foe *)body))
        travel_end(turn, TRAVEL_STOPPED, "%s", "");
    else
        travel_end(turn, TRAVEL_STOPPED, "%s comes into view to the %s.", name,
                   dir_name(dir_towards(turn->at, body->at)));
    return true;
}

/* Finds the nearest new thing in sight, of equally near ones the first by row and column. False:
   there is none. */
static bool note_things(struct travel_turn *turn, enum interest interest, struct pos *out)
{
    const struct delver *delver = turn->delver;
    struct interesting interesting = interesting_to(interest);
    int best = -1;

    for (int y = 0; y < turn->map.height; y++) {
        for (int word = 0; word < delver->body.level->row_words; word++) {
            uint64_t bits = sight_row_word(&delver->sight, y, word);
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                size_t cell = (size_t)(y * delver->body.level->width + at.x);
                if (!interesting.tiles[delver->memory[cell]] || !note_thing(turn->travel, cell))
                    continue;
                if (best < 0 || pos_distance(turn->at, at) < best) {
                    best = pos_distance(turn->at, at);
                    *out = at;
                }
            }
        }
    }
    return best >= 0;
}

/* True if a new thing is in view; the travel then ends with TRAVEL_STOPPED. */
static bool sees_new_thing(struct travel_turn *turn, enum interest interest)
{
    struct pos at;

    /* A thing is only new if its cell is. */
    if (interest == INTEREST_NONE || turn->delver->explored == turn->travel->explored)
        return false;
    turn->travel->explored = turn->delver->explored;
    if (!note_things(turn, interest, &at))
        return false;
    enum tile_id tile = path_tile(&turn->map, at);
    turn->travel->has_sighted = !pos_equal(at, turn->at);
    if (!turn->travel->has_sighted)
        travel_end(turn, TRAVEL_STOPPED, "You come to %s%s.", tile_article(tile),
                   tile_row(tile)->name);
    else
        travel_end(turn, TRAVEL_STOPPED, "You see %s%s to the %s and stop.", tile_article(tile),
                   tile_row(tile)->name, dir_name(dir_towards(turn->at, at)));
    return true;
}

static enum travel_result steps_next(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        return travel_end(turn, TRAVEL_STOPPED, "Something came in your way.");
    if (travel->left == 0)
        return travel_end(turn, TRAVEL_DONE, "%s", "");
    /* The first step may be a bump, like a single step. */
    bool is_first = turn->progress == PROGRESS_FIRST;
    struct pos to = pos_step(turn->at, travel->dir);
    if (!path_can_step(&turn->map, turn->at, travel->dir) ||
        (!is_first && !path_is_walkable(&turn->map, to)))
        return travel_end_before(turn, TRAVEL_STOPPED, travel->dir);
    travel->left--;
    return travel_go(turn, travel->dir);
}

static enum travel_result wait_next(struct travel_turn *turn)
{
    if (turn->travel->left == 0)
        return travel_end(turn, TRAVEL_DONE, "You have waited.");
    turn->travel->left--;
    return travel_stay(turn);
}

static enum travel_result rest_next(struct travel_turn *turn)
{
    const struct body *body = &turn->delver->body;
    struct travel *travel = turn->travel;

    if (body->health > travel->health) {
        if (body->health >= body->health_max)
            return travel_end(turn, TRAVEL_DONE, "You are healed.");
        travel->left = TRAVEL_REST_MAX;
    }
    if (travel->left == 0)
        return travel_end(turn, TRAVEL_DONE, "You have rested.");
    travel->left--;
    return travel_stay(turn);
}

struct kind_row {
    enum travel_result (*next)(struct travel_turn *turn);
    enum interest interest;
    enum company minds;  /* bodies that end it when they come into view */
    bool minds_refusals; /* it ends when the world refuses an action; false: it tries another way */
    bool takes_stairs;   /* it continues on other levels, and after a fight */
    bool is_fight;       /* foes and harm end it only by its own rules */
};

/* How each kind of travel behaves. A travel to a place ignores fellow delvers, who cannot block
   it. */
static const struct kind_row kind_table[TRAVEL_COUNT] = {
    [TRAVEL_STEPS] = {steps_next, INTEREST_NONE, COMPANY_OF_FOES, true, false, false},
    [TRAVEL_RUN] = {travel_run_next, INTEREST_ALL, COMPANY_OF_FOES, true, false, false},
    [TRAVEL_EXPLORE] = {travel_explore_next, INTEREST_RARE, COMPANY_OF_FOES, false, false, false},
    [TRAVEL_TRAVEL] = {travel_way_next, INTEREST_NONE, COMPANY_OF_NONE, false, false, false},
    [TRAVEL_FOLLOW] = {travel_follow_next, INTEREST_NONE, COMPANY_OF_NONE, false, true, false},
    [TRAVEL_WAIT] = {wait_next, INTEREST_NONE, COMPANY_OF_ALL, true, false, false},
    [TRAVEL_REST] = {rest_next, INTEREST_NONE, COMPANY_OF_ALL, true, false, false},
    [TRAVEL_FIGHT] = {travel_fight_next, INTEREST_NONE, COMPANY_OF_NONE, true, false, true},
    [TRAVEL_ASSIST] = {travel_assist_next, INTEREST_NONE, COMPANY_OF_NONE, true, false, true},
    [TRAVEL_GUARD] = {travel_guard_next, INTEREST_NONE, COMPANY_OF_NONE, false, true, true},
};

static enum err begin(struct travel *travel, enum travel_kind kind, const struct world *world,
                      const struct delver *delver)
{
    memset(travel, 0, sizeof *travel);
    if (delver->body.state != BODY_PRESENT)
        return ERR_NOT_FOUND;
    travel->kind = kind;
    travel->owner = delver->body.id;
    travel->level = delver->body.level->key;
    travel->health = delver->body.health;
    travel->start = delver->body.at;
    note_old(travel, world, delver, kind_table[kind].interest);
    return ERR_OK;
}

static enum err begin_counted(struct travel *travel, enum travel_kind kind,
                              const struct world *world, const struct delver *delver, int count)
{
    enum err error = begin(travel, kind, world, delver);

    if (error == ERR_OK && (count < 1 || count > TRAVEL_REPEAT_MAX)) {
        travel_clear(travel);
        error = ERR_RANGE;
    }
    travel->left = count;
    return error;
}

/* Sets the direction of a new travel, which must not be DIR_NONE. */
static enum err head_for(struct travel *travel, enum dir dir, enum err error)
{
    if (error == ERR_OK && (dir == DIR_NONE || (unsigned)dir >= DIR_COUNT)) {
        travel_clear(travel);
        return ERR_RANGE;
    }
    travel->dir = dir;
    return error;
}

enum err travel_begin_steps(struct travel *travel, const struct world *world,
                            const struct delver *delver, enum dir dir, int count)
{
    return head_for(travel, dir, begin_counted(travel, TRAVEL_STEPS, world, delver, count));
}

enum err travel_begin_run(struct travel *travel, const struct world *world,
                          const struct delver *delver, enum dir dir)
{
    return head_for(travel, dir, begin(travel, TRAVEL_RUN, world, delver));
}

enum err travel_begin_explore(struct travel *travel, const struct world *world,
                              const struct delver *delver)
{
    enum err error = begin(travel, TRAVEL_EXPLORE, world, delver);

    travel->goal.kind = PATH_TO_UNKNOWN;
    return error;
}

enum err travel_begin_wait(struct travel *travel, const struct world *world,
                           const struct delver *delver, int count)
{
    return begin_counted(travel, TRAVEL_WAIT, world, delver, count);
}

enum err travel_begin_rest(struct travel *travel, const struct world *world,
                           const struct delver *delver)
{
    return begin_counted(travel, TRAVEL_REST, world, delver, TRAVEL_REST_MAX);
}

enum err travel_begin_fight(struct travel *travel, const struct world *world,
                            const struct delver *delver, int stop_percent, body_id foe)
{
    enum err error = begin(travel, TRAVEL_FIGHT, world, delver);

    travel->left = stop_percent;
    travel->foe = foe;
    return error;
}

static enum err begin_way(struct travel *travel, enum travel_kind kind, const struct world *world,
                          const struct delver *delver, struct path_scratch *scratch,
                          struct path_goal goal, body_id companion)
{
    enum err error = begin(travel, kind, world, delver);

    if (error != ERR_OK)
        return error;
    struct path_map map = path_map_of(delver);
    travel->goal = goal;
    travel->companion = companion;
    error = path_find(scratch, &map, delver->body.at, &goal, &travel->way);
    if (error != ERR_OK)
        travel_clear(travel);
    return error;
}

enum err travel_begin_to(struct travel *travel, const struct world *world,
                         const struct delver *delver, struct path_scratch *scratch, struct pos to)
{
    const struct tile_row *row = tile_row(delver_remembered(delver, to));
    /* Nobody can stand on a lever or a statue: a delver that wants to be there stands beside it. */
    bool is_solid = row->is_notable && !row->is_walkable && row->opens_to == TILE_UNKNOWN;
    struct path_goal goal = {.kind = is_solid ? PATH_BESIDE_CELL : PATH_TO_CELL, .cell = to};

    return begin_way(travel, TRAVEL_TRAVEL, world, delver, scratch, goal, 0);
}

enum err travel_begin_to_tile(struct travel *travel, const struct world *world,
                              const struct delver *delver, struct path_scratch *scratch,
                              enum tile_id tile)
{
    return begin_way(travel, TRAVEL_TRAVEL, world, delver, scratch,
                     (struct path_goal){.kind = PATH_TO_TILE, .tile = tile}, 0);
}

enum err travel_begin_follow(struct travel *travel, const struct world *world,
                             const struct delver *delver, struct path_scratch *scratch,
                             struct travel_companion companion)
{
    struct path_goal goal;

    if (!travel_follow_goal(world, delver, companion, &goal)) {
        travel_clear(travel);
        return ERR_NOT_FOUND;
    }
    enum err error = begin_way(travel, TRAVEL_FOLLOW, world, delver, scratch, goal, companion.body);
    travel->knows_place = error == ERR_OK && companion.knows_place;
    return error;
}

enum err travel_begin_assist(struct travel *travel, const struct world *world,
                             const struct delver *delver, int stop_percent, body_id companion)
{
    const struct delver *other = world_delver(world, companion);
    enum err error = begin(travel, TRAVEL_ASSIST, world, delver);

    travel->left = stop_percent;
    travel->companion = companion;
    if (error == ERR_OK &&
        (other == NULL || other == delver || travel_foe_of(world, delver, other) == NULL))
        error = ERR_NOT_FOUND;
    if (error != ERR_OK)
        travel_clear(travel);
    return error;
}

enum err travel_begin_guard(struct travel *travel, const struct world *world,
                            const struct delver *delver, struct path_scratch *scratch,
                            int stop_percent, struct travel_companion companion)
{
    enum err error = travel_begin_follow(travel, world, delver, scratch, companion);

    if (error == ERR_OK)
        travel->kind = TRAVEL_GUARD;
    travel->left = stop_percent;
    return error;
}

enum err travel_begin_to_delver(struct travel *travel, const struct world *world,
                                const struct delver *delver, struct path_scratch *scratch,
                                struct travel_companion to)
{
    const struct delver *companion = world_delver(world, to.body);

    if (to.knows_place || companion == NULL || companion->body.level == NULL ||
        companion->body.level != delver->body.level || !delver_sees(delver, companion->body.at)) {
        enum err error = travel_begin_follow(travel, world, delver, scratch, to);
        travel->is_visit = true;
        return error;
    }
    if (companion == delver) {
        travel_clear(travel);
        return ERR_NOT_FOUND;
    }
    return begin_way(travel, TRAVEL_TRAVEL, world, delver, scratch,
                     (struct path_goal){.kind = PATH_BESIDE_CELL, .cell = companion->body.at},
                     to.body);
}

static enum travel_progress look_at_progress(const struct travel_turn *turn)
{
    const struct travel *travel = turn->travel;

    if (!travel->is_awaited)
        return PROGRESS_FIRST;
    if (pos_equal(turn->at, travel->to))
        return pos_equal(travel->from, travel->to) ? PROGRESS_WAITED : PROGRESS_MADE;
    if (!pos_equal(turn->at, travel->from))
        return PROGRESS_MOVED;
    if (travel->was_door && path_is_walkable(&turn->map, travel->to))
        return PROGRESS_OPENED;
    return PROGRESS_HELD;
}

/* Counts steps and failures. A step on walkable ground that failed was undone by a swap: if two
   delvers go the same way, the one behind may move first. */
static void count_progress(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;

    turn->progress = look_at_progress(turn);
    travel->is_awaited = false;
    if (turn->progress == PROGRESS_MADE) {
        travel->steps++;
        travel->blocked = 0;
        travel->jostled = 0;
    }
    if (turn->progress == PROGRESS_HELD && path_is_walkable(&turn->map, travel->to))
        travel->jostled++;
    else if (turn->progress == PROGRESS_HELD)
        travel->blocked++;
    if (turn->progress != PROGRESS_WAITED)
        travel->has_given_way = false;
}

enum { ALONE_CELLS = 30 /* travels stop this far from players who want to be alone */ };

/* Finds a delver outside the traveller's party that wants to be alone and that a step would first
   come near. NULL: none. */
static const struct delver *find_loner(const struct travel_turn *turn, struct pos from,
                                       struct pos to)
{
    const struct delver *delver = turn->delver;
    const struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(turn->world, id);
        bool is_of_party = delver->party != 0 && other->party == delver->party;
        if (other->wants_alone && other != delver && !is_of_party &&
            id != turn->travel->companion && pos_distance(from, other->body.at) > ALONE_CELLS &&
            pos_distance(to, other->body.at) <= ALONE_CELLS)
            return other;
    }
    return NULL;
}

/* True if a step from there in that direction leads over known free ground, like the steps
   before. */
static bool is_plain_step(const struct travel_turn *turn, struct pos from, enum dir dir)
{
    struct pos to = pos_step(from, dir);

    return path_can_step(&turn->map, from, dir) && path_is_walkable(&turn->map, to) &&
           travel_body_at(turn, to) == NULL && find_loner(turn, from, to) == NULL;
}

/* Finds the step or wait that comes after `number` further actions. False: it is not known yet. */
static bool find_ahead(const struct travel *travel, int number, enum dir *out)
{
    int next = travel->way_next + 1 + number;

    if (travel->kind == TRAVEL_WAIT || travel->kind == TRAVEL_REST) {
        *out = DIR_NONE;
        return number < travel->left;
    }
    if (travel->kind == TRAVEL_STEPS) {
        *out = travel->dir;
        return number < travel->left;
    }
    if (travel->kind != TRAVEL_TRAVEL && travel->kind != TRAVEL_EXPLORE)
        return false;
    *out = next < travel->way.length ? (enum dir)travel->way.dirs[next] : DIR_NONE;
    return *out != DIR_NONE && !pos_equal(travel->from, travel->to);
}

void travel_look_ahead(struct travel *travel, const struct world *world,
                       const struct delver *delver)
{
    const struct travel_turn turn = {
        .travel = travel, .world = world, .delver = delver, .map = path_map_of(delver)};
    struct pos at = travel->to;
    enum dir dir;

    travel->ahead_count = 0;
    if (!travel->is_awaited || travel->was_door)
        return;
    while (travel->ahead_count < TRAVEL_AHEAD_MAX &&
           find_ahead(travel, travel->ahead_count, &dir) &&
           (dir == DIR_NONE || is_plain_step(&turn, at, dir))) {
        travel->ahead[travel->ahead_count++] = (uint8_t)dir;
        at = pos_step(at, dir);
    }
}

/* Counts the steps and waits ahead that were done: the last of them counts as the requested
   action. */
static void catch_up(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    struct pos at = travel->to;
    int done = 0;

    for (int i = 0; i < travel->ahead_count && !pos_equal(turn->at, travel->to); i++) {
        struct pos next = pos_step(at, (enum dir)travel->ahead[i]);
        if (pos_equal(turn->at, next)) {
            done = i + 1;
            travel->from = at;
            travel->to = next;
            travel->steps += done;
            travel->way_next += done;
        }
        at = next;
    }
    if (travel->ahead_count > 0 && travel->ahead[0] == DIR_NONE)
        done = travel->waited - 1;
    if (done > 0)
        travel->left = travel->left > done ? travel->left - done : 0;
    travel->ahead_count = 0;
    travel->waited = 0;
}

/* Continues the travel on another level after stairs. The cells of the last action have no meaning
   there. */
static void come_to_level(struct travel *travel, struct level_key level)
{
    if (level_key_equal(travel->level, level))
        return;
    travel->level = level;
    travel->is_awaited = false;
    travel->blocked = 0;
    travel_way_drop(travel);
}

static enum travel_result end_before_foe(struct travel_turn *turn, const struct body *foe)
{
    char offset[POS_OFFSET_SIZE];

    /* The world is about to report it, with its danger. */
    if (!delver_has_noted(turn->delver, foe->id)) {
        turn->travel->has_sighted = true;
        return travel_end(turn, TRAVEL_STOPPED, "%s", "");
    }
    pos_offset(turn->delver->body.at, foe->at, offset, sizeof offset);
    return travel_end(turn, TRAVEL_STOPPED, "Not while a foe is near: %s, %s.", body_name(foe),
                      offset);
}

/* True if a foe is beside a follower, who fights it and then goes on. */
static bool has_foe_beside(const struct travel_turn *turn)
{
    const struct body *foe = nearest_foe(turn);

    return foe != NULL && pos_distance(foe->at, turn->at) <= 1;
}

/* True if the step would come near a player who wants to be alone: the travel ends before it. The
   first step of a travel is done in any case, so that nobody can block a way by that wish. */
static bool comes_to_loner(struct travel_turn *turn)
{
    const struct travel *travel = turn->travel;
    const struct delver *loner =
        turn->progress == PROGRESS_FIRST || turn->out->action.verb != ACTION_MOVE ||
                kind_table[travel->kind].is_fight || travel->kind == TRAVEL_STEPS
            ? NULL
            : find_loner(turn, travel->from, travel->to);

    if (loner != NULL)
        travel_end(turn, TRAVEL_STOPPED, "%s wants to be alone: you stop. The same again goes on.",
                   loner->name);
    return loner != NULL;
}

static enum travel_result take_turn(struct travel_turn *turn)
{
    struct travel *travel = turn->travel;
    const struct delver *delver = turn->delver;
    const struct kind_row *row = &kind_table[travel->kind];

    if (row->takes_stairs && delver->body.state == BODY_PRESENT)
        come_to_level(travel, delver->body.level->key);
    if (delver->body.id != travel->owner || delver->body.state != BODY_PRESENT ||
        !level_key_equal(delver->body.level->key, travel->level))
        return travel_end(turn, TRAVEL_STOPPED, "You are not where you were.");
    if (delver->body.health < travel->health && !row->is_fight && !row->takes_stairs)
        return travel_end(turn, TRAVEL_STOPPED, "You are hurt and stop.");
    /* Danger out of view ends no walk. Danger in view does, unless the walk leads to a friend. */
    bool is_bold = row->is_fight || travel->companion != 0;
    const struct body *foe =
        is_bold || delver->time.state == COMPANY_CALM ? NULL : nearest_foe(turn);
    if (foe != NULL)
        return end_before_foe(turn, foe);
    turn->at = delver->body.at;
    if (row->takes_stairs && !row->is_fight && has_foe_beside(turn)) {
        travel->is_awaited = false;
        return TRAVEL_PAUSES;
    }
    turn->map = path_map_of(delver);
    catch_up(turn);
    count_progress(turn);
    if (sees_new_body(turn, row->minds) || sees_new_thing(turn, row->interest))
        return TRAVEL_STOPPED;
    enum travel_result result = row->next(turn);
    if (result == TRAVEL_GOES && comes_to_loner(turn))
        result = TRAVEL_STOPPED;
    travel->health = delver->body.health;
    travel->is_awaited = result == TRAVEL_GOES;
    return result;
}

enum travel_result travel_next(struct travel *travel, const struct world *world,
                               const struct delver *delver, struct path_scratch *scratch,
                               struct travel_answer *out)
{
    struct travel_turn turn = {
        .travel = travel,
        .world = world,
        .delver = delver,
        .scratch = scratch,
        .out = out,
    };

    CHECK((unsigned)travel->kind < TRAVEL_COUNT);
    *out = (struct travel_answer){.action = {.verb = ACTION_NONE, .dir = DIR_NONE}};
    if (travel->kind == TRAVEL_NONE)
        return TRAVEL_DONE;
    return take_turn(&turn);
}

/* Events of the delver itself that end any travel, with the reason to tell. */
static const char *const end_table[EVENT_COUNT] = {
    [EVENT_DEPARTED] = "You leave this level.",
    [EVENT_ARRIVED] = "You are on another level.",
    [EVENT_LEFT] = "You leave the dungeon.",
    [EVENT_LINK_LOST] = "You have lost connection.",
    [EVENT_CANCELLED] = "You stop.",
};

/* True for a foe that came into view, or hunts unseen; the event is told by itself. */
static bool is_sighting(const struct travel *travel, const struct event *event)
{
    return event->kind == EVENT_NOTICED && !kind_table[travel->kind].is_fight &&
           !kind_table[travel->kind].takes_stairs &&
           (event->notice == NOTICE_UNSEEN || kind_table[travel->kind].minds != COMPANY_OF_NONE);
}

bool travel_disturb(struct travel *travel, const struct event *event, struct travel_answer *out)
{
    CHECK((unsigned)event->kind < EVENT_COUNT && (unsigned)travel->kind < TRAVEL_COUNT);
    if (travel->kind == TRAVEL_NONE || event->actor != travel->owner)
        return false;
    travel->waited += event->kind == EVENT_WAITED;
    if (kind_table[travel->kind].takes_stairs && event->passage == PASSAGE_STAIRS &&
        (event->kind == EVENT_DEPARTED || event->kind == EVENT_ARRIVED))
        return false;
    if (event->kind == EVENT_REFUSED) {
        if (!kind_table[travel->kind].minds_refusals)
            return false;
        /* The refusal was already shown. */
        out->why[0] = '\0';
    } else if (is_sighting(travel, event)) {
        travel->has_sighted = true;
        out->why[0] = '\0';
    } else if (end_table[event->kind] == NULL) {
        return false;
    } else {
        snprintf(out->why, sizeof out->why, "%s", end_table[event->kind]);
    }
    travel_clear(travel);
    return true;
}
