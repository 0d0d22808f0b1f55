/*
 * `population`: what is on a level beside its walls.
 */
#include "server/admin/admin.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"

static json_t *list_foes(const struct world *world, const struct level *level)
{
    uint32_t counts[SPECIES_COUNT] = {0};
    uint32_t awake[SPECIES_COUNT] = {0};
    json_t *rows = json_array();

    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next) {
        const struct foe *foe = body_foe(world_body(world, id));
        counts[foe->body.species]++;
        awake[foe->body.species] += foe_is_awake(foe);
    }
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        if (counts[id] > 0)
            json_array_append_new(rows, json_pack("{s:s, s:I, s:I}", "kind", species_row(id)->name,
                                                  "count", (json_int_t)counts[id], "awake",
                                                  (json_int_t)awake[id]));
    }
    return rows;
}

static json_t *list_things(const struct world *world, const struct level *level)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    json_t *rows = json_array();

    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        const struct stack *stack = &world_item(world, id)->stack;
        counts[stack->kind] += stack->count;
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (counts[kind] > 0)
            json_array_append_new(rows, json_pack("{s:s, s:I}", "kind", item_row(kind)->name,
                                                  "count", (json_int_t)counts[kind]));
    }
    return rows;
}

static json_t *list_graves(const struct world *world, const struct level *level)
{
    json_t *rows = json_array();

    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        int things = 0;
        for (int i = 0; i < PACK_MAX; i++)
            things += !stack_is_none(&grave->things[i]);
        json_array_append_new(rows, json_pack("{s:s, s:i, s:i, s:s, s:i, s:I}", "name", grave->name,
                                              "x", (int)grave->at.x, "y", (int)grave->at.y,
                                              "killer", species_row(grave->killer)->name, "things",
                                              things, "gold", (json_int_t)grave->gold));
    }
    return rows;
}

static json_t *list_niches(const struct level *level)
{
    json_t *rows = json_array();

    for (int i = 0; i < level->niche_count; i++)
        json_array_append_new(rows, json_pack("{s:i, s:i}", "x", (int)level->niches[i].x, "y",
                                              (int)level->niches[i].y));
    return rows;
}

void admin_run_population(struct admin *admin, struct admin_request *request)
{
    const struct world *world = admin->game->world;
    const struct level *level = admin_loaded_level(admin, request, request->arguments.words[0]);

    if (level == NULL)
        return;
    admin_answer(request,
                 json_pack("{s:i, s:i, s:I, s:I, s:I, s:i, s:I, s:o, s:o, s:o, s:o}", "depth",
                           (int)level->key.depth, "wing", (int)level->key.wing, "generation",
                           (json_int_t)level->key.generation, "delvers",
                           (json_int_t)level->delver_count, "foes", (json_int_t)level->foe_count,
                           "groups_wanted", level->population.groups, "things",
                           (json_int_t)level->item_count, "foes_by_kind", list_foes(world, level),
                           "things_by_kind", list_things(world, level), "graves",
                           list_graves(world, level), "niches", list_niches(level)));
}
