/*
 * The style `maze`: rules that no other style has.
 */
#include "gen/maze.h"

#include "gen/registry.h"
#include "support/gen_bands.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum { WIDTH = 99, HEIGHT = 57, SEED_COUNT = TEST_COUNT(30, 10) };

static void start(struct gen_map *map, struct maze *maze, uint64_t seed, int width, int height)
{
    ck_assert_int_eq(gen_map_init(map, width, height), ERR_OK);
    rng_init(&map->rng, seed);
    maze_init(maze, map);
}

static int count_kind(const struct maze *maze, enum maze_kind kind)
{
    int count = 0;

    for (int cell = 0; cell < maze->cell_count; cell++)
        count += maze->kind[cell] == kind;
    return count;
}

static int ways_of(const struct maze *maze, int cell)
{
    int ways = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2)
        ways += maze_is_open(maze, cell, dir);
    return ways;
}

static int count_dead_ends(const struct maze *maze)
{
    int count = 0;

    for (int cell = 0; cell < maze->cell_count; cell++)
        count += maze->kind[cell] == MAZE_CORRIDOR && ways_of(maze, cell) <= 1;
    return count;
}

static int count_ways(const struct maze *maze)
{
    int ways = 0;

    for (int cell = 0; cell < maze->cell_count; cell++)
        ways += ways_of(maze, cell);
    return ways;
}

/* How many cells are reached from the first corridor cell through open sides. */
static int count_reached(const struct maze *maze)
{
    static bool is_reached[WIDTH * HEIGHT];
    static int queue[WIDTH * HEIGHT];
    int count = 0;
    int first = 0;

    for (int cell = 0; cell < maze->cell_count; cell++)
        is_reached[cell] = false;
    while (maze->kind[first] != MAZE_CORRIDOR)
        first++;
    is_reached[first] = true;
    queue[count++] = first;
    for (int i = 0; i < count; i++) {
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            if (!maze_is_open(maze, queue[i], dir))
                continue;
            int next = maze_neighbour(maze, queue[i], dir);
            ck_assert_int_ge(next, 0);
            if (!is_reached[next]) {
                is_reached[next] = true;
                queue[count++] = next;
            }
        }
    }
    return count;
}

TEST(a_grown_maze_is_perfect_and_fills_all_cells)
{
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        struct maze maze;
        start(&map, &maze, seed, 80, 25);
        ck_assert_int_eq(maze.columns, 39);
        ck_assert_int_eq(maze.rows, 12);
        maze_grow(&maze, (int)seed * 100 / (SEED_COUNT - 1));
        ck_assert_int_eq(count_kind(&maze, MAZE_CORRIDOR), maze.cell_count);
        ck_assert_int_eq(count_reached(&maze), maze.cell_count);
        ck_assert_int_eq(count_ways(&maze), 2 * (maze.cell_count - 1));
        gen_map_release(&map);
    }
}

TEST(change_makes_corridors_turn)
{
    int straight[2] = {0};

    for (int i = 0; i < 2; i++) {
        struct gen_map map;
        struct maze maze;
        start(&map, &maze, 5, WIDTH, HEIGHT);
        maze_grow(&maze, i * 100);
        for (int cell = 0; cell < maze.cell_count; cell++) {
            bool goes_along =
                maze_is_open(&maze, cell, DIR_EAST) && maze_is_open(&maze, cell, DIR_WEST);
            bool goes_down =
                maze_is_open(&maze, cell, DIR_NORTH) && maze_is_open(&maze, cell, DIR_SOUTH);
            straight[i] += goes_along != goes_down;
        }
        gen_map_release(&map);
    }
    ck_assert_int_gt(straight[0], 2 * straight[1]);
}

TEST_EACH(thinning_closes_the_share_asked_for_and_parts_nothing, 5)
{
    static const int percents[] = {0, 1, 50, 70, 100};
    int percent = percents[_i];
    struct gen_map map;
    struct maze maze;

    start(&map, &maze, 9, WIDTH, HEIGHT);
    maze_grow(&maze, 30);
    maze_thin(&maze, percent);
    int left = maze.cell_count - (maze.cell_count * percent + 99) / 100;
    int corridor = count_kind(&maze, MAZE_CORRIDOR);
    ck_assert_int_eq(corridor, left > 8 ? left : 8);
    ck_assert_int_eq(count_reached(&maze), corridor);
    gen_map_release(&map);
}

TEST(dead_ends_are_led_on_until_they_make_loops)
{
    int total = 0;
    int left = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        struct maze maze;
        start(&map, &maze, seed, WIDTH, HEIGHT);
        maze_grow(&maze, 30);
        maze_thin(&maze, 70);
        int before = count_dead_ends(&maze);
        total += before;
        maze_braid(&maze, 0, 30);
        ck_assert_int_eq(count_dead_ends(&maze), before);
        maze_braid(&maze, 100, 30);
        int corridor = count_kind(&maze, MAZE_CORRIDOR);
        int loops = count_ways(&maze) / 2 - corridor + 1;
        ck_assert_int_eq(count_reached(&maze), corridor);
        ck_assert_int_ge(loops, before / 3);
        left += count_dead_ends(&maze);
        gen_map_release(&map);
    }
    ck_assert_msg(left * 5 < total, "%d of %d are left", left, total);
}

