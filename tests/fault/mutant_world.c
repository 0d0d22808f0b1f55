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
#include "db/store.h"
#include "gen/gen.h"
#include "mutant.h"

enum {
    FILE_BYTES_MAX = 64 * 1024 * 1024,
    SEED = 4711,
    SEED_FOREIGN = 815,
    AUDIT_ROWS = 6,
    SAVES_IN_LOG = 6,
    WIDTH = 72,
    HEIGHT = 40
};

static const char *const names[MUTANT_ACCOUNTS] = {"Ada", "Brom", "Cyd", "Dorn", "Elke"};
static const char *const skeletons[MUTANT_ACCOUNTS] = {"ada", "brom", "cyd", "dorn", "eike"};

static struct level_key key_of(int index)
{
    return (struct level_key){.wing = 0, .depth = (uint16_t)(index + 1), .generation = 2};
}

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

static enum ruling_kind ruling_kind(int index)
{
    return (enum ruling_kind)(RULING_BAN_NAME + index);
}

static void hash_key(struct hash *hash, struct level_key key)
{
    hash_u64(hash, (uint64_t)key.wing << 48 | (uint64_t)key.depth << 32 | key.generation);
}

static struct mutant_fact read_account(struct store *store, int index)
{
    struct account_record account;
    struct hash hash;
    enum err error = store_find_account(store, names[index], &account);

    hash_init(&hash);
    if (error == ERR_OK) {
        hash_u64(&hash, (uint64_t)account.id);
        hash_text(&hash, account.name);
        hash_text(&hash, account.skeleton);
        hash_text(&hash, account.password_hash);
        hash_u64(&hash, (uint64_t)account.mode);
        hash_u64(&hash, (uint64_t)account.created_at);
        hash_u64(&hash, (uint64_t)account.last_seen_at);
    }
    return answer(error, &hash);
}

static struct mutant_fact read_role(struct store *store, int index)
{
    enum store_role role = STORE_ROLE_NONE;
    struct hash hash;
    enum err error = store_load_role(store, index + 1, &role);

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)role);
    return answer(error, &hash);
}

static struct mutant_fact read_settings(struct store *store, int index)
{
    char list[SETTINGS_SIZE] = "";
    struct hash hash;
    enum err error = store_load_settings(store, index + 1, list);

    hash_init(&hash);
    hash_text(&hash, list);
    return answer(error, &hash);
}

static struct mutant_fact read_ruling(struct store *store, int index)
{
    struct ruling ruling = {.until = 0};
    struct hash hash;
    enum err error = store_load_ruling(store, ruling_kind(index), names[index], &ruling);

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)ruling.until);
    hash_u64(&hash, (uint64_t)ruling.at);
    hash_text(&hash, ruling.who);
    hash_text(&hash, ruling.detail);
    return answer(error, &hash);
}

static struct mutant_fact read_head(struct store *store, int index)
{
    struct level_key key = key_of(index);
    struct level_head head = {0};
    struct hash hash;
    enum err error = store_load_head(store, key.wing, key.depth, &head);

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)head.wing << 32 | head.depth);
    hash_u64(&hash, (uint64_t)head.current << 32 | head.newest);
    hash_u64(&hash, (uint64_t)head.has_kept << 33 | (uint64_t)head.is_locked << 32 | head.kept);
    hash_u64(&hash, head.recipe.seed);
    hash_text(&hash, head.recipe.style);
    hash_u64(&hash, head.kept_recipe.seed);
    hash_text(&hash, head.kept_recipe.style);
    return answer(error, &hash);
}

static struct mutant_fact read_delver(struct store *store, int index)
{
    struct delver_record delver = {0};
    struct hash hash;
    enum err error = store_load_delver(store, index + 1, &delver);

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)delver.id);
    hash_key(&hash, delver.level);
    hash_u64(&hash, (uint64_t)delver.at.x << 32 | (uint64_t)delver.at.y);
    hash_u64(&hash, (uint64_t)delver.health << 32 | (uint64_t)delver.health_max);
    hash_u64(&hash, delver.sequence);
    hash_u64(&hash, delver.steps);
    return answer(error, &hash);
}

