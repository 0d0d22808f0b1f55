/*
 * Whose turn it is on a level. Every delver with something queued, and every foe, gets one chance a
 * tick, in the order of its list; but those who are about to make room go before those who walk
 * behind them.
 *
 * Walking into a delver swaps places, so that nobody can be shut in. Two who walk one behind the
 * other would swap for ever: the one behind comes to the front, and is then walked into. So the
 * body that walks into somebody who is leaving goes after them: in the same tick if both can act,
 * and else waits, no longer than the other's last action takes. A delver that comes the other way,
 * stands, or was refused a step in this tick is not leaving and is swapped with. And a body that
 * was passed does not pass back at once: two that step now and then on the same way would get
 * nowhere either.
 *
 * A level on which a delver strides lives several such rounds in one tick of the world.
 *
 * A turn may end a beat of the body's life: statuses run their course, and health comes back in
 * parts of a point, so that any full health takes the same time.
 */
#include "world/turn.h"

#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "world/blow.h"
#include "world/company.h"
#include "world/death.h"
#include "world/door.h"
#include "world/haven.h"
#include "world/mind.h"
#include "world/move.h"
#include "world/statuses.h"
#include "world/use.h"
#include "world/world.h"

enum {
    MEND_POINT = 6000, /* parts of a point of health */
    /* parts for each point of full health in a beat: healed after 200 beats, 120 s */
    MEND_WALKING = 30,
    MEND_RESTING = 90, /* the same at rest: healed after 67 beats, 40 s */
    MEND_HAVEN = 720,  /* the same in a haven: healed after 8 beats, 5 s */
    MEND_DANGER = 600, /* parts in each beat of danger: a point in 10 beats, at any full health */
    MEND_HIDDEN = 2,   /* percent of full health in a beat, for a foe in hiding */
    REST_BEATS = 2,    /* beats without a step after which a delver is at rest */
};

static int mend_rate(const struct world *world, const struct delver *delver)
{
    const struct body *body = &delver->body;
    uint64_t rest_ticks = world_beats(world, REST_BEATS);

    if (delver->time.state != COMPANY_CALM)
        return MEND_DANGER;
    if (haven_is_at(body->level, body->at))
        return MEND_HAVEN * body->health_max;
    int times = (gear_of(body).traits & ITEM_RESTS) != 0 ? 2 : 1;
    return times * body->health_max *
           (body_lived(body) - delver->time.stepped_at >= rest_ticks ? MEND_RESTING : MEND_WALKING);
}

static void mend(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;

    if (body->health >= body->health_max)
        return;
    int parts = delver->effects.mended + mend_rate(world, delver);
    int health = body->health + parts / MEND_POINT;
    delver->effects.mended = (uint16_t)(parts % MEND_POINT);
    if (health >= body->health_max) {
        health = body->health_max;
        delver->effects.mended = 0;
    }
    if (health == body->health)
        return;
    body->health = (int16_t)health;
    event_push(&body->level->events, EVENT_MENDED, body)->left = health;
    delver_note_change(delver);
}

/* Heals a foe that fled and is out of sight, or sleeps; chance decides about parts of a point. A
   foe with full health stops fleeing. */
static void mend_in_hiding(const struct world *world, struct foe *foe)
{
    struct body *body = &foe->body;
    uint32_t parts = (uint32_t)(body->health_max * MEND_HIDDEN);

    if (foe->mind.fear != FEAR_FLEEING)
        return;
    if (!foe_is_awake(foe) || sight_is_clear_of(world, body->level, body->at)) {
        int health = body->health + (int)((parts + rng_below(&body->level->rng, 100)) / 100);
        body->health = (int16_t)(health < body->health_max ? health : body->health_max);
    }
    if (body->health >= body->health_max)
        foe->mind.fear = FEAR_NONE;
}

/* Carries a delver whose floating ended over deep water to the shore. If no cell is free there, it
   floats a beat more. */
static void come_ashore(struct body *body)
{
    struct pos from = body->at;
    struct pos to = level_ashore(body->level, from);

    if (body_delver(body) == NULL || pos_equal(from, to) || move_swims(body, from))
        return;
    if (level_body_at(body->level, to) != 0) {
        (void)statuses_add(&body->statuses, STATUS_FLOATING, 1);
        return;
    }
    body_move(body, to);
    event_push(&body->level->events, EVENT_CARRIED_OFF, body)->from = from;
    body->level->is_stirred = true;
}

