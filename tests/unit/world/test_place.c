/*
 * The areas of levels: drawn ones cut as one would say it, and generated ones of every style by
 * what must hold for all.
 */
#include "world/place.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "support/draw_level.h"
#include "support/draw_rooms.h"
#include "support/test.h"
#include "support/text.h"

enum { SEED_COUNT = TEST_COUNT(20, 7), WIDTH = 100, HEIGHT = 57 };

static const struct level_key key = {.wing = 1, .depth = 2, .generation = 3};

static const char two_rooms[] = "##############################\n"
                                "#a......#####.......#####....##\n"
                                "#.......+b..+c......#####....##\n"
                                "#.......##.##.......+d.......##\n"
                                "#.......##.##.......#####....##\n"
                                "##########.##########g#######f#\n"
                                "##########e..............#.....\n"
                                "###############################\n";

static const struct rect two_rooms_list[] = {{1, 1, 7, 4}, {13, 1, 7, 4}, {25, 1, 4, 4}};

static uint16_t area_of(const struct level *level, const char *text, char mark)
{
    return place_at(level, draw_level_find(text, mark));
}

static enum place_kind kind_of(const struct level *level, const char *text, char mark)
{
    uint16_t area = area_of(level, text, mark);

    ck_assert_msg(area != PLACE_NONE, "'%c' has an area", mark);
    return place_of(level, area)->kind;
}

TEST(rooms_corridors_and_crossings_are_told_apart)
{
    struct level *level = draw_rooms(two_rooms, key, two_rooms_list, 3);

    ck_assert_int_eq(kind_of(level, two_rooms, 'a'), PLACE_ROOM);
    ck_assert_int_eq(kind_of(level, two_rooms, 'b'), PLACE_CORRIDOR);
    ck_assert_int_eq(place_of(level, place_at(level, pos_of(10, 2)))->kind, PLACE_CROSSING);
    ck_assert_int_eq(kind_of(level, two_rooms, 'd'), PLACE_CORRIDOR);
    ck_assert_int_eq(kind_of(level, two_rooms, 'e'), PLACE_CORRIDOR);
    ck_assert_uint_ne(area_of(level, two_rooms, 'b'), area_of(level, two_rooms, 'e'));
    ck_assert_uint_eq(place_at(level, pos_of(0, 0)), PLACE_NONE);
    ck_assert_uint_eq(place_at(level, pos_of(-1, 5)), PLACE_NONE);
    struct rect bounds = place_of(level, area_of(level, two_rooms, 'a'))->bounds;
    ck_assert_int_eq(bounds.x, 1);
    ck_assert_int_eq(bounds.y, 1);
    ck_assert_int_eq(bounds.width, 7);
    ck_assert_int_eq(bounds.height, 4);
    level_free(level);
}

TEST(a_doorway_belongs_to_the_room_it_leads_into)
{
    struct level *level = draw_rooms(two_rooms, key, two_rooms_list, 3);

    ck_assert_uint_eq(place_at(level, pos_of(8, 2)), area_of(level, two_rooms, 'a'));
    ck_assert_uint_eq(place_at(level, pos_of(12, 2)), area_of(level, two_rooms, 'c'));
    ck_assert_uint_eq(place_of(level, area_of(level, two_rooms, 'a'))->size, 29);
    level_free(level);
}

