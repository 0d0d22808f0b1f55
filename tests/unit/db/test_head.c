/*
 * Which generation of a level counts, and what is forgotten with one that does not.
 */
#include "content/theme.h"
#include "fixture.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static struct level_head head_of(uint16_t wing, uint16_t depth)
{
    return (struct level_head){.wing = wing,
                               .depth = depth,
                               .current = 3,
                               .has_kept = true,
                               .kept = 1,
                               .newest = 4000000000u,
                               .is_locked = true,
                               .recipe = {.seed = UINT64_MAX, .style = "caves"},
                               .kept_recipe = {.seed = 7, .style = LEVEL_STYLE_OF_THEME}};
}

static void expect_same(const struct level_head *is, const struct level_head *wanted)
{
    ck_assert(is->wing == wanted->wing && is->depth == wanted->depth);
    ck_assert_uint_eq(is->current, wanted->current);
    ck_assert(is->has_kept == wanted->has_kept && is->kept == wanted->kept);
    ck_assert_uint_eq(is->newest, wanted->newest);
    ck_assert_int_eq(is->is_locked, wanted->is_locked);
    ck_assert_uint_eq(is->recipe.seed, wanted->recipe.seed);
    ck_assert_str_eq(is->recipe.style, wanted->recipe.style);
    ck_assert_uint_eq(is->kept_recipe.seed, wanted->kept_recipe.seed);
    ck_assert_str_eq(is->kept_recipe.style, wanted->kept_recipe.style);
}

static enum err count_heads(const struct level_head *head, void *argument)
{
    uint64_t *count = argument;

