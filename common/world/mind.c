/*
 * Targets, leashes and plain steps.
 */
#include "world/mind.h"

#include "world/blow.h"
#include "world/haven.h"
#include "world/stairs.h"

enum {
    TRACK_BEATS = 15, /* a target that was not seen for so long is given up, */
    SCENT_BEATS = 60, /* or for so long, by one that follows its scent */
    HURT_BEATS = 5,   /* a delver that hurt the foe within so many is preferred */
    LEASH = 25,       /* steps from home */
    LEASH_GUARD = 8,
    LAIR_EMPTY_MS = 30000, /* a boss that met nobody for so long is whole again */
    REST_ONE_IN = 6,       /* of the turns of one that roams */
    UNSEEN_CELLS = 2,      /* from which a shadow hides nobody */
    TRIES = 4,             /* for a room that it can reach */
    SCORE_CELL = 4,        /* the weights of a target; the least wins */
    SCORE_HURT = 8,
    SCORE_BESIDE = 6,
    SCORE_BULWARK = 12,
    SCORE_AWAY = 10,
};

enum way mind_way(enum species_id species)
{
    static const struct {
        enum part_id part;
        enum way way;
    } ways[] = {{PART_GHOST, WAY_PASS}, {PART_BURROW, WAY_BURROW}, {PART_SWIM, WAY_SWIM},
                {PART_FLY, WAY_FLY},    {PART_DOOR, WAY_OPEN},     {PART_BASH, WAY_BASH}};
    const struct species_row *row = species_row(species);

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (species_part(row, ways[i].part) != NULL)
            return ways[i].way;
    }
    return WAY_WALK;
}

void mind_wake(struct foe *foe, const struct delver *delver)
{
    struct mind *mind = &foe->mind;

    foe->body.level->is_stirred = true;
    if (mind->mood == MOOD_ASLEEP) {
        mind->mood = MOOD_ROAMING;
        if (event_has_room(&foe->body.level->events))
            (void)event_push(&foe->body.level->events, EVENT_WOKE, &foe->body);
    }
    if (delver == NULL || mind->target != 0)
        return;
    mind->mood = MOOD_HUNTING;
    mind->target = delver->body.id;
    if (foe->group != 0 && !mind->has_mustered && delver->peril.company != 0)
        spawn_ask(foe->body.level, foe->body.id, PART_NONE);
    mind->goal = delver->body.at;
    mind->has_goal = true;
    mind->seen_at = body_lived(&foe->body);
}

void mind_hear(struct foe *foe, const struct delver *delver)
{
    struct mind *mind = &foe->mind;

    if (delver == NULL || mind->mood == MOOD_ASLEEP || mind->mood == MOOD_HOMING ||
        mind->fear == FEAR_FLEEING)
        return;
    mind_wake(foe, delver);
    if (mind->target != delver->body.id)
        return;
    mind->seen_at = body_lived(&foe->body);
    mind->goal = delver->body.at;
    mind->has_goal = true;
}

void mind_go(struct foe *foe, struct pos at)
{
    if (foe->mind.fear == FEAR_FLEEING)
        return;
    foe->mind.goal = at;
    foe->mind.has_goal = true;
}

void mind_note_fighter(struct foe *foe, body_id delver)
{
    struct fighter_note *fighters = foe->mind.fighters;
    struct fighter_note *oldest = &fighters[0];

    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        if (fighters[i].delver == delver) {
            oldest = &fighters[i];
            break;
        }
        if (fighters[i].delver == 0 || (oldest->delver != 0 && fighters[i].at < oldest->at))
            oldest = &fighters[i];
    }
    *oldest = (struct fighter_note){.delver = delver, .at = body_lived(&foe->body)};
}

/* True if the delver hurt the foe, or was hurt, within so many beats. */
static bool has_fought(const struct mind_turn *turn, const struct delver *delver, int beats)
{
    const struct fighter_note *fighters = turn->foe->mind.fighters;
    uint64_t ticks = world_beats(turn->world, beats);

    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        if (fighters[i].delver == delver->body.id &&
            body_lived(&turn->foe->body) - fighters[i].at <= ticks)
            return true;
    }
    return false;
}

static bool is_unseen(const struct mind_turn *turn, const struct delver *delver)
{
    return statuses_have(&delver->body.statuses, STATUS_UNSEEN) &&
           pos_distance(turn->foe->body.at, delver->body.at) > UNSEEN_CELLS;
}