/* Returns the status to report for a loss of health: burning, or else poison. */
static enum status_id harm_of(const struct statuses *statuses)
{
    return statuses->left[STATUS_BURNING] > 0 ? STATUS_BURNING : STATUS_POISONED;
}

/* Reports the health that the beat cost, and each status that ended with it. */
static void live_statuses(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    const struct statuses before = body->statuses;
    int loss = statuses_live_beat(&body->statuses);

    if (loss > 0) {
        struct event *event = event_push(&level->events, EVENT_WITHERS, body);
        event->status = harm_of(&before);
        event->count = loss;
        event->left = body->health > loss ? body->health - loss : 0;
    }
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (before.left[id] > 0 && body->statuses.left[id] == 0)
            event_push(&level->events, EVENT_STATUS, body)->status = id;
    }
    if (before.left[STATUS_FLOATING] > 0 && body->statuses.left[STATUS_FLOATING] == 0)
        come_ashore(body);
    if (loss > 0)
        blow_harm(world, body, loss, body);
}

/* Ends the beat of a body on a level if its time has come. The body may die of it. */
static void live_beat(const struct world *world, struct body *body)
{
    struct delver *delver = body_delver(body);

    if ((int64_t)(body_lived(body) - body->beat_at) < 0 || !beat_is_needed(body))
        return;
    body->beat_at = body_lived(body) + world_beats(world, 1);
    if (body_is_fallen(body)) {
        fall_live_beat(world, delver);
        return;
    }
    if (delver != NULL && haven_is_at(body->level, body->at))
        health_restore(body);
    if (delver != NULL)
        mend(world, delver);
    else
        mend_in_hiding(world, body_foe(body));
    if (statuses_any(&body->statuses))
        live_statuses(world, body);
    if (delver != NULL && body->level != NULL)
        use_live_beat(world, delver);
}

enum {
    CHAIN_MAX = 64, /* most bodies in a row whose turns are put in order */
    /* ticks for which a body waits behind one that just passed and may be resting */
    PATIENCE_TICKS = 50,
    LOOK_TICKS = 5, /* ticks between two searches for companies and dangers */
    ALONE_TICKS_MAX = 2000,
};

static bool can_act(const struct world *world, const struct body *body)
{
    return body->state == BODY_PRESENT && body->queue_length > 0 &&
           body->turn_tick != world->tick && body_is_ready(body);
}

/* Returns the direction in which a body is about to step or has just stepped; DIR_NONE: it
   stands. */
static enum dir way_of(const struct body *body)
{
    if (body->queue_length > 0)
        return body->queue[0].verb == ACTION_MOVE ? body->queue[0].dir : DIR_NONE;
    return body_is_ready(body) ? DIR_NONE : body->walked;
}

/* Returns the body on the cell of the next step of `body`; NULL: none, or an enemy, or the action
   is not a step. */
static struct body *who_is_ahead(const struct world *world, const struct body *body)
{
    const struct level *level = body->level;

    if (body->queue[0].verb != ACTION_MOVE)
        return NULL;
    struct pos to = pos_step(body->at, body->queue[0].dir);
    if (!level_contains(level, to))
        return NULL;
    struct body *other = world_body(world, level->bodies[level_index(level, to)]);
    return other != NULL && blow_is_between(body, other) ? NULL : other;
}

/* True if the other body is about to leave its cell, and not towards `body`. */
static bool is_leaving(const struct body *other, const struct body *body)
{
    enum dir way = way_of(other);

    return way != DIR_NONE && !pos_equal(pos_step(other->at, way), body->at);
}

/* True while the body in the way is leaving and cannot be gone yet, or passed a moment ago in that
   direction and will probably go on. */
static bool must_wait(const struct world *world, const struct body *body)
{
    const struct body *other = who_is_ahead(world, body);

    if (other == NULL)
        return false;
    if (is_leaving(other, body) && (!body_is_ready(other) || other->wait_tick == world->tick))
        return true;
    return body->passed_way == body->queue[0].dir && body->passed_by == body_number(other) &&
           body->level->clock - body->passed_clock < PATIENCE_TICKS;
}

