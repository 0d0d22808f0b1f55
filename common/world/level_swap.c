/*
 * One level in the place of another, with everybody who was there: whole within one tick, or not at
 * all. Bodies, and those on the stairs who would come back to it, are at the stairs up of the new
 * one afterwards; what they remember of it came with it.
 */
#include "base/check.h"
#include "world/world_private.h"

/* Those who belong to a level: with a body on it, or on the way from it. */
static bool belongs_to(const struct actor *actor, const struct level *level)
{
    if (actor->state == ACTOR_PRESENT)
        return actor->level->key.wing == level->key.wing &&
               actor->level->key.depth == level->key.depth;
    return actor->state == ACTOR_TRANSIT && actor->record.level.wing == level->key.wing &&
           actor->record.level.depth == level->key.depth;
}

/* The memory meant for that delver, else one for anybody; NULL: none is left. */
static struct input_memory *find_memory(struct input *input, int64_t delver_id)
{
    struct input_memory *blank = NULL;

    for (size_t i = 0; i < input->memory_count; i++) {
        struct input_memory *memory = &input->memories[i];
        if (memory->tiles != NULL && memory->delver_id == delver_id)
            return memory;
        if (memory->tiles != NULL && memory->delver_id == 0 && blank == NULL)
            blank = memory;
    }
    return blank;
}

/* Everybody has a memory to take, and a cell to stand on. */
static bool has_room(const struct world *world, struct input *input)
{
    size_t people = 0;
    size_t strangers = 0;
    size_t blanks = 0;
    size_t cells = 0;

    for (uint32_t i = 0; i < world->limits.actors_max; i++) {
        const struct actor *actor = world->actors[i];
        if (actor == NULL || !belongs_to(actor, input->level))
            continue;
        const struct input_memory *memory = find_memory(input, actor->record.id);
        people++;
        strangers += memory == NULL || memory->delver_id == 0;
    }
    for (size_t i = 0; i < input->memory_count; i++)
        blanks += input->memories[i].delver_id == 0;
    for (size_t i = 0; i < level_cell_count(input->level); i++)
        cells += tile_row((enum tile_id)input->level->tiles[i])->is_walkable;
    return strangers <= blanks && people <= cells &&
           people <= world->events_max - world->event_count;
}

static void take_memory(struct actor *actor, struct input *input)
{
    struct input_memory *memory = find_memory(input, actor->record.id);

    CHECK(memory != NULL);
    actor_set_memory(actor, memory->tiles, level_cell_count(input->level));
    memory->tiles = NULL;
    actor->record.sequence++;
    actor->is_record_dirty = true;
}

/* Beside the stairs up; if all that can be reached from there is taken, anywhere. */
static struct pos find_cell(const struct level *level)
{
    struct pos at;

    if (level_find_free(level, level->up, &at))
        return at;
    for (size_t i = 0; i < level_cell_count(level); i++) {
        at = pos_of((int)i % level->width, (int)i / level->width);
        if (level_is_walkable(level, at) && level->bodies[i] == 0)
            break;
    }
    return at;
}

static void move_body(struct world *world, struct actor *actor, struct input *input)
{
    int dropped = actor->queue_length;

    body_remove(world, actor);
    take_memory(actor, input);
    actor->queue_length = 0;
    body_place(world, actor, input->level, find_cell(input->level));
    struct event *event = event_push(world, EVENT_ARRIVED, actor);
    event->travel = input->flag ? TRAVEL_PUT_BACK : TRAVEL_REMADE;
    event->count = dropped;
}

/* Should the way fail, they come back to the stairs up of the new level. */
static void move_way_back(struct world *world, struct input *input)
{
    for (uint32_t i = 0; i < world->limits.actors_max; i++) {
        struct actor *actor = world->actors[i];
        if (actor == NULL || actor->state != ACTOR_TRANSIT || !belongs_to(actor, input->level))
            continue;
        take_memory(actor, input);
        actor->record.level = input->level->key;
        actor->record.at = input->level->up;
    }
}

static struct level **find_slot(struct world *world, const struct level *level)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i]->key.wing == level->key.wing &&
            world->levels[i]->key.depth == level->key.depth)
            return &world->levels[i];
    }
    return world->level_count < world->limits.levels_max ? &world->levels[world->level_count]
                                                         : NULL;
}

void level_swap_apply(struct world *world, struct input *input)
{
    struct level **slot = find_slot(world, input->level);
    bool is_loaded = slot != NULL && slot < &world->levels[world->level_count];

    if (slot == NULL || !has_room(world, input) ||
        (is_loaded && level_key_equal((*slot)->key, input->level->key)))
        return;
    move_way_back(world, input);
    if (is_loaded) {
        struct level *old = *slot;
        while (old->first_body != 0)
            move_body(world, world_actor(world, old->first_body), input);
        event_forget_level(world, old);
        level_free(old);
    } else {
        world->level_count++;
    }
    *slot = input->level;
    input->level = NULL;
}
