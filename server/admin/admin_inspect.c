/*
 * Commands that look at the world: `inspect` tells everything about a delver, a level, a cell and
 * its things; `population` counts the content of a level.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "base/text.h"
#include "narrate/place_words.h"
#include "server/admin/admin.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/game/roster.h"
#include "server/save/persist_accounts.h"
#include "server/session/page/page_map.h"
#include "world/life.h"
#include "world/place.h"

enum { STATUSES_SIZE = 240, STATUS_WORD_SIZE = 24, PEOPLE_SIZE = 400 };

static const char *const state_names[] = {
    [BODY_PRESENT] = "here", [BODY_TRANSIT] = "on the stairs", [BODY_GONE] = "leaving"};

/* Adds the delver's progress in this life, and answers. */
static void answer_with_life(struct admin_request *request, json_t *answer, const struct life *life)
{
    json_object_set_new(answer, "life", json_integer((json_int_t)life->number));
    json_object_set_new(answer, "level", json_integer(life_level(life)));
    json_object_set_new(answer, "experience", json_integer((json_int_t)life->experience));
    json_object_set_new(answer, "gold", json_integer((json_int_t)life->gold));
    json_object_set_new(answer, "deepest", json_integer(life->deepest));
    admin_answer(request, answer);
}

static void inspect_delver(const struct admin *admin, struct admin_request *request,
                           const struct delver *delver)
{
    struct delver_record record = delver_record(delver);
    const struct player_slot *slot = roster_slot_of_body(admin->game->roster, delver->body.id);
    char name[PLACE_NAME_MAX] = "-";
    if (delver->body.state == BODY_PRESENT)
        place_name(delver, name, sizeof name);
    json_t *answer =
        json_pack("{s:o, s:I, s:s, s:b, s:i, s:i, s:I, s:i, s:i, s:s, s:i, s:i, s:I, s:I, s:i, "
                  "s:I, s:I}",
                  "name", admin_string(delver->name), "delver", (json_int_t)record.id, "state",
                  state_names[delver->body.state], "line_lost",
                  (int)(delver->is_link_dead || slot == NULL || slot->session_id == 0), "depth",
                  (int)record.level.depth, "wing", (int)record.level.wing, "generation",
                  (json_int_t)record.level.generation, "x", (int)record.at.x, "y", (int)record.at.y,
                  "place", name, "health", (int)record.health, "health_max", (int)record.health_max,
                  "steps", (json_int_t)record.steps, "sequence", (json_int_t)record.sequence,
                  "queued", delver->body.queue_length, "explored", (json_int_t)delver->explored,
                  "cells", (json_int_t)delver->memory_size);
    json_object_set_new(answer, "guest", json_boolean(slot != NULL && slot->is_guest));
    /* For programs that compare a page's drawing with the right view. */
    if (delver->body.state == BODY_PRESENT)
        json_object_set_new(answer, "view", page_view_make(admin->game, delver));
    answer_with_life(request, answer, &record.life);
}

static void inspect_account(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    const struct delver *delver = admin_find_delver(admin, found->account.name);
    const struct delver_record *record = &found->delver;

    CHECK(found->role >= ACCOUNT_ROLE_NONE && found->role <= ACCOUNT_ROLE_ADMIN);
    if (delver != NULL) {
        inspect_delver(admin, request, delver);
        return;
    }
    answer_with_life(
        request,
        json_pack("{s:o, s:I, s:s, s:s, s:b, s:I, s:I, s:i, s:i, s:I, s:i, s:i, s:i, s:i, s:I, "
                  "s:I}",
                  "name", admin_string(found->account.name), "delver", (json_int_t)record->id,
                  "state", "away", "role", admin_role_names[found->role], "guest",
                  (int)found->account.is_guest, "created_at", (json_int_t)found->account.created_at,
                  "last_login_at", (json_int_t)found->account.last_seen_at, "depth",
                  (int)record->level.depth, "wing", (int)record->level.wing, "generation",
                  (json_int_t)record->level.generation, "x", (int)record->at.x, "y",
                  (int)record->at.y, "health", (int)record->health, "health_max",
                  (int)record->health_max, "steps", (json_int_t)record->steps, "sequence",
                  (json_int_t)record->sequence),
        &record->life);
}

