/*
 * The kind of file system of a database. Over a network, or through a share of a virtual machine's
 * host, locks and flushes may be promised and not kept: that cannot be verified, so the operator is
 * warned and not refused.
 */
#ifndef UNDERCROFT_DB_FILE_SYSTEM_H
#define UNDERCROFT_DB_FILE_SYSTEM_H

#include <stdint.h>

#include "base/err.h"
#include "db/status.h"

/*
 * Finds the kind of file system of `path`, or of its folder if there is no such file, and warns in
 * `status`. No file is opened. Returns errors of the disk.
 */
MUST_USE enum err file_system_check(const char *path, struct store_status *status);

/* Warns if `magic`, from statfs(), belongs to a file system that is not safe for a database. */
void file_system_judge(uint32_t magic, const char *path, struct store_status *status);

#endif
