/*
 * The world that is damaged, and what can be known of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/hash.h"
#include "db/records.h"
#include "db/rows.h"
#include "db/store.h"
#include "gen/gen.h"
#include "mutant.h"
#include "support/rows/row_maker.h"
#include "world/population_codec.h"

enum {
    FILE_BYTES_MAX = 64 * 1024 * 1024,
    SEED = 4711,
    SEED_FOREIGN = 815,
    AUDIT_ROWS = 6,
    SAVES_IN_LOG = 6,
    WIDTH = 72,
    HEIGHT = 40,
    BANDS = WIDTH * HEIGHT / MEMORY_BAND
};

void mutant_write_file(const char *path, const struct bytes *content)
{
    FILE *file = fopen(path, "wb");

    CHECK(file != NULL);
    size_t written = fwrite(content->data, 1, content->length, file);
    CHECK(written == content->length);
    int code = fclose(file);
    CHECK(code == 0);
}

void mutant_read_file(const char *path, struct bytes *out)
{
    uint8_t block[4096];
    FILE *file = fopen(path, "rb");

    bytes_init(out, FILE_BYTES_MAX);
    if (file == NULL)
        return;
    for (size_t got = fread(block, 1, sizeof block, file); got > 0;
         got = fread(block, 1, sizeof block, file)) {
        enum err error = bytes_append(out, block, got);
        CHECK(error == ERR_OK);
    }
    fclose(file);
}

static struct mutant_fact answer(enum err result, const struct hash *hash)
{
    return (struct mutant_fact){result, result == ERR_OK ? hash->value : 0};
}

static void hash_text(struct hash *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

static struct mutant_fact read_row(struct store *store, enum record_id id, int place)
{
    struct made_row row;
    struct hash hash;

    row_make(id, place, 0, &row);
    if (id == RECORD_MEMORY)
        ((struct stored_memory *)row.row.bytes)->band = (uint8_t)(place % BANDS);
    hash_init(&hash);
    return answer(row_digest(store, id, row.row.bytes, &hash), &hash);
}

static struct account_record account_at(int place)
{
    struct made_row row;

    row_make(RECORD_ACCOUNT, place, 0, &row);
    return ((const struct stored_account *)row.row.bytes)->record;
}

static struct mutant_fact read_name(struct store *store, int place)
{
    struct account_record account;
    struct hash hash;
    enum err error = store_find_account(store, account_at(place).name, &account);

    hash_init(&hash);
    if (error == ERR_OK)
        hash_u64(&hash, (uint64_t)account.id);
    return answer(error, &hash);
}

static struct mutant_fact read_skeleton(struct store *store, int place)
{
    struct hash none;

    hash_init(&none);
    return answer(store_find_skeleton(store, account_at(place).skeleton), &none);
}

static struct level_key key_at(int place)
{
    struct made_row row;

    row_make(RECORD_LEVEL, place, 0, &row);
    return ((const struct stored_level *)row.row.bytes)->level.key;
}

static struct mutant_fact read_generation(struct store *store, int place)
{
    struct level_key key = key_at(place);
    struct hash hash;
    enum err error = store_find_generation(store, key.wing, key.depth, &key.generation);

    hash_init(&hash);
    hash_u64(&hash, key.generation);
    return answer(error, &hash);
}

static struct mutant_fact read_meta(struct store *store, enum store_meta meta)
{
    uint64_t value = 0;
    struct hash hash;
    enum err error = store_load_meta(store, meta, &value);

    hash_init(&hash);
    hash_u64(&hash, value);
    return answer(error, &hash);
}

static struct mutant_fact read_audit(struct store *store)
{
    struct audit_record rows[AUDIT_ROWS];
    int count = 0;
    struct hash hash;
    enum err error = store_load_audit(store, rows, AUDIT_ROWS, &count);

    hash_init(&hash);
    for (int i = 0; error == ERR_OK && i < count; i++) {
        hash_u64(&hash, (uint64_t)rows[i].at);
        hash_text(&hash, rows[i].who);
        hash_text(&hash, rows[i].what);
    }
    return answer(error, &hash);
}

void mutant_read_facts(struct store *store, struct mutant_facts *out)
{
    for (int place = 0; place < MUTANT_PLACES; place++) {
        for (int id = 0; id < RECORD_COUNT; id++)
            out->list[FACT_ROWS + id * MUTANT_PLACES + place] =
                read_row(store, (enum record_id)id, place);
        out->list[FACT_NAME + place] = read_name(store, place);
        out->list[FACT_SKELETON + place] = read_skeleton(store, place);
        out->list[FACT_GENERATION + place] = read_generation(store, place);
    }
    out->list[FACT_SEED] = read_meta(store, META_SEED);
    out->list[FACT_TICK] = read_meta(store, META_TICK);
    out->list[FACT_CREATED_AT] = read_meta(store, META_CREATED_AT);
    out->list[FACT_AUDIT] = read_audit(store);
}

static void expect(enum err error)
{
    CHECK(error == ERR_OK);
}

static struct level *make_level(int place, uint32_t version)
{
    const struct gen_style *style = gen_style_at((size_t)place % gen_style_count());
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, style, version, key_at(place), WIDTH, HEIGHT);
    expect(gen_level(&request, &level, NULL));
    return level;
}

/* Noise is no level and nobody's memory of one: this is. */
static void save_level(struct store *store, int place, uint32_t version)
{
    struct level *level = make_level(place, version);
    struct level_blob row = {.key = level->key, .style = "caves", .format = GEN_FORMAT_VERSION};
    struct bytes data;

    bytes_init(&data, LEVEL_BLOB_MAX);
    expect(level_encode(level, &data));
    expect(store_save_level(store, &row, data.data, data.length));
    expect(store_save_memory(store, place + 1, level->key, level->tiles, level_cell_count(level),
                             MEMORY_BANDS_ALL));
    bytes_release(&data);
    level_free(level);
}

