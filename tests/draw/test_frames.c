/*
 * After each finished frame three screens agree cell by cell: the plain compositor's, the one that
 * the server believes to be shown, and that of a terminal that was sent the bytes. Where no frame
 * is due, the shown screen is still right.
 */
#include "draw/gallery.h"
#include "draw/reference.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "support/live/screen_log.h"
#include "support/shown.h"
#include "support/stage.h"
#include "support/test.h"
#include "term/layout.h"
#include "world/mind.h"

enum { HALL_ROWS = 60 };
enum { VIEWERS = 24, TICKS = TEST_COUNT(1500, 150), TEXT_MAX = 250 * 100 * 4 };

static const struct gallery_setup setups[] = {
    {.walkers = {.seed = 11, .walker_count = 12, .depth_count = 3, .place = SIM_DRAWN},
     .viewer_count = VIEWERS,
     .is_restless = true,
     .wait_most = 6},
    {.walkers = {.seed = 12,
                 .walker_count = 16,
                 .depth_count = 2,
                 .place = SIM_GENERATED,
                 .level_foes = 15,
                 .level_items = 60},
     .viewer_count = VIEWERS,
     .is_restless = true,
     .wait_most = 3},
    {.walkers = {.seed = 13, .walker_count = 40, .depth_count = 6, .place = SIM_GENERATED},
     .viewer_count = 40,
     .is_restless = true,
     .wait_most = 20},
    {.walkers = {.seed = 21,
                 .walker_count = 16,
                 .depth_count = 3,
                 .place = SIM_DRAWN,
                 .level_foes = 4,
                 .level_items = 12},
     .viewer_count = VIEWERS,
     .is_restless = true,
     .wait_most = 4},
    {.walkers = {.seed = 15,
                 .walker_count = 16,
                 .depth_count = 3,
                 .place = SIM_GENERATED,
                 .level_foes = 6,
                 .level_items = 30},
     .viewer_count = VIEWERS,
     .is_restless = true,
     .looks_about = true,
     .wait_most = 4},
    {.walkers = {.seed = 16, .walker_count = 30, .depth_count = 3, .place = SIM_GENERATED},
     .viewer_count = 40,
     .is_restless = true,
     .has_parties = true,
     .wait_most = 2},
    {.walkers = {.seed = 17,
                 .walker_count = 20,
                 .depth_count = 3,
                 .place = SIM_GENERATED,
                 .level_foes = 12},
     .viewer_count = 20,
     .is_restless = true,
     .feels_foes = true,
     .wait_most = 3},
    {.walkers = {.seed = 14, .walker_count = 12, .depth_count = 2, .place = SIM_GENERATED},
     .viewer_count = 12,
     .wait_most = 4},
};
enum { SETUP_COUNT = sizeof setups / sizeof setups[0] };

struct run {
    struct gallery gallery;
    struct terminal *terminals; /* one a viewer */
    struct canvas canvas;
    struct screen wanted;
    struct screen_frame frame;
    uint64_t finished;
    uint64_t unfinished;
    uint64_t idle; /* times that nothing was to be drawn */
};

static void run_init(struct run *run, const struct gallery_setup *setup)
{
    *run = (struct run){0};
    gallery_init(&run->gallery, setup);
    canvas_init(&run->canvas);
    run->terminals = calloc((size_t)setup->viewer_count, sizeof *run->terminals);
    run->frame.text = malloc(TEXT_MAX);
    run->frame.roles = malloc(TEXT_MAX);
    ck_assert(run->terminals != NULL && run->frame.text != NULL && run->frame.roles != NULL);
    ck_assert_int_eq(screen_init(&run->wanted, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX), ERR_OK);
    for (int i = 0; i < setup->viewer_count; i++)
        terminal_init(&run->terminals[i], 80, 24, true);
}

static void run_release(struct run *run)
{
    for (int i = 0; i < run->gallery.setup.viewer_count; i++)
        terminal_release(&run->terminals[i]);
    free(run->terminals);
    free(run->frame.text);
    free(run->frame.roles);
    screen_release(&run->wanted);
    canvas_release(&run->canvas);
    gallery_release(&run->gallery);
}

