/*
 * The map as one delver sees it: what is in sight, what is remembered, what was never seen, and
 * that nothing else shows through.
 */
#include "term/view.h"

#include <string.h>

#include "base/rng.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/sense.h"

enum { WIDTH = 24, HEIGHT = 12, TEXT_SIZE = 2048 };

/* Two rooms and a door between them. */
static const char rooms[] = "########################\n"
                            "#.......#..............#\n"
                            "#a..b..e+f......c......#\n"
                            "#.......#..............#\n"
                            "########################\n";

struct scene {
    struct stage stage;
    struct screen screen;
    struct camera camera;
    body_id ada;
};

static void scene_init(struct scene *scene, const char *drawing, struct pos at)
{
    stage_init(&scene->stage, drawing);
    scene->ada = stage_join(&scene->stage, 1, at);
    scene->camera = (struct camera){.is_placed = true};
    ck_assert_int_eq(screen_init(&scene->screen, WIDTH, HEIGHT), ERR_OK);
}

static void scene_release(struct scene *scene)
{
    screen_release(&scene->screen);
    stage_release(&scene->stage);
}

static struct pos compose(struct scene *scene, bool shows_utf8)
{
    const struct rect area = {0, 0, WIDTH, HEIGHT};
    const struct row_set rows = row_set_all();

    return view_compose(scene->stage.world, stage_delver(&scene->stage, scene->ada), &scene->camera,
                        area, shows_utf8, &rows, &scene->screen);
}

static void expect_cell(const struct scene *scene, struct pos at, uint32_t glyph, enum role role)
{
    cell shown = screen_at(&scene->screen, at.x, at.y);

    ck_assert_msg(cell_code_point(shown) == glyph && cell_role(shown) == role,
                  "at %d, %d: U+%04X of role %d, wanted U+%04X of role %d", at.x, at.y,
                  cell_code_point(shown), (int)cell_role(shown), glyph, (int)role);
}

/* Lets Ada walk; each step takes a while. */
static void walk(struct scene *scene, enum dir dir, int steps)
{
    for (int i = 0; i < steps; i++) {
        stage_act(&scene->stage, scene->ada, ACTION_MOVE, dir);
        stage_ticks(&scene->stage, 10);
    }
}

TEST(what_is_in_sight_is_drawn_in_its_own_colours)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    struct pos self = compose(&scene, false);
    ck_assert(pos_equal(self, draw_level_find(rooms, 'a')));
    expect_cell(&scene, self, '@', ROLE_SELF);
    expect_cell(&scene, pos_of(0, 0), '#', ROLE_WALL);
    expect_cell(&scene, draw_level_find(rooms, 'b'), '.', ROLE_FLOOR);
    expect_cell(&scene, draw_level_find(rooms, '+'), '+', ROLE_DOOR_CLOSED);
    scene_release(&scene);
}

TEST(walls_and_floors_take_the_tint_of_the_depth_and_nothing_else_does)
{
    static const struct {
        uint16_t depth;
        enum role wall;
        enum role floor;
    } cases[] = {
        {1, ROLE_WALL, ROLE_FLOOR},
        {3, ROLE_WALL_STONE, ROLE_FLOOR_STONE},
        {6, ROLE_WALL_EARTH, ROLE_FLOOR_EARTH},
        {9, ROLE_WALL_MOSS, ROLE_FLOOR_MOSS},
        {13, ROLE_WALL_CRYSTAL, ROLE_FLOOR_CRYSTAL},
        {99, ROLE_WALL_BONE, ROLE_FLOOR_BONE},
    };
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    struct level *level = stage_level(&scene.stage);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        level->key.depth = cases[i].depth;
        struct pos self = compose(&scene, false);
        expect_cell(&scene, self, '@', ROLE_SELF);
        expect_cell(&scene, pos_of(0, 0), '#', cases[i].wall);
        expect_cell(&scene, draw_level_find(rooms, 'b'), '.', cases[i].floor);
        expect_cell(&scene, draw_level_find(rooms, '+'), '+', ROLE_DOOR_CLOSED);
    }
    level->key.depth = 1;
    scene_release(&scene);
}

TEST(what_was_never_seen_is_blank)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)compose(&scene, false);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = draw_level_find(rooms, 'f').x; x < WIDTH; x++)
            expect_cell(&scene, pos_of(x, y), ' ', ROLE_BLANK);
    }
    scene_release(&scene);
}

