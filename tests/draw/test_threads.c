/*
 * The bytes for each viewer are the same for every number of threads that draw, in every order.
 */
#include "draw/gallery.h"

#include "base/hash.h"
#include "server/base/threads.h"
#include "support/test.h"

enum { VIEWERS = 48, TICKS = 300 };

static const struct gallery_setup setup = {
    .walkers = {.seed = 5,
                .walker_count = 16,
                .depth_count = 3,
                .place = SIM_DRAWN,
                .level_foes = 4,
                .level_items = 12},
    .viewer_count = VIEWERS,
    .is_restless = true,
    .wait_most = 2,
};

struct frame {
    struct viewer *viewer;
    struct scene scene;
    const struct ansi_looks *looks;
    struct hash *hash; /* of all that the viewer has received */
    enum err error;
    bool is_complete;
};

struct show {
    struct gallery gallery;
    struct canvas canvases[TEAM_THREADS_MAX];
    struct frame frames[VIEWERS];
    struct hash hashes[VIEWERS];
};

static void draw(void *argument, int thread, size_t item)
{
    struct show *show = argument;
    struct frame *frame = &show->frames[item];
    struct canvas *canvas = &show->canvases[thread];

    frame->error = drawing_frame(&frame->viewer->drawing, &frame->scene, frame->looks, SIZE_MAX,
                                 canvas, &frame->is_complete);
    hash_u64(frame->hash, canvas->bytes.length);
    if (canvas->bytes.length > 0)
        hash_bytes(frame->hash, canvas->bytes.data, canvas->bytes.length);
}

static void run_tick(struct show *show, struct team *team)
{
    struct gallery *gallery = &show->gallery;
    size_t count = 0;

    gallery_tick(gallery, true);
    for (int i = 0; i < VIEWERS; i++) {
        struct viewer *viewer = &gallery->viewers[i];
        struct frame *frame = &show->frames[count];
        (void)gallery_stir(gallery, viewer);
        if (!gallery_scene(gallery, viewer, &frame->scene))
            continue;
        frame->viewer = viewer;
        frame->looks = ansi_book_find(&gallery->book, viewer->palette);
        frame->hash = &show->hashes[i];
        count++;
    }
    team_run(team, draw, show, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(show->frames[i].error, ERR_OK);
        gallery_drawn(gallery, show->frames[i].viewer, show->frames[i].is_complete);
    }
}

static void play(int threads, struct show *show)
{
    struct team *team = NULL;

    *show = (struct show){.frames = {{.viewer = NULL}}};
    gallery_init(&show->gallery, &setup);
    ck_assert_int_eq(team_start(threads, &team), ERR_OK);
    for (int i = 0; i < threads; i++)
        canvas_init(&show->canvases[i]);
    for (int i = 0; i < VIEWERS; i++)
        hash_init(&show->hashes[i]);
    for (int i = 0; i < TICKS; i++)
        run_tick(show, team);
    team_stop(team);
    for (int i = 0; i < threads; i++)
        canvas_release(&show->canvases[i]);
    gallery_release(&show->gallery);
}

TEST(the_bytes_are_the_same_for_any_number_of_threads)
{
    static const int threads[] = {2, 4};
    static struct show one;
    static struct show several;

    play(1, &one);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        play(threads[i], &several);
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            ck_assert_msg(several.hashes[viewer].value == one.hashes[viewer].value,
                          "viewer %d receives something else of %d threads", viewer, threads[i]);
    }
}