/* Does `inspect` for a player. An absent delver is looked up in the database. */
static void inspect_player(struct admin *admin, struct admin_request *request)
{
    const struct delver *delver = admin_find_delver(admin, request->arguments.words[1]);

    if (delver != NULL)
        inspect_delver(admin, request, delver);
    else
        admin_look_up(admin, request, request->arguments.words[1], inspect_account);
}

static void inspect_cell(struct admin *admin, struct admin_request *request)
{
    struct pos at;
    const struct level *level = admin_loaded_cell(admin, request, 1, &at);

    if (level == NULL)
        return;
    const struct body *body = world_body(admin->game->world, level_body_at(level, at));
    const struct tile_row *tile = tile_row(level_tile(level, at));
    char glyph[2] = {tile->glyph, '\0'};
    admin_answer(request,
                 json_pack("{s:i, s:i, s:I, s:i, s:i, s:s, s:s, s:b, s:b, s:i, s:i, s:o}", "depth",
                           (int)level->key.depth, "wing", (int)level->key.wing, "generation",
                           (json_int_t)level->key.generation, "x", (int)at.x, "y", (int)at.y,
                           "tile", tile->name, "symbol", glyph, "walkable", (int)tile->is_walkable,
                           "opaque", (int)level_is_opaque(level, at), "room",
                           level_room_at(level, at), "area", (int)place_at(level, at), "who",
                           body == NULL ? json_null() : admin_string(body_name(body))));
}

static json_t *describe_stack(const struct stack *stack, const char *place, int64_t owner)
{
    return json_pack("{s:s, s:I, s:i, s:i, s:i, s:s, s:o}", "kind", item_row(stack->kind)->name,
                     "count", (json_int_t)stack->count, "temper", (int)stack->temper, "charges",
                     (int)stack->charges, "rest_beats", (int)stack->rest, "place", place, "delver",
                     owner == 0 ? json_null() : json_integer((json_int_t)owner));
}

/* Appends the things on that cell, the topmost first, then the contents of its graves. */
static void add_things(const struct world *world, const struct level *level, struct pos at,
                       json_t *rows)
{
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        const struct item *item = world_item(world, id);
        bool is_owned = !item_is_free(world, item, 0);
        if (pos_equal(item->at, at))
            json_array_append_new(
                rows, describe_stack(&item->stack, "floor", is_owned ? item->owner : 0));
    }
    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        const struct stack gold = stack_of(ITEM_GOLD, (uint32_t)grave->gold);
        char place[NAME_LENGTH_MAX + 16];
        if (!pos_equal(grave->at, at))
            continue;
        snprintf(place, sizeof place, "grave of %s", grave->name);
        if (grave->gold > 0)
            json_array_append_new(rows, describe_stack(&gold, place, grave->delver_id));
        for (int i = 0; i < PACK_MAX; i++) {
            if (!stack_is_none(&grave->things[i]))
                json_array_append_new(rows,
                                      describe_stack(&grave->things[i], place, grave->delver_id));
        }
    }
}

static void inspect_item(struct admin *admin, struct admin_request *request)
{
    struct pos at;
    const struct level *level = admin_loaded_cell(admin, request, 1, &at);
    json_t *rows = level == NULL ? NULL : json_array();

    if (level == NULL)
        return;
    add_things(admin->game->world, level, at, rows);
    if (json_array_size(rows) == 0) {
        json_decref(rows);
        admin_refuse(request, "Nothing lies at %d,%d.", at.x, at.y);
    } else {
        admin_answer(request, json_pack("{s:o}", "things", rows));
    }
}

static const char *const mood_names[MOOD_COUNT] = {
    [MOOD_ASLEEP] = "asleep",   [MOOD_POSTED] = "on guard",   [MOOD_ROAMING] = "wandering",
    [MOOD_HUNTING] = "hunting", [MOOD_HOMING] = "going home",
};

/* Describes statuses: "poisoned 3, held 1"; "-" for none. */
static json_t *describe_statuses(const struct statuses *statuses)
{
    char text[STATUSES_SIZE];
    struct writer writer = writer_of(text, sizeof text);

    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses->left[id] != 0 && writer.length + STATUS_WORD_SIZE < sizeof text)
            writer_join(&writer, ", ", "%s %d", status_row(id)->name, statuses->left[id]);
    }
    return writer.length == 0 ? json_null() : json_string(text);
}

static json_t *describe_cell(struct pos at)
{
    char text[24];

    snprintf(text, sizeof text, "%d,%d", at.x, at.y);
    return json_string(text);
}

