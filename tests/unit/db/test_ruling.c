/*
 * Operators' rulings about players, in the store.
 */
#include "fixture.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;
static int64_t ada;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    ada = fixture_create(store, "Ada");
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static struct ruling ruling_of(enum ruling_kind kind, const char *subject)
{
    struct ruling ruling = {
        .kind = kind, .until = 7000, .at = 5000, .who = "operator", .detail = "too loud"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", subject);
    return ruling;
}

static void save(enum ruling_kind kind, const char *subject)
{
    struct ruling ruling = ruling_of(kind, subject);

    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_OK);
}

static enum err count(const struct ruling *ruling, void *argument)
{
    int *counts = argument;

    counts[ruling->kind]++;
    return ERR_OK;
}

/* The number of rulings of a kind; fails the test unless `damaged` rows beside them are bad. */
static int count_beside(uint64_t damaged, enum ruling_kind kind)
{
    int counts[RULING_KIND_END] = {0};
    uint64_t bad = damaged + 1;

    ck_assert_int_eq(store_each_ruling(store, count, counts, &bad), ERR_OK);
    ck_assert_uint_eq(bad, damaged);
    return counts[kind];
}

static int count_all(enum ruling_kind kind)
{
    return count_beside(0, kind);
}

TEST_FIXTURE(set_up, tear_down);

TEST(rulings_come_back_one_of_a_kind_for_a_subject)
{
    struct ruling found = {.until = 1};
    struct ruling again = ruling_of(RULING_MUTE, "Ada");

    save(RULING_MUTE, "Ada");
    save(RULING_BAN_NAME, "Ada");
    save(RULING_MUTE, "Brom");
    save(RULING_BAN_NETWORK, "2001:db8::/32");
    again.until = 0;
    memcpy(again.detail, RULING_NO_DETAIL, sizeof RULING_NO_DETAIL);
    ck_assert_int_eq(store_save_ruling(store, &again), ERR_OK);
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert_int_eq(count_all(RULING_MUTE), 2);
    ck_assert_int_eq(count_all(RULING_BAN_NETWORK), 1);
    ck_assert_int_eq(store_load_ruling(store, RULING_MUTE, "Ada", &found), ERR_OK);
    ck_assert_int_eq(found.until, 0);
    ck_assert_int_eq(found.at, 5000);
    ck_assert_str_eq(found.who, "operator");
    ck_assert_str_eq(found.detail, RULING_NO_DETAIL);
    ck_assert_int_eq(store_drop_ruling(store, RULING_MUTE, "Ada"), ERR_OK);
    ck_assert_int_eq(store_drop_ruling(store, RULING_MUTE, "Ada"), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_ruling(store, RULING_MUTE, "Ada", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(count_all(RULING_BAN_NAME), 1);
    fixture_expect_clean(store, "after rulings came and went");
}

TEST(what_cannot_be_right_is_refused)
{
    struct ruling ruling = ruling_of(RULING_MUTE, "");

    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    ruling = ruling_of(RULING_MUTE, "Ada");
    ruling.detail[0] = '\0';
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    ruling = ruling_of(RULING_KIND_END, "Ada");
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    ruling = ruling_of(RULING_MUTE, "Ada");
    ruling.until = -1;
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    ruling.until = RANGE_TIME_MAX + 1;
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    ruling.until = RANGE_TIME_MAX;
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_OK);
    ruling = ruling_of(RULING_MUTE, "Ada");
    snprintf(ruling.detail, sizeof ruling.detail, "\x1b[31m");
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_RANGE);
    memset(ruling.detail, 'x', sizeof ruling.detail - 1);
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_OK);
    fixture_expect_clean(store, "after refusals");
}

TEST(a_damaged_row_is_passed_over_and_told)
{
    static const char *const damages[] = {
        "UPDATE ruling SET until = 0 WHERE kind = 3",
        "UPDATE ruling SET checksum = checksum + 1 WHERE kind = 3",
        "UPDATE ruling SET detail = char(27) WHERE kind = 3" FIXTURE_RESEAL,
        "UPDATE ruling SET who = '' WHERE kind = 3" FIXTURE_RESEAL,
        "UPDATE ruling SET until = 9223372036854775807 WHERE kind = 3" FIXTURE_RESEAL,
        "UPDATE ruling SET until = 253402300800 WHERE kind = 3" FIXTURE_RESEAL,
        "UPDATE ruling SET kind = 9 WHERE kind = 3" FIXTURE_RESEAL,
        "UPDATE ruling SET subject = CAST(zeroblob(300) AS TEXT) WHERE kind = 3" FIXTURE_RESEAL,
    };

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        save(RULING_MUTE, "Ada");
        save(RULING_BAN_NAME, "Brom");
        fixture_reopen_after(&fixture, &store, damages[i]);
        ck_assert_msg(count_beside(1, RULING_MUTE) == 0, "%s", damages[i]);
        ck_assert_int_eq(count_beside(1, RULING_BAN_NAME), 1);
        struct examination seen = fixture_examine(store);
        ck_assert_uint_eq(seen.rows[RECORD_RULING].all, 2);
        ck_assert_uint_eq(examination_bad_rows(&seen), 1);
        ck_assert_msg(strstr(seen.findings[0], "it is passed over") != NULL, "%s",
                      seen.findings[0]);
        fixture_reopen_after(&fixture, &store, "DELETE FROM ruling WHERE kind <> 1");
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
    }
}

static enum err use(const struct ruling *code)
{
    return store_use_code(store, ada, "anew", code);
}

TEST(a_code_is_used_once_and_only_as_long_as_it_is_the_newest)
{
    struct ruling code = ruling_of(RULING_CODE, "Ada");
    struct ruling newer = ruling_of(RULING_CODE, "Ada");
    struct account_record account;

    snprintf(newer.detail, sizeof newer.detail, "another");
    ck_assert_int_eq(use(&code), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_ruling(store, &code), ERR_OK);
    ck_assert_int_eq(store_save_ruling(store, &newer), ERR_OK);
    ck_assert_int_eq(use(&code), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_account(store, "Ada", &account), ERR_OK);
    ck_assert_str_ne(account.password_hash, "anew");
    ck_assert_int_eq(use(&newer), ERR_OK);
    ck_assert_int_eq(store_find_account(store, "Ada", &account), ERR_OK);
    ck_assert_str_eq(account.password_hash, "anew");
    ck_assert_int_eq(use(&newer), ERR_NOT_FOUND);
    ck_assert_int_eq(count_all(RULING_CODE), 0);
    fixture_expect_clean(store, "after a code was used");
}

TEST(a_code_of_an_account_that_is_gone_stays_unused)
{
    struct ruling code = ruling_of(RULING_CODE, "Ada");

    ck_assert_int_eq(store_save_ruling(store, &code), ERR_OK);
    ck_assert_int_eq(store_use_code(store, ada + 1, "anew", &code), ERR_NOT_FOUND);
    ck_assert_int_eq(count_all(RULING_CODE), 1);
    fixture_expect_clean(store, "after both were undone");
}
