/*
 * A fight: one action of it, and the blows, shots and steps of a whole one, as Tab would choose
 * them one by one. It ends at a new kind of foe, a new bad status or a newly fallen companion, in a
 * hard fight, or with little health.
 */
#include "travel/travel_fight.h"

#include <stdio.h>

#include "base/text.h"
#include "travel/travel_way.h"
#include "world/blow.h"
#include "world/estimate.h"
#include "world/line.h"
#include "world/sense.h"

enum { DELVERS_MAX = 16 }; /* most delvers that a way avoids */

bool approach_strike(const struct world *world, const struct delver *delver, const struct body *foe,
                     struct action *out)
{
    const struct item_row *launcher = fighter_launcher(&delver->body);
    int distance = pos_distance(delver->body.at, foe->at);

    if (distance == 1)
        *out = (struct action){.verb = ACTION_ATTACK, .dir = dir_towards(delver->body.at, foe->at)};
    else if (blow_reaches(world, &delver->body, foe))
        *out = (struct action){.verb = ACTION_ATTACK, .target = foe->id};
    else if (launcher != NULL && distance <= launcher->range &&
             blow_has_line(world, &delver->body, foe))
        *out = (struct action){.verb = ACTION_FIRE, .target = foe->id};
    else
        return false;
    return true;
}

/* Lists the cells of other delvers in view, DELVERS_MAX at most. Returns their number. */
static int list_delvers(const struct world *world, const struct delver *delver,
                        struct pos out[DELVERS_MAX])
{
    const struct delver *other;
    int count = 0;

    for (body_id id = delver->body.level->first_delver; id != 0 && count < DELVERS_MAX;
         id = other->body.next) {
        other = world_delver(world, id);
        if (other != delver && delver_sees(delver, other->body.at))
            out[count++] = other->body.at;
    }
    return count;
}

bool approach_next(const struct world *world, const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out)
{
    struct path_map map = path_map_of(delver);
    struct pos delvers[DELVERS_MAX];
    const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = foe->at};
    struct pos at = delver->body.at;
    struct path path;

    if (pos_distance(at, foe->at) == 1) {
        *out = (struct action){.verb = ACTION_ATTACK, .dir = dir_towards(at, foe->at)};
        return true;
    }
    map.taken = delvers;
    map.taken_count = list_delvers(world, delver, delvers);
    if (path_find(scratch, &map, at, &goal, &path) != ERR_OK || path.length == 0)
        return false;
    *out = (struct action){.verb = ACTION_MOVE, .dir = (enum dir)path.dirs[0]};
    return true;
}

enum { NAME_SIZE = 40 };

_Static_assert(SPECIES_COUNT <= 64 && STATUS_COUNT <= 64, "a bit for each fits into a word");

/* The foes in view. */
struct view {
    const struct body *nearest; /* nearest awake foe that does not flee out of reach; NULL: none */
    bool has_fleeing;           /* a foe in view is fleeing and out of reach */
    const struct body *hard;    /* foe of the hardest fight, if that fight is hard */
    enum danger danger;         /* danger of the hardest fight */
    uint64_t kinds;             /* kinds of awake foes, a bit each */
    int fallen;                 /* delvers on the ground */
};

static void see_foe(const struct travel_turn *turn, const struct body *foe, struct view *view)
{
    enum danger danger = travel_danger_of(turn, foe);
    struct action action;

    view->kinds |= UINT64_C(1) << foe->species;
    if (danger >= DANGER_HARD && (view->hard == NULL || danger > view->danger)) {
        view->hard = foe;
        view->danger = danger;
    }
    if (((const struct foe *)foe)->mind.fear == FEAR_FLEEING &&
        !approach_strike(turn->world, turn->delver, foe, &action))
        view->has_fleeing = true;
    else if (view->nearest == NULL ||
             pos_distance(turn->at, foe->at) < pos_distance(turn->at, view->nearest->at))
        view->nearest = foe;
}

static struct view look(const struct travel_turn *turn)
{
    const struct level *level = turn->delver->body.level;
    int light = light_radius(turn->delver);
    struct view view = {.nearest = NULL};
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        if (foe_is_awake((const struct foe *)body) && light_shows_body(turn->delver, light, body))
            see_foe(turn, body, &view);
    }
    for (body_id id = level->first_delver; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        view.fallen += body_is_fallen(body) && delver_sees(turn->delver, body->at);
    }
    return view;
}

/* Returns the bad statuses of the delver, a bit each. */
static uint64_t ails_of(const struct travel_turn *turn)
{
    const struct statuses *statuses = &turn->delver->body.statuses;
    uint64_t ails = 0;

    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses_have(statuses, id) && !status_row(id)->is_good)
            ails |= UINT64_C(1) << id;
    }
    return ails;
}

/* Writes "The drudge" or "Captain Rusk", to begin a sentence. */
static void put_kind(enum species_id kind, char *out, size_t size)
{
    species_name(kind, SPECIES_THE, out, size);
    text_capitalise(out);
}

