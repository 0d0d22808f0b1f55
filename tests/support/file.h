/*
 * Files in tests.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_FILE_H
#define UNDERCROFT_TESTS_SUPPORT_FILE_H

#include <stddef.h>

/* Copies a file. A file that is there already is truncated and written again, so that its inode
   stays. Errors fail the test. */
void file_copy(const char *from, const char *to);

/* Makes a folder with this name in its path and writes the path to path (size bytes, 48 are enough
   unless TMPDIR is longer than 8). It is in TMPDIR, else in memory where the machine has /dev/shm:
   the time that a disk takes to flush is no part of a test. The caller removes it. */
void file_make_folder(char *path, size_t size, const char *name);

#endif
