/*
 * Minds of foes.
 *
 * A foe's turn is mind_think(): it chooses a target, checks its leash, tries the parts of its kind
 * in the order of the species' row, and else strikes a body beside it, steps nearer, roams or
 * stays; the first step that gives an action ends the turn. The sections follow that order: targets
 * and hearing, steps, specials that a part may choose (done in the next turn, by world/special.h),
 * flight, the table of parts, the way home, and the turn itself.
 *
 * Noise is here as well, because noise acts on minds only.
 */
#include "world/mind.h"

#include <limits.h>

#include "world/haven.h"
#include "world/line.h"
#include "world/world.h"

/* The data of a foe's turn, gathered once for all of its steps. */
struct mind_turn {
    const struct world *world;
    struct level_work *work;
    struct foe *foe;
    struct level *level;
    const struct species_row *row;
    struct delver *target; /* target; NULL: none */
    int distance;          /* king's moves to the target */
    bool is_target_seen;
    enum way way;
};

enum {
    TRACK_BEATS = 15, /* beats after which a foe gives up a target out of view */
    SCENT_BEATS = 60, /* beats after which a foe with scent gives it up */
    HURT_BEATS = 5,   /* beats for which a delver that hurt the foe is preferred as target */
    LEASH = 25,       /* most steps from home in a chase */
    LEASH_GUARD = 8,
    /* milliseconds without any delver in the lair after which a boss is healed */
    LAIR_EMPTY_MS = 30000,
    REST_ONE_IN = 6,  /* a roaming foe rests in one turn out of so many */
    UNSEEN_CELLS = 2, /* cells within which a shadow cannot hide a body */
    TRIES = 4,        /* draws until a room is found that it can reach */
    SCORE_CELL = 4,   /* weights in the score of a target; the smallest score is chosen */
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
    if (foe->group != 0 && !mind->has_mustered && delver->time.company != 0)
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

/* True if the delver and the foe hurt one another within that many beats. */
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

/* True if the foe may aim at the delver. */
static bool may_be_target(const struct mind_turn *turn, const struct delver *delver)
{
    return delver->body.state == BODY_PRESENT && !delver->fall.is_fallen &&
           body_is_on(&delver->body, turn->level) &&
           (int64_t)(body_lived(&delver->body) - delver->danger.safe_until) >= 0 &&
           !haven_is_at(turn->level, delver->body.at) && !is_unseen(turn, delver);
}

/* Returns the distance in cells at which the foe notices the delver: half for one with a hooded
   lamp. */
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

/* Returns the best visible target. A foe on its way home considers only recent attackers. */
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

/* Gives up the target if no other delver is in view. A foe whose target has left the level has no
   track to follow, and a foe that fled does not return to the fight. */
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
        /* The fight goes on with another target, so parts that work once in a fight do not work
           again. */
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

/* Gives up the chase if the foe is too far from home. True: it did. */
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

/* Returns direction number `i` in a fixed order that starts at a different direction for each
   foe. */
static enum dir rotated(const struct mind_turn *turn, int i)
{
    return (enum dir)(DIR_NORTH + ((int)(turn->foe->body.id & 7) + i) % 8);
}

static struct action step(enum dir dir)
{
    return (struct action){.verb = ACTION_MOVE, .dir = dir};
}

/* Finds the step to the free neighbour with the fewest (or most) steps in the target's field.
   False: none is better than the foe's own cell. */
static bool mind_step_near(const struct mind_turn *turn, struct pos goal, struct action *out)
{
    const struct field *field = field_of(turn->work->fields, turn->level, goal, turn->way);
    struct pos at = turn->foe->body.at;
    int here = field_steps(field, at);
    int best = here + 1; /* not farther than here, to walk around a mate */
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

static bool mind_step_away(const struct mind_turn *turn, struct action *out)
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

static bool mind_step_at_random(const struct mind_turn *turn, struct action *out)
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

enum {
    CHARGE_NEAREST = 3,
    CHARGE_FARTHEST = 6,
    TONGUE_NEAREST = 2,
    TONGUE_FARTHEST = 4,
    TONGUE_BEATS = 4, /* least beats between two uses */
    MEND_BEATS = 3,
    MEND_PERCENT = 70, /* below this percent of full health a mate is healed */
    CALLS_MAX = 2,     /* calls in a fight */
    NET_NEAREST = 2,
    RAISE_BEATS = 5,
    RAISES_MAX = 4, /* raises in a fight */
};

static bool may_again(const struct mind_turn *turn)
{
    return body_lived(&turn->foe->body) >= turn->foe->mind.special_again_at;
}

static void rest_from(const struct mind_turn *turn, int beats)
{
    turn->foe->mind.special_again_at =
        body_lived(&turn->foe->body) + world_beats(turn->world, beats);
}

bool mind_is_clear(const struct body *body, struct pos at)
{
    return way_cost(mind_way(body->species), level_tile(body->level, at)) > 0 &&
           !level_is_opaque(body->level, at) && level_body_at(body->level, at) == 0 &&
           !level_is_warded(body->level, at);
}

/* True if a charge of the body would lead straight to the last cell before `to`. */
static bool can_charge(const struct body *body, struct pos to)
{
    const struct line line = {.from = body->at, .to = to};
    int steps = pos_distance(body->at, to);
    int dx = to.x - body->at.x;
    int dy = to.y - body->at.y;

    if (dx != 0 && dy != 0 && dx != dy && dx != -dy)
        return false;
    for (int step = 1; step < steps; step++) {
        if (!mind_is_clear(body, line_cell(&line, step)))
            return false;
    }
    return true;
}

/* Announces a special; the foe does it in its next turn, see mind_special_is_due(). Returns
   true. */
static bool wind_up(struct mind_turn *turn, enum part_id part, struct action *out)
{
    struct mind *mind = &turn->foe->mind;
    struct event *event = event_push(&turn->level->events, EVENT_WIND_UP, &turn->foe->body);

    mind->special = part;
    mind->aim = turn->target->body.at;
    mind->special_to = turn->target->body.id;
    event->part = part;
    event->at = mind->aim;
    event->other = mind->special_to;
    *out = (struct action){.verb = ACTION_NONE};
    return true;
}

/* Does a special to a body in this turn. Returns true. */
static bool do_to(struct mind_turn *turn, enum part_id part, const struct body *to,
                  struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    mind->special = part;
    mind->aim = to->at;
    mind->special_to = to->id;
    *out = (struct action){.verb = ACTION_DEED, .dir = DIR_NONE, .target = to->id};
    return true;
}

/* True if the foe has announced a special, which it does now at the announced aim. */
static bool mind_special_is_due(const struct mind_turn *turn, struct action *out)
{
    if (turn->foe->mind.special == PART_NONE)
        return false;
    *out = (struct action){.verb = ACTION_DEED, .target = turn->foe->mind.special_to};
    return true;
}

/* True if the foe sees the target or has just heard it. */
static bool knows_place(const struct mind_turn *turn)
{
    return turn->is_target_seen ||
           (turn->foe->mind.has_goal && pos_equal(turn->foe->mind.goal, turn->target->body.at));
}

/* Acts by a part that ends in a special (world/special.h). This and the next functions return true
   if the part used the turn. */
static bool mind_charge(struct mind_turn *turn, struct action *out)
{
    return turn->distance >= CHARGE_NEAREST && turn->distance <= CHARGE_FARTHEST &&
           knows_place(turn) && can_charge(&turn->foe->body, turn->target->body.at) &&
           wind_up(turn, PART_CHARGE, out);
}

static bool throw_at(struct mind_turn *turn, enum part_id id, int nearest, struct action *out)
{
    const struct species_part *part = species_part(turn->row, id);

    if (!may_again(turn) || !turn->is_target_seen || turn->distance < nearest ||
        turn->distance > part->range ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, part->every + 1);
    return wind_up(turn, id, out);
}

static bool mind_throw_pot(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_POT, 2, out);
}

static bool mind_spit(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_SPIT, 1, out);
}

