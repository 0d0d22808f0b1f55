/*
 * Sentences for a reader about the surroundings and about a step, word for word.
 */
#include "narrate/around.h"

#include "support/test.h"
#include "unit/narrate/reader_fixture.h"

static const char room[] = "########################\n"
                           "####.###################\n"
                           "####.###################\n"
                           "####+####...############\n"
                           "#.........##############\n"
                           "#........'..............\n"
                           "#........###############\n"
                           "#........###############\n"
                           "#...a....###############\n"
                           "########################\n";

static const struct rect room_list[] = {{1, 4, 8, 5}};

static void expect_toward(struct scene *scene, enum dir dir, const char *wanted)
{
    around_toward(scene->stage.world, ada(scene), dir, scene->text, sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

TEST(around_tells_all_eight_ways_and_how_far_they_are_known)
{
    struct scene scene;

    scene_init(&scene, room, room_list, 1, draw_level_find(room, 'a'));
    expect_around(&scene, "North, room, 4 steps, then door, closed. Northeast, room, 5 steps. "
                          "East, room, 4 steps. Southeast, wall. South, wall. Southwest, wall. "
                          "West, room, 3 steps. Northwest, room, 3 steps.");
    /* A cell that was never seen is not described for any reason. */
    ada(&scene)->memory[5 * stage_level(&scene.stage)->width + 4] = TILE_UNKNOWN;
    around_describe(scene.stage.world, ada(&scene), scene.text, sizeof scene.text);
    ck_assert_msg(strncmp(scene.text, "North, room, at least 2 steps. ", 31) == 0, "%s",
                  scene.text);
    for (int i = 0; i < 6; i++)
        walk(&scene, DIR_NORTH);
    ck_assert_int_eq(ada(&scene)->body.at.y, 3);
    expect_around(&scene, "North, corridor, 2 steps. Northeast, wall. East, wall. "
                          "Southeast, room, 4 steps. South, room, 5 steps. "
                          "Southwest, room, 3 steps. West, wall. Northwest, wall.");
    walk(&scene, DIR_NORTH);
    join(&scene, 2, "Brom", pos_of(4, 1));
    expect_around(&scene, "North, Brom. Northeast, wall. East, wall. Southeast, wall. South, door, "
                          "open. Southwest, wall. West, wall. Northwest, wall.");
    expect_toward(&scene, DIR_NORTH, "North, Brom.");
    expect_toward(&scene, DIR_SOUTH, "South, door, open.");
    expect_toward(&scene, DIR_SOUTHEAST, "Southeast, wall.");
    stage_release(&scene.stage);
}

TEST(the_list_is_numbered_from_near_to_far_and_by_kind)
{
    static const char drawing[] = "########################\n"
                                  "#...'a.................#\n"
                                  "#......................#\n"
                                  "#......_...............#\n"
                                  "#......................#\n"
                                  "#...............>......#\n"
                                  "########################\n";
    struct scene scene;
    unsigned kinds;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    join(&scene, 2, "Brom", pos_of(7, 5));
    expect_list(&scene, THINGS_OF_ALL, THINGS_MAX,
                "1 Door, open, 1 west.\n2 Shrine, 2 east 2 south.\n"
                "3 Brom, 2 east 4 south.\n4 Stairs down, 11 east 4 south.");
    expect_list(&scene, THINGS_OF_ALL, 2,
                "1 Door, open, 1 west.\n2 Shrine, 2 east 2 south.\nAnd 2 more further off.");
    ck_assert(things_kinds_named("PEO", &kinds));
    expect_list(&scene, kinds, THINGS_MAX, "1 Brom, 2 east 4 south.");
    ck_assert(things_kinds_named("stairs", &kinds));
    expect_list(&scene, kinds, THINGS_MAX, "1 Stairs down, 11 east 4 south.");
    ck_assert(things_kinds_named("", &kinds));
    ck_assert_uint_eq(kinds, THINGS_OF_ALL);
    ck_assert(!things_kinds_named("doorss", &kinds));
    ck_assert(!things_kinds_named("cats", &kinds));
    stage_release(&scene.stage);
}

/* The words of "list": rare things before common ones, and only doors that may lead on. */
TEST(a_list_of_all_kinds_has_doors_last_and_counts_those_that_lead_nowhere_new)
{
    static const char drawing[] = "########################\n"
                                  "#a'...+.>..............#\n"
                                  "######+#################\n"
                                  "#......................#\n"
                                  "########################\n";
    const struct things_wish wish = {
        .kinds = THINGS_OF_ALL, .by_kind = true, .counts_doors = true, .max = THINGS_MAX};
    struct scene scene;
    struct things things;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    struct delver *viewer = ada(&scene);
    const struct level *level = viewer->body.level;
    memcpy(viewer->memory, level->tiles, 5 * (size_t)level->width);
    viewer->memory[3 * level->width + 6] = TILE_UNKNOWN;
    join(&scene, 2, "Brom", pos_of(4, 1));
    things_collect(scene.stage.world, viewer, &wish, &things);
    around_list(viewer, &things, scene.text, sizeof scene.text);
    ck_assert_str_eq(scene.text, "1 Brom, 3 east.\n2 Stairs down, 7 east, remembered.\n"
                                 "3 Door, closed, 5 east 1 south.\n"
                                 "2 more doors (list doors).");
    stage_release(&scene.stage);
}

/* A hall of statues does not fill the list. */
TEST(a_list_of_all_kinds_has_the_nearest_statue_and_how_many_there_are)
{
    static const char drawing[] = "########################\n"
                                  "#a.....................#\n"
                                  "#.....8...8...8...8....#\n"
                                  "########################\n";
    struct things_wish wish = {
        .kinds = THINGS_OF_ALL, .by_kind = true, .counts_scenery = true, .max = THINGS_MAX};
    struct scene scene;
    struct things things;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    around_list(ada(&scene), &things, scene.text, sizeof scene.text);
    ck_assert_str_eq(scene.text, "1 Statue, 5 east 1 south, the nearest of 4.");
    wish.counts_scenery = false;
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 4);
    stage_release(&scene.stage);
}

/* A player with a map sees the grass, so that a list can leave out the ground; chasms stay in
   it. */
TEST(ground_that_one_walks_over_can_be_left_out)
{
    static const char drawing[] = "########################\n"
                                  "#a..`..;..,.......:....#\n"
                                  "########################\n";
    struct things_wish wish = {.kinds = THINGS_OF_ALL, .max = THINGS_MAX};
    struct scene scene;
    struct things things;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 4);
    wish.without_ground = true;
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 1);
    ck_assert_str_eq(things.list[0].name, "chasm");
    stage_release(&scene.stage);
}

