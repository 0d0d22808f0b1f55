/*
 * A cell in words: what stands on it from the top down, what is remembered, what was never seen;
 * and offsets read back.
 */
#include "narrate/cell_words.h"

#include "narrate/words.h"
#include "support/test.h"
#include "unit/narrate/reader_fixture.h"
#include "world/loot.h"
#include "world/grave.h"

static const char hall[] = "########################\n"
                           "#...+...#..............#\n"
                           "#.a.#...'.~=......._...#\n"
                           "#...#######............#\n"
                           "#>..####################\n"
                           "########################\n";

static void expect_cell(struct scene *scene, struct pos at, const char *wanted)
{
    cell_describe(scene->stage.world, ada(scene), at, scene->text, sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

TEST(a_cell_is_told_with_its_offset)
{
    struct scene scene;

    scene_init(&scene, hall, NULL, 0, draw_level_find(hall, 'a'));
    expect_cell(&scene, pos_of(4, 1),
                "A closed door, 2 east 1 north. It keeps light and sight out, and some "
                "beasts; walk in to open it.");
    expect_cell(&scene, pos_of(1, 4),
                "Stairs down, 1 west 2 south. They lead to the next depth: descend goes down.");
    expect_cell(&scene, pos_of(3, 2), "Floor, 1 east.");
    expect_cell(&scene, pos_of(2, 0), "A wall, 2 north.");
    expect_cell(&scene, pos_of(2, 2), "Floor, here.");
    stage_release(&scene.stage);
}

TEST(what_was_never_seen_is_unknown_on_the_level_and_outside)
{
    struct scene scene;

    scene_init(&scene, hall, NULL, 0, draw_level_find(hall, 'a'));
    expect_cell(&scene, draw_level_find(hall, '_'), "Unknown, 17 east.");
    expect_cell(&scene, pos_of(-1, 2), "Unknown, 3 west.");
    expect_cell(&scene, pos_of(2, 30), "Unknown, 28 south.");
    stage_release(&scene.stage);
}

TEST(what_lies_below_is_told_after_what_stands_on_top)
{
    struct scene scene;

    scene_init(&scene, hall, NULL, 0, draw_level_find(hall, 'a'));
    join(&scene, 2, "Brom", pos_of(1, 4));
    expect_cell(&scene, pos_of(1, 4),
                "Brom, 1 west 2 south. Stairs down. They lead to the next depth: descend "
                "goes down.");
    walk(&scene, DIR_SOUTHWEST);
    walk(&scene, DIR_SOUTH);
    expect_cell(&scene, pos_of(1, 4),
                "Stairs down, here. They lead to the next depth: descend goes down.");
    stage_release(&scene.stage);
}

TEST(a_foe_and_a_thing_have_their_articles)
{
    static const char drawing[] = "########\n"
                                  "#a.....#\n"
                                  "########\n";
    struct stage stage;
    char text[CELL_WORDS_MAX];

    stage_init(&stage, drawing);
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(3, 1));
    stage_item(&stage, ITEM_DART, pos_of(3, 1));
    stage_item(&stage, ITEM_DART, pos_of(5, 1));
    const struct delver *viewer = stage_delver(&stage, ada);
    cell_describe(stage.world, viewer, pos_of(3, 1), text, sizeof text);
    ck_assert_str_eq(text,
                     "A cellar rat, 2 east. A dart. Sleek, wet, and not at all afraid of lamps. "
                     "It hits you 81 in 100 for at most 3; 4 such blows end you. You hit it 72 in "
                     "100; about 3 blows. Even fight. Opens no doors, flees when hurt.");
    /* A boss has its article in its name, or none. */
    stage_foe(&stage, SPECIES_DAM_OF_GNAWERS, pos_of(2, 1));
    stage_foe(&stage, SPECIES_CAPTAIN_RUSK, pos_of(4, 1));
    cell_describe(stage.world, viewer, pos_of(2, 1), text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "The Dam of Gnawers, 1 east. "), text);
    cell_describe(stage.world, viewer, pos_of(4, 1), text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "Captain Rusk, 3 east. "), text);
    cell_describe(stage.world, viewer, pos_of(5, 1), text, sizeof text);
    ck_assert_str_eq(text, "A dart, 4 east. It hits for 1 to 5, on average 3. It flies 7 cells. "
                           "To throw at what is still far off; most can be picked up again.");
    stage_release(&stage);
}

