/*
 * A store with any driver: rows, transactions, parts of them, questions, errors. Each test runs
 * once with each driver. The fake's behaviour on demand is tested too.
 */
#include "db/driver.h"

#include <pthread.h>

#include "db/rows.h"
#include "db/store_private.h"
#include "fixture.h"
#include "support/rows/fake_store.h"
#include "support/rows/row_maker.h"
#include "support/test.h"

enum { DRIVER_SQLITE, DRIVER_FAKE, DRIVER_COUNT };

static struct fixture fixture;
static struct fake *fake; /* NULL: SQLite is used */
static struct store *store;

static void reopen(void)
{
    if (store != NULL)
        ck_assert_int_eq(store_close(store), ERR_OK);
    store = fake != NULL ? fake_open(fake) : fixture_open(&fixture);
}

static void use(int driver)
{
    store = NULL;
    fake = driver == DRIVER_FAKE ? fake_new() : NULL;
    reopen();
    row_make_owners(store);
}

static void set_up(void)
{
    fixture_make(&fixture);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    if (fake != NULL)
        fake_free(fake);
    fixture_remove(&fixture);
}

static void expect_all(uint32_t version)
{
    for (int id = 0; id < RECORD_COUNT; id++) {
        for (int place = 0; place < row_places((enum record_id)id); place++) {
            struct made_row row;
            bool is_same = false;
            row_make((enum record_id)id, place, version, &row);
            ck_assert_int_eq(row_compare(store, (enum record_id)id, row.row.bytes, &is_same),
                             ERR_OK);
            ck_assert_msg(is_same, "%s %d", record_at((enum record_id)id)->table, place);
        }
    }
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(every_row_comes_back_as_it_was_saved_last, DRIVER_COUNT)
{
    use(_i);
    row_save_all(store, 1);
    row_save_all(store, 2);
    expect_all(2);
    reopen();
    expect_all(2);
}

TEST_EACH(a_dropped_row_is_gone_and_out_of_the_sum, DRIVER_COUNT)
{
    use(_i);
    row_save_all(store, 1);
    for (int id = RECORD_COUNT - 1; id >= 0; id--) {
        struct made_row row;
        bool is_same = false;
        if (record_at((enum record_id)id)->is_made_once)
            continue;
        row_make((enum record_id)id, 3, 1, &row);
        ck_assert_int_eq(row_drop(store, (enum record_id)id, row.row.bytes), ERR_OK);
        ck_assert_int_eq(row_compare(store, (enum record_id)id, row.row.bytes, &is_same),
                         ERR_NOT_FOUND);
        ck_assert_int_eq(row_drop(store, (enum record_id)id, row.row.bytes), ERR_NOT_FOUND);
    }
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST_EACH(a_row_that_has_no_owner_or_was_never_made_is_not_saved, DRIVER_COUNT)
{
    use(_i);
    for (int id = 0; id < RECORD_COUNT; id++) {
        const struct record *record = record_at((enum record_id)id);
        struct made_row row;
        row_make((enum record_id)id, 0, 1, &row);
        if (record->owner == NULL)
            continue;
        column_set_value(&record->columns[0], row.row.bytes, 999);
        ck_assert_int_eq(row_save(store, (enum record_id)id, row.row.bytes), ERR_NOT_FOUND);
    }
    ck_assert(fixture_examine(store).state_is_whole);
}

/* False where every value of the type may stand. */
static bool spoil(const struct column *column, void *row)
{
    if (column->type == COLUMN_TEXT)
        memset((uint8_t *)row + column->offset, 0, column->size);
    else if (column->type == COLUMN_BLOB)
        memset((uint8_t *)row + column->offset, 0, sizeof(struct row_blob));
    else if (column->type == COLUMN_PACKED)
        return false;
    else if (column->low == INT64_MIN)
        return false;
    else if (column->low > 0)
        column_set_value(column, row, 0);
    else if (column->type == COLUMN_SIGNED)
        column_set_value(column, row, column->low - 1);
    else
        return false;
    return true;
}

TEST_EACH(what_would_be_refused_when_it_is_loaded_is_not_saved, DRIVER_COUNT)
{
    use(_i);
    for (int id = 0; id < RECORD_COUNT; id++) {
        const struct record *record = record_at((enum record_id)id);
        for (int i = 0; i < record->count; i++) {
            struct made_row row;
            row_make((enum record_id)id, 0, 1, &row);
            if (!spoil(&record->columns[i], row.row.bytes))
                continue;
            ck_assert_msg(row_save(store, (enum record_id)id, row.row.bytes) == ERR_RANGE, "%s.%s",
                          record->table, record->columns[i].name);
        }
    }
}

static enum err row_of(enum record_id id, int place)
{
    struct made_row row;
    bool is_same = false;

    row_make(id, place, 1, &row);
    return row_compare(store, id, row.row.bytes, &is_same);
}

static void save_row(enum record_id id, int place)
{
    struct made_row row;

    row_make(id, place, 1, &row);
    ck_assert_int_eq(row_save(store, id, row.row.bytes), ERR_OK);
}

TEST_EACH(what_is_rolled_back_was_never_there, DRIVER_COUNT)
{
    use(_i);
    save_row(RECORD_RULING, 0);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    save_row(RECORD_RULING, 1);
    ck_assert_int_eq(row_drop(store, RECORD_RULING, &(struct ruling){.kind = RULING_BAN_NAME}),
                     ERR_NOT_FOUND);
    ck_assert_int_eq(store_forget_account(store, 1), ERR_OK);
    ck_assert_int_eq(row_of(RECORD_ACCOUNT, 0), ERR_NOT_FOUND);
    store_rollback(store);
    ck_assert_int_eq(row_of(RECORD_RULING, 0), ERR_OK);
    ck_assert_int_eq(row_of(RECORD_RULING, 1), ERR_NOT_FOUND);
    ck_assert_int_eq(row_of(RECORD_ACCOUNT, 0), ERR_OK);
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST_EACH(a_part_is_undone_alone, DRIVER_COUNT)
{
    struct store_part part;

    use(_i);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    save_row(RECORD_RULING, 0);
    ck_assert_int_eq(store_begin_part(store, &part), ERR_OK);
    save_row(RECORD_RULING, 1);
    ck_assert_int_eq(store_end_part(store, &part, ERR_RANGE), ERR_OK);
    ck_assert_int_eq(store_begin_part(store, &part), ERR_OK);
    save_row(RECORD_RULING, 2);
    ck_assert_int_eq(store_end_part(store, &part, ERR_OK), ERR_OK);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    reopen();
    ck_assert_int_eq(row_of(RECORD_RULING, 0), ERR_OK);
    ck_assert_int_eq(row_of(RECORD_RULING, 1), ERR_NOT_FOUND);
    ck_assert_int_eq(row_of(RECORD_RULING, 2), ERR_OK);
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST_EACH(numbers_and_acts_come_back, DRIVER_COUNT)
{
    struct audit_record acts[3];
    uint64_t tick = 0;
    int count = 0;

    use(_i);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &tick), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_meta(store, META_TICK, RANGE_WHOLE_MAX), ERR_OK);
    for (int i = 0; i < 3; i++) {
        struct audit_record act = {.at = i, .who = "ada", .what = "looked"};
        ck_assert_int_eq(store_audit(store, &act), ERR_OK);
    }
    reopen();
    ck_assert_int_eq(store_load_meta(store, META_TICK, &tick), ERR_OK);
    ck_assert_uint_eq(tick, RANGE_WHOLE_MAX);
    /* Time stands still at the end of its range. */
    ck_assert_int_eq(store_save_meta(store, META_TICK, UINT64_MAX), ERR_OK);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &tick), ERR_OK);
    ck_assert_uint_eq(tick, RANGE_WHOLE_MAX);
    ck_assert_int_eq(store_load_audit(store, acts, 2, &count), ERR_OK);
    ck_assert_int_eq(count, 2);
    ck_assert_msg(acts[0].at == 2 && acts[1].at == 1, "not the newest first");
    ck_assert_str_eq(acts[1].what, "looked");
}