TEST(things_remembered_are_told_as_remembered_and_delvers_never_are)
{
    static const char drawing[] = "########################\n"
                                  "#>a....................#\n"
                                  "##.#####################\n"
                                  "##.#####################\n"
                                  "##.#####################\n"
                                  "#b.....................#\n"
                                  "########################\n";
    struct scene scene;
    struct things things;
    struct things_wish wish = {.kinds = THINGS_OF_ALL, .max = THINGS_MAX};

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    join(&scene, 2, "Brom", pos_of(4, 1));
    expect_list(&scene, THINGS_OF_ALL, THINGS_MAX, "1 Stairs down, 1 west.\n2 Brom, 2 east.");
    for (int i = 0; i < 4; i++)
        walk(&scene, DIR_SOUTH);
    walk(&scene, DIR_EAST);
    walk(&scene, DIR_EAST);
    expect_list(&scene, THINGS_OF_ALL, THINGS_MAX, "1 Stairs down, 3 west 4 north, remembered.");
    place_describe(scene.stage.world, ada(&scene), scene.text, sizeof scene.text);
    ck_assert_msg(strstr(scene.text, "Stairs down, 3 west 4 north, remembered.") != NULL, "%s",
                  scene.text);
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 1);
    const struct thing *stairs = &things.list[0];
    ck_assert_int_eq(stairs->kind, THING_STAIRS);
    ck_assert_int_eq(stairs->glyph, '>');
    ck_assert_int_eq(stairs->dx, -3);
    ck_assert_int_eq(stairs->dy, -4);
    ck_assert_int_eq(stairs->steps, 4);
    ck_assert(!stairs->is_seen);
    wish.seen_only = true;
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 0);
    stage_release(&scene.stage);
}

