/*
 * Puts a level in the place of another, with everybody who was there: whole within one tick, or not
 * at all. Bodies, and delvers on the stairs who would come back, are at the stairs up of the new
 * level afterwards; their memories of it came with it.
 */
#include "base/check.h"
#include "world/grave.h"
#include "world/world_private.h"

/* True for a delver between levels who came from the level that `level` replaces. */
static bool is_on_way_from(const struct delver *delver, const struct level *level)
{
    return delver->body.key.wing == level->key.wing && delver->body.key.depth == level->key.depth;
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

struct crowd {
    size_t people;
    size_t strangers; /* of them, those that no memory is meant for */
};

static void count_in(struct crowd *crowd, const struct delver *delver, struct input *input)
{
    const struct input_memory *memory = find_memory(input, delver->delver_id);

    crowd->people++;
    crowd->strangers += memory == NULL || memory->delver_id == 0;
}

/* Everybody on the old level, if there is one, and on the way from it has a memory to take, and a
   cell to stand on. */
static bool has_room(const struct world *world, const struct level *old, struct input *input)
{
    struct crowd crowd = {0};
    size_t blanks = 0;
    size_t cells = 0;
    const struct delver *delver;

    for (body_id id = old == NULL ? 0 : old->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        count_in(&crowd, delver, input);
    }
    for (body_id id = world->first_transit; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (is_on_way_from(delver, input->level))
            count_in(&crowd, delver, input);
    }
    for (size_t i = 0; i < input->memory_count; i++)
        blanks += input->memories[i].delver_id == 0;
    for (size_t i = 0; i < level_cell_count(input->level); i++)
        cells += tile_row((enum tile_id)input->level->tiles[i])->is_walkable;
    return crowd.strangers <= blanks && crowd.people <= cells &&
           crowd.people <= world->events.max - world->events.count;
}

static void take_memory(struct world *world, struct delver *delver, struct input *input)
{
    struct input_memory *memory = find_memory(input, delver->delver_id);

    CHECK(memory != NULL);
    delver_set_memory(delver, memory->tiles, level_cell_count(input->level));
    memory->tiles = NULL;
    delver->sequence++;
    delver->is_record_dirty = true;
    delver_list_add(&world->unsaved, delver);
}

/* The cell of a foe, which goes. */
static struct pos take_from_foe(struct world *world, struct level *level)
{
    struct body *body = world_body(world, level->first_foe);

    while (body != NULL && !level_is_walkable(level, body->at))
        body = world_body(world, body->next);
    CHECK(body != NULL);
    struct pos at = body->at;
    foe_free(world, body_foe(body));
    return at;
}

/* Beside the stairs up; if all that can be reached from there is taken, anywhere. There is a cell
   for each delver, if foes make room. */
static struct pos find_cell(struct world *world, struct level *level)
{
    struct pos at;

    if (level_find_free(level, world->search, level->up, &at))
        return at;
    for (size_t i = 0; i < level_cell_count(level); i++) {
        at = pos_of((int)i % level->width, (int)i / level->width);
        if (level_is_walkable(level, at) && level->bodies[i] == 0)
            return at;
    }
    return take_from_foe(world, level);
}

static void move_body(struct world *world, struct delver *delver, struct input *input)
{
    int dropped = delver->body.queue_length;

    holding_move_life(&delver->body.level->holding, &input->level->holding, &delver->life);
    body_remove(world, &delver->body);
    take_memory(world, delver, input);
    delver->body.queue_length = 0;
    body_place(world, &delver->body, input->level, find_cell(world, input->level));
    struct event *event = event_push(&world->events, EVENT_ARRIVED, &delver->body);
    event->passage = input->flag ? PASSAGE_PUT_BACK : PASSAGE_REMADE;
    event->count = dropped;
}

/* Should the way fail, they come back to the stairs up of the new level. */
static void move_way_back(struct world *world, struct input *input)
{
    const struct level *level = input->level;

    for (body_id id = world->first_transit; id != 0;) {
        struct delver *delver = world_delver(world, id);
        id = delver->body.next;
        if (!is_on_way_from(delver, level))
            continue;
        take_memory(world, delver, input);
        delver->body.key = level->key;
        delver->body.at = level->up;
    }
}

void level_swap_apply(struct world *world, struct input *input)
{
    struct level_key key = input->level->key;
    struct level *old = world_level_at(world, key.wing, key.depth);

    /* Graves that are not in memory could not come over. */
    if ((old == NULL && (input->takes_over || world->level_count >= world->limits.levels_max)) ||
        (old != NULL && level_key_equal(old->key, key)) || !has_room(world, old, input))
        return;
    uint32_t graves = old == NULL ? 0 : old->first_grave;
    move_way_back(world, input);
    if (old != NULL) {
        old->first_grave = 0;
        level_clear(world, old);
        old->first_grave = graves;
    }
    level_stock(world, input->level, &input->population);
    /* Graves of a level that is put back were moved off it when it was replaced. */
    graves_fill_in(world, input->level, true);
    if (old != NULL)
        graves_move(world, old, input->level);
    while (old != NULL && old->first_delver != 0)
        move_body(world, world_delver(world, old->first_delver), input);
    if (old != NULL)
        world->levels[world_level_slot(world, key.wing, key.depth)] = input->level;
    else
        world_insert_level(world, input->level);
    if (old != NULL)
        delver_list_join(&world->unsaved, &old->unsaved);
    level_free(old);
    input->level = NULL;
}
