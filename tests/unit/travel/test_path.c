/*
 * Shortest ways over what is remembered.
 */
#include "base/rng.h"
#include "support/draw_level.h"
#include "support/test.h"
#include "travel/path.h"
#include "world/place.h"

#include <string.h>

enum {
    RANDOM_MAPS = 150,
    RANDOM_WIDTH = 17,
    RANDOM_HEIGHT = 13,
    RANDOM_CELLS = RANDOM_WIDTH * RANDOM_HEIGHT,
    TAKEN_MAX = 24,
    SHUNNED = 1,
    STAGE = 1 << 10, /* added to the cost of a way for each stage */
    NO_WAY = 1 << 20,
};

static const struct level_key key = {.depth = 1, .generation = 1};

struct scene {
    struct level *level;
    struct path_scratch *scratch;
    struct path_map map;
    const char *text;
    struct path path;
};

/* Everything that is drawn is remembered. */
static void scene_init(struct scene *scene, const char *text)
{
    scene->text = text;
    scene->level = draw_level(text, key);
    scene->map = (struct path_map){
        .tiles = scene->level->tiles, .width = scene->level->width, .height = scene->level->height};
    ck_assert_int_eq(path_scratch_new(&scene->scratch), ERR_OK);
}

static void scene_release(struct scene *scene)
{
    level_free(scene->level);
    path_scratch_free(scene->scratch);
}

static void forget(struct scene *scene, char mark)
{
    scene->level->tiles[level_index(scene->level, draw_level_find(scene->text, mark))] =
        TILE_UNKNOWN;
}

static enum err find(struct scene *scene, enum path_goal_kind kind, struct pos cell)
{
    const struct path_goal goal = {.kind = kind, .cell = cell};
    return path_find(scene->scratch, &scene->map, draw_level_find(scene->text, 'a'), &goal,
                     &scene->path);
}

static enum err find_mark(struct scene *scene, char mark)
{
    return find(scene, PATH_TO_CELL, draw_level_find(scene->text, mark));
}

/* Walks the way as far as it is written down; fails the test where a step is not allowed. */
static struct pos walk(const struct scene *scene, struct pos at)
{
    for (int i = 0; i < scene->path.length; i++) {
        enum dir dir = (enum dir)scene->path.dirs[i];
        ck_assert_msg(path_can_step(&scene->map, at, dir), "step %d, %s, is not allowed", i,
                      dir_name(dir));
        at = pos_step(at, dir);
    }
    return at;
}

static void expect_way(const char *text, int steps, int actions)
{
    struct scene scene;

    scene_init(&scene, text);
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, steps);
    ck_assert_int_eq(scene.path.actions, actions);
    ck_assert(pos_equal(scene.path.end, draw_level_find(text, 'z')));
    ck_assert(pos_equal(walk(&scene, draw_level_find(text, 'a')), scene.path.end));
    scene_release(&scene);
}

static void expect_no_way(const char *text)
{
    struct scene scene;

    scene_init(&scene, text);
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_NOT_FOUND);
    scene_release(&scene);
}

TEST(a_diagonal_is_one_step_and_needs_one_free_corner)
{
    expect_way("a..\n...\n..z\n", 2, 2);
    expect_way("a#\n.z\n", 1, 1);
    expect_way("a.\n#z\n", 1, 1);
    expect_no_way("a#\n#z\n");
    expect_way("a'\n#z\n", 1, 1);
    /* A closed door is no free corner, but can be gone through. */
    expect_way("a+\n#z\n", 2, 3);
}

TEST(a_closed_door_costs_one_action_more)
{
    expect_way("a+z\n", 2, 3);
    expect_way("a'z\n", 2, 2);
    expect_way("a++z\n", 3, 5);
    expect_way("z+a\n", 2, 3);
}

