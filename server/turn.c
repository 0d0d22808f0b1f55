/*
 * The order in which the rooms have their turn. The game takes a step, and what it has for players
 * and operators is delivered before the next; after the last one connections, logins, sessions and
 * operators go on. The timer is armed again for an absolute deadline, because a repeating one
 * drifts by the length of its own work.
 */
#include "server/turn.h"

#include <time.h>

#include "server/admin/admin.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_lines.h"
#include "server/admin/admin_submit.h"
#include "server/admin/backup.h"
#include "server/admin/control.h"
#include "server/admin/tls_files.h"
#include "server/base/base.h"
#include "server/game/game.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/net/net.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/account_changes.h"
#include "server/session/deliver.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/stop.h"

enum { NS_PER_MS = 1000000 };

static const uint64_t ns_per_second = 1000000000;

void turn_nap_note(struct turn_nap *nap, uint32_t reads)
{
    nap->sum = nap->sum - nap->reads[nap->oldest] + reads;
    nap->reads[nap->oldest] = reads;
    nap->oldest = (uint8_t)((nap->oldest + 1) % TURN_NAP_TICKS);
}

static bool are_reads_many(const struct turn_nap *nap, uint64_t interval_ns)
{
    return nap->sum * ns_per_second >
           (uint64_t)TURN_NAP_READS_PER_SECOND * TURN_NAP_TICKS * interval_ns;
}

uint64_t turn_nap_ns(const struct turn_nap *nap, const struct turn_nap_now *now)
{
    uint64_t early_ns =
        now->has_logins ? now->interval_ns / 2 : (uint64_t)TURN_NAP_READ_MS * NS_PER_MS;
    uint64_t longest_ns = (uint64_t)TURN_NAP_MAX_MS * NS_PER_MS;

    if (now->is_stopping || !are_reads_many(nap, now->interval_ns) ||
        now->now_ns + early_ns >= now->deadline_ns)
        return 0;
    uint64_t nap_ns = now->deadline_ns - early_ns - now->now_ns;
    return nap_ns < longest_ns ? nap_ns : longest_ns;
}

enum { SWEEP_MS = 1000, LOG_REPORT_SWEEPS = 10, NS_PER_US = 1000 };

static void arm(struct turn *turn);

static void run_one(const struct turn *turn)
{
    game_tick(turn->admin->game);
    (void)sessions_deliver(turn->admin->sessions);
    admin_take_level_outcomes(turn->admin);
}

static void sweep(struct turn *turn)
{
    struct admin *admin = turn->admin;
    struct base *base = admin->base;

    if (base->now_ms < turn->sweep_at_ms)
        return;
    turn->sweep_at_ms = base->now_ms + SWEEP_MS;
    sessions_sweep(admin->sessions);
    conn_sweep(admin->net, base->now_ms);
    game_sweep(admin->game);
    control_sweep(admin);
    backup_sweep(admin);
    tls_files_sweep(admin);
    log_tell_lost(&base->log);
    if (++turn->sweeps % LOG_REPORT_SWEEPS == 0)
        log_tell_suppressed(&base->log);
}

/* Does the other rooms' share of a turn. */
static void follow_up(struct turn *turn)
{
    struct admin *admin = turn->admin;

    conn_resume(admin->net);
    logins_update(admin->sessions);
    sessions_update(admin->sessions);
    send_away_unused(admin->sessions);
    (void)admin_take_lines(admin);
    admin_update(admin);
    sweep(turn);
    sessions_sweep_on(admin->sessions);
    conn_sweep_on(admin->net, admin->base->now_ms);
    stop_advance(turn->stop);
}

void turn_now(struct turn *turn)
{
    base_touch_clock(turn->admin->base);
    run_one(turn);
    follow_up(turn);
}

