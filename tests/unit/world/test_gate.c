/*
 * Gates: levers, plates, bars and bridges.
 */
#include "world/gate.h"

#include <string.h>

#include "support/stage.h"
#include "support/test.h"

/* A lever and bars; two plates and the same bars; a lever and a bridge. */
static const char pocket[] = "##########\n"
                             "#....#...#\n"
                             "#a.b.|cd.#\n"
                             "#\\9.9#...#\n"
                             "##########\n";
static const char moat[] = "##########\n"
                           "#a.b~~c..#\n"
                           "#\\######.#\n"
                           "##########\n";

static struct stage stage;
static body_id ada;

static struct pos mark(const char *text, char glyph)
{
    return draw_level_find(text, glyph);
}

static struct level *level(void)
{
    return stage_level(&stage);
}

static void set_scene(const char *text, char from, const struct gate *gate)
{
    stage_init(&stage, text);
    ck_assert(gate_is_valid(gate, level()->width, level()->height, level()->tiles));
    level()->gates[0] = *gate;
    level()->gate_count = 1;
    ada = stage_join(&stage, 1, mark(text, from));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct gate lever_gate(void)
{
    return (struct gate){.kind = GATE_LEVER,
                         .shut = TILE_BARS_SHUT,
                         .work_count = 1,
                         .cell_count = 1,
                         .works = {mark(pocket, '\\')},
                         .cells = {mark(pocket, '|')},
                         .inside = mark(pocket, 'c')};
}

static struct gate plates_gate(void)
{
    struct gate gate = lever_gate();

    gate.kind = GATE_PLATES;
    gate.work_count = 2;
    gate.works[0] = mark(pocket, '9');
    gate.works[1] = pos_of(gate.works[0].x + 2, gate.works[0].y);
    return gate;
}

static struct gate bridge_gate(void)
{
    struct pos first = mark(moat, '~');

    return (struct gate){.kind = GATE_LEVER,
                         .shut = TILE_WATER_DEEP,
                         .work_count = 1,
                         .cell_count = 2,
                         .works = {mark(moat, '\\')},
                         .cells = {first, pos_of(first.x + 1, first.y)},
                         .inside = mark(moat, 'c')};
}

static void step(body_id who, enum dir dir)
{
    stage_ticks(&stage, 20); /* the last action is over */
    stage_act(&stage, who, ACTION_MOVE, dir);
    stage_tick(&stage);
}

static bool is_open(void)
{
    return gate_is_open(level(), &level()->gates[0]);
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_lever_opens_bars_for_a_minute_of_the_levels_clock)
{
    const struct gate gate = lever_gate();

    set_scene(pocket, 'a', &gate);
    step(ada, DIR_SOUTH);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_LEVER, ada));
    ck_assert_int_eq(stage_event(&stage, EVENT_GATE_OPENED, ada)->count, 0);
    ck_assert(is_open());
    ck_assert(level_is_walkable(level(), gate.cells[0]));
    stage_ticks(&stage, GATE_OPEN_TICKS - 1);
    ck_assert(is_open());
    stage_ticks(&stage, 2);
    ck_assert(!is_open());
}

TEST(a_gate_never_shuts_on_a_body_or_a_thing)
{
    const struct gate gate = lever_gate();

    set_scene(pocket, 'a', &gate);
    step(ada, DIR_SOUTH);
    (void)stage_join(&stage, 2, gate.cells[0]);
    stage_ticks(&stage, 2 * GATE_OPEN_TICKS);
    ck_assert(is_open());
    stage_input(&stage, INPUT_LEAVE, world_find_delver(stage.world, 2)->body.id);
    (void)stage_item(&stage, ITEM_DART, gate.cells[0]);
    stage_ticks(&stage, 5);
    ck_assert(is_open());
}

TEST(shut_bars_say_what_they_want)
{
    struct gate gate = lever_gate();

    set_scene(pocket, 'b', &gate);
    step(ada, DIR_EAST);
    step(ada, DIR_EAST);
    stage_expect_refusal(&stage, ada, REFUSAL_BARS_LEVER);
    level()->gates[0] = plates_gate();
    step(ada, DIR_EAST);
    stage_expect_refusal(&stage, ada, REFUSAL_BARS_PLATES);
}

TEST(from_the_inside_every_gate_opens)
{
    const struct gate gate = plates_gate();

    set_scene(pocket, 'c', &gate);
    step(ada, DIR_WEST);
    ck_assert(is_open());
    step(ada, DIR_WEST);
    ck_assert(pos_equal(stage_place(&stage, ada), gate.cells[0]));
}