static bool mind_bolt(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_BOLT, 1, out);
}

static bool mind_breathe(struct mind_turn *turn, struct action *out)
{
    return throw_at(turn, PART_BREATH, 1, out);
}

/* Throws a net, but not at a target that is already held. */
static bool mind_net(struct mind_turn *turn, struct action *out)
{
    const struct species_part *part = species_part(turn->row, PART_NET);

    if (!may_again(turn) || !turn->is_target_seen || turn->distance < NET_NEAREST ||
        turn->distance > part->range || statuses_have(&turn->target->body.statuses, STATUS_HELD) ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, part->every);
    return do_to(turn, PART_NET, &turn->target->body, out);
}

static bool mind_pull(struct mind_turn *turn, struct action *out)
{
    if (!may_again(turn) || !turn->is_target_seen || turn->distance < TONGUE_NEAREST ||
        turn->distance > TONGUE_FARTHEST ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    rest_from(turn, TONGUE_BEATS);
    return do_to(turn, PART_TONGUE, &turn->target->body, out);
}

static bool mind_call(struct mind_turn *turn, struct action *out)
{
    if (!turn->is_target_seen || turn->foe->mind.calls >= CALLS_MAX || !may_again(turn))
        return false;
    turn->foe->mind.calls++;
    rest_from(turn, MEND_BEATS);
    return wind_up(turn, PART_CALL, out);
}

/* Returns the worst hurt mate in view that is hurt enough to be healed; NULL: none. */
static const struct body *find_hurt_mate(const struct mind_turn *turn)
{
    const struct body *own = &turn->foe->body;
    const struct body *worst = NULL;
    const struct body *mate;

    for (body_id id = turn->level->first_foe; id != 0; id = mate->next) {
        mate = world_body(turn->world, id);
        if (mate == own || mate->health * 100 >= mate->health_max * MEND_PERCENT ||
            pos_distance(mate->at, own->at) > turn->row->see ||
            !level_has_line(turn->level, own->at, mate->at))
            continue;
        if (worst == NULL || mate->health * worst->health_max < worst->health * mate->health_max)
            worst = mate;
    }
    return worst;
}

static bool mind_mend(struct mind_turn *turn, struct action *out)
{
    const struct body *mate = may_again(turn) ? find_hurt_mate(turn) : NULL;

    if (mate == NULL)
        return false;
    rest_from(turn, MEND_BEATS);
    return do_to(turn, PART_MEND, mate, out);
}

/* Raises a dead foe, if the foe is in a fight. */
static bool mind_raise(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (!may_again(turn) || mind->calls >= RAISES_MAX || spawn_find_dead(turn->foe) == NULL)
        return false;
    mind->calls++;
    rest_from(turn, RAISE_BEATS);
    return wind_up(turn, PART_RAISE, out);
}

enum {
    FLEE_PERCENT = 30, /* below this percent of full health a foe flees */
    HIDE_CELLS = 20,   /* cells within which it looks for a hiding place */
};

static bool is_badly_hurt(const struct foe *foe)
{
    return foe->body.health * 100 < foe->body.health_max * FLEE_PERCENT;
}

/* True if the foe would be out of sight at that cell and block nobody's way. */
static bool is_refuge(const struct mind_turn *turn, struct pos at)
{
    return level_contains(turn->level, at) && !level_is_opaque(turn->level, at) &&
           level_body_at(turn->level, at) == 0 && !stairs_are_near(turn->level, at) &&
           !haven_is_at(turn->level, at) && !delver_sees(turn->target, at);
}

/* Finds the nearest refuge, of equally near ones the farthest from the target. The foe must reach
   the refuge, and so every cell of the way, before the target. False: there is none. */
static bool find_refuge(const struct mind_turn *turn, struct pos *out)
{
    struct pos own = turn->foe->body.at;
    uint8_t away[(2 * HIDE_CELLS + 1) * (2 * HIDE_CELLS + 1)];
    const struct field *field =
        field_of(turn->work->fields, turn->level, turn->target->body.at, turn->way);
    struct pos at;
    size_t i = 0;
    int best = INT_MAX;

    for (at.y = own.y - HIDE_CELLS; at.y <= own.y + HIDE_CELLS; at.y++) {
        for (at.x = own.x - HIDE_CELLS; at.x <= own.x + HIDE_CELLS; at.x++)
            away[i++] = (uint8_t)field_steps(field, at);
    }
    field = field_of(turn->work->fields, turn->level, own, turn->way);
    i = 0;
    for (at.y = own.y - HIDE_CELLS; at.y <= own.y + HIDE_CELLS; at.y++) {
        for (at.x = own.x - HIDE_CELLS; at.x <= own.x + HIDE_CELLS; at.x++, i++) {
            int steps = field_steps(field, at);
            if (steps == FIELD_FAR || steps >= away[i] || 3 * steps - away[i] >= best ||
                !is_refuge(turn, at))
                continue;
            best = 3 * steps - away[i];
            *out = at;
        }
    }
    return best < INT_MAX;
}

/* Steps towards a cell that the target does not see and is not nearer to. False: there is none. */
static bool mind_step_to_hide(const struct mind_turn *turn, struct action *out)
{
    struct pos refuge;

    return turn->row->move > 0 && find_refuge(turn, &refuge) && mind_step_near(turn, refuge, out);
}

/* Flees when the foe is badly hurt, for kinds with PART_FLEE. */
static bool mind_flee(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (mind->fear == FEAR_NONE && is_badly_hurt(turn->foe)) {
        beat_begin(turn->world, &turn->foe->body);
        mind->fear = FEAR_FLEEING;
        event_push(&turn->level->events, EVENT_FLED, &turn->foe->body);
    }
    if (mind->fear != FEAR_FLEEING)
        return false;
    *out = (struct action){.verb = ACTION_NONE};
    if (sight_is_clear_of(turn->world, turn->level, turn->foe->body.at) ||
        mind_step_to_hide(turn, out) || mind_step_away(turn, out))
        return true;
    mind->fear = FEAR_CORNERED;
    return false;
}

enum {
    PACK_CELLS = 4,
    /* foes of the pack, this one included, within PACK_CELLS of the target, with which it
       attacks */
    PACK_MATES = 2,
    PACK_BEATS = 15,  /* beats after which it attacks anyway: some never come */
    KITE_CELLS = 3,   /* a shooter steps away from a target nearer than this */
    STAND_ONE_IN = 3, /* in one beat out of so many a foe that is too near stays */
    KEEP_CELLS = 6,
    MATE_CELLS = 5, /* a foe that keeps near a mate comes nearer if it is farther away than this */
    MATE_CELLS_MOST = 20, /* a mate farther away than this is left alone */
    AMBUSH_CELLS = 2,
    ERRATIC_ONE_IN = 3,
};

static const struct action rest = {.verb = ACTION_WAIT};

static int count_mates(const struct mind_turn *turn, struct pos near)
{
    const struct body *body;
    int count = 0;

    for (body_id id = turn->level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        count +=
            body->species == turn->foe->body.species && pos_distance(body->at, near) <= PACK_CELLS;
    }
    return count;
}

static bool wait_for_pack(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (turn->distance > PACK_CELLS || turn->foe->body.health < turn->foe->body.health_max ||
        mind->waited == PACK_BEATS || count_mates(turn, turn->target->body.at) >= PACK_MATES)
        return false;
    mind->waited++;
    *out = rest;
    return true;
}

static bool shoot(struct mind_turn *turn, struct action *out)
{
    const struct species_part *part = species_part(turn->row, PART_SHOT);

    if (part == NULL || !turn->is_target_seen || turn->distance < 2 ||
        turn->distance > part->range ||
        !blow_has_line(turn->world, &turn->foe->body, &turn->target->body))
        return false;
    *out = (struct action){.verb = ACTION_SHOOT, .target = turn->target->body.id};
    return true;
}

/* Attacks, now and then, a delver that follows step by step, so that a chase ends. */
static bool step_back(struct mind_turn *turn, struct action *out)
{
    return turn->distance < KITE_CELLS && rng_below(&turn->level->rng, STAND_ONE_IN) != 0 &&
           mind_step_away(turn, out);
}

static bool kite(struct mind_turn *turn, struct action *out)
{
    return step_back(turn, out) || shoot(turn, out);
}

/* Returns the nearest foe of a kind that keeps no such distance; NULL: none. */
static const struct body *nearest_mate(const struct mind_turn *turn)
{
    const struct body *own = &turn->foe->body;
    const struct body *nearest = NULL;
    const struct body *mate;

    for (body_id id = turn->level->first_foe; id != 0; id = mate->next) {
        mate = world_body(turn->world, id);
        if (mate != own && foe_is_awake((const struct foe *)mate) &&
            (nearest == NULL ||
             pos_distance(mate->at, own->at) < pos_distance(nearest->at, own->at)))
            nearest = mate;
    }
    return nearest;
}

static bool keep_distance(struct mind_turn *turn, struct action *out)
{
    if (step_back(turn, out))
        return true;
    if (turn->distance > KEEP_CELLS || turn->distance == 1)
        return false;
    const struct body *mate = nearest_mate(turn);
    int apart = mate == NULL ? 0 : pos_distance(mate->at, turn->foe->body.at);
    if (apart > MATE_CELLS && apart <= MATE_CELLS_MOST && mind_step_near(turn, mate->at, out))
        return true;
    *out = rest;
    return true;
}

static bool lie_in_wait(struct mind_turn *turn, struct action *out)
{
    struct mind *mind = &turn->foe->mind;

    if (mind->is_hidden && turn->distance <= AMBUSH_CELLS) {
        mind->is_hidden = false;
        turn->level->is_stirred = true;
        event_push(&turn->level->events, EVENT_STIRRED, &turn->foe->body);
    }
    if (!mind->is_hidden)
        return false;
    *out = rest;
    return true;
}

static bool flutter(struct mind_turn *turn, struct action *out)
{
    return rng_below(&turn->level->rng, ERRATIC_ONE_IN) == 0 && mind_step_at_random(turn, out);
}

static bool shout(struct mind_turn *turn, struct action *out)
{
    (void)out;
    if (turn->foe->mind.has_shouted)
        return false;
    turn->foe->mind.has_shouted = true;
    event_push(&turn->level->events, EVENT_SHOUTED, &turn->foe->body);
    noise_make(turn->world, &turn->foe->body, NOISE_SHOUT);
    return false;
}

/* Runs away with stolen gold. */
static bool run_with_gold(struct mind_turn *turn, struct action *out)
{
    return turn->foe->mind.gold > 0 && mind_step_away(turn, out);
}

static bool (*const part_table[PART_COUNT])(struct mind_turn *, struct action *) = {
    [PART_FLEE] = mind_flee,     [PART_PACK] = wait_for_pack,  [PART_KITE] = kite,
    [PART_SHOT] = shoot,         [PART_KEEP] = keep_distance,  [PART_AMBUSH] = lie_in_wait,
    [PART_ERRATIC] = flutter,    [PART_SHOUT] = shout,         [PART_STEAL] = run_with_gold,
    [PART_CHARGE] = mind_charge, [PART_POT] = mind_throw_pot,  [PART_SPIT] = mind_spit,
    [PART_TONGUE] = mind_pull,   [PART_CALL] = mind_call,      [PART_MEND] = mind_mend,
    [PART_BOLT] = mind_bolt,     [PART_BREATH] = mind_breathe, [PART_NET] = mind_net,
    [PART_RAISE] = mind_raise,
};

/* Tries the parts of the foe's kind in their order. True: one acted. */
static bool mind_act_by_parts(struct mind_turn *turn, struct action *out)
{
    for (int i = 0; i < SPECIES_PARTS_MAX; i++) {
        enum part_id id = turn->row->parts[i].id;
        if (part_table[id] != NULL && part_table[id](turn, out))
            return true;
    }
    return false;
}

enum {
    SLEEP_PERCENT = 60, /* percent of foes that fall asleep when they are home */
    OWN_TIME_CELLS =
        24 /* a foe farther than so many cells from all delvers has no time of its own */
};

/* Lets a foe that is home sleep, stand at its post or roam again. */
static void settle(struct foe *foe)
{
    struct mind *mind = &foe->mind;
    const struct species_row *row = species_row(foe->body.species);
    struct level *level = foe->body.level;
    bool is_post = species_part(row, PART_GUARD) != NULL || species_part(row, PART_LAIR) != NULL;
    bool sleeps = (int)rng_below(&level->rng, 100) < SLEEP_PERCENT;

    mind->has_goal = false;
    mind->mood = is_post ? MOOD_POSTED : sleeps ? MOOD_ASLEEP : MOOD_ROAMING;
    mind->is_hidden = mind->is_poised = species_part(row, PART_AMBUSH) != NULL;
}

/* Returns the next step home. ACTION_NONE: the foe is home, and sleeps or roams again, or it waits
   behind a mate. */
static struct action mind_go_home(struct mind_turn *turn)
{
    struct mind *mind = &turn->foe->mind;
    struct pos at = turn->foe->body.at;
    struct action action = {.verb = ACTION_NONE};

    if (!pos_equal(at, mind->home)) {
        if (mind_step_near(turn, mind->home, &action))
            return action;
        bool has_way = turn->row->move > 0 &&
                       field_steps(field_of(turn->work->fields, turn->level, mind->home, turn->way),
                                   at) != FIELD_FAR;
        bool is_at_stairs =
            turn->row->move > 0 && stairs_distance(turn->level, at) <= STAIRS_GROUND;
        if (is_at_stairs && !has_way)
            (void)mind_step_at_random(turn, &action);
        if (is_at_stairs || (has_way && pos_distance(at, mind->home) > 1))
            return action;
        mind->home = at;
    }
    settle(turn->foe);
    if (mind->mood == MOOD_ASLEEP || mind->is_hidden)
        event_push(&turn->level->events, EVENT_STIRRED, &turn->foe->body);
    return action;
}

/* True if no delver could notice that the foe is moved home. */
static bool is_alone(const struct world *world, const struct foe *foe)
{
    const struct level *level = foe->body.level;
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (foe->mind.target == id || pos_distance(delver->body.at, foe->body.at) <= OWN_TIME_CELLS)
            return false;
    }
    return sight_is_clear_of(world, level, foe->body.at);
}

