/*
 * The `level` commands. Each reads the level and the wish for it, and asks the database for the
 * current generation; then it shows that, makes a preview on a worker, or has the game change the
 * level. A change is answered when it is scheduled, or when the level was swapped and that is on
 * disk (admin_take_level_outcomes()).
 */
#include "server/admin/admin_level.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uv.h>

#include "base/text.h"
#include "content/theme.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "server/admin/admin.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/base/duration.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/game/tick.h"
#include "server/save/persist.h"
#include "server/save/persist_levels.h"
#include "server/session/deliver.h"

/* How to make a level, and when. */
struct level_wish {
    bool has_seed;
    struct level_recipe recipe;
    int countdown_seconds; /* -1: not given */
    bool waits_for_empty;
    bool is_dry;
};

enum { STYLES_MAX = 32, DISTANCE_MAX = 2, STYLES_TEXT_SIZE = 200 };

static void explain_style(struct admin_request *request, const char *name)
{
    const char *names[STYLES_MAX];
    char list[STYLES_TEXT_SIZE];
    struct writer writer = writer_of(list, sizeof list);
    size_t count = gen_style_count() < STYLES_MAX ? gen_style_count() : STYLES_MAX;

    for (size_t i = 0; i < count; i++) {
        names[i] = gen_style_at(i)->name;
        writer_join(&writer, ", ", "%s", names[i]);
    }
    const char *nearest = nearest_word(name, names, count, DISTANCE_MAX);
    if (nearest != NULL)
        admin_misuse(request, "There is no style \"%.40s\". Did you mean: %s?", name, nearest);
    else
        admin_misuse(request, "There is no style \"%.40s\". There are: %s.", name, list);
}

static bool take_style(struct admin_request *request, const char *name, struct level_wish *out)
{
    const struct gen_style *style = gen_style_find(name);

    if (style == NULL && strcmp(name, LEVEL_STYLE_OF_THEME) != 0) {
        explain_style(request, name);
        return false;
    }
    snprintf(out->recipe.style, sizeof out->recipe.style, "%s", name);
    return true;
}

static bool take_seed(struct admin_request *request, const char *text, struct level_wish *out)
{
    char *end = NULL;

    errno = 0;
    out->recipe.seed = strtoull(text, &end, 10);
    out->has_seed = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    if (!out->has_seed)
        admin_misuse(request, "\"%.40s\" is no seed: a number from 0 to 18446744073709551615.",
                     text);
    return out->has_seed;
}

/* Reads a time; digits alone are seconds. */
static bool take_time(struct admin_request *request, const char *text, struct level_wish *out)
{
    size_t digits = strspn(text, "0123456789");
    int64_t seconds = -1;

    if (digits > 0 && text[digits] == '\0')
        seconds = strtol(text, NULL, 10);
    else if (duration_parse(text, strlen(text), &seconds) != ERR_OK)
        seconds = -1;
    if (seconds < 0 || seconds > LEVEL_COUNTDOWN_SECONDS_MAX) {
        admin_misuse(request, "\"%.40s\" is no time up to 24h, as 30s or 5m.", text);
        return false;
    }
    out->countdown_seconds = (int)seconds;
    return true;
}

static bool take_now(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)request;
    (void)text;
    out->countdown_seconds = 0;
    return true;
}

static bool take_when_empty(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)request;
    (void)text;
    out->waits_for_empty = true;
    return true;
}

static bool take_dry_run(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)text;
    request->is_dry = true;
    out->is_dry = true;
    return true;
}

/* Parts of a wish, each allowed once: a second word for the same part is refused, because it is
   unclear which is meant. */
enum wish_part { WISH_SEED, WISH_STYLE, WISH_TIME, WISH_DRY, WISH_COUNT };

struct wish_row {
    const char *word;
    enum wish_part part;
    bool has_value; /* the next word is the part's value */
    bool (*take)(struct admin_request *request, const char *text, struct level_wish *out);
};

