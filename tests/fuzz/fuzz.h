/*
 * The entry of every fuzz target: libFuzzer calls it with inputs of its own making, replay.c with
 * those of a folder. Broken promises end in CHECK().
 */
#ifndef UNDERCROFT_TESTS_FUZZ_FUZZ_H
#define UNDERCROFT_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* `data` of `size` bytes is only lent. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
