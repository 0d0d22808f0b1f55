/*
 * A frame: composed, then compared with the content of the terminal. Most of this file finds the
 * rows that may have changed since the last frame (struct drawn), so that only these are composed.
 */
#include "server/session/present/drawing.h"

#include <string.h>
#include <uv.h>

#include "term/layout.h"
#include "world/sense.h"

enum err drawing_open(struct drawing *drawing, int width, int height)
{
    *drawing = (struct drawing){0};
    return ansi_init(&drawing->ansi, width, height);
}

void drawing_close(struct drawing *drawing)
{
    ansi_release(&drawing->ansi);
}

enum err drawing_resize(struct drawing *drawing, int width, int height)
{
    enum err error = ansi_resize(&drawing->ansi, width, height);

    if (error == ERR_OK)
        camera_reset(&drawing->camera);
    return error;
}

void drawing_forget(struct drawing *drawing)
{
    ansi_forget(&drawing->ansi);
}

void drawing_centre(struct drawing *drawing)
{
    camera_reset(&drawing->camera);
}

/* Marks the row of a visible cell. False: the cell is not visible. */
static bool mark(struct drawing *drawing, struct rect map, struct pos at)
{
    struct pos origin = drawing->drawn.origin;

    if (!rect_contains(map, pos_of(map.x + at.x - origin.x, map.y + at.y - origin.y)))
        return false;
    row_set_add(&drawing->dirty, at.y);
    return true;
}

