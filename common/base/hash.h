/*
 * FNV-1a with 64 bits (Fowler, Noll, Vo). It guards against accidents and compares states; it is
 * no defence against an attacker. Every step is a bijection of the running value, so a change
 * inside one byte always changes the result.
 */
#ifndef UNDERCROFT_BASE_HASH_H
#define UNDERCROFT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash {
    uint64_t value;
};

void hash_init(struct hash *hash);
void hash_bytes(struct hash *hash, const void *data, size_t length);

/* Hashes the eight bytes of `value`, the lowest first, on machines of any byte order. */
void hash_u64(struct hash *hash, uint64_t value);

/* Hashes many bytes faster than hash_bytes(), eight at a time. The result differs from that of
   hash_bytes(), and is the same on every machine. */
void hash_bulk(struct hash *hash, const uint8_t *data, size_t length);

#endif