/* Lets a foe decide that can act and has nothing queued; it may also decide to rest for a beat. */
static void decide(const struct world *world, struct body *body, struct level_work *work)
{
    struct foe *foe = body_foe(body);

    if (foe == NULL || body->queue_length > 0 || !body_is_ready(body))
        return;
    struct action action = mind_think(world, foe, work);
    if (action.verb == ACTION_NONE) {
        body->ready_at = body_lived(body) + world->limits.beat_ticks;
        return;
    }
    body->queue[0] = action;
    body->queue_length = 1;
}

/* Lets a delver that is away strike a foe beside it; the first in the order of directions. */
static void defend(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;

    if (!delver_is_away(delver) || delver->fall.is_fallen || body->queue_length > 0 ||
        !body_is_ready(body))
        return;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT && body->queue_length == 0; dir++) {
        const struct body *other =
            world_body(world, level_body_at(body->level, pos_step(body->at, dir)));
        if (other == NULL || !blow_is_between(body, other) || !body_is_shown(other))
            continue;
        body->queue[0] = (struct action){.verb = ACTION_ATTACK, .dir = dir};
        body->queue_length = 1;
    }
}

static void act(const struct world *world, struct body *body)
{
    struct action action = body->queue[0];

    if (statuses_take_turn(&body->statuses)) {
        body->ready_at = body_lived(body) + world_beats(world, 1);
        return;
    }
    if (must_wait(world, body)) {
        body->wait_tick = world->tick;
        return;
    }
    body->queue_length--;
    memmove(body->queue, body->queue + 1, (size_t)body->queue_length * sizeof body->queue[0]);
    action_apply(world, body, &action);
}

/* Does one turn of a body, after the turns of all leaving bodies ahead of it that have not had
   theirs. */
static void take_turn(const struct world *world, struct body *body)
{
    struct body *chain[CHAIN_MAX];
    int count = 0;

    while (body != NULL && count < CHAIN_MAX && can_act(world, body)) {
        body->turn_tick = world->tick;
        chain[count++] = body;
        struct body *other = who_is_ahead(world, body);
        body = other != NULL && is_leaving(other, body) ? other : NULL;
    }
    while (count > 0)
        act(world, chain[--count]);
}

static bool has_more_to_do(struct body *body)
{
    const struct foe *foe = body_foe(body);

    if (body->queue_length > 0 ||
        (body_delver(body) != NULL && delver_is_away(body_delver(body))) ||
        (foe != NULL && foe_is_awake(foe) && foe->mind.keeper != 0))
        return true;
    return beat_is_needed(body);
}

/* Keeps in the list of active bodies those that still have something to do on this level. */
static void keep_active(const struct world *world, struct body_list *active)
{
    for (uint32_t i = 0; i < active->count; i++) {
        struct body *body = world_body(world, active->ids[i]);
        if (body == NULL || has_more_to_do(body))
            continue;
        body->is_active = false;
        active->ids[i] = 0;
    }
    body_list_close_gaps(active);
}

/*
 * Shuffles the waiting bodies, which go first in the next tick, so that no slot is favoured. (A
 * start that merely rotates resonates with the cost of an action: of five players who hold a key
 * down, the same player would always be first.)
 */
static void shuffle_waiting(const struct world *world, struct level *level)
{
    struct level_key key = level->key;
    uint64_t place = (uint64_t)key.wing << 32 | key.depth;
    struct rng rng;

    if (level->active.count < 2)
        return;
    rng_init(&rng, rng_level_seed(world->seed, place, key.generation, RNG_TURNS) ^ world->tick);
    rng_shuffle(&rng, level->active.ids, level->active.count);
}

/* Lives a tick of an active body. Its beat ends first, so that a lost turn is not longer than its
   status says. */
static void live(const struct world *world, struct body *body, struct level_work *work)
{
    live_beat(world, body);
    if (body->level == NULL)
        return;
    decide(world, body, work);
    if (body_delver(body) != NULL)
        defend(world, body_delver(body));
    take_turn(world, body);
}

/* False if a list of the tick is nearly full; the rest then happens in the next tick. */
static bool has_room(const struct level *level)
{
    return level->events.max - level->events.count > EVENTS_SPARE / 2;
}

/* Lives a tick of the bodies of all companies whose time goes on. False: there is none, and the
   level's clock stops. */
static bool run_companies(const struct world *world, struct level *level, struct level_work *work)
{
    struct body_list *active = &level->active;
    bool runs = !level->has_danger;
    struct delver *delver;

    for (body_id id = level->first_delver; level->has_danger && id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        runs = runs || level_time_runs(world, &delver->body);
    }
    if (!runs)
        return false;
    for (uint32_t i = 0; i < active->count; i++) {
        struct body *body = world_body(world, active->ids[i]);
        if (body != NULL && has_room(level) && (!level->has_danger || level_time_runs(world, body)))
            live(world, body, work);
    }
    return true;
}

