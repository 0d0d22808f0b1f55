/*
 * `population` and `spawn`: what is on a level beside its walls, and one foe or thing more. Kinds
 * are called by their names, with hyphens for blanks.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "server/admin/admin.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "world/provide.h"

enum {
    KIND_SIZE = 40,
    KINDS_MAX = SPECIES_COUNT + ITEM_KIND_COUNT,
    DISTANCE_MAX = 3,
    GOLD_USUAL = 10, /* pieces */
};

/* "gate-hound". */
static void kind_word(const char *name, char out[KIND_SIZE])
{
    size_t length = 0;

    for (; name[length] != '\0' && length < KIND_SIZE - 1; length++)
        out[length] = name[length] == ' ' ? '-' : (char)tolower((unsigned char)name[length]);
    out[length] = '\0';
}

static bool is_called(const char *name, const char *typed)
{
    char word[KIND_SIZE];

    kind_word(name, word);
    return strcmp(word, typed) == 0;
}

static bool find_kind(const char *typed, struct provision *out)
{
    for (int id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        if (is_called(species_row((enum species_id)id)->name, typed)) {
            *out = (struct provision){.species = (enum species_id)id, .count = 1};
            return true;
        }
    }
    for (int kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row((enum item_kind)kind);
        if (!is_called(row->name, typed))
            continue;
        uint16_t usual = row->find_count == 0 ? 1 : row->find_count;
        *out = (struct provision){.is_thing = true,
                                  .item = (enum item_kind)kind,
                                  .count = kind == ITEM_GOLD ? GOLD_USUAL : usual};
        return true;
    }
    return false;
}

static void refuse_kind(struct admin_request *request, const char *typed)
{
    char words[KINDS_MAX][KIND_SIZE];
    const char *list[KINDS_MAX];
    size_t count = 0;

    for (int id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++)
        kind_word(species_row((enum species_id)id)->name, words[count++]);
    for (int kind = 0; kind < ITEM_KIND_COUNT; kind++)
        kind_word(item_row((enum item_kind)kind)->name, words[count++]);
    for (size_t i = 0; i < count; i++)
        list[i] = words[i];
    const char *near = nearest_word(typed, list, count, DISTANCE_MAX);
    if (near == NULL)
        admin_refuse(request, "No foe or thing is called \"%.40s\".", typed);
    else
        admin_refuse(request, "No foe or thing is called \"%.40s\". Did you mean: %s?", typed,
                     near);
}

/* The fourth argument, if there is one. False: the request is answered. */
static bool read_count(struct admin_request *request, struct provision *what)
{
    char *end = NULL;

    if (request->arguments.count < 4)
        return true;
    long count = strtol(request->arguments.words[3], &end, 10);
    long most = what->is_thing ? (long)provide_most(what->item) : 1;
    if (end == request->arguments.words[3] || *end != '\0' || count < 1 || count > most) {
        admin_refuse(request, "\"%.40s\" is no count: of that kind 1 to %ld at once.",
                     request->arguments.words[3], most);
        return false;
    }
    what->count = (uint16_t)count;
    return true;
}

/* Levels that are not loaded, and cells outside, are refused before. */
static const char *const refusals[] = {
    [PROVIDE_NO_LEVEL] = "That depth is not loaded.",
    [PROVIDE_OUTSIDE] = "That cell is outside the level.",
    [PROVIDE_NO_GROUND] = "It cannot stand or lie there.",
    [PROVIDE_TAKEN] = "Somebody stands there.",
    [PROVIDE_STAIRS] = "No foe may stand beside stairs or in a haven.",
    [PROVIDE_ONE_ONLY] = "It is on that level already, and there is one alone.",
    [PROVIDE_TOO_MANY] = "So many do not lie in one place.",
    [PROVIDE_FULL] = "There is no room for more, on the level or in the world.",
};

void admin_run_spawn(struct admin *admin, struct admin_request *request)
{
    const struct admin_arguments *arguments = &request->arguments;
    struct provision what;
    char typed[KIND_SIZE];
    struct pos at;

    kind_word(arguments->words[0], typed);
    if (!find_kind(typed, &what)) {
        refuse_kind(request, typed);
        return;
    }
    const struct level *level = admin_loaded_cell(admin, request, 1, &at);
    if (level == NULL || !read_count(request, &what))
        return;
    enum provide_answer answer = provide_check(admin->game->world, level->key, at, &what);
    if (answer != PROVIDE_FINE) {
        admin_refuse(request, "%s", refusals[answer]);
        return;
    }
    struct input *input = input_queue_add(&admin->game->inputs, INPUT_PROVIDE, 0);
    if (input == NULL) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    input->key = level->key;
    input->at = at;
    input->provision = what;
    request->answer =
        json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "message", "Put there.", "kind", typed,
                  "count", (int)what.count, "depth", (int)level->key.depth, "wing",
                  (int)level->key.wing, "x", (int)at.x, "y", (int)at.y);
    admin_wait_for_tick(admin, request);
}

void admin_finish_spawn(struct admin *admin, struct admin_request *request)
{
    json_t *answer = request->answer;

    (void)admin;
    request->answer = NULL;
    admin_answer(request, answer);
}

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