static const struct wish_row wish_table[] = {
    {"seed", WISH_SEED, true, take_seed},
    {"style", WISH_STYLE, true, take_style},
    {"in", WISH_TIME, true, take_time},
    {"now", WISH_TIME, false, take_now},
    {"when-empty", WISH_TIME, false, take_when_empty},
    {"dry-run", WISH_DRY, false, take_dry_run},
};

/* Finds a row; NULL: there is no such word, or not for this command. */
static const struct wish_row *find_wish(const struct admin_request *request, const char *word,
                                        bool takes_times)
{
    bool is_undo = request->row->run == admin_run_level_undo;

    for (size_t i = 0; i < sizeof wish_table / sizeof wish_table[0]; i++) {
        const struct wish_row *row = &wish_table[i];
        bool is_plan = row->part == WISH_SEED || row->part == WISH_STYLE;
        if (strcasecmp(row->word, word) == 0)
            return (is_plan ? !is_undo : takes_times) ? row : NULL;
    }
    return NULL;
}

static bool is_first(struct admin_request *request, const struct wish_row *row,
                     const char *said[WISH_COUNT])
{
    const char *before = said[row->part];

    said[row->part] = row->word;
    if (before == NULL)
        return true;
    if (before == row->word)
        admin_misuse(request, "\"%s\" stands there twice. Usage: %s %s", row->word,
                     request->row->word, request->row->arguments);
    else
        admin_misuse(request, "\"%s\" does not go with \"%s\". Usage: %s %s", row->word, before,
                     request->row->word, request->row->arguments);
    return false;
}

/* Reads "seed N", "style NAME", and with `takes_times` "in 30s", "now", "when-empty", "dry-run",
   after the first argument. False: the request is answered. */
static bool read_wish(const struct admin *admin, struct admin_request *request, bool takes_times,
                      struct level_wish *out)
{
    const struct admin_arguments *arguments = &request->arguments;
    const char *said[WISH_COUNT] = {NULL};

    *out = (struct level_wish){
        .recipe = {.seed = admin->game->world->seed, .style = LEVEL_STYLE_OF_THEME},
        .countdown_seconds = -1};
    for (int i = 1; i < arguments->count; i++) {
        const char *word = arguments->words[i];
        const struct wish_row *row = find_wish(request, word, takes_times);
        if (row == NULL || (row->has_value && i + 1 == arguments->count)) {
            admin_misuse(request, "\"%.40s\" is not understood here. Usage: %s %s", word,
                         request->row->word, request->row->arguments);
            return false;
        }
        if (!is_first(request, row, said) ||
            !row->take(request, row->has_value ? arguments->words[++i] : "", out))
            return false;
    }
    return true;
}

enum { PEOPLE_SIZE = 400, STATE_SIZE = 80 };

/* Returns the names of the players on a level as one text: "Ada, Brom"; "nobody". */
static json_t *people_on(const struct admin *admin, struct level_key key)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);
    char text[PEOPLE_SIZE];
    struct writer writer = writer_of(text, sizeof text);
    uint32_t left_out = 0;

    for (body_id id = level == NULL ? 0 : level->first_delver; id != 0;) {
        const struct delver *delver = world_delver(admin->game->world, id);
        if (writer.length + NAME_LENGTH_MAX + 20 < sizeof text)
            writer_join(&writer, ", ", "%s", delver->name);
        else
            left_out++;
        id = delver->body.next;
    }
    if (left_out > 0)
        writer_add(&writer, " and %u more", left_out);
    return json_string(writer.length == 0 ? "nobody" : text);
}

/* Returns a seed as a text of digits, because it may be too large for a JSON number. */
static json_t *seed_text(uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    return json_string(text);
}

/* Returns the pending change of a level: "rebuilt in 25 s"; "-". */
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

