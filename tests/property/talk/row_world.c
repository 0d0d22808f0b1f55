/*
 * A world with a row of each record for each of many players, who have a level of their own each.
 */
#include "row_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "db/records.h"
#include "db/store_ledger.h"
#include "support/test.h"
#include "world/population_codec.h"

enum { TICK = 10000000 /* of the world when it is opened */ };

static uint8_t *whole; /* the database as it was made */
static size_t whole_length;

void row_world_require(enum err error)
{
    ck_assert_msg(error == ERR_OK, "%s", err_name(error));
}

void row_world_path(const struct hall *hall, char out[ROW_WORLD_PATH_SIZE])
{
    snprintf(out, ROW_WORLD_PATH_SIZE, "%s/undercroft.db", hall->folder);
}

void row_world_name(int place, char out[NAME_LENGTH_MAX + 1])
{
    snprintf(out, NAME_LENGTH_MAX + 1, "Row%c%c", 'a' + place / 26, 'a' + place % 26);
}

struct store *row_world_open(const struct hall *hall)
{
    struct store *store = NULL;
    struct store_status status;
    char path[ROW_WORLD_PATH_SIZE];

    row_world_path(hall, path);
    ck_assert_msg(store_open(path, &store, &status) == ERR_OK, "%s", status.reason);
    return store;
}

/* Dug a day ago, so that it is open to everybody. */
static struct grave grave_of(int64_t delver_id, struct pos at)
{
    struct grave grave = {.delver_id = delver_id,
                          .killer = SPECIES_DELVER + 1,
                          .died_at = TICK - 5000000,
                          .at = at,
                          .gold = 40,
                          .experience = 3,
                          .name = "Ada"};

    grave.things[0] = stack_of(ITEM_DART, 3);
    grave.things[1] = stack_of(ITEM_MENDING, 1);
    return grave;
}

static void append(struct bytes *out, struct form_record *record)
{
    row_world_require(bytes_append(out, record->data, record->length));
    record->length = 0;
}

/* Gold and darts underfoot, graves in the east and north, and a foe asleep. */
static void make_population(struct pos at, int64_t delver_id, struct bytes *out)
{
    static struct level level; /* of which only the clock is read */
    struct form_record record = {.length = 0};
    struct pos away = pos_of(at.x + 3, at.y);
    struct foe foe = {.body = {.level = &level,
                               .species = SPECIES_DELVER + 1,
                               .at = away,
                               .health = 2,
                               .health_max = 4},
                      .mind = {.mood = MOOD_ASLEEP, .home = away, .goal = away, .gold = 7}};
    struct item gold = {.stack = stack_of(ITEM_GOLD, 12), .at = at};
    struct item darts = {
        .stack = stack_of(ITEM_DART, 2), .at = at, .owner = delver_id, .owned_until = TICK + 50000};
    struct grave own = grave_of(delver_id, pos_of(at.x + 1, at.y));
    struct grave other = grave_of(1, pos_of(at.x, at.y - 1));

    bytes_clear(out, POPULATION_BLOB_MAX);
    form_put(&record, POPULATION_VERSION + POPULATION_CHALK, 1);
    form_put(&record, 100, 8);
    form_put(&record, TICK - 50, 8);
    for (int i = 0; i < POPULATION_RNG_WORDS; i++)
        form_put(&record, 77, 8);
    form_put(&record, TICK - 90, 8);
    form_put(&record, 0, 8);
    form_put(&record, 1, 2);
    foe.body.statuses.left[STATUS_COUNT - 1] = 3;
    form_put_foe(&record, POPULATION_VERSION, &foe);
    append(out, &record);
    form_put(&record, 2, 2);
    form_put_thing(&record, POPULATION_VERSION, &gold);
    form_put_thing(&record, POPULATION_VERSION, &darts);
    form_put(&record, 2, 2);
    append(out, &record);
    form_put_grave(&record, POPULATION_VERSION, &own);
    append(out, &record);
    form_put_grave(&record, POPULATION_VERSION, &other);
    append(out, &record);
    form_put(&record, 1, 2);
    form_put_chalk(&record, POPULATION_VERSION,
                   &(struct chalk_line){.at = at, .author = delver_id, .name = "Ada"});
    append(out, &record);
}

static struct life make_life(const struct life *from, int64_t delver_id)
{
    struct life life = *from;

    life.gold = 30;
    life.experience = 40;
    life.deepest = 4;
    life.kills[SPECIES_DELVER + 1] = 2;
    life.dealings = (struct dealings){.day = TICK - 9, .mendings = 1, .earned = 10, .period = 8};
    life.pack.carried[PACK_MAX - 1] = stack_of(ITEM_BUNDLE, 1);
    life.bundle = grave_of(delver_id, pos_of(0, 0));
    return life;
}

