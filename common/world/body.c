/*
 * Bodies on levels: the grid of bodies by cell, and the list of bodies of a level. Only this file
 * changes them, and always together. A body that leaves a level also leaves the lists of the
 * level's tick.
 */
#include "world/body.h"

#include <ctype.h>
#include <stdio.h>

#include "base/check.h"
#include "world/record.h"
#include "world/world.h"

static uint32_t *body_cell(struct level *level, struct pos at)
{
    return &level->bodies[level_index(level, at)];
}

/* Update the grid, and the rows of bits of delvers or foes, for a body that leaves or enters the
   cell. */
static void leave_cell(const struct body *body, struct pos at)
{
    struct level *level = body->level;
    uint64_t *bits = body->species == SPECIES_DELVER ? level->delvers : level->foes;

    *body_cell(level, at) = 0;
    bits[at.y * level->row_words + at.x / 64] &= ~(UINT64_C(1) << at.x % 64);
    level_note_left(level, at);
}

static void take_cell(const struct body *body, struct pos at)
{
    struct level *level = body->level;
    uint64_t *bits = body->species == SPECIES_DELVER ? level->delvers : level->foes;

    *body_cell(level, at) = body->id;
    bits[at.y * level->row_words + at.x / 64] |= UINT64_C(1) << at.x % 64;
}

const char *body_name(const struct body *body)
{
    return body->species == SPECIES_DELVER ? ((const struct delver *)body)->name
                                           : species_row(body->species)->name;
}

void body_words(const struct body *body, char *out, size_t out_size)
{
    if (body->species == SPECIES_DELVER)
        snprintf(out, out_size, "%s", body_name(body));
    else
        species_name(body->species, SPECIES_A, out, out_size);
    out[0] = (char)toupper((unsigned char)out[0]);
}

int64_t body_number(const struct body *body)
{
    return body->species == SPECIES_DELVER ? ((const struct delver *)body)->delver_id
                                           : -(int64_t)body->id;
}

/* Makes the delver look about at the end of the tick. */
static void mark_stale(struct delver *delver)
{
    if (delver->is_sight_stale)
        return;
    delver->is_sight_stale = true;
    body_list_add(&delver->body.level->stale, delver->body.id);
}

/* Notes that a body has come to another cell. */
static void note_place(struct body *body)
{
    struct delver *delver = body_delver(body);

    body->level->is_stirred = true;
    if (delver == NULL)
        return;
    trail_add_cell(&delver->trail, body->key, level_index(body->level, body->at));
    delver_note_change(delver);
    mark_stale(delver);
}

/* Notes that a body has stepped by itself. */
static void note_step(struct body *body)
{
    struct delver *delver = body_delver(body);

    if (delver != NULL) {
        delver->steps++;
        delver->time.stepped_at = body_lived(body);
    }
    note_place(body);
}

/* Returns the head of the level's list of delvers, or of foes. */
static body_id *list_of(struct level *level, const struct body *body)
{
    return body->species == SPECIES_DELVER ? &level->first_delver : &level->first_foe;
}

static uint32_t *count_of(struct level *level, const struct body *body)
{
    return body->species == SPECIES_DELVER ? &level->delver_count : &level->foe_count;
}

void body_activate(struct body *body)
{
    if (body->is_active)
        return;
    body->is_active = true;
    body_list_add(&body->level->active, body->id);
}

void body_link(const struct world *world, struct body *body, body_id *first)
{
    body->previous = 0;
    body->next = *first;
    if (*first != 0)
        world_body(world, *first)->previous = body->id;
    *first = body->id;
}

void body_unlink(const struct world *world, struct body *body, body_id *first)
{
    if (body->previous != 0)
        world_body(world, body->previous)->next = body->next;
    else
        *first = body->next;
    if (body->next != 0)
        world_body(world, body->next)->previous = body->previous;
    body->next = 0;
    body->previous = 0;
}

/* Clears the state that a delver has for one level, when it comes to a level. */
static void begin_stay(const struct world *world, struct delver *delver)
{
    uint64_t now = body_lived(&delver->body);

    delver->time = (struct delver_time){.stepped_at = now, .acted_at = world->tick};
    delver->danger = (struct delver_danger){.safe_until = now + world_ms(world, DANGER_ARRIVAL_MS)};
    delver->fall = (struct delver_fall){0};
    delver->effects = (struct delver_effects){0};
    delver->sightings = (struct sightings){0};
}

