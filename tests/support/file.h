/*
 * Files in tests.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_FILE_H
#define UNDERCROFT_TESTS_SUPPORT_FILE_H

/* Copies a file. One that is there is cut and written again, so its inode stays. What cannot be
   read or written fails the test. */
void file_copy(const char *from, const char *to);

#endif
