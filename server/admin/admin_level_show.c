/*
 * Words that show levels: those there are, one with its map, and one that could be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "content/theme.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/level_regen.h"
#include "server/save/persist.h"
#include "server/admin/admin.h"

enum { PEOPLE_SIZE = 400, STATE_SIZE = 80 };

json_t *admin_level_people(const struct admin *admin, struct level_key key)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);
    char text[PEOPLE_SIZE] = "nobody";
    size_t length = 0;
    uint32_t left_out = 0;

    for (body_id id = level == NULL ? 0 : level->first_delver; id != 0;) {
        const struct delver *delver = world_delver(admin->game->world, id);
        if (length + NAME_LENGTH_MAX + 20 < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       length == 0 ? "" : ", ", delver->name);
        else
            left_out++;
        id = delver->body.next;
    }
    if (left_out > 0)
        snprintf(text + length, sizeof text - length, " and %u more", left_out);
    return json_string(text);
}

json_t *admin_level_seed(uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    return json_string(text);
}

/* The pending change of a level: "rebuilt in 25 s"; "-". */
static json_t *pending_of(const struct admin *admin, struct level_key key)
{
    const struct regen *regen = level_regen_find(admin->game, key.wing, key.depth);
    char text[STATE_SIZE];

    if (regen == NULL)
        return json_null();
    const char *what = regen->order.is_undo ? "restored" : "rebuilt";
    if (regen->order.waits_for_empty)
        snprintf(text, sizeof text, "%s when empty", what);
    else if (regen->stage == REGEN_WAITS && regen->due_ms > admin->base->now_ms)
        snprintf(text, sizeof text, "%s in %u s", what,
                 (unsigned)((regen->due_ms - admin->base->now_ms + 999) / 1000));
    else
        snprintf(text, sizeof text, "%s now", what);
    return json_string(text);
}

static json_t *size_of(int width, int height)
{
    char text[24];

    snprintf(text, sizeof text, "%dx%d", width, height);
    return json_string(width == 0 ? "damaged" : text);
}

/* The facts that list and show share. */
static json_t *describe(const struct admin *admin, struct level_key key, const char *style,
                        int width, int height)
{
    struct level_head head = level_versions_get(&admin->game->level_versions, key);
    struct level_recipe recipe = level_versions_recipe(&admin->game->level_versions, key);

    return json_pack("{s:i, s:i, s:s, s:s, s:I, s:s, s:o, s:o, s:o, s:b, s:b, s:o, s:o}", "depth",
                     (int)key.depth, "wing", (int)key.wing, "name",
                     theme_level_name(admin->game->world->seed, key.wing, key.depth), "theme",
                     theme_of_depth(key.depth)->name, "generation", (json_int_t)key.generation,
                     "style", style, "seed", admin_level_seed(recipe.seed), "size",
                     size_of(width, height), "here", admin_level_people(admin, key), "locked",
                     (int)level_versions_is_locked(&admin->game->level_versions, key.depth),
                     "loaded", (int)(world_level(admin->game->world, key) != NULL), "kept",
                     head.has_kept ? json_integer((json_int_t)head.kept) : json_null(), "pending",
                     pending_of(admin, key));
}

/* Whether this generation of a level is the one that counts; `next` is the row behind it, or NULL.
   The generations of a level stand together in the list, the newest last. */
static bool is_current(const struct admin *admin, const struct level_summary *row,
                       const struct level_summary *next)
{
    const struct level_head *head =
        level_versions_find(&admin->game->level_versions, row->key.wing, row->key.depth);

    if (head != NULL)
        return head->current == row->key.generation;
    return next == NULL || next->key.wing != row->key.wing || next->key.depth != row->key.depth;
}

/* Locks and plans for levels that were never made have no row in the list. */
static void add_unmade(const struct admin *admin, const struct job *job, json_t *rows)
{
    for (size_t i = 0; i < admin->game->level_versions.count; i++) {
        const struct level_head *head = &admin->game->level_versions.entries[i].head;
        bool is_listed = !head->is_locked;
        for (int j = 0; j < job->list_count; j++)
            is_listed = is_listed || (job->list[j].key.wing == head->wing &&
                                      job->list[j].key.depth == head->depth);
        if (is_listed)
            continue;
        json_t *row =
            describe(admin, (struct level_key){head->wing, head->depth, head->current}, "-", 0, 0);
        json_object_set_new(row, "size", json_string("not made"));
        json_array_append_new(rows, row);
    }
}

