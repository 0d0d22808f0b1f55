/*
 * Room for the worst case: it is zero, it can be written to its end, and what is not written to
 * takes no memory.
 */
#define _DEFAULT_SOURCE /* mincore() is not in POSIX */

#include "base/room.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/test.h"

enum { SIZE = (1 << 22) + 1 };

/* So many pages of it are in memory. */
static size_t resident(void *room)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t count = (SIZE + page - 1) / page;
    unsigned char *pages = malloc(count);
    size_t sum = 0;

    ck_assert_ptr_nonnull(pages);
    ck_assert_int_eq(mincore(room, SIZE, pages), 0);
    for (size_t i = 0; i < count; i++)
        sum += pages[i] & 1;
    free(pages);
    return sum;
}

TEST(room_takes_memory_only_where_it_is_written_to)
{
    uint8_t *room = room_new(SIZE);

    ck_assert_ptr_nonnull(room);
    ck_assert_uint_eq(resident(room), 0);
    room[0] = 1;
    room[SIZE - 1] = 2;
    ck_assert_uint_eq(resident(room), 2);
    room_free(room, SIZE);
}

TEST(room_is_zero_and_aligned_each_time)
{
    for (int i = 0; i < 3; i++) {
        uint8_t *room = room_new(SIZE);
        ck_assert_ptr_nonnull(room);
        ck_assert_uint_eq((uintptr_t)room % sizeof(max_align_t), 0);
        ck_assert_uint_eq(room[0], 0);
        ck_assert_uint_eq(room[SIZE - 1], 0);
        memset(room, 1, SIZE);
        room_free(room, SIZE);
    }
    room_free(NULL, SIZE);
}

TEST(more_than_there_is_gives_none)
{
    ck_assert_ptr_null(room_new(SIZE_MAX / 2));
}
