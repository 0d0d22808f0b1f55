/*
 * The scenes of viewers, and their changes.
 */
#include "draw/gallery.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "narrate/words.h"

enum { FRAME_MAX = 1 << 20, PARTY_SIZE = 3, FAR_SIGHT_RARITY = 400 };

/* Windows: usual, small, too small, wide, with a sidebar. */
static const struct {
    int width;
    int height;
} windows[] = {{80, 24}, {80, 24}, {80, 24}, {40, 12}, {100, 24}, {81, 40}, {132, 43}, {30, 8}};

static const char lines[] = "One line.\nAnother one, which is so long that it takes more than one "
                            "row where it is shown, small or large.\nLeft\tRight\nl\tr\n";

static void open_viewer(struct gallery *gallery, struct viewer *viewer, int index)
{
    const struct walkers_setup *walkers = &gallery->setup.walkers;

    *viewer = (struct viewer){
        .walker = index % walkers->walker_count,
        .palette = palette_of(index % 2 == 0 ? PALETTE_16 : PALETTE_256),
        .scene = {.width = 80,
                  .height = 24,
                  .draws_lines = index % 4 == 1,
                  .is_ascii = index % 4 != 1,
                  .status = {.warning = "", .doing = "", .doing_short = ""}},
    };
    CHECK(drawing_open(&viewer->drawing, 80, 24) == ERR_OK);
}

void gallery_init(struct gallery *gallery, const struct gallery_setup *setup)
{
    *gallery = (struct gallery){.setup = *setup};
    walkers_init(&gallery->walkers, &setup->walkers);
    rng_init(&gallery->rng, setup->walkers.seed + 1);
    gallery->viewers = calloc((size_t)setup->viewer_count, sizeof *gallery->viewers);
    CHECK(gallery->viewers != NULL);
    for (int i = 0; i < setup->viewer_count; i++)
        open_viewer(gallery, &gallery->viewers[i], i);
}

void gallery_release(struct gallery *gallery)
{
    for (int i = 0; i < gallery->setup.viewer_count; i++) {
        drawing_close(&gallery->viewers[i].drawing);
        message_log_release(&gallery->viewers[i].messages);
    }
    free(gallery->viewers);
    ansi_book_release(&gallery->book);
    walkers_release(&gallery->walkers);
}

static const struct delver *delver_of(const struct gallery *gallery, const struct viewer *viewer)
{
    return world_delver(gallery->walkers.world, gallery->walkers.walkers[viewer->walker].actor);
}

/* The other walkers of the viewer's party that are in the world. */
static struct companions companions_of(const struct gallery *gallery, const struct viewer *viewer)
{
    struct companions companions = {0};
    int first = viewer->walker - viewer->walker % PARTY_SIZE;

    for (int i = first; gallery->setup.has_parties && i < first + PARTY_SIZE; i++) {
        bool is_walker = i != viewer->walker && i < gallery->setup.walkers.walker_count;
        body_id body = is_walker ? gallery->walkers.walkers[i].actor : 0;
        if (world_delver(gallery->walkers.world, body) != NULL)
            companions.bodies[companions.count++] = body;
    }
    return companions;
}

static bool is_about_party(const struct gallery *gallery, const struct viewer *viewer,
                           const struct event *event)
{
    struct companions companions = companions_of(gallery, viewer);

    for (int i = 0; i < companions.count; i++) {
        if (event->actor == companions.bodies[i] || event->other == companions.bodies[i])
            return true;
    }
    return false;
}

/* True if a server would deliver the event to the delver: its actor, or one who sees a cell of
   it. */
static bool is_told(const struct gallery *gallery, const struct delver *delver,
                    const struct event *event)
{
    if (event->actor == delver->body.id)
        return true;
    return event->kind != EVENT_REFUSED && event->kind != EVENT_CANCELLED &&
           world_level(gallery->walkers.world, event->level) != NULL &&
           level_key_equal(event->level, delver->body.key) &&
           (delver_sees(delver, event->at) || delver_sees(delver, event->from));
}