TEST(doors_and_exits_are_listed_on_both_sides)
{
    struct level *level = draw_rooms(two_rooms, key, two_rooms_list, 3);
    uint16_t room = area_of(level, two_rooms, 'c');
    uint16_t hall = area_of(level, two_rooms, 'b');
    const struct place_exit *exits = place_exits(level, room);
    const struct pos *doors = place_doors(level, room);
    int by_dir[DIR_COUNT];

    ck_assert_uint_eq(place_of(level, room)->door_count, 2);
    ck_assert(pos_equal(doors[0], pos_of(12, 2)));
    ck_assert(pos_equal(doors[1], pos_of(20, 3)));
    ck_assert_uint_eq(place_of(level, hall)->door_count, 1);
    ck_assert(pos_equal(place_doors(level, hall)[0], pos_of(8, 2)));
    ck_assert_uint_eq(place_of(level, room)->exit_count, 2);
    ck_assert(exits[0].has_door && pos_equal(exits[0].door, pos_of(12, 2)));
    ck_assert_int_eq(exits[0].dir, DIR_WEST);
    ck_assert_uint_eq(exits[0].to, place_at(level, pos_of(11, 2)));
    place_exits_by_dir(level, room, NULL, by_dir);
    ck_assert_int_eq(by_dir[DIR_WEST], 0);
    ck_assert_int_eq(by_dir[DIR_EAST], 1);
    ck_assert_int_eq(by_dir[DIR_NORTH], -1);
    place_exits_by_dir(level, room, (const uint8_t[]){0, 1}, by_dir);
    ck_assert_int_eq(by_dir[DIR_WEST], -1);
    level_free(level);
}

TEST(of_two_exits_in_one_wall_the_outer_one_takes_the_diagonal)
{
    static const char drawing[] = "#########################\n"
                                  "##a#####b################\n"
                                  "##+#####+##+#############\n"
                                  "#..............#########\n"
                                  "#..............#########\n"
                                  "########################\n";
    static const struct rect room = {1, 3, 14, 2};
    struct level *level = draw_rooms(drawing, key, &room, 1);
    uint16_t area = place_at(level, pos_of(1, 3));
    int by_dir[DIR_COUNT];

    place_exits_by_dir(level, area, NULL, by_dir);
    const struct place_exit *exits = place_exits(level, area);
    ck_assert_int_ge(by_dir[DIR_NORTH], 0);
    ck_assert_uint_eq(exits[by_dir[DIR_NORTH]].to, area_of(level, drawing, 'b'));
    ck_assert_int_ge(by_dir[DIR_NORTHWEST], 0);
    ck_assert_uint_eq(exits[by_dir[DIR_NORTHWEST]].to, area_of(level, drawing, 'a'));
    ck_assert_int_eq(by_dir[DIR_NORTHEAST], -1);
    level_free(level);
}

TEST(rooms_that_run_into_each_other_are_one_and_walls_part_overlapping_ones)
{
    static const char drawing[] = "########################\n"
                                  "###a...#################\n"
                                  "###....#################\n"
                                  "#..........####.....####\n"
                                  "#b.........####.c...####\n"
                                  "###....########.....####\n"
                                  "########...#############\n"
                                  "########.d.#############\n"
                                  "########...#############\n"
                                  "########################\n";
    /* The second crosses the first; the fourth's rectangle covers a corner of the first. */
    static const struct rect rooms[] = {{1, 3, 10, 2}, {3, 1, 4, 5}, {15, 3, 5, 3}, {8, 4, 3, 5}};
    struct level *level = draw_rooms(drawing, key, rooms, 4);

    ck_assert_uint_eq(area_of(level, drawing, 'a'), area_of(level, drawing, 'b'));
    ck_assert_uint_ne(area_of(level, drawing, 'a'), area_of(level, drawing, 'c'));
    ck_assert_uint_ne(area_of(level, drawing, 'a'), area_of(level, drawing, 'd'));
    ck_assert_int_eq(kind_of(level, drawing, 'd'), PLACE_ROOM);
    level_free(level);
}

TEST(a_room_in_a_corner_of_a_ragged_one_is_its_own)
{
    static const char drawing[] = "########################\n"
                                  "#a.....#################\n"
                                  "#.......b..#############\n"
                                  "#......#...#############\n"
                                  "#......#################\n"
                                  "#...........############\n"
                                  "#...........############\n"
                                  "########################\n";
    static const struct rect rooms[] = {{1, 1, 11, 6}, {8, 2, 3, 2}};
    struct level *level = draw_rooms(drawing, key, rooms, 2);

    ck_assert_int_eq(kind_of(level, drawing, 'b'), PLACE_ROOM);
    ck_assert_uint_ne(area_of(level, drawing, 'a'), area_of(level, drawing, 'b'));
    ck_assert_uint_eq(place_at(level, pos_of(11, 6)), area_of(level, drawing, 'a'));
    level_free(level);
}

