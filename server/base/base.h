/*
 * The base that every room of the server shares: the loop, the settings, the log, the metrics and
 * the clock. Each room's own struct (struct net, struct game, struct sessions, struct admin) points
 * here; nothing here knows a room.
 */
#ifndef UNDERCROFT_SERVER_BASE_BASE_H
#define UNDERCROFT_SERVER_BASE_BASE_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"
#include "server/base/host_texts.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/base/process.h"

struct base {
    uv_loop_t loop;
    struct options options;
    struct host_texts host_texts; /* the host's texts as they were last read */
    int connections_room;         /* most connections for which memory was taken at the start */
    struct log log;
    struct metrics metrics;
    struct heap heap;
    /* monotonic clock of the loop, refreshed at the start of every callback */
    uint64_t now_ms;
    uint64_t clock_ahead_ms; /* added to the clock by tests that let time pass; else 0 */
    uint64_t opened_at_ms;
    int64_t started_at; /* seconds since 1970 by the machine's clock at opened_at_ms */
    int stops_wanted;   /* number of orderly stops that were asked for and have not begun */
    bool is_stopping;
};

/* Refreshes the clock from the loop's. Each libuv callback of ours that looks at time calls it
   first. */
void base_touch_clock(struct base *base);

/* Returns the most connections that may be open at once: the number in the settings, or fewer if
   the limit on open files is lower. */
int base_connections_max(const struct base *base);

/* Calls `on_signal`, with `data` as the handle's data, for each signal of that number.
   ERR_NO_RESOURCE. */
MUST_USE enum err base_watch_signal(struct base *base, uv_signal_t *handle, uv_signal_cb on_signal,
                                    int number, void *data);

/* Stops watching a signal; does nothing for a handle that was never watched. */
void base_unwatch_signal(uv_signal_t *handle);

#endif
