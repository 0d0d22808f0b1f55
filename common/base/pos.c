/*
 * Places and directions: a table of directions with their steps and names.
 */
#include "base/pos.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"

struct dir_row {
    int8_t dx;
    int8_t dy;
    const char *name;
    const char *short_name;
};

static const struct dir_row dir_table[DIR_COUNT] = {
    [DIR_NONE] = {0, 0, "here", "here"},           [DIR_NORTH] = {0, -1, "north", "n"},
    [DIR_NORTHEAST] = {1, -1, "northeast", "ne"},  [DIR_EAST] = {1, 0, "east", "e"},
    [DIR_SOUTHEAST] = {1, 1, "southeast", "se"},   [DIR_SOUTH] = {0, 1, "south", "s"},
    [DIR_SOUTHWEST] = {-1, 1, "southwest", "sw"},  [DIR_WEST] = {-1, 0, "west", "w"},
    [DIR_NORTHWEST] = {-1, -1, "northwest", "nw"},
};

struct pos pos_of(int x, int y)
{
    CHECK(x >= INT16_MIN && x <= INT16_MAX);
    CHECK(y >= INT16_MIN && y <= INT16_MAX);
    return (struct pos){.x = (int16_t)x, .y = (int16_t)y};
}

bool pos_equal(struct pos a, struct pos b)
{
    return a.x == b.x && a.y == b.y;
}

struct pos pos_step(struct pos at, enum dir dir)
{
    CHECK((unsigned)dir < DIR_COUNT);
    return pos_of(at.x + dir_table[dir].dx, at.y + dir_table[dir].dy);
}

int pos_distance(struct pos a, struct pos b)
{
    int dx = abs(a.x - b.x);
    int dy = abs(a.y - b.y);
    return dx > dy ? dx : dy;
}

bool rect_contains(struct rect rect, struct pos at)
{
    return at.x >= rect.x && at.x < rect.x + rect.width && at.y >= rect.y &&
           at.y < rect.y + rect.height;
}

struct pos rect_centre(struct rect rect)
{
    return pos_of(rect.x + rect.width / 2, rect.y + rect.height / 2);
}

const char *dir_name(enum dir dir)
{
    CHECK((unsigned)dir < DIR_COUNT);
    return dir_table[dir].name;
}

const char *dir_short_name(enum dir dir)
{
    CHECK((unsigned)dir < DIR_COUNT);
    return dir_table[dir].short_name;
}

enum dir dir_of_keypad(uint32_t digit)
{
    static const enum dir dirs[] = {DIR_SOUTHWEST, DIR_SOUTH, DIR_SOUTHEAST,
                                    DIR_WEST,      DIR_NONE,  DIR_EAST,
                                    DIR_NORTHWEST, DIR_NORTH, DIR_NORTHEAST};

    return digit >= '1' && digit <= '9' ? dirs[digit - '1'] : DIR_NONE;
}

enum dir dir_opposite(enum dir dir)
{
    CHECK((unsigned)dir < DIR_COUNT);
    if (dir == DIR_NONE)
        return DIR_NONE;
    return (enum dir)(((unsigned)dir - DIR_NORTH + 4) % 8 + DIR_NORTH);
}

enum dir dir_towards(struct pos from, struct pos to)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    int step_x = dx == 0 ? 0 : (dx > 0 ? 1 : -1);
    int step_y = dy == 0 ? 0 : (dy > 0 ? 1 : -1);

    /* An octant's border lies at 22.5 degrees; 5:12 is its tangent to within half a percent. */
    if (12 * abs(dy) < 5 * abs(dx))
        step_y = 0;
    else if (12 * abs(dx) < 5 * abs(dy))
        step_x = 0;
    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++) {
        if (dir_table[dir].dx == step_x && dir_table[dir].dy == step_y)
            return dir;
    }
    return DIR_NONE;
}

void pos_offset(struct pos from, struct pos to, char *out, size_t out_size)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    const char *east_west = dx > 0 ? "east" : "west";
    const char *north_south = dy > 0 ? "south" : "north";

    if (dx == 0 && dy == 0)
        snprintf(out, out_size, "here");
    else if (dy == 0)
        snprintf(out, out_size, "%d %s", abs(dx), east_west);
    else if (dx == 0)
        snprintf(out, out_size, "%d %s", abs(dy), north_south);
    else
        snprintf(out, out_size, "%d %s %d %s", abs(dx), east_west, abs(dy), north_south);
}

void pos_offset_short(struct pos from, struct pos to, char *out, size_t out_size)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    char east_west = dx > 0 ? 'e' : 'w';
    char north_south = dy > 0 ? 's' : 'n';

    if (dx == 0 && dy == 0)
        snprintf(out, out_size, "here");
    else if (dy == 0)
        snprintf(out, out_size, "%d%c", abs(dx), east_west);
    else if (dx == 0)
        snprintf(out, out_size, "%d%c", abs(dy), north_south);
    else
        snprintf(out, out_size, "%d%c %d%c", abs(dx), east_west, abs(dy), north_south);
}