TEST(a_niche_belongs_to_its_room_and_does_not_widen_it)
{
    static const char drawing[] = "########################\n"
                                  "#a......################\n"
                                  "#.......>###############\n"
                                  "#.......################\n"
                                  "########################\n";
    static const struct rect room = {1, 1, 7, 3};
    struct level *level = draw_rooms(drawing, key, &room, 1);
    uint16_t area = area_of(level, drawing, 'a');

    ck_assert_uint_eq(place_at(level, pos_of(8, 2)), area);
    ck_assert_int_eq(place_of(level, area)->bounds.width, 7);
    level_free(level);
}

TEST(a_large_cave_is_cut_and_a_small_one_is_not)
{
    static char drawing[22 * 64];
    struct level *level;

    memset(drawing, 0, sizeof drawing);
    for (int y = 0; y < 22; y++) {
        for (int x = 0; x < 60; x++)
            text_append(drawing, sizeof drawing,
                        x == 0 || y == 0 || x == 59 || y == 21 ? "#" : ".");
        text_append(drawing, sizeof drawing, "\n");
    }
    level = draw_level(drawing, key);
    ck_assert_int_eq(place_of(level, place_at(level, pos_of(5, 5)))->kind, PLACE_CAVE);
    ck_assert_uint_eq(place_at(level, pos_of(1, 1)), place_at(level, pos_of(19, 9)));
    ck_assert_uint_ne(place_at(level, pos_of(19, 9)), place_at(level, pos_of(20, 9)));
    ck_assert_uint_ne(place_at(level, pos_of(19, 9)), place_at(level, pos_of(19, 10)));
    level_free(level);
    level = draw_level("##########################\n"
                       "#........................#\n"
                       "#........................#\n"
                       "#........................#\n"
                       "##########################\n",
                       key);
    ck_assert_uint_eq(place_at(level, pos_of(1, 1)), place_at(level, pos_of(24, 3)));
    level_free(level);
}

TEST(numbers_for_mappers_are_safe_and_their_own)
{
    const uint64_t first = place_number((struct level_key){0, 1, 0}, 1);
    const struct level_key largest = {32767, 100, 65535};

    ck_assert_uint_ne(first, 0);
    ck_assert_uint_ne(first, place_number((struct level_key){1, 1, 0}, 1));
    ck_assert_uint_ne(first, place_number((struct level_key){0, 2, 0}, 1));
    ck_assert_uint_ne(first, place_number((struct level_key){0, 1, 1}, 1));
    ck_assert_uint_ne(first, place_number((struct level_key){0, 1, 0}, 2));
    ck_assert_uint_ne(first, place_number((struct level_key){0, 1, 0}, 1 + 32768));
    ck_assert_uint_lt(place_number(largest, PLACE_AREAS_MAX), UINT64_C(1) << 53);
    ck_assert_uint_ne(place_number(largest, 1),
                      place_number((struct level_key){32766, 100, 65535}, 1));
}

static bool is_door(const struct level *level, struct pos at)
{
    enum tile_id tile = level_tile(level, at);

    return tile == TILE_DOOR_OPEN || tile == TILE_DOOR_CLOSED;
}

static bool touches(const struct level *level, struct pos at, uint16_t area)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (place_at(level, pos_step(at, dir)) == area)
            return true;
    }
    return place_at(level, at) == area;
}

static void reach(const struct level *level, size_t from, uint8_t *is_reached, uint32_t *queue)
{
    size_t head = 0;
    size_t tail = 0;

    queue[tail++] = (uint32_t)from;
    is_reached[from] = 1;
    while (head < tail) {
        struct pos at = pos_of((int)queue[head] % level->width, (int)queue[head] / level->width);
        uint16_t area = place_at(level, at);
        head++;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            struct pos next = pos_step(at, dir);
            if (place_at(level, next) != area || is_reached[level_index(level, next)])
                continue;
            is_reached[level_index(level, next)] = 1;
            queue[tail++] = (uint32_t)level_index(level, next);
        }
    }
}

