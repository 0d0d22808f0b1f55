/*
 * Our own look at a whole database.
 */
#include "db/store_private.h"
#include "fixture.h"
#include "support/test.h"

enum { WIDTH = 30, HEIGHT = 15 };

static struct fixture fixture;
static struct store *store;
static int64_t id;
static const struct level_key key = {.depth = 3};

/* One room in the rock. */
static void save_level(void)
{
    struct level_blob row = {.key = key, .style = "rooms", .format = 1};
    struct level_plan plan = {.key = key, .width = WIDTH, .height = HEIGHT};
    uint8_t tiles[WIDTH * HEIGHT];
    struct level *level = NULL;
    struct bytes data;

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        tiles[i] = i / WIDTH > 3 && i / WIDTH < 9 && i % WIDTH > 3 && i % WIDTH < 20 ? TILE_FLOOR
                                                                                     : TILE_ROCK;
    plan.tiles = tiles;
    plan.up = pos_of(5, 5);
    plan.down = pos_of(8, 8);
    tiles[5 * WIDTH + 5] = TILE_STAIRS_UP;
    tiles[8 * WIDTH + 8] = TILE_STAIRS_DOWN;
    tiles[6 * WIDTH + 6] = TILE_DOOR_CLOSED;
    bytes_init(&data, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    ck_assert_int_eq(level_encode(level, &data), ERR_OK);
    ck_assert_int_eq(store_save_level(store, &row, data.data, data.length), ERR_OK);
    ck_assert_int_eq(store_save_memory(store, id, key, tiles, sizeof tiles, MEMORY_BANDS_ALL),
                     ERR_OK);
    level_free(level);
    bytes_release(&data);
}

static void place(int x, int y)
{
    struct delver_record delver = fixture_delver();

    delver.id = id;
    delver.level = key;
    delver.at = pos_of(x, y);
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
}

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    id = fixture_create(store, "Ada");
    save_level();
    place(5, 5);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static struct examination examine_after(const char *sql)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
    return fixture_examine(store);
}

static void expect_finding(const struct examination *seen, const char *text)
{
    for (int i = 0; i < seen->finding_count; i++) {
        if (strcmp(seen->findings[i], text) == 0)
            return;
    }
    ck_abort_msg("\"%s\" was not found; the first of %d is \"%s\"", text, seen->finding_count,
                 seen->findings[0]);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_sound_world_has_no_findings)
{
    struct examination seen = fixture_examine(store);

    ck_assert(examination_is_clean(&seen));
    ck_assert_int_eq(seen.finding_count, 0);
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].all, 1);
    ck_assert_uint_eq(seen.rows[RECORD_DELVER].all, 1);
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].all, 1);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].all, 1);
    place(6, 6);
    seen = fixture_examine(store);
    ck_assert_msg(seen.finding_count == 0, "a closed door can be stood in once it is open: %s",
                  seen.findings[0]);
}

TEST(changed_content_is_a_bad_row_of_its_table)
{
    struct examination seen = examine_after("UPDATE level SET format = 2");
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad, 1);
    ck_assert(seen.state_is_whole && !examination_is_clean(&seen));
    expect_finding(&seen, "level wing 0 depth 3: the checksum is wrong; it is rebuilt from its "
                          "seed when somebody comes");

    seen = examine_after("UPDATE account SET role = 1");
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].bad, 1);
    expect_finding(&seen, "account 1: the checksum is wrong; nobody can log in to it");

    seen = examine_after("UPDATE delver SET steps = 1");
    ck_assert_uint_eq(seen.rows[RECORD_DELVER].bad, 1);
    expect_finding(&seen, "player 1: the checksum is wrong; their account cannot log in");

    seen = examine_after("UPDATE memory SET explored = x'0101'");
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].bad, 1);
    expect_finding(&seen, "memory of player 1 of wing 0 depth 3: the checksum is wrong; that part "
                          "of the map is forgotten");
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad + seen.rows[RECORD_ACCOUNT].bad +
                          seen.rows[RECORD_DELVER].bad,
                      3);
    ck_assert(seen.state_is_whole);
}

