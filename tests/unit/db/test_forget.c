/*
 * Removing players: all that is theirs goes at once, and nothing else.
 */
#include "fixture.h"
#include "support/test.h"

enum { CELLS = 40, CUTOFF = 2000, STEPS = 10 };

static const struct unused_terms terms = {.seen_before = CUTOFF, .steps_min = STEPS};

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

static void remember(int64_t id, uint32_t generation)
{
    static const uint8_t tiles[CELLS] = {TILE_FLOOR};
    struct level_key key = {.depth = 2, .generation = generation};

    ck_assert_int_eq(store_save_memory(store, id, key, tiles, CELLS, MEMORY_BANDS_ALL), ERR_OK);
}

static void rule(enum ruling_kind kind, const char *name)
{
    struct ruling ruling = {.kind = kind, .at = 1, .who = "operator", .detail = "-"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", name);
    ck_assert_int_eq(store_save_ruling(store, &ruling), ERR_OK);
}

/* With a row in every table there is. */
static int64_t create_full(const char *name)
{
    int64_t id = fixture_create(store, name);

    remember(id, 0);
    remember(id, 1); /* of the level that `level undo` would bring back */
    ck_assert_int_eq(store_save_settings(store, id, "colour=256"), ERR_OK);
    for (int kind = RULING_BAN_NAME; kind < RULING_KIND_END; kind++) {
        if (kind != RULING_BAN_NETWORK)
            rule((enum ruling_kind)kind, name);
    }
    return id;
}

static enum err count_ruling(const struct ruling *ruling, void *argument)
{
    int *counts = argument;

    counts[ruling->kind]++;
    return ERR_OK;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_player_goes_with_all_that_is_theirs_but_a_ban)
{
    uint64_t bad = 1;
    struct account_record found;
    uint64_t memories = 0;
    int counts[RULING_KIND_END] = {0};
    int64_t ada = create_full("Ada");
    int64_t brom = create_full("Brom");

    ck_assert_int_eq(store_count_memories(store, ada, &memories), ERR_OK);
    ck_assert_uint_eq(memories, 2);
    ck_assert_int_eq(store_forget_account(store, ada), ERR_OK);
    fixture_expect_clean(store, "after one was removed");
    fixture_reopen_after(&fixture, &store, NULL);
    fixture_expect_clean(store, "opened again");
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_NOT_FOUND);
    ck_assert_int_eq(store_find_skeleton(store, "Ada"), ERR_NOT_FOUND);
    ck_assert_int_eq(store_count_memories(store, ada, &memories), ERR_OK);
    ck_assert_uint_eq(memories, 0);
    ck_assert_int_eq(store_forget_account(store, ada), ERR_NOT_FOUND);
    ck_assert_int_eq(store_count_memories(store, brom, &memories), ERR_OK);
    ck_assert_uint_eq(memories, 2);
    ck_assert_int_eq(store_each_ruling(store, count_ruling, counts, &bad), ERR_OK);
    ck_assert_uint_eq(bad, 0);
    ck_assert_int_eq(counts[RULING_BAN_NAME], 2);
    ck_assert_int_eq(counts[RULING_MUTE] + counts[RULING_HOLD] + counts[RULING_CODE], 3);
    struct examination seen = fixture_examine(store);
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].all + seen.rows[RECORD_DELVER].all +
                          seen.rows[RECORD_SETTING].all,
                      3);
}

TEST(no_id_is_given_twice)
{
    int64_t ada = fixture_create(store, "Ada");
    int64_t brom = fixture_create(store, "Brom");

    ck_assert_int_eq(store_forget_account(store, brom), ERR_OK);
    ck_assert_int_eq(store_forget_account(store, ada), ERR_OK);
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert_int_gt(fixture_create(store, "Brom"), brom);
    fixture_expect_clean(store, "a name that was free again");
}

TEST(what_is_rolled_back_is_all_there_again)
{
    struct account_record found;
    int64_t ada = create_full("Ada");

    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_forget_account(store, ada), ERR_OK);
    store_rollback(store);
    ck_assert_int_eq(store_find_account(store, "Ada", &found), ERR_OK);
    fixture_expect_clean(store, "after it was taken back");
}

TEST(damaged_rows_of_a_player_go_too_but_no_damaged_account)
{
    int64_t ada = create_full("Ada");

    fixture_reopen_after(&fixture, &store,
                         "UPDATE memory SET explored = x'0101'; UPDATE delver SET health = 9;"
                         "UPDATE setting SET list = 'x=y'; UPDATE ruling SET who = 'me'");
    ck_assert_int_eq(store_forget_account(store, ada), ERR_OK);
    struct examination seen = fixture_examine(store);
    ck_assert(seen.state_is_whole);
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].all + seen.rows[RECORD_DELVER].all +
                          seen.rows[RECORD_MEMORY].all + seen.rows[RECORD_SETTING].all,
                      0);

    ada = create_full("Ada");
    fixture_reopen_after(&fixture, &store, "UPDATE account SET role = 2");
    ck_assert_int_eq(store_forget_account(store, ada), ERR_FORMAT);
    seen = fixture_examine(store);
    ck_assert(seen.state_is_whole && seen.rows[RECORD_MEMORY].all == 2);
}