TEST(where_tells_what_is_in_view_or_what_who_tells)
{
    static const char drawing[] = "########################\n"
                                  "#..a...+......c........#\n"
                                  "#......#...............#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    body_id brom = join(&scene, 2, "Brom", pos_of(5, 2));
    body_id away = join(&scene, 3, "Cyd", draw_level_find(drawing, 'c'));
    expect_where(&scene, brom, "Brom, 2 east 1 south.");
    expect_where(&scene, away, "Cyd is to the east, on depth 2, not in view.");
    expect_where(&scene, scene.ada, "You are on depth 2, the Cooper's Store: a wide corridor.");
    struct delver *cyd = stage_delver(&scene.stage, away);
    cyd->body.key.depth = 7;
    cyd->body.state = BODY_TRANSIT;
    expect_where(&scene, away, "Cyd is on the stairs.");
    cyd->body.key.depth = 2;
    cyd->body.state = BODY_PRESENT;
    stage_release(&scene.stage);
}

TEST(a_step_tells_only_what_is_new)
{
    struct scene scene;

    scene_init(&scene, room, room_list, 1, draw_level_find(room, 'a'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    expect_step(&scene, DIR_NORTH, "Door 4 north.");
    expect_step(&scene, DIR_NORTH, "Door 3 north.");
    expect_step(&scene, DIR_EAST, "");
    join(&scene, 2, "Brom", pos_of(2, 5));
    expect_step(&scene, DIR_WEST, "Brom, 2 west 1 north.");
    expect_step(&scene, DIR_NORTH, "Door 2 north.");
    expect_step(&scene, DIR_NORTH, "Door 1 north.");
    walk(&scene, DIR_NORTH);
    expect_step(&scene, DIR_NORTH, "Doorway.");
    expect_step(&scene, DIR_NORTH, "Brom is out of sight, to the southwest. Short corridor.");
    expect_step(&scene, DIR_SOUTH, "Brom, 2 west 2 south. Doorway.");
    expect_step(&scene, DIR_SOUTH, "Oblong room.");
    stage_release(&scene.stage);
}

/* The nearest of its cells is another one with every step. */
TEST(terrain_of_many_cells_is_told_once)
{
    static const char drawing[] = "########################\n"
                                  "##..~~~~~~~~~~~~~~~~~~~#\n"
                                  "#a.....................#\n"
                                  "#......................#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    scene.described = (struct around_described){
        .is_begun = true, .level = reader_key, .at = ada(&scene)->body.at};
    expect_step(&scene, DIR_EAST, "Cave. Deep water, 2 east 1 north.");
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_NORTHEAST, "");
    stage_release(&scene.stage);
}

TEST(a_diagonal_between_two_corners_is_no_way)
{
    static const char drawing[] = "########################\n"
                                  "#a#....................#\n"
                                  "##b....................#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    ada(&scene)->memory[2 * stage_level(&scene.stage)->width + 2] = TILE_FLOOR;
    expect_toward(&scene, DIR_SOUTHEAST, "Southeast, wall.");
    stage_release(&scene.stage);
}