/*
 * Along one corridor by the upper edge all places for a room cost the same, and so do all places
 * for its door: each must come up, the first and last that fit too, none too often.
 */
TEST(equal_places_for_rooms_and_doors_are_equally_likely)
{
    enum { ROUNDS = 1700, SIDE = 4, COLUMNS = 20, PLACES = COLUMNS - SIDE + 1 };
    const struct maze_room_plan plan = {
        .rooms_max = 1, .side_min = SIDE, .side_max = SIDE, .percent_doors = 100};
    int origins[PLACES] = {0};
    int doors[SIDE] = {0};
    struct gen_map map;
    struct maze maze;

    start(&map, &maze, 3, 2 * COLUMNS + 1, 21);
    for (int round = 0; round < ROUNDS; round++) {
        gen_map_clear(&map);
        maze_init(&maze, &map);
        for (int x = 0; x < COLUMNS; x++)
            maze.kind[x] = MAZE_CORRIDOR;
        ck_assert_int_eq(maze_set_rooms(&maze, &map, &plan), 1);
        struct rect room = map.rooms[0];
        ck_assert_int_eq(room.y, 3);
        ck_assert_int_eq(room.width, 2 * SIDE - 1);
        int origin = (room.x - 1) / 2;
        origins[origin]++;
        int hung = 0;
        for (int i = 0; i < SIDE; i++) {
            bool is_door = maze_is_door(&maze, COLUMNS + origin + i, DIR_NORTH);
            ck_assert(is_door == maze_is_door(&maze, origin + i, DIR_SOUTH));
            doors[i] += is_door;
            hung += is_door;
        }
        ck_assert_int_eq(hung, 1);
    }
    for (int i = 0; i < PLACES; i++)
        ck_assert_msg(origins[i] >= 60 && origins[i] <= 150, "origin %d: %d", i, origins[i]);
    for (int i = 0; i < SIDE; i++)
        ck_assert_msg(doors[i] >= 350 && doors[i] <= 500, "door %d: %d", i, doors[i]);
    gen_map_release(&map);
}

TEST(a_room_never_stands_where_it_touches_nothing_or_on_another)
{
    const struct maze_room_plan plan = {.rooms_max = 50, .side_min = 2, .side_max = 5};
    bool has_smallest = false;
    bool has_largest = false;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        struct maze maze;
        start(&map, &maze, seed, WIDTH, HEIGHT);
        ck_assert_int_eq(maze_set_rooms(&maze, &map, &plan), 0);
        maze_grow(&maze, 30);
        maze_thin(&maze, 70);
        int count = maze_set_rooms(&maze, &map, &plan);
        ck_assert_int_gt(count, 10);
        ck_assert_int_eq(count, map.room_count);
        int cells = 0;
        for (int i = 0; i < count; i++) {
            struct rect room = map.rooms[i];
            cells += (room.width + 1) / 2 * ((room.height + 1) / 2);
            has_smallest = has_smallest || room.width == 3;
            has_largest = has_largest || room.width == 9;
        }
        ck_assert_int_eq(count_kind(&maze, MAZE_ROOM), cells);
        gen_map_release(&map);
    }
    ck_assert_msg(has_smallest && has_largest, "both bounds of the side must come up");
}

static void draw(struct gen_map *map, uint64_t seed, int width, int height)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_maze, width, height);

    ck_assert(gen_draft_draw(&draft, seed, map));
}

static bool is_in_room(const struct gen_map *map, struct pos at)
{
    for (int i = 0; i < map->room_count; i++) {
        if (rect_contains(map->rooms[i], at))
            return true;
    }
    return false;
}

TEST(every_post_stands_and_every_door_has_two_jambs)
{
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        int doors = 0;
        draw(&map, seed, 80, 31);
        for (int y = 0; y < 31; y++) {
            for (int x = 0; x < 80; x++) {
                bool is_post = x % 2 == 0 && y % 2 == 0 && !is_in_room(&map, pos_of(x, y));
                ck_assert(!is_post || gen_map_is_rock(&map, x, y));
                if (gen_map_tile(&map, x, y) != TILE_DOOR_CLOSED)
                    continue;
                doors++;
                ck_assert(gen_map_is_doorway(&map, x, y));
            }
        }
        ck_assert_int_gt(doors, 5);
        gen_map_release(&map);
    }
}

TEST(the_maze_reaches_all_four_edges)
{
    bool has_east = false;
    bool has_south = false;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        draw(&map, seed, 81, 31);
        for (int y = 1; y < 30; y++)
            has_east = has_east || gen_map_is_open(&map, 79, y);
        for (int x = 1; x < 80; x++)
            has_south = has_south || gen_map_is_open(&map, x, 29);
        gen_map_release(&map);
    }
    ck_assert(has_east && has_south);
}

TEST(measures_lie_in_their_bands)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {1420, 2110}, [GEN_BAND_ROOMS] = {10, 25},
        [GEN_BAND_LOOPS] = {8, 30},         [GEN_BAND_LOOPS9] = {8, 28},
        [GEN_BAND_DEAD_ENDS] = {0, 6},      [GEN_BAND_ARTICULATION] = {30, 560},
        [GEN_BAND_PATH] = {90, 350},
    };
    gen_bands_expect("maze", WIDTH, HEIGHT, bands);
}
