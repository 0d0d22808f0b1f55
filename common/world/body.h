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
    BODY_QUEUE_MAX = 4,  /* actions waiting */
    BODY_REPEAT_MAX = 2, /* steps in one direction among them */
};

enum body_state {
    BODY_PRESENT, /* on a cell of a level */
    BODY_TRANSIT, /* between two levels: on no cell anywhere */
    BODY_GONE,    /* left in this tick; freed at the next */
};

struct body {
    /* A walk through the list of a level reads these fields alone, so they lie together. */
    body_id id;
    enum species_id species;
    enum body_state state;
    body_id next; /* the next body of its kind on the level, or the next body in transit */
    body_id previous;
    struct level *level;  /* NULL unless present */
    struct level_key key; /* of the level; in transit: of the level it left */
    struct pos at;        /* the cell there */
    int16_t health;
    int16_t health_max;
    uint64_t paused;   /* ticks of the level's clock that it has not lived: see body_lived() */
    uint64_t ready_at; /* the tick of its life at which the next action may start */
    uint64_t beat_at;  /* the tick of its life at which its next beat ends */
    struct statuses statuses;
    int16_t withered;      /* points that its full health is short of: see body_wither() */
    enum dir walked;       /* the way of the last action, if that was a step */
    int64_t passed_by;     /* body_number() of the last that swapped places with it; 0: none */
    enum dir passed_way;   /* on its way there */
    uint64_t passed_clock; /* at that moment of the level's clock */
    uint64_t turn_tick;    /* tick of its last turn, */
    uint64_t wait_tick;    /* and of its last turn left to others; valid in that tick only */
    struct action queue[BODY_QUEUE_MAX];
    int queue_length;
    bool is_active; /* in its level's list of active bodies */
};

/*
 * True if the body is on that level. Levels may pass their ticks on several threads at once, and a
 * body of another level may leave or arrive meanwhile: it is not on this level either way. Read no
 * other field of a body before this answer is true.
 */
static inline bool body_is_on(const struct body *body, const struct level *level)
{
    return __atomic_load_n(&body->level, __ATOMIC_RELAXED) == level;
}

/*
 * The ticks that a body on a level has lived, counted from an arbitrary beginning. The level's
 * clock counts also the ticks in which time stood still for the body's company.
 */
static inline uint64_t body_lived(const struct body *body)
{
    return body->level->clock - body->paused;
}

/* True if the action before is over. */
static inline bool body_is_ready(const struct body *body)
{
    return (int64_t)(body_lived(body) - body->ready_at) >= 0;
}

/* "Ada"; "cellar rat". */
const char *body_name(const struct body *body);

enum { BODY_WORDS_SIZE = 64 };

/* "Ada", "A cellar rat", "The Cooper": the body at the beginning of a sentence. */
void body_words(const struct body *body, char *out, size_t out_size);

/* A number that is different for all bodies in the world, and does not depend on the slot of a
   delver. */
int64_t body_number(const struct body *body);

/* Raises the most health that a body can have by `more` (0 or more), to RANGE_HEALTH_MAX at most.
   Returns by how much. */
int body_strengthen(struct body *body, int more);

/* Full health is short of a tenth for each time that the body is withered, and whole again when it
   is not. To be called where that status has changed. */
void body_wither(struct body *body);

/* Puts a body on a free cell of a level, or takes it off. */
void body_place(const struct world *world, struct body *body, struct level *level, struct pos at);
void body_remove(const struct world *world, struct body *body);
void body_move(struct body *body, struct pos to);
void body_swap(struct body *body, struct body *other);

/* Puts a body at the head of the list that `first` leads to, or takes it out. */
void body_link(const struct world *world, struct body *body, body_id *first);
void body_unlink(const struct world *world, struct body *body, body_id *first);

/* Adds a body to its level's list of active bodies. */
void body_activate(struct body *body);

/*
 * Call it before the tile at `at` changes its opacity: all delvers whose sight that can change must
 * look about at the end of the tick. A change of an opaque cell concerns the delvers who see it. A
 * clear cell may let light through and yet not be seen itself, so then everybody on the level
 * looks.
 */
void sight_disturb(const struct world *world, struct level *level, struct pos at);

/* True if no delver on the level sees the cell. */
bool sight_is_clear_of(const struct world *world, const struct level *level, struct pos at);

/* Queues an action, or says that the queue is full. */
void body_queue_action(struct world *world, struct body *body, struct action action);

/* Takes the steps out of the queue; the rest stays in its order. */
void body_drop_steps(struct body *body);

#endif
