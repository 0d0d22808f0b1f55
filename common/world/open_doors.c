/*
 * A list of open doors. It is sorted by time because the level's clock never goes back and every
 * new time goes to the end; taking a door out closes the gap behind it.
 */
#include "world/open_doors.h"

#include <string.h>

#include "base/check.h"

void open_doors_drop(struct open_doors *doors, struct pos at)
{
    uint32_t row = 0;

    while (row < doors->count && !pos_equal(doors->items[row].at, at))
        row++;
    if (row == doors->count)
        return;
    doors->count--;
    memmove(doors->items + row, doors->items + row + 1,
            (doors->count - row) * sizeof *doors->items);
}

void open_doors_add(struct open_doors *doors, struct pos at, uint64_t since)
{
    CHECK(doors->count < doors->max);
    CHECK(doors->count == 0 || doors->items[doors->count - 1].since <= since);
    doors->items[doors->count++] = (struct open_door){.at = at, .since = since};
}

void open_doors_note(struct open_doors *doors, struct pos at, uint64_t since)
{
    open_doors_drop(doors, at);
    open_doors_add(doors, at, since);
}

bool open_doors_due(const struct open_doors *doors, uint64_t clock, struct pos *out_at)
{
    if (doors->count == 0 || clock - doors->items[0].since < DOOR_OPEN_TICKS)
        return false;
    *out_at = doors->items[0].at;
    return true;
}

void open_doors_hash(const struct open_doors *doors, struct hash *hash)
{
    hash_u64(hash, doors->count);
    for (uint32_t i = 0; i < doors->count; i++) {
        struct open_door door = doors->items[i];
        hash_u64(hash, (uint64_t)door.at.x << 32 | (uint64_t)door.at.y);
        hash_u64(hash, door.since);
    }
}
