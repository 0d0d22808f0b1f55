/*
 * A log whose bytes are known to be on the disk. When a flush fails, Linux forgets that the pages
 * are to be written, and reads of the file show them still. A process that ends after such a
 * failure leaves a log that may be on the disk or only in the page cache, and the next process
 * cannot tell. If such a log were written into the database and the power failed half-way, the log
 * could not make the database whole again.
 */
#ifndef UNDERCROFT_DB_LOG_COPY_H
#define UNDERCROFT_DB_LOG_COPY_H

#include "base/err.h"

/*
 * Replaces the log at `log_path` by a copy that is on the disk, under its name, when this returns.
 * No process may be writing the log, and a connection that has it open must be opened again.
 * ERR_NOT_FOUND: there is no log, or it is empty. After any error the log is as it was, or
 * replaced.
 */
MUST_USE enum err log_copy(const char *log_path);

#endif