/* The wanted screen in the form in which terminals are compared with it. */
static const struct screen_frame *frame_of(struct run *run)
{
    const struct screen *wanted = &run->wanted;
    char *text = run->frame.text;
    char *roles = run->frame.roles;

    for (int y = 0; y < wanted->height; y++) {
        for (int x = 0; x < wanted->width; x++) {
            cell value = screen_at(wanted, x, y);
            if (cell_code_point(value) != 0)
                text += utf8_encode(cell_code_point(value), text);
            *roles++ = (char)(SCREEN_ROLE_SIGN + (int)cell_role(value));
        }
        *text++ = '\n';
        *roles++ = '\n';
    }
    *text = '\0';
    *roles = '\0';
    run->frame.width = wanted->width;
    run->frame.height = wanted->height;
    /* The look cursor may still stand on the level of another walker, by whose eyes the viewer saw
       before, and lie outside of this screen. */
    run->frame.cursor_x = wanted->cursor.x < wanted->width ? wanted->cursor.x : wanted->width - 1;
    run->frame.cursor_y = wanted->cursor.y < wanted->height ? wanted->cursor.y : wanted->height - 1;
    return &run->frame;
}

static void expect_believed(const struct run *run, int i, int y)
{
    const struct ansi_shown *shown = &run->gallery.viewers[i].drawing.ansi.shown;
    cell row[SCREEN_WIDTH_MAX];

    ansi_shown_read_row(shown, y, row);
    for (int x = 0; x < run->wanted.width; x++) {
        if (row[x] != screen_at(&run->wanted, x, y))
            ck_abort_msg("viewer %d, tick %" PRIu64 ", (%d, %d) of %dx%d: %x, not %x", i,
                         run->gallery.walkers.world->tick, x, y, shown->width, shown->height,
                         (unsigned int)row[x], (unsigned int)screen_at(&run->wanted, x, y));
    }
}

static void expect_shown(struct run *run, int i)
{
    const struct viewer *viewer = &run->gallery.viewers[i];
    char difference[SCREEN_LOG_DIFFERENCE_SIZE];

    for (int y = 0; y < run->wanted.height; y++)
        expect_believed(run, i, y);
    if (!screen_frame_is_shown(frame_of(run), &run->terminals[i], viewer->palette,
                               difference))
        ck_abort_msg("viewer %d, tick %" PRIu64 ": %s", i, run->gallery.walkers.world->tick,
                     difference);
}

/* Nothing is to be drawn. The status row is left out, because queued actions are told with the next
   frame only; a viewer with changed looks too, because light from a door out of sight comes without
   an event. */
static void expect_still_shown(struct run *run, int i)
{
    struct viewer *viewer = &run->gallery.viewers[i];
    struct camera camera = viewer->drawing.camera;
    struct scene scene;

    viewer->is_dirty = viewer->is_dirty_own = true;
    bool is_below = gallery_scene(&run->gallery, viewer, &scene);
    viewer->is_dirty = viewer->is_dirty_own = false;
    if (!is_below || scene.viewer->looks != viewer->drawing.drawn.looks)
        return;
    reference_compose(&scene, &camera, &run->wanted);
    for (int y = 0; y < run->wanted.height; y++) {
        if (y != layout_of(scene.width, scene.height).status_y)
            expect_believed(run, i, y);
    }
    ck_assert_int_eq(scene.status.near_count, viewer->drawing.drawn.status.near_count);
    run->idle++;
}

static void show(struct run *run, int i, size_t budget)
{
    struct viewer *viewer = &run->gallery.viewers[i];
    struct camera camera = viewer->drawing.camera;
    struct scene scene;
    bool is_complete;

    if (!viewer->is_dirty)
        expect_still_shown(run, i);
    if (!gallery_scene(&run->gallery, viewer, &scene))
        return;
    reference_compose(&scene, &camera, &run->wanted);
    const struct ansi_looks *looks = ansi_book_find(&run->gallery.book, viewer->palette);
    ck_assert_int_eq(
        drawing_frame(&viewer->drawing, &scene, looks, budget, &run->canvas, &is_complete), ERR_OK);
    if (run->canvas.bytes.length > 0)
        terminal_feed(&run->terminals[i], run->canvas.bytes.data, run->canvas.bytes.length);
    gallery_drawn(&run->gallery, viewer, is_complete);
    run->finished += is_complete;
    run->unfinished += !is_complete;
    if (is_complete)
        expect_shown(run, i);
}

