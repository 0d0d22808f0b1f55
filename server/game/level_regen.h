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
    LEVEL_REGENS_MAX = 8,         /* at once */
    LEVEL_COUNTDOWN_SECONDS = 30, /* unless told otherwise */
    LEVEL_COUNTDOWN_SECONDS_MAX = 24 * 3600,
    LEVEL_REASON_SIZE = 200,
    LEVEL_WHO_SIZE = 65,
    LEVEL_WORD_SIZE = 16,
};

/* An order of an operator. */
struct level_order {
    struct level_key key; /* key of the current generation */
    bool is_made;         /* such a level exists; also set if it comes later */
    bool is_undo;         /* back to the kept generation; no recipe */
    struct level_recipe recipe;
    bool waits_for_empty;    /* instead of counting down */
    int countdown_seconds;   /* 0: as soon as it is made */
    uint64_t request_ticket; /* ticket of the command, which is answered later */
    int64_t delver_id;       /* the operator's delver; 0: the operator at the machine */
    char who[LEVEL_WHO_SIZE];
};

enum regen_stage {
    REGEN_FREE,
    REGEN_MAKES,     /* on the worker, or read from the database */
    REGEN_WAITS,     /* for its time */
    REGEN_REMEMBERS, /* a delver came meanwhile: its memory is read */
    REGEN_SWAPS,     /* the next tick decides */
};

struct regen {
    enum regen_stage stage;
    uint64_t serial; /* distinguishes its answers from those to the slot's last user */
    struct level_order order;
    struct level_key key;         /* key of the new level */
    struct level *level;          /* owned */
    struct bytes population;      /* of the new level; empty: it gets a new population. Owned */
    struct kept_memory *memories; /* owned: of the new level, by delvers on the level */
    size_t memory_count;
    uint64_t due_ms;
    int reported_seconds; /* the last mark of the countdown that was told */
    int reads;            /* how often memories were read */
    int loads;            /* how often the old level was asked for */
};

enum level_outcome_kind {
    LEVEL_SCHEDULED, /* it will happen */
    LEVEL_SWAPPED,   /* it happened in the newest tick */
    LEVEL_FAILED,    /* it does not happen */
};

/* Answer to the command with that ticket. */
struct level_outcome {
    enum level_outcome_kind kind;
    uint64_t request_ticket;
    struct level_key key; /* of what takes the place */
    bool waits_for_empty; /* of LEVEL_SCHEDULED; else it counts down */
    int countdown_seconds;
    struct level_head head;      /* of LEVEL_SWAPPED: the new head */
    uint32_t moved;              /* of LEVEL_SWAPPED: delvers who were moved to its stairs */
    char why[LEVEL_REASON_SIZE]; /* of LEVEL_FAILED */
};

struct level_regens {
    struct regen list[LEVEL_REGENS_MAX];
    uint64_t next_serial;
    struct level_outcome outcomes[2 * LEVEL_REGENS_MAX]; /* not asked for yet, the oldest first */
    int outcome_count;
};

void level_regens_release(struct game *game);

/* Finds the pending change of a level; NULL: none. */
const struct regen *level_regen_find(const struct game *game, uint16_t wing, uint16_t depth);

/*
 * Begins. The command with the order's ticket gets one outcome later. ERR_BUSY,
 * ERR_NOT_FOUND (nothing is kept), ERR_DISK, ERR_MEMORY: `reason` has a sentence, and nothing has
 * begun.
 */
MUST_USE enum err level_regen_begin(struct game *game, const struct level_order *order,
                                    char reason[LEVEL_REASON_SIZE]);

/* Cancels it. ERR_NOT_FOUND: there is none; ERR_BUSY: the tick has it already. */
MUST_USE enum err level_regen_cancel(struct game *game, uint16_t wing, uint16_t depth);

/* Takes the oldest outcome. False: there is none. */
bool level_regen_next_outcome(struct game *game, struct level_outcome *out);

/* The database thread's answer to an undo. */
void level_regen_on_kept(void *asker, struct job *job);

/* After each tick, first: takes the outcome. True: levels changed, and must be saved at once. */
bool level_regen_settle(struct game *game);

/* After each tick, last: counts down, and swaps levels that are due. */
void level_regen_advance(struct game *game);

/* Cancels every order whose level is not given to a tick yet, when the server stops. */
void level_regens_stop(struct game *game);

/* "3", or "3/1" in another wing than the first: as operators type it. */
void level_word(uint16_t wing, uint16_t depth, char out[LEVEL_WORD_SIZE]);

/* Number of delvers on that level, or on the way to or from it. */
uint32_t level_count_people(const struct game *game, uint16_t wing, uint16_t depth);

/* The next tick closes or opens the stairs to that depth. There must be room for its input. */
void level_lock_enter(struct game *game, int depth, bool is_locked);

#endif
