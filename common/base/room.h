/*
 * Memory for a worst case that is hardly ever reached: whole pages straight from the system. A page
 * takes memory only once it is written to, and is given back for good. The heap is not used for it,
 * because heap memory may lie in large pages, which are taken as a whole.
 */
#ifndef UNDERCROFT_BASE_ROOM_H
#define UNDERCROFT_BASE_ROOM_H

#include <stddef.h>

/* Returns `size` bytes (at least 1), all zero and aligned for any type; NULL if there is no memory.
   The caller owns them and frees them with room_free(). */
void *room_new(size_t size);

/* Frees memory of room_new(). `size` must be the allocated size; `room` may be NULL. */
void room_free(void *room, size_t size);

#endif
