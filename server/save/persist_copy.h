/*
 * Copies of the database, to be proven or kept. The database thread makes them bit by bit, between
 * its other jobs, and a worker does all that takes long: a save waits for a few pages at most,
 * however large the world is.
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

/* A backup to `path`, refused if it exists; is_scheduled: to a name of its own, found when it
   begins. */
struct backup_order {
    bool is_scheduled;
    char path[JOB_PATH_SIZE];
    enum backup_stage stage;
    bool is_on_data_disk;         /* path is where the database is */
    uint64_t size_bytes;          /* of the file that was written */
    char reason[JOB_REASON_SIZE]; /* why it failed, or the damage that was found; for people */
    struct backup *backup;        /* gone when the job is done; not published yet */
};
extern const struct question question_backup;

/* How the database and its disk were found. */
struct disk_report {
    enum err error; /* ERR_CORRUPT: pages are damaged; another: it could not be looked at */
    bool is_whole;  /* the rows are those of one moment */
    uint64_t bad_rows;
    char damage[JOB_REASON_SIZE];      /* the first that was found; "" : none */
    char ledger[LEDGER_TEXT_SIZE];     /* surplus and lack by the ledger */
    char file_system[JOB_REASON_SIZE]; /* why it is not to be trusted; "" : it is */
    uint64_t free_bytes;
    uint64_t total_bytes;
    uint32_t data_mode;                /* permission bits of the data directory */
    char reserved[RESERVED_TEXT_SIZE]; /* players whose names are words of the game; "" : none */
    char hook[OPTION_TEXT_SIZE];       /* a program that is looked for as well; "" : none */
    char hook_failure[PROGRAM_CAUSE_SIZE]; /* why it cannot be run; "" : it can */
};

/* An examination of a copy. */
struct disk_question {
    struct disk_report report;
    const struct reserved_names *reserved; /* names that nobody may have; NULL: any */
    struct snapshot *snapshot;             /* gone when the job is done; not proven yet */
};
extern const struct question question_examine;

/* The disk has refused a save: a backup that is being written gives up what room it takes. True if
   there is one. */
bool persist_copy_yield(struct persist_work *work);

/* Whether the job is done but for the proof of its copy, which then is a worker's. */
bool persist_copy_is_whole(const struct job *job);

/* On whatever thread: proves a whole copy, and frees it, or gives a backup its name. A backup that
   is doubtful stays, to be compared: then it is handed to persist_work_do() once more. */
void persist_copy_prove(struct job *job, atomic_bool *interrupt);
bool persist_copy_is_doubtful(const struct job *job);

/* There is no time for it: the copy is freed. */
void persist_copy_drop(struct job *job);

struct persist_work;

#endif