    ck_assert_str_eq(head->recipe.style, "caves");
    ++*count;
    return ERR_OK;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_head_comes_back_as_it_was_saved)
{
    struct level_head head = head_of(2, 5);
    struct level_head other = head_of(0, 99);
    struct level_head found;
    uint64_t count = 0;
    uint64_t bad = 0;

    ck_assert_int_eq(store_load_head(store, 2, 5, &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    ck_assert_int_eq(store_save_head(store, &other), ERR_OK);
    head.has_kept = false;
    head.kept = 0;
    head.is_locked = false;
    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert_int_eq(store_load_head(store, 2, 5, &found), ERR_OK);
    expect_same(&found, &head);
    ck_assert_int_eq(store_load_head(store, 0, 99, &found), ERR_OK);
    expect_same(&found, &other);
    ck_assert_int_eq(store_each_head(store, count_heads, &count, &bad), ERR_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(bad, 0);
    fixture_expect_clean(store, "after three saves");
}

TEST(a_damaged_head_is_told_and_is_good_again_once_saved)
{
    static const char *const damages[] = {
        "UPDATE level_head SET locked = 0",
        "UPDATE level_head SET current = 1" FIXTURE_RESEAL,
        "UPDATE level_head SET current = newest + 1" FIXTURE_RESEAL,
        "UPDATE level_head SET kept = -2" FIXTURE_RESEAL,
        "UPDATE level_head SET style = ''" FIXTURE_RESEAL,
        "UPDATE level_head SET locked = 2" FIXTURE_RESEAL,
        "UPDATE level_head SET checksum = checksum + 1",
    };
    struct level_head head = head_of(2, 5);

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct level_head found;
        uint64_t count = 0;
        uint64_t bad = 0;
        ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
        fixture_reopen_after(&fixture, &store, damages[i]);
        ck_assert_msg(store_load_head(store, 2, 5, &found) == ERR_FORMAT, "%s", damages[i]);
        ck_assert_uint_eq(fixture_examine(store).rows[RECORD_HEAD].bad, 1);
        ck_assert_int_eq(store_each_head(store, count_heads, &count, &bad), ERR_OK);
        ck_assert_msg(count == 0 && bad == 1, "%s", damages[i]);
        ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
        ck_assert_int_eq(store_load_head(store, 2, 5, &found), ERR_OK);
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
        fixture_expect_clean(store, damages[i]);
    }
}

/* Another version may have dug deeper; where this one has no depth nothing may ask for it. */
TEST(a_head_below_the_deepest_level_is_damaged)
{
    struct level_head head = head_of(0, DEPTH_MAX);
    struct level_head found;
    uint64_t count = 0;
    uint64_t bad = 0;

    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    head.depth++;
    ck_assert_int_eq(store_save_head(store, &head), ERR_RANGE);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE level_head SET depth = depth + 1" FIXTURE_RESEAL);
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_head(store, 0, DEPTH_MAX + 1, &found), ERR_FORMAT);
    ck_assert_int_eq(store_each_head(store, count_heads, &count, &bad), ERR_OK);
    ck_assert(count == 0 && bad == 1);
}

static void save_level(struct level_key key)
{
    static const uint8_t blob[] = {1, 100, 0, 57, 0, 9};
    const struct level_blob level = {.key = key, .style = "caves", .format = 1};

    ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
}

TEST(a_generation_goes_with_what_is_remembered_of_it)
{
    const struct level_key gone = {.depth = 3, .generation = 1};
    const struct level_key kept = {.depth = 3, .generation = 2};
    static const uint8_t tiles[900] = {TILE_FLOOR};
    uint8_t found[900];
    struct level_blob row;
    struct bytes data;
    int64_t ada = fixture_create(store, "Ada");
    int64_t brom = fixture_create(store, "Brom");

    save_level(gone);
    save_level(kept);
    ck_assert_int_eq(store_save_memory(store, ada, gone, tiles, sizeof tiles, MEMORY_BANDS_ALL),
                     ERR_OK);
    ck_assert_int_eq(store_save_memory(store, brom, gone, tiles, sizeof tiles, MEMORY_BANDS_ALL),
                     ERR_OK);
    ck_assert_int_eq(store_save_memory(store, brom, kept, tiles, sizeof tiles, MEMORY_BANDS_ALL),
                     ERR_OK);
    ck_assert_int_eq(store_drop_level(store, gone), ERR_OK);
    ck_assert_int_eq(store_drop_level(store, gone), ERR_OK);
    bytes_init(&data, LEVEL_BLOB_MAX);
    ck_assert_int_eq(store_load_level(store, gone, &row, &data), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_level(store, kept, &row, &data), ERR_OK);
    bytes_release(&data);
    ck_assert_int_eq(store_load_memory(store, ada, gone, found, 900), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_memory(store, brom, gone, found, 900), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_memory(store, brom, kept, found, 900), ERR_OK);
    ck_assert_msg(fixture_examine(store).state_is_whole, "the sum has lost count");
}

TEST(levels_are_listed_and_delvers_on_them_counted)
{
    struct level_summary list[4];
    struct delver_record delver = fixture_delver();
    uint64_t count = 9;
    int levels = 0;

    save_level((struct level_key){.wing = 1, .depth = 2});
    save_level((struct level_key){.wing = 0, .depth = 3, .generation = 5});
    save_level((struct level_key){.wing = 0, .depth = 2});
    ck_assert_int_eq(store_list_levels(store, list, 4, &levels), ERR_OK);
    ck_assert_int_eq(levels, 3);
    ck_assert(list[0].key.depth == 2 && list[0].key.wing == 0 && list[1].key.wing == 1);
    ck_assert(list[2].key.depth == 3 && list[2].key.generation == 5);
    ck_assert_str_eq(list[2].style, "caves");
    ck_assert(list[2].width == 100 && list[2].height == 57);
    ck_assert_int_eq(store_list_levels(store, list, 2, &levels), ERR_OK);
    ck_assert_int_eq(levels, 2);

    fixture_create(store, "Ada");
    ck_assert_int_eq(store_count_delvers(store, delver.level, &count), ERR_OK);
    ck_assert_uint_eq(count, 1);
    delver.level.generation++;
    ck_assert_int_eq(store_count_delvers(store, delver.level, &count), ERR_OK);
    ck_assert_uint_eq(count, 0);
}
