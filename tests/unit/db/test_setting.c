/*
 * Players' settings, in the store.
 */
#include "fixture.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;
static int64_t ada;
static char list[SETTINGS_SIZE];

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    ada = fixture_create(store, "Ada");
    memset(list, 0, sizeof list);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void reopen_after(const char *sql)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
}

static void expect_loaded(int64_t id, const char *wanted)
{
    ck_assert_int_eq(store_load_settings(store, id, list), ERR_OK);
    ck_assert_str_eq(list, wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(settings_come_back_each_to_its_account)
{
    int64_t brom = fixture_create(store, "Brom");

    ck_assert_int_eq(store_load_settings(store, ada, list), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_settings(store, ada, "colour=256 walls=lines"), ERR_OK);
    ck_assert_int_eq(store_save_settings(store, brom, "hints=off"), ERR_OK);
    ck_assert_int_eq(store_save_settings(store, ada, "colour=off"), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = fixture_open(&fixture);
    expect_loaded(ada, "colour=off");
    expect_loaded(brom, "hints=off");
    ck_assert_int_eq(store_save_settings(store, ada, ""), ERR_OK);
    ck_assert_int_eq(store_load_settings(store, ada, list), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_settings(store, ada, ""), ERR_OK);
    fixture_expect_clean(store, "after five saves");
}

TEST(what_is_too_long_unprintable_or_of_nobody_is_refused)
{
    char text[SETTINGS_SIZE + 1];

    memset(text, 'x', sizeof text);
    text[SETTINGS_SIZE] = '\0';
    ck_assert_int_eq(store_save_settings(store, ada, text), ERR_RANGE);
    text[SETTINGS_SIZE - 1] = '\0';
    ck_assert_int_eq(store_save_settings(store, ada, text), ERR_OK);
    expect_loaded(ada, text);
    ck_assert_int_eq(store_save_settings(store, ada, "colour=\x1b[31m"), ERR_RANGE);
    ck_assert_int_eq(store_save_settings(store, ada, "colour=r\xc3\xb6t"), ERR_RANGE);
    ck_assert_int_eq(store_save_settings(store, ada + 1, "colour=16"), ERR_NOT_FOUND);
    expect_loaded(ada, text);
    fixture_expect_clean(store, "after refusals");
}

TEST(a_damaged_row_is_told_and_is_good_again_once_saved)
{
    static const char *const damages[] = {
        "UPDATE setting SET list = 'colour=16'",
        "UPDATE setting SET checksum = checksum + 1",
        "UPDATE setting SET list = 'colour=' || char(27)" FIXTURE_RESEAL,
        "UPDATE setting SET list = CAST(zeroblob(3000) AS TEXT)" FIXTURE_RESEAL,
    };

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        ck_assert_int_eq(store_save_settings(store, ada, "colour=256"), ERR_OK);
        reopen_after(damages[i]);
        memcpy(list, "as it was", sizeof "as it was");
        ck_assert_msg(store_load_settings(store, ada, list) == ERR_FORMAT, "%s", damages[i]);
        ck_assert_str_eq(list, "as it was");
        struct examination seen = fixture_examine(store);
        ck_assert_uint_eq(seen.rows[RECORD_SETTING].all, 1);
        ck_assert_uint_eq(seen.rows[RECORD_SETTING].bad, 1);
        ck_assert_uint_eq(examination_bad_rows(&seen), 1);
        ck_assert(!examination_is_clean(&seen));
        ck_assert_msg(strstr(seen.findings[0], "settings of account 1: ") != NULL &&
                          strstr(seen.findings[0], "; the defaults return") != NULL,
                      "%s", seen.findings[0]);
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
        ck_assert_int_eq(store_save_settings(store, ada, "colour=8"), ERR_OK);
        fixture_expect_clean(store, damages[i]);
    }
}

TEST(settings_are_part_of_the_state)
{
    struct examination seen;

    ck_assert_int_eq(store_save_settings(store, ada, "colour=256"), ERR_OK);
    reopen_after("DELETE FROM setting");
    seen = fixture_examine(store);
    ck_assert_msg(!seen.state_is_whole, "a missing row went unseen");
    ck_assert_int_eq(store_accept_state(store), ERR_OK);
    ck_assert_int_eq(store_save_settings(store, ada, "colour=256"), ERR_OK);
    reopen_after("UPDATE setting SET account_id = 7" FIXTURE_RESEAL);
    seen = fixture_examine(store);
    ck_assert_uint_eq(seen.rows[RECORD_SETTING].bad, 1);
    ck_assert_str_eq(seen.findings[0], "settings of account 7: it is missing; nobody misses them");
}

TEST(settings_of_a_transaction_that_fails_are_as_before)
{
    ck_assert_int_eq(store_save_settings(store, ada, "steps=short"), ERR_OK);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_settings(store, ada, "steps=quiet"), ERR_OK);
    store_rollback(store);
    expect_loaded(ada, "steps=short");
    fixture_expect_clean(store, "after a rollback");
}
