/*
 * Areas in words, on drawn levels word for word.
 */
#include "narrate/place_words.h"

#include "support/test.h"
#include "unit/narrate/reader_fixture.h"

TEST(a_room_is_told_with_its_size_and_where_in_it_one_stands)
{
    static const char drawing[] = "########################\n"
                                  "#####+####.#############\n"
                                  "#.........#.############\n"
                                  "#.........'........#####\n"
                                  "#.........##############\n"
                                  "#.........##############\n"
                                  "#.........##############\n"
                                  "#.........##############\n"
                                  "#....a....##############\n"
                                  "########################\n";
    static const struct rect rooms[] = {{1, 2, 9, 7}};
    struct scene scene;

    scene_init(&scene, drawing, rooms, 1, draw_level_find(drawing, 'a'));
    expect_place(&scene, "Square room, 9 by 7. You are at its south wall.\n"
                         "Door, 5 east 5 north, open. Door, 7 north, closed. "
                         "Stairs down, not seen yet.");
    walk(&scene, DIR_NORTHWEST);
    walk(&scene, DIR_NORTHWEST);
    place_describe(scene.stage.world, ada(&scene), scene.text, sizeof scene.text);
    ck_assert_msg(strstr(scene.text, "You are in its middle.") == NULL, "%s", scene.text);
    ck_assert_msg(strstr(scene.text, "You are in its west part.") != NULL, "%s", scene.text);
    join(&scene, 2, "Brom", pos_of(5, 7));
    place_describe(scene.stage.world, ada(&scene), scene.text, sizeof scene.text);
    ck_assert_msg(strstr(scene.text, "\nBrom, 2 east 1 south.") != NULL, "%s", scene.text);
    stage_release(&scene.stage);
}

TEST(doors_that_are_not_seen_are_not_told_and_remembered_ones_as_such)
{
    static const char drawing[] = "########################\n"
                                  "#a.....+...........'...#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    expect_place(&scene, "Narrow corridor, 6 steps long.\n"
                         "Door, 6 east, closed. Stairs down, not seen yet.");
    expect_list(&scene, THINGS_OF_ALL, THINGS_MAX, "1 Door, closed, 6 east.");
    for (int i = 0; i < 10; i++)
        walk(&scene, DIR_EAST);
    ck_assert_int_eq(ada(&scene)->body.at.x, 10);
    expect_list(&scene, THINGS_OF_ALL, THINGS_MAX, "1 Door, open, 3 west.\n2 Door, open, 9 east.");
    stage_release(&scene.stage);
}

TEST(a_room_not_seen_to_its_ends_is_part_of_a_room)
{
    static const char drawing[] = "########################\n"
                                  "#a.....#...............#\n"
                                  "#......#...............#\n"
                                  "#......#...............#\n"
                                  "#......................#\n"
                                  "########################\n";
    static const struct rect rooms[] = {{1, 1, 22, 4}};
    struct scene scene;
    char name[PLACE_NAME_MAX];

    scene_init(&scene, drawing, rooms, 1, draw_level_find(drawing, 'a'));
    place_describe(scene.stage.world, ada(&scene), scene.text, sizeof scene.text);
    ck_assert_msg(strncmp(scene.text, "Part of a room, at least ", 25) == 0, "%s", scene.text);
    ck_assert_msg(strstr(scene.text, "22 by") == NULL, "%s", scene.text);
    place_name(ada(&scene), name, sizeof name);
    ck_assert_str_eq(name, "part of a room");
    stage_release(&scene.stage);
}

TEST(shapes_have_names)
{
    static const struct {
        int width;
        int height;
        const char *wanted;
    } table[] = {
        {9, 7, "a square room"},         {20, 5, "a long hall"},          {10, 4, "a long hall"},
        {4, 3, "a small room"},          {10, 2, "a narrow room"},        {10, 6, "an oblong room"},
        {14, 12, "a large square room"}, {20, 10, "a large oblong room"}, {3, 14, "a long hall"},
    };
    char drawing[24 * 32];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct rect rooms[] = {{1, 1, (int16_t)table[i].width, (int16_t)table[i].height}};
        struct scene scene;
        char name[PLACE_NAME_MAX];
        size_t length = 0;
        for (int y = 0; y <= table[i].height + 1; y++) {
            for (int x = 0; x <= table[i].width + 1; x++)
                drawing[length++] = rect_contains(rooms[0], pos_of(x, y)) ? '.' : '#';
            drawing[length++] = '\n';
        }
        drawing[length] = '\0';
        scene_init(&scene, drawing, rooms, 1, pos_of(1, 1));
        place_name(ada(&scene), name, sizeof name);
        ck_assert_str_eq(name, table[i].wanted);
        stage_release(&scene.stage);
    }
}

TEST(ways_without_walls_round_them_have_names_too)
{
    static const char drawing[] = "########################\n"
                                  "#a.......b....c#########\n"
                                  "#########.####.#########\n"
                                  "#########.####.....d####\n"
                                  "#########e##############\n"
                                  "#########+##############\n"
                                  "#.......f......#########\n"
                                  "#..............#########\n"
                                  "#..............#########\n"
                                  "########################\n";
    static const struct {
        char mark;
        const char *wanted;
    } table[] = {
        {'a', "a narrow corridor"}, {'b', "a crossing"},      {'c', "part of a corridor"},
        {'e', "a short corridor"},  {'f', "a wide corridor"},
    };
    char name[PLACE_NAME_MAX];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct scene scene;
        scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, table[i].mark));
        if (table[i].mark == 'c') {
            walk(&scene, DIR_SOUTH);
            walk(&scene, DIR_SOUTH);
            place_name(ada(&scene), name, sizeof name);
            ck_assert_str_eq(name, "a winding passage");
        } else {
            place_name(ada(&scene), name, sizeof name);
            ck_assert_str_eq(name, table[i].wanted);
        }
        stage_release(&scene.stage);
    }
    struct scene scene;
    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'e'));
    walk(&scene, DIR_SOUTH);
    walk(&scene, DIR_SOUTH);
    place_name(ada(&scene), name, sizeof name);
    ck_assert_str_eq(name, "a doorway");
    stage_release(&scene.stage);
}

TEST(ways_out_without_doors_are_told_once_seen)
{
    static const char drawing[] = "########################\n"
                                  "#......#################\n"
                                  "#..a...........#########\n"
                                  "#......#################\n"
                                  "###.####################\n"
                                  "###.####################\n"
                                  "###.####################\n"
                                  "########################\n";
    static const char hall[] = "########################\n"
                               "#..a..'...........######\n"
                               "########################\n";
    static const struct rect rooms[] = {{1, 1, 6, 3}};
    struct scene scene;

    scene_init(&scene, drawing, rooms, 1, draw_level_find(drawing, 'a'));
    expect_place(&scene, "Oblong room, 6 by 3. You are in its middle.\n"
                         "Open to the east, south. Stairs down, not seen yet.");
    stage_release(&scene.stage);
    scene_init(&scene, hall, NULL, 0, draw_level_find(hall, 'a'));
    expect_place(&scene, "Narrow corridor, 5 steps long.\n"
                         "Door, 3 east, open. Stairs down, not seen yet.");
    stage_release(&scene.stage);
}
