/*
 * Delvers on the way to a level: newcomers and those on the stairs. A level is used if it is
 * loaded, else read from the database, else generated on a worker; the transfer's memory of it is
 * read; then they arrive with the next tick. Unneeded levels are unloaded.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEVEL_TRANSFER_H
#define UNDERCROFT_SERVER_GAME_LEVEL_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/numbers.h"
#include "content/theme.h"
#include "world/world.h"

struct job;
struct level_fetch;
struct game;

enum {
    DUNGEON_EMPTY_LEVELS_MAX = 64, /* most empty levels that stay loaded */
    DUNGEON_REBUILT_MAX = 64,
};

/*
 * How the wing of a delver is chosen: its own while fewer delvers than a wing takes are there and
 * on the way there, else the first with room. Delvers on the way are counted by level, and a wing
 * that was full is not checked again before a delver has left it.
 */
enum {
    DUNGEON_WINGS_MAX = 1000,
    /* number of places: one for each wing of each depth */
    WINGS_PLACES = (DEPTH_MAX + 1) * DUNGEON_WINGS_MAX,
};

struct wings {
    uint16_t *bound; /* number of delvers on the way to each place; owned */
    /* number of delvers who return to each place if their transfer fails; owned */
    uint16_t *away;
    struct number_set open; /* places that may have room */
    int size;               /* size of a wing when the other places were found full */
    uint64_t visits;        /* number of places ever looked at */
};

/* Returns the number of a level's place; WINGS_PLACES: it is in no wing that exists. */
uint32_t wings_place(struct level_key key);

enum transfer_stage {
    TRANSFER_FREE,
    TRANSFER_WANTS_RECORD, /* the record of a newcomer is being read */
    TRANSFER_WAITS_FOR_RECORD,
    TRANSFER_WANTS_LEVEL,
    TRANSFER_WAITS_FOR_LEVEL,
    TRANSFER_WANTS_MEMORY,
    TRANSFER_WAITS_FOR_MEMORY,
    TRANSFER_READY,   /* its input goes into the next tick */
    TRANSFER_ARRIVES, /* its input is in the tick, which decides */
    TRANSFER_RETURNS, /* the transfer failed, and the delver goes back to the stairs that it took */
};

struct transfer {
    enum transfer_stage stage;
    /* slot and a serial: an answer with another serial is for an earlier user of the slot */
    uint64_t ticket;
    body_id actor; /* 0: a newcomer */
    int64_t delver_id;
    char name[NAME_LENGTH_MAX + 1]; /* name of a newcomer */
    struct delver_record record;    /* record of a newcomer */
    /* its level; the generation is known once the level is; depth 0 until a newcomer's record is
       read */
    struct level_key key;
    struct level_key from; /* level that was left; depth 0: none */
    bool is_sent;          /* sent by an operator, or home after a death: locks are ignored */
    uint8_t *memory;       /* owned */
    size_t memory_size;
};

/* A level that was damaged on disk and made again. */
struct rebuilt_level {
    struct level_key key;
    int64_t at; /* time in seconds since 1970 */
};

struct level_transfers {
    struct transfer *transfers; /* an entry for each player slot */
    uint32_t transfer_max;
    uint32_t transfer_count;            /* entries in use */
    uint32_t transfer_used;             /* one more than the highest slot in use */
    struct number_set free_slots;       /* the lowest is taken first */
    struct number_table slot_by_delver; /* a delver has at most one transfer */
    struct wings wings;                 /* destinations of transfers */
    struct level_fetch **fetches;       /* by wings_place(); NULL: no fetch. Owned */
    uint64_t next_ticket;
    struct rebuilt_level rebuilt[DUNGEON_REBUILT_MAX]; /* the newest ones */
    uint32_t rebuilt_count;                            /* number so far */
};

MUST_USE enum err level_transfer_init(struct level_transfers *transfers, uint32_t slots_max);
void level_transfer_release(struct level_transfers *transfers);

/* Begins to bring a delver, who has a slot, to the place in its record, which is read first.
   ERR_BUSY. */
MUST_USE enum err level_transfer_bring(struct game *game, int64_t delver_id);

/* Takes an event of the tick: a departure begins a transfer, an arrival ends one. */
void level_transfer_on_event(struct game *game, const struct event *event);

/* Advances every transfer as far as possible. Call it after each tick. */
void level_transfer_advance(struct game *game);

/* Take the database thread's answers; the memory may be taken out of the job. */
void level_transfer_on_record_read(void *asker, struct job *job);
void level_transfer_on_memory_fetched(void *asker, struct job *job);

/* Redirects the delvers on the way to a level that was regenerated to the new one. */
void level_transfer_redirect(struct game *game, uint16_t wing, uint16_t depth);

/* Returns the number of delvers on the way to that level, or returning to it if their transfer
   fails. */
uint32_t level_transfer_count_on_way(const struct game *game, uint16_t wing, uint16_t depth);

/* Unloads levels that are empty and saved. Call it once a second. */
void level_transfer_sweep(struct game *game);

#endif