void body_place(const struct world *world, struct body *body, struct level *level, struct pos at)
{
    const struct delver *delver = body_delver(body);

    CHECK(body->level == NULL);
    CHECK(level_contains(level, at));
    CHECK(*body_cell(level, at) == 0);
    CHECK(delver == NULL || delver->memory_size == level_cell_count(level));

    __atomic_store_n(&body->level, level, __ATOMIC_RELAXED); /* see body_is_on() */
    take_cell(body, at);
    body->state = BODY_PRESENT;
    body->key = level->key;
    body->at = at;
    body->paused = 0;
    body->ready_at = level->clock;
    body->beat_at = level->clock;
    body->walked = DIR_NONE;
    body->passed_by = 0;
    body_link(world, body, list_of(level, body));
    ++*count_of(level, body);
    level->is_stirred = true;
    level->population.is_dirty = true;
    if (delver != NULL) {
        level->population.left_at = 0;
        begin_stay(world, body_delver(body));
        body_delver(body)->placed_at = body_lived(body);
    }
    if (delver != NULL && body->health < body->health_max)
        body_activate(body);
    note_place(body);
}

void body_remove(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    struct delver *delver = body_delver(body);

    CHECK(level != NULL);
    CHECK(*body_cell(level, body->at) == body->id);
    CHECK(*count_of(level, body) > 0);
    if (body->is_active)
        body_list_remove(&level->active, body->id);
    body->is_active = false;
    if (delver != NULL && delver->is_sight_stale) {
        body_list_remove(&level->stale, body->id);
        delver->is_sight_stale = false;
    }
    if (delver != NULL)
        delver->life.deaths.lived = delver_time_lived(delver);
    leave_cell(body, body->at);
    body_unlink(world, body, list_of(level, body));
    level->is_stirred = true;
    level->population.is_dirty = true;
    __atomic_store_n(&body->level, NULL, __ATOMIC_RELAXED);
    --*count_of(level, body);
    if (delver != NULL && level->delver_count == 0)
        level->population.left_at = world->tick;
}

void body_move(struct body *body, struct pos to)
{
    CHECK(*body_cell(body->level, to) == 0);
    leave_cell(body, body->at);
    take_cell(body, to);
    body->at = to;
    note_step(body);
}

void body_swap(struct body *body, struct body *other)
{
    struct pos mine = body->at;

    CHECK(body->level == other->level);
    leave_cell(body, body->at);
    leave_cell(other, other->at);
    body->at = other->at;
    other->at = mine;
    take_cell(body, body->at);
    take_cell(other, other->at);
    note_step(body);
    note_place(other);
}

void sight_disturb(const struct world *world, struct level *level, struct pos at)
{
    bool is_clear = !level_is_opaque(level, at);

    /* The new view may show foes: companies and dangers are looked for again. */
    level->is_stirred = true;
    for (body_id id = level->first_delver; id != 0;) {
        struct delver *delver = world_delver(world, id);
        if (is_clear || delver_sees(delver, at))
            mark_stale(delver);
        id = delver->body.next;
    }
}

bool sight_is_clear_of(const struct world *world, const struct level *level, struct pos at)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver_sees(delver, at))
            return false;
    }
    return true;
}

int body_strengthen(struct body *body, int more)
{
    int room = RANGE_HEALTH_MAX - body->health_max;
    int added = more < room ? more : room;

    body->health_max = (int16_t)(body->health_max + added);
    return added;
}

void body_wither(struct body *body)
{
    enum { TENTH = 10 };
    int full = body->health_max + body->withered;
    int lost = full * body->statuses.left[STATUS_WITHERED] / TENTH;

    body->withered = (int16_t)lost;
    body->health_max = (int16_t)(full - lost);
    if (body->health > body->health_max)
        body->health = body->health_max;
}

/* Counts the steps in the action's direction at the end of the queue. */
static int count_repeats(const struct body *body, struct action action)
{
    int repeats = 0;

    for (int i = body->queue_length; i > 0; i--) {
        const struct action *queued = &body->queue[i - 1];
        if (queued->verb != action.verb || queued->dir != action.dir)
            break;
        repeats++;
    }
    return repeats;
}

void body_queue_action(struct world *world, struct body *body, struct action action)
{
    if (body->state != BODY_PRESENT)
        return;
    /* A held key repeats faster than a delver walks: further steps are probably unwanted. */
    if (action.verb == ACTION_MOVE && count_repeats(body, action) >= BODY_REPEAT_MAX)
        return;
    if (body->queue_length >= BODY_QUEUE_MAX) {
        event_refuse(&world->events, body, REFUSAL_QUEUE_FULL, DIR_NONE);
        return;
    }
    body->queue[body->queue_length++] = action;
    body_activate(body);
}

void body_drop_steps(struct body *body)
{
    int kept = 0;

    for (int i = 0; i < body->queue_length; i++) {
        if (body->queue[i].verb != ACTION_MOVE)
            body->queue[kept++] = body->queue[i];
    }
    body->queue_length = kept;
}