TEST(rows_that_do_not_decode_are_bad_whatever_their_checksum)
{
    struct examination seen = examine_after(
        "UPDATE level SET blob = x'00', generation = 2; UPDATE account SET mode = 9;"
        "UPDATE delver SET health = 100; UPDATE memory SET explored = x'05ff'" FIXTURE_RESEAL);

    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_DELVER].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].bad, 1);
    expect_finding(&seen, "level wing 0 depth 3 generation 2: its values cannot be right; it is "
                          "rebuilt from its seed when somebody comes");
}

TEST(a_style_that_is_no_word_is_a_bad_row)
{
    struct level_head head = {.depth = 3,
                              .newest = 1,
                              .current = 1,
                              .has_kept = true,
                              .recipe = {.style = "theme"},
                              .kept_recipe = {.style = "rooms"}};
    struct level_summary summary;
    int count = 0;

    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    struct examination seen = fixture_examine(store);
    ck_assert(examination_is_clean(&seen));
    seen = examine_after("UPDATE level SET style = char(27) || '[2J'" FIXTURE_RESEAL);
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_HEAD].bad, 0);
    ck_assert_int_eq(store_list_levels(store, &summary, 1, &count), ERR_OK);
    ck_assert_str_eq(summary.style, "");
    seen = examine_after("UPDATE level_head SET style = char(27) || '[2J'" FIXTURE_RESEAL);
    ck_assert_uint_eq(seen.rows[RECORD_HEAD].bad, 1);
    seen =
        examine_after("UPDATE level_head SET style = 'theme', kept_style = 'a b'" FIXTURE_RESEAL);
    ck_assert_uint_eq(seen.rows[RECORD_HEAD].bad, 1);
}

TEST(account_delver_and_memory_need_each_other)
{
    struct examination seen = examine_after("DELETE FROM delver");
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].bad, 1);
    ck_assert(!seen.state_is_whole);
    expect_finding(&seen, "account 1 (Ada): its player is missing; nobody can log in to it");

    seen = examine_after(
        "INSERT INTO delver SELECT id, 0, 3, 0, 5, 5, 9, 9, 0, 0,"
        " 0, 0, 1, 0, 0, 0, 0, 0, x'01', CAST(x'01' || zeroblob(56) AS BLOB), 0 FROM account;"
        "DELETE FROM account" FIXTURE_RESEAL);
    ck_assert_uint_eq(seen.rows[RECORD_DELVER].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].bad, 0);
    expect_finding(&seen, "player 1: their account is missing; nobody plays them");
}

TEST(a_place_where_nobody_can_stand_is_a_finding_and_no_bad_row)
{
    place(0, 0);
    struct examination seen = fixture_examine(store);
    ck_assert(examination_is_clean(&seen));
    ck_assert_int_eq(seen.finding_count, 1);
    ck_assert_msg(strncmp(seen.findings[0], "player 1: stands in ", 20) == 0 &&
                      strstr(seen.findings[0], "put at the stairs when they come") != NULL,
                  "%s", seen.findings[0]);
    place(WIDTH, 5);
    seen = fixture_examine(store);
    ck_assert(examination_is_clean(&seen));
    expect_finding(&seen, "player 1: is outside wing 0 depth 3; put at the stairs when they come");
}

TEST(there_are_never_more_findings_than_fit)
{
    struct level_blob row = {.style = "rooms", .format = 1};

    for (uint16_t depth = 10; depth < 40; depth++) {
        row.key.depth = depth;
        ck_assert_int_eq(store_save_level(store, &row, (const uint8_t *)"x", 1), ERR_OK);
    }
    struct examination seen = fixture_examine(store);
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad, 30);
    ck_assert_int_eq(seen.finding_count, EXAMINATION_FINDINGS_MAX);
}
