/*
 * Death and lessons.
 */
#include "world/death.h"

#include <string.h>

#include "world/ember.h"
#include "world/find.h"
#include "world/haven.h"
#include "world/learning.h"
#include "world/life.h"
#include "world/stairs.h"

enum {
    FIGHT_CELLS = 12, /* from so far a hurt counts as having taken part */
    LOSS_SHARE = 10,  /* of the way to the next level, one part in so many */
};

static bool took_part(const struct world *world, const struct foe *foe,
                      const struct fighter_note *note)
{
    const struct delver *delver = world_delver(world, note->delver);

    return delver != NULL && body_is_on(&delver->body, foe->body.level) &&
           body_lived(&foe->body) - note->at <= world_beats(world, FOE_FIGHT_BEATS) &&
           pos_distance(delver->body.at, foe->body.at) <= FIGHT_CELLS;
}

/* Leaves the gold that a foe has stolen where it died. */
static void leave_gold(const struct world *world, struct foe *foe)
{
    const struct stack gold = stack_of(ITEM_GOLD, (uint32_t)foe->mind.gold);
    struct level *level = foe->body.level;

    if (item_lay(world, level, gold, foe->body.at, NULL) == NULL)
        item_end_unplaced(level, gold, foe->body.at);
    foe->mind.gold = 0;
}

/* Stolen gold goes to the one that was robbed if that delver is on the level, else to the one that
   did it. */
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

/* It is told where `body` dies: what killed it may have gone elsewhere since, or be in the rock or
   in hiding, of which nothing is told. */
static void tell_death(const struct body *body, const struct body *by)
{
    const struct body *told = body_is_shown(by) ? by : body;
    struct event *event = event_push(&body->level->events, EVENT_DIED, told);

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

/* A tenth of the way from a level to the next, and never the level. */
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

/* Notes a death, to be told of later, and takes the experience that it costs. */
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
    deaths_add(&delver->life.deaths, &death);
    delver->life.deaths.is_untold = delver->is_link_dead;
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
    stairs_carry_home(world, delver, haven_of(delver), PASSAGE_DIED);
}