static bool is_away_from_home(const struct foe *foe)
{
    switch (foe->mind.mood) {
    case MOOD_HUNTING:
    case MOOD_HOMING:
        return true;
    case MOOD_ROAMING:
        return stairs_distance(foe->body.level, foe->body.at) <= STAIRS_GROUND;
    default:
        return false;
    }
}

/* Finds the foe's home, or a free cell beside it, where no delver sees it. False: there is none. */
static bool find_home(const struct world *world, const struct foe *foe, struct pos *out)
{
    const struct level *level = foe->body.level;
    enum way way = mind_way(foe->body.species);

    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++) {
        struct pos at = dir == DIR_NONE ? foe->mind.home : pos_step(foe->mind.home, dir);
        if (way_cost(way, level_tile(level, at)) > 0 && !level_is_opaque(level, at) &&
            level_body_at(level, at) == 0 && stairs_distance(level, at) > STAIRS_GROUND &&
            !haven_is_at(level, at) && sight_is_clear_of(world, level, at)) {
            *out = at;
            return true;
        }
    }
    return false;
}

void foes_go_home(const struct world *world, struct level *level)
{
    struct foe *foe;
    struct pos home;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (species_row(foe->body.species)->move == 0 || !is_away_from_home(foe) ||
            !is_alone(world, foe) || !find_home(world, foe, &home))
            continue;
        mind_forget(foe);
        foe->mind.special = PART_NONE;
        foe->body.queue_length = 0;
        body_move(&foe->body, home);
        settle(foe);
        level->population.is_dirty = true;
    }
}

