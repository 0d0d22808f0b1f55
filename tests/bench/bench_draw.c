/*
 * The cost of drawing: viewers who walk in wings of sixteen, 80x24, half of them in 16 colours and
 * half in 256, a quarter with lines of UTF-8, two keys a second each. Only composing a frame and
 * comparing it with what the terminal shows is timed, not the world, its events or any socket. CPU
 * time of this thread; steady play allocates nothing.
 *
 * With THREADS each viewer has a connected socket as well, and composing, comparing and sending are
 * timed by the clock on the wall, in one tick by one thread and in the next by so many. The other
 * ends are emptied between ticks, outside the measured time.
 *
 *     bench_draw [VIEWERS [TICKS [THREADS]]]
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/check.h"
#include "bench/clock.h"
#include "bench/sockets.h"
#include "draw/gallery.h"
#include "server/base/threads.h"

enum {
    VIEWERS_STANDARD = 1024,
    VIEWERS_MAX = 20480,
    TICKS_STANDARD = 500,
    TICKS_MAX = 100000,
    DEPTHS = 8,
    WORLD_VIEWERS = 16 * DEPTHS, /* sixteen a level */
    WORLDS_MAX = VIEWERS_MAX / WORLD_VIEWERS,
    WARM_UP_TICKS = 300,
    WAIT_TICKS = 5,   /* what others do is shown every 100 ms */
    DECIDE_TICKS = 6, /* one in four decides each time: two keys a second */
};

/* A frame that is due, and where its bytes go. */
struct frame {
    struct gallery *gallery;
    struct viewer *viewer;
    struct scene scene;
    const struct ansi_looks *looks;
    int socket; /* -1: nowhere */
    size_t length;
    bool is_complete;
};

struct house {
    struct gallery galleries[WORLDS_MAX];
    int count;
    struct canvas canvases[TEAM_THREADS_MAX];
    struct sockets sockets; /* one for each viewer; none without threads */
    struct frame frames[VIEWERS_MAX];
    size_t frame_count;
};

struct result {
    uint64_t frames;
    uint64_t empty;
    uint64_t bytes;
    uint64_t allocated;
    int64_t ns;
};

static atomic_ullong allocations;

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

static void draw(void *argument, int thread, size_t item)
{
    struct house *house = argument;
    struct frame *frame = &house->frames[item];
    struct canvas *canvas = &house->canvases[thread];

    CHECK(drawing_frame(&frame->viewer->drawing, &frame->scene, frame->looks, SIZE_MAX, canvas,
                        &frame->is_complete) == ERR_OK);
    frame->length = canvas->bytes.length;
    if (frame->socket >= 0 && frame->length > 0)
        CHECK(send(frame->socket, canvas->bytes.data, frame->length, MSG_DONTWAIT | MSG_NOSIGNAL) ==
              (ssize_t)frame->length);
}

/* The world moves on, and the frames that are due then are listed. */
static void prepare(struct house *house, int tick)
{
    house->frame_count = 0;
    for (int i = 0; i < house->count; i++) {
        struct gallery *gallery = &house->galleries[i];
        gallery_tick(gallery, (tick + i) % DECIDE_TICKS == 0);
        for (int j = 0; j < gallery->setup.viewer_count; j++) {
            struct frame *frame = &house->frames[house->frame_count];
            int number = i * WORLD_VIEWERS + j;
            frame->gallery = gallery;
            frame->viewer = &gallery->viewers[j];
            frame->looks = ansi_book_find(&gallery->book, frame->viewer->palette);
            frame->socket = house->sockets.count > 0 ? house->sockets.descriptors[number] : -1;
            house->frame_count += gallery_scene(gallery, frame->viewer, &frame->scene);
        }
    }
}

static void finish(struct house *house, struct result *result)
{
    for (size_t i = 0; i < house->frame_count; i++) {
        struct frame *frame = &house->frames[i];
        gallery_drawn(frame->gallery, frame->viewer, frame->is_complete);
        result->frames++;
        result->empty += frame->length == 0;
        result->bytes += frame->length;
    }
    sockets_drain(&house->sockets);
}

