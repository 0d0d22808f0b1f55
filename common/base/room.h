/*
 * Memory for a worst case that is hardly ever reached: whole pages straight from the system. A page
 * takes memory only once it is written to, and is given back for good. The heap is not used for it,
 * because heap memory may lie in large pages, which are taken as a whole.
 */
#ifndef UNDERCROFT_BASE_ROOM_H
#define UNDERCROFT_BASE_ROOM_H

#include <stddef.h>

/* `size` bytes (1 and more), all zero and aligned for anything. The caller owns them and gives them
   back with room_free(). NULL: there is no memory. */
void *room_new(size_t size);

/* `room` may be NULL. `size` must be the allocated size. */
void room_free(void *room, size_t size);

#endif