TEST(the_way_round_is_taken_when_it_is_shorter_than_opening)
{
    expect_way("#a+z#\n"
               "#...#\n",
               2, 2);
    expect_way("#a+z#\n"
               "#.#.#\n"
               "#...#\n",
               2, 3);
}

TEST(water_stops_and_a_bridge_carries)
{
    expect_no_way("a~z\n");
    expect_way("a=z\n", 2, 2);
    expect_way("a~z\n.=.\n", 2, 2);
}

TEST(unknown_cells_are_never_walked)
{
    struct scene scene;

    scene_init(&scene, "#a.u.z#\n"
                       "#.###.#\n"
                       "#.....#\n");
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 4);
    forget(&scene, 'u');
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 6);
    ck_assert(pos_equal(walk(&scene, pos_of(1, 0)), pos_of(5, 0)));
    ck_assert_int_eq(find_mark(&scene, 'u'), ERR_NOT_FOUND);
    scene_release(&scene);
}

TEST(the_nearest_tile_is_found_by_walking_not_by_sight)
{
    const char *text = "#a#>...#\n"
                       "#.####.#\n"
                       "#......#\n"
                       "#.######\n"
                       "#.######\n"
                       "#...>..#\n";
    struct scene scene;

    scene_init(&scene, text);
    struct path_goal goal = {.kind = PATH_TO_TILE, .tile = TILE_STAIRS_DOWN};
    ck_assert_int_eq(path_find(scene.scratch, &scene.map, pos_of(1, 0), &goal, &scene.path),
                     ERR_OK);
    ck_assert(pos_equal(scene.path.end, pos_of(4, 5)));
    ck_assert_int_eq(scene.path.steps, 7);
    goal.tile = TILE_SHRINE;
    ck_assert_int_eq(path_find(scene.scratch, &scene.map, pos_of(1, 0), &goal, &scene.path),
                     ERR_NOT_FOUND);
    scene_release(&scene);
}

TEST(beside_a_cell_is_any_of_its_neighbours)
{
    struct scene scene;

    scene_init(&scene, "#a...z#\n");
    ck_assert_int_eq(find(&scene, PATH_BESIDE_CELL, draw_level_find(scene.text, 'z')), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 3);
    ck_assert_int_eq(find(&scene, PATH_BESIDE_CELL, pos_of(0, 0)), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 0);
    ck_assert_int_eq(scene.path.length, 0);
    scene_release(&scene);
}

TEST(the_unknown_is_met_at_the_nearest_cell_straight_beside_it)
{
    struct scene scene;

    scene_init(&scene, "#######u#\n"
                       "#a.....x#\n"
                       "#v#######\n"
                       "#########\n");
    ck_assert_int_eq(find(&scene, PATH_TO_UNKNOWN, pos_of(0, 0)), ERR_NOT_FOUND);
    forget(&scene, 'u');
    ck_assert_int_eq(find(&scene, PATH_TO_UNKNOWN, pos_of(0, 0)), ERR_OK);
    ck_assert_msg(pos_equal(scene.path.end, draw_level_find(scene.text, 'x')),
                  "the cell diagonal to the unknown one is not where more is seen");
    forget(&scene, 'v');
    ck_assert_int_eq(find(&scene, PATH_TO_UNKNOWN, pos_of(0, 0)), ERR_OK);
    ck_assert_msg(pos_equal(scene.path.end, draw_level_find(scene.text, 'x')),
                  "where one stands there is nothing more to learn");
    ck_assert(path_borders_unknown(&scene.map, draw_level_find(scene.text, 'a')));
    ck_assert(!path_borders_unknown(&scene.map, pos_of(2, 1)));
    ck_assert_msg(!path_borders_unknown(&scene.map, pos_of(0, 0)), "off the level is not unknown");
    scene_release(&scene);
}

