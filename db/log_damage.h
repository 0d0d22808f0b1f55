/*
 * Damage in the middle of a write-ahead log. SQLite reads a log up to the first frame whose
 * checksum is wrong and takes it for the end: so it finds its way after a power cut, and so one
 * bit that flipped in the log takes every later commit with it, without a word.
 */
#ifndef UNDERCROFT_DB_LOG_DAMAGE_H
#define UNDERCROFT_DB_LOG_DAMAGE_H

#include <stdbool.h>

/*
 * Whether commits stand behind a frame of the log at `log_path` that cannot be read. A commit is
 * begun when the one before is on disk, so a write that was cut off leaves one at most; two tell
 * of damage. False as well for a log that is not there or cannot be read. The file is only read;
 * nobody may be writing it.
 */
bool log_is_damaged(const char *log_path);

#endif
