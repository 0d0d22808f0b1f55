/*
 * Lists of bodies: their order, their gaps, and their room.
 */

#include "support/test.h"
#include "world/level.h"

enum { ROOM = 4 };

static uint32_t ids[ROOM];
static struct body_list list;

static void set_up(void)
{
    list = (struct body_list){.ids = ids, .max = ROOM};
    for (uint32_t id = 1; id <= ROOM; id++)
        body_list_add(&list, id);
}

TEST_FIXTURE(set_up, NULL);

TEST(who_is_removed_leaves_a_gap_and_the_others_their_places)
{
    body_list_remove(&list, 2);
    ck_assert_uint_eq(list.count, ROOM);
    ck_assert_uint_eq(list.ids[1], 0);
    ck_assert_uint_eq(list.ids[2], 3);
    body_list_close_gaps(&list);
    ck_assert_uint_eq(list.count, ROOM - 1);
    ck_assert_uint_eq(list.ids[1], 3);
    ck_assert_uint_eq(list.ids[2], 4);
}

TEST(a_full_list_takes_as_many_as_have_left_in_the_order_they_come)
{
    body_list_remove(&list, 1);
    body_list_remove(&list, 3);
    body_list_add(&list, 5);
    body_list_add(&list, 6);
    const uint32_t wanted[ROOM] = {2, 4, 5, 6};
    ck_assert_uint_eq(list.count, ROOM);
    ck_assert_mem_eq(list.ids, wanted, sizeof wanted);
}