TEST(a_cell_off_the_map_is_not_found)
{
    const struct pos cells[] = {{-1, 0},
                                {0, -1},
                                {LEVEL_WIDTH_MIN, 0},
                                {3, LEVEL_HEIGHT_MIN},
                                {INT16_MAX, INT16_MAX},
                                {INT16_MIN, INT16_MIN}};
    struct scene scene;

    scene_init(&scene, "a.......................\n........................\n");
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        ck_assert_int_eq(find(&scene, PATH_TO_CELL, cells[i]), ERR_NOT_FOUND);
    ck_assert_int_eq(path_tile(&scene.map, pos_of(-1, 0)), TILE_ROCK);
    ck_assert(!path_can_step(&scene.map, pos_of(0, 0), DIR_NORTH));
    scene_release(&scene);
}

TEST(a_way_across_open_ground_turns_once_at_most)
{
    struct scene scene;
    int turns = 0;

    scene_init(&scene, "a..........\n...........\n...........\n..........z\n");
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 10);
    for (int i = 1; i < scene.path.length; i++)
        turns += scene.path.dirs[i] != scene.path.dirs[i - 1];
    ck_assert_int_le(turns, 1);
    scene_release(&scene);
}

/* A level of the greatest size with one way through all of it, to and fro. */
static void dig_meander(uint8_t *tiles)
{
    memset(tiles, TILE_ROCK, (size_t)LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX);
    for (int y = 0; y < LEVEL_HEIGHT_MAX; y += 2) {
        memset(tiles + y * LEVEL_WIDTH_MAX, TILE_DOOR_CLOSED, LEVEL_WIDTH_MAX);
        if (y + 1 < LEVEL_HEIGHT_MAX)
            tiles[(y + 1) * LEVEL_WIDTH_MAX + (y % 4 == 0 ? LEVEL_WIDTH_MAX - 1 : 0)] = TILE_FLOOR;
    }
}

TEST(the_longest_way_is_counted_whole_and_written_down_in_part)
{
    static uint8_t tiles[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    const struct path_map map = {
        .tiles = tiles, .width = LEVEL_WIDTH_MAX, .height = LEVEL_HEIGHT_MAX};
    const struct path_goal goal = {.kind = PATH_TO_CELL, .cell = pos_of(0, LEVEL_HEIGHT_MAX - 2)};
    int rows = LEVEL_HEIGHT_MAX / 2;
    struct path_scratch *scratch = NULL;
    struct path path;

    ck_assert_int_eq(path_scratch_new(&scratch), ERR_OK);
    dig_meander(tiles);
    ck_assert_int_eq(path_find(scratch, &map, pos_of(0, 0), &goal, &path), ERR_OK);
    ck_assert_int_eq(path.steps, rows * (LEVEL_WIDTH_MAX - 1) + (rows - 1) * 2);
    ck_assert_int_eq(path.actions, path.steps + rows * LEVEL_WIDTH_MAX - 1);
    ck_assert_int_eq(path.length, PATH_LENGTH_MAX);
    for (int i = 0; i < PATH_LENGTH_MAX; i++)
        ck_assert_int_eq(path.dirs[i], DIR_EAST);
    path_scratch_free(scratch);
}

static bool is_listed(const struct pos *cells, int count, struct pos at)
{
    for (int i = 0; i < count; i++) {
        if (pos_equal(cells[i], at))
            return true;
    }
    return false;
}

static int stage_at(const struct path_map *map, struct pos at)
{
    if (is_listed(map->taken, map->taken_count, at))
        return PATH_TAKEN;
    bool is_shunned =
        map->shunned != PLACE_NONE && map->area_of[at.y * map->width + at.x] == map->shunned;
    if (is_shunned || is_listed(map->avoided, map->avoided_count, at))
        return PATH_AVOIDED;
    return is_listed(map->skirted, map->skirted_count, at) ? PATH_SKIRTED : PATH_FREE;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* Goes over all steps until nothing changes; onto what is avoided only in its stage. */
static void relax_all(const struct path_map *map, int costs[], int stage)
{
    bool has_changed = true;

    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < map->width * map->height; i++) {
            struct pos at = pos_of(i % map->width, i / map->width);
            for (enum dir dir = DIR_NORTH; costs[i] < NO_WAY && dir < DIR_COUNT; dir++) {
                struct pos to = pos_step(at, dir);
                if (!path_can_step(map, at, dir) || stage_at(map, to) > stage)
                    continue;
                int actions = costs[i] % STAGE + (path_is_walkable(map, to) ? 1 : 2);
                int cost = greater(costs[i] / STAGE, stage_at(map, to)) * STAGE + actions;
                if (cost < costs[to.y * map->width + to.x]) {
                    costs[to.y * map->width + to.x] = cost;
                    has_changed = true;
                }
            }
        }
    }
}

