/*
 * Putting texts together in tests, within the bounds of their arrays.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TEXT_H
#define UNDERCROFT_TESTS_SUPPORT_TEXT_H

#include <stddef.h>

/* Adds `more` at the end of `text`, an array of `size` bytes; what does not fit fails the test. */
void text_append(char *text, size_t size, const char *more);

#endif