TEST_EACH(every_finished_frame_shows_what_the_plain_compositor_draws, SETUP_COUNT)
{
    struct run run;
    struct rng *rng = &run.gallery.rng;

    run_init(&run, &setups[_i]);
    for (int tick = 0; tick < TICKS; tick++) {
        gallery_tick(&run.gallery, true);
        for (int i = 0; i < run.gallery.setup.viewer_count; i++) {
            struct viewer *viewer = &run.gallery.viewers[i];
            if (gallery_stir(&run.gallery, viewer))
                terminal_resize(&run.terminals[i], viewer->scene.width, viewer->scene.height);
            show(&run, i, rng_percent(rng, 80) ? SIZE_MAX : rng_below(rng, 600));
        }
    }
    ck_assert_uint_gt(run.finished, TICKS * 2 / 3);
    ck_assert_uint_gt(run.unfinished, 10);
    ck_assert_uint_gt(run.idle, TICKS * 2 / 3);
    /* Two bytes a cell did for all of it. */
    for (int i = 0; i < run.gallery.setup.viewer_count; i++)
        ck_assert_ptr_null(run.gallery.viewers[i].drawing.ansi.shown.whole);
    run_release(&run);
}

static const char hall[] = "############\n"
                           "#..<....>..#\n"
                           "############\n";

/* A frame of what a delver sees, and all of it as the plain compositor draws it. */
static void expect_frame(struct drawing *drawing, const struct stage *stage, body_id body,
                         struct canvas *canvas)
{
    struct message_log messages = {0};
    struct ansi_book book = {0};
    struct screen wanted;
    struct camera camera = drawing->camera;
    bool is_complete;
    struct target_line target;
    target_line_make(stage->world, stage_delver(stage, body), &target);
    const struct scene scene = {
        .world = stage->world,
        .viewer = stage_delver(stage, body),
        .target = target,
        .width = 80,
        .height = 24,
        .status = {.warning = "", .doing = "", .doing_short = ""},
        .messages = &messages,
    };

    ck_assert_int_eq(screen_init(&wanted, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX), ERR_OK);
    reference_compose(&scene, &camera, &wanted);
    const struct ansi_looks *looks = ansi_book_find(&book, palette_of(PALETTE_16));
    ck_assert_int_eq(drawing_frame(drawing, &scene, looks, SIZE_MAX, canvas, &is_complete), ERR_OK);
    ck_assert(is_complete);
    expect_shown_cells(&drawing->ansi.shown, &wanted);
    ansi_book_release(&book);
    screen_release(&wanted);
}

TEST(another_level_is_drawn_whole_where_it_looks_like_the_last)
{
    const struct level_key below = {.wing = 0, .depth = 2, .generation = 1};
    struct drawing drawing;
    struct canvas canvas;
    struct stage stage;

    stage_init(&stage, hall);
    stage_add_level(&stage, hall, below);
    body_id ada = stage_join(&stage, 1, draw_level_find(hall, '>'));
    canvas_init(&canvas);
    ck_assert_int_eq(drawing_open(&drawing, 80, 24), ERR_OK);
    expect_frame(&drawing, &stage, ada, &canvas);
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.key.depth, 2);
    expect_frame(&drawing, &stage, ada, &canvas);
    drawing_close(&drawing);
    canvas_release(&canvas);
    stage_release(&stage);
}

TEST(another_name_is_drawn)
{
    struct drawing drawing;
    struct canvas canvas;
    struct stage stage;

    stage_init(&stage, hall);
    body_id ada = stage_join(&stage, 1, draw_level_find(hall, '>'));
    canvas_init(&canvas);
    ck_assert_int_eq(drawing_open(&drawing, 80, 24), ERR_OK);
    expect_frame(&drawing, &stage, ada, &canvas);
    snprintf(stage_delver(&stage, ada)->name, NAME_LENGTH_MAX + 1, "Bramble");
    expect_frame(&drawing, &stage, ada, &canvas);
    drawing_close(&drawing);
    canvas_release(&canvas);
    stage_release(&stage);
}

