/*
 * One piece of work for the database thread: what it needs goes in, what it brought comes out.
 */
#ifndef UNDERCROFT_SERVER_SAVE_JOB_H
#define UNDERCROFT_SERVER_SAVE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/base/options.h"
#include "server/base/program.h"
#include "server/save/change_set.h"
#include "world/record.h"

struct backup;         /* db/backup.h */
struct reserved_names; /* world/name.h */
struct snapshot;       /* db/backup.h */

struct job;
struct persist_work; /* server/save/persist_work.h */

/* A question to the database: its work, which the database thread does. */
struct question {
    /* False: it goes on for longer (a copy that was begun). */
    bool (*work)(struct persist_work *work, struct job *job);
    bool writes;      /* inside a transaction, so that it can be done together with others */
    const char *what; /* that it writes, for the log; NULL: "a record" */
};

extern const struct question question_save; /* a change set */

/* The newest generation of (wing, depth), or with is_exact that one; the same, told as facts; and
   that generation, and what each of `memories` remembers of it. */
extern const struct question question_fetch_level;
extern const struct question question_look_level;
extern const struct question question_fetch_kept;
extern const struct question question_list_levels;  /* list */
extern const struct question question_fetch_memory; /* what a delver remembers of a level */

/* By account.id, or where that is 0 by name and skeleton; with its delver, role and settings. */
extern const struct question question_find_account;
/* Whether account.name is a player's whole name; nothing else is told. */
extern const struct question question_find_name;
extern const struct question question_create_account; /* with its delver, and ruling if it has a
                                                         kind */
/* account.id gets account.password_hash if it has password_before; and then a code for account.name
   is no good any more. */
extern const struct question question_renew_password;
extern const struct question question_change_password;
/* The account.id, called name_before, gets name and skeleton of account, and so does all that
   speaks of it; ignore_before becomes ignore_key. The same of a guest, who gets the password of
   account too, if it has password_before. */
extern const struct question question_rename_account;
extern const struct question question_claim_account;
extern const struct question question_save_role;   /* of account.id */
extern const struct question question_list_unused; /* removal: the next page of them */
extern const struct question
    question_remove_players;                       /* removal; account and delver are told back */
extern const struct question question_save_ruling; /* ruling */
extern const struct question
    question_drop_ruling;                       /* of its kind and subject; none is there: fine */
extern const struct question question_use_code; /* ruling is the code; account.id gets
                                                   account.password_hash for it */
extern const struct question
    question_save_audit; /* audit: one row, an act or a report (are_bugs) */
extern const struct question question_save_bug;
extern const struct question question_load_audit;  /* the newest audit_count acts, or reports
                                                      (are_bugs), newest first */
extern const struct question question_load_scores; /* scores: of those who came deepest */
extern const struct question question_backup;  /* to path, refused if it exists; is_scheduled: to a
                                                  name of its own */
extern const struct question question_examine; /* copies the database, to be proven: disk and
                                                  snapshot */

enum {
    JOB_LEVELS_MAX = 2000, /* that are listed */
    JOB_SETTINGS_SIZE = SETTINGS_ROW_SIZE,
    JOB_PATH_SIZE = 512,
    JOB_REASON_SIZE = 256,
    JOB_KEY_SIZE = 32,
    RESERVED_TEXT_SIZE = 256,
    AUDIT_ROWS_MAX = 1000,
    SCORES_MAX = 10, /* that are listed */
};

/* A delver's memory of a level that is kept. */
struct kept_memory {
    int64_t delver_id;
    uint8_t *tiles; /* owned */
    size_t count;
};

/* Facts of the database about a level. */
struct level_facts {
    bool is_made;     /* the generation asked for is stored */
    uint64_t delvers; /* who have their place on it, here or away */
};

/* The next step of a backup. */
enum backup_stage { BACKUP_COPY, BACKUP_COMPARE, BACKUP_PUBLISH };

/* How the database and its disk were found. */
struct disk_report {
    enum err error; /* ERR_CORRUPT: pages are damaged; another: it could not be looked at */
    bool is_whole;  /* the rows are those of one moment */
    uint64_t bad_rows;
    char damage[JOB_REASON_SIZE];      /* the first that was found; "" : none */
    char ledger[LEDGER_TEXT_SIZE];     /* of what there is more or less than the ledger says */
    char file_system[JOB_REASON_SIZE]; /* why it is not to be trusted; "" : it is */
    uint64_t free_bytes;
    uint64_t total_bytes;
    uint32_t data_mode;                /* permission bits of the data directory */
    char reserved[RESERVED_TEXT_SIZE]; /* players whose names are words of the game; "" : none */
    char hook[OPTION_TEXT_SIZE];       /* a program that is looked for as well; "" : none */
    char hook_failure[PROGRAM_CAUSE_SIZE]; /* why it cannot be run; "" : it can */
};

