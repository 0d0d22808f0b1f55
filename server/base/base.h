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
    struct host_texts host_texts; /* as they were last read */
    int connections_room;         /* the limit that memory was taken for at the start */
    struct log log;
    struct metrics metrics;
    struct heap heap;
    uint64_t now_ms;         /* the loop's monotonic clock, refreshed with every callback's work */
    uint64_t clock_ahead_ms; /* 0, but in tests that let time pass */
    uint64_t opened_at_ms;
    int64_t started_at; /* seconds since 1970, as the machine said at opened_at_ms */
    int stops_wanted;   /* how often an orderly stop was asked for, and not begun yet */
    bool is_stopping;
};

/* Adopts the loop's clock. The first line of every libuv callback of ours that looks at time. */
void base_touch_clock(struct base *base);

/* The number of connections that may be open at once: that of the settings, or fewer if the limit
   on open files is lower. */
int base_connections_max(const struct base *base);

/* Calls `on_signal`, with `data` as the handle's data, for each signal of that number.
   ERR_NO_RESOURCE. */
MUST_USE enum err base_watch_signal(struct base *base, uv_signal_t *handle, uv_signal_cb on_signal,
                                    int number, void *data);

/* Does nothing for a handle that was never watched. */
void base_unwatch_signal(uv_signal_t *handle);

#endif
