/*
 * Files that appear whole or not at all.
 */
#include "db/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct errno_row {
    int code;
    enum err error;
};

static const struct errno_row errno_table[] = {
    {EACCES, ERR_READ_ONLY},   {EPERM, ERR_READ_ONLY},    {EROFS, ERR_READ_ONLY},
    {ENOSPC, ERR_NO_SPACE},    {EDQUOT, ERR_NO_SPACE},    {EEXIST, ERR_EXISTS},
    {ENOENT, ERR_NOT_FOUND},   {ENOTDIR, ERR_NOT_FOUND},  {ENOMEM, ERR_MEMORY},
    {EMFILE, ERR_NO_RESOURCE}, {ENFILE, ERR_NO_RESOURCE},
};

enum err file_error(int code)
{
    for (size_t i = 0; i < sizeof errno_table / sizeof errno_table[0]; i++) {
        if (errno_table[i].code == code)
            return errno_table[i].error;
    }
    return ERR_DISK;
}

enum err file_path_append(const char *path, const char *suffix, char out[FILE_PATH_SIZE])
{
    int length = snprintf(out, FILE_PATH_SIZE, "%s%s", path, suffix);

    return length >= 0 && length < FILE_PATH_SIZE ? ERR_OK : ERR_TOO_BIG;
}

enum err file_folder_of(const char *path, char out[FILE_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');

    if (slash == NULL)
        return file_path_append(".", "", out);
    enum err error = file_path_append(path, "", out);
    if (error == ERR_OK)
        out[slash == path ? 1 : slash - path] = '\0';
    return error;
}

bool file_exists(const char *path)
{
    struct stat info;

    return lstat(path, &info) == 0;
}

enum err file_make_temporary(const char *path, char out[FILE_PATH_SIZE])
{
    enum err error = file_path_append(path, ".new-XXXXXX", out);
    if (error != ERR_OK)
        return error;

    int descriptor = mkstemp(out);
    if (descriptor < 0)
        return file_error(errno);
    close(descriptor);
    return ERR_OK;
}

static enum err sync_path(const char *path, int flags)
{
    int descriptor = open(path, flags | O_CLOEXEC);

    if (descriptor < 0)
        return file_error(errno);
    int failure = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    /* EINVAL: a file system that has no flush for folders. */
    return failure == 0 || failure == EINVAL ? ERR_OK : file_error(failure);
}

static enum err sync_folder_of(const char *path)
{
    char folder[FILE_PATH_SIZE];
    enum err error = file_folder_of(path, folder);

    return error == ERR_OK ? sync_path(folder, O_RDONLY | O_DIRECTORY) : error;
}

/* Gives the temporary file its name; link() is the only call that fails if the name is taken. */
static enum err give_name(const char *temporary, const char *path, bool may_replace)
{
    if (may_replace)
        return rename(temporary, path) == 0 ? ERR_OK : file_error(errno);
    if (link(temporary, path) != 0)
        return file_error(errno);
    unlink(temporary);
    return ERR_OK;
}

enum err file_publish(const char *temporary, const char *path, bool may_replace)
{
    enum err error = sync_path(temporary, O_RDWR);

    if (error == ERR_OK)
        error = give_name(temporary, path, may_replace);
    if (error != ERR_OK) {
        unlink(temporary);
        return error;
    }
    return sync_folder_of(path);
}
