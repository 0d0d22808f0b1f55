/*
 * Listing the folder of backups, and removing the backups that are no longer kept.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_BACKUP_PRUNE_H
#define UNDERCROFT_SERVER_ADMIN_BACKUP_PRUNE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/save/backup_names.h"

struct admin;

enum { BACKUP_FILES_MAX = 1024 }; /* most backups of a folder; further ones are never removed */

/*
 * Reads the stamps of the scheduled backups in a folder, newest first, into `out` of
 * BACKUP_FILES_MAX. A missing folder has none. ERR_DISK: it cannot be read.
 */
MUST_USE enum err backup_list(const char *folder, uint64_t *out, size_t *out_count);

/* Removes, on a worker, the backups that `keep` does not need after `made`, and logs their
   number. */
void backup_prune(struct admin *admin, const char *folder, uint64_t made, struct backup_keep keep);

/* Removes the files of a backup that was interrupted. */
void backup_remove_unfinished(const char *folder);

#endif
