/*
 * Accounts.
 */
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

TEST_FIXTURE(set_up, tear_down);

TEST(an_account_is_found_by_name_in_any_case)
{
    struct account_record found;
    int64_t id = fixture_create(store, "Ada");

    ck_assert_int_eq(store_find_account(store, "aDA", &found), ERR_OK);
    ck_assert_int_eq(found.id, id);
    ck_assert_str_eq(found.name, "Ada");
    ck_assert_str_eq(found.skeleton, "Ada");
    ck_assert_str_eq(found.password_hash, "$argon2id$not-a-real-one");
    ck_assert_int_eq(found.mode, MODE_LINE);
    ck_assert_int_eq(found.created_at, 1000);
    ck_assert_int_eq(found.last_seen_at, 1001);
    ck_assert_int_eq(store_find_account(store, "Adam", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_account(store, "x' OR '1'='1", &found), ERR_NOT_FOUND);
}

TEST(a_name_or_skeleton_is_given_once)
{
    struct account_record same_name = fixture_account("Ada", "other");
    struct account_record same_skeleton = fixture_account("Adda", "Ada");
    struct delver_record delver = fixture_delver();
    struct account_record found;
    int64_t id = 0;

    fixture_create(store, "Ada");
    ck_assert_int_eq(store_create_account(store, &same_name, &delver, &id), ERR_EXISTS);
    ck_assert_int_eq(store_create_account(store, &same_skeleton, &delver, &id), ERR_EXISTS);
    ck_assert_int_eq(id, 0);
    ck_assert_int_eq(store_find_account(store, "Adda", &found), ERR_NOT_FOUND);
}

TEST(an_account_without_its_delver_is_not_made)
{
    struct account_record account = fixture_account("Brom", "brom");
    struct delver_record delver = fixture_delver();
    struct account_record found;
    uint64_t tick = 0;
    int64_t id = 0;

    delver.health = 21;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_RANGE);
    ck_assert_int_eq(store_find_account(store, "Brom", &found), ERR_NOT_FOUND);

    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 8), ERR_OK);
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_RANGE);
    delver.health = 20;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &tick), ERR_OK);
    ck_assert_msg(tick == 8, "a refused account does not undo the transaction around it");
    ck_assert_int_eq(store_find_account(store, "Brom", &found), ERR_OK);
    ck_assert_int_eq(found.id, id);
}

TEST(names_are_three_to_sixteen_letters)
{
    static const char *const bad_names[] = {"", "Al", "Ada1", "Ad a", "Ad\x1b[", "\xc3\x84gidius"};
    struct delver_record delver = fixture_delver();
    int64_t id = 0;

    for (size_t i = 0; i < sizeof bad_names / sizeof bad_names[0]; i++) {
        struct account_record account = fixture_account(bad_names[i], "skeleton");
        ck_assert_msg(store_create_account(store, &account, &delver, &id) == ERR_RANGE,
                      "name number %zu was taken", i);
    }
    fixture_create(store, "Abcdefghijklmnop");
}

TEST(mode_password_and_role_change_alone)
{
    struct account_record account;
    struct account_record found;
    enum store_role role = STORE_ROLE_ADMIN;
    int64_t id = fixture_create(store, "Ada");

    ck_assert_int_eq(store_load_role(store, id, &role), ERR_OK);
    ck_assert_msg(role == STORE_ROLE_NONE, "a new account has no powers");
    ck_assert_int_eq(store_find_account(store, "Ada", &account), ERR_OK);
    account.mode = MODE_READER;
    account.last_seen_at = 5000;
    snprintf(account.name, sizeof account.name, "Other");
    ck_assert_int_eq(store_save_account(store, &account), ERR_OK);
    ck_assert_int_eq(store_save_password(store, id, "new"), ERR_OK);
    ck_assert_int_eq(store_save_role(store, id, STORE_ROLE_ADMIN), ERR_OK);

    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_OK);
    ck_assert_int_eq(found.mode, MODE_READER);
    ck_assert_int_eq(found.last_seen_at, 5000);
    ck_assert_int_eq(found.created_at, 1000);
    ck_assert_str_eq(found.password_hash, "new");
    ck_assert_int_eq(store_renew_password(store, id, "new", "newer"), ERR_OK);
    ck_assert_int_eq(store_renew_password(store, id, "new", "newest"), ERR_EXISTS);
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_OK);
    ck_assert_msg(strcmp(found.password_hash, "newer") == 0, "what was chosen since is undone");
    ck_assert_int_eq(store_load_role(store, id, &role), ERR_OK);
    ck_assert_int_eq(role, STORE_ROLE_ADMIN);

    account.id = id + 1;
    ck_assert_int_eq(store_save_account(store, &account), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_password(store, id + 1, "new"), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_role(store, id + 1, STORE_ROLE_ADMIN), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_role(store, id + 1, &role), ERR_NOT_FOUND);
}

static void damage(const char *sql)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
}

TEST(a_value_out_of_range_is_refused_alone_whatever_its_checksum)
{
    struct account_record found;

    fixture_create(store, "Ada");
    fixture_create(store, "Brom");
    damage("UPDATE account SET mode = 9 WHERE name = 'Ada'" FIXTURE_RESEAL);
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_FORMAT);
    ck_assert_int_eq(store_find_account(store, "Brom", &found), ERR_OK);
    damage("UPDATE account SET mode = 1, name = 'Abcdefghijklmnopq' WHERE name = "
           "'Ada'" FIXTURE_RESEAL);
    ck_assert_int_eq(store_find_account(store, "Abcdefghijklmnopq", &found), ERR_FORMAT);
    damage("UPDATE account SET name = 'Ada' WHERE id = 1" FIXTURE_RESEAL);
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_OK);
}