/* Every cell a body may stand on has one area; areas are connected, and numbered as they are met.
 */
static void expect_partition(const struct level *level)
{
    static uint8_t is_reached[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    static uint32_t queue[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    uint32_t met = 0;

    memset(is_reached, 0, sizeof is_reached);
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        uint16_t area = place_at(level, at);
        bool is_ground = tile_is_passable(level_tile(level, at));
        ck_assert_msg((area != PLACE_NONE) == is_ground, "%d, %d: area %u", at.x, at.y, area);
        if (area == PLACE_NONE || is_reached[i])
            continue;
        ck_assert_msg(area == met + 1, "area %u is met after %u: torn apart, or out of order", area,
                      met);
        ck_assert(pos_equal(place_of(level, area)->first, at));
        met++;
        reach(level, i, is_reached, queue);
    }
    ck_assert_uint_eq(met, level->places->count);
}

static void expect_sizes(const struct level *level)
{
    uint32_t *sizes = calloc(level->places->count + 1, sizeof *sizes);

    ck_assert_ptr_nonnull(sizes);
    for (size_t i = 0; i < level_cell_count(level); i++)
        sizes[level->area_of[i]]++;
    for (uint32_t area = 1; area <= level->places->count; area++) {
        const struct place *place = place_of(level, (uint16_t)area);
        ck_assert_uint_eq(place->size, sizes[area]);
        ck_assert_int_ge(place->bounds.width, 1);
        ck_assert_int_ge(place->bounds.height, 1);
        if (place->kind == PLACE_CAVE)
            ck_assert_msg(place->size <= 3 * PLACE_GRID_WIDTH * PLACE_GRID_HEIGHT / 2,
                          "a cave of %u cells", place->size);
        ck_assert(place->kind != PLACE_ROOM || place->size <= PLACE_ROOM_CELLS_MAX + 40);
    }
    free(sizes);
}

static void expect_doors(const struct level *level)
{
    for (uint32_t area = 1; area <= level->places->count; area++) {
        const struct pos *doors = place_doors(level, (uint16_t)area);
        for (uint32_t i = 0; i < place_of(level, (uint16_t)area)->door_count; i++) {
            ck_assert(is_door(level, doors[i]));
            ck_assert_msg(touches(level, doors[i], (uint16_t)area), "door %d, %d and area %u",
                          doors[i].x, doors[i].y, area);
        }
    }
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        bool is_listed = !is_door(level, at);
        uint16_t area = place_at(level, at);
        for (uint32_t n = 0; !is_listed && n < place_of(level, area)->door_count; n++)
            is_listed = pos_equal(place_doors(level, area)[n], at);
        ck_assert_msg(is_listed, "door %d, %d is its area's", at.x, at.y);
    }
}

static bool has_exit(const struct level *level, uint16_t from, uint16_t to, enum dir dir)
{
    const struct place_exit *exits = place_exits(level, from);

    for (uint32_t i = 0; i < place_of(level, from)->exit_count; i++) {
        if (exits[i].to == to && exits[i].dir == dir)
            return true;
    }
    return false;
}

static void expect_exits(const struct level *level)
{
    for (uint32_t area = 1; area <= level->places->count; area++) {
        const struct place_exit *exits = place_exits(level, (uint16_t)area);
        for (uint32_t i = 0; i < place_of(level, (uint16_t)area)->exit_count; i++) {
            ck_assert_uint_eq(place_at(level, exits[i].from), area);
            ck_assert_uint_eq(place_at(level, exits[i].into), exits[i].to);
            ck_assert(pos_equal(pos_step(exits[i].from, exits[i].dir), exits[i].into));
            ck_assert(exits[i].has_door ==
                      (is_door(level, exits[i].from) || is_door(level, exits[i].into)));
            ck_assert(!exits[i].has_door || is_door(level, exits[i].door));
        }
    }
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        uint16_t area = place_at(level, at);
        for (enum dir dir = DIR_NORTH; area != PLACE_NONE && dir < DIR_COUNT; dir += 2) {
            uint16_t other = place_at(level, pos_step(at, dir));
            ck_assert_msg(other == area || other == PLACE_NONE || has_exit(level, area, other, dir),
                          "from %d, %d one gets %s into area %u", at.x, at.y, dir_name(dir), other);
        }
    }
}