static int64_t create(const char *name, int64_t seen_at, uint64_t steps)
{
    struct account_record account = fixture_account(name, name);
    struct delver_record delver = fixture_delver();
    int64_t id = 0;

    account.last_seen_at = seen_at;
    delver.steps = steps;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    return id;
}

TEST(unused_is_who_never_walked_and_was_not_seen_since)
{
    struct unused_page page = {.after_id = 0};
    int64_t unused = create("Never", CUTOFF - 1, STEPS - 1);

    create("Seen", CUTOFF, 0);
    create("Walked", CUTOFF - 1, STEPS);
    int64_t keeper = create("Keeper", 0, 0);
    ck_assert_int_eq(store_save_role(store, keeper, STORE_ROLE_BUILDER), ERR_OK);
    create("Banned", 0, 0);
    create("Held", 0, 0);
    rule(RULING_BAN_NAME, "Banned");
    rule(RULING_HOLD, "Held");
    create("Damaged", 0, 0);
    create("Broken", 0, 0);
    fixture_reopen_after(&fixture, &store,
                         "UPDATE account SET mode = 3 WHERE name = 'Damaged';"
                         "UPDATE delver SET health = 1 WHERE id = (SELECT id FROM account"
                         " WHERE name = 'Broken')");
    ck_assert_int_eq(store_list_unused(store, &terms, &page), ERR_OK);
    ck_assert_int_eq(page.count, 1);
    ck_assert_int_eq(page.players[0].id, unused);
    ck_assert_str_eq(page.players[0].name, "Never");
    ck_assert(page.is_last);
    ck_assert_int_eq(store_expect_unused(store, unused, &terms), ERR_OK);
    ck_assert_int_eq(store_expect_unused(store, keeper, &terms), ERR_EXISTS);
    ck_assert_int_eq(store_expect_unused(store, 12345, &terms), ERR_EXISTS);
}

TEST(pages_bring_each_of_them_once)
{
    enum { PLAYERS = UNUSED_SCAN_MAX + 2 * UNUSED_PAGE_MAX };
    struct unused_page page = {.after_id = 0};
    char name[] = "Abcaaa";
    int pages = 0;
    int found = 0;

    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int i = 0; i < PLAYERS; i++) {
        name[3] = (char)('a' + i / 26);
        name[4] = (char)('a' + i % 26);
        create(name, 0, i % 5 == 0 ? 0 : STEPS);
    }
    ck_assert_int_eq(store_commit(store), ERR_OK);
    for (int64_t last = 0; !page.is_last; pages++) {
        ck_assert_int_eq(store_list_unused(store, &terms, &page), ERR_OK);
        for (int i = 0; i < page.count; i++) {
            ck_assert_int_gt(page.players[i].id, last);
            last = page.players[i].id;
        }
        found += page.count;
    }
    ck_assert_int_eq(found, (PLAYERS + 4) / 5);
    ck_assert_int_ge(pages, 3);
}

/* Guests go by when they were there last, and players by whether they ever walked. */
TEST(guests_are_unused_after_a_time_of_their_own)
{
    static const struct {
        const char *name;
        bool is_guest;
        int64_t last_seen_at;
        uint64_t steps;
        bool goes;
    } rows[] = {
        {"Walked", true, CUTOFF + 10, 1000, true}, {"Recent", true, CUTOFF + 60, 1000, false},
        {"Player", false, CUTOFF + 10, 0, false},  {"Unused", false, CUTOFF - 1, 0, true},
        {"Fresh", true, CUTOFF + 60, 0, false},    {"Staff", true, CUTOFF + 10, 0, false},
    };
    const struct unused_terms both = {
        .seen_before = CUTOFF, .guest_seen_before = CUTOFF + 50, .steps_min = STEPS};
    const struct unused_terms guests = {.guest_seen_before = CUTOFF + 50, .steps_min = STEPS};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct account_record account = fixture_account(rows[i].name, rows[i].name);
        struct delver_record delver = fixture_delver();
        int64_t id = 0;
        account.is_guest = rows[i].is_guest;
        account.last_seen_at = rows[i].last_seen_at;
        delver.steps = rows[i].steps;
        ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
        if (strcmp(rows[i].name, "Staff") == 0)
            ck_assert_int_eq(store_save_role(store, id, STORE_ROLE_BUILDER), ERR_OK);
        ck_assert_msg((store_expect_unused(store, id, &both) == ERR_OK) == rows[i].goes, "%s",
                      rows[i].name);
        ck_assert_msg((store_expect_unused(store, id, &guests) == ERR_OK) ==
                          (rows[i].goes && rows[i].is_guest),
                      "%s", rows[i].name);
    }
}
