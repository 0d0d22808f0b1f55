/*
 * The doctor: a table of checks over plain facts about a server and its machine. Each check looks
 * for one present or near fault, and has its cure in a line. `doctor` shows all findings; the start
 * prints those that can be known then.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_DOCTOR_H
#define UNDERCROFT_SERVER_ADMIN_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/game/ledger_watch.h"
#include "server/save/persist.h"
#include "server/save/persist_copy.h"

struct admin;

enum doctor_severity { DOCTOR_ERROR, DOCTOR_WARNING, DOCTOR_NOTE, DOCTOR_SEVERITY_COUNT };

enum { DOCTOR_TEXT_SIZE = 720, DOCTOR_FINDINGS_MAX = 40 };

/* The facts that the checks use. */
struct doctor_facts {
    bool is_at_start; /* nothing has run yet, and the disk was not examined */
    uint64_t file_limit;
    int connections_max;
    int wing_size;
    uint32_t connections;
    bool listens_publicly;
    bool has_proxy;
    bool serves_metrics_publicly;
    bool has_tls;
    int64_t certificate_ends_at; /* end of the certificate in seconds since 1970 */
    uint32_t key_mode;           /* permissions of the key's file */
    bool is_key_rsa;
    const char *key_path;
    const char *certificate_failure; /* why the certificate on disk was not accepted; "": it was */
    bool is_weak_password_cost;
    int password_operations;
    int password_kib;
    bool runs_as_root;
    struct disk_report disk;
    uint64_t database_bytes;
    uint64_t ticks;
    uint64_t late_ticks;
    bool is_save_failing;
    struct proof_health proof;
    uint64_t lost_rulings; /* rulings that could not be read at the start */
    char ledger[LEDGER_TEXT_SIZE + LEDGER_PEOPLE_SIZE]; /* difference from the ledger; "": none */
    char replaced[DISK_HEALTH_TEXT_SIZE]; /* database file that was replaced, and how; "": none */
    uint64_t save_lag_ms;
    int backup_minutes;
    int64_t backup_age_seconds; /* negative: there is no backup */
    bool has_new_world;
    uint64_t uptime_seconds;
    const char *backup_failure; /* "": the last backup succeeded */
    /* seconds that the wall clock has jumped against the monotonic one since the start */
    int64_t clock_jump_seconds;
    int64_t now; /* seconds since 1970 */
    uint64_t log_lines_suppressed;
    uint64_t log_lines_lost;
    int log_write_error; /* errno of the newest lost line; 0: the reader stalled */
};

struct doctor_finding {
    enum doctor_severity severity;
    const char *check; /* name of the check */
    char text[DOCTOR_TEXT_SIZE];
    const char *cure; /* its cure; static text */
};

extern const char *const doctor_severity_names[DOCTOR_SEVERITY_COUNT];

/* Gathers all facts except the disk's report, which a job brings. At the start, when nobody waits
   yet, it also checks the data directory and the backup hook. */
void doctor_gather(const struct admin *admin, bool is_at_start, struct doctor_facts *out);

/* Runs the checks and fills in their findings, gravest first. Returns their number. */
size_t doctor_judge(const struct doctor_facts *facts,
                    struct doctor_finding out[DOCTOR_FINDINGS_MAX]);

#endif