/* The fewest actions from `from` to every cell, with STAGE for each stage above the first. */
static void relax(const struct path_map *map, struct pos from, int costs[])
{
    for (int i = 0; i < map->width * map->height; i++)
        costs[i] = NO_WAY;
    costs[from.y * map->width + from.x] = 0;
    for (int stage = PATH_FREE; stage < PATH_STAGES; stage++)
        relax_all(map, costs, stage);
}

/* The cost of the nearest cell other than `from` beside the unknown. */
static int cost_of_unknown(const struct path_map *map, struct pos from, const int costs[])
{
    int least = NO_WAY;

    for (int i = 0; i < map->width * map->height; i++) {
        struct pos at = pos_of(i % map->width, i / map->width);
        for (enum dir dir = DIR_NORTH; costs[i] < NO_WAY && dir < DIR_COUNT; dir += 2) {
            struct pos beside = pos_step(at, dir);
            if (pos_equal(at, from) || path_tile(map, beside) != TILE_UNKNOWN)
                continue;
            int stage = greater(costs[i] / STAGE, stage_at(map, beside));
            if (stage * STAGE + costs[i] % STAGE < least)
                least = stage * STAGE + costs[i] % STAGE;
        }
    }
    return least;
}

static void fill_random(struct rng *rng, uint8_t *tiles)
{
    static const uint8_t mixture[] = {
        TILE_FLOOR, TILE_FLOOR,       TILE_FLOOR,     TILE_ROCK,    TILE_ROCK,
        TILE_ROCK,  TILE_DOOR_CLOSED, TILE_DOOR_OPEN, TILE_UNKNOWN, TILE_WATER_DEEP};

    for (int i = 0; i < RANDOM_WIDTH * RANDOM_HEIGHT; i++)
        tiles[i] = mixture[rng_below(rng, sizeof mixture)];
    tiles[RANDOM_WIDTH * RANDOM_HEIGHT / 2] = TILE_FLOOR;
}

struct avoided {
    struct pos taken[TAKEN_MAX];
    struct pos cells[TAKEN_MAX];
    struct pos skirted[TAKEN_MAX];
    uint16_t area_of[RANDOM_CELLS];
};

static int list_random(struct rng *rng, struct pos from, struct pos out[TAKEN_MAX])
{
    int count = 0;

    for (int i = (int)rng_below(rng, TAKEN_MAX); i > 0; i--) {
        int cell = (int)rng_below(rng, RANDOM_CELLS);
        struct pos at = pos_of(cell % RANDOM_WIDTH, cell / RANDOM_WIDTH);
        if (!pos_equal(at, from))
            out[count++] = at;
    }
    return count;
}

/* Some cells are taken, some avoided, and an area on the right is shunned on every second map. */
static void avoid_random(struct rng *rng, struct path_map *map, struct pos from,
                         struct avoided *avoided)
{
    int right = (int)rng_below(rng, RANDOM_WIDTH);

