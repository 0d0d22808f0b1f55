/*
 * Places and directions. x grows to the east, y to the south, the origin is the top left cell.
 */
#ifndef UNDERCROFT_BASE_POS_H
#define UNDERCROFT_BASE_POS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pos {
    int16_t x;
    int16_t y;
};

/* The cells x … x+width-1 by y … y+height-1. */
struct rect {
    int16_t x;
    int16_t y;
    int16_t width;
    int16_t height;
};

/* Clockwise from north, so that (dir + 4) mod 8 is opposite, counting from DIR_NORTH. */
enum dir {
    DIR_NONE,
    DIR_NORTH,
    DIR_NORTHEAST,
    DIR_EAST,
    DIR_SOUTHEAST,
    DIR_SOUTH,
    DIR_SOUTHWEST,
    DIR_WEST,
    DIR_NORTHWEST,
    DIR_COUNT
};

struct pos pos_of(int x, int y);
bool pos_equal(struct pos a, struct pos b);

/* The neighbour of `at` in direction `dir`; DIR_NONE gives `at`. No bounds are known here. */
struct pos pos_step(struct pos at, enum dir dir);

enum { POS_OFFSET_SIZE = 64, POS_OFFSET_SHORT = 16 };

/* "3 east 2 south", "here": `to` as seen from `from`; in at most POS_OFFSET_SIZE bytes. */
void pos_offset(struct pos from, struct pos to, char *out, size_t out_size);

/* "3e 2s", "here": a short form of pos_offset(), in at most POS_OFFSET_SHORT bytes. */
void pos_offset_short(struct pos from, struct pos to, char *out, size_t out_size);

/* The number of king's moves between two cells. */
int pos_distance(struct pos a, struct pos b);

bool rect_contains(struct rect rect, struct pos at);
struct pos rect_centre(struct rect rect);

/* "north", "northeast", …; "here" for DIR_NONE. */
const char *dir_name(enum dir dir);

/* "n", "ne", …; "here" for DIR_NONE. */
const char *dir_short_name(enum dir dir);

enum dir dir_opposite(enum dir dir);

/* The direction of a digit ('1' … '9') on the keypad of a keyboard; DIR_NONE for '5', and for
   anything else. */
enum dir dir_of_keypad(uint32_t digit);

/* The direction whose octant holds `to` as seen from `from`; DIR_NONE if they are equal. */
enum dir dir_towards(struct pos from, struct pos to);

#endif
