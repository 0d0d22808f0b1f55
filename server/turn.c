/*
 * The order in which the rooms have their turn. The game takes a step, and what it has for players
 * and operators is delivered before the next; after the last one connections, logins, sessions and
 * operators go on. The timer is armed again for an absolute deadline, because a repeating one
 * drifts by the length of its own work.
 */
#include "server/turn.h"

#include "server/admin/admin_level.h"
#include "server/admin/admin_orders.h"
#include "server/admin/admin_submit.h"
#include "server/admin/backup.h"
#include "server/admin/control.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/server.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/send_away.h"
#include "server/session/deliver.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/stop.h"

enum { SWEEP_MS = 1000, LOG_TOLD_SWEEPS = 10, NS_PER_US = 1000 };

static void arm(struct server *server);

static void run_one(struct server *server)
{
    game_tick(&server->game);
    (void)sessions_deliver(&server->sessions);
    admin_take_level_outcomes(&server->admin);
}

static void sweep(struct server *server)
{
    struct turn *turn = &server->turn;

    if (server->base.now_ms < turn->sweep_at_ms)
        return;
    turn->sweep_at_ms = server->base.now_ms + SWEEP_MS;
    sessions_sweep(&server->sessions);
    conn_sweep(&server->net, server->base.now_ms);
    game_sweep(&server->game);
    control_sweep(&server->admin);
    backup_sweep(&server->admin);
    log_tell_lost(&server->base.log);
    if (++turn->sweeps % LOG_TOLD_SWEEPS == 0)
        log_tell_suppressed(&server->base.log);
}

/* The other rooms' share of a turn. */
static void follow_up(struct server *server)
{
    conn_resume(&server->net);
    logins_update(&server->sessions);
    sessions_update(&server->sessions);
    send_away_unused(&server->sessions);
    (void)admin_take_orders(&server->admin);
    admin_update(&server->admin);
    sweep(server);
    stop_advance(server);
}

void turn_now(struct server *server)
{
    base_touch_clock(&server->base);
    run_one(server);
    follow_up(server);
}

static void note_lateness(struct metrics *metrics, const struct turn *turn, uint64_t now_ns)
{
    uint64_t late_ns = now_ns - turn->deadline_ns;

    metrics_observe(metrics, METRIC_TICK_LATENESS, late_ns / NS_PER_US);
    if (late_ns > turn->interval_ns)
        metrics_add(metrics, METRIC_TICKS_LATE, METRIC_ALONE, 1);
}

static void on_timer(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct turn *turn = &server->turn;
    uint64_t began_ns = uv_hrtime();
    uint64_t now_ns = began_ns;

    base_touch_clock(&server->base);
    /* A timer of whole milliseconds may come a little early. What was typed since the last tick has
       no answer yet, so no prompt and no frame is due. */
    if (began_ns < turn->deadline_ns) {
        arm(server);
        return;
    }
    note_lateness(&server->base.metrics, turn, began_ns);
    for (int i = 0; i < TURN_CATCH_UP_MAX && now_ns >= turn->deadline_ns; i++) {
        run_one(server);
        turn->deadline_ns += turn->interval_ns;
        now_ns = uv_hrtime();
    }
    /* After a stall longer than can be caught up with, time goes on from now. */
    if (now_ns >= turn->deadline_ns)
        turn->deadline_ns = now_ns + turn->interval_ns;
    follow_up(server);
    metrics_observe(&server->base.metrics, METRIC_TICK_DURATION,
                    (uv_hrtime() - began_ns) / NS_PER_US);
    if (!uv_is_closing((uv_handle_t *)timer))
        arm(server);
}

static void arm(struct server *server)
{
    uint64_t now_ns = uv_hrtime();
    uint64_t wait_ns = server->turn.deadline_ns > now_ns ? server->turn.deadline_ns - now_ns : 0;

    /* A timer counts from the loop's idea of now, which a long callback leaves behind. */
    uv_update_time(&server->base.loop);
    uv_timer_start(&server->turn.timer, on_timer, (wait_ns + 999999) / 1000000, 0);
}

enum err turn_start(struct server *server)
{
    struct turn *turn = &server->turn;

    if (uv_timer_init(&server->base.loop, &turn->timer) != 0)
        return ERR_MEMORY;
    turn->timer.data = server;
    turn->interval_ns = (uint64_t)server->base.options.tick_ms * 1000000;
    turn->deadline_ns = uv_hrtime() + turn->interval_ns;
    server->tick.save_at_ms = server->base.now_ms + (uint64_t)server->base.options.save_ms;
    turn->sweep_at_ms = server->base.now_ms + SWEEP_MS;
    arm(server);
    return ERR_OK;
}

void turn_stop(struct server *server)
{
    uv_timer_stop(&server->turn.timer);
    uv_close((uv_handle_t *)&server->turn.timer, NULL);
}
