/*
 * The disk of a server of tests.
 */
#include "support/disk/disk.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <uv.h>

#include "base/check.h"
#include "base/rng.h"
#include "power/crash_file.h"

enum { FILES = 3, PATH_SIZE = 160, REFUSED_PERCENT = 30 };

/* A file that a power cut can damage. */
struct kept_file {
    char path[PATH_SIZE];
    struct crash_file *file; /* NULL: it has not been opened, or is gone */
    bool survives;           /* the file was there when the power went off */
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *below;
    struct rng rng;
    struct kept_file files[FILES];
    struct disk_counts counts;
    struct crash_sectors sectors;
    enum disk_trouble trouble;
    unsigned delay_ms;
    unsigned write_delay_ms;
    uint64_t cut_at; /* in terms of counts.operations; 0: never */
    void (*on_cut)(void);
    bool is_off;
    bool is_let_go;
} disk;

struct handle {
    sqlite3_file base;
    struct kept_file *kept; /* NULL: some other file */
    sqlite3_file *below;    /* behind this struct */
};

enum outcome { OUTCOME_DONE, OUTCOME_FAULT, OUTCOME_OFF };

static struct handle *handle_of(sqlite3_file *base)
{
    return (struct handle *)(void *)base;
}

static bool fails(bool writes, bool grows)
{
    switch (disk.trouble) {
    case DISK_FULL:
        return grows;
    case DISK_STUFFED:
        return writes;
    case DISK_REFUSES:
        return rng_percent(&disk.rng, REFUSED_PERCENT);
    default:
        return false;
    }
}

static enum outcome operate(bool writes, bool grows)
{
    if (disk.is_let_go)
        return OUTCOME_DONE;
    if (disk.is_off)
        return OUTCOME_OFF;
    disk.counts.operations++;
    if (disk.counts.operations == disk.cut_at) {
        disk.is_off = true;
        if (disk.on_cut != NULL)
            disk.on_cut();
        return disk.is_let_go ? OUTCOME_DONE : OUTCOME_OFF;
    }
    bool is_fault = fails(writes, grows);
    disk.counts.faults += is_fault;
    return is_fault ? OUTCOME_FAULT : OUTCOME_DONE;
}

static struct crash_file *file_of(const struct handle *handle)
{
    return handle->kept == NULL || disk.is_let_go ? NULL : handle->kept->file;
}

static int handle_close(sqlite3_file *base)
{
    return handle_of(base)->below->pMethods->xClose(handle_of(base)->below);
}

static int handle_read(sqlite3_file *base, void *out, int length, sqlite3_int64 offset)
{
    sqlite3_file *below = handle_of(base)->below;

    if (disk.is_off && !disk.is_let_go)
        return SQLITE_IOERR_READ;
    return below->pMethods->xRead(below, out, length, offset);
}

static int handle_write(sqlite3_file *base, const void *data, int length, sqlite3_int64 offset)
{
    struct handle *handle = handle_of(base);
    sqlite3_int64 size = 0;
    int code = handle->below->pMethods->xFileSize(handle->below, &size);

    if (disk.write_delay_ms > 0 && !disk.is_let_go)
        uv_sleep(disk.write_delay_ms);
    enum outcome outcome = operate(true, offset + length > size);
    struct crash_file *file = file_of(handle);
    if (outcome == OUTCOME_OFF)
        return SQLITE_IOERR_WRITE;
    if (outcome == OUTCOME_FAULT && disk.trouble != DISK_REFUSES)
        return SQLITE_FULL;
    if (outcome == OUTCOME_FAULT)
        length = (int)rng_below(&disk.rng, (uint32_t)length + 1);
    if (file != NULL && length > 0)
        crash_file_write(file, (size_t)offset, data, (size_t)length);
    if (code == SQLITE_OK && length > 0)
        code = handle->below->pMethods->xWrite(handle->below, data, length, offset);
    return outcome == OUTCOME_FAULT ? SQLITE_IOERR_WRITE : code;
}

static int handle_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct handle *handle = handle_of(base);

    if (operate(false, false) != OUTCOME_DONE)
        return SQLITE_IOERR_TRUNCATE;
    struct crash_file *file = file_of(handle);
    if (file != NULL)
        crash_file_resize(file, (size_t)size);
    return handle->below->pMethods->xTruncate(handle->below, size);
}

