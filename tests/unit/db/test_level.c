/*
 * Levels as blobs.
 */
#include "fixture.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;
static struct bytes data;

static const struct level_key key = {.wing = 2, .depth = 7, .generation = 3};
static const uint8_t blob[] = {0, 1, 2, 253, 254, 255, 0, 9, 10, 11};

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    bytes_init(&data, LEVEL_BLOB_MAX);
}

static void tear_down(void)
{
    bytes_release(&data);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void save(struct level_key where, const uint8_t *content, size_t length)
{
    struct level_blob level = {.key = where, .style = "caves", .format = 1};

    ck_assert_int_eq(store_save_level(store, &level, content, length), ERR_OK);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_level_comes_back_as_saved)
{
    struct level_blob level;

    save(key, blob, sizeof blob);
    ck_assert_int_eq(store_load_level(store, key, &level, &data), ERR_OK);
    ck_assert_uint_eq(data.length, sizeof blob);
    ck_assert_mem_eq(data.data, blob, sizeof blob);
    ck_assert_str_eq(level.style, "caves");
    ck_assert_int_eq(level.format, 1);
    ck_assert(level_key_equal(level.key, key));

    save(key, blob + 3, 4);
    bytes_clear(&data, SIZE_MAX);
    ck_assert_int_eq(store_load_level(store, key, &level, &data), ERR_OK);
    ck_assert_msg(data.length == 4, "saving again replaces");
}

TEST(a_population_comes_back_as_saved_and_goes_with_its_level)
{
    const struct level_key other = {2, 7, 4};

    ck_assert_int_eq(store_load_population(store, key, &data), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_population(store, key, blob, sizeof blob), ERR_OK);
    ck_assert_int_eq(store_save_population(store, other, blob, 2), ERR_OK);
    ck_assert_int_eq(store_save_population(store, key, blob + 3, 4), ERR_OK);
    ck_assert_int_eq(store_load_population(store, key, &data), ERR_OK);
    ck_assert_uint_eq(data.length, 4);
    ck_assert_mem_eq(data.data, blob + 3, 4);
    save(key, blob, sizeof blob);
    ck_assert_int_eq(store_drop_level(store, key), ERR_OK);
    ck_assert_int_eq(store_load_population(store, key, &data), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_population(store, other, &data), ERR_OK);
}

TEST(a_damaged_population_is_told_alone)
{
    save(key, blob, sizeof blob);
    ck_assert_int_eq(store_save_population(store, key, blob, sizeof blob), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE population SET blob = x'00'");
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_population(store, key, &data), ERR_CHECKSUM);
    ck_assert_uint_eq(data.length, 0);
    struct examination seen = fixture_examine(store);
    ck_assert_uint_eq(seen.rows[RECORD_POPULATION].bad, 1);
    ck_assert(seen.state_is_whole);
}

TEST(each_part_of_the_key_counts)
{
    const struct level_key others[] = {{3, 7, 3}, {2, 8, 3}, {2, 7, 4}};
    struct level_blob level;

    save(key, blob, sizeof blob);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_int_eq(store_load_level(store, others[i], &level, &data), ERR_NOT_FOUND);
    ck_assert_uint_eq(data.length, 0);
}

TEST(the_newest_generation_is_found)
{
    uint32_t generation = 0;

    ck_assert_int_eq(store_find_generation(store, 2, 7, &generation), ERR_NOT_FOUND);
    save(key, blob, sizeof blob);
    save((struct level_key){2, 7, UINT32_MAX}, blob, sizeof blob);
    save((struct level_key){2, 7, 1}, blob, sizeof blob);
    save((struct level_key){2, 6, 9}, blob, sizeof blob);
    ck_assert_int_eq(store_find_generation(store, 2, 7, &generation), ERR_OK);
    ck_assert_uint_eq(generation, UINT32_MAX);
    ck_assert_int_eq(store_find_generation(store, 2, 6, &generation), ERR_OK);
    ck_assert_uint_eq(generation, 9);
}

TEST(a_flipped_bit_is_noticed)
{
    struct level_blob level;

    save(key, blob, sizeof blob);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE level SET blob = x'000102fdfeff00090a0a'");
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_level(store, key, &level, &data), ERR_CHECKSUM);
    ck_assert_msg(data.length == 0, "a damaged blob is not handed out");
}

