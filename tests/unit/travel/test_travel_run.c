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
