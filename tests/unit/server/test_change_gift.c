/*
 * A gift goes to disk whole: the rows of both delvers are in one change set.
 */
#include "server/save/change_set.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/action.h"

static const char hall[] = "########\n"
                           "#<ab..>#\n"
                           "########\n";

TEST(a_gift_gives_the_rows_of_both_in_one_set)
{
    struct memory_images images;
    struct change_set before;
    struct change_set set;
    struct stage stage;

    stage_init(&stage, hall);
    ck_assert_int_eq(memory_images_init(&images, STAGE_DELVERS_MAX), ERR_OK);
    body_id ada = stage_join(&stage, 11, draw_level_find(hall, 'a'));
    body_id brom = stage_join(&stage, 12, draw_level_find(hall, 'b'));
    stage_delver(&stage, ada)->life.deepest = LIFE_PROVEN_DEPTH;
    change_set_init(&before);
    ck_assert_int_eq(change_set_collect(&before, stage.world, &images), ERR_OK);
    change_set_release(&before);
    stage_use(&stage, ada,
              (struct action){.verb = ACTION_GIVE, .object = OBJECT_CARRIED, .target = brom});
    stage_tick(&stage);
    change_set_init(&set);
    ck_assert_int_eq(change_set_collect(&set, stage.world, &images), ERR_OK);
    ck_assert_uint_eq(set.of[CHANGE_DELVERS].count, 2);
    const struct delver_record *giver = change_set_find(&set, CHANGE_DELVERS, &(int64_t){11});
    const struct delver_record *taker = change_set_find(&set, CHANGE_DELVERS, &(int64_t){12});
    ck_assert(giver != NULL && taker != NULL);
    ck_assert_ptr_null(pack_peek(&giver->life.pack, OBJECT_CARRIED));
    ck_assert_uint_eq(pack_peek(&taker->life.pack, OBJECT_CARRIED)->count, 6);
    change_set_release(&set);
    memory_images_release(&images);
    stage_release(&stage);
}
