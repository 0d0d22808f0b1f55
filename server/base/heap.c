/*
 * glibc's heap is one region that ends at the program break. It grows by HEAP_STEP more than is
 * needed, so that hardly any of the growth is in use before it is asked for.
 */
#define _DEFAULT_SOURCE /* sbrk() and madvise() are not in POSIX */

#include "server/base/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    HEAP_STEP = 32 << 20,
    /* Larger pieces have a mapping of their own, of small pages: they are room for the worst case,
       hardly ever touched. */
    HEAP_PIECE_MAX = 64 << 10,
};

/* The first page at or behind an address. */
static char *page_at(char *address)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);

    return address + (size - (uintptr_t)address % size) % size;
}

void heap_begin(struct heap *heap)
{
#ifdef __GLIBC__
    /* Levels are made and memories read on other threads, which would have heaps of their own. */
    (void)mallopt(M_ARENA_MAX, 1);
    (void)mallopt(M_TOP_PAD, HEAP_STEP);
    (void)mallopt(M_MMAP_THRESHOLD, HEAP_PIECE_MAX);
#endif
    heap->asked_to = sbrk(0);
}

void heap_ask(struct heap *heap)
{
    char *end = sbrk(0);

    if (end == heap->asked_to)
        return;
    char *from = page_at(heap->asked_to);
    /* Where there are no large pages small ones do. */
    if (end > from)
        (void)madvise(from, (size_t)(end - from), MADV_HUGEPAGE);
    heap->asked_to = end;
}
