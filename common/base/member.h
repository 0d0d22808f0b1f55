/*
 * Integers of structs by their place and size, for tables that describe the members of a struct
 * once: the columns of a database, the bytes of a population. The size is what sizeof says: 1, 2, 4
 * or 8 bytes.
 */
#ifndef UNDERCROFT_BASE_MEMBER_H
#define UNDERCROFT_BASE_MEMBER_H

#include <stddef.h>
#include <stdint.h>

/* The unsigned value of the integer at `member`. */
uint64_t member_load(const void *member, size_t size);

/* That value as the one of a signed integer of that size. */
int64_t member_signed(uint64_t value, size_t size);

/* Writes the low bytes of `value`. */
void member_store(void *member, size_t size, uint64_t value);

#endif