enum { REMOVAL_BATCH_MAX = 32, REMOVAL_STEPS_MIN = 10 };

/* Players who are to be removed. */
struct removal_order {
    int64_t at;      /* when it was decided, for the audit; seconds since 1970 */
    bool are_unused; /* players and guests not seen since then (db/records.h); else any player */
    int64_t seen_before;
    int64_t guest_seen_before;
    int64_t after_id; /* where the page begins; when it is found, where the next one does */
    bool is_last;     /* there is no next one */
    bool is_dry;      /* one player, who is described and not removed */
    struct {
        int64_t id; /* 0 in an answer: stays after all */
        char name[NAME_LENGTH_MAX + 1];
    } players[REMOVAL_BATCH_MAX];
    int count;
    uint64_t memories; /* of the first, before */
};

/* Which fields count depends on the question. */
struct job {
    const struct question *question;
    void (*answer)(void *asker, struct job *job); /* what is done on the loop when it is done */
    enum err result;
    struct job *next;
    struct job_queue *answers; /* where it goes when it is done; NULL: nobody waits for it */
    uint64_t ticket;           /* the asker's number for it; of a save: the change set's */
    struct change_set set;
    struct level_key key;
    bool is_exact;
    struct level *level;     /* owned until taken */
    struct bytes population; /* of that level; empty: none is known. Owned until taken */
    bool is_population_lost; /* there is one, but its row is damaged */
    struct level_facts facts;
    struct kept_memory *memories; /* owned, and their tiles until taken */
    size_t memory_count;
    struct level_summary *list; /* owned */
    int list_count;
    int64_t delver_id;
    uint8_t *memory; /* owned until taken */
    size_t memory_size;
    struct account_record account;
    char password_before[PASSWORD_HASH_SIZE];
    char name_before[NAME_LENGTH_MAX + 1]; /* of one who gets another: the name until now */
    char ignore_before[JOB_KEY_SIZE]; /* key in the settings of those who ignore name_before, */
    char ignore_key[JOB_KEY_SIZE];    /* and in the place of that from now on */
    struct delver_record delver;
    struct ruling ruling;
    int role;                         /* as saved: 0 none, 1 builder, 2 admin */
    char settings[JOB_SETTINGS_SIZE]; /* what the player chose; "" if nothing */
    bool is_settings_lost;   /* question_find_account: there are some, but their row is damaged */
    bool is_lookalike;       /* question_find_account: no such name, but one that looks like it */
    struct audit_row *audit; /* owned */
    struct score_record *scores; /* owned; SCORES_MAX, the deepest first */
    int score_count;
    struct removal_order *removal;         /* owned */
    struct disk_report *disk;              /* owned */
    const struct reserved_names *reserved; /* JOB_EXAMINE: names that nobody may have; NULL: any */
    struct snapshot *snapshot; /* owned, and gone when the job is done; not proven yet */
    struct backup *backup;     /* the same; not published yet */
    enum backup_stage stage;
    bool is_on_data_disk; /* JOB_BACKUP: path is where the database is */
    bool is_scheduled;    /* JOB_BACKUP: path is found when it begins */
    uint64_t size_bytes;  /* JOB_BACKUP: of the file that was written */
    uint64_t begun_ns;    /* a copy was */
    int audit_count;
    bool are_bugs; /* reports of players, not acts */
    char path[JOB_PATH_SIZE];
    char reason[JOB_REASON_SIZE]; /* of a failed backup, or what is damaged in one, for people */
    uint64_t duration_us;
};

/* Jobs one behind the other. All zero: none. */
struct job_queue {
    struct job *first; /* owned, with all behind it */
    struct job *last;
};

/* The job passes to the queue, and the oldest one to the caller; NULL: there is none. */
void job_queue_add(struct job_queue *queue, struct job *job);
struct job *job_queue_take(struct job_queue *queue);

/* Takes all jobs of the queue, in their order: each is given to its answer, and freed. `asker` is
   the room that owns the queue. */
void jobs_answer(struct job_queue *queue, void *asker);

/* To be filled in and submitted; NULL when memory is out. */
struct job *job_new(const struct question *question);

/* The same with an empty order. */
struct job *removal_job(const struct question *question);
void job_free(struct job *job);

#endif
