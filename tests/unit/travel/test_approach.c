/*
 * Coming to blows: one action at a time, by ways that the delver knows.
 */
#include "support/outing.h"
#include "support/suite.h"
#include "travel/approach.h"

static struct outing outing;

static bool ask(const char *drawing, char foe, struct action *out)
{
    outing_init(&outing, drawing);
    body_id id = stage_foe(&outing.stage, SPECIES_GREY_MOULD, draw_level_find(drawing, foe));

    bool is_known = approach_next(outing_delver(&outing), world_body(outing.stage.world, id),
                                  outing.scratch, out);
    outing_release(&outing);
    return is_known;
}

START_TEST(a_foe_beside_is_struck)
{
    struct action action;

    ck_assert(ask("#######\n#.....#\n#.a...#\n#..f..#\n#######\n", 'f', &action));
    ck_assert_int_eq(action.verb, ACTION_ATTACK);
    ck_assert_int_eq(action.dir, DIR_SOUTHEAST);
}
END_TEST

START_TEST(one_farther_off_is_come_nearer_to_round_walls)
{
    struct action action;

    ck_assert(ask("#######\n#.....#\n#a##f.#\n#.....#\n#######\n", 'f', &action));
    ck_assert_int_eq(action.verb, ACTION_MOVE);
    ck_assert(action.dir == DIR_NORTHEAST || action.dir == DIR_SOUTHEAST ||
              action.dir == DIR_NORTH || action.dir == DIR_SOUTH);
}
END_TEST

START_TEST(without_a_way_nothing_is_done)
{
    struct action action;

    ck_assert(!ask("#######\n#a~~f.#\n#######\n", 'f', &action));
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("approach");

    tcase_add_test(tcase, a_foe_beside_is_struck);
    tcase_add_test(tcase, one_farther_off_is_come_nearer_to_round_walls);
    tcase_add_test(tcase, without_a_way_nothing_is_done);
    return suite_run("approach", tcase);
}
