/*
 * Travel: several actions of a delver by one request (run, explore, travel, rest).
 *
 * Travel changes nothing. It reads what the delver remembers and sees, never unknown cells, and
 * returns the next action; the owner sends that to the world as INPUT_ACTION, like a key. So the
 * world does not know travel, and recordings replay without it.
 *
 * The owner calls travel_next() when the delver's queue is empty and the last action is over
 * (earlier works, but the answer may be outdated at its turn), passes the delver's events to
 * travel_disturb(), and calls travel_clear() at any key.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_H
#define UNDERCROFT_TRAVEL_TRAVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "travel/path.h"
#include "world/delver.h"
#include "world/world.h"

enum travel_kind {
    TRAVEL_NONE,
    TRAVEL_STEPS,   /* walks a number of steps in one direction */
    TRAVEL_RUN,     /* walks in a direction, around bends, to the next thing of interest */
    TRAVEL_EXPLORE, /* walks to places with unknown cells in view, until none is left */
    TRAVEL_TRAVEL,  /* walks to a remembered cell or a delver in view */
    TRAVEL_FOLLOW,  /* follows another delver along its trail */
    TRAVEL_WAIT,    /* waits a number of times */
    TRAVEL_REST,    /* waits until healed */
    TRAVEL_FIGHT,   /* fights the foes in view */
    TRAVEL_ASSIST,  /* fights the foes that another delver fights */
    TRAVEL_GUARD,   /* stays beside another delver, and between it and its foes */
    TRAVEL_COUNT
};

enum travel_result {
    TRAVEL_GOES,    /* it goes on with the next action */
    TRAVEL_PAUSES,  /* it goes on, but not yet: call again at the next tick */
    TRAVEL_DONE,    /* it has reached its end */
    TRAVEL_STOPPED, /* something has ended it early */
};

enum {
    TRAVEL_REPEAT_MAX = 999, /* steps or waits that can be requested */
    TRAVEL_RUN_MAX = 1000,   /* steps of one run */
    TRAVEL_REST_MAX = 100,   /* waits without healing after which a rest ends */
    TRAVEL_BLOCKED_MAX = 2,  /* failures at one cell before a way is given up */
    TRAVEL_JOSTLED_MAX = 20, /* TRAVEL_BLOCKED_MAX for failures caused by swaps of others */
    TRAVEL_NOTED_MAX = 255,
    TRAVEL_MET_MAX = 32,
    TRAVEL_SHUNNED_MAX = 32,
    TRAVEL_AHEAD_MAX = STRIDE_MAX - 1,
    TRAVEL_WHY_MAX = 96, /* most bytes of a reason, with its NUL */
};

/* The answer to a request for the next action, or to an event. */
struct travel_answer {
    struct action action;     /* the next action, if the travel goes on */
    char why[TRAVEL_WHY_MAX]; /* else a sentence for the player, or "" */
};

/* The travel of one delver, a plain value; its owner reads `kind`, `steps` and `way`, and writes
   nothing. */
struct travel {
    enum travel_kind kind;
    enum dir dir; /* direction of steps and runs */
    /* steps or waits left; for fights, assist and guard: percent of health below which it ends */
    int left;
    int steps;              /* steps done so far */
    body_id owner;          /* delver that travels */
    struct level_key level; /* level where it began, or to which it followed */
    int16_t health;         /* health at the last look */
    struct path_goal goal;  /* goal of a travel; for explore the unknown, or the cell of a thing */
    body_id companion;      /* delver travelled to, followed, assisted or guarded; 0: none */
    bool is_visit;          /* following ends beside the companion */
    bool knows_place;       /* the companion is in the same party, so its place is known */
    bool is_searching;      /* no known way leads to the companion: it explores for one */
    struct path way;        /* the way of a travel; way.steps is its planned length */
    /* index of the next step in way.dirs; way.length: all walked, plan again */
    int way_next;
    struct pos from;                 /* cell where the last action was asked for */
    struct pos to;                   /* cell to which the action should have led */
    bool is_awaited;                 /* the result of the last action is not checked yet */
    uint8_t ahead[TRAVEL_AHEAD_MAX]; /* actions after that one, enum dir: see travel_look_ahead() */
    uint8_t ahead_count;
    int waited;         /* waits since that action was asked for */
    bool was_door;      /* that action walks into a closed door */
    int blocked;        /* failed actions since the last step, because of the ground */
    int jostled;        /* failed actions since the last step, because of other delvers */
    bool has_given_way; /* it has waited once for the delver on the next cell */
    struct pos start;
    uint32_t explored; /* the delver's count of known cells at the last look for new things */
    /* number of remembered things that are not new; the things are sorted by cell */
    int noted_count;
    uint32_t noted[TRAVEL_NOTED_MAX];
    int met_count; /* number of delvers that are not new */
    body_id met[TRAVEL_MET_MAX];
    item_id asked_for; /* explore: last thing to be picked up; 0: none */
    int shunned_count; /* explore: number of things that were reached, or cannot be */
    struct pos shunned[TRAVEL_SHUNNED_MAX];
    bool has_left_thing; /* explore: a thing beside a foe, or past one, was left */
    body_id foe;         /* fight: the named foe; 0: none */
    uint64_t kinds;      /* fight: kinds of awake foes at its beginning, a bit each */
    uint64_t ails;       /* fight: bad statuses at its beginning, a bit each */
    int fallen;          /* fight: fallen delvers at its beginning */
    bool has_sighted;    /* a thing or body that came into view ended it */
};

