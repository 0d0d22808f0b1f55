/*
 * Falling and death: a delver without health lies on the ground while a companion is up, and is
 * raised, gives up or dies. Then the losses of a dead delver, and the lessons of those who killed a
 * foe.
 */
#include "world/death.h"

#include <string.h>

#include "base/check.h"
#include "world/loot.h"
#include "world/haven.h"
#include "world/life.h"
#include "world/mind.h"
#include "world/oath.h"
#include "world/stairs.h"
#include "world/world.h"

/* Leaves an ember for the delver, which took part in the fight against the dead foe. */
static void ember_leave(const struct world *world, struct delver *delver, const struct foe *foe)
{
    const struct level *level = foe->body.level;

    if (foe->body.species == SPECIES_WICK_WARDEN && level->key.depth == EMBER_DEPTH &&
        !ember_is_carried(delver))
        spoils_leave_thing(world, delver, stack_of(ITEM_EMBER, 1), foe->body.at);
}

/* Drops the embers of a dying bearer on its cell, where anybody may take them. */
static void ember_drop(const struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;
    uint32_t object;

    while ((object = pack_find(&delver->life.pack, ITEM_EMBER)) != OBJECT_NONE) {
        const struct stack ember = pack_take(&delver->life.pack, object, 1);
        if (item_lay(world, level, ember, delver->body.at, NULL) == NULL)
            item_end_unplaced(level, ember, delver->body.at);
        else
            (void)event_of_stack(&level->events, EVENT_ITEM_DROPPED, &delver->body, ember);
    }
}

/* Ends the delver's life by a kindling. False: the delver bears no ember. */
static bool kindle(const struct world *world, struct delver *delver)
{
    struct honours *honours = &delver->life.honours;
    uint32_t object = pack_find(&delver->life.pack, ITEM_EMBER);
    uint64_t lived = feats_time_lived(delver);

    if (object == OBJECT_NONE)
        return false;
    const struct stack ember = pack_take(&delver->life.pack, object, 1);
    ledger_end(&delver->body.level->ledger, &ember);
    if (honours->kindled == 0 || lived < honours->kindled_in)
        honours->kindled_in = lived;
    if (honours->kindled < UINT16_MAX)
        honours->kindled++;
    honours->may_begin_again = true;
    feats_kindle(world, delver);
    event_push(&delver->body.level->events, EVENT_KINDLED, &delver->body)->count = honours->kindled;
    return true;
}

bool ember_ascend(const struct world *world, struct body *body, const struct action *action)
{
    bool is_way_out = body->key.depth == 1 && level_tile(body->level, body->at) == TILE_STAIRS_UP;

    return (is_way_out && kindle(world, body_delver(body))) || stairs_ascend(world, body, action);
}

static enum refusal why_not(const struct delver *delver, const struct action *action)
{
    const struct body *body = &delver->body;

    if (!delver->life.honours.may_begin_again)
        return REFUSAL_NOT_KINDLED;
    if (body->key.depth != 1 || !haven_is_at(body->level, body->at))
        return REFUSAL_NOT_AT_GATE;
    if (delver->time.state != COMPANY_CALM)
        return REFUSAL_DANGER;
    if (action->object != OBJECT_NONE &&
        (action->object < OBJECT_WORN || pack_peek(&delver->life.pack, action->object) == NULL))
        return REFUSAL_NOT_WORN;
    return REFUSAL_NONE;
}

bool ember_begin_again(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);

    (void)world;
    enum refusal refusal = why_not(delver, action);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    life_begin_next(body->level, delver, action->object);
    delver_note_change(delver);
    delver->placed_at = body_lived(body);
    event_push(&body->level->events, EVENT_BEGAN_AGAIN, body)->count = (int)delver->life.number;
    return true;
}

enum {
    FIGHT_CELLS = 12, /* cells from the dead foe: fighters within took part */
    LOSS_SHARE = 10,  /* a death costs the experience between two levels, divided by this */
};

static bool took_part(const struct world *world, const struct foe *foe,
                      const struct fighter_note *note)
{
    const struct delver *delver = world_delver(world, note->delver);

    return delver != NULL && body_is_on(&delver->body, foe->body.level) &&
           body_lived(&foe->body) - note->at <= world_beats(world, FOE_FIGHT_BEATS) &&
           pos_distance(delver->body.at, foe->body.at) <= FIGHT_CELLS;
}

