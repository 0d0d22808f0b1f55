/*
 * Bodies on levels: the grid of who stands where, and the list of those here. They are changed
 * together, here and nowhere else. Who goes leaves the lists of the level's tick too.
 */
#include "base/check.h"
#include "world/world_private.h"

static uint32_t *body_cell(struct level *level, struct pos at)
{
    return &level->bodies[level_index(level, at)];
}

/* They look about at the end of the tick. */
static void mark_stale(struct actor *actor)
{
    if (actor->is_sight_stale)
        return;
    actor->is_sight_stale = true;
    body_list_add(&actor->level->stale, actor->id);
}

void body_place(const struct world *world, struct actor *actor, struct level *level, struct pos at)
{
    CHECK(actor->level == NULL);
    CHECK(level_is_walkable(level, at));
    CHECK(*body_cell(level, at) == 0);
    CHECK(actor->memory_size == level_cell_count(level));

    *body_cell(level, at) = actor->id;
    actor->level = level;
    actor->state = ACTOR_PRESENT;
    actor->record.level = level->key;
    actor->record.at = at;
    actor->is_record_dirty = true;
    actor->ready_clock = level->clock;
    actor->walked = DIR_NONE;
    actor->passed_by = 0;
    actor->previous_body = 0;
    actor->next_body = level->first_body;
    if (level->first_body != 0)
        world_actor(world, level->first_body)->previous_body = actor->id;
    level->first_body = actor->id;
    level->body_count++;
    mark_stale(actor);
}

void body_remove(const struct world *world, struct actor *actor)
{
    struct level *level = actor->level;

    CHECK(level != NULL);
    CHECK(*body_cell(level, actor->record.at) == actor->id);
    CHECK(level->body_count > 0);
    if (actor->is_active)
        body_list_remove(&level->active, actor->id);
    if (actor->is_sight_stale)
        body_list_remove(&level->stale, actor->id);
    actor->is_active = false;
    actor->is_sight_stale = false;
    *body_cell(level, actor->record.at) = 0;
    if (actor->previous_body != 0)
        world_actor(world, actor->previous_body)->next_body = actor->next_body;
    else
        level->first_body = actor->next_body;
    if (actor->next_body != 0)
        world_actor(world, actor->next_body)->previous_body = actor->previous_body;
    actor->next_body = 0;
    actor->previous_body = 0;
    actor->level = NULL;
    level->body_count--;
}

void body_move(struct actor *actor, struct pos to)
{
    uint32_t *target = body_cell(actor->level, to);

    CHECK(*target == 0);
    CHECK(level_is_walkable(actor->level, to));
    *body_cell(actor->level, actor->record.at) = 0;
    *target = actor->id;
    actor->record.at = to;
    actor->record.steps++;
    actor->is_record_dirty = true;
    mark_stale(actor);
}

void body_swap(struct actor *actor, struct actor *other)
{
    struct pos mine = actor->record.at;

    CHECK(actor->level == other->level);
    actor->record.at = other->record.at;
    other->record.at = mine;
    *body_cell(actor->level, actor->record.at) = actor->id;
    *body_cell(actor->level, mine) = other->id;
    actor->record.steps++;
    actor->is_record_dirty = true;
    other->is_record_dirty = true;
    mark_stale(actor);
    mark_stale(other);
}

void sight_disturb(const struct world *world, struct level *level, struct pos at)
{
    bool is_clear = !level_is_opaque(level, at);

    for (actor_id id = level->first_body; id != 0;) {
        struct actor *actor = world_actor(world, id);
        if (is_clear || actor_sees(actor, at))
            mark_stale(actor);
        id = actor->next_body;
    }
}
