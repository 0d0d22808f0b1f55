/*
 * A log whose bytes are known to be on the disk. When a flush fails, Linux forgets that the pages
 * are to be written, and whoever reads the file is shown them still. A process that ends after such
 * a failure leaves a log of which the next one cannot tell what the disk has; if that were written
 * into the database and the power failed half-way, the log could not make the database whole again.
 */
#ifndef UNDERCROFT_DB_LOG_COPY_H
#define UNDERCROFT_DB_LOG_COPY_H

#include "base/err.h"

/*
 * Replaces the log at `log_path` by a copy that is on the disk, under its name, when this returns.
 * Nobody may be writing the log; whoever has it open must open it again. ERR_NOT_FOUND: there is no
 * log, or it is empty. After any error the log is as it was, or replaced.
 */
MUST_USE enum err log_copy(const char *log_path);

#endif
