/*
 * The head of a database: the numbers of the table `meta`, which are in memory while the database
 * is open. A commit writes those that changed, and the seal, a checksum over the others: so the
 * head proves itself, for a world of any size. It has the sum of the rows of each table, and the
 * state of the file when the log was begun (db/log.h).
 */
#ifndef UNDERCROFT_DB_HEAD_H
#define UNDERCROFT_DB_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"
#include "db/records.h"

struct sqlite3;

/* The numbers of a head; those of enum store_meta come first. */
enum head_number {
    HEAD_SUM =
        /* from here on, a number for each record: the sum of its rows (db/row_hash.h) */
    META_COUNT,
    HEAD_COMMITS = HEAD_SUM + RECORD_COUNT, /* number of commits so far */
    HEAD_BASE,  /* seal of the file when its log was begun; any number before the first */
    HEAD_PAGES, /* pages of the file at that time; 0 before the first */
    HEAD_DOUBT, /* 1: the rows were found to come from different moments */
    HEAD_SEAL,
    HEAD_COUNT
};

enum { HEAD_NAME_SIZE = 33 };

struct head {
    uint64_t numbers[HEAD_COUNT]; /* 0 if the table lacks the number */
    bool has[HEAD_COUNT];
    /* as it was read: every number is known and in its range, and the seal is right */
    bool is_sound;
};

/* The state that each commit of a store writes, and a rollback restores. */
struct store_state {
    struct head head;
    uint64_t proven; /* in the table that is being proven: sum of the rows already proven */
};

/* Reads the head of any connection's database. Returns ERR_OK also for a head that is not sound;
   else errors of the disk. */
MUST_USE enum err head_read(struct sqlite3 *handle, struct head *out);

/* Reads a head with any driver: head_take() adds a row of the table to a head that is all 0 except
   for is_sound; head_check(), after all rows, clears is_sound if the head is not sound. */
void head_take(struct head *head, const char *name, int64_t value);
void head_check(struct head *head);

/* Sets a number; a value above its maximum is lowered to that. */
void head_set(struct head *head, int number, uint64_t value);

/* Writes the name of a number in the table. */
void head_name(int number, char out[HEAD_NAME_SIZE]);

/* Returns the correct seal for these numbers. */
uint64_t head_seal(const struct head *head);

#endif
