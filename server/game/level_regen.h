/*
 * Levels to be regenerated, or put back to an earlier state: made on a worker (or read from the
 * database) during play, then announced to the delvers there, then swapped for the old one within
 * one tick. The result of that tick (the new level, all delvers at its stairs, the head, the audit
 * row, the end of the generation kept before) reaches the disk in one transaction.
 *
 * Pending changes do not outlive the server.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEVEL_REGEN_H
#define UNDERCROFT_SERVER_GAME_LEVEL_REGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "world/record.h"

struct game;
struct job;
struct kept_memory;

enum {
    LEVEL_REGENS_MAX = 8,         /* most changes at once */
    LEVEL_COUNTDOWN_SECONDS = 30, /* countdown, unless another one is given */
    LEVEL_COUNTDOWN_SECONDS_MAX = 24 * 3600,
    LEVEL_REASON_SIZE = 200,
    LEVEL_WHO_SIZE = 65,
    LEVEL_WORD_SIZE = 16,
};

/* An operator's order to change a level. */
struct level_order {
    struct level_key key; /* key of the current generation */
    bool is_made;         /* the level exists; also set if it comes later */
    bool is_undo;         /* puts the kept generation back, without a recipe */
    struct level_recipe recipe;
    bool waits_for_empty;    /* waits until nobody is on the level, instead of counting down */
    int countdown_seconds;   /* 0: as soon as the level is made */
    uint64_t request_ticket; /* ticket of the command, which is answered later */
    int64_t delver_id;       /* delver of the operator; 0: the operator at the machine */
    char who[LEVEL_WHO_SIZE];
};

enum regen_stage {
    REGEN_FREE,
    REGEN_MAKES,     /* the level is made on a worker, or read from the database */
    REGEN_WAITS,     /* it waits for its time */
    REGEN_REMEMBERS, /* the memory of a delver who came meanwhile is read */
    REGEN_SWAPS,     /* the tick has the new level, and will swap it */
};

struct regen {
    enum regen_stage stage;
    uint64_t serial; /* its number: an answer with another one is for an earlier user of the slot */
    struct level_order order;
    struct level_key key;         /* key of the new level */
    struct level *level;          /* owned */
    struct bytes population;      /* population of the new level; empty: it gets a new one. Owned */
    struct kept_memory *memories; /* memories of the new level, for the delvers on it; owned */
    size_t memory_count;
    uint64_t due_ms;
    int reported_seconds; /* countdown mark that was told last */
    int reads;            /* number of times that memories were read */
    int loads;            /* number of times that the old level was asked for */
};

enum level_outcome_kind {
    LEVEL_SCHEDULED, /* the change will happen */
    LEVEL_SWAPPED,   /* the change happened in the newest tick */
    LEVEL_FAILED,    /* the change will not happen */
};

/* The answer to the command with that ticket. */
struct level_outcome {
    enum level_outcome_kind kind;
    uint64_t request_ticket;
    struct level_key key; /* key of the new level */
    /* with LEVEL_SCHEDULED: it waits until the level is empty; false: it counts down */
    bool waits_for_empty;
    int countdown_seconds;
    struct level_head head; /* with LEVEL_SWAPPED: the new head */
    /* with LEVEL_SWAPPED: number of delvers who were moved to its stairs */
    uint32_t moved;
    char why[LEVEL_REASON_SIZE]; /* with LEVEL_FAILED: the reason */
};

struct level_regens {
    struct regen list[LEVEL_REGENS_MAX];
    uint64_t next_serial;
    /* outcomes that were not taken yet, oldest first */
    struct level_outcome outcomes[2 * LEVEL_REGENS_MAX];
    int outcome_count;
};

void level_regens_release(struct game *game);

/* Returns the pending change of a level; NULL: there is none. */
const struct regen *level_regen_find(const struct game *game, uint16_t wing, uint16_t depth);

/*
 * Begins a change. The command with the order's ticket gets one outcome later. ERR_BUSY,
 * ERR_NOT_FOUND (nothing is kept), ERR_DISK, ERR_MEMORY: `reason` is a sentence, and nothing has
 * begun.
 */
MUST_USE enum err level_regen_begin(struct game *game, const struct level_order *order,
                                    char reason[LEVEL_REASON_SIZE]);

/* Cancels the change of a level. ERR_NOT_FOUND: there is none; ERR_BUSY: the tick has it
   already. */
MUST_USE enum err level_regen_cancel(struct game *game, uint16_t wing, uint16_t depth);

/* Takes the oldest outcome. False: there is none. */
bool level_regen_next_outcome(struct game *game, struct level_outcome *out);

/* Takes the database thread's answer to an undo. */
void level_regen_on_kept(void *asker, struct job *job);

/* Takes the result of the tick. True: levels changed, and must be saved at once. Call it first
   after each tick. */
bool level_regen_settle(struct game *game);

/* Counts down, and swaps levels that are due. Call it last after each tick. */
void level_regen_advance(struct game *game);

/* Cancels every change whose level is not yet given to a tick. Call it when the server stops. */
void level_regens_stop(struct game *game);

/* Writes a level as operators type it: "3", or "3/1" in a wing other than the first. */
void level_word(uint16_t wing, uint16_t depth, char out[LEVEL_WORD_SIZE]);

/* Returns the number of delvers on that level, or on the way to or from it. */
uint32_t level_count_people(const struct game *game, uint16_t wing, uint16_t depth);

/* Closes or opens the stairs to that depth with the next tick, whose inputs must have room. */
void level_lock_enter(struct game *game, int depth, bool is_locked);

#endif