TEST(what_is_remembered_keeps_its_glyph_in_one_grey)
{
    struct pos door = draw_level_find(rooms, '+');
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'e'));
    walk(&scene, DIR_EAST, 3);
    ck_assert_msg(pos_equal(stage_place(&scene.stage, scene.ada), pos_step(door, DIR_EAST)),
                  "she is through");
    stage_act(&scene.stage, scene.ada, ACTION_CLOSE, DIR_WEST);
    stage_ticks(&scene.stage, 10);
    (void)compose(&scene, false);
    expect_cell(&scene, door, '+', ROLE_DOOR_CLOSED);
    expect_cell(&scene, draw_level_find(rooms, 'a'), '.', ROLE_REMEMBERED);
    expect_cell(&scene, pos_of(0, 0), '#', ROLE_REMEMBERED);
    expect_cell(&scene, pos_of(23, 2), '#', ROLE_FAR_WALL);
    scene_release(&scene);
}

TEST(ground_in_sight_is_paler_beyond_the_light)
{
    static const char hall[] = "########################\n"
                               "#e.....................#\n"
                               "########################\n";
    struct pos at = draw_level_find(hall, 'e');
    const struct delver *ada;
    struct scene scene;
    int steps[2] = {0, 0};

    scene_init(&scene, hall, at);
    ada = stage_delver(&scene.stage, scene.ada);
    (void)compose(&scene, false);
    for (int x = at.x + 1; x < WIDTH - 1; x++) {
        struct pos place = pos_of(x, at.y);
        bool is_lit = light_shows_cell(ada, light_radius(ada), place);
        expect_cell(&scene, place, '.', is_lit ? ROLE_FLOOR : ROLE_FAR_FLOOR);
        steps[is_lit]++;
    }
    ck_assert_msg(steps[0] > 0 && steps[1] > 0, "%d far, %d near", steps[0], steps[1]);
    scene_release(&scene);
}

TEST(a_remembered_wall_is_drawn_as_when_it_was_seen)
{
    uint32_t seen[HEIGHT][WIDTH];
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)compose(&scene, true);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            seen[y][x] = cell_code_point(screen_at(&scene.screen, x, y));
    }
    /* Blind: nothing is in sight any more, everything is remembered. */
    sight_clear(&stage_delver(&scene.stage, scene.ada)->sight);
    (void)compose(&scene, true);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (pos_equal(pos_of(x, y), stage_place(&scene.stage, scene.ada)))
                continue;
            expect_cell(&scene, pos_of(x, y), seen[y][x],
                        seen[y][x] == ' '   ? ROLE_BLANK
                        : seen[y][x] == '+' ? ROLE_REMEMBERED_DOOR
                                            : ROLE_REMEMBERED);
        }
    }
    scene_release(&scene);
}

TEST(others_differ_from_self_and_from_those_away)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    body_id brom = stage_join(&scene.stage, 2, draw_level_find(rooms, 'b'));
    (void)compose(&scene, false);
    expect_cell(&scene, draw_level_find(rooms, 'a'), '@', ROLE_SELF);
    expect_cell(&scene, draw_level_find(rooms, 'b'), '@', ROLE_OTHER);
    stage_input(&scene.stage, INPUT_LINK, brom)->flag = true;
    stage_tick(&scene.stage);
    (void)compose(&scene, false);
    expect_cell(&scene, draw_level_find(rooms, 'b'), '@', ROLE_AWAY);
    scene_release(&scene);
}

TEST(a_body_out_of_sight_is_not_drawn)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    body_id brom = stage_join(&scene.stage, 2, draw_level_find(rooms, 'b'));
    /* Ada remembers the cell, but does not see it. */
    sight_clear(&stage_delver(&scene.stage, scene.ada)->sight);
    (void)compose(&scene, false);
    expect_cell(&scene, stage_place(&scene.stage, brom), '.', ROLE_REMEMBERED);
    (void)stage_join(&scene.stage, 3, draw_level_find(rooms, 'c'));
    (void)compose(&scene, false);
    expect_cell(&scene, draw_level_find(rooms, 'c'), ' ', ROLE_BLANK);
    scene_release(&scene);
}

