/*
 * A delver in the world: where the body is, what it will do next, what it sees and remembers.
 */
#ifndef UNDERCROFT_WORLD_ACTOR_H
#define UNDERCROFT_WORLD_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/hash.h"
#include "world/action.h"
#include "world/record.h"
#include "world/sight.h"

/* A slot of the world plus a count of its uses, so that a stale id is never somebody else's. */
typedef uint32_t actor_id; /* 0: nobody */

enum {
    ACTOR_QUEUE_MAX = 4,   /* actions waiting */
    ACTOR_REPEAT_MAX = 2,  /* of them, steps in one direction on end */
    ACTOR_CHUNK = 64,      /* cells of the memory that are marked as touched together */
    ACTOR_TOUCHED_WORDS = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX / ACTOR_CHUNK / 64,
};

enum actor_state {
    ACTOR_PRESENT, /* a body on a level */
    ACTOR_TRANSIT, /* between two levels: no body anywhere */
    ACTOR_GONE,    /* left in this tick; freed at the next */
};

struct actor {
    actor_id id;
    enum actor_state state;
    char name[NAME_LENGTH_MAX + 1];
    struct delver_record record; /* level and place are kept right while present */
    struct level *level;         /* the world's; NULL unless present */
    actor_id next_body;          /* on the same level; while in transit, of the others there */
    actor_id previous_body;
    enum tile_id transit_stairs; /* while in transit: those taken; TILE_UNKNOWN: sent */
    struct pos transit_to;       /* while sent: near which place on the other level */
    uint64_t ready_clock;        /* the level's clock at which the next action may start */
    enum dir walked;             /* the way of the last action, if that was a step */
    int64_t passed_by;           /* the delver who swapped places with this one last; 0: nobody */
    enum dir passed_way;         /* on their way there */
    uint64_t passed_clock;       /* at that moment of the level's clock */
    uint64_t turn_tick;          /* when it last had its turn, and when it let others go first; */
    uint64_t wait_tick;          /* of meaning only within that tick */
    struct action queue[ACTOR_QUEUE_MAX];
    int queue_length;
    bool is_active; /* in its level's list of those with something queued */
    bool is_sight_stale; /* in its level's list of those who must look about */
    bool is_link_dead;
    bool is_record_dirty; /* differs from what the database was last given */
    bool is_memory_dirty;
    struct sight sight;
    uint8_t *memory; /* tile ids last seen here, one a cell of the level; owned */
    size_t memory_size;
    uint32_t explored; /* cells of `memory` that are known */
    /* A bit a chunk of `memory`: it may differ from what the database was last given. A memory that
       has not been given yet is all touched. */
    uint64_t touched[ACTOR_TOUCHED_WORDS];
};

/*
 * A delver that is not in a world yet. `memory` (of `memory_size` bytes, from malloc, one a cell of
 * the level they will stand on) passes to the actor, also on failure; NULL starts an empty memory
 * of that size. ERR_MEMORY.
 */
MUST_USE enum err actor_new(const struct delver_record *record, const char *name, uint8_t *memory,
                            size_t memory_size, struct actor **out);
void actor_free(struct actor *actor);

/* Replaces the memory, as on another level. Same ownership as above; CHECKs that both are given. */
void actor_set_memory(struct actor *actor, uint8_t *memory, size_t memory_size);

bool actor_sees(const struct actor *actor, struct pos at);

/* What the actor remembers of a cell of the level it stands on, and sees there now if it is in
   view; TILE_UNKNOWN outside the level, and while it stands on none. */
enum tile_id actor_remembered(const struct actor *actor, struct pos at);

/* Looks about: recomputes sight and remembers every tile seen. */
void actor_look(struct actor *actor);

void actor_hash(const struct actor *actor, struct hash *hash);

#endif