/*
 * Begin a travel of `delver`; an earlier travel ends. ERR_NOT_FOUND: the delver has no body on a
 * level. ERR_RANGE: `count` is not 1 … TRAVEL_REPEAT_MAX, or `dir` is DIR_NONE. After an error
 * there is no travel.
 */
MUST_USE enum err travel_begin_steps(struct travel *travel, const struct world *world,
                                     const struct delver *delver, enum dir dir, int count);
MUST_USE enum err travel_begin_run(struct travel *travel, const struct world *world,
                                   const struct delver *delver, enum dir dir);
MUST_USE enum err travel_begin_explore(struct travel *travel, const struct world *world,
                                       const struct delver *delver);
MUST_USE enum err travel_begin_wait(struct travel *travel, const struct world *world,
                                    const struct delver *delver, int count);
MUST_USE enum err travel_begin_rest(struct travel *travel, const struct world *world,
                                    const struct delver *delver);

/* Begins a fight, which ends when the health is below `stop_percent` of full health, 0 to 99.
   `foe`: the foe to fight until it is dead, even if it is asleep or hard; 0: the awake foes in
   view. */
MUST_USE enum err travel_begin_fight(struct travel *travel, const struct world *world,
                                     const struct delver *delver, int stop_percent, body_id foe);

/* Begins travel along a way to a cell. ERR_NOT_FOUND also if no known way leads there. */
MUST_USE enum err travel_begin_to(struct travel *travel, const struct world *world,
                                  const struct delver *delver, struct path_scratch *scratch,
                                  struct pos to);

/* Begins travel to the nearest remembered tile of that kind, such as stairs. */
MUST_USE enum err travel_begin_to_tile(struct travel *travel, const struct world *world,
                                       const struct delver *delver, struct path_scratch *scratch,
                                       enum tile_id tile);

/* Another delver as the goal of travel or following. */
struct travel_companion {
    body_id body;
    bool knows_place; /* the companion is in the same party: stairs and exploring lead there too */
};

/* Begins travel to a cell beside another delver, who may move. ERR_NOT_FOUND also if neither the
   delver nor its trail can be followed (travel_begin_follow()). */
MUST_USE enum err travel_begin_to_delver(struct travel *travel, const struct world *world,
                                         const struct delver *delver, struct path_scratch *scratch,
                                         struct travel_companion companion);

/* Begins to follow another delver without an end. ERR_NOT_FOUND also if its place is unknown, and
   neither it nor a cell of its trail on this level can be reached. */
MUST_USE enum err travel_begin_follow(struct travel *travel, const struct world *world,
                                      const struct delver *delver, struct path_scratch *scratch,
                                      struct travel_companion companion);

/* Begins to strike the foe that another delver fights, and then its next foe, like a fight.
   ERR_NOT_FOUND also if it fights none that `delver` sees. */
MUST_USE enum err travel_begin_assist(struct travel *travel, const struct world *world,
                                      const struct delver *delver, int stop_percent,
                                      body_id companion);

/* Begins to guard another delver: follows it as travel_begin_follow() does, steps between it and
   the foe that is nearest to it, and strikes foes beside. Errors as there. */
MUST_USE enum err travel_begin_guard(struct travel *travel, const struct world *world,
                                     const struct delver *delver, struct path_scratch *scratch,
                                     int stop_percent, struct travel_companion companion);

/* Drops the knowledge of the companion's place. Call it when the companion has left the party: only
   the trail leads on. */
void travel_forget_place(struct travel *travel);

/*
 * Chooses the next action, or ends the travel with a reason; the travel is then clear except for
 * its count of steps. At most one search. A clear travel is done.
 */
enum travel_result travel_next(struct travel *travel, const struct world *world,
                               const struct delver *delver, struct path_scratch *scratch,
                               struct travel_answer *out);

/*
 * Writes the steps (enum dir) and waits (DIR_NONE) that travel_next() would choose next, if nothing
 * new happens, to travel->ahead. Call it after travel_next() chose a step or a wait. The owner may
 * use any number of them, from the first on, before it calls travel_next() again.
 */
void travel_look_ahead(struct travel *travel, const struct world *world,
                       const struct delver *delver);

/* True if the event ends the travel; out->why then says so. Otherwise *out is unchanged. */
bool travel_disturb(struct travel *travel, const struct event *event, struct travel_answer *out);

/* Ends the travel without a message. */
static inline void travel_clear(struct travel *travel)
{
    travel->kind = TRAVEL_NONE;
}

#endif
