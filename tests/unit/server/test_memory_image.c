/*
 * Images of memories: whole although only what was touched is copied, unchanged as long as anybody
 * else holds them, and read on another thread while the loop goes on.
 */
#include "server/save/change_set.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "support/test.h"
#include "world/delver.h"

enum { SLOTS = 3, CELLS = 100 * 57, ROUNDS = 400, QUEUE_MAX = 4 };

static struct memory_images images;
static struct delver *delver;
static uint64_t now; /* tick */

static struct delver *make_delver(size_t cells)
{
    const struct delver_record record = {.id = 1};
    struct delver *made = NULL;

    ck_assert_int_eq(delver_new(&record, "Ada", NULL, cells, &made), ERR_OK);
    return made;
}

static void set_up(void)
{
    ck_assert_int_eq(memory_images_init(&images, SLOTS), ERR_OK);
    delver = make_delver(CELLS);
    now = 0;
}

static void tear_down(void)
{
    delver_free(delver);
    memory_images_release(&images);
}

static void see(size_t cell, uint8_t tile)
{
    delver->memory[cell] = tile;
    delver->touched[cell / DELVER_CHUNK / 64] |= UINT64_C(1) << cell / DELVER_CHUNK % 64;
}

/* Takes an image as a successful save does. */
static struct memory_image *take(void)
{
    struct memory_image *image = NULL;

    ck_assert_int_eq(memory_images_take(&images, 0, delver, now, &image), ERR_OK);
    memset(delver->touched, 0, sizeof delver->touched);
    return image;
}

static void expect_whole(const struct memory_image *image)
{
    ck_assert_uint_eq(image->count, delver->memory_size);
    ck_assert_mem_eq(image->tiles, delver->memory, delver->memory_size);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_touched_is_brought_into_the_image_that_nobody_holds)
{
    static const size_t cells[] = {0, 63, 64, 4095, 4096, CELLS / 2, CELLS - 1};
    struct memory_image *first = take();

    memory_image_release(first);
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        see(cells[i], TILE_FLOOR);
        struct memory_image *image = take();
        ck_assert_msg(image == first, "all is copied although nobody reads the old one");
        expect_whole(image);
        memory_image_release(image);
    }
    delver->memory[CELLS / 4] = TILE_ROCK; /* which nobody saw: it is not looked at again */
    struct memory_image *image = take();
    ck_assert_int_eq(image->tiles[CELLS / 4], TILE_UNKNOWN);
    memory_image_release(image);
}

TEST(an_image_that_is_held_stays_as_it_was)
{
    struct memory_image *held = take();

    see(70, TILE_FLOOR);
    struct memory_image *newer = take();
    ck_assert_int_eq(held->tiles[70], TILE_UNKNOWN);
    expect_whole(newer);
    memory_image_release(held);
    see(80, TILE_FLOOR);
    struct memory_image *newest = take();
    ck_assert_int_eq(newer->tiles[80], TILE_UNKNOWN);
    expect_whole(newest);
    memory_image_release(newer);
    memory_image_release(newest);
}

TEST(another_memory_in_the_slot_is_taken_whole)
{
    static const size_t sizes[] = {
        CELLS, CELLS - 1, 65, 64, 1, (size_t)LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX, CELLS};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memory_image_release(take());
        delver_free(delver);
        delver = make_delver(sizes[i]);
        memset(delver->memory, (int)(TILE_FLOOR + i), sizes[i]);
        struct memory_image *image = take();
        expect_whole(image);
        memory_image_release(image);
    }
}

