/*
 * Memory for a worst case: anonymous mappings, kept out of large pages.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS and madvise() are not in POSIX */

#include "base/room.h"

#include <sys/mman.h>

void *room_new(size_t size)
{
    void *room = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (room == MAP_FAILED)
        return NULL;
    /* Where all memory is to be in large pages by default. Without any there is nothing to do. */
    (void)madvise(room, size, MADV_NOHUGEPAGE);
    return room;
}

void room_free(void *room, size_t size)
{
    if (room != NULL)
        (void)munmap(room, size);
}