TEST(two_plates_want_two_delvers_and_open_for_a_minute_more)
{
    const struct gate gate = plates_gate();

    set_scene(pocket, 'd', &gate);
    body_id brom = stage_join(&stage, 2, gate.works[0]);
    stage_ticks(&stage, 5);
    ck_assert_msg(!is_open(), "one alone");
    body_id cai = stage_join(&stage, 3, gate.works[1]);
    stage_ticks(&stage, 2 * GATE_OPEN_TICKS);
    ck_assert_msg(is_open(), "while both are held");
    step(brom, DIR_NORTH);
    stage_ticks(&stage, GATE_OPEN_TICKS / 2);
    ck_assert(is_open());
    stage_ticks(&stage, GATE_OPEN_TICKS / 2 + 2);
    ck_assert(!is_open());
    ck_assert(pos_equal(stage_place(&stage, cai), gate.works[1]));
}

TEST(a_foe_holds_no_plate)
{
    const struct gate gate = plates_gate();

    set_scene(pocket, 'd', &gate);
    (void)stage_join(&stage, 2, gate.works[0]);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, gate.works[1]);
    stage_tick(&stage);
    ck_assert(!is_open());
}

TEST(a_bridge_lies_for_a_minute_and_never_sinks_under_a_body)
{
    const struct gate gate = bridge_gate();

    set_scene(moat, 'a', &gate);
    step(ada, DIR_SOUTH);
    ck_assert_int_eq(stage_event(&stage, EVENT_GATE_OPENED, ada)->count, 1);
    for (int i = 0; i < 4; i++)
        step(ada, DIR_EAST);
    ck_assert(pos_equal(stage_place(&stage, ada), gate.cells[1]));
    stage_ticks(&stage, 2 * GATE_OPEN_TICKS);
    ck_assert_int_eq(level_tile(level(), gate.cells[0]), TILE_BRIDGE);
    step(ada, DIR_EAST);
    stage_ticks(&stage, 2);
    ck_assert_int_eq(level_tile(level(), gate.cells[0]), TILE_WATER_DEEP);
    step(ada, DIR_WEST);
    ck_assert_msg(is_open(), "from the far side it is let down by hand");
}

TEST(a_level_keeps_its_gates_and_hidden_traps)
{
    const struct gate gate = lever_gate();
    struct bytes bytes;
    struct level *copy = NULL;
    struct hash hashes[2];

    set_scene(pocket, 'a', &gate);
    bytes_init(&bytes, LEVEL_BLOB_MAX);
    level()->traps[0] = (struct trap){mark(pocket, 'd'), TILE_GAS};
    level()->trap_count = 1;
    ck_assert_int_eq(level_encode(level(), &bytes), ERR_OK);
    ck_assert_int_eq(level_decode(bytes.data, bytes.length, level()->key, &copy), ERR_OK);
    ck_assert_int_eq(copy->gate_count, 1);
    ck_assert_int_eq(copy->trap_count, 1);
    hash_init(&hashes[0]);
    hash_init(&hashes[1]);
    level_hash(level(), &hashes[0]);
    level_hash(copy, &hashes[1]);
    ck_assert_uint_eq(hashes[0].value, hashes[1].value);
    level_free(copy);
    for (size_t length = 0; length < bytes.length; length++)
        ck_assert_int_eq(level_decode(bytes.data, length, level()->key, &copy), ERR_FORMAT);
    bytes_release(&bytes);
}

TEST(a_gate_that_does_not_fit_its_level_is_refused)
{
    struct gate gate = lever_gate();

    set_scene(pocket, 'a', &gate);
#define EXPECT_REFUSED(change)                                                                     \
    do {                                                                                           \
        gate = lever_gate();                                                                       \
        gate.change;                                                                               \
        ck_assert(!gate_is_valid(&gate, level()->width, level()->height, level()->tiles));         \
    } while (0)
    EXPECT_REFUSED(kind = GATE_KIND_COUNT);
    EXPECT_REFUSED(shut = TILE_FLOOR);
    EXPECT_REFUSED(work_count = 0);
    EXPECT_REFUSED(work_count = GATE_WORKS_MAX + 1);
    EXPECT_REFUSED(cell_count = 0);
    EXPECT_REFUSED(cell_count = GATE_CELLS_MAX + 1);
    EXPECT_REFUSED(works[0] = mark(pocket, 'a'));
    EXPECT_REFUSED(cells[0] = pos_of(-1, 0));
    EXPECT_REFUSED(inside.x = level()->width);
#undef EXPECT_REFUSED
}