TEST_EACH(an_account_is_found_by_its_name_and_nobody_has_the_same, DRIVER_COUNT)
{
    struct account_record found;
    int64_t id = 0;

    use(_i);
    id = fixture_create(store, "Zoe");
    ck_assert_int_eq(id, ROW_OWNERS + 1);
    ck_assert_int_eq(store_find_account(store, "zOE", &found), ERR_OK);
    ck_assert_int_eq(found.id, id);
    ck_assert_int_eq(store_find_account(store, "Zo", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_skeleton(store, "Zoe"), ERR_OK);
    ck_assert_int_eq(store_find_skeleton(store, "zoe"), ERR_NOT_FOUND);
    struct account_record twin = fixture_account("Zoe", "another");
    struct delver_record delver = fixture_delver();
    ck_assert_int_eq(store_create_account(store, &twin, &delver, &id), ERR_EXISTS);
    twin = fixture_account("Yve", "Zoe");
    ck_assert_int_eq(store_create_account(store, &twin, &delver, &id), ERR_EXISTS);
    ck_assert_int_eq(row_of(RECORD_DELVER, 0), ERR_OK);
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST_EACH(a_player_goes_with_all_rows_and_the_number_is_not_used_again, DRIVER_COUNT)
{
    struct unused_page page = {.after_id = 0};
    const struct unused_terms terms = {.seen_before = INT64_MAX, .steps_min = UINT64_MAX};
    uint64_t memories = 0;

    use(_i);
    row_save_all(store, 1);
    int64_t id = fixture_create(store, "Zoe");
    ck_assert_int_eq(store_forget_account(store, id), ERR_OK);
    ck_assert_int_eq(fixture_create(store, "Zoe"), id + 1);
    ck_assert_int_eq(store_forget_account(store, 1), ERR_OK);
    ck_assert_int_eq(store_forget_account(store, 1), ERR_NOT_FOUND);
    ck_assert_int_eq(store_count_memories(store, 1, &memories), ERR_OK);
    ck_assert_uint_eq(memories, 0);
    ck_assert_int_eq(row_of(RECORD_SETTING, 0), ERR_NOT_FOUND);
    ck_assert_int_eq(row_of(RECORD_SETTING, 1), ERR_OK);
    ck_assert_int_eq(store_list_unused(store, &terms, &page), ERR_OK);
    ck_assert_msg(page.is_last && page.after_id == id + 1, "not all were looked at");
    ck_assert(fixture_examine(store).state_is_whole);
}

/* Found scores, by the place of their delver. */
struct scores_found {
    struct score_record scores[8];
    int count;
};

static void take_score(const struct score_record *score, void *argument)
{
    struct scores_found *found = argument;

    ck_assert_int_lt(found->count, 8);
    found->scores[found->count++] = *score;
}

TEST_EACH(scores_of_all_delvers_are_told, DRIVER_COUNT)
{
    struct scores_found found = {.count = 0};
    struct score_record score;

    use(_i);
    for (int i = 0; i < ROW_OWNERS; i++)
        ck_assert_int_eq(store_forget_account(store, i + 1), ERR_OK);
    for (int i = 0; i < 3; i++) {
        int64_t id = fixture_create(store, (const char *[]){"Ada", "Bea", "Cyd"}[i]);
        struct delver_record delver = fixture_delver();
        delver.id = id;
        delver.life.deepest = (uint16_t)(i * 3);
        delver.life.experience = 5 + i;
        delver.life.honours.season = (uint32_t)i;
        delver.life.honours.in_season.given = 70 + i;
        delver.life.honours.ever.reached_in[4] = 9;
        ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    }
    ck_assert_int_eq(store_each_score(store, take_score, &found), ERR_OK);
    ck_assert_int_eq(found.count, 3);
    for (int i = 0; i < 3; i++) {
        const struct score_record *one = &found.scores[i];
        ck_assert(one->id == ROW_OWNERS + 1 + i && one->deepest == i * 3);
        ck_assert_int_eq(one->experience, 5 + i);
        ck_assert_uint_eq(one->honours.season, (uint32_t)i);
        /* Without a season there are no feats to keep. */
        ck_assert_int_eq(one->honours.in_season.given, i == 0 ? 0 : 70 + i);
        ck_assert_uint_eq(one->honours.ever.reached_in[4], i == 0 ? 0 : 9);
    }
    ck_assert_int_eq(store_load_score(store, ROW_OWNERS + 3, &score), ERR_OK);
    ck_assert_str_eq(score.name, "Cyd");
    ck_assert(score.deepest == 6 && score.experience == 7 && score.honours.in_season.given == 72);
    ck_assert_int_eq(store_load_score(store, 999, &score), ERR_NOT_FOUND);
}

TEST_EACH(levels_are_listed_and_go_with_what_is_remembered_of_them, DRIVER_COUNT)
{
    static const uint8_t blob[] = {1, 2, 3, 4, 5, 6, 7};
    static const uint8_t tiles[64] = {TILE_FLOOR};
    struct level_summary list[4];
    uint32_t generation = 0;
    uint64_t count = 0;
    int listed = 0;

    use(_i);
    for (uint32_t i = 1; i <= 3; i++) {
        struct level_key key = {.depth = 2, .generation = i};
        struct level_blob level = {.key = key, .style = "cave", .format = 1};
        ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
        ck_assert_int_eq(store_save_memory(store, 1, key, tiles, sizeof tiles, MEMORY_BANDS_ALL),
                         ERR_OK);
    }
    ck_assert_int_eq(store_find_generation(store, 0, 2, &generation), ERR_OK);
    ck_assert_uint_eq(generation, 3);
    ck_assert_int_eq(store_find_generation(store, 0, 9, &generation), ERR_NOT_FOUND);
    ck_assert_int_eq(store_drop_level(store, (struct level_key){.depth = 2, .generation = 3}),
                     ERR_OK);
    ck_assert_int_eq(store_list_levels(store, list, 4, &listed), ERR_OK);
    ck_assert_int_eq(listed, 2);
    ck_assert(list[0].key.generation == 1 && list[1].key.generation == 2);
    ck_assert_int_eq(store_count_memories(store, 1, &count), ERR_OK);
    ck_assert_uint_eq(count, 2);
    struct delver_record delver = fixture_delver();
    ck_assert_int_eq(store_count_delvers(store, delver.level, &count), ERR_OK);
    (void)fixture_create(store, "Zoe");
    uint64_t before = count;
    ck_assert_int_eq(store_count_delvers(store, delver.level, &count), ERR_OK);
    ck_assert_uint_eq(count, before + 1);
}

TEST_EACH(the_proof_passes_all_rows_while_they_change, DRIVER_COUNT)
{
    bool is_over = false;

    use(_i);
    row_save_all(store, 1);
    for (uint32_t version = 2; !is_over; version++) {
        ck_assert_int_eq(store_prove(store, 7), ERR_OK);
        row_save_all(store, version);
        (void)store_proof(store, &is_over);
    }
    ck_assert_msg(store_proof(store, &is_over)->state_is_whole, "rows are missed");
}

TEST(the_fake_fails_as_often_as_it_is_told_and_keeps_nothing_of_it)
{
    use(DRIVER_FAKE);
    for (int step = FAKE_BEGIN; step < FAKE_STEP_COUNT; step++) {
        struct made_row row;
        row_make(RECORD_RULING, step, 1, &row);
        fake_fail(fake, (enum fake_step)step, ERR_NO_SPACE, 1);
        ck_assert_int_eq(row_save(store, RECORD_RULING, row.row.bytes), ERR_NO_SPACE);
        ck_assert_int_eq(row_of(RECORD_RULING, step), ERR_NOT_FOUND);
        ck_assert_int_eq(row_save(store, RECORD_RULING, row.row.bytes), ERR_OK);
    }
    ck_assert(fixture_examine(store).state_is_whole);
}

TEST(the_fake_forgets_what_was_not_flushed)
{
    use(DRIVER_FAKE);
    save_row(RECORD_RULING, 0);
    fake_hold_flushes(fake, true);
    save_row(RECORD_RULING, 1);
    ck_assert_int_eq(store_forget_account(store, 1), ERR_OK);
    fake_forget(fake);
    reopen();
    ck_assert_int_eq(row_of(RECORD_RULING, 0), ERR_OK);
    ck_assert_int_eq(row_of(RECORD_RULING, 1), ERR_NOT_FOUND);
    ck_assert_int_eq(row_of(RECORD_ACCOUNT, 0), ERR_OK);
    ck_assert(fixture_examine(store).state_is_whole);
    fake_hold_flushes(fake, false);
    save_row(RECORD_RULING, 1);
    fake_forget(fake);
    reopen();
    ck_assert_int_eq(row_of(RECORD_RULING, 1), ERR_OK);
}

static void *save_beside(void *argument)
{
    save_row(RECORD_RULING, 0);
    return argument;
}

TEST(the_fake_waits_at_a_step)
{
    pthread_t thread;

    use(DRIVER_FAKE);
    int flushes = fake_flushes(fake);
    fake_stall(fake, FAKE_COMMIT);
    ck_assert_int_eq(pthread_create(&thread, NULL, save_beside, NULL), 0);
    fake_await(fake);
    ck_assert_int_eq(fake_flushes(fake), flushes);
    fake_go_on(fake);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(fake_flushes(fake), flushes + 1);
}
