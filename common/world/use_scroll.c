/*
 * Effects of scrolls, and of the charm of the way.
 */
#include "world/ember.h"
#include "world/mind.h"
#include "world/population_private.h"
#include "world/statuses.h"
#include "world/use_private.h"

enum {
    ELSEWHERE_CELLS = 20,
    RETURN_BEATS = 5,
    WAKING_CELLS = 40,
    WARDING_BEATS = 12,
    WARDING_CELLS = 1, /* around the reader: nine in all */
    TRIES = 200,       /* to find a cell by chance */
};

int use_tempering(const struct use *use)
{
    struct stack *thing = pack_stack(&use->delver->life.pack, use->action->other);
    struct event *event;

    thing->temper++;
    event = event_of_stack(&use->level->events, EVENT_TEMPERED, &use->delver->body, *thing);
    event->count = thing->temper;
    return thing->temper;
}

/* True if a body of any kind may be put there. */
static bool is_free_floor(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0 &&
           population_may_stand(level, at);
}

/* A cell so far from `from` by chance; of all that are tried the farthest, if none is so far. */
static bool find_far(struct level *level, struct pos from, struct pos *out)
{
    int best = 0;

    for (int i = 0; i < TRIES && best < ELSEWHERE_CELLS; i++) {
        /* One after the other: the arguments of a call are worked out in any order. */
        int y = (int)rng_below(&level->rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&level->rng, (uint32_t)level->width), y);
        if (!is_free_floor(level, at) || pos_distance(from, at) <= best)
            continue;
        best = pos_distance(from, at);
        *out = at;
    }
    return best > 1;
}

/* Puts a body elsewhere on its level. */
static int carry_off(const struct use *use, struct body *body)
{
    struct pos from = body->at;
    struct pos at;

    if (!find_far(use->level, from, &at))
        return 0;
    body_move(body, at);
    struct event *event = event_push(&use->level->events, EVENT_CARRIED_OFF, body);
    event->from = from;
    use->level->is_stirred = true;
    return pos_distance(from, at);
}

int use_elsewhere(const struct use *use)
{
    return carry_off(use, &use->delver->body);
}

int use_banishing(const struct use *use)
{
    struct foe *foe = use->foe == NULL ? NULL : body_foe(use->foe);

    if (foe == NULL || species_row(foe->body.species)->is_boss)
        return 0;
    foe->mind.target = 0;
    return carry_off(use, &foe->body);
}

int use_return(const struct use *use)
{
    use->delver->peril.returning = RETURN_BEATS;
    return RETURN_BEATS;
}

int use_mapping(const struct use *use)
{
    return (int)delver_learn_around(use->delver, SIGHT_RADIUS_MAX * 2);
}

int use_waking(const struct use *use)
{
    int count = 0;

    for (body_id id = use->level->first_foe; id != 0; id = world_body(use->world, id)->next) {
        struct body *body = world_body(use->world, id);
        if (pos_distance(body->at, use->delver->body.at) > WAKING_CELLS)
            continue;
        mind_wake(body_foe(body), use->delver);
        count++;
    }
    return count;
}

int use_way(const struct use *use)
{
    delver_learn_cell(use->delver, use->level->down);
    return pos_distance(use->delver->body.at, use->level->down);
}

int use_glow(const struct use *use)
{
    int count = 0;

    (void)befall(use->world, &use->delver->body, STATUS_GLOWING, 0);
    for (body_id id = use->level->first_foe; id != 0; id = world_body(use->world, id)->next) {
        struct body *foe = world_body(use->world, id);
        if (!body_is_buried(foe) && delver_sees(use->delver, foe->at))
            count += befall(use->world, foe, STATUS_DAZZLED, 0);
    }
    return count;
}

int use_warding(const struct use *use)
{
    ward_add(&use->level->wards,
             (struct ward){.at = use->delver->body.at,
                           .radius = WARDING_CELLS,
                           .until = use->level->clock + world_beats(use->world, WARDING_BEATS)});
    return WARDING_BEATS;
}

/* True if the delver fights beside the reader, and can be called: it stands, and is in no danger.
 */
static bool can_be_called(const struct delver *reader, const struct delver *other)
{
    return other != reader && !ember_is_carried(other) && other->body.state == BODY_PRESENT &&
           !other->is_link_dead && !other->peril.is_fallen && other->peril.company != 0 &&
           other->peril.company == reader->peril.company && other->peril.time == COMPANY_CALM &&
           pos_distance(other->body.at, reader->body.at) > 1;
}

/* Companions come beside the reader, as many as there is ground for, in calm. */
int use_fellowship(const struct use *use)
{
    struct body *reader = &use->delver->body;
    body_id next = use->level->first_delver;
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(reader->at, dir);
        if (!level_is_ground(use->level, at) || level_body_at(use->level, at) != 0)
            continue;
        while (next != 0 && !can_be_called(use->delver, world_delver(use->world, next)))
            next = world_body(use->world, next)->next;
        if (next == 0)
            break;
        struct body *companion = world_body(use->world, next);
        struct pos from = companion->at;
        body_move(companion, at);
        companion->queue_length = 0;
        event_push(&use->level->events, EVENT_CARRIED_OFF, companion)->from = from;
        use->level->is_stirred = true;
        next = companion->next;
        count++;
    }
    return count;
}
