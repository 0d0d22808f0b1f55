/*
 * Two debug aids that write files during play: the inputs of every tick with the state's hash after
 * it (--record, replayed by undercroft-replay), and every frame as it was intended
 * (--record-screens, compared with the display of a terminal).
 */
#ifndef UNDERCROFT_SERVER_GAME_RECORDER_H
#define UNDERCROFT_SERVER_GAME_RECORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/bytes.h"
#include "base/err.h"
#include "term/screen.h"

struct game;
struct world;
struct input;

struct recorder {
    FILE *inputs; /* NULL: not recorded */
    FILE *screens;
    struct bytes entry;
    bool has_failed; /* a write failed: recording has stopped, the game goes on */
};

/* Opens the files that the options name. ERR_DISK: explained on standard error. ERR_MEMORY. */
MUST_USE enum err recorder_open(struct recorder *recorder, struct game *game);
void recorder_close(struct recorder *recorder);

/* Record a tick: the first before world_tick(), for the inputs; the second after it, for the
   hash. */
void recorder_before_tick(struct recorder *recorder, const struct world *world,
                          const struct input *inputs, size_t count);
void recorder_after_tick(struct recorder *recorder, const struct world *world);

/* Records a frame that was given to the socket as a whole. */
void recorder_screen(struct recorder *recorder, uint64_t serial, const struct screen *screen);

#endif
