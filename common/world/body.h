/*
 * A body: what stands on a cell of a level and acts. Delvers (world/delver.h) are bodies with a
 * name, a record, sight and a memory; foes (world/foe.h) are bodies with a mind.
 */
#ifndef UNDERCROFT_WORLD_BODY_H
#define UNDERCROFT_WORLD_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"
#include "content/species.h"
#include "world/action.h"
#include "world/id.h"
#include "world/level.h"
#include "world/statuses.h"

struct world;

enum {
    BODY_QUEUE_MAX = 4,  /* most actions that wait */
    BODY_REPEAT_MAX = 2, /* most steps in one direction among them */
};

enum body_state {
    BODY_PRESENT, /* stands on a cell of a level */
    BODY_TRANSIT, /* between two levels: on no cell anywhere */
    BODY_GONE,    /* left the world in this tick; freed in the next one */
};

struct body {
    /* The members that a walk through a level's list reads, side by side in memory. */
    body_id id;
    enum species_id species;
    enum body_state state;
    body_id next; /* next body in the level's list, or in the list of bodies in transit */
    body_id previous;
    struct level *level;  /* level where it stands; NULL unless present */
    struct level_key key; /* its level; in transit: the level that it left */
    struct pos at;        /* its cell on the level */
    int16_t health;
    int16_t health_max;
    uint64_t
        paused; /* ticks of the level's clock in which the body did not live; see body_lived() */
    uint64_t ready_at; /* tick of its life from which the next action may start */
    uint64_t beat_at;  /* tick of its life at which its beat ends */
    struct statuses statuses;
    int16_t withered;      /* points missing from its full health; see body_wither() */
    enum dir walked;       /* direction of the last action if that was a step */
    int64_t passed_by;     /* body_number() of the last body that swapped places with it; 0: none */
    enum dir passed_way;   /* direction of that swap */
    uint64_t passed_clock; /* the level's clock at that swap */
    uint64_t turn_tick;    /* tick of its last turn */
    uint64_t wait_tick; /* tick of the last turn that it left to others; valid only in that tick */
    struct action queue[BODY_QUEUE_MAX];
    int queue_length;
    bool is_active; /* listed among the active bodies of its level */
};

/*
 * True if the body is on that level. Levels may tick on several threads at once while a body
 * arrives from or leaves for another level; the answer for this level is false either way. Read no
 * other field of a body before this answer is true.
 */
static inline bool body_is_on(const struct body *body, const struct level *level)
{
    return __atomic_load_n(&body->level, __ATOMIC_RELAXED) == level;
}

/*
 * Returns the number of ticks that a body on a level has lived, from an arbitrary start. The
 * level's clock also counts the ticks in which time stood still for the body's company.
 */
static inline uint64_t body_lived(const struct body *body)
{
    return body->level->clock - body->paused;
}

/* True if the last action of the body is over. */
static inline bool body_is_ready(const struct body *body)
{
    return (int64_t)(body_lived(body) - body->ready_at) >= 0;
}

/* Returns the name of the body, such as "Ada" or "cellar rat". */
const char *body_name(const struct body *body);

enum { BODY_WORDS_SIZE = 64 };

/* Writes the body as the beginning of a sentence: "Ada", "A cellar rat", "The Cooper". */
void body_words(const struct body *body, char *out, size_t out_size);

/* Returns a number that differs for all bodies in the world and does not depend on a delver's
   slot. */
int64_t body_number(const struct body *body);

/* Raises the body's full health by `more` (0 or more), up to RANGE_HEALTH_MAX. Returns the points
   gained. */
int body_strengthen(struct body *body, int more);

/* Lowers full health by a tenth for each degree of STATUS_WITHERED. Call it when that status has
   changed. */
void body_wither(struct body *body);

/* Put a body on a free cell of a level, and take it off. */
void body_place(const struct world *world, struct body *body, struct level *level, struct pos at);
void body_remove(const struct world *world, struct body *body);
void body_move(struct body *body, struct pos to);
void body_swap(struct body *body, struct body *other);

/* Put a body at the head of the list that `first` leads to, and take it out. */
void body_link(const struct world *world, struct body *body, body_id *first);
void body_unlink(const struct world *world, struct body *body, body_id *first);

/* Adds a body to its level's list of active bodies. */
void body_activate(struct body *body);

/*
 * Makes delvers look about at the end of the tick because the opacity of `at` will change; call it
 * before the tile changes. For an opaque cell these are the delvers who see it; for a clear cell
 * all on the level, because light may pass through a cell that is itself unseen.
 */
void sight_disturb(const struct world *world, struct level *level, struct pos at);

/* True if no delver on the level sees the cell. */
bool sight_is_clear_of(const struct world *world, const struct level *level, struct pos at);

/* Queues an action; tells the body if the queue is full. */
void body_queue_action(struct world *world, struct body *body, struct action action);

/* Removes the steps from the queue; other actions keep their order. */
void body_drop_steps(struct body *body);

#endif
