/*
 * The ways out of a place in words: doors first and as they are remembered, several of one side as
 * one, and nothing that is not known.
 */
#include "narrate/place_words.h"

#include "support/test.h"
#include "unit/narrate/reader_fixture.h"

static const char house[] = "########################\n"
                            "#########.##############\n"
                            "#####+###+##+###########\n"
                            "###.........############\n"
                            "###.........'..#########\n"
                            "###....a....############\n"
                            "###.........############\n"
                            "#######.################\n"
                            "#######.################\n"
                            "#######.################\n"
                            "#######.################\n"
                            "########################\n";
static const struct rect house_rooms[] = {{3, 3, 9, 4}};

static void expect_place_line(const struct scene *scene, const char *wanted)
{
    char text[EXITS_TEXT_MAX + PLACE_NAME_MAX + 16];

    exits_tell_place(ada(scene), text, sizeof text);
    ck_assert_str_eq(text, wanted);
}

TEST(a_place_is_told_with_its_doors_and_open_ways)
{
    struct scene scene;

    scene_init(&scene, house, house_rooms, 1, draw_level_find(house, 'a'));
    expect_place_line(&scene,
                      "An oblong room. Exits: door north (closed), door east (open), south.");
    stage_release(&scene.stage);
}

TEST(a_door_that_was_never_seen_is_no_exit_and_one_out_of_sight_is_as_remembered)
{
    struct scene scene;

    scene_init(&scene, house, house_rooms, 1, draw_level_find(house, 'a'));
    struct level *level = stage_level(&scene.stage);
    level_set_tile(level, pos_of(12, 4), TILE_DOOR_CLOSED);
    expect_place_line(&scene,
                      "An oblong room. Exits: door north (closed), door east (open), south.");
    ada(&scene)->memory[4 * level->width + 12] = TILE_UNKNOWN;
    ada(&scene)->memory[2 * level->width + 9] = TILE_UNKNOWN;
    ada(&scene)->memory[7 * level->width + 7] = TILE_UNKNOWN;
    char text[EXITS_TEXT_MAX];
    exits_describe(ada(&scene), text, sizeof text);
    ck_assert_str_eq(text, "none seen yet");
    stage_release(&scene.stage);
}

TEST(doors_of_one_side_are_told_together)
{
    static const char hall[] = "########################\n"
                               "##.##.##.###############\n"
                               "##+##+##'###############\n"
                               "#.........##############\n"
                               "#.........##############\n"
                               "#....a....##############\n"
                               "########################\n";
    static const struct rect rooms[] = {{1, 3, 9, 3}};
    struct scene scene;
    bool leads[DIR_COUNT];

    scene_init(&scene, hall, rooms, 1, draw_level_find(hall, 'a'));
    expect_place_line(&scene, "A long hall. Exits: 3 doors north (1 open).");
    exits_find(ada(&scene), leads);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        ck_assert_int_eq(leads[dir], dir == DIR_NORTH);
    stage_release(&scene.stage);
}
