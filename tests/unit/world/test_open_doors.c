/*
 * The list of open doors.
 */
#include "support/test.h"
#include "world/level.h"

enum { DOORS_MAX = 4 };

static struct open_door items[DOORS_MAX];
static struct open_doors doors;

static void set_up(void)
{
    doors = (struct open_doors){.items = items, .max = DOORS_MAX};
}

/* At the tick `clock` the doors of these columns are due, one after another, and no others. */
static void expect_due(uint64_t clock, const char *columns)
{
    struct pos at;

    for (const char *column = columns; *column != '\0'; column++) {
        ck_assert(open_doors_due(&doors, clock, &at));
        ck_assert_int_eq(at.x, *column - '0');
        open_doors_drop(&doors, at);
    }
    ck_assert(!open_doors_due(&doors, clock, &at));
}

TEST_FIXTURE(set_up, NULL);

TEST(doors_are_due_in_the_order_in_which_they_were_left)
{
    open_doors_note(&doors, pos_of(3, 1), 10);
    open_doors_note(&doors, pos_of(1, 1), 10);
    open_doors_note(&doors, pos_of(2, 1), 11);
    expect_due(10 + DOOR_OPEN_TICKS - 1, "");
    expect_due(10 + DOOR_OPEN_TICKS, "31");
    expect_due(11 + DOOR_OPEN_TICKS, "2");
}

TEST(a_door_noted_again_begins_again_and_is_listed_once)
{
    for (int i = 0; i < DOORS_MAX; i++)
        open_doors_note(&doors, pos_of(i, 1), 0);
    open_doors_note(&doors, pos_of(1, 1), 7);
    ck_assert_uint_eq(doors.count, DOORS_MAX);
    expect_due(DOOR_OPEN_TICKS, "023");
    expect_due(7 + DOOR_OPEN_TICKS, "1");
}

TEST(what_is_not_listed_cannot_be_dropped)
{
    open_doors_note(&doors, pos_of(1, 1), 0);
    open_doors_drop(&doors, pos_of(1, 2));
    expect_due(DOOR_OPEN_TICKS, "1");
}
