/*
 * The reserve is a file as large as a share of the free space, at most BALLAST_BYTES_MAX.
 * ballast_lay() makes it, ballast_release() removes it.
 */
#include "server/save/ballast.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum err ballast_init(struct ballast *ballast, const char *folder)
{
    *ballast = (struct ballast){0};
    int length = snprintf(ballast->path, sizeof ballast->path, "%s/ballast", folder);
    if (length < 0 || (size_t)length >= sizeof ballast->path) {
        ballast->path[0] = '\0';
        return ERR_RANGE;
    }
    return ERR_OK;
}

/* Reads the state of the file's disk. False: that failed. */
static bool look_at_disk(const struct ballast *ballast, struct statvfs *out)
{
    char folder[BALLAST_PATH_SIZE];
    const char *slash = strrchr(ballast->path, '/');

    if (slash == NULL)
        return false;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - ballast->path), ballast->path);
    return statvfs(folder[0] == '\0' ? "/" : folder, out) == 0;
}

/* Returns the bytes that may be reserved now, in whole blocks; 0: none. */
static off_t affordable(const struct ballast *ballast)
{
    struct statvfs info;

    if (!look_at_disk(ballast, &info))
        return 0;
    uint64_t share = (uint64_t)info.f_bavail * info.f_frsize / BALLAST_SHARE;
    if (share > BALLAST_BYTES_MAX)
        share = BALLAST_BYTES_MAX;
    return (off_t)(share / 4096 * 4096);
}

/* True if fewer than `times` the limit of bytes are free. */
static bool has_less_than(const struct ballast *ballast, uint64_t times)
{
    struct statvfs info;

    if (!look_at_disk(ballast, &info))
        return false;
    uint64_t limit = (uint64_t)info.f_blocks * info.f_frsize / BALLAST_TIGHT_SHARE;
    if (limit > BALLAST_TIGHT_BYTES)
        limit = BALLAST_TIGHT_BYTES;
    return (uint64_t)info.f_bavail * info.f_frsize < limit * times;
}

bool ballast_disk_is_tight(const struct ballast *ballast)
{
    return has_less_than(ballast, 1);
}

bool ballast_disk_is_nearly_tight(const struct ballast *ballast)
{
    return has_less_than(ballast, 2);
}

/* Returns the bytes that an earlier run of the server has reserved. */
static off_t left_behind(const struct ballast *ballast)
{
    struct stat info;

    return stat(ballast->path, &info) == 0 ? info.st_size : 0;
}

enum err ballast_lay(struct ballast *ballast)
{
    if (ballast->is_laid || ballast->path[0] == '\0')
        return ERR_OK;
    off_t had = left_behind(ballast);
    off_t bytes = affordable(ballast);
    if (bytes == 0 && had == 0)
        return ERR_NO_SPACE;
    int file = open(ballast->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return errno == ENOSPC ? ERR_NO_SPACE : ERR_DISK;
    /* Really allocated: a file with holes would free nothing. */
    int code = bytes > had ? posix_fallocate(file, 0, bytes) : 0;
    close(file);
    if (code != 0 && had == 0) {
        unlink(ballast->path);
        return code == ENOSPC ? ERR_NO_SPACE : ERR_DISK;
    }
    ballast->is_laid = true;
    return ERR_OK;
}

bool ballast_release(struct ballast *ballast)
{
    if (!ballast->is_laid)
        return false;
    ballast->is_laid = false;
    return unlink(ballast->path) == 0;
}