/* Leaves the gold that a foe has stolen on the cell where it died. */
static void leave_gold(const struct world *world, struct foe *foe)
{
    const struct stack gold = stack_of(ITEM_GOLD, (uint32_t)foe->mind.gold);
    struct level *level = foe->body.level;

    if (item_lay(world, level, gold, foe->body.at, NULL) == NULL)
        item_end_unplaced(level, gold, foe->body.at);
    foe->mind.gold = 0;
}

/* Returns stolen gold to the robbed delver if it is on the level, else to the killer. */
static void give_back(const struct world *world, struct foe *foe, const struct body *by)
{
    struct level *level = foe->body.level;
    struct delver *delver = world_delver(world, foe->mind.robbed);

    if (delver == NULL || !body_is_on(&delver->body, level))
        delver = world_delver(world, by->id);
    if (foe->mind.gold == 0)
        return;
    if (delver == NULL) {
        leave_gold(world, foe);
        return;
    }
    int64_t regained = life_gain(&delver->life.gold, foe->mind.gold);
    foe->mind.gold -= regained;
    delver_note_change(delver);
    struct event *event = event_push(&level->events, EVENT_REGAINED, &delver->body);
    event->other = foe->body.id;
    event->count = (int)regained;
    if (foe->mind.gold > 0)
        leave_gold(world, foe);
}

/* Reports a death on the cell of `body`. Where the killer has left, is in rock or is hidden, its
   cell stays secret. */
static void tell_death(const struct body *body, const struct body *by)
{
    const struct body *subject = body_is_shown(by) ? by : body;
    struct event *event = event_push(&body->level->events, EVENT_DIED, subject);

    event->other = body->id;
    event->level = body->level->key;
    event->at = body->at;
}

void death_of_foe(const struct world *world, struct foe *foe, const struct body *by)
{
    struct level *level = foe->body.level;
    const struct species_row *row = species_row(foe->body.species);

    tell_death(&foe->body, by);
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        const struct fighter_note *note = &foe->mind.fighters[i];
        if (!took_part(world, foe, note))
            continue;
        struct delver *delver = world_delver(world, note->delver);
        learning_kill(delver, &foe->body, row);
        spoils_leave(world, delver, row, delver->life.kills[foe->body.species], foe->body.at);
        ember_leave(world, delver, foe);
    }
    give_back(world, foe, by);
    spawn_note_death(level, foe->body.species, foe->body.at);
    body_remove(world, &foe->body);
    foe->body.state = BODY_GONE;
    foe->body.next = level->first_dead;
    level->first_dead = foe->body.id;
    level->is_stirred = true;
}

/* Takes a tenth of the experience between the delver's level and the next, but never the level.
   Returns the experience taken. */
static int64_t lose_experience(struct life *life)
{
    int64_t before = life->experience;
    int level = life_level(life);
    int next = level < LESSON_LEVEL_MAX ? level + 1 : level;
    int64_t loss = (lesson_threshold(next) - lesson_threshold(level)) / LOSS_SHARE;
    int64_t least = lesson_threshold(level);

    life->experience = life->experience - loss > least ? life->experience - loss : least;
    return before - life->experience;
}

/* Records a death for its later report, and takes the lost experience. */
static void note_death(const struct world *world, struct delver *delver, const struct body *by)
{
    struct death death = {
        .died_at = world->tick,
        .lived = delver_time_lived(delver),
        .wing = delver->body.key.wing,
        .depth = delver->body.key.depth,
        .at = delver->body.at,
        .killer = by->species,
        .level = (uint8_t)life_level(&delver->life),
    };

    memcpy(death.blows, delver->blows, sizeof death.blows);
    memset(delver->blows, 0, sizeof delver->blows);
    delver->lost_experience = lose_experience(&delver->life);
    delver->killer = by->species;
    death.lost = delver->lost_experience;
    delver->life.honours.lived = feats_time_lived(delver);
    deaths_add(&delver->life.deaths, &death);
    delver->life.deaths.is_unreported = delver->is_link_dead;
    delver->placed_at = body_lived(&delver->body);
}