/* A tick whose frames one team draws. */
static void run_tick(struct house *house, int tick, struct team *team, struct result *result)
{
    bool is_alone = house->sockets.count == 0;

    prepare(house, tick);
    uint64_t before = allocations;
    int64_t start = is_alone ? clock_cpu_ns() : clock_wall_ns();
    team_run(team, draw, house, house->frame_count);
    result->ns += (is_alone ? clock_cpu_ns() : clock_wall_ns()) - start;
    result->allocated += allocations - before;
    finish(house, result);
}

static void print(const char *name, const struct result *result)
{
    printf("%s  %" PRIu64 " frames  %" PRIu64 " empty  us a frame %.2f (%.0f ms in all)"
           "  bytes a frame %.1f  allocations %" PRIu64 "\n",
           name, result->frames, result->empty, (double)result->ns / 1000 / (double)result->frames,
           (double)result->ns / 1000000, (double)result->bytes / (double)result->frames,
           result->allocated);
}

static void open_house(struct house *house, int viewers, int threads)
{
    house->count = viewers / WORLD_VIEWERS;
    for (int i = 0; i < threads; i++)
        canvas_init(&house->canvases[i]);
    for (int i = 0; i < house->count; i++) {
        const struct gallery_setup setup = {
            .walkers = {.seed = (uint64_t)i + 1,
                        .walker_count = WORLD_VIEWERS,
                        .depth_count = DEPTHS,
                        .place = SIM_GENERATED},
            .viewer_count = WORLD_VIEWERS,
            .wait_most = WAIT_TICKS,
        };
        gallery_init(&house->galleries[i], &setup);
    }
}

static void close_house(struct house *house, int threads)
{
    for (int i = 0; i < house->count; i++)
        gallery_release(&house->galleries[i]);
    for (int i = 0; i < threads; i++)
        canvas_release(&house->canvases[i]);
    sockets_close(&house->sockets);
}

/* In turns, so that other work of the machine slows both alike. */
static void measure(struct house *house, int ticks, struct team *one, struct team *several)
{
    struct result warm_up = {0};
    struct result results[2] = {{0}, {0}};
    char name[64];

    for (int tick = 0; tick < WARM_UP_TICKS; tick++)
        run_tick(house, tick, one, &warm_up);
    for (int tick = 0; tick < ticks; tick++) {
        bool is_several = several != NULL && tick % 2 == 1;
        run_tick(house, tick, is_several ? several : one, &results[is_several]);
    }
    snprintf(name, sizeof name, "%d viewers", house->count * WORLD_VIEWERS);
    print(name, &results[0]);
    if (several == NULL)
        return;
    snprintf(name, sizeof name, "with %d threads", team_size(several));
    print(name, &results[1]);
    printf("times the frames of one thread: %.2f\n",
           (double)results[0].ns / (double)results[0].frames /
               ((double)results[1].ns / (double)results[1].frames));
}

static int usage(void)
{
    fprintf(stderr,
            "usage: bench_draw [VIEWERS [TICKS [THREADS]]]; %d to %d viewers, 2 to %d threads\n",
            WORLD_VIEWERS, VIEWERS_MAX, TEAM_THREADS_MAX);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static struct house house;
    int viewers = argc > 1 ? (int)strtol(argv[1], NULL, 10) : VIEWERS_STANDARD;
    int ticks = argc > 2 ? (int)strtol(argv[2], NULL, 10) : TICKS_STANDARD;
    int threads = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1;
    struct team *one = NULL;
    struct team *several = NULL;

    if (viewers < WORLD_VIEWERS || viewers > VIEWERS_MAX || ticks < 1 || ticks > TICKS_MAX ||
        (argc > 3 && threads < 2) || threads > TEAM_THREADS_MAX)
        return usage();
    if (threads > 1 && !sockets_open(&house.sockets, viewers)) {
        fprintf(stderr, "bench_draw: too few open files are allowed (ulimit -n)\n");
        return EXIT_FAILURE;
    }
    open_house(&house, viewers, threads);
    CHECK(team_start(1, &one) == ERR_OK);
    if (threads > 1)
        CHECK(team_start(threads, &several) == ERR_OK);
    measure(&house, ticks, one, several);
    team_stop(several);
    team_stop(one);
    close_house(&house, threads);
    return EXIT_SUCCESS;
}