TEST(key_style_and_format_are_under_the_checksum)
{
    static const char *const changes[][2] = {
        {"wing = 3", "wing = 2"},
        {"depth = 8", "depth = 7"},
        {"generation = 4", "generation = 3"},
        {"style = 'cavet'", "style = 'caves'"},
        {"format = 2", "format = 1"},
    };
    static const struct level_key keys[] = {{3, 7, 3}, {2, 8, 3}, {2, 7, 4}, {2, 7, 3}, {2, 7, 3}};
    struct level_blob level;
    char sql[100];

    save(key, blob, sizeof blob);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        for (int undo = 0; undo <= 1; undo++) {
            ck_assert_int_eq(store_close(store), ERR_OK);
            snprintf(sql, sizeof sql, "UPDATE level SET %s", changes[i][undo]);
            fixture_sql(fixture.path, sql);
            store = fixture_open(&fixture);
            enum err error = store_load_level(store, undo ? key : keys[i], &level, &data);
            ck_assert_msg(error == (undo ? ERR_OK : ERR_CHECKSUM), "%s: %s", changes[i][undo],
                          err_name(error));
        }
    }
}

TEST(a_level_larger_than_the_buffer_is_refused)
{
    struct bytes small;
    struct level_blob level;

    save(key, blob, sizeof blob);
    bytes_init(&small, sizeof blob - 1);
    ck_assert_int_eq(store_load_level(store, key, &level, &small), ERR_TOO_BIG);
    bytes_release(&small);
}

TEST(a_blob_larger_than_any_level_is_damage)
{
    static uint8_t large[LEVEL_BLOB_MAX + 1];
    struct level_blob level = {.key = key, .style = "caves", .format = 1};
    char sql[1024];

    ck_assert_int_eq(store_save_level(store, &level, large, sizeof large), ERR_RANGE);
    save(key, blob, sizeof blob);
    ck_assert_int_eq(store_close(store), ERR_OK);
    snprintf(sql, sizeof sql, "UPDATE level SET blob = zeroblob(%d)%s", LEVEL_BLOB_MAX + 1,
             FIXTURE_RESEAL);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_level(store, key, &level, &data), ERR_FORMAT);
    ck_assert_uint_eq(data.length, 0);
    save(key, large, sizeof large - 1);
    ck_assert_int_eq(store_load_level(store, key, &level, &data), ERR_OK);
}

TEST(a_real_level_survives)
{
    enum { WIDTH = 80, HEIGHT = 50 };
    static uint8_t tiles[WIDTH * HEIGHT];
    struct level_plan plan = {.key = key, .width = WIDTH, .height = HEIGHT, .tiles = tiles};
    struct level *level = NULL;
    struct level *again = NULL;
    struct level_blob row;
    struct hash before;
    struct hash after;

    for (size_t i = 0; i < sizeof tiles; i++)
        tiles[i] = i % 7 == 0 || i % 11 == 0 ? TILE_ROCK : TILE_FLOOR;
    plan.up = pos_of(1, 1);
    plan.down = pos_of(5, 5);
    tiles[WIDTH + 1] = TILE_STAIRS_UP;
    tiles[5 * WIDTH + 5] = TILE_STAIRS_DOWN;
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    ck_assert_int_eq(level_encode(level, &data), ERR_OK);
    save(key, data.data, data.length);
    bytes_clear(&data, SIZE_MAX);
    ck_assert_int_eq(store_load_level(store, key, &row, &data), ERR_OK);
    ck_assert_int_eq(level_decode(data.data, data.length, row.key, &again), ERR_OK);
    hash_init(&before);
    hash_init(&after);
    level_hash(level, &before);
    level_hash(again, &after);
    ck_assert(before.value == after.value);
    level_free(level);
    level_free(again);
}