TEST(a_name_that_nobody_could_have_chosen_is_refused_and_not_shown)
{
    static const char *const names[] = {"char(27) || '[31mAda'", "'ada'", "'Ada1'", "'Ad'"};
    struct account_record found;
    char sql[1600];

    fixture_create(store, "Ada");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(sql, sizeof sql, "UPDATE account SET name = %s" FIXTURE_RESEAL, names[i]);
        damage(sql);
        ck_assert_int_eq(store_find_account(store, "Ada", &found),
                         i == 1 ? ERR_FORMAT : ERR_NOT_FOUND);
        struct examination seen = fixture_examine(store);
        ck_assert_msg(seen.rows[RECORD_ACCOUNT].bad == 1, "%s", names[i]);
        ck_assert_msg(strcmp(seen.findings[0], "account 1: its values cannot be right; nobody can "
                                               "log in to it") == 0,
                      "%s", seen.findings[0]);
    }
}

TEST(every_column_of_an_account_is_under_its_checksum)
{
    static const char *const changes[][2] = {
        {"name = 'Ade'", "name = 'Ada'"},
        {"skeleton = 'Ade'", "skeleton = 'Ada'"},
        {"password_hash = 'stolen'", "password_hash = '$argon2id$not-a-real-one'"},
        {"mode = 3", "mode = 2"},
        {"role = 2", "role = 0"},
        {"created_at = 999", "created_at = 1000"},
        {"last_seen_at = 999", "last_seen_at = 1001"},
        {"id = 7", "id = 1"},
    };
    struct account_record found;
    enum store_role role;
    char sql[100];

    fixture_create(store, "Ada");
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        snprintf(sql, sizeof sql, "UPDATE account SET %s", changes[i][0]);
        damage(sql);
        ck_assert_msg(store_find_account(store, i == 0 ? "Ade" : "Ada", &found) == ERR_FORMAT,
                      "%s went unseen", changes[i][0]);
        ck_assert_int_ne(store_load_role(store, 1, &role), ERR_OK);
        snprintf(sql, sizeof sql, "UPDATE account SET %s", changes[i][1]);
        damage(sql);
        ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_OK);
    }
}

TEST(saving_does_not_make_a_bad_row_good)
{
    struct account_record found;
    int64_t id = fixture_create(store, "Ada");

    damage("UPDATE account SET role = 2");
    ck_assert_int_eq(store_save_password(store, id, "new"), ERR_FORMAT);
    ck_assert_int_eq(store_save_role(store, id, STORE_ROLE_NONE), ERR_FORMAT);
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_FORMAT);
}

static struct account_record claimed_as(int64_t id, const char *name, const char *skeleton)
{
    struct account_record claimed = {.id = id};

    snprintf(claimed.name, sizeof claimed.name, "%s", name);
    snprintf(claimed.skeleton, sizeof claimed.skeleton, "%s", skeleton);
    snprintf(claimed.password_hash, sizeof claimed.password_hash, "chosen");
    return claimed;
}

static int64_t create_guest(const char *name)
{
    struct account_record account = fixture_account(name, name);
    struct delver_record delver = fixture_delver();
    int64_t id = 0;

    account.is_guest = true;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    return id;
}

TEST(a_guest_is_claimed_once_with_name_skeleton_and_password)
{
    struct account_record found;
    int64_t id = create_guest("Mossheron");
    struct account_record claimed = claimed_as(id, "Brom", "brom");

    ck_assert_int_eq(store_find_account(store, "Mossheron", &found), ERR_OK);
    ck_assert(found.is_guest);
    ck_assert_int_eq(store_claim_account(store, &claimed, "not the one"), ERR_BUSY);
    ck_assert_int_eq(store_claim_account(store, &claimed, found.password_hash), ERR_OK);
    ck_assert_int_eq(store_claim_account(store, &claimed, "chosen"), ERR_BUSY);
    fixture_expect_clean(store, "after a claim");
    fixture_reopen_after(&fixture, &store, NULL);
    fixture_expect_clean(store, "opened again");
    ck_assert_int_eq(store_find_account(store, "Mossheron", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_skeleton(store, "Mossheron"), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_account(store, "brom", &found), ERR_OK);
    ck_assert_int_eq(found.id, id);
    ck_assert(!found.is_guest);
    ck_assert_str_eq(found.skeleton, "brom");
    ck_assert_str_eq(found.password_hash, "chosen");
    ck_assert_int_eq(found.created_at, 1000);
}

TEST(a_guest_cannot_claim_what_another_has)
{
    struct account_record found;
    int64_t id = create_guest("Mossheron");
    struct account_record same_name = claimed_as(id, "Ada", "other");
    struct account_record same_skeleton = claimed_as(id, "Adda", "Ada");
    struct account_record own_name = claimed_as(id, "Mossheron", "Mossheron");

    fixture_create(store, "Ada");
    ck_assert_int_eq(store_find_account(store, "Mossheron", &found), ERR_OK);
    ck_assert_int_eq(store_claim_account(store, &same_name, found.password_hash), ERR_EXISTS);
    ck_assert_int_eq(store_claim_account(store, &same_skeleton, found.password_hash), ERR_EXISTS);
    fixture_expect_clean(store, "after refusals");
    ck_assert_int_eq(store_claim_account(store, &own_name, found.password_hash), ERR_OK);
    ck_assert_int_eq(store_find_account(store, "Mossheron", &found), ERR_OK);
    ck_assert(!found.is_guest);
}