void death_of_delver(const struct world *world, struct delver *delver, const struct body *by)
{
    struct body *body = &delver->body;

    tell_death(body, by);
    ember_drop(world, delver);
    note_death(world, delver, by);
    body->statuses = (struct statuses){0};
    body_wither(body);
    body->health = body->health_max;
    delver_note_change(delver);
    oath_close(delver);
    stairs_carry_home(world, delver, haven_of(delver), PASSAGE_DIED);
}

enum {
    RAISED_SHARE = 4, /* health after being raised: full health divided by this */
    CALM_CELLS = 30,  /* most cells to a calm companion that counts */
};

static bool is_companion(const struct delver *delver, const struct delver *other)
{
    if (other == delver || other->fall.is_fallen || other->is_link_dead || delver_is_away(other))
        return false;
    if (delver->time.company != 0 || other->time.company != 0)
        return other->time.company == delver->time.company;
    return pos_distance(other->body.at, delver->body.at) <= CALM_CELLS;
}

static bool has_companion_up(const struct world *world, const struct delver *delver)
{
    const struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(world, id);
        if (is_companion(delver, other))
            return true;
    }
    return false;
}

/* Clears the queues of companions, whose actions were meant for a calmer moment. */
static void stop_companions(const struct world *world, const struct delver *delver)
{
    struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(world, id);
        if (is_companion(delver, other))
            other->body.queue_length = 0;
    }
}

static void die(const struct world *world, struct delver *delver)
{
    const struct body *by = world_body(world, delver->fall.by);

    delver->fall.is_fallen = false;
    death_of_delver(world, delver, by != NULL ? by : &delver->body);
}

void fall_or_die(const struct world *world, struct delver *delver, const struct body *by)
{
    struct body *body = &delver->body;

    if (!has_companion_up(world, delver)) {
        death_of_delver(world, delver, by);
        return;
    }
    body->health = 1;
    body->queue_length = 0;
    statuses_end_bad(&body->statuses);
    delver->fall.is_fallen = true;
    delver->fall.until = body_lived(body) + world_beats(world, FALL_BEATS);
    delver->fall.by = by->id;
    stop_companions(world, delver);
    delver_note_change(delver);
    beat_begin(world, body);
    body->level->is_stirred = true;
    struct event *event = event_push(&body->level->events, EVENT_FELL, body);
    event->other = by->id;
    event->count = FALL_BEATS;
}

void fall_live_beat(const struct world *world, struct delver *delver)
{
    if ((int64_t)(body_lived(&delver->body) - delver->fall.until) >= 0 ||
        !has_companion_up(world, delver))
        die(world, delver);
}

static struct delver *fallen_at(const struct world *world, const struct level *level, struct pos at)
{
    struct delver *delver = world_delver(world, level_body_at(level, at));

    return delver != NULL && delver->fall.is_fallen ? delver : NULL;
}

/* Returns the fallen delver beside the body that the action means; NULL: there is none. */
static struct delver *find_fallen(const struct world *world, const struct body *body, body_id meant)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct delver *delver = fallen_at(world, body->level, pos_step(body->at, dir));
        if (delver != NULL && (meant == 0 || delver->body.id == meant))
            return delver;
    }
    return NULL;
}

/* Adds the delver that raises another one to the fighters of the other's foes. */
static void share_fights(const struct world *world, const struct delver *raised, body_id helper)
{
    struct foe *foe;

    for (body_id id = raised->body.level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
            if (foe->mind.fighters[i].delver != raised->body.id)
                continue;
            mind_note_fighter(foe, helper);
            break;
        }
    }
}

bool fall_raise(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *fallen = find_fallen(world, body, action->target);

    if (fallen == NULL) {
        event_refuse(&body->level->events, body, REFUSAL_NOBODY_FALLEN, DIR_NONE);
        return false;
    }
    fallen->fall.is_fallen = false;
    fallen->body.health = (int16_t)((fallen->body.health_max + RAISED_SHARE - 1) / RAISED_SHARE);
    delver_note_change(fallen);
    share_fights(world, fallen, body->id);
    body->level->is_stirred = true;
    struct event *event = event_push(&body->level->events, EVENT_RAISED, body);
    event->other = fallen->body.id;
    event->left = fallen->body.health;
    return true;
}

bool fall_yield(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);

    (void)action;
    if (delver == NULL || !delver->fall.is_fallen) {
        event_refuse(&body->level->events, body, REFUSAL_NOT_FALLEN, DIR_NONE);
        return false;
    }
    die(world, delver);
    return true;
}