static int handle_sync(sqlite3_file *base, int flags)
{
    struct handle *handle = handle_of(base);

    (void)flags;
    if (!disk.is_let_go)
        uv_sleep(disk.delay_ms);
    enum outcome outcome = operate(false, false);
    struct crash_file *file = file_of(handle);
    if (outcome == OUTCOME_FAULT && file != NULL && rng_percent(&disk.rng, 50))
        crash_file_settle(file, &disk.rng, &disk.sectors);
    if (outcome != OUTCOME_DONE)
        return SQLITE_IOERR_FSYNC;
    if (file != NULL)
        crash_file_sync(file);
    return SQLITE_OK;
}

static int handle_size(sqlite3_file *base, sqlite3_int64 *out)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xFileSize(below, out);
}

static int handle_lock(sqlite3_file *base, int level)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xLock(below, level);
}

static int handle_unlock(sqlite3_file *base, int level)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xUnlock(below, level);
}

static int handle_check_lock(sqlite3_file *base, int *out_is_reserved)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xCheckReservedLock(below, out_is_reserved);
}

/* A hint of the size would change a file unseen. */
static int handle_control(sqlite3_file *base, int code, void *argument)
{
    sqlite3_file *below = handle_of(base)->below;

    return code == SQLITE_FCNTL_SIZE_HINT ? SQLITE_OK
                                          : below->pMethods->xFileControl(below, code, argument);
}

static int handle_sector_size(sqlite3_file *base)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xSectorSize(below);
}

static int handle_characteristics(sqlite3_file *base)
{
    sqlite3_file *below = handle_of(base)->below;

    return below->pMethods->xDeviceCharacteristics(below);
}

/* Version 1: no shared memory, which an exclusive lock makes needless, and no mapping. */
static const sqlite3_io_methods handle_methods = {
    .iVersion = 1,
    .xClose = handle_close,
    .xRead = handle_read,
    .xWrite = handle_write,
    .xTruncate = handle_truncate,
    .xSync = handle_sync,
    .xFileSize = handle_size,
    .xLock = handle_lock,
    .xUnlock = handle_unlock,
    .xCheckReservedLock = handle_check_lock,
    .xFileControl = handle_control,
    .xSectorSize = handle_sector_size,
    .xDeviceCharacteristics = handle_characteristics,
};

static struct kept_file *find_kept(const char *path)
{
    for (int i = 0; i < FILES; i++) {
        if (path != NULL && strcmp(disk.files[i].path, path) == 0)
            return &disk.files[i];
    }
    return NULL;
}

static void forget(struct kept_file *kept)
{
    crash_file_free(kept->file);
    kept->file = NULL;
}

