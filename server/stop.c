/*
 * Every way out.
 */
#include "server/stop.h"

#include <signal.h>
#include <uv.h>

#include "server/admin/admin_level.h"
#include "server/admin/backup_hook.h"
#include "server/base/output.h"
#include "server/base/terminals.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/session.h"
#include "server/session/auth/password.h"
#include "server/session/deliver.h"
#include "term/ansi.h"

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static void on_fatal_signal(int number)
{
    terminals_restore_all(ansi_restore);
    output_await_all();
    /* The handler was installed for one use: this ends the process as the signal meant to. */
    raise(number);
}

/* A second call makes it immediate. */
static void stop_begin(struct server *server)
{
    if (server->base.is_stopping) {
        uv_stop(&server->base.loop);
        return;
    }
    server->base.is_stopping = true;
    server->stop_deadline_ms = server->base.now_ms + STOP_MS;
    persist_hurry(server->persist);
    backup_hook_stop(&server->admin);
    password_stop(&server->sessions);
    listener_close_all(&server->net);
    level_regens_stop(&server->game);
    (void)sessions_deliver(&server->sessions);
    admin_take_level_outcomes(&server->admin);
    conn_close_awaiting(&server->net, "stopped");
    for (struct session *session = server->sessions.list; session != NULL; session = session->next)
        session_on_stop(session);
}

void stop_if_wanted(struct server *server)
{
    for (; server->base.stops_wanted > 0; server->base.stops_wanted--)
        stop_begin(server);
}

static void on_stop_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    base_touch_clock(&server->base);
    LOG(&server->base.log, LOG_INFO, "stop.signal", log_number("signal", number));
    server->base.stops_wanted++;
    stop_if_wanted(server);
}

enum err stop_watch(struct server *server)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction fatal = {.sa_handler = on_fatal_signal, .sa_flags = (int)SA_RESETHAND};

    sigaction(SIGPIPE, &ignore, NULL);
    for (size_t i = 0; i < sizeof fatal_signals / sizeof fatal_signals[0]; i++) {
        struct sigaction current;
        /* Sanitizers have their own, which say more. */
        if (sigaction(fatal_signals[i], NULL, &current) == 0 && current.sa_handler == SIG_DFL)
            sigaction(fatal_signals[i], &fatal, NULL);
    }
    enum err error =
        base_watch_signal(&server->base, &server->on_terminate, on_stop_signal, SIGTERM, server);
    return error == ERR_OK ? base_watch_signal(&server->base, &server->on_interrupt, on_stop_signal,
                                               SIGINT, server)
                           : error;
}

void stop_unwatch(struct server *server)
{
    base_unwatch_signal(&server->on_terminate);
    base_unwatch_signal(&server->on_interrupt);
}

/* Who has been told and sent everything, or does not read, is not waited for as long as else. */
static void hang_up(struct net *net)
{
    for (struct conn *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->is_draining &&
            net->base->now_ms + CONN_FINISH_MS >= conn->finish_at_ms + STOP_FINISH_MS)
            conn_close(conn, "finished");
    }
}

void stop_advance(struct server *server)
{
    stop_if_wanted(server);
    if (!server->base.is_stopping)
        return;
    hang_up(&server->net);
    if (server->net.connections == NULL || server->base.now_ms >= server->stop_deadline_ms)
        uv_stop(&server->base.loop);
}
