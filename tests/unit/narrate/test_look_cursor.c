/*
 * The look cursor's moves: it never leaves the level, and goes through the things in view from near
 * to far and round again.
 */
#include "narrate/aim.h"

#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "####################\n"
                           "#..+......a..b...>.#\n"
                           "#..#######.........#\n"
                           "#<.#######......_..#\n"
                           "####################\n";

static void expect_at(const struct look_cursor *cursor, int x, int y)
{
    ck_assert_msg(pos_equal(cursor->at, pos_of(x, y)), "at %d,%d, not %d,%d", cursor->at.x,
                  cursor->at.y, x, y);
}

TEST(it_moves_by_steps_and_runs_and_stays_on_the_level)
{
    struct look_cursor cursor = {.is_open = true, .at = {10, 1}};
    const struct level level = {.width = 20, .height = 5};

    look_cursor_move(&cursor, &level, DIR_WEST, 1);
    expect_at(&cursor, 9, 1);
    look_cursor_move(&cursor, &level, DIR_SOUTHWEST, 2);
    expect_at(&cursor, 7, 3);
    look_cursor_move(&cursor, &level, DIR_WEST, LOOK_CURSOR_RUN);
    expect_at(&cursor, 0, 3);
    look_cursor_move(&cursor, &level, DIR_NORTHEAST, LOOK_CURSOR_RUN);
    expect_at(&cursor, 8, 0);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        for (int i = 0; i < 5; i++)
            look_cursor_move(&cursor, &level, dir, LOOK_CURSOR_RUN);
        ck_assert(level_contains(&level, cursor.at));
    }
}

/* Ada in the hall, and Brom in her view. */
struct viewing {
    struct stage stage;
    struct delver *ada;
};

static void begin(struct viewing *viewing)
{
    stage_init(&viewing->stage, hall);
    body_id ada = stage_join(&viewing->stage, 1, draw_level_find(hall, 'a'));
    stage_join(&viewing->stage, 2, draw_level_find(hall, 'b'));
    viewing->ada = stage_delver(&viewing->stage, ada);
}

static void expect_jump(const struct viewing *viewing, struct look_cursor *cursor, bool is_back,
                        struct pos wanted)
{
    ck_assert(look_cursor_jump(cursor, viewing->stage.world, viewing->ada, is_back));
    expect_at(cursor, wanted.x, wanted.y);
}

TEST(it_goes_from_thing_to_thing_nearest_first_and_round_again)
{
    const struct pos order[] = {draw_level_find(hall, 'b'), draw_level_find(hall, '_'),
                                draw_level_find(hall, '+'), draw_level_find(hall, '>')};
    struct viewing viewing;

    begin(&viewing);
    struct look_cursor cursor = {.is_open = true, .at = viewing.ada->body.at};
    for (size_t i = 0; i < 8; i++)
        expect_jump(&viewing, &cursor, false, order[i % 4]);
    for (size_t i = 0; i < 8; i++)
        expect_jump(&viewing, &cursor, true, order[(6 - i + 4) % 4]);
    stage_release(&viewing.stage);
}

TEST(from_bare_floor_it_goes_to_the_nearest_or_the_farthest)
{
    struct viewing viewing;

    begin(&viewing);
    struct look_cursor cursor = {.is_open = true, .at = {12, 2}};
    expect_jump(&viewing, &cursor, true, draw_level_find(hall, '>'));
    cursor.at = pos_of(12, 2);
    expect_jump(&viewing, &cursor, false, draw_level_find(hall, 'b'));
    stage_release(&viewing.stage);
}

