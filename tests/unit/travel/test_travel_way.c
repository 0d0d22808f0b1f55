/*
 * Exploring and travelling.
 */
#include "support/outing.h"
#include "support/test.h"

#include <string.h>

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

TEST(exploring_stops_once_at_a_stall_that_was_never_seen)
{
    const char *text = "#############\n"
                       "#a..+....7..#\n"
                       "#############\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(outing.result, TRAVEL_STOPPED);
    ck_assert_ptr_nonnull(strstr(outing.answer.why, "a pedlar's stall"));
    for (int i = 0; i < 2; i++) {
        outing_begin_explore(&outing);
        outing_finish(&outing);
        ck_assert_int_eq(outing.result, TRAVEL_DONE);
    }
    outing_release(&outing);
}

TEST(exploring_goes_to_the_nearest_first)
{
    const char *text = "#.############.#\n"
                       "#.....a........#\n"
                       "################\n";
    struct outing outing;

    /* The corridor is seen to its ends; only behind its bends more can be learned. */
    outing_init(&outing, text);
    outing_begin_explore(&outing);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    ck_assert_int_eq(outing.answer.action.verb, ACTION_MOVE);
    ck_assert_int_eq(outing.answer.action.dir, DIR_WEST);
    outing_finish(&outing);
    ck_assert_int_eq(outing.result, TRAVEL_DONE);
    outing_release(&outing);
}

TEST(exploring_opens_doors_that_hide_something_and_no_others)
{
    const char *text = "##########\n"
                       "#.......##\n"
                       "#a.#+#..+.\n"
                       "#.......##\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(outing.result, TRAVEL_DONE);
    ck_assert_int_eq(level_tile(stage_level(&outing.stage), pos_of(8, 2)), TILE_DOOR_OPEN);
    ck_assert_int_eq(level_tile(stage_level(&outing.stage), pos_of(4, 2)), TILE_DOOR_CLOSED);
    outing_release(&outing);
}

TEST(exploring_stops_once_at_new_stairs_and_never_takes_them)
{
    const char *text = "##########\n"
                       "#a..+....#\n"
                       "#...#.>..#\n"
                       "#####..+.#\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(outing.result, TRAVEL_STOPPED);
    ck_assert_msg(strstr(outing.answer.why, "You see stairs down to the ") == outing.answer.why,
                  "%s", outing.answer.why);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    outing_expect_end(&outing, TRAVEL_DONE, "All explored.");
    ck_assert_int_eq(outing_delver(&outing)->body.state, BODY_PRESENT);
    outing_release(&outing);
}

TEST(exploring_keeps_its_target_until_it_is_learned)
{
    const char *text = "#.#########.#\n"
                       "#.....a.....#\n"
                       "#############\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    ck_assert(outing_go(&outing));
    enum dir first = outing.answer.action.dir;
    for (int i = 0; i < 2; i++) {
        ck_assert(outing_go(&outing));
        ck_assert_msg(outing.answer.action.dir == first, "turned round after %d steps", i + 1);
    }
    ck_assert(outing_go(&outing));
    ck_assert_msg(outing.answer.action.dir == dir_opposite(first), "goes to see what it has seen");
    outing_release(&outing);
}

TEST(travel_takes_the_shortest_way_through_doors)
{
    const char *text = "#############\n"
                       "#a..+......z#\n"
                       "#.#########.#\n"
                       "#...........#\n"
                       "#############\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert_int_eq(outing.travel.way.actions, 11);
    ck_assert_int_eq(outing_finish(&outing), 11);
    ck_assert_int_eq(outing.travel.steps, 10);
    outing_expect_at(&outing, 'z');
    outing_expect_end(&outing, TRAVEL_DONE, "You are there.");
    outing_release(&outing);
}

TEST(travel_to_stairs_stands_on_them_and_takes_none)
{
    struct outing outing;

    outing_init(&outing, "#<.a...>#\n");
    ck_assert_int_eq(travel_begin_to_tile(&outing.travel, outing.stage.world,
                                          outing_delver(&outing), outing.scratch, TILE_STAIRS_DOWN),
                     ERR_OK);
    ck_assert_int_eq(outing_finish(&outing), 4);
    ck_assert(pos_equal(outing_place(&outing), pos_of(7, 0)));
    outing_expect_end(&outing, TRAVEL_DONE, "You reach the stairs down.");
    ck_assert_int_eq(travel_begin_to_tile(&outing.travel, outing.stage.world,
                                          outing_delver(&outing), outing.scratch, TILE_STAIRS_DOWN),
                     ERR_OK);
    ck_assert_msg(outing_finish(&outing) == 0, "one is there already");
    outing_release(&outing);
}