TEST(a_grave_tells_whose_death_it_was_and_to_whom_it_opens)
{
    static const char drawing[] = "########\n"
                                  "#a.....#\n"
                                  "########\n";
    static const struct {
        struct grave grave;
        const char *expected;
    } rows[] = {
        {{.delver_id = 1, .name = "Ada", .killer = SPECIES_CELLAR_RAT, .gold = 5},
         "The grave of Ada, 3 east. You were killed by a cellar rat. It holds 5 gold: a step onto "
         "it opens it."},
        {{.delver_id = 2, .name = "Brom", .killer = SPECIES_CELLAR_RAT, .gold = 5},
         "The grave of Brom, 3 east. Brom was killed by a cellar rat. It opens to others in 24 h; "
         "fetch takes what is in it to Brom, sealed."},
        {{.delver_id = 2,
          .name = "Brom",
          .killer = SPECIES_DELVER,
          .gold = 5,
          .opens = GRAVE_NEVER_OPENS},
         "The grave of Brom, 3 east. Brom died here. It opens to nobody else; fetch takes what is "
         "in it to Brom, sealed."},
    };
    struct stage stage;
    char text[CELL_WORDS_MAX];

    stage_init(&stage, drawing);
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    const struct delver *viewer = stage_delver(&stage, ada);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct grave grave = rows[i].grave;
        grave.at = pos_of(4, 1);
        grave.died_at = stage.world->tick;
        graves_fill_in(stage.world, stage_level(&stage), true);
        grave_lay(stage.world, stage_level(&stage), &grave);
        cell_describe(stage.world, viewer, grave.at, text, sizeof text);
        ck_assert_str_eq(text, rows[i].expected);
    }
    stage_release(&stage);
}

TEST(a_pile_says_what_is_in_it_and_the_list_how_much)
{
    static const char drawing[] = "########\n"
                                  "#a.....#\n"
                                  "########\n";
    static const enum item_kind kinds[] = {ITEM_BOOTS, ITEM_SLING, ITEM_LAMP,
                                           ITEM_HELM,  ITEM_KNIFE, ITEM_DART};
    const struct things_wish wish = {.kinds = THINGS_OF_ITEMS, .max = THINGS_MAX};
    struct stage stage;
    struct things things;
    char text[CELL_WORDS_MAX];

    stage_init(&stage, drawing);
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    const struct delver *viewer = stage_delver(&stage, ada);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        stage_item(&stage, kinds[i], pos_of(3, 1));
    cell_describe(stage.world, viewer, pos_of(3, 1), text, sizeof text);
    ck_assert_str_eq(text, "A dart, 2 east. A knife. A helm. A lamp. A sling. A pair of boots. On "
                           "top: It hits for 1 to 5, on average 3. It flies 7 cells. To throw at "
                           "what is still far off; most can be picked up again.");
    things_collect(stage.world, viewer, &wish, &things);
    ck_assert_int_eq(things.count, 1);
    ck_assert_str_eq(things.list[0].name, "dart, 5 more");
    stage_release(&stage);
}

/* The door stands between Ada and the darts that she saw behind it. */
TEST(what_is_remembered_out_of_sight_is_told_and_described)
{
    static const char drawing[] = "##########\n"
                                  "#..a'....#\n"
                                  "##########\n";
    const struct things_wish wish = {.kinds = THINGS_OF_ITEMS, .max = THINGS_MAX};
    struct stage stage;
    struct things things;
    char text[CELL_WORDS_MAX];

    stage_init(&stage, drawing);
    body_id ada = stage_join(&stage, 1, pos_of(3, 1));
    const struct delver *viewer = stage_delver(&stage, ada);
    stage_item(&stage, ITEM_KNIFE, pos_of(6, 1));
    stage_item(&stage, ITEM_HELM, pos_of(6, 1));
    stage_act(&stage, ada, ACTION_MOVE, DIR_WEST);
    stage_ticks(&stage, BEAT_TICKS);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, BEAT_TICKS);
    stage_act(&stage, ada, ACTION_CLOSE, DIR_EAST);
    stage_ticks(&stage, BEAT_TICKS);
    ck_assert(!delver_sees(viewer, pos_of(6, 1)));
    cell_describe(stage.world, viewer, pos_of(6, 1), text, sizeof text);
    ck_assert_str_eq(text, "A helm, 3 east, remembered. 1 more thing. On top: Armour 1. A little "
                           "armour that costs you nothing else.");
    things_collect(stage.world, viewer, &wish, &things);
    ck_assert_int_eq(things.count, 1);
    ck_assert_str_eq(things.list[0].name, "helm, 1 more");
    stage_release(&stage);
}

TEST(every_kind_that_lies_on_a_pile_is_told_whole)
{
    static const char drawing[] = "########\n"
                                  "#a.....#\n"
                                  "########\n";
    char text[CELL_WORDS_MAX];

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        struct stage stage;
        stage_init(&stage, drawing);
        struct delver *viewer = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
        (void)life_learn(&viewer->life, kind);
        for (int i = 0; i < 9; i++)
            stage_item(&stage, kind == ITEM_DART ? ITEM_HELM : ITEM_DART, pos_of(3, 1));
        stage_item(&stage, kind, pos_of(3, 1));
        cell_describe(stage.world, viewer, pos_of(3, 1), text, sizeof text);
        ck_assert_msg(strstr(text, item_row(kind)->purpose) != NULL, "%s: %s", item_row(kind)->name,
                      text);
        stage_release(&stage);
    }
}

