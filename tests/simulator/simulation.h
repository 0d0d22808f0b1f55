/*
 * One simulated run: a whole server, its disk, its clients and its operators, all of it a function
 * of a seed. Large: static. Errors that it finds fail the running test of libcheck.
 */
#ifndef UNDERCROFT_TESTS_SIMULATOR_SIMULATION_H
#define UNDERCROFT_TESTS_SIMULATOR_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "property/talk/hall.h"
#include "simulator/history.h"
#include "support/live/terminal.h"

enum {
    ACTORS_MIN = 2,
    ACTORS_MAX = 12,
    NOTE_SIZE = 200,
    ANSWER_SIZE = 64 * 1024,
};

/* Report of a run to the parent process, in shared memory so that it outlasts a crash. */
struct progress {
    uint64_t tick;        /* since the run began, over all starts of the server */
    char deed[NOTE_SIZE]; /* the newest */
    char wrong[2048];     /* the first thing that was wrong; "" : nothing */
    uint64_t digest;      /* of all that clients received and operators were answered */
    uint64_t frames;      /* of terminals that were compared */
    uint64_t saved;       /* promises that something is on disk */
    uint64_t cuts;
    uint64_t starts;
    uint64_t faults;              /* of the disk */
    uint64_t events[EVENT_COUNT]; /* of the world, by kind */
};

struct actor {
    struct guest guest; /* first: on_bytes() finds the actor by it */
    const char *name;
    uint64_t *digest;       /* of the run */
    uint64_t away_until;    /* tick before which it does not connect */
    uint64_t stalled_until; /* tick before which it does not read */
    uint64_t busy_until;    /* tick before which it types nothing, being on its way */
    bool awaits_saved;      /* has asked for it, or quits: */
    uint64_t asked_at;      /* at that tick of the world */
    bool has_lied;          /* what it sent may be taken for the terminal's answers */
    bool has_terminal;      /* what comes is drawn: */
    struct terminal terminal;
    uint8_t telnet[4]; /* of a command that is not whole */
    size_t telnet_length;
    bool is_in_subnegotiation;
};

struct simulation {
    struct hall hall;
    uint64_t seed; /* of the run, and of the world */
    struct rng rng;
    struct actor actors[ACTORS_MAX];
    int actor_count;
    struct peer *operator_line; /* NULL: none */
    bool is_asked;              /* an order has no answer yet */
    bool asked_to_save;
    uint64_t asked_at; /* tick of the world */
    char answer[ANSWER_SIZE];
    size_t answer_length;
    uint64_t well_at; /* tick at which the disk recovers; 0: it is well */
    uint64_t floor;   /* tick of the world that is promised to be on disk */
    struct history history;
    uint64_t ticks_wanted;
    bool is_traced;
    bool cuts_now; /* the power goes off after this tick */
    struct progress *progress;
};

/* Plays the run of a seed to its end. */
void simulation_run(struct simulation *simulation, uint64_t seed);

/* Tells what happens, if that is asked for. */
__attribute__((format(printf, 2, 3))) void simulation_note(struct simulation *simulation,
                                                           const char *format, ...);

/* Acts of one client, or of the operators, by chance (actor.c, orders.c). */
void actor_act(struct simulation *simulation, struct actor *actor);
void actor_hear(struct simulation *simulation, struct actor *actor);
void actor_hang_up(struct actor *actor);
void orders_give(struct simulation *simulation);
void orders_hear(struct simulation *simulation);
void orders_hang_up(struct simulation *simulation);

/* An order of those words, if no other waits for its answer. */
void orders_ask(struct simulation *simulation, const char *words);

/* Clients that have a terminal: it shows what the server meant, once all has been read. */
void terminals_compare(struct simulation *simulation);
void terminals_forget(void);

/* A way leads off its level from everybody, with all doors and gates open (shut_in.c). */
void look_for_shut_in(const struct simulation *simulation);

/* Notes a promise of the server that this tick of the world is on disk. */
void simulation_promise(struct simulation *simulation, uint64_t tick);

void actor_draw(struct actor *actor, const uint8_t *bytes, size_t length);

#endif
