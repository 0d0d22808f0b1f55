/*
 * Doors in what is saved and hashed.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"
#include "world/world_hash.h"

/* One delver beside a closed door, another far from it. */
static const char hall[] = "#######\n"
                           "#ba+..#\n"
                           "#######\n";

static enum tile_id tile_of_hall(const struct stage *stage)
{
    return level_tile(stage_level(stage), draw_level_find(hall, '+'));
}

static body_id open_hall(struct stage *stage)
{
    stage_init(stage, hall);
    body_id id = stage_join(stage, 1, draw_level_find(hall, 'a'));
    stage_act(stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(stage);
    ck_assert_int_eq(tile_of_hall(stage), TILE_DOOR_OPEN);
    return id;
}

TEST(a_level_that_is_loaded_begins_the_count_of_each_open_door)
{
    struct stage stage;
    struct bytes saved = {0};
    struct level *level;

    (void)open_hall(&stage);
    stage_ticks(&stage, DOOR_OPEN_TICKS - 1);
    bytes_init(&saved, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(stage_level(&stage), &saved), ERR_OK);
    ck_assert_int_eq(level_decode(saved.data, saved.length, stage.key, &level), ERR_OK);
    ck_assert_uint_eq(level->open_doors.count, 1);
    ck_assert_uint_eq(level->open_doors.items[0].since, level->clock);
    level_free(level);
    bytes_release(&saved);
    stage_release(&stage);
}

TEST(what_a_door_has_left_is_part_of_the_hash)
{
    struct stage stage;

    (void)open_hall(&stage);
    uint64_t before = world_hash(stage.world);
    stage_level(&stage)->open_doors.items[0].since--;
    ck_assert_uint_ne(world_hash(stage.world), before);
    stage_level(&stage)->open_doors.items[0].since++;
    ck_assert_uint_eq(world_hash(stage.world), before);
    stage_release(&stage);
}
