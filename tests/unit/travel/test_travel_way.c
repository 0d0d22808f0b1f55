/*
 * Exploring and travelling.
 */
#include "support/outing.h"
#include "support/test.h"

TEST(exploring_sees_all_that_can_be_reached_and_says_so)
{
    const char *text = "##############\n"
                       "#a...#.......#\n"
                       "#....+.......#\n"
                       "#....#.......#\n"
                       "##+########.##\n"
                       "##.#~~~.##...#\n"
                       "##.#~~~.##...#\n"
                       "##...########.\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    outing_expect_end(&outing, TRAVEL_DONE, "All explored.");
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 14; x++) {
            size_t index = level_index(stage_level(&outing.stage), pos_of(x, y));
            bool is_reachable = !(x >= 4 && x <= 7 && (y == 5 || y == 6));
            ck_assert_msg(
                !is_reachable ||
                    !tile_is_passable((enum tile_id)outing_delver(&outing)->memory[index]) ==
                        !tile_is_passable((enum tile_id)stage_level(&outing.stage)->tiles[index]),
                "%d, %d was not seen", x, y);
        }
    }
    outing_begin_explore(&outing);
    ck_assert_msg(outing_finish(&outing) == 0, "what is explored stays explored");
    outing_release(&outing);
}

TEST(a_way_longer_than_is_written_down_is_walked_to_its_end)
{
    static char text[40 * 30];
    struct outing outing;
    size_t length = 0;

    /* 19 rows of 28 cells, joined at their ends in turn. */
    for (int y = 0; y < 37; y++) {
        for (int x = 0; x < 28; x++) {
            bool is_joint = x == (y % 4 == 1 ? 27 : 0);
            text[length++] = y % 2 == 0 || is_joint ? '.' : '#';
        }
        text[length++] = '\n';
    }
    text[0] = 'a';
    text[length - 2] = 'z';
    outing_init(&outing, text);
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    int steps = outing.travel.way.steps;
    ck_assert_int_gt(steps, PATH_LENGTH_MAX);
    for (int i = 0; i < steps; i++)
        ck_assert_msg(outing_go(&outing), "stopped after %d of %d steps", i, steps);
    outing_expect_at(&outing, 'z');
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_DONE);
    outing_release(&outing);
}

enum { PATIENCE_TICKS_MAX = 100 };

/* One step of another delver, for which they may have to wait, and the ticks it takes. */
static void push(struct outing *outing, body_id other, enum dir dir)
{
    stage_act(&outing->stage, other, ACTION_MOVE, dir);
    for (int tick = 0; tick < PATIENCE_TICKS_MAX; tick++) {
        outing_tick(outing);
        if (stage_delver(&outing->stage, other)->body.queue_length == 0)
            break;
    }
    for (int tick = 0; tick < TICKS_AN_ACTION; tick++)
        outing_tick(outing);
}

TEST(travel_plans_anew_after_a_swap)
{
    struct outing outing;

    outing_init(&outing, "#.b.a.....z#\n");
    body_id other = stage_join(&outing.stage, 2, draw_level_find(outing.text, 'b'));
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert(outing_go(&outing) && outing_go(&outing));
    /* Four steps east lead the other through the traveller, who is set back by one. */
    for (int i = 0; i < 4; i++)
        push(&outing, other, DIR_EAST);
    ck_assert(pos_equal(outing_place(&outing), pos_of(5, 0)));
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    ck_assert_int_eq(outing.travel.way.steps, 5);
    outing_play(&outing);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    ck_assert_int_eq(outing.result, TRAVEL_DONE);
    outing_release(&outing);
}

/* Travels while the other swaps back after each step, so many times. */
static void travel_jostled(struct outing *outing, int times)
{
    outing_init(outing, "#.ab......z#\n");
    body_id other = stage_join(&outing->stage, 2, draw_level_find(outing->text, 'b'));
    ck_assert_int_eq(outing_begin_travel(outing, 'z'), ERR_OK);
    while (outing_go(outing)) {
        if (outing->answer.action.verb != ACTION_MOVE || times-- <= 0)
            continue;
        push(outing, other, DIR_EAST);
        ck_assert(pos_equal(outing_place(outing), draw_level_find(outing->text, 'a')));
        /* So long that who was passed would pass back. */
        for (int tick = 0; tick < PATIENCE_TICKS_MAX; tick++)
            outing_tick(outing);
    }
}

TEST(travel_bears_with_being_jostled_for_a_while)
{
    struct outing outing;

    travel_jostled(&outing, 6);
    outing_expect_end(&outing, TRAVEL_DONE, "You are there.");
    outing_release(&outing);
    travel_jostled(&outing, TRAVEL_JOSTLED_MAX);
    outing_expect_end(&outing, TRAVEL_STOPPED, "There is no getting past, and you stop.");
    outing_release(&outing);
}