/* True if a foe can take aim at the delver at all. */
static bool may_be_target(const struct mind_turn *turn, const struct delver *delver)
{
    return delver->body.state == BODY_PRESENT && !delver->peril.is_fallen &&
           body_is_on(&delver->body, turn->level) &&
           (int64_t)(body_lived(&delver->body) - delver->peril.safe_until) >= 0 &&
           !haven_is_at(turn->level, delver->body.at) && !is_unseen(turn, delver);
}

/* The cells from which it notices the delver: half of them where the lamp is hooded. */
static int see_of(const struct mind_turn *turn, const struct delver *delver)
{
    const struct stack *lamp = &delver->life.pack.worn[SLOT_LAMP];
    bool is_hooded = !stack_is_none(lamp) && (item_row(lamp->kind)->traits & ITEM_HOODED) != 0;

    return is_hooded ? (turn->row->see + 1) / 2 : turn->row->see;
}

static bool sees(const struct mind_turn *turn, const struct delver *delver)
{
    return pos_distance(turn->foe->body.at, delver->body.at) <= see_of(turn, delver) &&
           delver_sees(delver, turn->foe->body.at) &&
           !level_hides(turn->level, turn->foe->body.at, delver->body.at);
}

static int score_of(const struct mind_turn *turn, const struct delver *delver)
{
    int distance = pos_distance(turn->foe->body.at, delver->body.at);
    int score = SCORE_CELL * distance + 10 * delver->body.health / delver->body.health_max;

    if (has_fought(turn, delver, HURT_BEATS))
        score -= SCORE_HURT;
    if (distance == 1)
        score -= life_has_knack(&delver->life, KNACK_BULWARK) ? SCORE_BULWARK : SCORE_BESIDE;
    return score + (delver_is_away(delver) ? SCORE_AWAY : 0);
}

/* The best of those in view; one that goes home minds only those that hurt it. */
static struct delver *choose_target(const struct mind_turn *turn)
{
    struct delver *best = NULL;
    struct delver *delver;

    for (body_id id = turn->level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(turn->world, id);
        if (!may_be_target(turn, delver) || !sees(turn, delver) ||
            (turn->foe->mind.mood == MOOD_HOMING && !has_fought(turn, delver, HURT_BEATS)))
            continue;
        int lead = best == NULL ? -1 : score_of(turn, delver) - score_of(turn, best);
        if (lead < 0 || (lead == 0 && delver->delver_id < best->delver_id))
            best = delver;
    }
    return best;
}

void mind_forget(struct foe *foe)
{
    struct mind *mind = &foe->mind;

    mind->target = 0;
    if (mind->fear != FEAR_FLEEING)
        mind->fear = FEAR_NONE;
    mind->has_shouted = false;
    mind->calls = 0;
    mind->waited = 0;
    foe->body.level->is_stirred = true;
}

/* Nobody else is in view: a foe without its target on the level has no track to follow, and one
   that fled does not come back for more. */
static void give_up(struct mind_turn *turn, const struct delver *lost, bool was_fleeing)
{
    struct mind *mind = &turn->foe->mind;

    if (!was_fleeing && lost != NULL && body_is_on(&lost->body, turn->level))
        return;
    mind->mood = MOOD_HOMING;
    mind->has_goal = false;
}

static void find_target(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    const struct delver *aimed = world_delver(turn->world, mind->target);
    struct delver *delver = world_delver(turn->world, mind->target);
    uint64_t now = body_lived(&turn->foe->body);
    bool has_scent = species_part(turn->row, PART_SCENT) != NULL;
    uint64_t track = world_beats(turn->world, has_scent ? SCENT_BEATS : TRACK_BEATS);

    if (delver != NULL && (!may_be_target(turn, delver) || now - mind->seen_at > track))
        delver = NULL;
    if (delver == NULL) {
        bool had_target = mind->target != 0;
        bool was_fleeing = mind->fear != FEAR_NONE;
        delver = choose_target(turn);
        if (delver == NULL) {
            if (had_target) {
                mind_forget(turn->foe);
                give_up(turn, aimed, was_fleeing);
            }
            return;
        }
        /* The fight goes on with another: what was done in it once is not done again. */
        mind->target = 0;
        mind_wake(turn->foe, delver);
    }
    turn->target = delver;
    turn->distance = pos_distance(turn->foe->body.at, delver->body.at);
    turn->is_target_seen = sees(turn, delver) || turn->distance <= 1;
    if (turn->is_target_seen)
        mind->seen_at = now;
    if (turn->is_target_seen || has_scent) {
        mind->goal = delver->body.at;
        mind->has_goal = true;
    }
}