static void expect_same_areas(const struct level *a, const struct level *b)
{
    ck_assert_uint_eq(a->places->count, b->places->count);
    ck_assert_mem_eq(a->area_of, b->area_of, level_cell_count(a) * sizeof a->area_of[0]);
}

static void expect_doors_make_no_difference(const struct level *level)
{
    static const enum tile_id doors[] = {TILE_DOOR_OPEN, TILE_DOOR_CLOSED};

    for (int i = 0; i < 2; i++) {
        struct level *other = draw_with_doors(level, doors[i]);
        expect_same_areas(level, other);
        level_free(other);
    }
}

static void expect_storage_makes_no_difference(const struct level *level)
{
    struct level *back = NULL;
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    ck_assert_int_eq(level_decode(blob.data, blob.length, level->key, &back), ERR_OK);
    expect_same_areas(level, back);
    bytes_release(&blob);
    level_free(back);
}

TEST_EACH(areas_of_generated_levels_are_sound, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (uint64_t seed = 1; seed <= SEED_COUNT; seed++) {
        struct gen_request request;
        struct level *level = NULL;
        gen_request_init(&request, style, seed, key, WIDTH, HEIGHT);
        ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
        expect_partition(level);
        expect_sizes(level);
        expect_doors(level);
        expect_exits(level);
        expect_doors_make_no_difference(level);
        expect_storage_makes_no_difference(level);
        level_free(level);
    }
}

TEST(the_wildest_levels_have_areas_too)
{
    enum { WIDTH_HERE = 256, HEIGHT_HERE = 128, COUNT = WIDTH_HERE * HEIGHT_HERE };
    static uint8_t tiles[COUNT];
    static const enum tile_id palette[] = {TILE_ROCK, TILE_FLOOR, TILE_DOOR_OPEN, TILE_BRIDGE};
    struct level_plan plan = {
        .key = key, .width = WIDTH_HERE, .height = HEIGHT_HERE, .tiles = tiles};
    uint32_t state = 1;

    for (uint32_t shares = 0; shares < 6; shares++) {
        for (size_t i = 0; i < COUNT; i++) {
            state = state * 1664525u + 1013904223u;
            tiles[i] = (uint8_t)palette[(state >> 24) % 7 < shares ? 1 + (state >> 20) % 3 : 0];
            if (shares == 5)
                tiles[i] = (uint8_t)((i + i / WIDTH_HERE) % 2 ? TILE_FLOOR : TILE_DOOR_OPEN);
        }
        struct level *level = NULL;
        tiles[0] = TILE_STAIRS_UP;
        tiles[COUNT - 1] = TILE_STAIRS_DOWN;
        plan.down = pos_of(WIDTH_HERE - 1, HEIGHT_HERE - 1);
        ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
        expect_partition(level);
        expect_doors(level);
        expect_exits(level);
        level_free(level);
    }
}

/* Single cells of floor with rock between them: each is an area. */
TEST(a_level_of_more_areas_than_have_numbers_is_refused)
{
    static uint8_t tiles[LEVEL_CELLS_MAX];
    struct level_plan plan = {
        .key = key, .width = LEVEL_WIDTH_MAX, .height = LEVEL_HEIGHT_MAX, .tiles = tiles};
    struct level *level = NULL;

    for (size_t i = 0; i < LEVEL_CELLS_MAX; i++)
        tiles[i] = (uint8_t)((i + i / LEVEL_WIDTH_MAX) % 2 == 0 ? TILE_FLOOR : TILE_ROCK);
    tiles[0] = TILE_STAIRS_UP;
    tiles[2] = TILE_STAIRS_DOWN;
    plan.down = pos_of(2, 0);
    ck_assert_int_eq(level_new(&plan, &level), ERR_FORMAT);
}
