/*
 * Running: on levels drawn for each reason to stop.
 */
#include "support/outing.h"
#include "support/test.h"

#include <string.h>

struct run_row {
    const char *text; /* from 'a' to 'z', or to what the reason names */
    enum dir dir;
    enum travel_result result;
    const char *why;
};

static const struct run_row run_table[] = {
    {"###+#####\n#a.z....#\n#.......#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "A closed door is to the north."},
    {"#a..####\n###.####\n###'####\n###.####\n", DIR_EAST, TRAVEL_STOPPED,
     "You come to an open door."},
    {"###########\n#a.......z#\n###########\n", DIR_EAST, TRAVEL_DONE, "The way ends here."},
    {"#a...#####\n####.#####\n####.#####\n####....z#\n##########\n", DIR_EAST, TRAVEL_DONE,
     "The way ends here."},
    {"####.####\n#a..z...#\n#########\n", DIR_EAST, TRAVEL_STOPPED, "The way forks here."},
    {"#########\n#a......#\n#.......#\n#..z....#\n#########\n", DIR_SOUTHEAST, TRAVEL_DONE,
     "A wall is in the way."},
    {"#########\n#a.....z#\n#.......#\n#.......#\n#########\n", DIR_EAST, TRAVEL_DONE,
     "A wall is in the way."},
    {"####.####\n#a..z...#\n#.......#\n#.......#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "There is an opening to the north."},
    {"#########\n#.......#\n#a.....z.\n#.......#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "The way narrows to the east."},
    {"#####...#\n#a..z...#\n#####...#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "The way widens to the east."},
    {"###+#####\n#a.z....#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "A closed door is to the north."},
    {"#########\n#a.....z+\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "A closed door is to the east."},
    {"###'#####\n#a.z....#\n#.......#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "An open door is to the north."},
    {"#########\n#a.....z'\n#.......#\n#########\n", DIR_EAST, TRAVEL_STOPPED,
     "An open door is to the east."},
    {"#~~~~~~~#\n#a=====z#\n#~~~~~~~#\n", DIR_EAST, TRAVEL_DONE, "The way ends here."},
};

static void expect_run(const struct run_row *row)
{
    struct outing outing;

    outing_init(&outing, row->text);
    /* Known ground: nothing is new, so that only the ground itself can stop the run. */
    outing_remember_all(&outing);
    outing_begin_run(&outing, row->dir);
    outing_finish(&outing);
    if (strchr(row->text, 'z') != NULL)
        outing_expect_at(&outing, 'z');
    outing_expect_end(&outing, row->result, row->why);
    outing_release(&outing);
}

TEST(a_run_ends_where_the_ground_says)
{
    for (size_t i = 0; i < sizeof run_table / sizeof run_table[0]; i++)
        expect_run(&run_table[i]);
}

TEST(a_run_stops_on_stairs_and_in_open_doors)
{
    const char *text = "##########\n"
                       "#a..'..>.#\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_remember_all(&outing);
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    ck_assert(pos_equal(outing_place(&outing), pos_of(4, 1)));
    outing_expect_end(&outing, TRAVEL_STOPPED, "You come to an open door.");
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    ck_assert(pos_equal(outing_place(&outing), pos_of(7, 1)));
    outing_expect_end(&outing, TRAVEL_STOPPED, "You come to stairs down.");
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    ck_assert(pos_equal(outing_place(&outing), pos_of(8, 1)));
    outing_release(&outing);
}

TEST(a_run_into_a_door_opens_it_and_goes_no_further)
{
    struct outing outing;

    outing_init(&outing, "#a+..#\n");
    outing_begin_run(&outing, DIR_EAST);
    ck_assert_int_eq(outing_finish(&outing), 1);
    outing_expect_at(&outing, 'a');
    ck_assert_int_eq(level_tile(stage_level(&outing.stage), pos_of(2, 0)), TILE_DOOR_OPEN);
    ck_assert_int_eq(outing.result, TRAVEL_DONE);
    outing_release(&outing);
}

TEST(a_run_into_a_wall_says_so)
{
    struct outing outing;

    outing_init(&outing, "#a#\n");
    outing_begin_run(&outing, DIR_EAST);
    ck_assert_int_eq(outing_finish(&outing), 0);
    outing_expect_end(&outing, TRAVEL_STOPPED, "A wall is in the way.");
    outing_release(&outing);
}

TEST(a_run_round_a_ring_ends_where_it_began)
{
    struct outing outing;

    outing_init(&outing, "a....\n"
                         ".###.\n"
                         ".###.\n"
                         ".....\n");
    outing_begin_run(&outing, DIR_EAST);
    ck_assert_int_eq(outing_finish(&outing), 14);
    outing_expect_at(&outing, 'a');
    outing_expect_end(&outing, TRAVEL_DONE, "You are back where you began.");
    outing_release(&outing);
}

TEST(a_run_cuts_no_corner_short_and_takes_none_for_a_fork)
{
    struct outing outing;

    outing_init(&outing, "####..z#\n"
                         "####.###\n"
                         "##a..###\n"
                         "########\n");
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_release(&outing);
    /* The first step is a diagonal round the corner. */
    outing_init(&outing, "###...z#\n"
                         "###a####\n");
    outing_begin_run(&outing, DIR_NORTHEAST);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_release(&outing);
}

TEST(a_run_stops_when_something_new_comes_into_view_and_only_once)
{
    const char *text = "#####....+#\n"
                       "#####.###.#\n"
                       "#a...z....#\n"
                       "###########\n";
    struct outing outing;

    outing_init(&outing, text);
    /* The stairs are seen from the bend on. */
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_release(&outing);

    outing_init(&outing, "#a..........z#\n"
                         "######.#######\n"
                         "######.#######\n"
                         "######+#######\n");
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    ck_assert(pos_equal(outing_place(&outing), pos_of(6, 0)));
    outing_expect_end(&outing, TRAVEL_STOPPED, "You see a closed door to the south and stop.");
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_release(&outing);
}

TEST(a_run_stops_before_a_delver)
{
    struct outing outing;

    outing_init(&outing, "#a....zb..#\n");
    stage_join(&outing.stage, 2, draw_level_find(outing.text, 'b'));
    outing_begin_run(&outing, DIR_EAST);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_expect_end(&outing, TRAVEL_STOPPED, "Ada is in the way.");
    outing_release(&outing);
}
