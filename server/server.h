/*
 * The server owns everything: the loop, the world, the database thread, the connections. There
 * are no globals.
 */
#ifndef UNDERCROFT_SERVER_SERVER_H
#define UNDERCROFT_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"
#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/game/outbox.h"
#include "server/game/recorder.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/game/tick.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/password.h"
#include "server/session/commands/ration.h"
#include "server/stop.h"
#include "server/turn.h"

struct output;

struct server {
    struct base base;
    struct net net;
    struct game game;
    struct sessions sessions;
    struct admin admin;
    struct turn turn;
    struct stop stop;
    struct tick tick;
    struct roster roster;
    struct outbox outbox;
    struct level_transfers transfers;
    struct level_regens level_regens;
    struct save_watch save_watch;
    struct recorder recorder;
    struct removals removals;
    struct logins logins;
    struct allowances allowances;
    struct passwords passwords;
    struct backups backups;
    struct shutdown shutdown;
    struct persist *persist; /* database thread */
    uv_check_t after_poll;   /* takes the input that was read */
    uv_work_t first_job;     /* empty job that starts the workers */
};

/* Sets the pointers of the rooms to each other and to their parts, all within `server`. */
void server_link(struct server *server);

/*
 * Opens everything and prints the ready line. The log goes to `log_output`, which stays the
 * caller's; NULL: to standard error directly. On failure a line of cause and one of cure are on
 * standard error, and *out_exit_code is the exit code. Call server_close() in any case.
 */
MUST_USE enum err server_open(struct server *server, const struct options *options,
                              struct output *log_output, int *out_exit_code);

/* Passes the input that was read to the sessions, and runs the operators' lines among it. */
void server_take_input(struct server *server);

/* Runs until it is told to stop. */
void server_run(struct server *server);

/* Saves, closes and frees everything. If the world could not be saved, an *exit_code of success
   becomes another. False: a worker is still hashing a password, so all is closed but not freed, and
   only _exit() ends the process without waiting. */
bool server_close(struct server *server, int *exit_code);

#endif
