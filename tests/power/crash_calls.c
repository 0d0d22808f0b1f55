/*
 * The calls that db/ itself makes for files, served by the crash disk. The linker's option --wrap
 * turns each call of, say, stat() in the test program into __wrap_stat(), and __real_stat() is
 * what stat() was: db/ is tested as it is, with no seam in it for tests. Paths outside of
 * CRASH_DISK_FOLDER and descriptors that are not of this file go to the real call.
 *
 * A call that is missing here goes to the real disk, where the folder does not exist: db/ would
 * then fail at once rather than escape the test. The list is repeated in CMakeLists.txt.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "crash_private.h"

/* Far above what a process is ever given. The folder has the first, then files by number. */
enum { DESCRIPTOR_FOLDER = 1 << 20, DESCRIPTOR_FILES = DESCRIPTOR_FOLDER + 1 };

/* ext4 (linux/magic.h): a file system like any other. */
enum { FILE_SYSTEM_TYPE = 0xef53 };

int __real_stat(const char *path, struct stat *out);
int __real_lstat(const char *path, struct stat *out);
int __real_statfs(const char *path, struct statfs *out);
int __real_access(const char *path, int mode);
int __real_mkstemp(char *path);
int __real_open(const char *path, int flags, ...);
int __real_fsync(int descriptor);
int __real_close(int descriptor);
int __real_rename(const char *from, const char *to);
int __real_link(const char *from, const char *to);
int __real_unlink(const char *path);

int __wrap_stat(const char *path, struct stat *out);
int __wrap_lstat(const char *path, struct stat *out);
int __wrap_statfs(const char *path, struct statfs *out);
int __wrap_access(const char *path, int mode);
int __wrap_mkstemp(char *path);
int __wrap_open(const char *path, int flags, ...);
int __wrap___open_2(const char *path, int flags);
int __wrap_fsync(int descriptor);
int __wrap_close(int descriptor);
int __wrap_rename(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);
int __wrap_unlink(const char *path);

static bool is_folder(const char *path)
{
    return strcmp(path, CRASH_DISK_FOLDER) == 0;
}

/* The disk if `path` lies on it, else NULL. */
static struct crash_disk *disk_of(const char *path)
{
    size_t length = sizeof CRASH_DISK_FOLDER - 1;

    if (strncmp(path, CRASH_DISK_FOLDER, length) != 0)
        return NULL;
    return path[length] == '/' || path[length] == '\0' ? crash_disk_in_use() : NULL;
}

static int fail(int code)
{
    errno = code;
    return -1;
}

/* First checks of every call with one path. Returns 0 or a value of errno. */
static int look(const struct crash_disk *disk, const char *path)
{
    if (disk->is_off)
        return EIO;
    return is_folder(path) || crash_disk_find(disk, path) != NULL ? 0 : ENOENT;
}

static int answer_stat(const struct crash_disk *disk, const char *path, struct stat *out)
{
    int code = look(disk, path);

    if (code != 0)
        return fail(code);
    memset(out, 0, sizeof *out);
    if (is_folder(path)) {
        out->st_mode = S_IFDIR | S_IRWXU;
        return 0;
    }
    const struct crash_file *file = crash_disk_find(disk, path);
    out->st_mode = S_IFREG | S_IRUSR | S_IWUSR;
    out->st_ino = (ino_t)file->number + 1;
    out->st_size = (off_t)file->now.size;
    return 0;
}

int __wrap_stat(const char *path, struct stat *out)
{
    const struct crash_disk *disk = disk_of(path);

    return disk == NULL ? __real_stat(path, out) : answer_stat(disk, path, out);
}

int __wrap_lstat(const char *path, struct stat *out)
{
    const struct crash_disk *disk = disk_of(path);

    return disk == NULL ? __real_lstat(path, out) : answer_stat(disk, path, out);
}