TEST(a_niche_is_told_as_the_list_has_it)
{
    static const char drawing[] = "########\n"
                                  "#a.&...#\n"
                                  "########\n";
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .seen_only = true, .max = THINGS_MAX};
    struct scene scene;
    struct things things;

    scene_init(&scene, drawing, NULL, 0, draw_level_find(drawing, 'a'));
    struct level *level = ada(&scene)->body.level;
    level_find_niches(level);
    expect_cell(&scene, pos_of(3, 1),
                "A niche, 2 east. Each player finds something in it, once: walk in.");
    life_open(&ada(&scene)->life, niche_at(level, pos_of(3, 1)), level->key.depth);
    expect_cell(&scene, pos_of(3, 1), "A niche, opened, 2 east.");
    things_collect(scene.stage.world, ada(&scene), &wish, &things);
    ck_assert_int_eq(things.count, 1);
    ck_assert_str_eq(things.list[0].name, "niche, opened");
    stage_release(&scene.stage);
}

TEST(a_fallen_delver_is_told_as_such)
{
    static const char drawing[] = "########\n"
                                  "#a.....#\n"
                                  "########\n";
    struct stage stage;
    char text[CELL_WORDS_MAX];
    char expected[CELL_WORDS_MAX];

    stage_init(&stage, drawing);
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    body_id brom = stage_join(&stage, 2, pos_of(2, 1));
    const char *name = stage_delver(&stage, brom)->name;
    stage_tick(&stage);
    stage_delver(&stage, brom)->fall.is_fallen = true;
    cell_describe(stage.world, stage_delver(&stage, ada), pos_of(2, 1), text, sizeof text);
    snprintf(expected, sizeof expected, "%s, 1 east. %s has fallen: stand beside and raise.", name,
             name);
    ck_assert_str_eq(text, expected);
    stage_release(&stage);
}

TEST(what_is_out_of_sight_is_remembered_without_who_stood_there)
{
    struct scene scene;

    scene_init(&scene, hall, NULL, 0, draw_level_find(hall, 'a'));
    join(&scene, 2, "Brom", pos_of(3, 3));
    walk(&scene, DIR_NORTHEAST);
    walk(&scene, DIR_EAST);
    walk(&scene, DIR_EAST);
    walk(&scene, DIR_EAST);
    ck_assert(pos_equal(ada(&scene)->body.at, pos_of(5, 1)));
    expect_cell(
        &scene, pos_of(1, 4),
        "Stairs down, 4 west 3 south, remembered. They lead to the next depth: descend goes down.");
    expect_cell(&scene, pos_of(3, 3), "Floor, 2 west 2 south, remembered.");
    stage_release(&scene.stage);
}

struct offset_row {
    const char *text;
    int dx;
    int dy;
};

TEST(offsets_are_read_back)
{
    static const struct offset_row table[] = {
        {"3 east 2 north", 3, -2}, {"2 n", 0, -2},
        {"5 WEST", -5, 0},         {"here", 0, 0},
        {"1 ne 1 sw", 0, 0},       {"  4 south  3 east ", 3, 4},
    };
    struct pos at;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ck_assert_msg(cell_at_offset(pos_of(10, 10), table[i].text, &at), "%s", table[i].text);
        ck_assert_msg(pos_equal(at, pos_of(10 + table[i].dx, 10 + table[i].dy)), "%s",
                      table[i].text);
    }
    for (int dy = -3; dy <= 3; dy++) {
        for (int dx = -3; dx <= 3; dx++) {
            char text[64];
            pos_offset(pos_of(10, 10), pos_of(10 + dx, 10 + dy), text, sizeof text);
            ck_assert(cell_at_offset(pos_of(10, 10), text, &at));
            ck_assert_msg(pos_equal(at, pos_of(10 + dx, 10 + dy)), "%s", text);
        }
    }
}

TEST(what_is_no_offset_is_refused)
{
    static const char *const junk[] = {"",
                                       " ",
                                       "east",
                                       "3",
                                       "3 4",
                                       "3 up",
                                       "0 east",
                                       "1000 east",
                                       "3 east 2",
                                       "-3 east",
                                       "3 east here",
                                       "here 3 east",
                                       "1 n 1 n 1 n 1 n 1 n",
                                       "99999999999 east"};
    struct pos at;

    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++)
        ck_assert_msg(!cell_at_offset(pos_of(10, 10), junk[i], &at), "\"%s\"", junk[i]);
}
