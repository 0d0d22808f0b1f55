/*
 * Everybody on the way to a level: newcomers and those on the stairs. A level is used if it is
 * loaded, else read from the database, else generated on a worker; the transfer's memory of it is
 * read; then they arrive with the next tick. Levels that nobody needs are put away.
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
    DUNGEON_EMPTY_LEVELS_MAX = 64, /* empty levels kept loaded */
    DUNGEON_REBUILT_MAX = 64,
};

/*
 * Which wing a delver comes to: the own one while fewer are there and on the way there than a wing
 * takes, else the first with room. How many are on the way is counted level by level, and wings
 * that were found full are not looked at again before somebody has left them.
 */
enum {
    DUNGEON_WINGS_MAX = 1000,
    WINGS_PLACES = (DEPTH_MAX + 1) * DUNGEON_WINGS_MAX, /* a number for each wing of each depth */
};

struct wings {
    uint16_t *bound;        /* by place: those on the way there; owned */
    uint16_t *away;         /* by place: delvers who return there if their way fails; owned */
    struct number_set open; /* places that may have room */
    int size;        /* of a wing, at the time when the places that are not open were found full */
    uint64_t visits; /* places looked at, ever */
};

/* The number of a level's place; WINGS_PLACES if it lies in no existing wing. */
uint32_t wings_place(struct level_key key);

enum transfer_stage {
    TRANSFER_FREE,
    TRANSFER_WANTS_RECORD, /* a newcomer's */
    TRANSFER_WAITS_FOR_RECORD,
    TRANSFER_WANTS_LEVEL,
    TRANSFER_WAITS_FOR_LEVEL,
    TRANSFER_WANTS_MEMORY,
    TRANSFER_WAITS_FOR_MEMORY,
    TRANSFER_READY,   /* pushed as an input with the next tick */
    TRANSFER_ARRIVES, /* pushed; the tick decides */
    TRANSFER_RETURNS, /* the way failed: back to where the stairs were taken */
};

struct transfer {
    enum transfer_stage stage;
    uint64_t ticket; /* its slot, and a number that tells its answers from those to the slot's last
                        user */
    body_id actor;   /* 0: a newcomer */
    int64_t delver_id;
    char name[NAME_LENGTH_MAX + 1]; /* of a newcomer */
    struct delver_record record;    /* of a newcomer */
    struct level_key key;           /* the generation is known once the level is; depth 0 until a
                                       newcomer's record is read */
    struct level_key from;          /* the level left; depth 0: none */
    bool is_sent;                   /* by an operator, or home after death: no lock holds them */
    uint8_t *memory;                /* owned */
    size_t memory_size;
};

/* A level that was damaged on disk and made again. */
struct rebuilt_level {
    struct level_key key;
    int64_t at; /* seconds since 1970 */
};

struct level_transfers {
    struct transfer *transfers; /* as many as there are slots */
    uint32_t transfer_max;
    uint32_t transfer_count;            /* not free */
    uint32_t transfer_used;             /* one more than the highest slot in use */
    struct number_set free_slots;       /* the lowest is taken first */
    struct number_table slot_by_delver; /* each has one transfer at most */
    struct wings wings;                 /* where they are bound for */
    struct level_fetch **fetches;       /* by wings_place(); NULL: none. Owned */
    uint64_t next_ticket;
    struct rebuilt_level rebuilt[DUNGEON_REBUILT_MAX]; /* the newest */
    uint32_t rebuilt_count;                            /* ever */
};

MUST_USE enum err level_transfer_init(struct level_transfers *transfers, uint32_t slots_max);
void level_transfer_release(struct level_transfers *transfers);

/* A delver who has a slot wants to where its record says, which is read. ERR_BUSY. */
MUST_USE enum err level_transfer_bring(struct game *game, int64_t delver_id);

/* Takes in an event of the tick: a departure begins a journey, an arrival ends one. */
void level_transfer_on_event(struct game *game, const struct event *event);

/* After each tick: moves every transfer on as far as it gets. */
void level_transfer_advance(struct game *game);

/* The database thread's answers; the memory may be taken out of the job. */
void level_transfer_on_record_read(void *asker, struct job *job);
void level_transfer_on_memory_fetched(void *asker, struct job *job);

/*
 * A level was regenerated: delvers on the way to it go to the new one.
 */
void level_transfer_redirect(struct game *game, uint16_t wing, uint16_t depth);

/* How many are on the way to that level, or would go back to it if the way failed. */
uint32_t level_transfer_count_on_way(const struct game *game, uint16_t wing, uint16_t depth);

/* Once a second: puts away levels that are empty and saved. */
void level_transfer_sweep(struct game *game);

#endif