/* As text it is a table of 80 columns: `level show` tells the rest. */
static void leave_out(json_t *rows)
{
    static const char *const names[] = {"theme", "generation", "seed", "loaded", "kept"};

    for (size_t i = 0; i < json_array_size(rows); i++) {
        for (size_t name = 0; name < sizeof names / sizeof names[0]; name++)
            (void)json_object_del(json_array_get(rows, i), names[name]);
    }
}

static void on_levels_listed(struct admin *admin, struct admin_request *request, struct job *job)
{
    json_t *rows = json_array();

    for (int i = 0; job->result == ERR_OK && i < job->list_count; i++) {
        const struct level_summary *row = &job->list[i];
        const char *style = row->style[0] == '\0' ? "?" : row->style;
        if (is_current(admin, row, i + 1 < job->list_count ? row + 1 : NULL))
            json_array_append_new(rows, describe(admin, row->key, style, row->width, row->height));
    }
    if (job->result != ERR_OK) {
        json_decref(rows);
        admin_refuse(request, "The levels cannot be read: %s.", err_text(job->result));
    } else {
        add_unmade(admin, job, rows);
        if (request->caller.format == ADMIN_TEXT)
            leave_out(rows);
        admin_answer(request, json_pack("{s:o}", "levels", rows));
    }
}

void admin_run_level_list(struct admin *admin, struct admin_request *request)
{
    admin_wait_for_job(admin, request, job_new(&question_list_levels), on_levels_listed);
}

/* A body covers the ground: @ is a player, a letter a foe. */
static char glyph_at(const struct world *world, const struct level *level, struct pos at,
                     bool shows_bodies)
{
    body_id id = shows_bodies ? level_body_at(level, at) : 0;

    return id != 0 ? species_row(world_body(world, id)->species)->glyph
                   : tile_row(level_tile(level, at))->glyph;
}

static json_t *rows_of(const struct world *world, const struct level *level, bool shows_bodies)
{
    json_t *rows = json_array();
    char text[LEVEL_WIDTH_MAX + 1];

    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++)
            text[x] = glyph_at(world, level, pos_of(x, y), shows_bodies);
        text[level->width] = '\0';
        json_array_append_new(rows, json_string(text));
    }
    return rows;
}

/* "r: cellar rat, 2" of each kind of foe on the level. */
static json_t *legend_of(const struct world *world, const struct level *level)
{
    int counts[SPECIES_COUNT] = {0};
    json_t *legend = json_array();

    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
        counts[world_body(world, id)->species]++;
    for (int species = 0; species < SPECIES_COUNT; species++) {
        const struct species_row *row = species_row((enum species_id)species);
        if (counts[species] > 0)
            json_array_append_new(
                legend, json_sprintf("%c: %s, %d", row->glyph, row->name, counts[species]));
    }
    return legend;
}

static json_t *place_of_stairs(struct pos at)
{
    char text[16];

    snprintf(text, sizeof text, "%d,%d", at.x, at.y);
    return json_string(text);
}

void admin_run_level_show(struct admin *admin, struct admin_request *request)
{
    struct level_key key;

    if (admin_level_parse(request, request->arguments.words[0], &key))
        admin_level_look(admin, request, key);
}

static const char *style_of(const struct admin *admin, struct level_key key)
{
    struct level_recipe recipe = level_versions_recipe(&admin->game->level_versions, key);
    const struct gen_style *style = gen_style_find(recipe.style);

    if (style != NULL)
        return style->name;
    return theme_plan_of_level(recipe.seed, key.wing, key.depth, key.generation)->style;
}

void admin_level_show_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct level *level = world_level_at(admin->game->world, job->key.wing, job->key.depth);

    if (level == NULL) {
        admin_unloaded_looked(admin, request, job);
        return;
    }
    json_t *answer =
        describe(admin, level->key, style_of(admin, level->key), level->width, level->height);
    if (answer == NULL) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    json_object_set_new(answer, "rooms", json_integer(level->room_count));
    json_object_set_new(answer, "up", place_of_stairs(level->up));
    json_object_set_new(answer, "down", place_of_stairs(level->down));
    uint32_t here = level_count_people(admin->game, job->key.wing, job->key.depth);
    uint64_t placed = job->facts.delvers;
    json_object_set_new(answer, "delvers", json_integer((json_int_t)placed));
    json_object_set_new(answer, "absent",
                        json_integer((json_int_t)(placed > here ? placed - here : 0)));
    json_object_set_new(answer, "rows", rows_of(admin->game->world, level, true));
    json_t *legend = legend_of(admin->game->world, level);
    if (json_array_size(legend) > 0)
        json_object_set_new(answer, "legend", legend);
    else
        json_decref(legend);
    admin_answer(request, answer);
}

