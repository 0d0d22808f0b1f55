/*
 * Gates as they are saved, and those that do not fit.
 */
#include "world/door.h"

#include "support/stage.h"
#include "support/test.h"

/* A lever and bars; two plates and the same bars; a lever and a bridge. */
static const char pocket[] = "##########\n"
                             "#....#...#\n"
                             "#a.b.|cd.#\n"
                             "#\\9.9#...#\n"
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

TEST_FIXTURE(NULL, tear_down);

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
