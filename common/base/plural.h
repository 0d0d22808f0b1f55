/*
 * Nouns behind numbers: "1 cell", "2 cells".
 */
#ifndef UNDERCROFT_BASE_PLURAL_H
#define UNDERCROFT_BASE_PLURAL_H

#include <stddef.h>
#include <stdint.h>

/* The ending of a noun behind that number: "" for one, "s" for all others. */
const char *plural_end(int64_t count);

/* Writes the text with the number's form of each noun in it that ends in "(s)": " cell(s) off." is
   " cell off." for one. Cut off at `out_size` bytes. */
void plural_put(const char *text, int64_t count, char *out, size_t out_size);

#endif
