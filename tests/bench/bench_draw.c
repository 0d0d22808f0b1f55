/*
 * What drawing costs: viewers who walk in wings of sixteen, 80x24, half of them in 16 colours and
 * half in 256, a quarter with lines of UTF-8, two keys a second each. Only composing a frame and
 * comparing it with what the terminal shows is timed, not the world, its events or any socket. CPU
 * time of this thread; steady play allocates nothing.
 *
 *     bench_draw [VIEWERS [TICKS]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "bench/clock.h"
#include "draw/gallery.h"

enum {
    VIEWERS_STANDARD = 1024,
    VIEWERS_MAX = 20480,
    TICKS_STANDARD = 500,
    TICKS_MAX = 100000,
    WORLD_VIEWERS = 16 * SIM_DEPTHS_MAX, /* sixteen a level */
    WORLDS_MAX = VIEWERS_MAX / WORLD_VIEWERS,
    WARM_UP_TICKS = 300,
    WAIT_TICKS = 5,   /* what others do is shown every 100 ms */
    DECIDE_TICKS = 6, /* one in four decides each time: two keys a second */
};

struct house {
    struct gallery galleries[WORLDS_MAX];
    int count;
    struct canvas canvas;
};

struct result {
    uint64_t frames;
    uint64_t empty;
    uint64_t bytes;
    uint64_t allocated;
    int64_t ns;
};

static uint64_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

static void draw_viewer(struct house *house, struct gallery *gallery, struct viewer *viewer,
                        struct result *result)
{
    struct scene scene;
    bool is_complete;

    if (!gallery_scene(gallery, viewer, &scene))
        return;
    CHECK(drawing_frame(&viewer->drawing, &scene, ansi_book_find(&gallery->book, viewer->palette),
                        SIZE_MAX, &house->canvas, &is_complete) == ERR_OK);
    gallery_drawn(gallery, viewer, is_complete);
    result->frames++;
    result->empty += house->canvas.bytes.length == 0;
    result->bytes += house->canvas.bytes.length;
}

static void run_tick(struct house *house, int tick, struct result *result)
{
    for (int i = 0; i < house->count; i++)
        gallery_tick(&house->galleries[i], (tick + i) % DECIDE_TICKS == 0);
    uint64_t before = allocations;
    int64_t start = clock_cpu_ns();
    for (int i = 0; i < house->count; i++) {
        struct gallery *gallery = &house->galleries[i];
        for (int j = 0; j < gallery->setup.viewer_count; j++)
            draw_viewer(house, gallery, &gallery->viewers[j], result);
    }
    result->ns += clock_cpu_ns() - start;
    result->allocated += allocations - before;
}

int main(int argc, char **argv)
{
    static struct house house;
    int viewers = argc > 1 ? (int)strtol(argv[1], NULL, 10) : VIEWERS_STANDARD;
    int ticks = argc > 2 ? (int)strtol(argv[2], NULL, 10) : TICKS_STANDARD;
    struct result warm_up = {0};
    struct result result = {0};

    if (viewers < WORLD_VIEWERS || viewers > VIEWERS_MAX || ticks < 1 || ticks > TICKS_MAX) {
        fprintf(stderr, "usage: bench_draw [VIEWERS [TICKS]]; from %d viewers on\n", WORLD_VIEWERS);
        return EXIT_FAILURE;
    }
    house.count = viewers / WORLD_VIEWERS;
    canvas_init(&house.canvas);
    for (int i = 0; i < house.count; i++) {
        const struct gallery_setup setup = {
            .walkers = {.seed = (uint64_t)i + 1,
                        .walker_count = WORLD_VIEWERS,
                        .depth_count = SIM_DEPTHS_MAX,
                        .place = SIM_GENERATED},
            .viewer_count = WORLD_VIEWERS,
            .wait_most = WAIT_TICKS,
        };
        gallery_init(&house.galleries[i], &setup);
    }
    for (int tick = 0; tick < WARM_UP_TICKS; tick++)
        run_tick(&house, tick, &warm_up);
    for (int tick = 0; tick < ticks; tick++)
        run_tick(&house, tick, &result);
    printf("%d viewers  %" PRIu64 " frames  %" PRIu64 " empty  us a frame %.2f (%.0f ms in all)"
           "  bytes a frame %.1f  allocations %" PRIu64 "\n",
           house.count * WORLD_VIEWERS, result.frames, result.empty,
           (double)result.ns / 1000 / (double)result.frames, (double)result.ns / 1000000,
           (double)result.bytes / (double)result.frames, result.allocated);
    for (int i = 0; i < house.count; i++)
        gallery_release(&house.galleries[i]);
    canvas_release(&house.canvas);
    return EXIT_SUCCESS;
}
