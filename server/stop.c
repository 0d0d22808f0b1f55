/*
 * The stop of the server, by signal or order: fatal signals, a first and a second SIGTERM or
 * SIGINT, and the steps of an orderly stop, which stop_advance() takes as far as they can go.
 */
#include "server/stop.h"

#include <signal.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/admin/admin_level.h"
#include "server/admin/backup_hook.h"
#include "server/base/base.h"
#include "server/base/output.h"
#include "server/base/terminals.h"
#include "server/game/level_regen.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/net/net.h"
#include "server/save/persist.h"
#include "server/session/auth/password.h"
#include "server/session/commands/saved.h"
#include "server/session/deliver.h"
#include "server/session/session.h"
#include "term/ansi.h"

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static void on_fatal_signal(int number)
{
    terminals_restore_all(ansi_restore);
    output_await_all();
    /* The handler was installed for one use: this ends the process as the signal meant to. */
    raise(number);
}

/* Ends the sessions that still wait for the disk: their players are told, and their terminals
   restored. */
static void end_waiting(struct admin *admin)
{
    for (struct session *session = admin->sessions->list; session != NULL; session = session->next)
        saved_end_waiting(session);
}

/* Stops at the second request, without waiting for anybody. The loop goes on only until the last
   messages are sent. */
static void stop_at_once(struct stop *stop)
{
    uint64_t deadline_ms = stop->base->now_ms + STOP_AT_ONCE_MS;

    LOG(&stop->base->log, LOG_INFO, "stop.at-once",
        log_number("connections", (int64_t)stop->net->connection_count));
    end_waiting(stop->admin);
    if (stop->deadline_ms > deadline_ms)
        stop->deadline_ms = deadline_ms;
}

static void stop_begin(struct stop *stop)
{
    struct admin *admin = stop->admin;

    if (stop->base->is_stopping) {
        stop_at_once(stop);
        return;
    }
    stop->base->is_stopping = true;
    stop->farewell_at_ms = stop->base->now_ms + STOP_FAREWELL_MS;
    stop->deadline_ms = stop->base->now_ms + STOP_MS;
    persist_hurry(admin->persist);
    backup_hook_stop(admin);
    password_stop(admin->sessions);
    listener_close_all(stop->net);
    level_regens_stop(admin->game);
    (void)sessions_deliver(admin->sessions);
    admin_take_level_outcomes(admin);
    conn_close_awaiting(stop->net, "stopped");
    for (struct session *session = admin->sessions->list; session != NULL; session = session->next)
        session_on_stop(session);
}

void stop_if_wanted(struct stop *stop)
{
    for (; stop->base->stops_wanted > 0; stop->base->stops_wanted--)
        stop_begin(stop);
}

static void on_stop_signal(uv_signal_t *handle, int number)
{
    struct stop *stop = handle->data;

    base_touch_clock(stop->base);
    LOG(&stop->base->log, LOG_INFO, "stop.signal", log_number("signal", number));
    stop->base->stops_wanted++;
    stop_if_wanted(stop);
}

void stop_ignore_failed_writes(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
}

enum err stop_watch(struct stop *stop)
{
    struct sigaction fatal = {.sa_handler = on_fatal_signal, .sa_flags = (int)SA_RESETHAND};

    stop_ignore_failed_writes();
    for (size_t i = 0; i < sizeof fatal_signals / sizeof fatal_signals[0]; i++) {
        struct sigaction current;
        /* Sanitizers have their own, which say more. */
        if (sigaction(fatal_signals[i], NULL, &current) == 0 && current.sa_handler == SIG_DFL)
            sigaction(fatal_signals[i], &fatal, NULL);
    }
    enum err error =
        base_watch_signal(stop->base, &stop->on_terminate, on_stop_signal, SIGTERM, stop);
    if (error == ERR_OK)
        error = base_watch_signal(stop->base, &stop->on_interrupt, on_stop_signal, SIGINT, stop);
    return error;
}

void stop_unwatch(struct stop *stop)
{
    base_unwatch_signal(&stop->on_terminate);
    base_unwatch_signal(&stop->on_interrupt);
}

/* Closes connections sooner that have been told everything, or do not read. */
static void hang_up(struct net *net)
{
    for (struct conn *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->is_draining &&
            net->base->now_ms + CONN_FINISH_MS >= conn->finish_at_ms + STOP_FINISH_MS)
            conn_close(conn, conn_finish_reason(conn));
    }
}

void stop_advance(struct stop *stop)
{
    stop_if_wanted(stop);
    if (!stop->base->is_stopping)
        return;
    if (stop->base->now_ms >= stop->farewell_at_ms)
        end_waiting(stop->admin);
    hang_up(stop->net);
    if (stop->net->connections == NULL || stop->base->now_ms >= stop->deadline_ms)
        uv_stop(&stop->base->loop);
}