TEST(a_door_that_falls_shut_is_due_a_frame_and_drawn)
{
    const char *text = "#######\n"
                       "#a+...#\n"
                       "#######\n";
    struct drawing drawing;
    struct canvas canvas;
    struct stage stage;

    stage_init(&stage, text);
    body_id ada = stage_join(&stage, 1, draw_level_find(text, 'a'));
    canvas_init(&canvas);
    ck_assert_int_eq(drawing_open(&drawing, 80, 24), ERR_OK);
    stage_act(&stage, ada, ACTION_OPEN, DIR_NONE);
    stage_ticks(&stage, DOOR_OPEN_TICKS);
    expect_frame(&drawing, &stage, ada, &canvas);
    stage_tick(&stage);
    const struct event *event = stage_event(&stage, EVENT_DOOR_FELL_SHUT, 0);
    ck_assert_ptr_nonnull(event);
    ck_assert(drawing_on_event(&drawing, stage_delver(&stage, ada), event));
    expect_frame(&drawing, &stage, ada, &canvas);
    ck_assert_uint_gt(canvas.bytes.length, 0);
    drawing_close(&drawing);
    canvas_release(&canvas);
    stage_release(&stage);
}

TEST(a_sleeper_that_wakes_is_due_a_frame_and_drawn)
{
    const char *text = "#########\n"
                       "#a.....b#\n"
                       "#########\n";
    struct drawing drawing;
    struct canvas canvas;
    struct stage stage;

    stage_init(&stage, text);
    body_id ada = stage_join(&stage, 1, draw_level_find(text, 'a'));
    struct foe *rat = body_foe(
        world_body(stage.world, stage_foe(&stage, SPECIES_CELLAR_RAT, draw_level_find(text, 'b'))));
    rat->mind.mood = MOOD_ASLEEP;
    canvas_init(&canvas);
    ck_assert_int_eq(drawing_open(&drawing, 80, 24), ERR_OK);
    expect_frame(&drawing, &stage, ada, &canvas);
    mind_wake(rat, NULL);
    const struct event *event = stage_event(&stage, EVENT_WOKE, rat->body.id);
    ck_assert_ptr_nonnull(event);
    ck_assert(drawing_on_event(&drawing, stage_delver(&stage, ada), event));
    expect_frame(&drawing, &stage, ada, &canvas);
    ck_assert_uint_gt(canvas.bytes.length, 0);
    drawing_close(&drawing);
    canvas_release(&canvas);
    stage_release(&stage);
}

TEST(a_target_that_is_hurt_is_due_a_frame_and_drawn_wherever_it_stands)
{
    char text[4 * HALL_ROWS + 1] = "";
    struct drawing drawing;
    struct canvas canvas;
    struct stage stage;

    /* The foe stands below the window, and in the light. */
    for (int row = 0; row < HALL_ROWS; row++)
        memcpy(text + 4 * row, row == 0 || row == HALL_ROWS - 1 ? "###\n" : "#.#\n", 4);
    stage_init(&stage, text);
    body_id ada = stage_join(&stage, 1, pos_of(1, 30));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(1, 42));
    (void)statuses_add(&stage_delver(&stage, ada)->body.statuses, STATUS_GLOWING, 0);
    canvas_init(&canvas);
    ck_assert_int_eq(drawing_open(&drawing, 80, 24), ERR_OK);
    expect_frame(&drawing, &stage, ada, &canvas);
    ck_assert_uint_ne(drawing.drawn.target, 0);
    world_body(stage.world, rat)->health = 1;
    struct event *event =
        event_push(&stage_level(&stage)->events, EVENT_WITHERS, world_body(stage.world, rat));
    ck_assert(drawing_on_event(&drawing, stage_delver(&stage, ada), event));
    expect_frame(&drawing, &stage, ada, &canvas);
    ck_assert_uint_gt(canvas.bytes.length, 0);
    drawing_close(&drawing);
    canvas_release(&canvas);
    stage_release(&stage);
}