TEST(a_door_opened_out_of_sight_stays_closed_in_memory)
{
    /* Ada sees the door on the right, then walks around the corner. */
    static const char drawing[] = "########################\n"
                                  "#a.....+...............#\n"
                                  "#.######...............#\n"
                                  "#.##...........b.......#\n"
                                  "########################\n";
    struct pos door = draw_level_find(drawing, '+');
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'));
    walk(&scene, DIR_SOUTH, 2);
    ck_assert_msg(!delver_sees(stage_delver(&scene.stage, scene.ada), door), "the door is hidden");
    body_id brom = stage_join(&scene.stage, 2, pos_step(door, DIR_EAST));
    stage_act(&scene.stage, brom, ACTION_OPEN, DIR_WEST);
    stage_ticks(&scene.stage, 2);
    ck_assert_int_eq(level_tile(stage_level(&scene.stage), door), TILE_DOOR_OPEN);
    (void)compose(&scene, false);
    expect_cell(&scene, door, '+', ROLE_REMEMBERED_DOOR);
    walk(&scene, DIR_NORTH, 2);
    (void)compose(&scene, false);
    expect_cell(&scene, door, '\'', ROLE_DOOR_OPEN);
    scene_release(&scene);
}

TEST(walls_join_up_as_lines)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)compose(&scene, true);
    expect_cell(&scene, pos_of(0, 0), 0x250C, ROLE_WALL);
    expect_cell(&scene, pos_of(0, 4), 0x2514, ROLE_WALL);
    expect_cell(&scene, pos_of(3, 0), 0x2500, ROLE_WALL);
    expect_cell(&scene, pos_of(0, 2), 0x2502, ROLE_WALL);
    expect_cell(&scene, draw_level_find(rooms, 'b'), 0xB7, ROLE_FLOOR);
    expect_cell(&scene, draw_level_find(rooms, '+'), '+', ROLE_DOOR_CLOSED);
    scene_release(&scene);
}

TEST(all_four_neighbours_make_their_own_line)
{
    /* Pillars of every shape in one hall. */
    static const char drawing[] = "########################\n"
                                  "#......................#\n"
                                  "#.#..##..#..#..##..#...#\n"
                                  "#........#..##..#.##...#\n"
                                  "#a.....................#\n"
                                  "#......................#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'));
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    const struct level *level = stage_level(&scene.stage);
    memcpy(ada->memory, level->tiles, level_cell_count(level));
    (void)compose(&scene, true);
    expect_cell(&scene, pos_of(2, 2), 0x2592, cell_role(screen_at(&scene.screen, 2, 2)));
    static const struct {
        int x;
        int y;
        uint32_t glyph;
    } table[] = {
        {5, 2, 0x2500},  {6, 2, 0x2500},  {9, 2, 0x2502},  {9, 3, 0x2502},  {12, 2, 0x2502},
        {12, 3, 0x2514}, {13, 3, 0x2500}, {15, 2, 0x2500}, {16, 2, 0x2510}, {16, 3, 0x2502},
        {19, 2, 0x2502}, {19, 3, 0x2518}, {18, 3, 0x2500},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        cell shown = screen_at(&scene.screen, table[i].x, table[i].y);
        ck_assert_msg(cell_code_point(shown) == table[i].glyph, "at %d, %d: U+%04X", table[i].x,
                      table[i].y, cell_code_point(shown));
    }
    scene_release(&scene);
}

TEST(walls_of_a_burrow_are_rock_and_no_lines)
{
    static const char drawing[] = "########################\n"
                                  "#a..##.#.##..#.##.#..###\n"
                                  "##.#..##.#.#..##..#.#..#\n"
                                  "#..#.#..#..##..#.#..##.#\n"
                                  "##..#..#..#.#..#..#..#.#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'));
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    const struct level *level = stage_level(&scene.stage);
    memcpy(ada->memory, level->tiles, level_cell_count(level));
    (void)compose(&scene, true);
    for (int y = 0; y < 6; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (level_tile(level, pos_of(x, y)) == TILE_ROCK)
                ck_assert_uint_eq(cell_code_point(screen_at(&scene.screen, x, y)), 0x2592);
        }
    }
    (void)compose(&scene, false);
    ck_assert_uint_eq(cell_code_point(screen_at(&scene.screen, 0, 0)), '#');
    scene_release(&scene);
}

TEST(a_wall_with_no_side_known_is_rock)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    ada->memory[4 * WIDTH + 20] = TILE_ROCK;
    ada->memory[4 * WIDTH + 21] = TILE_ROCK;
    (void)compose(&scene, true);
    expect_cell(&scene, pos_of(20, 4), 0x2592, ROLE_REMEMBERED);
    scene_release(&scene);
}