TEST(who_sees_nothing_new_for_long_costs_no_image)
{
    struct memory_image *first = take();

    now = 1000 + MEMORY_IMAGE_IDLE_TICKS;
    memory_image_release(first);
    memory_image_release(take());
    memory_images_expire(&images, now + MEMORY_IMAGE_IDLE_TICKS - 1);
    ck_assert_ptr_eq(images.of_slot[0], first);
    memory_images_expire(&images, now + MEMORY_IMAGE_IDLE_TICKS);
    ck_assert_ptr_null(images.of_slot[0]);
    memory_images_expire(&images, now + MEMORY_IMAGE_IDLE_TICKS);
    /* The next one is whole all the same. */
    see(200, TILE_FLOOR);
    struct memory_image *image = take();
    expect_whole(image);
    memory_image_release(image);
}

TEST(an_image_that_is_held_outlives_its_time)
{
    struct memory_image *held = take();

    memory_images_expire(&images, now + MEMORY_IMAGE_IDLE_TICKS);
    ck_assert_ptr_null(images.of_slot[0]);
    expect_whole(held);
    memory_image_release(held);
    memory_image_release(NULL);
    memory_image_release(take());
    ck_assert_ptr_nonnull(images.of_slot[0]);
}

static void take_of(uint32_t slot)
{
    struct memory_image *image = NULL;

    ck_assert_int_eq(memory_images_take(&images, slot, delver, now, &image), ERR_OK);
    memory_image_release(image);
}

TEST(of_many_those_go_that_were_not_taken_for_long)
{
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        take_of(slot);
    now = MEMORY_IMAGE_IDLE_TICKS - 1;
    for (uint32_t slot = 0; slot < SLOTS; slot += 2)
        take_of(slot);
    memory_images_expire(&images, MEMORY_IMAGE_IDLE_TICKS);
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        ck_assert_int_eq(images.of_slot[slot] != NULL, slot % 2 == 0);
    memory_images_expire(&images, now + MEMORY_IMAGE_IDLE_TICKS);
    ck_assert_ptr_null(images.oldest);
    ck_assert_ptr_null(images.newest);
}

/* Images on their way from the loop to the thread. */
static struct memory_image *queue[QUEUE_MAX];
static int queued;
static bool is_over;
static int torn;
static uv_mutex_t mutex;
static uv_cond_t changed;

static bool is_of_one_moment(const struct memory_image *image)
{
    for (size_t i = 1; i < image->count; i++) {
        if (image->tiles[i] != image->tiles[0])
            return false;
    }
    return true;
}

static void read_images(void *argument)
{
    (void)argument;
    uv_mutex_lock(&mutex);
    while (queued > 0 || !is_over) {
        if (queued == 0) {
            uv_cond_wait(&changed, &mutex);
            continue;
        }
        struct memory_image *image = queue[--queued];
        uv_mutex_unlock(&mutex);
        torn += !is_of_one_moment(image);
        memory_image_release(image);
        uv_mutex_lock(&mutex);
        uv_cond_signal(&changed);
    }
    uv_mutex_unlock(&mutex);
}

/* The count of holders is all that tells the loop that the thread has done with one. */
TEST(another_thread_reads_what_was_one_moment)
{
    uv_thread_t thread;

    ck_assert_int_eq(uv_mutex_init(&mutex), 0);
    ck_assert_int_eq(uv_cond_init(&changed), 0);
    ck_assert_int_eq(uv_thread_create(&thread, read_images, NULL), 0);
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t cell = 0; cell < CELLS; cell++)
            see(cell, (uint8_t)(round % TILE_COUNT));
        struct memory_image *image = take();
        uv_mutex_lock(&mutex);
        while (queued == QUEUE_MAX)
            uv_cond_wait(&changed, &mutex);
        queue[queued++] = image;
        uv_cond_signal(&changed);
        uv_mutex_unlock(&mutex);
    }
    uv_mutex_lock(&mutex);
    is_over = true;
    uv_cond_signal(&changed);
    uv_mutex_unlock(&mutex);
    ck_assert_int_eq(uv_thread_join(&thread), 0);
    ck_assert_int_eq(torn, 0);
    uv_mutex_destroy(&mutex);
    uv_cond_destroy(&changed);
}
