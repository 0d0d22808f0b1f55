/*
 * Duels. A blow of one is rolled like any other, by the numbers of both as they are, and does
 * nothing beside its damage; the level's own end of it, at one point of health, is this file's.
 */
#include "world/duel.h"

#include "base/check.h"
#include "world/action.h"
#include "world/blow.h"
#include "world/delver.h"
#include "world/world.h"

enum { DUEL_HEALTH_LEAST = 1 /* a delver with no more health has lost */ };

static void tell(struct world *world, const struct delver *delver, body_id rival,
                 enum duel_news news)
{
    if (!event_has_room(&world->events))
        return;
    struct event *event = event_push(&world->events, EVENT_DUEL, &delver->body);
    event->other = rival;
    event->count = (int)news;
}

static void set_side(struct world *world, struct delver *delver, struct duel duel)
{
    world->duellists += duel.rival != 0;
    world->duellists -= delver->duel.rival != 0;
    delver->duel = duel;
}

static bool is_able(const struct delver *delver)
{
    return delver->body.state == BODY_PRESENT && !delver->is_link_dead && !delver->fall.is_fallen &&
           !delver->danger.is_present;
}

static bool are_near(const struct delver *delver, const struct delver *rival)
{
    return rival != NULL && rival != delver && is_able(delver) && is_able(rival) &&
           delver->body.level == rival->body.level &&
           pos_distance(delver->body.at, rival->body.at) <= DUEL_CELLS;
}

/* Gives the delver back the health that the duel has cost. */
static void restore(struct world *world, struct delver *delver)
{
    if (delver->duel.is_on && delver->body.health < delver->duel.health) {
        delver->body.health = delver->duel.health;
        world_note_change(world, delver);
    }
    set_side(world, delver, (struct duel){.rival = 0});
}

static void end(struct world *world, struct delver *delver, enum duel_news news)
{
    struct delver *rival = world_delver(world, delver->duel.rival);
    body_id rival_id = delver->duel.rival;

    restore(world, delver);
    if (rival != NULL && rival->duel.rival == delver->body.id)
        restore(world, rival);
    tell(world, delver, rival_id, news);
}

static void begin(struct world *world, struct delver *delver, struct delver *rival)
{
    set_side(world, delver,
             (struct duel){.rival = rival->body.id, .is_on = true, .health = delver->body.health});
    set_side(world, rival,
             (struct duel){.rival = delver->body.id, .is_on = true, .health = rival->body.health});
    tell(world, delver, rival->body.id, DUEL_BEGUN);
}

static enum refusal why_not(const struct delver *delver, const struct delver *rival)
{
    if (rival == NULL || rival == delver || delver->body.level != rival->body.level ||
        pos_distance(delver->body.at, rival->body.at) > DUEL_CELLS)
        return REFUSAL_NO_RIVAL;
    if (delver->duel.is_on)
        return REFUSAL_DUELLING;
    if (rival->duel.is_on)
        return REFUSAL_THEY_DUEL;
    return are_near(delver, rival) ? REFUSAL_NONE : REFUSAL_NO_DUEL_NOW;
}

/* Ends the delver's own duel, or refuses the one that a rival asks for. */
static void refuse_duel(struct world *world, struct delver *delver)
{
    if (delver->duel.rival != 0) {
        end(world, delver, DUEL_ENDED);
        return;
    }
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        struct delver *other = world->delvers[i];
        if (other == NULL || other->duel.rival != delver->body.id)
            continue;
        set_side(world, other, (struct duel){.rival = 0});
        tell(world, delver, other->body.id, DUEL_ENDED);
        return;
    }
    event_refuse(&world->events, &delver->body, REFUSAL_NO_DUEL, DIR_NONE);
}

void duel_apply(struct world *world, struct delver *delver, body_id rival_id, bool is_end)
{
    struct delver *rival = world_delver(world, rival_id);

    if (delver->body.state != BODY_PRESENT)
        return;
    if (is_end) {
        refuse_duel(world, delver);
        return;
    }
    enum refusal refusal = why_not(delver, rival);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&world->events, &delver->body, refusal, DIR_NONE);
        return;
    }
    if (rival->duel.rival == delver->body.id) {
        begin(world, delver, rival);
        return;
    }
    set_side(world, delver, (struct duel){.rival = rival_id, .at = world->tick});
    tell(world, delver, rival_id, DUEL_ASKED);
}

bool duel_is_between(const struct body *body, const struct body *other)
{
    if (body->species != SPECIES_DELVER || other->species != SPECIES_DELVER)
        return false;
    const struct duel *duel = &((const struct delver *)body)->duel;
    return duel->is_on && duel->rival == other->id;
}

void duel_strike(const struct world *world, struct delver *delver, struct delver *rival)
{
    const struct fighter own = fighter_of(world, &delver->body);
    const struct fighter other = fighter_of(world, &rival->body);
    struct level *level = delver->body.level;
    struct blow blow = fight_strike(&level->rng, &own, &other, DAMAGE_BLOW, SURPRISE_NONE);
    int left = rival->body.health - blow.damage;

    rival->body.health = (int16_t)(left < DUEL_HEALTH_LEAST ? DUEL_HEALTH_LEAST : left);
    struct event *event = event_push(&level->events, EVENT_BLOW, &delver->body);
    event->other = rival->body.id;
    event->from = rival->body.at;
    event->outcome = blow.outcome;
    event->count = blow.damage;
    event->left = rival->body.health;
    event->dir = dir_towards(delver->body.at, rival->body.at);
    delver_note_change(rival);
}

static void check_one(struct world *world, struct delver *delver)
{
    struct delver *rival = world_delver(world, delver->duel.rival);

    if (!delver->duel.is_on) {
        if (!are_near(delver, rival) ||
            world->tick - delver->duel.at >= world_ms(world, DUEL_ASK_MS))
            set_side(world, delver, (struct duel){.rival = 0});
    } else if (!are_near(delver, rival)) {
        end(world, delver, DUEL_BROKEN);
    } else if (rival->body.health <= DUEL_HEALTH_LEAST) {
        end(world, delver, DUEL_WON);
    }
}

void duels_check(struct world *world)
{
    for (uint32_t i = 0; world->duellists > 0 && i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL && world->delvers[i]->duel.rival != 0)
            check_one(world, world->delvers[i]);
    }
}

void duel_hash(const struct duel *duel, struct hash *hash)
{
    if (duel->rival == 0)
        return;
    hash_u64(hash,
             (uint64_t)duel->rival << 32 | (uint64_t)duel->is_on << 16 | (uint16_t)duel->health);
    hash_u64(hash, duel->at);
}