/* Returns the facts that `level list` and `level show` share. */
static json_t *describe(const struct admin *admin, struct level_key key, const char *style,
                        int width, int height)
{
    struct level_head head = level_versions_get(&admin->game->level_versions, key);
    struct level_recipe recipe = level_versions_recipe(&admin->game->level_versions, key);

    return json_pack(
        "{s:i, s:i, s:s, s:s, s:I, s:s, s:o, s:o, s:o, s:b, s:b, s:o, s:o}", "depth",
        (int)key.depth, "wing", (int)key.wing, "name",
        theme_level_name(admin->game->world->themes, admin->game->world->seed, key.wing, key.depth),
        "theme", theme_of_depth(admin->game->world->themes, key.depth)->name, "generation",
        (json_int_t)key.generation, "style", style, "seed", seed_text(recipe.seed), "size",
        size_of(width, height), "here", people_on(admin, key), "locked",
        (int)level_versions_is_locked(&admin->game->level_versions, key.depth), "loaded",
        (int)(world_level(admin->game->world, key) != NULL), "kept",
        head.has_kept ? json_integer((json_int_t)head.kept) : json_null(), "pending",
        pending_of(admin, key));
}

/* True if this generation of a level is the current one; `next` is the row after it, or NULL. The
   generations of a level are adjacent in the list, the newest last. */
static bool is_current(const struct admin *admin, const struct level_summary *row,
                       const struct level_summary *next)
{
    const struct level_head *head =
        level_versions_find(&admin->game->level_versions, row->key.wing, row->key.depth);

    if (head != NULL)
        return head->current == row->key.generation;
    return next == NULL || next->key.wing != row->key.wing || next->key.depth != row->key.depth;
}

/* Adds locks and plans of levels that were never made and have no row in the list. */
static void add_unmade(const struct admin *admin, const struct job *job, json_t *rows)
{
    const struct level_list *list = job->content;

    for (size_t i = 0; i < admin->game->level_versions.count; i++) {
        const struct level_head *head = &admin->game->level_versions.entries[i].head;
        bool is_listed = !head->is_locked;
        for (int j = 0; j < list->count; j++)
            is_listed = is_listed || (list->list[j].key.wing == head->wing &&
                                      list->list[j].key.depth == head->depth);
        if (is_listed)
            continue;
        json_t *row =
            describe(admin, (struct level_key){head->wing, head->depth, head->current}, "-", 0, 0);
        json_object_set_new(row, "size", json_string("not made"));
        json_array_append_new(rows, row);
    }
}

/* Removes members that a table of 80 columns has no room for; `level show` tells them. */
static void leave_out(json_t *rows)
{
    static const char *const names[] = {"theme", "generation", "seed", "loaded", "kept"};

    for (size_t i = 0; i < json_array_size(rows); i++) {
        for (size_t name = 0; name < sizeof names / sizeof names[0]; name++)
            (void)json_object_del(json_array_get(rows, i), names[name]);
    }
}