static struct mutant_fact read_level(struct store *store, int index)
{
    struct level_key key = key_of(index);
    struct level *level = NULL;
    struct level_blob row;
    struct bytes data;
    struct hash hash;

    bytes_init(&data, LEVEL_BLOB_MAX);
    hash_init(&hash);
    enum err error = store_find_generation(store, key.wing, key.depth, &key.generation);
    if (error == ERR_OK)
        error = store_load_level(store, key, &row, &data);
    if (error == ERR_OK)
        error = level_decode(data.data, data.length, key, &level);
    if (error == ERR_OK) {
        hash_key(&hash, row.key);
        hash_text(&hash, row.style);
        hash_u64(&hash, (uint64_t)row.format);
        hash_bulk(&hash, data.data, data.length);
        level_hash(level, &hash);
    }
    level_free(level);
    bytes_release(&data);
    return answer(error, &hash);
}

static struct mutant_fact read_memory(struct store *store, int index)
{
    static uint8_t tiles[WIDTH * HEIGHT];
    struct hash hash;
    enum err error =
        store_load_memory(store, index / 2 + 1, key_of(index % 2), tiles, sizeof tiles);

    hash_init(&hash);
    hash_bulk(&hash, tiles, sizeof tiles);
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
    struct hash none;

    hash_init(&none);
    for (int i = 0; i < MUTANT_ACCOUNTS; i++) {
        out->list[FACT_ACCOUNT + i] = read_account(store, i);
        out->list[FACT_SKELETON + i] = answer(store_find_skeleton(store, skeletons[i]), &none);
        out->list[FACT_ROLE + i] = read_role(store, i);
        out->list[FACT_SETTINGS + i] = read_settings(store, i);
        out->list[FACT_RULING + i] = read_ruling(store, i);
        out->list[FACT_DELVER + i] = read_delver(store, i);
    }
    for (int i = 0; i < MUTANT_HEADS; i++)
        out->list[FACT_HEAD + i] = read_head(store, i);
    for (int i = 0; i < MUTANT_LEVELS; i++)
        out->list[FACT_LEVEL + i] = read_level(store, i);
    for (int i = 0; i < MUTANT_MEMORIES; i++)
        out->list[FACT_MEMORY + i] = read_memory(store, i);
    out->list[FACT_SEED] = read_meta(store, META_SEED);
    out->list[FACT_TICK] = read_meta(store, META_TICK);
    out->list[FACT_CREATED_AT] = read_meta(store, META_CREATED_AT);
    out->list[FACT_AUDIT] = read_audit(store);
}

static void expect(enum err error)
{
    CHECK(error == ERR_OK);
}

static struct level *make_level(uint64_t seed, int index)
{
    const struct gen_style *style = gen_style_at((size_t)index % gen_style_count());
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, style, seed, key_of(index), WIDTH, HEIGHT);
    expect(gen_level(&request, &level, NULL));
    return level;
}

static void save_level(struct store *store, uint64_t seed, int index)
{
    struct level *level = make_level(seed, index);
    struct level_blob row = {.key = level->key, .format = GEN_FORMAT_VERSION};
    struct bytes data;

    snprintf(row.style, sizeof row.style, "%s",
             gen_style_at((size_t)index % gen_style_count())->name);
    bytes_init(&data, LEVEL_BLOB_MAX);
    expect(level_encode(level, &data));
    expect(store_save_level(store, &row, data.data, data.length));
    for (int i = 0; index < 2 && i < MUTANT_ACCOUNTS; i++)
        expect(store_save_memory(store, i + 1, level->key, level->tiles, level_cell_count(level)));
    bytes_release(&data);
    level_free(level);
}

