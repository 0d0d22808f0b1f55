/*
 * Letters that may be shown to anybody, told from those that may not by what Unicode says of them
 * and by number. It shares no code with the server's own cleaning.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_LETTERS_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL, or what is wrong with a letter. *marks is how many the one before bears, and then this one;
   -1: nothing stands there that could bear any. */
const char *letter_fault(int32_t letter, int *marks);

/* True if the text is strict UTF-8 and holds no other letters. */
bool letters_are_clean(const char *text, size_t length);

#endif