TEST(what_is_looked_for_on_a_map_keeps_a_hue_in_memory)
{
    static const struct {
        enum tile_id tile;
        char glyph;
        enum role role;
    } table[] = {
        {TILE_DOOR_CLOSED, '+', ROLE_REMEMBERED_DOOR},
        {TILE_DOOR_OPEN, '\'', ROLE_REMEMBERED_DOOR},
        {TILE_STAIRS_DOWN, '>', ROLE_REMEMBERED_STAIRS},
        {TILE_STAIRS_UP, '<', ROLE_REMEMBERED_STAIRS},
        {TILE_WATER_DEEP, '~', ROLE_REMEMBERED_LIQUID},
        {TILE_BRIDGE, '=', ROLE_REMEMBERED_SPECIAL},
        {TILE_SHRINE, '_', ROLE_REMEMBERED_SPECIAL},
        {TILE_FLOOR, '.', ROLE_REMEMBERED},
        {TILE_ROCK, '#', ROLE_REMEMBERED},
    };
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ada->memory[2 * WIDTH + 10 + (int)i] = (uint8_t)table[i].tile;
    (void)compose(&scene, false);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_cell(&scene, pos_of(10 + (int)i, 2), (uint32_t)table[i].glyph, table[i].role);
    scene_release(&scene);
}

/* Turns every tile that Ada does not know into its opposite. */
static int turn_unknown_tiles(struct scene *scene)
{
    struct level *level = stage_level(&scene->stage);
    const struct delver *ada = stage_delver(&scene->stage, scene->ada);
    int turned = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        bool is_rock = level_tile(level, at) == TILE_ROCK;
        if (ada->memory[i] != TILE_UNKNOWN || pos_equal(at, ada->body.at))
            continue;
        level_set_tile(level, at, is_rock ? TILE_FLOOR : TILE_ROCK);
        turned++;
    }
    return turned;
}

TEST(drawing_depends_on_nothing_the_viewer_does_not_know)
{
    cell before[WIDTH * HEIGHT];
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)compose(&scene, true);
    memcpy(before, scene.screen.cells, sizeof before);
    ck_assert_int_gt(turn_unknown_tiles(&scene), 50);
    (void)compose(&scene, true);
    ck_assert_mem_eq(scene.screen.cells, before, sizeof before);
    scene_release(&scene);
}

TEST(however_patchy_a_memory_is_lines_follow_it_alone)
{
    cell before[WIDTH * HEIGHT];
    struct scene scene;
    struct rng rng;

    rng_init(&rng, 5);
    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    const struct level *level = stage_level(&scene.stage);
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    sight_clear(&ada->sight);
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < ada->memory_size; i++)
            ada->memory[i] = rng_percent(&rng, 60) ? level->tiles[i] : TILE_UNKNOWN;
        (void)compose(&scene, true);
        memcpy(before, scene.screen.cells, sizeof before);
        ck_assert_int_gt(turn_unknown_tiles(&scene), 10);
        (void)compose(&scene, true);
        ck_assert_mem_eq(scene.screen.cells, before, sizeof before);
        /* Fonts show that sign for a glyph that they lack. */
        for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
            ck_assert_uint_ne(cell_code_point(before[i]), 0x25A1);
    }
    scene_release(&scene);
}

TEST(only_the_area_is_drawn_and_the_camera_shifts_it)
{
    const struct rect area = {3, 2, 9, 4};
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'b'));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        scene.screen.cells[i] = cell_of('x', ROLE_BAD);
    scene.camera.origin = pos_of(-1, 1);
    struct row_set rows = row_set_all();
    struct pos self = view_compose(scene.stage.world, stage_delver(&scene.stage, scene.ada),
                                   &scene.camera, area, false, &rows, &scene.screen);
    ck_assert(pos_equal(self, pos_of(3 + 4 + 1, 2 + 2 - 1)));
    expect_cell(&scene, self, '@', ROLE_SELF);
    expect_cell(&scene, pos_of(3, 2), ' ', ROLE_BLANK);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (!rect_contains(area, pos_of(x, y)))
                expect_cell(&scene, pos_of(x, y), 'x', ROLE_BAD);
        }
    }
    scene_release(&scene);
}

static const char *describe(const struct scene *scene, int width, int height, char *out)
{
    view_describe(scene->stage.world, stage_delver(&scene->stage, scene->ada), width, height, NULL,
                  out, TEXT_SIZE);
    return out;
}

