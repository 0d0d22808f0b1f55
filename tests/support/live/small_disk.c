/*
 * Small disks.
 */
#define _GNU_SOURCE /* unshare() is Linux's own */
#include "support/live/small_disk.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 512, BLOCK = 4096 };

static bool write_to(const char *path, const char *text)
{
    int file = open(path, O_WRONLY);
    bool is_written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);

    if (file >= 0)
        close(file);
    return is_written;
}

/* A process that is not root may still be root of a user namespace of its own. */
static bool leave_common_mounts(void)
{
    char user[64];
    char group[64];

    if (geteuid() == 0)
        return unshare(CLONE_NEWNS) == 0;
    snprintf(user, sizeof user, "0 %u 1", (unsigned)geteuid());
    snprintf(group, sizeof group, "0 %u 1", (unsigned)getegid());
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_to("/proc/self/setgroups", "deny") &&
           write_to("/proc/self/uid_map", user) && write_to("/proc/self/gid_map", group);
}

bool small_disk_begin(const char *skipped)
{
    if (leave_common_mounts() && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
        return true;
    /* A machine may forbid a process mounts of its own, and without a small disk there is nothing
       to fill: then it is said, and nothing is claimed. */
    printf("LEFT OUT: %s: mounts of one's own are not allowed here (%s)\n", skipped,
           strerror(errno));
    return false;
}

void small_disk_mount(const char *folder)
{
    char options[64];

    snprintf(options, sizeof options, "size=%dk,mode=0700", SMALL_DISK_KIB);
    mkdir(folder, 0700);
    ck_assert_msg(mount("tmpfs", folder, "tmpfs", 0, options) == 0, "%s cannot be mounted: %s",
                  folder, strerror(errno));
}

void small_disk_unmount(const char *folder)
{
    umount2(folder, MNT_DETACH);
}

void small_disk_set_read_only(const char *folder, bool is_read_only)
{
    unsigned long flags = MS_REMOUNT | (is_read_only ? MS_RDONLY : 0UL);

    ck_assert_msg(mount("none", folder, NULL, flags, NULL) == 0, "%s cannot be remounted: %s",
                  folder, strerror(errno));
}

void small_disk_leave(const char *folder, unsigned kib)
{
    char path[PATH_SIZE];
    struct statvfs info;

    snprintf(path, sizeof path, "%s/plug", folder);
    unlink(path);
    if (kib == 0)
        return;
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    ck_assert_msg(file >= 0 && fstatvfs(file, &info) == 0, "%s: %s", path, strerror(errno));
    off_t left = (off_t)(info.f_bavail * info.f_frsize) - (off_t)kib * 1024;
    ck_assert_msg(left > 0 && posix_fallocate(file, 0, left) == 0, "less than that is free");
    close(file);
}

static void filler_of(const char *folder, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/filler", folder);
}

/* Only what is safe after fork. */
static void fill(int file)
{
    static const char zeros[BLOCK];

    for (size_t size = sizeof zeros; size > 0;) {
        if (write(file, zeros, size) <= 0)
            size /= 2;
    }
}

pid_t small_disk_keep_full(const char *folder)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    char path[PATH_SIZE];

    filler_of(folder, path);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    ck_assert_msg(file >= 0, "%s cannot be made: %s", path, strerror(errno));
    fill(file);
    pid_t filler = fork();
    if (filler == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            nanosleep(&pause, NULL);
            fill(file);
        }
    }
    close(file);
    ck_assert_msg(filler > 0, "no process could be started");
    return filler;
}

void small_disk_clear(const char *folder, pid_t filler)
{
    char path[PATH_SIZE];

    if (filler > 0) {
        kill(filler, SIGKILL);
        waitpid(filler, NULL, 0);
    }
    filler_of(folder, path);
    unlink(path);
}
