/*
 * The checksum of every row except those of meta and audit: over the name of its table and all its
 * other columns, keys first, in the order in which they are read and written. Each column is
 * included with its type and length, so that no two rows give the same bytes. It guards against
 * accidents, not against somebody who can write the file (base/hash.h).
 */
#ifndef UNDERCROFT_DB_ROW_HASH_H
#define UNDERCROFT_DB_ROW_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

void row_hash_init(struct hash *hash, const char *table);
void row_hash_int(struct hash *hash, int64_t value);
void row_hash_text(struct hash *hash, const char *text, size_t length);
void row_hash_blob(struct hash *hash, const uint8_t *data, size_t length);

/*
 * Returns the term that a row with that checksum adds to the state hash. The sum of all terms (mod
 * 2^64) does not depend on the order of the rows; mixing keeps rows that differ a little from
 * cancelling each other out. The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood
 * 2014).
 */
uint64_t row_term(uint64_t checksum);

#endif