static void inspect_foe(struct admin *admin, struct admin_request *request)
{
    struct pos at;
    const struct level *level = admin_loaded_cell(admin, request, 1, &at);

    if (level == NULL)
        return;
    struct body *body = world_body(admin->game->world, level_body_at(level, at));
    const struct foe *foe = body == NULL ? NULL : body_foe(body);
    if (foe == NULL) {
        admin_refuse(request, "No foe stands at %d,%d.", at.x, at.y);
        return;
    }
    const struct delver *target = world_delver(admin->game->world, foe->mind.target);
    admin_answer(request,
                 json_pack("{s:s, s:o, s:i, s:i, s:s, s:o, s:o, s:o, s:b, s:b, s:i, s:I}", "kind",
                           body_name(body), "at", describe_cell(body->at), "health",
                           (int)body->health, "health_max", (int)body->health_max, "mood",
                           mood_names[foe->mind.mood], "home", describe_cell(foe->mind.home),
                           "target", target == NULL ? json_null() : admin_string(target->name),
                           "statuses", describe_statuses(&body->statuses), "hidden",
                           (int)foe->mind.is_hidden, "fleeing",
                           (int)(foe->mind.fear == FEAR_FLEEING), "group", (int)foe->group, "gold",
                           (json_int_t)foe->mind.gold));
}

static const char *const niche_names[NICHE_COUNT] = {
    [NICHE_TEMPERING] = "tempering", [NICHE_MENDING] = "mending", [NICHE_FIND] = "find"};

/* Returns the names of the delvers on this level that have opened the niche, as one text. */
static json_t *describe_openers(const struct world *world, const struct level *level,
                                enum niche niche)
{
    char text[PEOPLE_SIZE];
    struct writer writer = writer_of(text, sizeof text);

    for (body_id id = level->first_delver; id != 0; id = world_body(world, id)->next) {
        const struct delver *delver = world_delver(world, id);
        if (level->key.depth <= LIFE_DEPTH_MAX &&
            life_has_opened(&delver->life, niche, level->key.depth) &&
            writer.length + NAME_LENGTH_MAX + 2 < sizeof text)
            writer_join(&writer, ", ", "%s", delver->name);
    }
    return json_string(writer.length == 0 ? "nobody here" : text);
}

static void inspect_niche(struct admin *admin, struct admin_request *request)
{
    struct pos at;
    const struct level *level = admin_loaded_cell(admin, request, 1, &at);

    for (int i = 0; level != NULL && i < level->niche_count; i++) {
        if (!pos_equal(level->niches[i], at))
            continue;
        admin_answer(request,
                     json_pack("{s:s, s:i, s:i, s:o, s:o}", "holds", niche_names[i], "depth",
                               (int)level->key.depth, "wing", (int)level->key.wing, "at",
                               describe_cell(at), "opened_by",
                               describe_openers(admin->game->world, level, (enum niche)i)));
        return;
    }
    if (level != NULL)
        admin_refuse(request, "There is no niche at %d,%d; population %u has them.", at.x, at.y,
                     level->key.depth);
}

static void inspect_level(struct admin *admin, struct admin_request *request)
{
    admin_show_level(admin, request, request->arguments.words[1]);
}

struct inspect_row {
    const char *word;
    int arguments_max;
    admin_run *run;
};

static const struct inspect_row inspect_table[] = {
    {"player", 2, inspect_player}, {"level", 2, inspect_level}, {"cell", 3, inspect_cell},
    {"item", 3, inspect_item},     {"foe", 3, inspect_foe},     {"niche", 3, inspect_niche},
};

/* Finds a row; NULL: there is no such word. */
static const struct inspect_row *find_row(const char *word)
{
    for (size_t i = 0; i < sizeof inspect_table / sizeof inspect_table[0]; i++) {
        if (strcasecmp(inspect_table[i].word, word) == 0)
            return &inspect_table[i];
    }
    return NULL;
}

void admin_run_inspect(struct admin *admin, struct admin_request *request)
{
    const struct inspect_row *row = find_row(request->arguments.words[0]);

    if (row != NULL && request->arguments.count <= row->arguments_max)
        row->run(admin, request);
    else if (row != NULL)
        admin_misuse(request, "Usage: %s %s", request->row->word, request->row->arguments);
    else
        admin_misuse(request, "\"%.40s\" is none of player, level, cell, item, foe and niche.",
                     request->arguments.words[0]);
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