/* A level that is made to be looked at. */
struct preview {
    uv_work_t work;
    struct admin *admin;
    uint64_t ticket;
    struct gen_request request;
    struct level *level;
    struct gen_report report;
    struct gen_measure measure;
    uint64_t took_us;
    enum err result;
};

static void make_preview(uv_work_t *work)
{
    struct preview *preview = work->data;
    uint64_t began_ns = uv_hrtime();

    preview->result = gen_level(&preview->request, &preview->level, &preview->report);
    preview->took_us = (uv_hrtime() - began_ns) / 1000;
    if (preview->result == ERR_OK)
        preview->result = gen_measure(preview->level, &preview->measure);
}

static json_t *describe_preview(const struct admin *admin, const struct preview *preview)
{
    const struct level *level = preview->level;
    const struct gen_measure *measure = &preview->measure;
    json_t *answer = json_pack(
        "{s:s, s:i, s:i, s:s, s:s, s:I, s:s, s:o, s:o}", "message", "Preview only.", "depth",
        (int)level->key.depth, "wing", (int)level->key.wing, "name",
        theme_level_name(admin->game->world->seed, level->key.wing, level->key.depth), "theme",
        theme_of_depth(level->key.depth)->name, "generation", (json_int_t)level->key.generation,
        "style", preview->report.style->name, "seed", admin_level_seed(preview->request.world_seed),
        "size", size_of(level->width, level->height));

    if (answer == NULL)
        return NULL;
    json_object_set_new(answer, "rooms", json_integer(measure->rooms));
    json_object_set_new(answer, "loops", json_integer(measure->loops));
    json_object_set_new(answer, "dead_ends", json_integer(measure->dead_ends));
    json_object_set_new(answer, "walkable", json_integer(measure->walkable));
    json_object_set_new(answer, "path", json_integer(measure->path));
    json_object_set_new(answer, "attempts", json_integer(preview->report.attempts));
    json_object_set_new(answer, "took_us", json_integer((json_int_t)preview->took_us));
    json_object_set_new(answer, "up", place_of_stairs(level->up));
    json_object_set_new(answer, "down", place_of_stairs(level->down));
    json_object_set_new(answer, "rows", rows_of(admin->game->world, level, false));
    return answer;
}

static void on_preview_made(uv_work_t *work, int status)
{
    struct preview *preview = work->data;
    struct admin *admin = preview->admin;
    struct admin_request *request = admin_find(admin, preview->ticket);

    base_touch_clock(admin->base);
    if (request != NULL && (status != 0 || preview->result != ERR_OK))
        admin_refuse(request, "The level could not be made: %s.", err_text(preview->result));
    else if (request != NULL)
        admin_answer(request, describe_preview(admin, preview));
    if (request != NULL)
        admin_settle(admin, request);
    level_free(preview->level);
    free(preview);
}

/* Which generation counts must be known before the next is shown. */
void admin_run_level_preview(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct level_wish wish;

    if (admin_level_parse(request, request->arguments.words[0], &key) &&
        admin_level_wish(admin, request, false, &wish))
        admin_level_look(admin, request, key);
}

void admin_preview_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct level_key key = job->key;
    struct level_wish wish;

    if (!admin_level_wish(admin, request, false, &wish))
        return;
    struct preview *preview = calloc(1, sizeof *preview);
    if (preview == NULL) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    /* With the number that level regen would use now, so that it makes the same. */
    key.generation = level_versions_get(&admin->game->level_versions, key).newest + 1;
    level_recipe_request(&wish.recipe, key, &admin->game->setpieces, &preview->request);
    preview->admin = admin;
    preview->ticket = request->ticket;
    preview->work.data = preview;
    if (uv_queue_work(&admin->base->loop, &preview->work, make_preview, on_preview_made) != 0) {
        free(preview);
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    request->wait = ADMIN_WAIT_JOB;
}