TEST(a_delver_who_goes_out_of_view_is_told_once)
{
    static const char drawing[] = "########################\n"
                                  "#a...b##################\n"
                                  "#......#################\n"
                                  "######.#################\n"
                                  "######.#################\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    body_id brom = join(&scene, 2, "Brom", draw_level_find(drawing, 'b'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    for (int i = 0; i < 3; i++) {
        stage_act(&scene.stage, brom, ACTION_MOVE,
                  i == 0   ? DIR_SOUTH
                  : i == 1 ? DIR_SOUTHEAST
                           : DIR_SOUTH);
        stage_ticks(&scene.stage, 10);
    }
    ck_assert(!delver_sees(ada(&scene), stage_place(&scene.stage, brom)));
    ck_assert(around_step(scene.stage.world, ada(&scene), &scene.described, scene.text,
                          sizeof scene.text));
    ck_assert_str_eq(scene.text, "Brom goes out of sight to the southeast.");
    ck_assert(!around_step(scene.stage.world, ada(&scene), &scene.described, scene.text,
                           sizeof scene.text));
    stage_release(&scene.stage);
}

/* The sentence of a kill, for example, has already told the spoils and their place. */
TEST(what_was_told_with_its_place_is_not_news)
{
    static const char drawing[] = "########################\n"
                                  "#a......################\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    (void)stage_item(&scene.stage, ITEM_DART, pos_of(5, 1));
    around_note(&scene.described, THING_ITEM, pos_of(5, 1));
    (void)stage_item(&scene.stage, ITEM_DART, pos_of(7, 1));
    stage_ticks(&scene.stage, 1);
    ck_assert(around_step(scene.stage.world, ada(&scene), &scene.described, scene.text,
                          sizeof scene.text));
    ck_assert_str_eq(scene.text, "Dart, 6 east.");
    stage_release(&scene.stage);
}

TEST(bends_branches_and_ends_of_corridors_are_told)
{
    static const char drawing[] = "########################\n"
                                  "#a...###################\n"
                                  "####.###################\n"
                                  "####.......#############\n"
                                  "#######.################\n"
                                  "#######.################\n"
                                  "#######.################\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_EAST, "Turns south.");
    expect_step(&scene, DIR_SOUTH, "");
    expect_step(&scene, DIR_SOUTH, "Turns east.");
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_EAST, "");
    expect_step(&scene, DIR_EAST, "Crossing. Ways east, south.");
    expect_step(&scene, DIR_SOUTH, "Short corridor.");
    expect_step(&scene, DIR_SOUTH, "");
    expect_step(&scene, DIR_SOUTH, "Dead end.");
    stage_release(&scene.stage);
    scene_init(&scene, drawing, NULL, 0, pos_of(3, 1));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    expect_step(&scene, DIR_SOUTHEAST, "");
    expect_step(&scene, DIR_SOUTHEAST, "Turns east.");
    stage_release(&scene.stage);
}

/* Four things at once are told, and of many doors the nearest. */
TEST(stairs_are_told_before_doors)
{
    static const char drawing[] = "########################\n"
                                  "#a+....................#\n"
                                  "###...................>#\n"
                                  "###+#+#+#+#+############\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    walk(&scene, DIR_EAST);
    walk(&scene, DIR_EAST);
    expect_step(&scene, DIR_EAST,
                "Wide corridor. Stairs down, 19 east 1 south. Closed door, 2 south. "
                "Closed door, 2 east 2 south. Closed door, 4 east 2 south. 2 more in view.");
    stage_release(&scene.stage);
}

TEST(another_level_is_begun_anew)
{
    struct scene scene;

    scene_init(&scene, room, room_list, 1, draw_level_find(room, 'a'));
    around_begin(scene.stage.world, ada(&scene), &scene.described);
    scene.described.level.depth = 9;
    expect_step(&scene, DIR_NORTH, "");
    ck_assert(level_key_equal(scene.described.level, reader_key));
    expect_step(&scene, DIR_NORTH, "Door 3 north.");
    stage_release(&scene.stage);
}
