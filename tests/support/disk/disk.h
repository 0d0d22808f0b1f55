/*
 * The disk of a server that runs in the test's process: SQLite's default VFS over real files, which
 * can fill up, refuse, be slow and lose power. It knows which bytes of the database and its log
 * were flushed (see tests/power/crash_file.h); a power cut settles the rest by chance. Other files,
 * and all names, are safe at once: tests/power is about those.
 *
 * One disk at a time. Its calls run on the thread with the baton.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_DISK_DISK_H
#define UNDERCROFT_TESTS_SUPPORT_DISK_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum disk_trouble {
    DISK_WELL,
    DISK_FULL,    /* nothing grows */
    DISK_STUFFED, /* full, and it never writes in place: nothing is written, nor free on any disk */
    DISK_REFUSES, /* some operations fail, done by half, and a failed flush may lose what it had */
    DISK_TROUBLE_COUNT
};

struct disk_counts {
    uint64_t operations; /* writes, resizes, flushes */
    uint64_t faults;
    uint64_t cuts;
};

/* SQLite uses it from now on; the database is `folder`/undercroft.db. */
void disk_begin(const char *folder, uint64_t seed);
void disk_end(void);

/* Sets the trouble from now on. A flush takes `delay_ms` of virtual time. */
void disk_set(enum disk_trouble trouble, unsigned delay_ms);

/* Each write takes so long, of virtual time, until disk_end(). */
void disk_slow_writes(unsigned delay_ms);

/* The power goes off at the nth operation from now: 1 is the next, 0 never. All calls fail from
 * there on. */
void disk_cut_at(uint64_t nth_operation);

/* Called at that operation, before it is done. If it calls disk_let_go(), this operation and all
   later ones succeed, and change nothing that stays. */
void disk_on_cut(void (*on_cut)(void));

bool disk_is_off(void);

/* The power is off, at the latest now. Later calls of the dead server change nothing. */
void disk_let_go(void);

/* Called after disk_let_go(), when no file is open: the files hold the bytes that survived, and the
   disk is well. */
void disk_power_up(void);

const struct disk_counts *disk_counts(void);

#endif