/* Counts a tick of the level's clock that no body but `except` lives. */
static void pause(const struct world *world, struct level *level, const struct delver *except)
{
    struct body *body;

    for (body_id id = level->first_delver; id != 0; id = body->next) {
        body = world_body(world, id);
        bool is_excepted = except != NULL && body == &except->body;
        body->paused += !is_excepted && !level_time_runs(world, body);
    }
    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        bool is_excepted = except != NULL && body_foe(body)->mind.keeper == except->body.id;
        body->paused += !is_excepted && !level_time_runs(world, body);
    }
}

static void advance_clock(const struct world *world, struct level *level)
{
    doors_run(world, level);
    gates_run(world, level);
    hoards_run(world, level);
    level->clock++;
}

/* Lives a tick of a waiting delver and its foes while its last action is not over. */
static void live_on(const struct world *world, struct level *level, struct delver *delver,
                    struct level_work *work, bool runs)
{
    struct body_list *active = &level->active;
    struct body *own = &delver->body;

    for (int i = 0;
         i < ALONE_TICKS_MAX && own->level == level && !body_is_ready(own) && has_room(level);
         i++) {
        if (runs) {
            own->paused--;
        } else {
            pause(world, level, delver);
            advance_clock(world, level);
        }
        for (uint32_t j = 0; j < active->count; j++) {
            struct body *body = world_body(world, active->ids[j]);
            const struct foe *foe = body == NULL ? NULL : body_foe(body);
            if (foe == NULL || foe->mind.keeper != own->id || body->level != level)
                continue;
            body->paused -= runs;
            /* A foe may have more than one turn in this tick of the world. */
            body->turn_tick = world->tick - 1;
            live(world, body, work);
        }
        if (own->level == level)
            live_beat(world, own);
    }
}

/* Lets a waiting delver act, and its foes live for as long as the action takes. */
static void act_alone(const struct world *world, struct level *level, struct delver *delver,
                      struct level_work *work, bool runs)
{
    struct body *own = &delver->body;

    if (own->queue_length == 0 || own->turn_tick == world->tick)
        return;
    live_on(world, level, delver, work, runs);
    if (own->level != level || !can_act(world, own))
        return;
    take_turn(world, own);
    if (own->level == level)
        live_on(world, level, delver, work, runs);
    level->is_stirred = true;
}

static void run_waiting(const struct world *world, struct level *level, struct level_work *work,
                        bool runs)
{
    for (body_id id = level->first_delver; level->has_danger && id != 0;) {
        struct delver *delver = world_delver(world, id);
        id = delver->body.next;
        if (delver->time.state == COMPANY_WAITING)
            act_alone(world, level, delver, work, runs);
    }
}

/* Allows each body one more turn in this tick of the world. */
static void begin_again(const struct world *world, const struct level *level)
{
    for (uint32_t i = 0; i < level->active.count; i++) {
        struct body *body = world_body(world, level->active.ids[i]);
        if (body != NULL)
            body->turn_tick = body->wait_tick = world->tick - 1;
    }
}

void turns_run(const struct world *world, struct level *level, struct level_work *work, int again)
{
    if (level->delver_count == 0) {
        body_list_close_gaps(&level->active);
        return;
    }
    /* All other changes of foes and things come with the turn of a body. */
    level->population.is_dirty = level->population.is_dirty || level->active.count > 0;
    if (again > 0)
        begin_again(world, level);
    if ((world->tick + (uint64_t)again) % LOOK_TICKS == 0 ||
        (level->has_danger && level->is_stirred))
        level_time_update(world, level, work);
    bool runs = run_companies(world, level, work);
    run_waiting(world, level, work, runs);
    if (runs) {
        if (level->has_danger)
            pause(world, level, NULL);
        advance_clock(world, level);
    }
    keep_active(world, &level->active);
    shuffle_waiting(world, level);
}

/* Events that are usual on a delver's way and do not end a stride. A door that a step opens ends
   it, because the delver has not moved and later steps would begin at another cell. */
static const bool is_usual[EVENT_COUNT] = {
    [EVENT_MOVED] = true,
    [EVENT_WAITED] = true,
    [EVENT_MENDED] = true,
};

