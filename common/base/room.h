/*
 * Room for the worst case, of which hardly anything is ever in use: whole pages straight from the
 * system, which take memory only once they are written to, and which are given back for good. The
 * heap is no place for it: there it may lie in large pages, which are taken as a whole.
 */
#ifndef UNDERCROFT_BASE_ROOM_H
#define UNDERCROFT_BASE_ROOM_H

#include <stddef.h>

/* `size` bytes (1 and more), all zero and aligned for anything. The caller owns them and gives them
   back with room_free(). NULL: there is no memory. */
void *room_new(size_t size);

/* NULL is allowed. `size` as it was asked for. */
void room_free(void *room, size_t size);

#endif