/* Sets the goal to the middle of a random room that the foe can walk to. */
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

/* Replaces an action that would keep the foe near stairs: a foe that would stop there walks on,
   unless it fights, so that arriving delvers find room. */
static struct action keep_off_stairs(const struct mind_turn *turn, struct action action)
{
    struct pos at = turn->foe->body.at;
    struct mind *mind = &turn->foe->mind;
    struct action away = action;
    int best = stairs_distance(turn->level, at);

    if ((action.verb != ACTION_NONE && action.verb != ACTION_WAIT) || turn->row->move == 0 ||
        !stairs_are_near(turn->level, at) || mind->special != PART_NONE ||
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

/* Returns a step to where the target was last seen, while no delver is in view; then a step
   home. */
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

/* Returns a step out of the rock beside the target, because a foe cannot strike from within
   rock. */
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

/* Heals a boss in its lair and lets it call again. */
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

/* Returns the action of a foe without a target. */
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
    if (mind_special_is_due(&turn, &action))
        return action;
    mend_in_lair(&turn);
    find_target(&turn);
    keep_leash(&turn);
    action = turn.target != NULL ? fight(&turn) : live_alone(&turn);
    return keep_off_stairs(&turn, action);
}

enum {
    WAKE_PERCENT = 10,
    WAKE_PERCENT_NEAR = 5, /* percent added for each cell nearer than the radius */
    NEW_LEVEL = 3,         /* delvers of a lower level are new */
};

static void hear(struct foe *foe, struct body *maker, int radius)
{
    struct level *level = foe->body.level;
    int chance =
        WAKE_PERCENT + WAKE_PERCENT_NEAR * (radius - pos_distance(foe->body.at, maker->at));

    /* Each waking is an event: a foe for which the list has no room sleeps on. */
    bool has_room = level->events.max - level->events.count > EVENTS_SPARE / 4;
    if (foe->mind.mood == MOOD_ASLEEP && (int)rng_below(&level->rng, 100) < chance && has_room)
        mind_wake(foe, body_delver(maker));
    if (species_part(species_row(foe->body.species), PART_NOISE) != NULL)
        mind_hear(foe, body_delver(maker));
    if (foe->mind.mood == MOOD_ROAMING)
        mind_go(foe, maker->at);
}

void noise_make(const struct world *world, struct body *body, int radius)
{
    struct level *level = body->level;
    const struct delver *delver = body_delver(body);

    if (level->foe_count == 0)
        return;
    if (delver != NULL && life_level(&delver->life) < NEW_LEVEL)
        radius /= 2;
    struct pos first = level_clamp(level, pos_of(body->at.x - radius, body->at.y - radius));
    struct pos last = level_clamp(level, pos_of(body->at.x + radius, body->at.y + radius));
    for (int y = first.y; y <= last.y; y++) {
        for (int x = first.x; x <= last.x; x++) {
            uint64_t word = level->foes[y * level->row_words + x / 64] >> x % 64;
            if (word == 0) {
                x |= 63;
                continue;
            }
            x += __builtin_ctzll(word);
            if (x > last.x)
                break;
            struct body *other = world_body(world, level_body_at(level, pos_of(x, y)));
            if (other != body)
                hear(body_foe(other), body, radius);
        }
    }
}