static struct action action_of(enum dir dir)
{
    return (struct action){.verb = dir == DIR_NONE ? ACTION_WAIT : ACTION_MOVE, .dir = dir};
}

void stride_begin(struct world *world, struct delver *delver, const char *text)
{
    struct stride *stride = &delver->stride;
    size_t length = strlen(text);

    if (length == 0 || length > STRIDE_MAX || delver->body.level == NULL)
        return;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] >= '0' + DIR_COUNT)
            return;
    }
    /* Only one delver of a level strides, the last that began; the one before takes only its first
       step. */
    stride_end(world, delver->body.level);
    *stride = (struct stride){.count = (uint8_t)length,
                              .next = 1,
                              .health = delver->body.health,
                              .explored = delver->explored};
    for (size_t i = 0; i < length; i++)
        stride->ways[i] = (uint8_t)(text[i] - '0');
    delver->body.level->strider = delver->body.id;
    world->strides++;
    body_queue_action(world, &delver->body, action_of((enum dir)stride->ways[0]));
}

int stride_ticks(const struct world *world)
{
    int share = STRIDE_TICKS_ALL / (int)(world->strides + 1);

    if (share > STRIDE_TICKS_MAX)
        return STRIDE_TICKS_MAX;
    return share < STRIDE_TICKS_MIN ? STRIDE_TICKS_MIN : share;
}

static bool has_status(const struct delver *delver)
{
    bool has_any = false;

    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        has_any = has_any || delver->body.statuses.left[id] > 0;
    return has_any;
}

/* True if `other` does not keep the level from living many ticks at once: it is calm, unhurt, out
   of view and not near; or its time does not go on. */
static bool lets_time_pass(const struct delver *own, const struct delver *other)
{
    if (other->time.state == COMPANY_WAITING)
        return true;
    return other->time.state == COMPANY_CALM && !other->danger.is_present &&
           !body_is_fallen(&other->body) && !has_status(other) &&
           pos_distance(own->body.at, other->body.at) > STRIDE_NEAR_CELLS &&
           !delver_sees(own, other->body.at) && !delver_sees(other, own->body.at);
}

/* True if many ticks at once harm nobody on the level, and nobody would see them. */
static bool is_alone(const struct world *world, const struct level *level, const struct delver *own)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver != own && !lets_time_pass(own, delver))
            return false;
    }
    return true;
}

/* True if anything other than the stride itself happened to the delver since the last look. */
static bool is_interrupted(const struct level *level, const struct delver *delver)
{
    const struct stride *stride = &delver->stride;

    for (uint32_t i = stride->events; i < level->events.count; i++) {
        const struct event *event = &level->events.items[i];
        if (event->actor == delver->body.id ? !is_usual[event->kind]
                                            : event->other == delver->body.id)
            return true;
    }
    return delver->explored != stride->explored || delver->body.health < stride->health;
}

/* True if the delver waited for health and is healed, which ends its stride. */
static bool is_healed(const struct delver *delver)
{
    const struct stride *stride = &delver->stride;

    return stride->ways[stride->next - 1] == DIR_NONE && stride->health < delver->body.health_max &&
           delver->body.health == delver->body.health_max;
}

bool stride_goes_on(const struct world *world, struct level *level)
{
    struct delver *delver = world_delver(world, level->strider);
    struct stride *stride = delver == NULL ? NULL : &delver->stride;

    if (stride == NULL || delver->body.level != level || delver->body.state != BODY_PRESENT ||
        delver->time.state != COMPANY_CALM || delver->danger.is_present ||
        world->tick < delver->time.halted_until || !event_has_room(&level->events) ||
        !is_alone(world, level, delver))
        return false;
    if (is_interrupted(level, delver))
        stride->count = stride->next;
    stride->events = level->events.count;
    if (!body_is_ready(&delver->body) || delver->body.queue_length > 0)
        return true;
    if (stride->next >= stride->count || is_healed(delver))
        return false;
    delver->body.queue[0] = action_of((enum dir)stride->ways[stride->next++]);
    delver->body.queue_length = 1;
    body_activate(&delver->body);
    return true;
}

void stride_end(const struct world *world, struct level *level)
{
    struct delver *delver = world_delver(world, level->strider);

    if (delver != NULL)
        delver->stride = (struct stride){.count = 0};
    level->strider = 0;
}