static void tell(struct gallery *gallery, struct viewer *viewer, const struct delver *delver,
                 const struct event *event)
{
    char text[WORDS_MAX];
    enum role role;

    if (drawing_on_event(&viewer->drawing, delver, event) || gallery->setup.draws_always)
        viewer->is_dirty = true;
    viewer->is_dirty_own = viewer->is_dirty_own || event->actor == delver->body.id;
    if (!words_event(gallery->walkers.world, event, delver, text, sizeof text, &role))
        return;
    viewer->is_dirty = true;
    if (event->actor == delver->body.id && event->kind != EVENT_SAID)
        message_log_count(&viewer->messages, text, role);
    else
        message_log_add(&viewer->messages, text, role);
}

/* Each viewer feels foes about a third of the time. */
static void drink_far_sight(struct gallery *gallery)
{
    for (int i = 0; i < gallery->setup.viewer_count; i++) {
        const struct walker *walker = &gallery->walkers.walkers[gallery->viewers[i].walker];
        struct delver *delver = world_delver(gallery->walkers.world, walker->actor);
        if (delver != NULL && rng_below(&gallery->rng, FAR_SIGHT_RARITY) == 0)
            (void)statuses_add(&delver->body.statuses, STATUS_FAR_SIGHTED, 0);
    }
}

void gallery_tick(struct gallery *gallery, bool do_decide)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    if (do_decide)
        walkers_decide(&gallery->walkers);
    if (gallery->setup.feels_foes)
        drink_far_sight(gallery);
    walkers_run(&gallery->walkers);
    walkers_follow(&gallery->walkers);
    while ((event = world_next_event(gallery->walkers.world, &cursor)) != NULL) {
        for (int i = 0; i < gallery->setup.viewer_count; i++) {
            const struct delver *delver = delver_of(gallery, &gallery->viewers[i]);
            if (delver != NULL && is_told(gallery, delver, event))
                tell(gallery, &gallery->viewers[i], delver, event);
            if (delver != NULL && is_about_party(gallery, &gallery->viewers[i], event))
                gallery->viewers[i].is_dirty = true;
        }
    }
}

static const char *any_of(struct rng *rng, const char *const *texts, uint32_t count)
{
    return texts[rng_below(rng, count)];
}

static void stir_texts(struct gallery *gallery, struct viewer *viewer)
{
    static const char *const prompts[] = {NULL, NULL, ":", "Say: "};
    static const char *const doings[] = {"", "running east", "exploring"};
    static const char *const warnings[] = {"", "UNSAVED for 5 s", "lag 321ms"};
    struct scene *scene = &viewer->scene;
    size_t length = rng_below(&gallery->rng, sizeof viewer->typed);

    memset(viewer->typed, 'x', length);
    viewer->typed[length] = '\0';
    scene->typed = viewer->typed;
    scene->prompt = any_of(&gallery->rng, prompts, 4);
    scene->status.doing = any_of(&gallery->rng, doings, 3);
    scene->status.doing_short = scene->status.doing[0] == '\0' ? "" : "run e";
    scene->status.warning = any_of(&gallery->rng, warnings, 3);
    scene->status.keys = rng_percent(&gallery->rng, 20) ? "watching  q ends" : NULL;
    message_log_add(&viewer->messages, scene->status.doing, ROLE_TEXT);
}

static void stir_overlay(struct gallery *gallery, struct viewer *viewer)
{
    struct scene *scene = &viewer->scene;
    const struct delver *delver = delver_of(gallery, viewer);

    scene->overlay = rng_percent(&gallery->rng, 30) ? lines : NULL;
    scene->overlay_first = (int)rng_below(&gallery->rng, 3);
    scene->map.is_open = rng_percent(&gallery->rng, 20);
    if (delver != NULL)
        scene->map.focus = delver->body.at;
    if (rng_percent(&gallery->rng, 50)) {
        int x = (int)rng_below(&gallery->rng, 100) - 2;
        int y = (int)rng_below(&gallery->rng, 60) - 2;
        scene->map.focus = pos_of(x, y);
    }
    scene->map.note = rng_percent(&gallery->rng, 50) ? "A note." : NULL;
}