/* Brom at a shrine, with a dart at his feet. */
TEST(what_shares_a_cell_is_one_stop)
{
    struct viewing viewing;

    stage_init(&viewing.stage, hall);
    body_id ada = stage_join(&viewing.stage, 1, draw_level_find(hall, 'a'));
    stage_join(&viewing.stage, 2, draw_level_find(hall, '_'));
    stage_item(&viewing.stage, ITEM_DART, draw_level_find(hall, '_'));
    viewing.ada = stage_delver(&viewing.stage, ada);
    struct look_cursor cursor = {.is_open = true, .at = viewing.ada->body.at};
    expect_jump(&viewing, &cursor, false, draw_level_find(hall, '_'));
    expect_jump(&viewing, &cursor, false, draw_level_find(hall, '+'));
    expect_jump(&viewing, &cursor, true, draw_level_find(hall, '_'));
    expect_jump(&viewing, &cursor, true, draw_level_find(hall, '>'));
    stage_release(&viewing.stage);
}

TEST(what_is_only_remembered_is_passed_over_and_nothing_in_view_is_no_jump)
{
    static const char cell[] = "####################\n"
                               "#a+..>............<#\n"
                               "#.##################\n"
                               "####################\n";
    struct viewing viewing;

    stage_init(&viewing.stage, cell);
    body_id ada = stage_join(&viewing.stage, 1, pos_of(1, 2));
    viewing.ada = stage_delver(&viewing.stage, ada);
    struct look_cursor cursor = {.is_open = true, .at = pos_of(1, 2)};
    expect_jump(&viewing, &cursor, false, pos_of(2, 1));
    expect_jump(&viewing, &cursor, false, pos_of(2, 1));
    viewing.ada->memory[level_index(stage_level(&viewing.stage), pos_of(5, 1))] = TILE_STAIRS_DOWN;
    expect_jump(&viewing, &cursor, false, pos_of(2, 1));
    stage_release(&viewing.stage);

    stage_init(&viewing.stage, "#####\n#a..#\n#####\n");
    ada = stage_join(&viewing.stage, 1, pos_of(1, 1));
    viewing.ada = stage_delver(&viewing.stage, ada);
    cursor.at = pos_of(1, 1);
    ck_assert(!look_cursor_jump(&cursor, viewing.stage.world, viewing.ada, false));
    ck_assert(!look_cursor_jump(&cursor, viewing.stage.world, viewing.ada, true));
    expect_at(&cursor, 1, 1);
    stage_release(&viewing.stage);
}

TEST(it_goes_through_foes_first_nearest_first)
{
    struct viewing viewing;

    begin(&viewing);
    (void)stage_foe(&viewing.stage, SPECIES_CELLAR_RAT, draw_level_find(hall, '>'));
    (void)stage_foe(&viewing.stage, SPECIES_CELLAR_RAT, pos_of(15, 2));
    struct look_cursor cursor = {.is_open = true, .at = viewing.ada->body.at};
    const struct pos order[] = {pos_of(15, 2), draw_level_find(hall, '>'),
                                draw_level_find(hall, 'b'), draw_level_find(hall, '_'),
                                draw_level_find(hall, '+')};
    for (size_t i = 0; i < 10; i++)
        expect_jump(&viewing, &cursor, false, order[i % 5]);
    stage_release(&viewing.stage);
}

TEST(it_begins_at_the_nearest_foe_and_else_with_the_viewer)
{
    struct viewing viewing;
    struct look_cursor cursor = {.is_open = true};

    begin(&viewing);
    look_cursor_begin(&cursor, viewing.stage.world, viewing.ada);
    ck_assert(pos_equal(cursor.at, viewing.ada->body.at));
    stage_foe(&viewing.stage, SPECIES_CELLAR_RAT, pos_of(14, 1));
    stage_foe(&viewing.stage, SPECIES_CELLAR_RAT, pos_of(12, 1));
    stage_tick(&viewing.stage);
    look_cursor_begin(&cursor, viewing.stage.world, viewing.ada);
    ck_assert_int_le(pos_distance(cursor.at, viewing.ada->body.at), 2);
    ck_assert(!pos_equal(cursor.at, viewing.ada->body.at));
    stage_release(&viewing.stage);
}