static bool level_has_foe(const struct level *level, struct pos at)
{
    return level_contains(level, at) &&
           (level->foes[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) != 0;
}

/* True if the event may change the target line, as acts of foes in view do, whether they are shown
   or not. */
static bool is_about_target(const struct drawn *drawn, const struct level *level,
                            const struct event *event)
{
    return drawn->target != 0 || level_has_foe(level, event->at) ||
           level_has_foe(level, event->from);
}

bool drawing_on_event(struct drawing *drawing, const struct delver *viewer,
                      const struct event *event)
{
    const struct drawn *drawn = &drawing->drawn;
    const struct ansi_shown *shown = &drawing->ansi.shown;

    if (event->kind == EVENT_ARRIVED && event->actor == viewer->body.id)
        camera_reset(&drawing->camera);
    /* The next frame draws all rows anyway. */
    if (!drawn->is_plain || viewer->body.level == NULL)
        return true;
    struct rect map = layout_of(shown->width, shown->height).map;
    bool is_at_shown = mark(drawing, map, event->at);
    bool is_from_shown = mark(drawing, map, event->from);
    return is_at_shown || is_from_shown || is_about_target(drawn, viewer->body.level, event) ||
           event->actor == viewer->body.id || event->other == viewer->body.id ||
           viewer->looks != drawn->looks || scene_count_near(viewer) != drawn->status.near_count;
}

static void add_text(struct hash *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

static struct status_key status_key(const struct scene *scene)
{
    const struct body *body = &scene->viewer->body;
    const struct hud_status *status = &scene->status;
    struct hash texts;
    struct hash rest;

    hash_init(&rest);
    hash_u64(&rest, (uint64_t)life_level(&scene->viewer->life));
    hash_u64(&rest, (uint64_t)scene->viewer->life.gold);
    add_text(&rest, scene->viewer->name);
    hash_bytes(&rest, body->statuses.left, sizeof body->statuses.left);
    hash_u64(&rest, scene->status.is_log_cut);
    hash_u64(&rest, (uint64_t)scene->viewer->is_sneaking << 16 | scene->viewer->time.pace);
    hash_init(&texts);
    add_text(&texts, status->warning);
    add_text(&texts, status->doing);
    add_text(&texts, status->doing_short);
    add_text(&texts, status->keys != NULL ? status->keys : "");
    return (struct status_key){
        .texts = texts.value,
        .near_count = status->near_count,
        .queue_length = body->queue_length,
        .queued = body->queue_length > 0 ? body->queue[0] : (struct action){0},
        .time = scene->viewer->time.state,
        .health = (int16_t)delver_health(scene->viewer),
        .health_max = body->health_max,
        .rest = rest.value,
    };
}

/* Returns a hash of the target line; 0: there is none. */
static uint64_t target_key(const struct target_line *target)
{
    struct hash hash;

    if (target->text[0] == '\0')
        return 0;
    hash_init(&hash);
    hash_u64(&hash, (uint64_t)target->role);
    add_text(&hash, target->text);
    return hash.value | 1;
}

static bool row_has_things(const struct level *level, int y)
{
    for (int word = 0; word < level->row_words; word++) {
        size_t place = (size_t)(y * level->row_words + word);
        if ((level->foes[place] | level->scattered[place]) != 0)
            return true;
    }
    return false;
}

/* True for a row where ground in sight entered the light or left it. */
static bool is_lit_otherwise(const struct delver *viewer, const struct drawn *was,
                             const struct drawn *is, int y)
{
    const struct level *level = viewer->body.level;

    for (int word = 0; word < level->row_words; word++) {
        uint64_t changed = light_row_word(level, was->at, was->light, y, word) ^
                           light_row_word(level, is->at, is->light, y, word);
        if ((changed & sight_row_word(&viewer->sight, y, word)) != 0)
            return true;
    }
    return false;
}

/* Marks the rows that the light reached before or reaches now, if it moved or changed: ground, foes
   and things may have entered or left it. */
static void add_lit_rows(const struct delver *viewer, const struct drawn *was,
                         const struct drawn *is, struct row_set *rows)
{
    const struct level *level = viewer->body.level;
    int reach = (was->light > is->light ? was->light : is->light) + LIGHT_GLOW;
    int top = (was->at.y < is->at.y ? was->at.y : is->at.y) - reach;
    int bottom = (was->at.y > is->at.y ? was->at.y : is->at.y) + reach;

    for (int y = top < 0 ? 0 : top; y <= bottom && y < level->height; y++) {
        if (row_has_things(level, y) || is_lit_otherwise(viewer, was, is, y))
            row_set_add(rows, y);
    }
}

/* Marks the rows with things, whose colours may have changed. */
static void add_scattered_rows(const struct level *level, struct row_set *rows)
{
    for (int y = 0; y < level->height; y++) {
        if (row_has_things(level, y))
            row_set_add(rows, y);
    }
}

/* Stores where and how the party is drawn, so that the rows that it left and entered are drawn
   again. */
static void note_companions(const struct scene *scene, struct drawn *is)
{
    struct hash hash;

    hash_init(&hash);
    for (int i = 0; i < COMPANIONS_MAX; i++) {
        struct pos at;
        is->companion_rows[i] = DRAWN_NOWHERE;
        if (i >= scene->companions.count ||
            !companions_place(scene->world, scene->viewer, scene->companions.bodies[i], &at))
            continue;
        is->companion_rows[i] = at.y;
        hash_u64(&hash, scene->companions.bodies[i]);
        hash_u64(&hash, (uint64_t)at.x << 16 | (uint64_t)at.y);
        hash_u64(&hash, world_delver(scene->world, scene->companions.bodies[i])->is_link_dead);
    }
    is->companions = hash.value;
}

static void add_companion_rows(const struct drawn *drawn, struct row_set *rows)
{
    for (int i = 0; i < COMPANIONS_MAX; i++) {
        if (drawn->companion_rows[i] != DRAWN_NOWHERE)
            row_set_add(rows, drawn->companion_rows[i]);
    }
}

/* Stores where and how the sensed foes are drawn, like note_companions(). */
static void note_sensed(const struct delver *viewer, struct drawn *is)
{
    const struct sightings *sightings = &viewer->sightings;
    struct hash hash;

    hash_init(&hash);
    for (int i = 0; i < sightings->sensed_count; i++) {
        struct pos at = sightings->sensed[i].at;
        row_set_add(&is->sensed_rows, at.y);
        hash_u64(&hash, sightings->sensed[i].foe);
        hash_u64(&hash, (uint64_t)at.x << 16 | (uint64_t)at.y);
    }
    is->sensed = hash.value;
}

static bool is_same_status(const struct status_key *a, const struct status_key *b)
{
    return a->texts == b->texts && a->near_count == b->near_count &&
           a->queue_length == b->queue_length && a->queued.verb == b->queued.verb &&
           a->queued.dir == b->queued.dir && a->time == b->time && a->health == b->health &&
           a->health_max == b->health_max && a->rest == b->rest;
}

/* True if unmarked rows may stay as they were drawn. */
static bool may_stay(const struct drawn *was, const struct drawn *is)
{
    return was->is_plain && is->is_plain && was->draws_lines == is->draws_lines &&
           was->is_ascii == is->is_ascii && was->viewer == is->viewer &&
           level_key_equal(was->level, is->level) && pos_equal(was->origin, is->origin);
}

/* Returns the rows of the screen that may differ from the terminal. */
static struct row_set changed_rows(const struct drawing *drawing, const struct scene *scene,
                                   const struct layout *layout, const struct drawn *is)
{
    const struct drawn *was = &drawing->drawn;
    struct row_set level = drawing->dirty;
    struct row_set rows = {0};

    if (drawing->ansi.is_unknown || !may_stay(was, is))
        return row_set_all();
    delver_add_changed_rows(scene->viewer, was->looks, &level);
    if (was->light != is->light || !pos_equal(was->at, is->at))
        add_lit_rows(scene->viewer, was, is, &level);
    if (was->known != is->known)
        add_scattered_rows(scene->viewer->body.level, &level);
    if (was->companions != is->companions) {
        add_companion_rows(was, &level);
        add_companion_rows(is, &level);
    }
    if (was->sensed != is->sensed) {
        row_set_join(&level, &was->sensed_rows);
        row_set_join(&level, &is->sensed_rows);
    }
    for (int i = 0; i < layout->map.height; i++) {
        int y = is->origin.y + i;
        if (y >= 0 && y < ROW_SET_MAX && row_set_has(&level, y))
            row_set_add(&rows, layout->map.y + i);
    }
    if (!is_same_status(&was->status, &is->status))
        row_set_add(&rows, layout->status_y);
    bool has_log_changed = was->messages != is->messages || (was->target == 0) != (is->target == 0);
    if (was->target != is->target)
        row_set_add(&rows, layout->log.y);
    for (int i = 0; has_log_changed && i < layout->log.height; i++)
        row_set_add(&rows, layout->log.y + i);
    return rows;
}

/* Draws a plain scene, only in the rows that may have changed. Returns these rows. */
static struct row_set compose_plain(struct drawing *drawing, const struct scene *scene,
                                    struct drawn *is, struct screen *canvas)
{
    const struct delver *viewer = scene->viewer;
    struct layout layout = layout_of(scene->width, scene->height);

    camera_follow(&drawing->camera, scene->camera_mode, viewer->body.at, layout.map,
                  viewer->body.level);
    *is = (struct drawn){
        .is_plain = true,
        .draws_lines = scene->draws_lines,
        .is_ascii = scene->is_ascii,
        .viewer = viewer->body.id,
        .level = viewer->body.key,
        .origin = drawing->camera.origin,
        .looks = viewer->looks,
        .at = viewer->body.at,
        .light = light_radius(viewer),
        .known = viewer->life.known,
        .messages = scene->messages->changes,
        .target = target_key(&scene->target),
        .status = status_key(scene),
    };
    note_companions(scene, is);
    note_sensed(viewer, is);
    struct row_set rows = changed_rows(drawing, scene, &layout, is);
    scene_compose_rows(scene, &drawing->camera, &rows, canvas);
    return rows;
}

enum err drawing_frame(struct drawing *drawing, const struct scene *scene,
                       const struct ansi_looks *looks, size_t budget, struct canvas *canvas,
                       bool *out_complete)
{
    struct row_set rows = row_set_all();
    struct drawn is = {0};

    drawing->overlay_left = 0;
    if (scene_is_plain(scene))
        rows = compose_plain(drawing, scene, &is, &canvas->screen);
    else
        drawing->overlay_left = scene_compose(scene, &drawing->camera, &canvas->screen);
    canvas->bytes.length = 0;
    enum err error = ansi_diff(&drawing->ansi, &canvas->screen, &rows, looks, budget,
                               &canvas->bytes, out_complete);
    if (error != ERR_OK || !*out_complete)
        is.is_plain = false;
    else
        drawing->dirty = (struct row_set){0};
    drawing->drawn = is;
    return error;
}

static int choose_threads(void)
{
    int cores = (int)uv_available_parallelism();

    if (cores <= 2)
        return 1;
    return cores - 1 < DRAWERS_CHOSEN_MAX ? cores - 1 : DRAWERS_CHOSEN_MAX;
}

enum err drawers_start(struct drawers *drawers, int threads)
{
    enum err error;

    threads = threads == 0 ? choose_threads() : threads;
    error = team_start(threads, &drawers->team);
    for (int i = 0; i < threads && error == ERR_OK; i++) {
        struct canvas *canvas = &drawers->canvases[i];
        bytes_init(&canvas->bytes, (size_t)2 * DRAWING_FRAME_BYTES);
        error = screen_init(&canvas->screen, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX);
    }
    return error;
}

void drawers_stop(struct drawers *drawers)
{
    team_stop(drawers->team);
    drawers->team = NULL;
    for (int i = 0; i < TEAM_THREADS_MAX; i++) {
        screen_release(&drawers->canvases[i].screen);
        bytes_release(&drawers->canvases[i].bytes);
    }
}