TEST(travel_to_a_lever_ends_beside_it)
{
    struct outing outing;

    outing_init(&outing, "#a..+..z..#\n"
                         "#.......\\.#\n"
                         "###########\n");
    outing_remember_all(&outing);
    ck_assert_int_eq(travel_begin_to(&outing.travel, outing.stage.world, outing_delver(&outing),
                                     outing.scratch, pos_of(8, 1)),
                     ERR_OK);
    outing_finish(&outing);
    outing_expect_end(&outing, TRAVEL_DONE, "You reach the lever.");
    ck_assert(pos_equal(outing_delver(&outing)->body.at, pos_of(7, 1)));
    outing_release(&outing);
}

TEST(travel_opens_a_gate_from_its_inside_aslant_too)
{
    static const char text[] = "#########\n"
                               "#..i+..z#\n"
                               "#..a#...#\n"
                               "#########\n";
    struct outing outing;

    outing_init(&outing, text);
    struct level *level = stage_level(&outing.stage);
    struct gate *gate = &level->gates[0];
    *gate = (struct gate){.kind = GATE_LEVER,
                          .shut = TILE_BARS_SHUT,
                          .work_count = 1,
                          .cell_count = 1,
                          .cells = {draw_level_find(text, '+')},
                          .inside = draw_level_find(text, 'i')};
    level->gate_count = 1;
    outing_set_tile(&outing, '+', TILE_BARS_SHUT);
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    outing_release(&outing);
}

TEST(there_is_no_way_to_what_is_not_remembered)
{
    struct outing outing;

    outing_init(&outing, "#a..+..z#>#\n");
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_NOT_FOUND);
    ck_assert_int_eq(outing.travel.kind, TRAVEL_NONE);
    ck_assert_int_eq(travel_begin_to_tile(&outing.travel, outing.stage.world,
                                          outing_delver(&outing), outing.scratch, TILE_STAIRS_DOWN),
                     ERR_NOT_FOUND);
    ck_assert_int_eq(travel_begin_to(&outing.travel, outing.stage.world, outing_delver(&outing),
                                     outing.scratch, pos_of(-5, 900)),
                     ERR_NOT_FOUND);
    ck_assert_int_eq(travel_begin_to_delver(&outing.travel, outing.stage.world,
                                            outing_delver(&outing), outing.scratch,
                                            (struct travel_companion){.body = 77}),
                     ERR_NOT_FOUND);
    ck_assert_int_eq(travel_begin_to_delver(&outing.travel, outing.stage.world,
                                            outing_delver(&outing), outing.scratch,
                                            (struct travel_companion){.body = outing.id}),
                     ERR_NOT_FOUND);
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

TEST(a_door_that_closed_on_the_way_is_opened)
{
    struct outing outing;

    outing_init(&outing, "#a.d.z#\n");
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert(outing_go(&outing));
    outing_set_tile(&outing, 'd', TILE_DOOR_CLOSED);
    delver_look(outing_delver(&outing));
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    ck_assert_int_eq(outing.result, TRAVEL_DONE);
    outing_release(&outing);
}

TEST(a_door_that_fell_shut_is_opened_again_on_the_way_back)
{
    struct outing outing;

    outing_init(&outing, "#a.d.z#\n");
    outing_set_tile(&outing, 'd', TILE_DOOR_CLOSED);
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert_int_eq(outing_finish(&outing), 5);
    stage_ticks(&outing.stage, DOOR_OPEN_TICKS);
    ck_assert_int_eq(outing_begin_travel(&outing, 'a'), ERR_OK);
    ck_assert_int_eq(outing_finish(&outing), 5);
    outing_expect_at(&outing, 'a');
    outing_expect_end(&outing, TRAVEL_DONE, "You are there.");
    outing_release(&outing);
}

TEST(exploring_goes_on_through_a_door_that_fell_shut)
{
    const char *text = "########\n"
                       "#a+....#\n"
                       "######.#\n"
                       "#z.....#\n"
                       "########\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    ck_assert(outing_go(&outing));
    ck_assert_int_eq(level_tile(stage_level(&outing.stage), pos_of(2, 1)), TILE_DOOR_OPEN);
    stage_ticks(&outing.stage, DOOR_OPEN_TICKS);
    ck_assert_int_eq(level_tile(stage_level(&outing.stage), pos_of(2, 1)), TILE_DOOR_CLOSED);
    outing_finish(&outing);
    outing_expect_end(&outing, TRAVEL_DONE, "All explored.");
    ck_assert_int_eq(delver_remembered(outing_delver(&outing), draw_level_find(text, 'z')),
                     TILE_FLOOR);
    outing_release(&outing);
}