static void answer_list(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct level_list *list = job->content;
    json_t *rows = json_array();

    for (int i = 0; job->result == ERR_OK && i < list->count; i++) {
        const struct level_summary *row = &list->list[i];
        const char *style = row->style[0] == '\0' ? "?" : row->style;
        if (is_current(admin, row, i + 1 < list->count ? row + 1 : NULL))
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
    admin_wait_for_job(admin, request, job_new(&question_list_levels), answer_list);
}

/* Returns the sign of a cell. A body covers the ground: @ is a player, a letter a foe. */
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

/* Returns a line such as "r: cellar rat, 2" for each kind of foe on the level. */
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

static const char *style_of(const struct admin *admin, struct level_key key)
{
    struct level_recipe recipe = level_versions_recipe(&admin->game->level_versions, key);
    const struct gen_style *style = gen_style_find(recipe.style);

    if (style != NULL)
        return style->name;
    return theme_plan_of_level(admin->game->world->themes, recipe.seed, key.wing, key.depth,
                               key.generation)
        ->style;
}

static void show_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct level_question *looked = job->content;
    const struct level *level =
        world_level_at(admin->game->world, looked->key.wing, looked->key.depth);

    if (level == NULL) {
        admin_load_level(admin, request, job);
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
    uint32_t here = level_count_people(admin->game, looked->key.wing, looked->key.depth);
    uint64_t placed = looked->facts.delvers;
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

void admin_show_level(struct admin *admin, struct admin_request *request, const char *word)
{
    struct level_key key;

    if (admin_parse_level(request, word, &key))
        admin_look_at_level(admin, request, key, show_looked);
}

void admin_run_level_show(struct admin *admin, struct admin_request *request)
{
    admin_show_level(admin, request, request->arguments.words[0]);
}

/* A level that is made only to be shown. */
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
        theme_level_name(admin->game->world->themes, admin->game->world->seed, level->key.wing,
                         level->key.depth),
        "theme", theme_of_depth(admin->game->world->themes, level->key.depth)->name, "generation",
        (json_int_t)level->key.generation, "style", preview->report.style->name, "seed",
        seed_text(preview->request.world_seed), "size", size_of(level->width, level->height));

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

static void preview_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct level_question *looked = job->content;
    struct level_key key = looked->key;
    struct level_wish wish;

    if (!read_wish(admin, request, false, &wish))
        return;
    struct preview *preview = calloc(1, sizeof *preview);
    if (preview == NULL) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    /* With the number that level regen would use now, so that it makes the same level. */
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

/* Does `level preview`. The current generation must be known before the next one is shown. */
void admin_run_level_preview(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct level_wish wish;

    if (admin_parse_level(request, request->arguments.words[0], &key) &&
        read_wish(admin, request, false, &wish))
        admin_look_at_level(admin, request, key, preview_looked);
}

static struct level_order order_of(struct admin *admin, struct admin_request *request,
                                   const struct level_wish *wish, const struct job *job)
{
    const struct level_question *looked = job->content;
    struct level_order order = {
        .key = looked->key,
        .is_made = looked->facts.is_made,
        .is_undo = request->row->run == admin_run_level_undo,
        .recipe = wish->recipe,
        .waits_for_empty = wish->waits_for_empty,
        .countdown_seconds = wish->countdown_seconds,
        .request_ticket = request->ticket,
        .delver_id = request->caller.delver_id,
    };
    const struct level *level =
        world_level_at(admin->game->world, looked->key.wing, looked->key.depth);

    if (level != NULL) {
        order.key = level->key;
        order.is_made = true;
    }
    /* By default nobody is moved without a warning. */
    if (order.countdown_seconds < 0)
        order.countdown_seconds =
            wish->waits_for_empty ||
                    level_count_people(admin->game, looked->key.wing, looked->key.depth) == 0
                ? 0
                : LEVEL_COUNTDOWN_SECONDS;
    snprintf(order.who, sizeof order.who, "%s", request->caller.name);
    return order;
}

static void answer_dry(struct admin *admin, struct admin_request *request,
                       const struct level_order *order, uint64_t placed)
{
    struct level_head head = level_versions_get(&admin->game->level_versions, order->key);
    uint32_t here = level_count_people(admin->game, order->key.wing, order->key.depth);
    const struct level_recipe *recipe = order->is_undo ? &head.kept_recipe : &order->recipe;
    const struct level *level =
        world_level_at(admin->game->world, order->key.wing, order->key.depth);
    uint32_t bodies = level == NULL ? 0 : level->delver_count;
    char word[LEVEL_WORD_SIZE];
    json_t *answer =
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:s, s:o, s:I, s:o, s:I, s:I, s:s, s:I}", "message",
                  "Dry run: nothing was changed.", "depth", (int)order->key.depth, "wing",
                  (int)order->key.wing, "generation",
                  (json_int_t)(order->is_undo ? head.kept : head.newest + 1), "in_the_place_of",
                  (json_int_t)order->key.generation, "style", recipe->style, "seed",
                  seed_text(recipe->seed), "moved", (json_int_t)bodies, "here",
                  people_on(admin, order->key), "on_stairs", (json_int_t)(here - bodies), "absent",
                  (json_int_t)(placed > here ? placed - here : 0), "when",
                  order->waits_for_empty         ? "when nobody is there"
                  : order->countdown_seconds > 0 ? "after the countdown"
                                                 : "at once",
                  "countdown_seconds", (json_int_t)order->countdown_seconds);

    if (order->is_undo && !head.has_kept) {
        json_decref(answer);
        level_word(order->key.wing, order->key.depth, word);
        admin_refuse(request, "No earlier version of depth %s is kept.", word);
        return;
    }
    admin_answer(request, answer);
}