/* Too far from home, it gives up. */
static void keep_leash(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    bool is_short =
        species_part(turn->row, PART_GUARD) != NULL || species_part(turn->row, PART_LAIR) != NULL;

    if (mind->mood == MOOD_HOMING || turn->target == NULL ||
        pos_distance(turn->foe->body.at, mind->home) <= (is_short ? LEASH_GUARD : LEASH))
        return;
    mind_forget(turn->foe);
    turn->target = NULL;
    mind->mood = MOOD_HOMING;
}

static bool is_free(const struct mind_turn *turn, enum dir dir)
{
    struct pos from = turn->foe->body.at;
    struct pos to = pos_step(from, dir);

    return way_is_open(turn->level, turn->way, from, dir) && level_body_at(turn->level, to) == 0 &&
           !haven_is_at(turn->level, to) && !level_is_warded(turn->level, to);
}

/* Directions in a fixed order that begins elsewhere for each foe. */
static enum dir rotated(const struct mind_turn *turn, int i)
{
    return (enum dir)(DIR_NORTH + ((int)(turn->foe->body.id & 7) + i) % 8);
}

static struct action step(enum dir dir)
{
    return (struct action){.verb = ACTION_MOVE, .dir = dir};
}

bool mind_step_near(const struct mind_turn *turn, struct pos goal, struct action *out)
{
    const struct field *field = field_of(turn->work->fields, turn->level, goal, turn->way);
    struct pos at = turn->foe->body.at;
    int here = field_steps(field, at);
    int best = here + 1; /* no farther than here, to go round a mate */
    enum dir chosen = DIR_NONE;

    if (here == FIELD_FAR || turn->row->move == 0)
        return false;
    for (int i = 0; i < 8; i++) {
        enum dir dir = rotated(turn, i);
        int steps = field_steps(field, pos_step(at, dir));
        if (steps < best && is_free(turn, dir)) {
            best = steps;
            chosen = dir;
        }
    }
    if (chosen == DIR_NONE)
        return false;
    *out = step(chosen);
    return true;
}

bool mind_step_away(const struct mind_turn *turn, struct action *out)
{
    struct pos from = turn->target->body.at;
    const struct field *field = field_of(turn->work->fields, turn->level, from, turn->way);
    struct pos at = turn->foe->body.at;
    int best = field_steps(field, at);
    enum dir chosen = DIR_NONE;

    if (turn->row->move == 0)
        return false;
    for (int i = 0; i < 8; i++) {
        enum dir dir = rotated(turn, i);
        struct pos to = pos_step(at, dir);
        int steps = field_steps(field, to);
        if (steps > best && is_free(turn, dir)) {
            best = steps;
            chosen = dir;
        }
    }
    if (chosen == DIR_NONE)
        return false;
    *out = step(chosen);
    return true;
}

bool mind_step_at_random(const struct mind_turn *turn, struct action *out)
{
    enum dir chosen = DIR_NONE;
    uint32_t count = 0;

    for (enum dir dir = DIR_NORTH; turn->row->move > 0 && dir < DIR_COUNT; dir++) {
        if (is_free(turn, dir) && rng_below(&turn->level->rng, ++count) == 0)
            chosen = dir;
    }
    if (chosen == DIR_NONE)
        return false;
    *out = step(chosen);
    return true;
}

/* The middle of a room, by chance, that it can walk to. */
static void choose_goal(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;

    for (int i = 0; i < TRIES && turn->level->room_count > 0; i++) {
        uint32_t room = rng_below(&turn->level->rng, (uint32_t)turn->level->room_count);
        struct pos goal = rect_centre(turn->level->rooms[room]);
        const struct field *field = field_of(turn->work->fields, turn->level, goal, turn->way);
        if (field_steps(field, turn->foe->body.at) == FIELD_FAR ||
            pos_distance(goal, mind->home) > LEASH ||
            stairs_distance(turn->level, goal) <= STAIRS_GROUND)
            continue;
        mind->goal = goal;
        mind->has_goal = true;
        return;
    }
}

static struct action roam(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    struct action action = {.verb = ACTION_NONE};

    if (turn->row->move == 0 || mind->fear == FEAR_FLEEING ||
        rng_below(&turn->level->rng, REST_ONE_IN) == 0)
        return action;
    if (mind->has_goal && pos_equal(mind->goal, turn->foe->body.at))
        mind->has_goal = false;
    if (!mind->has_goal)
        choose_goal(turn);
    if (mind->has_goal && mind_step_near(turn, mind->goal, &action))
        return action;
    mind->has_goal = false;
    (void)mind_step_at_random(turn, &action);
    return action;
}