    map->taken = avoided->taken;
    map->taken_count = list_random(rng, from, avoided->taken);
    map->avoided = avoided->cells;
    map->avoided_count = list_random(rng, from, avoided->cells);
    map->skirted = avoided->skirted;
    map->skirted_count = list_random(rng, from, avoided->skirted);
    for (int i = 0; i < RANDOM_CELLS; i++)
        avoided->area_of[i] = i % RANDOM_WIDTH > RANDOM_WIDTH - right / 2 ? SHUNNED : PLACE_NONE;
    map->area_of = avoided->area_of;
    map->shunned = rng_below(rng, 2) == 0 ? SHUNNED : PLACE_NONE;
}

static void learn_all_but_avoided(const struct path_map *map, uint8_t *tiles)
{
    for (int i = 0; i < RANDOM_CELLS; i++) {
        if (tiles[i] == TILE_UNKNOWN &&
            stage_at(map, pos_of(i % RANDOM_WIDTH, i / RANDOM_WIDTH)) == PATH_FREE)
            tiles[i] = TILE_ROCK;
    }
}

/* A way goes over nothing of a later stage than it must. */
static void expect_cost(struct scene *scene, struct pos from, const struct path_goal *goal,
                        int cost)
{
    struct pos at = from;

    enum err error = path_find(scene->scratch, &scene->map, from, goal, &scene->path);
    ck_assert_int_eq(error, cost >= NO_WAY ? ERR_NOT_FOUND : ERR_OK);
    if (error != ERR_OK)
        return;
    ck_assert_int_eq((int)scene->path.stage * STAGE + scene->path.actions, cost);
    ck_assert(pos_equal(walk(scene, from), scene->path.end));
    for (int i = 0; i < scene->path.length; i++) {
        at = pos_step(at, (enum dir)scene->path.dirs[i]);
        ck_assert_int_le(stage_at(&scene->map, at), (int)scene->path.stage);
    }
}

TEST(no_way_is_longer_than_it_must_be_or_goes_over_what_it_can_avoid)
{
    uint8_t tiles[RANDOM_CELLS];
    struct avoided avoided;
    int costs[RANDOM_CELLS];
    struct scene scene = {.map = {.tiles = tiles, .width = RANDOM_WIDTH, .height = RANDOM_HEIGHT}};
    struct pos from = pos_of(RANDOM_WIDTH / 2, RANDOM_HEIGHT / 2);
    const struct path_goal unknown = {.kind = PATH_TO_UNKNOWN};
    struct rng rng;

    rng_init(&rng, 5);
    ck_assert_int_eq(path_scratch_new(&scene.scratch), ERR_OK);
    for (int map = 0; map < RANDOM_MAPS; map++) {
        fill_random(&rng, tiles);
        if (map % 3 != 0)
            avoid_random(&rng, &scene.map, from, &avoided);
        if (map % 3 == 2)
            learn_all_but_avoided(&scene.map, tiles);
        relax(&scene.map, from, costs);
        for (int i = 0; i < RANDOM_CELLS; i++) {
            struct pos at = pos_of(i % RANDOM_WIDTH, i / RANDOM_WIDTH);
            struct path_goal goal = {.kind = PATH_TO_CELL, .cell = at};
            expect_cost(&scene, from, &goal, costs[i]);
            ck_assert(costs[i] >= NO_WAY || pos_equal(scene.path.end, at));
        }
        expect_cost(&scene, from, &unknown, cost_of_unknown(&scene.map, from, costs));
        scene.map =
            (struct path_map){.tiles = tiles, .width = RANDOM_WIDTH, .height = RANDOM_HEIGHT};
    }
    path_scratch_free(scene.scratch);
}

TEST(the_same_memory_gives_the_same_way_whatever_was_searched_before)
{
    const char *text = "#.......#\n"
                       "#.a...#.#\n"
                       "#.##+##.#\n"
                       "#...z...#\n";
    struct scene scene;

    scene_init(&scene, text);
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    const struct path first = scene.path;
    ck_assert_int_eq(find(&scene, PATH_TO_CELL, pos_of(7, 3)), ERR_OK);
    ck_assert_int_eq(find_mark(&scene, 'z'), ERR_OK);
    ck_assert_int_eq(scene.path.length, first.length);
    ck_assert_mem_eq(scene.path.dirs, first.dirs, (size_t)first.length);
    scene_release(&scene);
}

