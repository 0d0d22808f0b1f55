/*
 * Copies of the database, to be proven or kept. The database thread makes them bit by bit, between
 * its other jobs, and a worker does the long parts: a save waits for a few pages at most, for a
 * world of any size.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_COPY_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_COPY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/base/options.h"
#include "server/base/program.h"
#include "server/save/change_set.h"
#include "server/save/job.h"

struct backup;         /* db/backup.h */
struct persist_work;   /* server/save/persist_work.h */
struct reserved_names; /* world/name.h */
struct snapshot;       /* db/backup.h */

enum { JOB_PATH_SIZE = 512, JOB_REASON_SIZE = 256, RESERVED_TEXT_SIZE = 256 };

/* The next step of a backup. */
enum backup_stage { BACKUP_COPY, BACKUP_COMPARE, BACKUP_PUBLISH };

/* A backup to `path`, refused if it exists; is_scheduled: to a name of its own, chosen when it
   begins. */
struct backup_order {
    bool is_scheduled;
    char path[JOB_PATH_SIZE];
    enum backup_stage stage;
    bool is_on_data_disk;         /* the path is on the disk of the database */
    uint64_t size_bytes;          /* bytes of the file that was written */
    char reason[JOB_REASON_SIZE]; /* why it failed, or the damage that was found; for people */
    struct backup *backup;        /* not published yet; NULL when the job is done */
};
extern const struct question question_backup;

/* The state of the database and its disk. */
struct disk_report {
    enum err error; /* ERR_CORRUPT: pages are damaged; other errors: they could not be checked */
    bool is_whole;  /* all rows are from one moment */
    uint64_t bad_rows;
    char damage[JOB_REASON_SIZE];      /* the first damage that was found; "": none */
    char ledger[LEDGER_TEXT_SIZE];     /* surplus and lack of things by the ledger */
    char file_system[JOB_REASON_SIZE]; /* why the file system cannot be trusted; "": it can */
    uint64_t free_bytes;
    uint64_t total_bytes;
    uint32_t data_mode;                    /* permission bits of the data directory */
    char reserved[RESERVED_TEXT_SIZE];     /* players whose names are words of the game; "": none */
    char hook[OPTION_TEXT_SIZE];           /* a program that is checked as well; "": none */
    char hook_failure[PROGRAM_CAUSE_SIZE]; /* why it cannot be run; "": it can */
};

/* An examination of a copy. */
struct disk_question {
    struct disk_report report;
    const struct reserved_names *reserved; /* names that cannot be taken; NULL: not checked */
    struct snapshot *snapshot;             /* not proven yet; NULL when the job is done */
};
extern const struct question question_examine;

/* Drops a backup that is being written, to free its room after a refused save. True: there was
   one. */
bool persist_copy_yield(struct persist_work *work);

/* True if only the proof of the copy is missing, which a worker does. */
bool persist_copy_is_whole(const struct job *job);

/* Proves a complete copy, on any thread, and frees it, or gives a backup its name. A doubtful
   backup stays, to be compared: it is passed to persist_work_do() once more. */
void persist_copy_prove(struct job *job, atomic_bool *interrupt);
bool persist_copy_is_doubtful(const struct job *job);

/* Frees the copy, because there is no time for it. */
void persist_copy_drop(struct job *job);

struct persist_work;

#endif
