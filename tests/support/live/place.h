/*
 * The place of a delver as its player in line mode knows it: the answers to "score" and "look",
 * read, and compared with earlier answers.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PLACE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pos.h"
#include "base/rng.h"

enum { PLACE_WIDTH = 41, PLACE_HEIGHT = 15, PLACE_DIFFERENCE_SIZE = 4096 };

struct place {
    int health;
    int depth;
    unsigned long long steps;
    int width; /* of what is known around; 0: between two levels there is nothing to see */
    int height;
    char map[PLACE_HEIGHT][PLACE_WIDTH + 1];
    bool stands_on_stairs_up;
    bool stands_on_stairs_down;
    enum dir stairs_dir; /* roughly towards stairs in sight; DIR_NONE if none are */
    unsigned exits;      /* bits by direction; 0: not known */
};

/* The lines to send whose answers place_read() reads. */
extern const char place_question[];

/* Reads the newest answer out of what was heard. False if there is no whole one. */
bool place_read(const char *heard, struct place *out);

struct light_client;

/*
 * Waits up to `ms` (times the patience of stopwatch.h) until each client, asked before, has heard a
 * whole answer. False if one has not, or does not play.
 */
bool place_wait_all(struct light_client *clients, size_t count, struct place *out, int ms);

/* The same, once what was heard is forgotten and all of them are asked. */
bool place_ask_all(struct light_client *clients, size_t count, struct place *out, int ms);

/*
 * True if `now` is where `before` was: the same depth, health and number of steps, and what was
 * known of the level is known still. Doors may have been opened or closed and others may have come
 * and gone. Where another has taken the very spot, or closed the door that was stood in, it is seen
 * from beside it. Otherwise `difference` (PLACE_DIFFERENCE_SIZE bytes) says what is different.
 */
bool place_is_kept(const struct place *before, const struct place *now, char *difference);

/* A way to walk from there: mostly to stairs if they are in sight, else mostly on, else some way
   out. `heading`: so far; DIR_NONE: none, or none that can be kept. */
enum dir place_choose_way(const struct place *place, enum dir heading, struct rng *rng);

#endif