TEST(described_in_lines_blank_borders_are_cut_off)
{
    char text[TEXT_SIZE];
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)stage_join(&scene.stage, 2, draw_level_find(rooms, 'b'));
    ck_assert_str_eq(describe(&scene, 41, 15, text), "#########\n"
                                                     "#.......#\n"
                                                     "#@..@...+\n"
                                                     "#.......#\n"
                                                     "#########\n");
    ck_assert_str_eq(describe(&scene, 5, 3, text), "#...\n#@..\n#...\n");
    ck_assert_str_eq(describe(&scene, 1, 1, text), "@\n");
    scene_release(&scene);
}

TEST(a_description_keeps_to_its_room_and_ends_with_a_whole_line)
{
    char text[TEXT_SIZE];
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    for (size_t size = 1; size < 70; size++) {
        memset(text, 'X', sizeof text);
        view_describe(scene.stage.world, stage_delver(&scene.stage, scene.ada), 41, 15, NULL, text,
                      size);
        size_t length = strlen(text);
        ck_assert_uint_lt(length, size);
        ck_assert_msg(length == 0 || text[length - 1] == '\n', "cut within a line");
        ck_assert_int_eq(text[size], 'X');
    }
    scene_release(&scene);
}

/* Takes the colours out, and checks that each line ends what it began. */
static void take_colours_out(const char *text, char *out)
{
    bool is_coloured = false;

    while (*text != '\0') {
        if (*text == '\x1b') {
            is_coloured = strncmp(text, "\x1b[m", 3) != 0;
            text += strcspn(text, "m") + 1;
            continue;
        }
        ck_assert_msg(*text != '\n' || !is_coloured, "a colour runs on into the next line");
        *out++ = *text++;
    }
    *out = '\0';
}

TEST(lines_in_colour_are_the_same_lines)
{
    const struct palette palette = palette_of(PALETTE_TRUE);
    char plain[TEXT_SIZE];
    char coloured[TEXT_SIZE];
    char stripped[TEXT_SIZE];
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    (void)stage_join(&scene.stage, 2, draw_level_find(rooms, 'b'));
    const struct delver *ada = stage_delver(&scene.stage, scene.ada);
    describe(&scene, 41, 15, plain);
    view_describe(scene.stage.world, ada, 41, 15, &palette, coloured, sizeof coloured);
    ck_assert_ptr_nonnull(strstr(coloured, "\x1b[1;38;2;255;255;255m@\x1b[m"));
    take_colours_out(coloured, stripped);
    ck_assert_str_eq(stripped, plain);
    /* Where there is no room for all the colours, there is for all of the map. */
    for (size_t size = strlen(plain) + 1; size < TEXT_SIZE; size += 7) {
        view_describe(scene.stage.world, ada, 41, 15, &palette, coloured, size);
        ck_assert_uint_lt(strlen(coloured), size);
        take_colours_out(coloured, stripped);
        ck_assert_str_eq(stripped, plain);
    }
    scene_release(&scene);
}

TEST(foes_and_items_are_drawn_where_they_are_seen_and_nowhere_else)
{
    struct scene scene;

    scene_init(&scene, rooms, draw_level_find(rooms, 'a'));
    body_id rat = stage_foe(&scene.stage, SPECIES_CELLAR_RAT, draw_level_find(rooms, 'b'));
    body_foe(world_body(scene.stage.world, rat))->mind.mood = MOOD_ASLEEP;
    (void)stage_foe(&scene.stage, SPECIES_CELLAR_RAT, draw_level_find(rooms, 'c'));
    (void)stage_item(&scene.stage, ITEM_DART, draw_level_find(rooms, 'b'));
    (void)stage_item(&scene.stage, ITEM_DART, draw_level_find(rooms, 'e'));
    (void)stage_item(&scene.stage, ITEM_DART, draw_level_find(rooms, 'f'));
    compose(&scene, false);
    expect_cell(&scene, draw_level_find(rooms, 'b'), 'r', ROLE_ASLEEP_CORAL);
    body_foe(world_body(scene.stage.world, rat))->mind.mood = MOOD_POSTED;
    compose(&scene, false);
    expect_cell(&scene, draw_level_find(rooms, 'b'), 'r', ROLE_KIND_CORAL);
    expect_cell(&scene, draw_level_find(rooms, 'e'), ')', ROLE_KIND_TEAL);
    expect_cell(&scene, draw_level_find(rooms, 'f'), ' ', ROLE_BLANK);
    expect_cell(&scene, draw_level_find(rooms, 'c'), ' ', ROLE_BLANK);
    scene_release(&scene);
}