static void stir_looks(struct gallery *gallery, struct viewer *viewer)
{
    viewer->scene.camera_mode = rng_percent(&gallery->rng, 50) ? CAMERA_CENTRE : CAMERA_MARGIN;
    viewer->scene.is_ascii = rng_percent(&gallery->rng, 50);
    viewer->scene.draws_lines = !viewer->scene.is_ascii && rng_percent(&gallery->rng, 50);
    if (rng_percent(&gallery->rng, 50))
        return;
    viewer->palette.colours = (enum palette_id)rng_below(&gallery->rng, PALETTE_COUNT);
    drawing_forget(&viewer->drawing);
}

static void stir_window(struct gallery *gallery, struct viewer *viewer)
{
    size_t i = rng_below(&gallery->rng, sizeof windows / sizeof windows[0]);

    viewer->scene.width = windows[i].width;
    viewer->scene.height = windows[i].height;
    CHECK(drawing_resize(&viewer->drawing, windows[i].width, windows[i].height) == ERR_OK);
}

/* Anywhere on the level and a little beyond: the walker may have come from a larger one. */
static void stir_look_cursor(struct gallery *gallery, struct viewer *viewer)
{
    const struct delver *delver = delver_of(gallery, viewer);
    struct look_cursor *look = &viewer->scene.look;

    if (delver == NULL || delver->body.level == NULL || rng_percent(&gallery->rng, 98))
        return;
    look->is_open = rng_percent(&gallery->rng, 40);
    int x = (int)rng_below(&gallery->rng, (uint32_t)delver->body.level->width + 5);
    int y = (int)rng_below(&gallery->rng, (uint32_t)delver->body.level->height + 5);
    look->at = pos_of(x, y);
    viewer->is_dirty = viewer->is_dirty_own = true;
}

bool gallery_stir(struct gallery *gallery, struct viewer *viewer)
{
    uint32_t roll = rng_below(&gallery->rng, 1000);

    if (gallery->setup.looks_about)
        stir_look_cursor(gallery, viewer);
    if (!gallery->setup.is_restless || roll >= 60)
        return false;
    viewer->is_dirty = true;
    if (roll < 25)
        stir_texts(gallery, viewer);
    else if (roll < 45)
        stir_overlay(gallery, viewer);
    else if (roll < 50)
        stir_looks(gallery, viewer);
    else if (roll < 55)
        stir_window(gallery, viewer);
    else
        viewer->walker =
            (int)rng_below(&gallery->rng, (uint32_t)gallery->setup.walkers.walker_count);
    return roll >= 50 && roll < 55;
}

bool gallery_scene(struct gallery *gallery, struct viewer *viewer, struct scene *out)
{
    const struct delver *delver = delver_of(gallery, viewer);
    uint64_t waited = gallery->walkers.world->tick - viewer->drawn_tick;

    if (delver == NULL || delver->body.level == NULL || !viewer->is_dirty ||
        (!viewer->is_dirty_own && waited < gallery->setup.wait_most))
        return false;
    viewer->scene.world = gallery->walkers.world;
    viewer->scene.viewer = delver;
    viewer->scene.messages = &viewer->messages;
    viewer->scene.companions = companions_of(gallery, viewer);
    viewer->scene.status.near_count = scene_count_near(delver);
    target_line_make(gallery->walkers.world, delver, &viewer->scene.target);
    *out = viewer->scene;
    return true;
}

void gallery_drawn(struct gallery *gallery, struct viewer *viewer, bool is_complete)
{
    viewer->is_dirty = !is_complete;
    viewer->is_dirty_own = viewer->is_dirty_own && !is_complete;
    viewer->drawn_tick = gallery->walkers.world->tick;
}

void canvas_init(struct canvas *canvas)
{
    CHECK(screen_init(&canvas->screen, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX) == ERR_OK);
    bytes_init(&canvas->bytes, FRAME_MAX);
}

void canvas_release(struct canvas *canvas)
{
    screen_release(&canvas->screen);
    bytes_release(&canvas->bytes);
}