int __wrap_statfs(const char *path, struct statfs *out)
{
    const struct crash_disk *disk = disk_of(path);

    if (disk == NULL)
        return __real_statfs(path, out);
    int code = look(disk, path);
    if (code != 0)
        return fail(code);
    memset(out, 0, sizeof *out);
    out->f_type = FILE_SYSTEM_TYPE;
    return 0;
}

int __wrap_access(const char *path, int mode)
{
    const struct crash_disk *disk = disk_of(path);

    if (disk == NULL)
        return __real_access(path, mode);
    int code = look(disk, path);
    return code == 0 ? 0 : fail(code);
}

int __wrap_mkstemp(char *path)
{
    struct crash_disk *disk = disk_of(path);
    struct crash_file *file = NULL;
    size_t length = strlen(path);

    if (disk == NULL)
        return __real_mkstemp(path);
    if (length < 6)
        return fail(EINVAL);
    do
        snprintf(path + length - 6, 7, "%06u", disk->temporary_next++ % 1000000);
    while (crash_disk_find(disk, path) != NULL);
    if (!crash_disk_create(disk, path, &file))
        return fail(EIO);
    return DESCRIPTOR_FILES + file->number;
}

static int answer_open(const struct crash_disk *disk, const char *path, int flags)
{
    int code = look(disk, path);

    if ((flags & (O_CREAT | O_TRUNC)) != 0)
        return fail(ENOSYS);
    if (code != 0)
        return fail(code);
    if (is_folder(path))
        return DESCRIPTOR_FOLDER;
    if ((flags & O_DIRECTORY) != 0)
        return fail(ENOTDIR);
    return DESCRIPTOR_FILES + crash_disk_find(disk, path)->number;
}

int __wrap_open(const char *path, int flags, ...)
{
    const struct crash_disk *disk = disk_of(path);
    unsigned mode = 0;

    if ((flags & O_CREAT) != 0) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return disk == NULL ? __real_open(path, flags, mode) : answer_open(disk, path, flags);
}

/* The function that open() without a mode is compiled to when _FORTIFY_SOURCE is on. */
int __wrap___open_2(const char *path, int flags)
{
    return __wrap_open(path, flags);
}

int __wrap_fsync(int descriptor)
{
    if (descriptor < DESCRIPTOR_FOLDER)
        return __real_fsync(descriptor);
    struct crash_disk *disk = crash_disk_in_use();
    if (disk == NULL)
        return fail(EBADF);
    if (descriptor == DESCRIPTOR_FOLDER)
        return crash_disk_sync_names(disk) ? 0 : fail(EIO);
    struct crash_file *file = crash_disk_file(disk, descriptor - DESCRIPTOR_FILES);
    if (file == NULL)
        return fail(EBADF);
    return crash_disk_sync(disk, file) ? 0 : fail(EIO);
}

int __wrap_close(int descriptor)
{
    return descriptor < DESCRIPTOR_FOLDER ? __real_close(descriptor) : 0;
}

int __wrap_rename(const char *from, const char *to)
{
    struct crash_disk *disk = disk_of(from);

    if (disk == NULL)
        return __real_rename(from, to);
    int code = look(disk, from);
    if (code != 0)
        return fail(code);
    return crash_disk_rename(disk, from, to) ? 0 : fail(EIO);
}

int __wrap_link(const char *from, const char *to)
{
    struct crash_disk *disk = disk_of(from);

    if (disk == NULL)
        return __real_link(from, to);
    int code = look(disk, from);
    if (code != 0)
        return fail(code);
    if (crash_disk_find(disk, to) != NULL)
        return fail(EEXIST);
    return crash_disk_link(disk, crash_disk_find(disk, from), to) ? 0 : fail(EIO);
}

int __wrap_unlink(const char *path)
{
    struct crash_disk *disk = disk_of(path);

    if (disk == NULL)
        return __real_unlink(path);
    int code = look(disk, path);
    if (code != 0)
        return fail(code);
    return crash_disk_unlink(disk, path) ? 0 : fail(EIO);
}
