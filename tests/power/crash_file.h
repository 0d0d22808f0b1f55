/*
 * One file of a crash disk: what a program sees of it, what is safe, and the list of changes
 * between the two. Syncing makes every change safe; a power cut settles each by chance.
 */
#ifndef UNDERCROFT_TESTS_POWER_CRASH_FILE_H
#define UNDERCROFT_TESTS_POWER_CRASH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/rng.h"

enum { CRASH_SECTOR_SIZE = 512 };

struct crash_image {
    uint8_t *data; /* owned */
    size_t size;
    size_t capacity;
};

struct crash_change {
    bool is_resize;
    size_t offset;     /* of a write; a resize has none */
    size_t length;     /* of a write; of a resize the new size */
    size_t written_at; /* where in `written` the bytes of a write are */
};

struct crash_file {
    int number;
    int open_count;
    struct crash_image now;
    struct crash_image safe;
    struct crash_change *changes; /* owned; oldest first */
    size_t change_count;
    size_t change_capacity;
    struct bytes written;
};

/* Numbers of 512-byte pieces of unsynced writes, by their fate at a power cut. */
struct crash_sectors {
    uint64_t kept;
    uint64_t dropped;
    uint64_t torn;
};

struct crash_file *crash_file_new(int number);
void crash_file_free(struct crash_file *file);

/* A gap between the end of the file and `offset` reads as zeros. */
void crash_file_write(struct crash_file *file, size_t offset, const uint8_t *data, size_t length);
void crash_file_resize(struct crash_file *file, size_t size);

/* Reads what is there and fills up with zeros. Returns the number of bytes that were there. */
size_t crash_file_read(const struct crash_file *file, size_t offset, uint8_t *out, size_t length);

/* Every change is safe. */
void crash_file_sync(struct crash_file *file);

/*
 * Each piece of an unsynced write that lies in one sector is kept, dropped or torn, each unsynced
 * resize kept or dropped, independently of its neighbours; the file may have grown although the
 * bytes did not arrive, and then reads as zeros there. Bytes that were not written stay as they
 * are, those that share a sector with written ones included (SQLite's "powersafe overwrite", which
 * its Unix VFS takes for granted). The program sees the same content as before, but the changes are
 * forgotten: no later sync will make them safe.
 */
void crash_file_settle(struct crash_file *file, struct rng *rng, struct crash_sectors *sectors);

/* The content becomes the safe content. Unsynced changes are lost. */
void crash_file_revert(struct crash_file *file);

#endif