static void create(struct store *store, uint64_t seed, int index)
{
    struct account_record account = {.mode = MODE_SCREEN, .created_at = 1000 + index};
    struct delver_record delver = {.level = key_of(index % MUTANT_LEVELS),
                                   .at = pos_of(20 + index, 10),
                                   .health = 9,
                                   .health_max = 12,
                                   .sequence = seed + 7,
                                   .steps = seed * 1000};
    int64_t id = 0;

    snprintf(account.name, sizeof account.name, "%s", names[index]);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", skeletons[index]);
    snprintf(account.password_hash, sizeof account.password_hash,
             "$argon2id$v=19$m=19456,t=2,p=1$not-a-real-salt$%llu", (unsigned long long)seed);
    expect(store_create_account(store, &account, &delver, &id));
    CHECK(id == index + 1);
}

static void save_settings(struct store *store, int index, uint64_t number)
{
    char list[SETTINGS_SIZE];

    snprintf(list, sizeof list, "colour=256 steps=%llu", (unsigned long long)number);
    expect(store_save_settings(store, index + 1, list));
}

static void save_ruling(struct store *store, int index, uint64_t number)
{
    struct ruling ruling = {.kind = ruling_kind(index),
                            .until = (int64_t)number,
                            .at = 9,
                            .who = "operator",
                            .detail = "once too often"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", names[index]);
    expect(store_save_ruling(store, &ruling));
}

static void save_head(struct store *store, int index, uint32_t newest)
{
    struct level_key key = key_of(index);
    struct level_head head = {.wing = key.wing,
                              .depth = key.depth,
                              .current = newest,
                              .has_kept = true,
                              .kept = newest - 1,
                              .newest = newest,
                              .is_locked = newest % 2 == 0,
                              .recipe = {.seed = 100 + newest, .style = "caves"},
                              .kept_recipe = {.seed = newest, .style = LEVEL_STYLE_OF_THEME}};

    expect(store_save_head(store, &head));
}

static void audit(struct store *store, int number)
{
    struct audit_record record = {.at = 5000 + number, .who = "ada"};

    snprintf(record.what, sizeof record.what, "looked into the matter of the %dth door", number);
    expect(store_audit(store, &record));
}

static void fill(struct store *store, uint64_t seed)
{
    expect(store_save_meta(store, META_SEED, seed));
    expect(store_save_meta(store, META_CREATED_AT, 1000));
    expect(store_save_meta(store, META_TICK, 1));
    for (int i = 0; i < MUTANT_ACCOUNTS; i++)
        create(store, seed, i);
    expect(store_save_role(store, 1, STORE_ROLE_ADMIN));
    for (int i = 0; i < MUTANT_ACCOUNTS; i++)
        save_settings(store, i, seed);
    for (int i = 0; i < MUTANT_ACCOUNTS; i++)
        save_ruling(store, i, seed);
    for (int i = 0; i < MUTANT_LEVELS; i++)
        save_level(store, seed, i);
    for (int i = 0; i < MUTANT_HEADS; i++)
        save_head(store, i, (uint32_t)(2 + seed % 7));
    for (int i = 0; i < AUDIT_ROWS / 2; i++)
        audit(store, i);
}

/* One commit after the other, each noted. */
static void save_some(struct store *store, struct mutant_original *out)
{
    static const uint8_t dark[WIDTH * HEIGHT];
    struct delver_record delver;

    mutant_read_facts(store, &out->versions[out->version_count++]);
    for (int i = 0; i < SAVES_IN_LOG; i++) {
        expect(store_begin(store));
        expect(store_load_delver(store, 1 + i % MUTANT_ACCOUNTS, &delver));
        delver.steps++;
        expect(store_save_delver(store, &delver));
        expect(store_save_memory(store, delver.id, key_of(1), dark, sizeof dark));
        if (i == 3)
            save_level(store, SEED_FOREIGN, 4);
        save_settings(store, i % 3, (uint64_t)i);
        save_ruling(store, i % 3, (uint64_t)i);
        save_head(store, i % 3, (uint32_t)(20 + i));
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
    mutant_read_facts(store, &world->foreign.versions[world->foreign.version_count++]);
    mutant_read_file(log_path, &world->foreign.log);
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
    bytes_release(&world->foreign.log);
}
