/*
 * The game's part of a tick: the world takes one step, and its results are saved, submitted or put
 * into the outbox.
 */
#ifndef UNDERCROFT_SERVER_GAME_TICK_H
#define UNDERCROFT_SERVER_GAME_TICK_H

#include <stdbool.h>
#include <stdint.h>

struct game;

struct tick {
    uint64_t count; /* ticks since the start, including those in which time stood still */
    uint64_t save_at_ms;
    uint64_t saved_at_ms;
    uint64_t saved_count;   /* tick of the last collection, which has all changes up to it */
    uint64_t newest_ticket; /* ticket of the last collection; 0: all is on disk */
    bool is_save_overdue;   /* memory was out when a save was due: no tick until a save succeeds */
};

/* Runs one step of the world. The caller empties the outbox afterwards, because the next step frees
   the events in it. */
void game_tick(struct game *game);

/* Removes bodies, rulings, unused players and empty levels whose time is over, and sends messages
   about the disk and an announced stop. Call it once a second. */
void game_sweep(struct game *game);

#endif