/* The ground beside stairs belongs to those who arrive: a foe that would stop there goes on, unless
   it fights there. */
static struct action keep_off_stairs(const struct mind_turn *turn, struct action action)
{
    struct pos at = turn->foe->body.at;
    struct mind *mind = &turn->foe->mind;
    struct action away = action;
    int best = stairs_distance(turn->level, at);

    if ((action.verb != ACTION_NONE && action.verb != ACTION_WAIT) || turn->row->move == 0 ||
        !stairs_are_near(turn->level, at) || mind->deed != PART_NONE ||
        (turn->target != NULL && turn->distance <= 1))
        return action;
    for (int i = 0; i < 8; i++) {
        enum dir dir = rotated(turn, i);
        int distance = stairs_distance(turn->level, pos_step(at, dir));
        if (distance > best && is_free(turn, dir)) {
            best = distance;
            away = step(dir);
        }
    }
    if (mind->mood == MOOD_ASLEEP)
        mind->mood = MOOD_ROAMING;
    if (away.verb != ACTION_MOVE)
        (void)mind_step_at_random(turn, &away);
    return away;
}

/* Nobody is in view: to where the target was last seen, and then home. */
static struct action follow_track(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    struct action action = {.verb = ACTION_NONE};

    if (mind->has_goal && !pos_equal(mind->goal, turn->foe->body.at) &&
        mind_step_near(turn, mind->goal, &action))
        return action;
    mind->mood = MOOD_HOMING;
    mind->has_goal = false;
    return mind_go_home(turn);
}

/* Out of the rock beside the target, for nothing strikes from within. */
static struct action come_out(const struct mind_turn *turn)
{
    struct action action = {.verb = ACTION_NONE};
    int best = turn->distance + 2;

    for (int i = 0; i < 8; i++) {
        enum dir dir = rotated(turn, i);
        struct pos to = pos_step(turn->foe->body.at, dir);
        int distance = pos_distance(to, turn->target->body.at);
        if (distance < best && !level_is_opaque(turn->level, to) && is_free(turn, dir)) {
            best = distance;
            action = step(dir);
        }
    }
    return action;
}

/* A boss is whole again, and calls again. */
static void mend_in_lair(const struct mind_turn *turn)
{
    struct foe *foe = turn->foe;
    uint64_t empty = world_ms(turn->world, LAIR_EMPTY_MS);

    if (species_part(turn->row, PART_LAIR) == NULL || foe->mind.target != 0 ||
        foe->mind.seen_at == 0 || body_lived(&foe->body) - foe->mind.seen_at < empty)
        return;
    foe->body.health = foe->body.health_max;
    foe->mind.calls = 0;
}

static struct action fight(struct mind_turn *turn)
{
    struct action action = {.verb = ACTION_NONE};
    const struct body *target = &turn->target->body;

    if (body_is_buried(&turn->foe->body) && turn->distance == 1)
        return come_out(turn);
    if (mind_act_by_parts(turn, &action))
        return action;
    if (turn->distance == 1)
        return (struct action){.verb = ACTION_ATTACK,
                               .dir = dir_towards(turn->foe->body.at, target->at)};
    if (turn->is_target_seen)
        (void)mind_step_near(turn, target->at, &action);
    else
        action = follow_track(turn);
    return action;
}

/* Action of a foe without a target. */
static struct action live_alone(struct mind_turn *turn)
{
    switch (turn->foe->mind.mood) {
    case MOOD_HUNTING:
        return follow_track(turn);
    case MOOD_HOMING:
        return mind_go_home(turn);
    case MOOD_ROAMING:
        return roam(turn);
    default:
        return (struct action){.verb = ACTION_NONE};
    }
}

struct action mind_think(const struct world *world, struct foe *foe, struct level_work *work)
{
    struct mind_turn turn = {
        .world = world,
        .work = work,
        .foe = foe,
        .level = foe->body.level,
        .row = species_row(foe->body.species),
        .way = mind_way(foe->body.species),
    };
    struct action action;

    if (statuses_take_turn(&foe->body.statuses))
        return (struct action){.verb = ACTION_NONE};
    if (mind_deed_is_due(&turn, &action))
        return action;
    mend_in_lair(&turn);
    find_target(&turn);
    keep_leash(&turn);
    action = turn.target != NULL ? fight(&turn) : live_alone(&turn);
    return keep_off_stairs(&turn, action);
}