static void regen_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct level_question *looked = job->content;
    struct level_wish wish;
    char reason[LEVEL_REASON_SIZE];

    if (!read_wish(admin, request, true, &wish))
        return;
    struct level_order order = order_of(admin, request, &wish, job);
    if (wish.is_dry) {
        answer_dry(admin, request, &order, looked->facts.delvers);
        return;
    }
    if (level_regen_begin(admin->game, &order, reason) != ERR_OK)
        admin_refuse(request, "%s", reason);
    else
        request->wait = ADMIN_WAIT_JOB;
}

static void run_regen(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct level_wish wish;

    if (!admin_parse_level(request, request->arguments.words[0], &key) ||
        !read_wish(admin, request, true, &wish))
        return;
    admin_look_at_level(admin, request, key, regen_looked);
}

void admin_run_level_regen(struct admin *admin, struct admin_request *request)
{
    run_regen(admin, request);
}

void admin_run_level_undo(struct admin *admin, struct admin_request *request)
{
    run_regen(admin, request);
}

static void finish_saved(struct admin *admin, struct admin_request *request)
{
    json_t *answer = request->answer;

    request->answer = NULL;
    if (persist_is_saved(admin->persist, request->waits_for)) {
        admin_answer(request, answer);
        return;
    }
    json_decref(answer);
    admin_refuse(request, "The change is made, but is not on disk yet; the server goes on trying.");
}

/* Answers after a tick, when the change is part of the next save. */
static void finish_level(struct admin *admin, struct admin_request *request)
{
    if (admin->game->tick->is_save_overdue)
        admin_wait_for_tick(admin, request, finish_level);
    else
        admin_wait_for_save(admin, request, admin->game->tick->newest_ticket, finish_saved);
}

static void answer_scheduled(struct admin *admin, struct admin_request *request,
                             const struct level_outcome *outcome)
{
    admin_answer(
        request,
        json_pack("{s:s, s:i, s:i, s:I, s:s, s:I}", "message",
                  "Scheduled. To cancel: level cancel.", "depth", (int)outcome->key.depth, "wing",
                  (int)outcome->key.wing, "generation", (json_int_t)outcome->key.generation, "when",
                  outcome->waits_for_empty ? "when nobody is there" : "after the countdown",
                  "countdown_seconds", (json_int_t)outcome->countdown_seconds));
    admin_settle(admin, request);
}

/* Answers that a level was swapped, once that is on disk. */
static void answer_swapped(struct admin *admin, struct admin_request *request,
                           const struct level_outcome *outcome)
{
    const struct level_head *head = &outcome->head;

    request->answer = json_pack("{s:s, s:i, s:i, s:I, s:o, s:s, s:o, s:I}", "message", "Done.",
                                "depth", (int)head->depth, "wing", (int)head->wing, "generation",
                                (json_int_t)head->current, "kept",
                                head->has_kept ? json_integer((json_int_t)head->kept) : json_null(),
                                "style", head->recipe.style, "seed", seed_text(head->recipe.seed),
                                "moved", (json_int_t)outcome->moved);
    admin_wait_for_tick(admin, request, finish_level);
}

