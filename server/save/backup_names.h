/*
 * Names of scheduled backups, "undercroft-YYYYMMDD-HHMMSS.db" in UTC, and the choice of those to
 * remove. A stamp is the fourteen digits as one number, so that a later stamp is larger.
 */
#ifndef UNDERCROFT_SERVER_SAVE_BACKUP_NAMES_H
#define UNDERCROFT_SERVER_SAVE_BACKUP_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { BACKUP_NAME_SIZE = 32 };

/* How many backups to keep. */
struct backup_keep {
    int hourly; /* number of newest backups; at least 1 */
    int daily;  /* number of days, of those that have backups, whose newest is kept */
};

/* Reads the stamp of a name. False: the name is not exactly of that form, or its digits are not a
   date and a time of day. */
bool backup_name_parse(const char *name, uint64_t *out_stamp);

void backup_name_write(uint64_t stamp, char out[BACKUP_NAME_SIZE]);

/* Converts seconds since 1970 to a stamp. ERR_RANGE: the year does not have four digits. */
MUST_USE enum err backup_stamp_of_time(int64_t seconds, uint64_t *out_stamp);
int64_t backup_time_of_stamp(uint64_t stamp);

/* Sorts stamps, newest first, and removes duplicates: a folder may list an entry twice while files
   come and go. Returns the number left. */
size_t backup_sort_stamps(uint64_t *stamps, size_t count);

/*
 * Marks in `drops` the stamps, out of `count` sorted by backup_sort_stamps(), that may be removed
 * now that the backup `made` exists. Kept are: the newest `hourly`, counted back from `made`; the
 * newest of each of the last `daily` days with a backup, up to that of `made`; and all later than
 * `made`, because then a clock was wrong and their age is unknown. Days without a backup do not
 * count, so a jumping clock makes nothing old. Returns the number marked.
 */
size_t backup_choose_drops(const uint64_t *stamps, size_t count, uint64_t made,
                           struct backup_keep keep, bool *drops);

#endif
