/*
 * A player gets another name: the account has it, and all that speaks of the player by name, or
 * nothing of that has changed.
 */
#include "fixture.h"
#include "support/test.h"
#include "world/name.h"

enum { LISTENERS = 70 /* more than are changed at a time */ };

static struct fixture fixture;
static struct store *store;
static struct account_record renamed;
static struct renaming renaming;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    renamed = (struct account_record){.id = fixture_create(store, "Brom")};
    renaming = (struct renaming){.account = &renamed,
                                 .before = "Brom",
                                 .key_before = "ignore.Brom",
                                 .key = "ignore.Bramble"};
    memcpy(renamed.name, "Bramble", sizeof "Bramble");
    memcpy(renamed.skeleton, "bramble", sizeof "bramble");
}

static void tear_down(void)
{
    fixture_expect_clean(store, "at the end");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void rule(enum ruling_kind kind, const char *name)
{
    struct ruling ruling = {.kind = kind, .at = 1, .who = "operator", .detail = "rude"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", name);
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_OK);
}

static bool is_ruled(enum ruling_kind kind, const char *name)
{
    struct ruling ruling;
    enum err error = store_load_ruling(store, kind, name, &ruling);

    ck_assert(error == ERR_OK || error == ERR_NOT_FOUND);
    return error == ERR_OK && strcmp(ruling.detail, "rude") == 0;
}

static bool is_called(const char *name)
{
    struct account_record found;

    return store_find_account(store, name, &found) == ERR_OK && found.id == renamed.id;
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_account_is_found_by_the_new_name_alone)
{
    struct account_record found;
    char name[NAME_LENGTH_MAX + 1];

    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_OK);
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert(is_called("Bramble"));
    ck_assert_int_eq(store_find_account(store, "Brom", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_skeleton(store, "Brom"), ERR_NOT_FOUND);
    ck_assert_int_eq(store_name_of_skeleton(store, "bramble", name), ERR_OK);
    ck_assert_str_eq(name, "Bramble");
    ck_assert_int_eq(store_name_of_skeleton(store, "brom", name), ERR_NOT_FOUND);
}

TEST(those_who_ignore_the_player_go_on_with_it)
{
    static const struct {
        const char *before;
        const char *after;
    } rows[] = {
        {"ignore.Brom=on", "ignore.Bramble=on"},
        {"colour=256 ignore.Brom=on ignore.Ada=on", "colour=256 ignore.Bramble=on ignore.Ada=on"},
        {"ignore.Brommel=on", "ignore.Brommel=on"},
        {"xignore.Brom=on mode=line", "xignore.Brom=on mode=line"},
        {"colour=256", "colour=256"},
    };
    int64_t ids[LISTENERS];
    char name[NAME_LENGTH_MAX + 1];
    char list[SETTINGS_SIZE];

    for (int i = 0; i < LISTENERS; i++) {
        snprintf(name, sizeof name, "Listener%c%c", 'a' + i / 26, 'a' + i % 26);
        ids[i] = fixture_create(store, name);
        const char *before = rows[(size_t)i < sizeof rows / sizeof rows[0] ? i : 0].before;
        ck_assert_int_eq(store_save_settings(store, ids[i], before), ERR_OK);
    }
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_OK);
    for (int i = 0; i < LISTENERS; i++) {
        ck_assert_int_eq(store_load_settings(store, ids[i], list), ERR_OK);
        ck_assert_str_eq(list, rows[(size_t)i < sizeof rows / sizeof rows[0] ? i : 0].after);
    }
}

TEST(a_list_without_room_for_the_new_name_loses_that_word_alone)
{
    char list[SETTINGS_SIZE];
    int64_t ada = fixture_create(store, "Ada");
    int length = snprintf(list, sizeof list, "ignore.Brom=on a=");

    memset(list + length, 'x', sizeof list - 1 - (size_t)length);
    list[sizeof list - 1] = '\0';
    ck_assert_int_eq(store_save_settings(store, ada, list), ERR_OK);
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_OK);
    ck_assert_int_eq(store_load_settings(store, ada, list), ERR_OK);
    ck_assert(strstr(list, "ignore") == NULL && strstr(list, "a=xxx") != NULL);
}

TEST(decisions_reports_and_bundles_follow_and_a_code_does_not)
{
    struct audit_record report = {.at = 5, .who = "Brom", .what = "bug: the stairs"};
    struct audit_record told[2];
    struct delver_record delver;
    int count = 0;
    int64_t ada = fixture_create(store, "Ada");

    for (int kind = RULING_BAN_NAME; kind < RULING_KIND_END; kind++) {
        if (kind != RULING_BAN_NETWORK)
            rule((enum ruling_kind)kind, "Brom");
    }
    rule(RULING_MUTE, "Ada");
    ck_assert_int_eq(store_audit(store, &report), ERR_OK);
    ck_assert_int_eq(store_load_delver(store, ada, &delver), ERR_OK);
    delver.life.bundle = (struct grave){.delver_id = renamed.id, .name = "Brom", .gold = 20};
    delver.life.bundle.things[0] = stack_of(ITEM_HELM, 1);
    delver.life.pack.carried[0] = stack_of(ITEM_BUNDLE, 1);
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_OK);
    ck_assert(is_ruled(RULING_BAN_NAME, "Bramble") && !is_ruled(RULING_BAN_NAME, "Brom"));
    ck_assert(is_ruled(RULING_MUTE, "Bramble") && !is_ruled(RULING_MUTE, "Brom"));
    ck_assert(is_ruled(RULING_HOLD, "Bramble") && !is_ruled(RULING_HOLD, "Brom"));
    ck_assert(!is_ruled(RULING_CODE, "Bramble") && !is_ruled(RULING_CODE, "Brom"));
    ck_assert(is_ruled(RULING_MUTE, "Ada"));
    ck_assert_int_eq(store_load_bugs(store, told, 2, &count), ERR_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_str_eq(told[0].who, "Bramble");
    ck_assert_int_eq(store_load_delver(store, ada, &delver), ERR_OK);
    ck_assert_str_eq(delver.life.bundle.name, "Bramble");
    ck_assert_int_eq(delver.life.bundle.gold, 20);
}

TEST(a_name_that_is_another_s_changes_nothing)
{
    int64_t ada = fixture_create(store, "Ada");

    rule(RULING_MUTE, "Brom");
    ck_assert_int_eq(store_save_settings(store, ada, "ignore.Brom=on"), ERR_OK);
    memcpy(renamed.name, "Ada", sizeof "Ada");
    memcpy(renamed.skeleton, "ada", sizeof "ada");
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_EXISTS);
    memcpy(renamed.name, "Adah", sizeof "Adah");
    memcpy(renamed.skeleton, "Ada", sizeof "Ada");
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_EXISTS);
    memcpy(renamed.name, "Bramble", sizeof "Bramble");
    memcpy(renamed.skeleton, "bramble", sizeof "bramble");
    renaming.before = "Bromm";
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_BUSY);
    renamed.id = 4711;
    ck_assert_int_eq(store_rename_account(store, &renaming), ERR_NOT_FOUND);
    ck_assert(is_ruled(RULING_MUTE, "Brom"));
    char list[SETTINGS_SIZE];
    ck_assert_int_eq(store_load_settings(store, ada, list), ERR_OK);
    ck_assert_str_eq(list, "ignore.Brom=on");
}
