/*
 * File systems of our own for the data of a server: small, or read-only. They are mounted where no
 * other process sees them, which not every machine allows. A file that is in the way is how a disk
 * becomes full.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_SMALL_DISK_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_SMALL_DISK_H

#include <stdbool.h>
#include <sys/types.h>

enum { SMALL_DISK_KIB = 4096 };

/*
 * Gives this process, and those it starts, mounts of their own. False, with a line "LEFT OUT: ..."
 * on standard output that says what is skipped, if that is not allowed: then main() returns
 * TEST_LEFT_OUT.
 */
bool small_disk_begin(const char *skipped);

/* Mounts an empty disk of SMALL_DISK_KIB at `folder`, which is made. Fails the running test. */
void small_disk_mount(const char *folder);
void small_disk_unmount(const char *folder);

/* Makes the disk read-only, even for root, or writable again. */
void small_disk_set_read_only(const char *folder, bool is_read_only);

/* Makes a file "plug" there that leaves `kib` KiB, which must be free; 0: removes the file. */
void small_disk_leave(const char *folder, unsigned kib);

/*
 * Lets a file "filler" there grow until not a byte more fits, and starts a process that goes on
 * with it: what others let go of is taken at once. It ends with this program.
 */
pid_t small_disk_keep_full(const char *folder);

/* Ends that process, if `filler` is not 0, and takes the file away. */
void small_disk_clear(const char *folder, pid_t filler);

#endif