static void save_delver(struct store *store, int place, uint32_t version)
{
    struct made_row row;
    struct delver_record *delver = (struct delver_record *)row.row.bytes;

    row_make(RECORD_DELVER, place, version, &row);
    delver->level = key_at(place);
    expect(row_save(store, RECORD_DELVER, delver));
}

/* Saves an empty population whose clock is the version. */
static void save_population(struct store *store, int place, uint32_t version)
{
    enum { CLOCK = 1, STREAM = 17, LENGTH = 55 };
    uint8_t blob[LENGTH] = {1};
    struct made_row row;

    blob[CLOCK] = (uint8_t)version;
    blob[STREAM] = 1;
    row_make(RECORD_POPULATION, place, version, &row);
    ((struct stored_population *)row.row.bytes)->blob = (struct row_blob){blob, LENGTH};
    CHECK(population_check(blob, LENGTH, LEVEL_WIDTH_MIN, LEVEL_HEIGHT_MIN) == ERR_OK);
    expect(row_save(store, RECORD_POPULATION, row.row.bytes));
}

/* One row of every record. */
static void save_rows(struct store *store, int place, uint32_t version)
{
    for (int id = 0; id < RECORD_COUNT; id++) {
        struct made_row row;
        if (id == RECORD_LEVEL) {
            save_level(store, place, version);
        } else if (id == RECORD_DELVER) {
            save_delver(store, place, version);
        } else if (id == RECORD_POPULATION) {
            save_population(store, place, version);
        } else if (id != RECORD_MEMORY) {
            row_make((enum record_id)id, place, version, &row);
            expect(row_save(store, (enum record_id)id, row.row.bytes));
        }
    }
}

static void create(struct store *store, int place)
{
    struct made_row account;
    struct made_row delver;
    int64_t id = 0;

    row_make(RECORD_ACCOUNT, place, 0, &account);
    row_make(RECORD_DELVER, place, 0, &delver);
    expect(store_create_account(store, &((struct stored_account *)account.row.bytes)->record,
                                (struct delver_record *)delver.row.bytes, &id));
    CHECK(id == place + 1);
}

static void audit(struct store *store, int number)
{
    struct audit_record record = {.at = 5000 + number, .who = "ada"};

    snprintf(record.what, sizeof record.what, "looked into the matter of the %dth door", number);
    expect(store_audit(store, &record));
}

static void fill(struct store *store, uint32_t seed)
{
    expect(store_save_meta(store, META_SEED, seed));
    expect(store_save_meta(store, META_CREATED_AT, 1000));
    expect(store_save_meta(store, META_TICK, 1));
    for (int place = 0; place < MUTANT_PLACES; place++) {
        create(store, place);
        save_rows(store, place, seed);
    }
    for (int i = 0; i < AUDIT_ROWS / 2; i++)
        audit(store, i);
}

/* One commit after the other, each noted. */
static void save_some(struct store *store, struct mutant_original *out)
{
    mutant_read_facts(store, &out->versions[out->version_count++]);
    for (int i = 0; i < SAVES_IN_LOG; i++) {
        expect(store_begin(store));
        save_rows(store, i % 4, (uint32_t)i + 1);
        expect(store_save_meta(store, META_TICK, 2 + (uint64_t)i));
        expect(store_commit(store));
        mutant_read_facts(store, &out->versions[out->version_count++]);
    }
    CHECK(out->version_count <= MUTANT_VERSIONS_MAX);
}

static struct store *open_store(const char *path)
{
    struct store *store = NULL;
    struct store_status status;

    expect(store_open(path, &store, &status));
    return store;
}

static void path_of_log(const char *path, char out[MUTANT_PATH_SIZE + 8])
{
    snprintf(out, MUTANT_PATH_SIZE + 8, "%s-wal", path);
}

/* No other process looks at the database: its lock may go while its files are read. */
static void make_foreign(struct mutant_world *world, const char *path)
{
    char log_path[MUTANT_PATH_SIZE + 8];
    struct store *store = open_store(path);
    struct mutant_original ignored = {0};

    path_of_log(path, log_path);
    fill(store, SEED_FOREIGN);
    mutant_read_file(log_path, &world->foreign_log_whole);
    expect(store_close(store));
    store = open_store(path);
    save_some(store, &ignored);
    mutant_read_file(log_path, &world->foreign_log);
    expect(store_close(store));
    unlink(path);
}

void mutant_world_make(struct mutant_world *world, const char *path)
{
    char log_path[MUTANT_PATH_SIZE + 8];

    *world = (struct mutant_world){0};
    path_of_log(path, log_path);
    make_foreign(world, path);

    struct store *store = open_store(path);
    fill(store, SEED);
    mutant_read_facts(store, &world->closed.versions[world->closed.version_count++]);
    expect(store_close(store));
    mutant_read_file(path, &world->closed.database);

    store = open_store(path);
    save_some(store, &world->killed);
    mutant_read_file(path, &world->killed.database);
    mutant_read_file(log_path, &world->killed.log);
    CHECK(world->killed.log.length > 0);
    expect(store_close(store));
    unlink(path);
    for (int i = 0; i < FACT_COUNT; i++)
        CHECK(world->closed.versions[0].list[i].result == ERR_OK);
}

void mutant_world_free(struct mutant_world *world)
{
    bytes_release(&world->closed.database);
    bytes_release(&world->closed.log);
    bytes_release(&world->killed.database);
    bytes_release(&world->killed.log);
    bytes_release(&world->foreign_log);
    bytes_release(&world->foreign_log_whole);
}
