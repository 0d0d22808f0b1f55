/*
 * The Nth operation of the disk, or the Nth allocation of memory, fails: once, or that one and all
 * after it. An operation of the disk is one of the crash disk (tests/power/crash_disk.h); an
 * allocation is one of malloc(), calloc() or realloc() in code of ours, or one that SQLite makes,
 * counted together.
 *
 * The program must be linked with the CMake target `fault`, which puts these counters in front.
 * Nothing of Check may be called while a plan is on: it allocates too.
 */
#ifndef UNDERCROFT_TESTS_FAULT_FAULT_H
#define UNDERCROFT_TESTS_FAULT_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct crash_disk;

enum fault_kind { FAULT_DISK, FAULT_MEMORY, FAULT_KIND_COUNT };

struct fault_plan {
    enum fault_kind kind;
    uint64_t nth; /* from 1 */
    bool for_ever;
};

/* Puts the counter in front of SQLite's memory; before anything else of SQLite is called. */
void fault_set_up(void);

/* The count begins here. */
void fault_arm(struct crash_disk *disk, struct fault_plan plan);

/* Gives how many operations of that kind there were; *out_hits of them failed. */
uint64_t fault_disarm(struct crash_disk *disk, uint64_t *out_hits);

/* Between these two nothing is counted and no allocation fails; they may be nested. */
void fault_pause(void);
void fault_resume(void);

#endif
