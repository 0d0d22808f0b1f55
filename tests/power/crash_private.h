/*
 * Internals of a crash disk; for the files of this folder alone. Paths are whole and lie below
 * CRASH_DISK_FOLDER. A function that returns bool says whether the disk did it; false is an I/O
 * error.
 */
#ifndef UNDERCROFT_TESTS_POWER_CRASH_PRIVATE_H
#define UNDERCROFT_TESTS_POWER_CRASH_PRIVATE_H

#include <sqlite3.h>

#include "crash_disk.h"

enum { CRASH_PATH_SIZE = 256 };

/* A file has a name, or none (NULL): as the program sees it, and as it is on the disk. */
struct crash_name {
    char path[CRASH_PATH_SIZE];
    struct crash_file *now;
    struct crash_file *safe;
};

/* Names are numbers in the list of names; -1: none. Both halves of a rename happen or neither. */
struct crash_name_change {
    int removed;
    int given;
    struct crash_file *file;
};

struct crash_disk {
    sqlite3_vfs vfs;
    struct rng rng;
    struct crash_counts counts;
    struct crash_file **files; /* owned, all of them */
    int file_count;
    int file_next; /* the number of the next new one */
    struct crash_name *names;
    int name_count;
    struct crash_name_change *name_changes; /* unsynced; oldest first */
    int name_change_count;
    unsigned temporary_next; /* for names nobody has */
    uint64_t cut_at;         /* in terms of counts.operations; 0: never */
    uint64_t fail_from;      /* the same */
    uint64_t fail_to;        /* the first after it that succeeds */
    bool is_off;
    bool ignores_syncs;
};

/* The disk in use; NULL if there is none. */
struct crash_disk *crash_disk_in_use(void);

/* Fills in the VFS (crash_vfs.c). */
void crash_vfs_init(struct crash_disk *disk);

/* NULL if nothing has that name. */
struct crash_file *crash_disk_find(const struct crash_disk *disk, const char *path);

/* The file with that number; NULL if there is none. */
struct crash_file *crash_disk_file(const struct crash_disk *disk, int number);

/* Makes an empty file; nothing may have the name. */
bool crash_disk_create(struct crash_disk *disk, const char *path, struct crash_file **out);

/* Gives `file` the name `path`, also if another file has it. */
bool crash_disk_link(struct crash_disk *disk, struct crash_file *file, const char *path);

/* Something must have the name `from` or `path`. */
bool crash_disk_rename(struct crash_disk *disk, const char *from, const char *to);
bool crash_disk_unlink(struct crash_disk *disk, const char *path);

bool crash_disk_write(struct crash_disk *disk, struct crash_file *file, size_t offset,
                      const uint8_t *data, size_t length);
bool crash_disk_resize(struct crash_disk *disk, struct crash_file *file, size_t size);
bool crash_disk_sync(struct crash_disk *disk, struct crash_file *file);
bool crash_disk_sync_names(struct crash_disk *disk);

/* Does the same as a crash_disk_sync_names() that succeeds, as part of another operation. */
void crash_disk_make_names_safe(struct crash_disk *disk);

#endif
