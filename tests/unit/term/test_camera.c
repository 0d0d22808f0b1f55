/*
 * The camera: the target is always in view, the view stays while it can, and never leaves the
 * level.
 */
#include "term/view.h"

#include "base/rng.h"
#include "support/test.h"

enum { VIEW_WIDTH = 80, VIEW_HEIGHT = 20, LEVEL_WIDTH = 200, LEVEL_HEIGHT = 100 };

static void follow(struct camera *camera, enum camera_mode mode, int x, int y)
{
    const struct level level = {.width = LEVEL_WIDTH, .height = LEVEL_HEIGHT};

    camera_follow(camera, mode, pos_of(x, y), (struct rect){0, 0, VIEW_WIDTH, VIEW_HEIGHT}, &level);
}

TEST(a_new_camera_centres_on_its_target)
{
    struct camera camera;

    camera_reset(&camera);
    follow(&camera, CAMERA_MARGIN, 100, 50);
    ck_assert_int_eq(camera.origin.x, 100 - VIEW_WIDTH / 2);
    ck_assert_int_eq(camera.origin.y, 50 - VIEW_HEIGHT / 2);
}

TEST(the_view_stays_until_the_target_is_within_a_fifth_of_the_edge)
{
    struct camera camera;

    camera_reset(&camera);
    follow(&camera, CAMERA_MARGIN, 100, 50);
    struct pos first = camera.origin;
    follow(&camera, CAMERA_MARGIN, first.x + 16, 50);
    ck_assert(pos_equal(camera.origin, first));
    follow(&camera, CAMERA_MARGIN, first.x + VIEW_WIDTH - 17, 50);
    ck_assert(pos_equal(camera.origin, first));
    follow(&camera, CAMERA_MARGIN, first.x + VIEW_WIDTH - 16, 51);
    ck_assert_int_eq(camera.origin.x, first.x + VIEW_WIDTH - 16 - VIEW_WIDTH / 2);
    ck_assert_msg(camera.origin.y == first.y, "the other axis stays");
}

TEST(centre_mode_centres_every_step)
{
    struct camera camera;

    camera_reset(&camera);
    for (int x = 60; x < 120; x++) {
        follow(&camera, CAMERA_CENTRE, x, 50);
        ck_assert_int_eq(camera.origin.x, x - VIEW_WIDTH / 2);
    }
}

TEST(the_view_never_leaves_the_level_nor_loses_its_target)
{
    struct camera camera;
    struct rng rng;

    camera_reset(&camera);
    rng_init(&rng, 3);
    for (int i = 0; i < 5000; i++) {
        int x = rng_range(&rng, 0, LEVEL_WIDTH - 1);
        int y = rng_range(&rng, 0, LEVEL_HEIGHT - 1);
        follow(&camera, rng_percent(&rng, 50) ? CAMERA_MARGIN : CAMERA_CENTRE, x, y);
        ck_assert_int_ge(camera.origin.x, 0);
        ck_assert_int_le(camera.origin.x, LEVEL_WIDTH - VIEW_WIDTH);
        ck_assert_int_ge(camera.origin.y, 0);
        ck_assert_int_le(camera.origin.y, LEVEL_HEIGHT - VIEW_HEIGHT);
        ck_assert(x >= camera.origin.x && x < camera.origin.x + VIEW_WIDTH);
        ck_assert(y >= camera.origin.y && y < camera.origin.y + VIEW_HEIGHT);
    }
}

TEST(reaching_moves_the_view_no_further_than_needed)
{
    const struct level level = {.width = LEVEL_WIDTH, .height = LEVEL_HEIGHT};
    const struct rect view = {0, 0, VIEW_WIDTH, VIEW_HEIGHT};
    struct camera camera = {.origin = {50, 30}, .is_placed = true};

    camera_reach(&camera, pos_of(50 + 16, 30 + 4), view, &level);
    ck_assert(pos_equal(camera.origin, pos_of(50, 30)));
    camera_reach(&camera, pos_of(50 + VIEW_WIDTH - 17, 30 + VIEW_HEIGHT - 5), view, &level);
    ck_assert(pos_equal(camera.origin, pos_of(50, 30)));
    camera_reach(&camera, pos_of(50 + VIEW_WIDTH - 16, 30 + VIEW_HEIGHT - 4), view, &level);
    ck_assert(pos_equal(camera.origin, pos_of(51, 31)));
    camera_reach(&camera, pos_of(51 + 13, 31 + 2), view, &level);
    ck_assert(pos_equal(camera.origin, pos_of(48, 29)));
    camera_reach(&camera, pos_of(LEVEL_WIDTH - 1, 0), view, &level);
    ck_assert(pos_equal(camera.origin, pos_of(LEVEL_WIDTH - VIEW_WIDTH, 0)));
}

TEST(a_level_that_fits_is_centred_and_does_not_scroll)
{
    const struct level level = {.width = 30, .height = 20};
    struct camera camera;

    camera_reset(&camera);
    for (int x = 0; x < 30; x++) {
        camera_follow(&camera, CAMERA_CENTRE, pos_of(x, 5), (struct rect){0, 0, 40, 20}, &level);
        ck_assert_int_eq(camera.origin.x, -5);
        ck_assert_int_eq(camera.origin.y, 0);
        camera_reach(&camera, pos_of(x, 5), (struct rect){0, 0, 40, 20}, &level);
        ck_assert_int_eq(camera.origin.x, -5);
    }
}

TEST(a_view_of_one_cell_shows_the_target)
{
    const struct level level = {.width = 9, .height = 9};
    struct camera camera;

    camera_reset(&camera);
    for (int x = 0; x < 9; x++) {
        camera_follow(&camera, CAMERA_MARGIN, pos_of(x, x), (struct rect){0, 0, 1, 1}, &level);
        ck_assert(pos_equal(camera.origin, pos_of(x, x)));
    }
}
