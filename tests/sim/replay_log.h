/*
 * Runs a record of inputs through a world of its own and compares the states it passes through.
 */
#ifndef UNDERCROFT_TESTS_SIM_REPLAY_LOG_H
#define UNDERCROFT_TESTS_SIM_REPLAY_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct world;

enum {
    REPLAY_GAP_MAX = 1 << 30, /* ticks between two entries: 248 days of 20 ms */
};

enum replay_verdict {
    REPLAY_EQUAL,
    REPLAY_DIFFERS,    /* at result.tick */
    REPLAY_UNREADABLE, /* result.error says why; all before it was equal */
};

struct replay_result {
    enum replay_verdict verdict;
    enum err error;
    uint64_t tick;    /* the last one run */
    uint64_t ticks;   /* how many were run */
    uint64_t entries; /* how many were compared */
    uint64_t inputs;
    uint64_t hash;   /* of the last state compared */
    uint64_t wanted; /* what the record says it should be */
    uint64_t content; /* content_hash() of the program that recorded; 0: no header was read */
};

/* Looks at the world behind each entry. */
typedef void replay_look(void *context, const struct world *world,
                         const struct replay_result *result);

/* `look`: NULL, or called behind each entry, with `context`. */
void replay_log_run(const uint8_t *data, size_t length, replay_look *look, void *context,
                    struct replay_result *out);

#endif
