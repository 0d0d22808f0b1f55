/*
 * The server owns everything: the loop, the world, the database thread, the connections. One
 * struct, handed to whoever needs it; there are no globals.
 */
#ifndef UNDERCROFT_SERVER_SERVER_H
#define UNDERCROFT_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"
#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "server/admin/shutdown.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/game/dungeon.h"
#include "server/game/input_queue.h"
#include "server/game/level_heads.h"
#include "server/game/level_regen.h"
#include "server/game/moderation.h"
#include "server/game/recorder.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/tick.h"
#include "server/net/network_table.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/password.h"
#include "server/session/auth/throttle.h"
#include "server/session/commands/allowance.h"
#include "term/screen.h"
#include "travel/path.h"
#include "world/world.h"

struct conn;
struct control;
struct listener;
struct metrics_http;
struct output;
struct persist;

enum { SERVER_SERIAL_LISTS = 4096 };

struct server {
    uv_loop_t loop;
    struct options options;
    int connections_room; /* so many were made room for at the start; more are never let in */
    struct log log;
    struct metrics metrics;
    uint64_t now_ms; /* the loop's monotonic clock, refreshed with every callback's work */
    uint64_t clock_ahead_ms; /* 0, but in tests that let time pass */
    uint64_t opened_at_ms;
    int64_t started_at; /* seconds since 1970, for display only */

    struct listener *listeners;
    struct network_table networks;    /* the connections of each network */
    struct network_table new_players; /* who made players of late, by network */
    uint8_t read_buffer[4096]; /* CONN_READ_MAX: of one read, shared by all connections */
    struct conn *connections; /* list of all, the newest first */
    struct conn *paused;      /* list of those whose read budget is used up */
    struct conn *strangers;   /* those that wait for a proxy's header */
    uint32_t connection_count; /* of both */
    struct conn *by_serial[SERVER_SERIAL_LISTS]; /* lists of those that were greeted */
    uint64_t next_serial;
    struct logins logins; /* those who have not logged in yet */
    struct session *attention; /* list of sessions that want to be looked at each tick */

    struct world *world;
    struct input_queue inputs; /* of the tick to come */
    struct tick tick;
    struct roster roster;       /* who plays */
    struct dungeon dungeon;     /* who is on the way to which level */
    struct level_heads level_heads; /* which generation of a level counts */
    struct level_regens level_regens; /* levels about to be made anew */
    struct persist *persist;    /* the database thread */
    struct save_watch save_watch;
    struct throttle throttle;   /* of those who guess passwords */
    struct allowances allowances; /* of players whose visit has ended */
    struct passwords passwords; /* the hashing worker */
    struct recorder recorder;
    struct admin admin;       /* commands of operators that are being answered */
    struct control *control;  /* their socket; NULL: it could not be had */
    struct metrics_http *metrics_http; /* NULL: metrics are not served */
    struct backups backups;
    struct moderation moderation;
    struct removals removals; /* of players */

    struct path_scratch *path_scratch; /* for every search of a way */
    struct screen canvas; /* where every frame is composed before it is compared */
    struct bytes frame;   /* and where its bytes are put together */
    uv_work_t first_job; /* the empty one that starts the workers */
    uv_signal_t on_terminate;
    uv_signal_t on_interrupt;
    uv_signal_t on_hangup;
    struct shutdown shutdown; /* one that was announced */
    bool is_writing_settings; /* into the file, on a worker */
    bool is_reading_settings; /* the same the other way */
    bool must_read_settings;  /* once more */
    bool is_stopping;
    uint64_t stop_deadline_ms;
};

/*
 * Opens everything and prints the ready line. The log goes to `log_output`, which stays the
 * caller's; NULL: straight to standard error. On failure one line of cause and one of cure are on
 * standard error and *out_exit_code says how to exit. The server is then still to be closed.
 */
MUST_USE enum err server_open(struct server *server, const struct options *options,
                              struct output *log_output, int *out_exit_code);

/* Runs until it is told to stop. */
void server_run(struct server *server);

/* Saves, closes and frees everything. False: a worker still hashes a password, so all is saved and
   closed but not freed, and only _exit() ends the process without waiting for it. */
bool server_close(struct server *server);

/* Calls `on_signal`, with the server as the handle's data, for each signal of that number.
   ERR_NO_RESOURCE. */
MUST_USE enum err server_watch_signal(struct server *server, uv_signal_t *handle,
                                      uv_signal_cb on_signal, int number);

/* Does nothing for a handle that was never watched. */
void server_unwatch_signal(uv_signal_t *handle);

/* How many connections may be open at once: what the settings say now, as far as there is room. */
static inline int server_connections_max(const struct server *server)
{
    int wanted = server->options.connections_max;

    return wanted < server->connections_room ? wanted : server->connections_room;
}

/* Adopts the loop's clock. The first line of every libuv callback of ours that looks at time. */
void server_touch_clock(struct server *server);

#endif
