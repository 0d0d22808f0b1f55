/*
 * Delvers' memories of levels, in the store.
 */
#include "fixture.h"
#include "support/test.h"

enum { CELLS = 60 * 40 };

static struct fixture fixture;
static struct store *store;
static int64_t delver_id;
static uint8_t seen[CELLS];
static uint8_t loaded[CELLS];

static const struct level_key key = {.wing = 0, .depth = 4, .generation = 2};

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    delver_id = fixture_create(store, "Ada");
    for (size_t i = 0; i < CELLS; i++)
        seen[i] = (uint8_t)(i / 13 % TILE_COUNT);
    memset(loaded, 0xee, sizeof loaded);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void save(size_t count)
{
    ck_assert_int_eq(store_save_memory(store, delver_id, key, seen, count, MEMORY_BANDS_ALL),
                     ERR_OK);
}

static void expect_unknown(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        ck_assert_int_eq(loaded[i], TILE_UNKNOWN);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_memory_comes_back_as_saved)
{
    save(CELLS);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_OK);
    ck_assert_mem_eq(loaded, seen, CELLS);

    seen[CELLS - 1] = TILE_DOOR_OPEN;
    save(CELLS);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_OK);
    ck_assert_mem_eq(loaded, seen, CELLS);
}

TEST(the_largest_level_can_be_remembered)
{
    enum { LARGEST = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX };
    static uint8_t wide[LARGEST];
    static uint8_t back[LARGEST];

    for (size_t i = 0; i < LARGEST; i++)
        wide[i] = i % 2 == 0 ? TILE_ROCK : TILE_FLOOR;
    ck_assert_int_eq(store_save_memory(store, delver_id, key, wide, LARGEST, MEMORY_BANDS_ALL),
                     ERR_OK);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, back, LARGEST), ERR_OK);
    ck_assert_mem_eq(back, wide, LARGEST);
}

TEST(memories_belong_to_one_delver_and_one_generation)
{
    const struct level_key next = {.wing = 0, .depth = 4, .generation = 3};
    int64_t other = fixture_create(store, "Brom");

    save(CELLS);
    ck_assert_int_eq(store_load_memory(store, other, key, loaded, CELLS), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_memory(store, delver_id, next, loaded, CELLS), ERR_NOT_FOUND);
    ck_assert_msg(store_save_memory(store, other + 1, key, seen, CELLS, MEMORY_BANDS_ALL) ==
                      ERR_NOT_FOUND,
                  "nobody remembers for a delver that is not");
}

TEST(a_memory_of_another_size_is_refused)
{
    save(CELLS);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS - 1), ERR_FORMAT);
    save(CELLS - 1);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_FORMAT);
    expect_unknown(0, CELLS);
    /* A memory is refused too where each present band has the right size. */
    ck_assert_int_eq(store_drop_level(store, key), ERR_OK);
    save(2 * MEMORY_BAND);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, MEMORY_BAND), ERR_FORMAT);
    expect_unknown(0, MEMORY_BAND);
}

TEST(only_the_bands_that_are_named_are_written)
{
    static uint8_t newer[CELLS];

    save(CELLS);
    memset(newer, TILE_FLOOR, sizeof newer);
    ck_assert_int_eq(store_save_memory(store, delver_id, key, newer, CELLS, 1u << 1), ERR_OK);
    memcpy(seen + MEMORY_BAND, newer, MEMORY_BAND);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_OK);
    ck_assert_mem_eq(loaded, seen, CELLS);
    fixture_expect_clean(store, "after one band was saved");
}

TEST(a_band_of_which_nothing_is_known_has_no_row)
{
    memset(seen, TILE_UNKNOWN, MEMORY_BAND);
    save(CELLS);
    ck_assert_uint_eq(fixture_examine(store).rows[RECORD_MEMORY].all, 2);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_OK);
    ck_assert_mem_eq(loaded, seen, CELLS);
    memset(seen, TILE_UNKNOWN, sizeof seen);
    save(CELLS);
    ck_assert_uint_eq(fixture_examine(store).rows[RECORD_MEMORY].all, 0);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_NOT_FOUND);
    fixture_expect_clean(store, "after all was forgotten");
}

TEST(a_damaged_or_missing_band_is_lost_alone)
{
    static const struct {
        const char *sql;
        enum err error;
    } damages[] = {
        {"UPDATE memory SET explored = x'0101' WHERE band = 1", ERR_CHECKSUM},
        {"UPDATE memory SET explored = zeroblob(40000) WHERE band = 1", ERR_FORMAT},
        {"DELETE FROM memory WHERE band = 1", ERR_OK},
    };

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        save(CELLS);
        ck_assert_int_eq(store_close(store), ERR_OK);
        fixture_sql(fixture.path, damages[i].sql);
        store = fixture_open(&fixture);
        ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), damages[i].error);
        ck_assert_mem_eq(loaded, seen, MEMORY_BAND);
        expect_unknown(MEMORY_BAND, 2 * MEMORY_BAND);
        ck_assert_mem_eq(loaded + 2 * MEMORY_BAND, seen + 2 * MEMORY_BAND, CELLS - 2 * MEMORY_BAND);
    }
}

TEST(a_flipped_bit_is_noticed)
{
    memset(seen, TILE_FLOOR, sizeof seen);
    save(CELLS);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE memory SET explored = "
                              "CAST(substr(explored, 1, length(explored) - 1) || x'01' AS BLOB)");
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, loaded, CELLS), ERR_CHECKSUM);
}

TEST(a_memory_of_another_place_or_delver_is_noticed)
{
    static const char *const moves[] = {"delver_id = 2", "delver_id = 1, wing = 1",
                                        "wing = 0, depth = 5", "depth = 4, generation = 3"};
    static const struct level_key keys[] = {{0, 4, 2}, {1, 4, 2}, {0, 5, 2}, {0, 4, 3}};
    char sql[100];

    fixture_create(store, "Brom");
    save(CELLS);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        ck_assert_int_eq(store_close(store), ERR_OK);
        snprintf(sql, sizeof sql, "UPDATE memory SET %s", moves[i]);
        fixture_sql(fixture.path, sql);
        store = fixture_open(&fixture);
        enum err error = store_load_memory(store, i == 0 ? 2 : 1, keys[i], loaded, CELLS);
        ck_assert_msg(error == ERR_CHECKSUM, "%s: %s", moves[i], err_name(error));
    }
}
