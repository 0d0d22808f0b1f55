/*
 * A disk in memory that can lose power. It is SQLite's default VFS from crash_disk_new() to
 * crash_disk_free(), and it serves the few calls that db/ itself makes for files (stat, link,
 * fsync, …) for paths below CRASH_DISK_FOLDER: a program that links the CMake target `crash_disk`
 * has those calls redirected by the linker (see crash_calls.c). Nothing of it touches a real disk.
 *
 * It promises as much as POSIX and SQLite's Unix VFS, and no more: the content of a file is safe
 * once the file was synced, its name once the folder was. At a power cut everything else is settled
 * by chance, each 512-byte sector and each name for itself (see crash_file.h). As in the Unix VFS,
 * the first sync of a journal or log syncs the folder in the same operation, and a deletion syncs
 * it when SQLite asks for that.
 *
 * An operation is a call that changes the disk: a write, a resize, a sync of a file or of the
 * folder, a name made, moved or removed. Reads do not count. Everything random, SQLite's own random
 * numbers included, comes from the seed: the same calls meet the same fate.
 *
 * One process, one thread, one disk at a time; no locks, no shared memory (so SQLite's write-ahead
 * log needs locking_mode=EXCLUSIVE), one folder.
 */
#ifndef UNDERCROFT_TESTS_POWER_CRASH_DISK_H
#define UNDERCROFT_TESTS_POWER_CRASH_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "crash_file.h"

#define CRASH_DISK_FOLDER "/crash-disk"

struct crash_disk;

/* An empty disk, registered with SQLite. The caller frees it. */
struct crash_disk *crash_disk_new(uint64_t seed);

/* Every SQLite connection to it must be closed. */
void crash_disk_free(struct crash_disk *disk);

/*
 * The power goes off at the nth operation from now (1: the next; 0: never), which may be half done.
 * From then on every call fails with an I/O error.
 */
void crash_disk_cut_at(struct crash_disk *disk, uint64_t nth_operation);
bool crash_disk_is_off(const struct crash_disk *disk);

/*
 * Cuts the power if it is on, settles what survives, and is on again with that and nothing else.
 * Files must be closed, as those of a process that is gone are. Planned cuts and faults are off.
 */
void crash_disk_power_up(struct crash_disk *disk);

/*
 * An I/O error at the nth operation from now (1: the next; 0: never) and at the how_often - 1
 * after it. A write that fails may be half done; a sync that fails makes nothing safe, and every
 * other time the disk forgets what was to be synced, as Linux does: reads still show it, a second
 * sync succeeds, and only what is written again is safe then.
 */
void crash_disk_fail_at(struct crash_disk *disk, uint64_t nth_operation, uint64_t how_often);

/*
 * SQLite's syncs succeed and do nothing: what PRAGMA synchronous = OFF comes to, for code that
 * sets its own synchronous. Calls of fsync() are obeyed.
 */
void crash_disk_ignore_syncs(struct crash_disk *disk);

struct crash_counts {
    uint64_t operations;
    uint64_t syncs;  /* of files that succeeded, ignored ones included */
    uint64_t faults; /* operations that crash_disk_fail_at() made fail */
    uint64_t cuts;
    uint64_t names_dropped; /* unsynced changes of names that a cut undid */
    struct crash_sectors sectors;
};
const struct crash_counts *crash_disk_counts(const struct crash_disk *disk);

#endif
