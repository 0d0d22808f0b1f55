/*
 * The disk of a scene and what lies on it. The files are made once and copied for each run.
 */
#include "scene.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store.h"
#include "fault.h"
#include "support/draw_level.h"

enum { FILE_BYTES_MAX = 64 * 1024 * 1024 };

/* Ada (a) stands beside the stairs, Brom (b) beside a door. */
static const char hall[] = "########################\n"
                           "#....b+................#\n"
                           "#<...................a>#\n"
                           "########################\n";

static const char released_path[] = "tests/unit/db/released/1.db";

struct made_files {
    struct bytes closed;
    struct bytes open; /* with what `log` holds missing */
    struct bytes log;
    struct bytes released;
};

static struct made_files files_made;

struct level_key scene_key(int depth)
{
    return (struct level_key){.wing = 0, .depth = (uint16_t)depth, .generation = 0};
}

/* A file of the crash disk as SQLite opens it. Free with free_file(). */
static sqlite3_file *open_file(const char *path, int flags)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);

    CHECK(file != NULL);
    int code = vfs->xOpen(vfs, path, file, flags, NULL);
    CHECK(code == SQLITE_OK);
    return file;
}

static void free_file(sqlite3_file *file)
{
    file->pMethods->xClose(file);
    free(file);
}

static void read_file(const char *path, struct bytes *out)
{
    sqlite3_file *file = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB);
    sqlite3_int64 size = 0;

    bytes_init(out, FILE_BYTES_MAX);
    int code = file->pMethods->xFileSize(file, &size);
    CHECK(code == SQLITE_OK);
    enum err error = bytes_reserve(out, (size_t)size);
    CHECK(error == ERR_OK);
    code = file->pMethods->xRead(file, out->data, (int)size, 0);
    CHECK(code == SQLITE_OK);
    out->length = (size_t)size;
    free_file(file);
}

static void write_file(const char *path, const struct bytes *content)
{
    static const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_JOURNAL;
    sqlite3_file *file = open_file(path, flags);
    int code = file->pMethods->xWrite(file, content->data, (int)content->length, 0);

    CHECK(code == SQLITE_OK);
    code = file->pMethods->xSync(file, SQLITE_SYNC_FULL);
    CHECK(code == SQLITE_OK);
    free_file(file);
}

static void read_released(struct bytes *out)
{
    uint8_t block[4096];
    FILE *file = fopen(released_path, "rb");

    CHECK(file != NULL); /* tests run in the root of the tree */
    bytes_init(out, FILE_BYTES_MAX);
    for (size_t got = fread(block, 1, sizeof block, file); got > 0;
         got = fread(block, 1, sizeof block, file)) {
        enum err error = bytes_append(out, block, got);
        CHECK(error == ERR_OK);
    }
    fclose(file);
}

static void create(struct store *store, const char *name, char mark)
{
    struct account_record account = {.mode = MODE_SCREEN, .created_at = 1000, .last_seen_at = 1001};
    const struct delver_record delver = {
        .level = scene_key(1),
        .at = draw_level_find(hall, mark),
        .health = 9,
        .health_max = 12,
        .sequence = 3,
        .steps = 100,
        .life = {.experience = 40, .gold = 7, .number = 2, .deepest = 3, .kills = {0, 5}}};
    int64_t id = 0;

    snprintf(account.name, sizeof account.name, "%s", name);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", name);
    snprintf(account.password_hash, sizeof account.password_hash, "none");
    enum err error = store_create_account(store, &account, &delver, &id);
    CHECK(error == ERR_OK);
    CHECK(id == (mark == 'a' ? SCENE_ADA : SCENE_BROM));
}

static void save_hall(struct store *store)
{
    struct level *level = draw_level(hall, scene_key(1));
    const struct level_blob row = {.key = level->key, .style = "rooms", .format = 1};
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &blob);
    if (error == ERR_OK)
        error = store_save_level(store, &row, blob.data, blob.length);
    if (error == ERR_OK)
        error = store_save_memory(store, SCENE_ADA, level->key, level->tiles,
                                  level_cell_count(level), MEMORY_BANDS_ALL);
    CHECK(error == ERR_OK);
    bytes_release(&blob);
    level_free(level);
}