/* The belongings of the one player that was made by playing, and its level. */
struct pattern {
    struct account_record account;
    struct delver_record delver;
    struct level_blob level;
    struct bytes blob;
    struct bytes population;
    uint8_t tiles[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    size_t cells;
};

static void load_pattern(struct store *store, struct pattern *out)
{
    int width;
    int height;

    row_world_require(store_find_account(store, "Ada", &out->account));
    row_world_require(store_load_delver(store, out->account.id, &out->delver));
    bytes_init(&out->blob, LEVEL_BLOB_MAX);
    row_world_require(store_load_level(store, out->delver.level, &out->level, &out->blob));
    level_decode_size(out->blob.data, out->blob.length, &width, &height);
    out->cells = (size_t)(width * height);
    row_world_require(
        store_load_memory(store, out->account.id, out->delver.level, out->tiles, out->cells));
    bytes_init(&out->population, POPULATION_BLOB_MAX);
}

static void make_place(struct store *store, struct pattern *pattern, int place)
{
    struct account_record account = pattern->account;
    struct delver_record delver = pattern->delver;
    struct level_blob level = pattern->level;
    struct ruling ruling = {
        .kind = RULING_MUTE, .until = 0, .at = 1, .who = "test", .detail = "test"};
    struct level_head head = {.depth = delver.level.depth,
                              .recipe = {.style = "theme"},
                              .kept_recipe = {.style = "theme"}};
    int64_t id = 0;

    row_world_name(place, account.name);
    snprintf(account.skeleton, sizeof account.skeleton, "row%d", place);
    delver.level.wing = level.key.wing = head.wing = (uint16_t)(place + 1);
    row_world_require(store_create_account(store, &account, &delver, &id));
    delver.id = id;
    delver.life = make_life(&delver.life, id);
    row_world_require(store_save_delver(store, &delver));
    make_population(delver.at, id, &pattern->population);
    row_world_require(store_save_level(store, &level, pattern->blob.data, pattern->blob.length));
    row_world_require(store_save_population(store, level.key, pattern->population.data,
                                            pattern->population.length));
    row_world_require(
        store_save_memory(store, id, level.key, pattern->tiles, pattern->cells, MEMORY_BANDS_ALL));
    row_world_require(store_save_settings(store, id, "brief=on"));
    snprintf(ruling.subject, sizeof ruling.subject, "%s", account.name);
    row_world_require(store_save_ruling(store, &ruling));
    row_world_require(store_save_head(store, &head));
}

static void read_whole(const struct hall *hall)
{
    char path[ROW_WORLD_PATH_SIZE];
    FILE *file;

    row_world_path(hall, path);
    file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    whole_length = (size_t)ftell(file);
    rewind(file);
    whole = malloc(whole_length);
    ck_assert_ptr_nonnull(whole);
    ck_assert_uint_eq(fread(whole, 1, whole_length, file), whole_length);
    fclose(file);
}

void row_world_make(struct hall *hall)
{
    static struct pattern pattern;
    static struct guest ada;

    hall_open(hall);
    guest_join(&ada, hall, GUEST_LINE, "ada");
    guest_type(&ada, "quit\r\n");
    guest_wait_state(&ada, SESSION_CLOSED);
    guest_close(&ada);
    hall_stop(hall);
    struct store *store = row_world_open(hall);
    load_pattern(store, &pattern);
    row_world_require(store_begin(store));
    row_world_require(store_save_meta(store, META_TICK, TICK));
    for (int place = 0; place < ROW_WORLD_PLACES; place++)
        make_place(store, &pattern, place);
    row_world_require(store_commit(store));
    row_world_require(store_right_ledger(store));
    row_world_require(store_close(store));
    bytes_release(&pattern.blob);
    bytes_release(&pattern.population);
    read_whole(hall);
}

/* Puts the database back to what it was. */
void row_world_restore(const struct hall *hall)
{
    char path[ROW_WORLD_PATH_SIZE];
    char command[2 * ROW_WORLD_PATH_SIZE + 32];
    FILE *file;

    row_world_path(hall, path);
    snprintf(command, sizeof command, "rm -f %s-wal %s/log", path, hall->folder);
    ck_assert_int_eq(system(command), 0);
    file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(whole, 1, whole_length, file), whole_length);
    ck_assert_int_eq(fclose(file), 0);
}

void row_world_release(void)
{
    free(whole);
    whole = NULL;
}