TEST(walks_to_many_cells_are_measured_by_one_search)
{
    static const char drawing[] = "############\n"
                                  "#a.b#c..#e.#\n"
                                  "#...'...#..#\n"
                                  "############\n";
    static const struct {
        struct pos at;
        int walk;
    } table[] = {
        {{1, 1}, 0}, {{3, 1}, 2}, {{5, 1}, 4}, {{4, 1}, 3}, {{9, 1}, PATH_NO_WAY},
    };
    enum { CELLS = sizeof table / sizeof table[0] };
    struct pos cells[CELLS];
    int walks[CELLS];
    struct scene scene;

    scene_init(&scene, drawing);
    for (int i = 0; i < CELLS; i++)
        cells[i] = table[i].at;
    path_measure(scene.scratch, &scene.map, draw_level_find(drawing, 'a'), cells, CELLS, walks);
    for (int i = 0; i < CELLS; i++)
        ck_assert_msg(walks[i] == table[i].walk, "%d: %d", i, walks[i]);
    ck_assert_uint_eq(path_scratch_searches(scene.scratch), 1);
    scene_release(&scene);
}

/* Shut bars at `+`, which the first of two rooms is inside of. */
static void shut_gate(struct scene *scene, struct gate *gate, char inside)
{
    struct pos at = draw_level_find(scene->text, '+');

    *gate =
        (struct gate){.kind = GATE_LEVER, .shut = TILE_BARS_SHUT, .work_count = 1, .cell_count = 1};
    gate->cells[0] = at;
    gate->inside = draw_level_find(scene->text, inside);
    scene->level->tiles[level_index(scene->level, at)] = TILE_BARS_SHUT;
    scene->map.gates = gate;
    scene->map.gate_count = 1;
}

TEST(a_shut_gate_is_a_door_from_its_inside_alone)
{
    struct scene scene;
    struct gate gate;

    scene_init(&scene, "########\n#ai+ob.#\n########\n");
    shut_gate(&scene, &gate, 'i');
    ck_assert_int_eq(find_mark(&scene, 'b'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 4);
    ck_assert_int_eq(scene.path.actions, 5);
    shut_gate(&scene, &gate, 'o');
    ck_assert_int_eq(find_mark(&scene, 'b'), ERR_NOT_FOUND);
    scene.level->tiles[level_index(scene.level, gate.cells[0])] = TILE_BARS_OPEN;
    ck_assert_int_eq(find_mark(&scene, 'b'), ERR_OK);
    ck_assert_int_eq(scene.path.actions, 4);
    scene_release(&scene);
}

TEST(all_planks_of_a_bridge_come_at_once)
{
    struct gate gate = {.kind = GATE_LEVER, .shut = TILE_CHASM, .work_count = 1, .cell_count = 4};
    struct scene scene;

    scene_init(&scene, "##########\n#aicdefob#\n##########\n");
    gate.inside = draw_level_find(scene.text, 'i');
    for (int i = 0; i < gate.cell_count; i++) {
        gate.cells[i] = draw_level_find(scene.text, (char)('c' + i));
        scene.level->tiles[level_index(scene.level, gate.cells[i])] = TILE_CHASM;
    }
    scene.map.gates = &gate;
    scene.map.gate_count = 1;
    ck_assert_int_eq(find_mark(&scene, 'b'), ERR_OK);
    ck_assert_int_eq(scene.path.steps, 7);
    gate.inside = draw_level_find(scene.text, 'o');
    ck_assert_int_eq(find_mark(&scene, 'b'), ERR_NOT_FOUND);
    scene_release(&scene);
}