static void answer_failed(struct admin *admin, struct admin_request *request,
                          const struct level_outcome *outcome)
{
    size_t length = strlen(outcome->why);
    bool is_sentence = length > 0 && outcome->why[length - 1] == '.';

    admin_refuse(request, "Nothing was changed: %s%s", outcome->why, is_sentence ? "" : ".");
    admin_settle(admin, request);
}

static void (*const outcome_table[])(struct admin *admin, struct admin_request *request,
                                     const struct level_outcome *outcome) = {
    [LEVEL_SCHEDULED] = answer_scheduled,
    [LEVEL_SWAPPED] = answer_swapped,
    [LEVEL_FAILED] = answer_failed,
};

void admin_take_level_outcomes(struct admin *admin)
{
    struct level_outcome outcome;

    while (level_regen_next_outcome(admin->game, &outcome)) {
        struct admin_request *request = admin_find(admin, outcome.request_ticket);
        if (request != NULL)
            outcome_table[outcome.kind](admin, request, &outcome);
    }
}

void admin_run_level_cancel(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    char word[LEVEL_WORD_SIZE];

    if (!admin_parse_level(request, request->arguments.words[0], &key))
        return;
    level_word(key.wing, key.depth, word);
    enum err error = level_regen_cancel(admin->game, key.wing, key.depth);
    /* The warned players, and the operator who asked for the level, are told first. */
    (void)sessions_deliver(admin->sessions);
    admin_take_level_outcomes(admin);
    switch (error) {
    case ERR_OK:
        admin_answer(request, json_pack("{s:s, s:i, s:i}", "message", "Called off.", "depth",
                                        (int)key.depth, "wing", (int)key.wing));
        break;
    case ERR_NOT_FOUND:
        admin_refuse(request, "Nothing is about to happen to depth %s.", word);
        break;
    default:
        admin_refuse(request, "It is too late to call it off.");
    }
}

static void lock_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct level_question *looked = job->content;
    bool is_locked = request->row->run == admin_run_level_lock;
    struct level_head head = level_versions_get(&admin->game->level_versions, looked->key);

    head.is_locked = is_locked;
    if (admin->game->inputs.count == WORLD_INPUTS_MAX ||
        level_versions_set(&admin->game->level_versions, &head) != ERR_OK) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    level_lock_enter(admin->game, head.depth, is_locked);
    admin->game->tick->is_save_overdue = true;
    request->answer = json_pack("{s:s, s:i, s:o}", "message", is_locked ? "Locked." : "Unlocked.",
                                "depth", (int)head.depth, "inside", people_on(admin, looked->key));
    admin_wait_for_tick(admin, request, finish_level);
}

/* Locks or opens a depth, in every wing, because the stairs choose the wing. */
static void set_lock(struct admin *admin, struct admin_request *request, bool is_locked)
{
    struct level_key key;

    if (!admin_parse_level(request, request->arguments.words[0], &key))
        return;
    if (key.wing != 0) {
        admin_misuse(request, "A depth is locked in all wings: type %u alone.", key.depth);
        return;
    }
    if (key.depth == 1) {
        admin_refuse(request, "Depth 1 cannot be locked: newcomers begin there.");
        return;
    }
    if (level_versions_is_locked(&admin->game->level_versions, key.depth) == is_locked) {
        admin_refuse(request, "Depth %u is %s.", key.depth,
                     is_locked ? "locked already" : "not locked");
        return;
    }
    /* The current generation must be known before a head names it. */
    admin_look_at_level(admin, request, key, lock_looked);
}

void admin_run_level_lock(struct admin *admin, struct admin_request *request)
{
    set_lock(admin, request, true);
}

void admin_run_level_unlock(struct admin *admin, struct admin_request *request)
{
    set_lock(admin, request, false);
}
