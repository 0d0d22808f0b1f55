/*
 * After each finished flight a browser page draws every cell of the level as a screen would, and a
 * flight is empty if nothing happened since the last.
 */
#include "draw/gallery.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/session/page/page_map.h"
#include "support/page_model.h"
#include "support/test.h"
#include "term/view.h"

enum { VIEWERS = 12, TICKS = TEST_COUNT(900, 100), OUT_MAX = 64 * 1024 };

static const struct gallery_setup setups[] = {
    {.walkers = {.seed = 11, .walker_count = 12, .depth_count = 3, .place = SIM_DRAWN},
     .viewer_count = VIEWERS,
     .wait_most = 6},
    {.walkers = {.seed = 12,
                 .walker_count = 16,
                 .depth_count = 2,
                 .place = SIM_GENERATED,
                 .level_foes = 15,
                 .level_items = 60},
     .viewer_count = VIEWERS,
     .wait_most = 3},
    {.walkers = {.seed = 16, .walker_count = 30, .depth_count = 3, .place = SIM_GENERATED},
     .viewer_count = VIEWERS,
     .has_parties = true,
     .wait_most = 2},
    {.walkers = {.seed = 17,
                 .walker_count = 20,
                 .depth_count = 3,
                 .place = SIM_GENERATED,
                 .level_foes = 12},
     .viewer_count = VIEWERS,
     .feels_foes = true,
     .wait_most = 3},
};
enum { SETUP_COUNT = sizeof setups / sizeof setups[0] };

struct run {
    struct gallery gallery;
    struct page_map maps[VIEWERS];
    struct page_model *models; /* VIEWERS */
    uint8_t *scratch;
    struct screen wanted;
    struct bytes out;
    uint64_t flights;
    uint64_t bytes;
};

static void run_init(struct run *run, const struct gallery_setup *setup)
{
    *run = (struct run){0};
    gallery_init(&run->gallery, setup);
    run->models = calloc(VIEWERS, sizeof *run->models);
    run->scratch = malloc(2 * PAGE_CELLS_MAX);
    ck_assert(run->models != NULL && run->scratch != NULL);
    ck_assert_int_eq(screen_init(&run->wanted, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX), ERR_OK);
    bytes_init(&run->out, OUT_MAX);
}

static void run_release(struct run *run)
{
    for (int i = 0; i < VIEWERS; i++)
        page_map_release(&run->maps[i]);
    free(run->models);
    free(run->scratch);
    screen_release(&run->wanted);
    bytes_release(&run->out);
    gallery_release(&run->gallery);
}

/* Draws the map of a screen as large as the level. */
static void draw_wanted(struct run *run, const struct scene *scene)
{
    const struct level *level = scene->viewer->body.level;
    const struct camera camera = {.is_placed = true};
    const struct rect area = {0, 0, level->width, level->height};
    const struct row_set all = row_set_all();

    ck_assert(level->width <= SCREEN_WIDTH_MAX && level->height <= SCREEN_HEIGHT_MAX);
    screen_clear(&run->wanted);
    (void)view_compose(scene->world, scene->viewer, &camera, area, false, &all, &run->wanted);
    sensed_foes_draw(scene->world, scene->viewer, &camera, area, &all, &run->wanted);
    companions_draw(scene->world, scene->viewer, &scene->companions, &camera, area, &all,
                    &run->wanted);
}

static void expect_all_cells(struct run *run, int i, const struct scene *scene)
{
    const struct level *level = scene->viewer->body.level;

    draw_wanted(run, scene);
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            cell shown = screen_at(&run->wanted, x, y);
            /* A page fades by itself what is beyond the light. */
            cell wanted = cell_of(cell_code_point(shown), palette_lit_role(cell_role(shown)));
            cell drawn = page_model_cell(&run->models[i], x, y);
            if (drawn != wanted)
                ck_abort_msg("viewer %d, tick %" PRIu64 ", (%d, %d): %x, not %x", i,
                             scene->world->tick, x, y, (unsigned)drawn, (unsigned)wanted);
        }
    }
}

/* One flight. True if the page has all of it. */
static bool send_page(struct run *run, int i, const struct scene *scene)
{
    struct page_bodies bodies;
    bool is_complete;

    bytes_clear(&run->out, OUT_MAX);
    page_map_collect(scene->world, scene->viewer, &scene->companions, &bodies);
    ck_assert_int_eq(page_map_put(&run->maps[i], scene->world, scene->viewer, &bodies, run->scratch,
                                  &run->out, &is_complete),
                     ERR_OK);
    page_model_take(&run->models[i], run->out.data, run->out.length);
    run->flights++;
    run->bytes += run->out.length;
    return is_complete;
}

static void show(struct run *run, int i)
{
    struct viewer *viewer = &run->gallery.viewers[i];
    struct scene scene;

    if (!gallery_scene(&run->gallery, viewer, &scene))
        return;
    while (!send_page(run, i, &scene))
        continue;
    expect_all_cells(run, i, &scene);
    ck_assert(send_page(run, i, &scene));
    ck_assert_msg(run->out.length == 0, "%zu bytes without any news", run->out.length);
    gallery_drawn(&run->gallery, viewer, true);
}

TEST_EACH(a_page_draws_of_every_cell_what_a_screen_would, SETUP_COUNT)
{
    struct run run;

    run_init(&run, &setups[_i]);
    for (int tick = 0; tick < TICKS; tick++) {
        gallery_tick(&run.gallery, true);
        for (int i = 0; i < VIEWERS; i++)
            show(&run, i);
    }
    ck_assert_uint_gt(run.flights, (uint64_t)TICKS);
    for (int i = 0; i < VIEWERS; i++)
        ck_assert_int_gt(run.models[i].levels, 0);
    run_release(&run);
}