TEST(a_door_that_does_not_stay_open_is_given_up)
{
    struct outing outing;
    int actions = 0;

    outing_init(&outing, "#ad.z#\n");
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    do {
        outing_set_tile(&outing, 'd', TILE_DOOR_CLOSED);
        delver_look(outing_delver(&outing));
        ck_assert_int_lt(actions++, 10);
    } while (outing_go(&outing));
    outing_expect_at(&outing, 'a');
    outing_expect_end(&outing, TRAVEL_STOPPED, "A door closed in your way.");
    outing_release(&outing);
}

TEST(travel_plans_anew_when_the_ground_is_not_as_remembered)
{
    struct outing outing;

    outing_init(&outing, "#a.w..z#\n"
                         "#.####.#\n"
                         "#......#\n");
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert_int_eq(outing.travel.way.steps, 5);
    outing_set_tile(&outing, 'w', TILE_ROCK);
    delver_look(outing_delver(&outing));
    outing_finish(&outing);
    outing_expect_at(&outing, 'z');
    ck_assert_msg(outing.travel.steps == 8, "one step there and back, then the way round");

    outing_set_tile(&outing, 'w', TILE_FLOOR);
    delver_look(outing_delver(&outing));
    ck_assert_int_eq(outing_begin_travel(&outing, 'w'), ERR_OK);
    outing_set_tile(&outing, 'w', TILE_ROCK);
    delver_look(outing_delver(&outing));
    outing_finish(&outing);
    outing_expect_end(&outing, TRAVEL_STOPPED, "You know no way there any more.");
    outing_release(&outing);
}

TEST(a_door_may_fail_once_at_each_of_many)
{
    struct outing outing;
    bool has_failed[2] = {false, false};

    outing_init(&outing, "#ad.e.z#\n");
    outing_remember_all(&outing);
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    for (int i = 0; i < 2; i++) {
        outing_set_tile(&outing, "de"[i], TILE_DOOR_CLOSED);
        delver_look(outing_delver(&outing));
    }
    while (outing_go(&outing)) {
        for (int i = 0; i < 2; i++) {
            struct pos door = draw_level_find(outing.text, "de"[i]);
            if (has_failed[i] || level_tile(stage_level(&outing.stage), door) != TILE_DOOR_OPEN)
                continue;
            has_failed[i] = true;
            outing_set_tile(&outing, "de"[i], TILE_DOOR_CLOSED);
            delver_look(outing_delver(&outing));
        }
    }
    ck_assert(has_failed[0] && has_failed[1]);
    outing_expect_end(&outing, TRAVEL_DONE, "You are there.");
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

TEST(a_delver_in_the_way_is_given_one_turn_to_go_on)
{
    struct outing outing;

    outing_init(&outing, "#.ab......z#\n");
    stage_join(&outing.stage, 2, draw_level_find(outing.text, 'b'));
    ck_assert_int_eq(outing_begin_travel(&outing, 'z'), ERR_OK);
    ck_assert(outing_go(&outing));
    ck_assert_int_eq(outing.answer.action.verb, ACTION_WAIT);
    ck_assert_int_eq(outing_finish(&outing), 8);
    outing_expect_end(&outing, TRAVEL_DONE, "You are there.");
    outing_release(&outing);
}

TEST(travel_to_a_delver_follows_them_and_ends_beside_them)
{
    struct outing outing;

    outing_init(&outing, "#a.........b...#\n");
    body_id other = stage_join(&outing.stage, 2, draw_level_find(outing.text, 'b'));
    ck_assert_int_eq(travel_begin_to_delver(&outing.travel, outing.stage.world,
                                            outing_delver(&outing), outing.scratch,
                                            (struct travel_companion){.body = other}),
                     ERR_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert(outing_go(&outing));
        stage_act(&outing.stage, other, ACTION_MOVE, DIR_EAST);
        stage_ticks(&outing.stage, TICKS_AN_ACTION);
    }
    outing_finish(&outing);
    ck_assert_int_eq(pos_distance(outing_place(&outing), stage_place(&outing.stage, other)), 1);
    outing_expect_end(&outing, TRAVEL_DONE, "You are beside Ada.");
    outing_release(&outing);
}

TEST(who_is_lost_from_sight_is_looked_for_where_they_were)
{
    struct outing outing;

    outing_init(&outing, "#####c####\n"
                         "#####.####\n"
                         "#a...b...#\n");
    body_id other = stage_join(&outing.stage, 2, draw_level_find(outing.text, 'b'));
    ck_assert_int_eq(travel_begin_to_delver(&outing.travel, outing.stage.world,
                                            outing_delver(&outing), outing.scratch,
                                            (struct travel_companion){.body = other}),
                     ERR_OK);
    stage_input(&outing.stage, INPUT_LEAVE, other);
    outing_finish(&outing);
    ck_assert(pos_equal(outing_place(&outing), pos_of(4, 2)));
    outing_expect_end(&outing, TRAVEL_STOPPED, "You lose sight of them.");
    outing_release(&outing);
}
