/*
 * The content of a scene's store as one number, and compared with the world.
 */
#include <string.h>

#include "base/hash.h"
#include "db/examine.h"
#include "db/records.h"
#include "db/store.h"
#include "scene.h"

enum { AUDIT_ROWS = 8, ACCOUNTS_MAX = 4, GENERATIONS = 3 };

/* Names of the accounts in the scenes and in the released database. */
static const char *const names[] = {"Ada", "Brom", "Cyd"};

static void hash_text(struct hash *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

/* True if there is such a row. Anything but a row or none is wrong when no fault is on. */
static bool is_there(struct scene *scene, struct hash *hash, enum err error, const char *what)
{
    hash_u64(hash, (uint64_t)error);
    if (error != ERR_OK && error != ERR_NOT_FOUND)
        scene_fail(scene, "%s cannot be read although the faults are over: %s", what,
                   err_name(error));
    return error == ERR_OK;
}

static void hash_key(struct hash *hash, struct level_key key)
{
    hash_u64(hash, (uint64_t)key.wing << 48 | (uint64_t)key.depth << 32 | key.generation);
}

static void hash_delver(struct hash *hash, const struct delver_record *delver)
{
    hash_key(hash, delver->level);
    hash_u64(hash, (uint64_t)delver->at.x << 32 | (uint64_t)delver->at.y);
    hash_u64(hash, (uint64_t)delver->health << 32 | (uint64_t)delver->health_max);
    hash_u64(hash, delver->sequence);
    hash_u64(hash, delver->steps);
    life_hash(&delver->life, hash);
}

static void read_account(struct scene *scene, struct store *store, const char *name,
                         struct hash *hash)
{
    struct account_record account;
    struct delver_record delver;
    enum store_role role = STORE_ROLE_NONE;
    char settings[SETTINGS_SIZE];
    struct ruling code;

    if (!is_there(scene, hash, store_find_account(store, name, &account), "an account"))
        return;
    hash_u64(hash, (uint64_t)account.id);
    hash_text(hash, account.name);
    hash_text(hash, account.skeleton);
    hash_text(hash, account.password_hash);
    hash_u64(hash, (uint64_t)account.mode);
    hash_u64(hash, (uint64_t)account.created_at);
    hash_u64(hash, (uint64_t)account.last_seen_at);
    if (is_there(scene, hash, store_load_role(store, account.id, &role), "a role"))
        hash_u64(hash, (uint64_t)role);
    if (is_there(scene, hash, store_load_delver(store, account.id, &delver), "a delver"))
        hash_delver(hash, &delver);
    else
        scene_fail(scene, "%s has an account and no delver", name);
    if (is_there(scene, hash, store_load_settings(store, account.id, settings), "settings"))
        hash_text(hash, settings);
    if (is_there(scene, hash, store_load_ruling(store, RULING_CODE, name, &code), "a code"))
        hash_u64(hash, (uint64_t)code.until);
}

static void read_memories(struct scene *scene, struct store *store, const struct level *level,
                          struct hash *hash)
{
    static uint8_t tiles[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];

    for (int64_t id = 1; id <= ACCOUNTS_MAX; id++) {
        enum err error = store_load_memory(store, id, level->key, tiles, level_cell_count(level));
        if (is_there(scene, hash, error, "a memory"))
            hash_bulk(hash, tiles, level_cell_count(level));
    }
}

static void read_level(struct scene *scene, struct store *store, int depth, struct hash *hash)
{
    struct level_key key = scene_key(depth);
    struct level *level = NULL;
    struct level_blob row;
    struct bytes data;

    enum err error = store_find_generation(store, key.wing, key.depth, &key.generation);
    if (!is_there(scene, hash, error, "a level"))
        return;
    bytes_init(&data, LEVEL_BLOB_MAX);
    error = store_load_level(store, key, &row, &data);
    if (error == ERR_OK)
        error = level_decode(data.data, data.length, key, &level);
    if (is_there(scene, hash, error, "a level")) {
        hash_key(hash, row.key);
        hash_text(hash, row.style);
        hash_u64(hash, (uint64_t)row.format);
        hash_bulk(hash, data.data, data.length);
        read_memories(scene, store, level, hash);
    }
    level_free(level);
    bytes_release(&data);
}

/* The head, and which of the first generations are there. */
static void read_head(struct scene *scene, struct store *store, int depth, struct hash *hash)
{
    struct level_key key = scene_key(depth);
    struct level_head head;
    uint64_t delvers = 0;

    if (is_there(scene, hash, store_load_head(store, key.wing, key.depth, &head), "a head"))
        hash_u64(hash, (uint64_t)head.current << 32 | head.kept);
    for (key.generation = 0; key.generation < GENERATIONS; key.generation++) {
        struct level_blob row;
        struct bytes data;
        bytes_init(&data, LEVEL_BLOB_MAX);
        is_there(scene, hash, store_load_level(store, key, &row, &data), "a generation");
        bytes_release(&data);
        if (is_there(scene, hash, store_count_delvers(store, key, &delvers), "a count"))
            hash_u64(hash, delvers);
    }
}

static void read_audit(struct scene *scene, struct store *store, struct hash *hash)
{
    struct audit_record rows[AUDIT_ROWS];
    int count = 0;

    if (!is_there(scene, hash, store_load_audit(store, rows, AUDIT_ROWS, &count), "the audit"))
        return;
    for (int i = 0; i < count; i++) {
        hash_u64(hash, (uint64_t)rows[i].at);
        hash_text(hash, rows[i].who);
        hash_text(hash, rows[i].what);
    }
}

uint64_t scene_read_state(struct scene *scene, struct store *store)
{
    struct hash hash;
    uint64_t value = 0;

    hash_init(&hash);
    for (enum store_meta meta = META_SEED; meta < META_COUNT; meta++) {
        if (is_there(scene, &hash, store_load_meta(store, meta, &value), "a number of the world"))
            hash_u64(&hash, value);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        read_account(scene, store, names[i], &hash);
    for (int depth = 1; depth <= SCENE_DEPTHS; depth++)
        read_level(scene, store, depth, &hash);
    for (int depth = 1; depth <= SCENE_DEPTHS; depth++)
        read_head(scene, store, depth, &hash);
    read_audit(scene, store, &hash);
    return hash.value;
}

void scene_examine(struct scene *scene, struct store *store)
{
    struct examination seen;
    enum err error = store_examine(store, &seen);

    if (error != ERR_OK)
        scene_fail(scene, "the examination failed: %s", err_name(error));
    else if (!seen.state_is_whole)
        scene_fail(scene, "the examination finds the state broken");
    else if (!examination_is_clean(&seen))
        scene_fail(scene, "the examination finds a bad row: %s", seen.findings[0]);
}

static void compare_delver(struct scene *scene, const struct delver *delver)
{
    static uint8_t tiles[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    struct delver_record row;
    struct hash in_world;
    struct hash in_store;

    hash_init(&in_world);
    hash_init(&in_store);
    enum err error = store_load_delver(scene->work.store, delver->delver_id, &row);
    if (error == ERR_OK)
        error = store_load_memory(scene->work.store, row.id, row.level, tiles, delver->memory_size);
    if (error != ERR_OK) {
        scene_fail(scene, "%s is not stored: %s", delver->name, err_name(error));
        return;
    }
    struct delver_record record = delver_record(delver);
    hash_delver(&in_world, &record);
    hash_delver(&in_store, &row);
    hash_bulk(&in_world, delver->memory, delver->memory_size);
    hash_bulk(&in_store, tiles, delver->memory_size);
    if (in_world.value != in_store.value)
        scene_fail(scene, "%s is stored as somebody else", delver->name);
}

static void compare_level(struct scene *scene, const struct level *level)
{
    struct bytes in_world;
    struct bytes in_store;
    struct level_blob row;

    bytes_init(&in_world, LEVEL_BLOB_MAX);
    bytes_init(&in_store, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &in_world);
    if (error == ERR_OK)
        error = store_load_level(scene->work.store, level->key, &row, &in_store);
    if (error != ERR_OK || in_world.length != in_store.length ||
        memcmp(in_world.data, in_store.data, in_store.length) != 0)
        scene_fail(scene, "depth %u is stored as another level (%s)", level->key.depth,
                   err_name(error));
    bytes_release(&in_world);
    bytes_release(&in_store);
}

/* A level that was rebuilt: its head tells the new generation, the generation before is kept, and
   the one before that is gone. */
static void compare_head(struct scene *scene, const struct level *level)
{
    struct level_key key = level->key;
    struct level_head head = {0};
    uint32_t newest = 0;
    struct level_blob row;
    struct bytes data;

    if (key.generation == 0)
        return;
    bytes_init(&data, LEVEL_BLOB_MAX);
    enum err error = store_load_head(scene->work.store, key.wing, key.depth, &head);
    if (error == ERR_OK)
        error = store_find_generation(scene->work.store, key.wing, key.depth, &newest);
    if (error != ERR_OK || head.current != key.generation || newest != key.generation)
        scene_fail(scene, "the head of depth %u is not of this world", key.depth);
    key.generation--;
    if (store_load_level(scene->work.store, key, &row, &data) != ERR_OK)
        scene_fail(scene, "what depth %u was is not kept", key.depth);
    key.generation--;
    if (level->key.generation > 1 &&
        store_load_level(scene->work.store, key, &row, &data) != ERR_NOT_FOUND)
        scene_fail(scene, "what depth %u was before that is not gone", key.depth);
    bytes_release(&data);
}

void scene_compare_world(struct scene *scene)
{
    uint64_t tick = 0;

    if (scene->world == NULL)
        return;
    enum err error = store_load_meta(scene->work.store, META_TICK, &tick);
    if (error != ERR_OK || tick > scene->world->tick)
        scene_fail(scene, "the tick stored is not one of this world's");
    for (uint32_t i = 0; i < scene->world->limits.delvers_max; i++) {
        if (scene->world->delvers[i] != NULL)
            compare_delver(scene, scene->world->delvers[i]);
    }
    for (uint32_t i = 0; i < scene->world->level_count; i++)
        compare_level(scene, scene->world->levels[i]);
    for (uint32_t i = 0; i < scene->world->level_count; i++)
        compare_head(scene, scene->world->levels[i]);
}