/* Reads the file's content at its opening, all of which is safe. */
static void take_in(struct kept_file *kept, int number)
{
    uint8_t piece[4096];
    size_t offset = 0;
    size_t length;
    FILE *stream = fopen(kept->path, "rb");

    kept->file = crash_file_new(number);
    while (stream != NULL && (length = fread(piece, 1, sizeof piece, stream)) > 0) {
        crash_file_write(kept->file, offset, piece, length);
        offset += length;
    }
    crash_file_sync(kept->file);
    if (stream != NULL)
        fclose(stream);
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                    int *out_flags)
{
    struct handle *handle = handle_of(base);

    (void)vfs;
    memset(handle, 0, sizeof *handle);
    if (disk.is_off && !disk.is_let_go)
        return SQLITE_CANTOPEN;
    handle->below = (sqlite3_file *)(void *)(handle + 1);
    handle->kept = find_kept(path);
    if (handle->kept != NULL && handle->kept->file == NULL && !disk.is_let_go)
        take_in(handle->kept, (int)(handle->kept - disk.files));
    int code = disk.below->xOpen(disk.below, path, handle->below, flags, out_flags);
    handle->base.pMethods = code == SQLITE_OK ? &handle_methods : NULL;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_names)
{
    struct kept_file *kept = find_kept(path);

    (void)vfs;
    if (operate(false, false) != OUTCOME_DONE)
        return SQLITE_IOERR_DELETE;
    if (kept != NULL && !disk.is_let_go)
        forget(kept);
    return disk.below->xDelete(disk.below, path, syncs_names);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    (void)vfs;
    return disk.below->xAccess(disk.below, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    (void)vfs;
    return disk.below->xFullPathname(disk.below, path, size, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int length, char *out)
{
    (void)vfs;
    for (int i = 0; i < length; i++)
        out[i] = (char)rng_next(&disk.rng);
    return length;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    uv_sleep((unsigned)microseconds / 1000);
    return microseconds;
}

/* Some day in 2000: nothing of it is kept. */
static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = INT64_C(211813488000000);
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    return disk.below->xGetLastError(disk.below, size, out);
}

/* The linker puts these in each other's place. */
int __real_statvfs(const char *path, struct statvfs *out);
int __wrap_statvfs(const char *path, struct statvfs *out);

int __wrap_statvfs(const char *path, struct statvfs *out)
{
    int code = __real_statvfs(path, out);

    if (code == 0 && disk.trouble == DISK_STUFFED && !disk.is_let_go) {
        out->f_bfree = 0;
        out->f_bavail = 0;
    }
    return code;
}

void disk_begin(const char *folder, uint64_t seed)
{
    static const char *const suffixes[FILES] = {"", "-wal", "-journal"};

    memset(&disk, 0, sizeof disk);
    rng_init(&disk.rng, seed);
    for (int i = 0; i < FILES; i++)
        snprintf(disk.files[i].path, PATH_SIZE, "%s/undercroft.db%s", folder, suffixes[i]);
    disk.below = sqlite3_vfs_find(NULL);
    CHECK(disk.below != NULL);
    disk.vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(struct handle) + disk.below->szOsFile,
        .mxPathname = disk.below->mxPathname,
        .zName = "simulated",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_time,
    };
    int code = sqlite3_vfs_register(&disk.vfs, 1);
    CHECK(code == SQLITE_OK);
    sqlite3_randomness(0, NULL);
}

void disk_end(void)
{
    disk.trouble = DISK_WELL;
    for (int i = 0; i < FILES; i++)
        forget(&disk.files[i]);
    sqlite3_vfs_unregister(&disk.vfs);
    sqlite3_vfs_register(disk.below, 1);
}

void disk_set(enum disk_trouble trouble, unsigned delay_ms)
{
    disk.trouble = trouble;
    disk.delay_ms = delay_ms;
}

void disk_slow_writes(unsigned delay_ms)
{
    disk.write_delay_ms = delay_ms;
}

void disk_cut_at(uint64_t nth_operation)
{
    disk.cut_at = nth_operation == 0 ? 0 : disk.counts.operations + nth_operation;
}

void disk_on_cut(void (*on_cut)(void))
{
    disk.on_cut = on_cut;
}

bool disk_is_off(void)
{
    return disk.is_off;
}

void disk_let_go(void)
{
    for (int i = 0; i < FILES; i++) {
        disk.files[i].survives = access(disk.files[i].path, F_OK) == 0;
        if (disk.files[i].file == NULL)
            continue;
        crash_file_settle(disk.files[i].file, &disk.rng, &disk.sectors);
        crash_file_revert(disk.files[i].file);
    }
    disk.is_off = true;
    disk.is_let_go = true;
    disk.counts.cuts++;
}

static void lay_back(const struct kept_file *kept)
{
    FILE *stream = fopen(kept->path, "wb");

    CHECK(stream != NULL);
    size_t size = kept->file->now.size;
    size_t written = size == 0 ? 0 : fwrite(kept->file->now.data, 1, size, stream);
    int code = fclose(stream);
    CHECK(written == size && code == 0);
}

void disk_power_up(void)
{
    for (int i = 0; i < FILES; i++) {
        struct kept_file *kept = &disk.files[i];
        if (kept->file != NULL)
            lay_back(kept);
        else if (!kept->survives)
            (void)unlink(kept->path);
        forget(kept);
    }
    disk_set(DISK_WELL, 0);
    disk.cut_at = 0;
    disk.is_off = false;
    disk.is_let_go = false;
}

const struct disk_counts *disk_counts(void)
{
    return &disk.counts;
}