static void note_lateness(struct metrics *metrics, const struct turn *turn, uint64_t now_ns)
{
    uint64_t late_ns = now_ns - turn->deadline_ns;

    metrics_observe(metrics, METRIC_TICK_LATENESS, late_ns / NS_PER_US);
    if (late_ns > turn->interval_ns)
        metrics_add(metrics, METRIC_TICKS_LATE, METRIC_ALONE, 1);
}

/* Notes the load, by which the sessions choose how often they draw. */
static void note_work(struct turn *turn, uint64_t work_us, unsigned ticks)
{
    struct sessions *sessions = turn->admin->sessions;

    metrics_observe(&sessions->base->metrics, METRIC_TICK_DURATION, work_us);
    frame_pace_note(&sessions->pace, work_us, ticks * (turn->interval_ns / NS_PER_US));
}

static void note_reads(struct turn *turn)
{
    struct net *net = turn->admin->net;

    turn_nap_note(&turn->nap, net->reads);
    net->reads = 0;
}

/* Sleeps. All input waits meanwhile, also signals and operators. */
static void nap(const struct turn *turn)
{
    const struct admin *admin = turn->admin;
    const struct logins *logins = admin->sessions->logins;
    uint64_t ns =
        turn_nap_ns(&turn->nap, &(struct turn_nap_now){
                                    .now_ns = uv_hrtime(),
                                    .deadline_ns = turn->deadline_ns,
                                    .interval_ns = turn->interval_ns,
                                    .has_logins = logins->open.count + logins->line.count > 0,
                                    .is_stopping = admin->base->is_stopping,
                                });

    if (ns > 0)
        (void)nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
}

static void on_timer(uv_timer_t *timer)
{
    struct turn *turn = timer->data;
    struct base *base = turn->admin->base;
    uint64_t began_ns = uv_hrtime();
    uint64_t now_ns = began_ns;
    unsigned ticks = 0;

    base_touch_clock(base);
    heap_ask(&base->heap);
    /* A timer of whole milliseconds may come a little early. Input since the last tick has no
       answer yet, so no prompt and no frame is due. */
    if (began_ns < turn->deadline_ns) {
        arm(turn);
        return;
    }
    note_lateness(&base->metrics, turn, began_ns);
    for (; ticks < TURN_CATCH_UP_MAX && now_ns >= turn->deadline_ns; ticks++) {
        run_one(turn);
        turn->deadline_ns += turn->interval_ns;
        now_ns = uv_hrtime();
    }
    /* After a stall longer than can be caught up with, time goes on from now. */
    if (now_ns >= turn->deadline_ns)
        turn->deadline_ns = now_ns + turn->interval_ns;
    note_reads(turn);
    follow_up(turn);
    note_work(turn, (uv_hrtime() - began_ns) / NS_PER_US, ticks);
    if (uv_is_closing((uv_handle_t *)timer))
        return;
    nap(turn);
    arm(turn);
}

static void arm(struct turn *turn)
{
    uint64_t now_ns = uv_hrtime();
    uint64_t wait_ns = turn->deadline_ns > now_ns ? turn->deadline_ns - now_ns : 0;

    /* A timer counts from the loop's idea of now, which a long callback leaves behind. */
    uv_update_time(&turn->admin->base->loop);
    uv_timer_start(&turn->timer, on_timer, (wait_ns + 999999) / 1000000, 0);
}

enum err turn_start(struct turn *turn)
{
    struct base *base = turn->admin->base;

    if (uv_timer_init(&base->loop, &turn->timer) != 0)
        return ERR_MEMORY;
    turn->timer.data = turn;
    turn->interval_ns = (uint64_t)base->options.tick_ms * 1000000;
    turn->deadline_ns = uv_hrtime() + turn->interval_ns;
    turn->admin->game->tick->save_at_ms = base->now_ms + (uint64_t)base->options.save_ms;
    turn->sweep_at_ms = base->now_ms + SWEEP_MS;
    arm(turn);
    return ERR_OK;
}

void turn_stop(struct turn *turn)
{
    uv_timer_stop(&turn->timer);
    uv_close((uv_handle_t *)&turn->timer, NULL);
}
