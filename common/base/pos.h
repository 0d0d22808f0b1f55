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

/* Clockwise from north: (dir + 4) mod 8, counted from DIR_NORTH, is the opposite direction. */
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

/* Returns the neighbour of `at` in direction `dir`; for DIR_NONE, `at` itself. The result may lie
   outside a level. */
struct pos pos_step(struct pos at, enum dir dir);

enum { POS_OFFSET_SIZE = 64, POS_OFFSET_SHORT = 16 };

/* Writes the way from `from` to `to`, such as "3 east 2 south" or "here", into at most
   POS_OFFSET_SIZE bytes. */
void pos_offset(struct pos from, struct pos to, char *out, size_t out_size);

/* Writes the short form of pos_offset(), such as "3e 2s" or "here", into at most POS_OFFSET_SHORT
   bytes. */
void pos_offset_short(struct pos from, struct pos to, char *out, size_t out_size);

/* Returns the number of king's moves between two cells. */
int pos_distance(struct pos a, struct pos b);

bool rect_contains(struct rect rect, struct pos at);
struct pos rect_centre(struct rect rect);

/* Returns "north", "northeast" and so on; "here" for DIR_NONE. */
const char *dir_name(enum dir dir);

/* Returns "n", "ne" and so on; "here" for DIR_NONE. */
const char *dir_short_name(enum dir dir);

enum dir dir_opposite(enum dir dir);

/* Returns the direction of a digit ('1' … '9') on a numeric keypad; DIR_NONE for '5' and for
   anything else. */
enum dir dir_of_keypad(uint32_t digit);

/* Returns the direction whose octant holds `to` as seen from `from`; DIR_NONE if they are equal. */
enum dir dir_towards(struct pos from, struct pos to);

#endif
