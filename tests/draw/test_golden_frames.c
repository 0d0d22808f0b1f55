/*
 * The bytes of ten thousand frames of a walk are those on file, in tests/draw/frames.txt: a line
 * for each block of frames, with how many bytes they have and a hash over them. A change that is
 * meant to send other bytes rewrites the file:
 *     UNDERCROFT_UPDATE_GOLDEN=1 build/dev/tests/draw_tests test_golden_frames
 * Programs run from the root of the source tree.
 */
#include "draw/gallery.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/test.h"

enum { FRAMES = 10000, BLOCK = 500, BLOCKS = FRAMES / BLOCK, LINE_SIZE = 80 };

static const char golden_path[] = "tests/draw/frames.txt";

static const struct gallery_setup setup = {
    .walkers = {.seed = 21,
                .walker_count = 16,
                .depth_count = 3,
                .place = SIM_DRAWN,
                .level_foes = 4,
                .level_items = 12},
    .viewer_count = 20,
    .is_restless = true,
    .draws_always = true,
    .wait_most = 4,
};

struct block {
    uint64_t bytes;
    struct hash hash;
};

struct replay {
    struct gallery gallery;
    struct canvas canvas;
    struct block blocks[BLOCKS];
    int frames;
};

static void take_frame(struct replay *replay, struct viewer *viewer)
{
    struct block *block = &replay->blocks[replay->frames / BLOCK];
    const struct bytes *bytes = &replay->canvas.bytes;
    struct rng *rng = &replay->gallery.rng;
    size_t budget = rng_percent(rng, 95) ? SIZE_MAX : rng_below(rng, 600);
    struct scene scene;
    bool is_complete;

    if (replay->frames == FRAMES || !gallery_scene(&replay->gallery, viewer, &scene))
        return;
    ck_assert_int_eq(drawing_frame(&viewer->drawing, &scene,
                                   ansi_book_find(&replay->gallery.book, viewer->palette), budget,
                                   &replay->canvas, &is_complete),
                     ERR_OK);
    gallery_drawn(&replay->gallery, viewer, is_complete);
    if (replay->frames % BLOCK == 0)
        hash_init(&block->hash);
    hash_u64(&block->hash, bytes->length);
    if (bytes->length > 0)
        hash_bytes(&block->hash, bytes->data, bytes->length);
    block->bytes += bytes->length;
    replay->frames++;
}

static void play(struct replay *replay)
{
    *replay = (struct replay){0};
    gallery_init(&replay->gallery, &setup);
    canvas_init(&replay->canvas);
    while (replay->frames < FRAMES) {
        gallery_tick(&replay->gallery, true);
        for (int i = 0; i < setup.viewer_count; i++) {
            struct viewer *viewer = &replay->gallery.viewers[i];
            (void)gallery_stir(&replay->gallery, viewer);
            take_frame(replay, viewer);
        }
    }
    canvas_release(&replay->canvas);
    gallery_release(&replay->gallery);
}

static void format(const struct replay *replay, int block, char line[LINE_SIZE])
{
    snprintf(line, LINE_SIZE, "%d %" PRIu64 " %016" PRIx64 "\n", block * BLOCK,
             replay->blocks[block].bytes, replay->blocks[block].hash.value);
}

static void rewrite(const struct replay *replay)
{
    char line[LINE_SIZE];
    FILE *file = fopen(golden_path, "w");

    ck_assert_msg(file != NULL, "cannot write %s", golden_path);
    for (int block = 0; block < BLOCKS; block++) {
        format(replay, block, line);
        fputs(line, file);
    }
    ck_assert_int_eq(fclose(file), 0);
}

TEST(ten_thousand_frames_are_those_on_file)
{
    static struct replay replay;
    char wanted[LINE_SIZE] = "";
    char line[LINE_SIZE];
    const char *update = getenv("UNDERCROFT_UPDATE_GOLDEN");

    play(&replay);
    if (update != NULL && strcmp(update, "1") == 0)
        rewrite(&replay);
    FILE *file = fopen(golden_path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", golden_path);
    for (int block = 0; block < BLOCKS; block++) {
        format(&replay, block, line);
        ck_assert_msg(fgets(wanted, sizeof wanted, file) != NULL, "no line for %s", line);
        ck_assert_str_eq(line, wanted);
    }
    fclose(file);
}