static void fill(struct store *store)
{
    static const struct audit_record record = {.at = 5, .who = "ada", .what = "made the world"};
    enum err error = store_save_meta(store, META_SEED, SCENE_SEED);

    if (error == ERR_OK)
        error = store_save_meta(store, META_CREATED_AT, 1000);
    if (error == ERR_OK)
        error = store_audit(store, &record);
    CHECK(error == ERR_OK);
    create(store, "Ada", 'a');
    create(store, "Brom", 'b');
    save_hall(store);
}

/* Rows that only the log has. */
static void change(struct store *store)
{
    struct delver_record delver;
    enum err error = store_load_delver(store, SCENE_ADA, &delver);

    delver.steps++;
    if (error == ERR_OK)
        error = store_save_delver(store, &delver);
    if (error == ERR_OK)
        error = store_save_role(store, SCENE_BROM, STORE_ROLE_BUILDER);
    CHECK(error == ERR_OK);
}

static struct store *open_store(void)
{
    struct store *store = NULL;
    struct store_status status;
    enum err error = store_open(SCENE_PATH, &store, &status);

    CHECK(error == ERR_OK);
    return store;
}

void scene_make_files(void)
{
    struct crash_disk *disk = crash_disk_new(1);
    struct store *store = open_store();

    fill(store);
    enum err error = store_close(store);
    CHECK(error == ERR_OK);
    read_file(SCENE_PATH, &files_made.closed);

    store = open_store();
    change(store);
    read_file(SCENE_PATH, &files_made.open);
    read_file(SCENE_PATH "-wal", &files_made.log);
    error = store_close(store);
    CHECK(error == ERR_OK);
    crash_disk_free(disk);
    read_released(&files_made.released);
}

void scene_free_files(void)
{
    bytes_release(&files_made.closed);
    bytes_release(&files_made.open);
    bytes_release(&files_made.log);
    bytes_release(&files_made.released);
}

static void put_files(enum scene_files files)
{
    switch (files) {
    case SCENE_DATABASE:
        write_file(SCENE_PATH, &files_made.closed);
        break;
    case SCENE_DATABASE_AND_LOG:
        write_file(SCENE_PATH, &files_made.open);
        write_file(SCENE_PATH "-wal", &files_made.log);
        break;
    case SCENE_RELEASED:
        write_file(SCENE_PATH, &files_made.released);
        break;
    }
}

void scene_init(struct scene *scene, enum scene_files files, uint64_t seed)
{
    *scene = (struct scene){.log = {.level_min = LOG_ERROR, .descriptor = -1}};
    scene->disk = crash_disk_new(seed);
    scene->work.log = &scene->log;
    scene->work.world_seed = SCENE_SEED;
    put_files(files);
}

void scene_release(struct scene *scene)
{
    job_free(scene->work.unsaved);
    scene->work.unsaved = NULL;
    change_set_release(&scene->older);
    change_set_release(&scene->newer);
    if (scene->work.store != NULL && scene_close(scene) != STEP_DONE)
        scene_fail(scene, "the store cannot be closed although the faults are over");
    memory_images_release(&scene->images);
    world_free(scene->world);
    scene->world = NULL;
    crash_disk_free(scene->disk);
    scene->disk = NULL;
}

void scene_fail(struct scene *scene, const char *format, ...)
{
    va_list arguments;

    if (scene->failure[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(scene->failure, sizeof scene->failure, format, arguments);
    va_end(arguments);
}

bool scene_is_fault(struct scene *scene, enum err error, const char *what)
{
    static const bool is_expected[ERR_COUNT] = {[ERR_OK] = true,
                                                [ERR_MEMORY] = true,
                                                [ERR_DISK] = true,
                                                [ERR_NO_SPACE] = true,
                                                [ERR_READ_ONLY] = true};

    if (!is_expected[error])
        scene_fail(scene, "%s: a fault was taken for something else: %s", what, err_name(error));
    return error != ERR_OK;
}
