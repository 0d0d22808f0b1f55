/*
 * The crash disk as SQLite sees it. It answers as SQLite's Unix VFS does (sector size, powersafe
 * overwrite, when the folder is synced, what counts as being there), so that SQLite does on it what
 * it does on a real disk. Files without a name (SQLite's own temporary ones) are plain memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "crash_private.h"

/* The sector size that os_unix.c reports; sectors are torn at CRASH_SECTOR_SIZE all the same. */
enum { SECTOR_SIZE_REPORTED = 4096 };

struct handle {
    sqlite3_file base;
    struct crash_disk *disk;
    struct crash_file *file;
    bool is_nameless; /* owns the file */
    bool is_removed_at_end;
    bool syncs_names_next; /* at the first sync of a log or journal that may be new */
    char path[CRASH_PATH_SIZE];
};

/* SQLite hands back the memory that it was told to keep for a handle. */
static struct handle *handle_of(sqlite3_file *base)
{
    return (struct handle *)(void *)base;
}

static int handle_close(sqlite3_file *base)
{
    struct handle *handle = handle_of(base);

    if (handle->is_nameless) {
        crash_file_free(handle->file);
        return SQLITE_OK;
    }
    handle->file->open_count--;
    if (handle->is_removed_at_end && crash_disk_find(handle->disk, handle->path) == handle->file)
        crash_disk_unlink(handle->disk, handle->path);
    return SQLITE_OK;
}

static int handle_read(sqlite3_file *base, void *out, int length, sqlite3_int64 offset)
{
    struct handle *handle = handle_of(base);

    if (handle->disk->is_off)
        return SQLITE_IOERR_READ;
    size_t there = crash_file_read(handle->file, (size_t)offset, out, (size_t)length);
    return there == (size_t)length ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int handle_write(sqlite3_file *base, const void *data, int length, sqlite3_int64 offset)
{
    struct handle *handle = handle_of(base);

    if (handle->is_nameless) {
        crash_file_write(handle->file, (size_t)offset, data, (size_t)length);
        crash_file_sync(handle->file);
        return SQLITE_OK;
    }
    bool is_done =
        crash_disk_write(handle->disk, handle->file, (size_t)offset, data, (size_t)length);
    return is_done ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

static int handle_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct handle *handle = handle_of(base);

    if (handle->is_nameless) {
        crash_file_resize(handle->file, (size_t)size);
        crash_file_sync(handle->file);
        return SQLITE_OK;
    }
    return crash_disk_resize(handle->disk, handle->file, (size_t)size) ? SQLITE_OK
                                                                       : SQLITE_IOERR_TRUNCATE;
}

static int handle_sync(sqlite3_file *base, int flags)
{
    struct handle *handle = handle_of(base);

    (void)flags;
    if (handle->is_nameless)
        return SQLITE_OK;
    if (handle->disk->ignores_syncs) {
        handle->disk->counts.syncs++;
        return handle->disk->is_off ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    }
    if (!crash_disk_sync(handle->disk, handle->file))
        return SQLITE_IOERR_FSYNC;
    /* No operation of its own: os_unix.c looks away when this fails. */
    if (handle->syncs_names_next)
        crash_disk_make_names_safe(handle->disk);
    handle->syncs_names_next = false;
    return SQLITE_OK;
}

static int handle_size(sqlite3_file *base, sqlite3_int64 *out)
{
    struct handle *handle = handle_of(base);

    if (handle->disk->is_off)
        return SQLITE_IOERR_FSTAT;
    *out = (sqlite3_int64)handle->file->now.size;
    return SQLITE_OK;
}

/* One process and no other: the store's locks are tested elsewhere. */
static int handle_lock(sqlite3_file *base, int level)
{
    (void)level;
    return handle_of(base)->disk->is_off ? SQLITE_IOERR_LOCK : SQLITE_OK;
}

static int handle_unlock(sqlite3_file *base, int level)
{
    (void)base;
    (void)level;
    return SQLITE_OK;
}

static int handle_check_lock(sqlite3_file *base, int *out_is_reserved)
{
    (void)base;
    *out_is_reserved = 0;
    return SQLITE_OK;
}

static int handle_control(sqlite3_file *base, int code, void *argument)
{
    (void)base;
    (void)code;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int handle_sector_size(sqlite3_file *base)
{
    (void)base;
    return SECTOR_SIZE_REPORTED;
}

static int handle_characteristics(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* Version 1: no shared memory, no mapping. */
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

static int find_or_create(struct handle *handle, const char *path, int flags)
{
    struct crash_disk *disk = handle->disk;

    if (disk->is_off || strlen(path) >= sizeof handle->path)
        return SQLITE_CANTOPEN;
    handle->file = crash_disk_find(disk, path);
    if (handle->file == NULL) {
        if ((flags & SQLITE_OPEN_CREATE) == 0 || !crash_disk_create(disk, path, &handle->file))
            return SQLITE_CANTOPEN;
    }
    snprintf(handle->path, sizeof handle->path, "%s", path);
    handle->file->open_count++;
    return SQLITE_OK;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                    int *out_flags)
{
    static const int logs = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    struct handle *handle = handle_of(base);

    memset(handle, 0, sizeof *handle);
    handle->disk = vfs->pAppData;
    handle->is_nameless = path == NULL;
    if (path == NULL) {
        handle->file = crash_file_new(-1);
    } else {
        int code = find_or_create(handle, path, flags);
        if (code != SQLITE_OK)
            return code;
    }
    handle->is_removed_at_end = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
    handle->syncs_names_next = (flags & SQLITE_OPEN_CREATE) != 0 && (flags & logs) != 0;
    handle->base.pMethods = &handle_methods;
    if (out_flags != NULL)
        *out_flags = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_names)
{
    struct crash_disk *disk = vfs->pAppData;

    if (disk->is_off)
        return SQLITE_IOERR_DELETE;
    if (crash_disk_find(disk, path) == NULL)
        return SQLITE_IOERR_DELETE_NOENT;
    if (!crash_disk_unlink(disk, path))
        return SQLITE_IOERR_DELETE;
    if (syncs_names == 0 || disk->ignores_syncs)
        return SQLITE_OK;
    return crash_disk_sync_names(disk) ? SQLITE_OK : SQLITE_IOERR_DIR_FSYNC;
}

/* An empty file counts as none when SQLite asks whether it exists, as in os_unix.c. */
static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    const struct crash_disk *disk = vfs->pAppData;

    if (disk->is_off)
        return SQLITE_IOERR_ACCESS;
    const struct crash_file *file = crash_disk_find(disk, path);
    *out = file != NULL && (flags != SQLITE_ACCESS_EXISTS || file->now.size > 0);
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    (void)vfs;
    int length = snprintf(out, (size_t)size, "%s", path);
    return length >= 0 && length < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_randomness(sqlite3_vfs *vfs, int length, char *out)
{
    struct crash_disk *disk = vfs->pAppData;

    for (int i = 0; i < length; i++)
        out[i] = (char)(rng_next(&disk->rng) & 0x7f);
    return length;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

/* Milliseconds since noon in Greenwich on 24 November 4714 B.C.; this is in 2000. */
static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = INT64_C(211813488000000);
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    (void)size;
    (void)out;
    return 0;
}

void crash_vfs_init(struct crash_disk *disk)
{
    disk->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(struct handle),
        .mxPathname = CRASH_PATH_SIZE - 1,
        .zName = "crash_disk",
        .pAppData = disk,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_time,
    };
}

struct crash_disk *crash_disk_in_use(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find("crash_disk");

    return vfs == NULL ? NULL : vfs->pAppData;
}