/* True if the fight must not continue without the player; the travel is then ended. */
static bool is_over(struct travel_turn *turn, const struct view *view)
{
    const struct travel *travel = turn->travel;
    const struct body *own = &turn->delver->body;
    uint64_t ails = ails_of(turn) & ~travel->ails;
    uint64_t kinds = view->kinds & ~travel->kinds;
    char name[NAME_SIZE] = "";
    /* A player who names a hard foe means it. */
    bool is_hard =
        view->hard != NULL && (travel->foe != view->hard->id || view->danger == DANGER_DEADLY);

    if (is_hard || kinds != 0)
        put_kind(is_hard ? view->hard->species : (enum species_id)__builtin_ctzll(kinds), name,
                 sizeof name);

    if (own->health * 100 < own->health_max * travel->left)
        (void)travel_end(turn, TRAVEL_STOPPED, "You have %d of %d health: you stop fighting.",
                         own->health, own->health_max);
    else if (view->fallen > travel->fallen)
        (void)travel_end(turn, TRAVEL_STOPPED, "A companion has fallen: you stop fighting.");
    else if (ails != 0)
        (void)travel_end(turn, TRAVEL_STOPPED, "You are %s: you stop fighting.",
                         status_row((enum status_id)__builtin_ctzll(ails))->name);
    else if (is_hard)
        (void)travel_end(turn, TRAVEL_STOPPED, "%s is a %s fight: strike blow by blow.", name,
                         danger_name(view->danger));
    else if (kinds != 0)
        (void)travel_end(turn, TRAVEL_STOPPED, "%s is new in this fight: you stop.", name);
    else
        return false;
    return true;
}

/* Returns a foe that hunts the delver and was reported, in view or not; NULL: there is none. */
static const struct body *find_lost(const struct travel_turn *turn)
{
    const struct delver *delver = turn->delver;
    const struct body *body;

    for (body_id id = delver->body.level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        if (((const struct foe *)body)->mind.target == delver->body.id &&
            foe_is_awake((const struct foe *)body) && delver_has_noted(delver, id))
            return body;
    }
    return NULL;
}

/* Replaces the nearest foe by the named one. False: the named one is dead or out of view, which
   ends the fight. */
static bool keep_to_named(struct travel_turn *turn, struct view *view, enum travel_result *out)
{
    const struct body *foe = world_body(turn->world, turn->travel->foe);
    struct action action;

    view->nearest = foe;
    if (foe == NULL || foe->health <= 0 || foe->level != turn->delver->body.level)
        *out = travel_end(turn, TRAVEL_DONE, "%s", "");
    else if (!light_shows_body(turn->delver, light_radius(turn->delver), foe))
        *out = travel_end(turn, TRAVEL_STOPPED, "You lose sight of %s%s.",
                          species_row(foe->species)->is_boss ? "" : "the ",
                          species_row(foe->species)->name);
    else if (((const struct foe *)foe)->mind.fear == FEAR_FLEEING &&
             turn->progress != PROGRESS_FIRST &&
             !approach_strike(turn->world, turn->delver, foe, &action))
        *out = travel_end(turn, TRAVEL_DONE, "It flees, and you let it go: attack goes after it.");
    else
        return true;
    return false;
}

static enum travel_result end_without_foe(struct travel_turn *turn, const struct view *view)
{
    const struct body *lost = find_lost(turn);

    if (view->has_fleeing)
        return travel_end(turn, TRAVEL_DONE, "It flees, and you let it go.");
    if (turn->progress == PROGRESS_FIRST)
        return travel_end(turn, TRAVEL_DONE, "No foe that is awake is in view.");
    if (lost != NULL) {
        char name[64];
        species_name(lost->species, SPECIES_THE, name, sizeof name);
        return travel_end(turn, TRAVEL_STOPPED, "You lose sight of %s.", name);
    }
    return travel_end(turn, TRAVEL_DONE, "The fight is over.");
}

enum travel_result travel_fight_next(struct travel_turn *turn)
{
    struct view view = look(turn);
    struct travel *travel = turn->travel;
    enum travel_result result;

    if (travel->foe != 0 && !keep_to_named(turn, &view, &result))
        return result;
    if (view.nearest == NULL)
        return end_without_foe(turn, &view);
    if (turn->progress == PROGRESS_FIRST) {
        travel->kinds = view.kinds;
        travel->ails = ails_of(turn);
        travel->fallen = view.fallen;
    }
    /* A named foe is struck at least once, because the player asked for it. */
    bool is_asked = travel->foe != 0 && turn->progress == PROGRESS_FIRST;
    if (!is_asked && is_over(turn, &view))
        return TRAVEL_STOPPED;
    if (travel_way_is_blocked(travel) ||
        (!approach_strike(turn->world, turn->delver, view.nearest, &turn->out->action) &&
         !approach_next(turn->world, turn->delver, view.nearest, turn->scratch,
                        &turn->out->action)))
        return travel_end(turn, TRAVEL_STOPPED,
                          "You know no way to it: wait for it, or step away.");
    travel->from = turn->at;
    travel->to = turn->out->action.verb == ACTION_MOVE ? pos_step(turn->at, turn->out->action.dir)
                                                       : turn->at;
    travel->was_door = !path_is_walkable(&turn->map, travel->to);
    return TRAVEL_GOES;
}
