/*
 * Time.
 */
#include "server/game/tick.h"

#include "server/admin/admin_orders.h"
#include "server/admin/control.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/admin/backup.h"
#include "server/game/shutdown.h"
#include "server/game/dungeon.h"
#include "server/game/game.h"
#include "server/game/game_save.h"
#include "server/game/level_regen.h"
#include "server/game/recorder.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/server.h"
#include "server/session/auth/logins.h"
#include "server/session/session.h"
#include "server/stop.h"

enum { SWEEP_MS = 1000, LOG_TOLD_SWEEPS = 10, NS_PER_US = 1000 };

static void arm(struct game *game);

/* Tells one viewer, if somebody plays there. */
static void deliver_to(struct game *game, body_id viewer, const struct event *event)
{
    const struct seat *seat = roster_seat_of_body(game->roster, viewer);

    if (seat == NULL)
        return;
    if (seat->session != NULL)
        session_on_event(seat->session, event);
    /* One that does not read may end with what it is told. */
    for (struct session *session = seat->watchers, *next; session != NULL; session = next) {
        next = session->watch.next;
        watch_on_event(session, event);
    }
}

/* Whoever took part in it hears of it, and whoever sees a place where it happened. */
static void deliver(struct game *game, const struct event *event)
{
    deliver_to(game, event->actor, event);
    const struct level *level = world_level(game->world, event->level);
    if (level == NULL || event->kind == EVENT_REFUSED || event->kind == EVENT_CANCELLED)
        return;
    for (body_id id = level->first_delver; id != 0;) {
        const struct delver *viewer = world_delver(game->world, id);
        if (id != event->actor &&
            (delver_sees(viewer, event->at) || delver_sees(viewer, event->from)))
            deliver_to(game, id, event);
        id = viewer->body.next;
    }
}

/* What must be on disk before anybody is told that it is. */
static bool is_saved_at_once(enum event_kind kind)
{
    return kind == EVENT_DEPARTED || kind == EVENT_ARRIVED || kind == EVENT_LEFT ||
           kind == EVENT_JOINED;
}

/* Whatever left the world with this tick is gone with the next: it is taken now or time waits. */
static void save(struct game *game)
{
    struct tick *tick = game->tick;
    enum err error = game_save(game, &tick->newest_ticket);

    if (error != ERR_OK && !tick->owes_save)
        LOG(&game->base->log, LOG_ERROR, "save.no-memory", log_text("error", err_name(error)));
    tick->owes_save = error != ERR_OK;
    tick->save_at_ms = game->base->now_ms + (uint64_t)game->base->options.save_ms;
}

static void settle_events(struct game *game)
{
    bool is_urgent = level_regen_settle(game);
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(game->world, &cursor)) != NULL) {
        dungeon_on_event(game, event);
        deliver(game, event);
        roster_on_event(game, event);
        is_urgent = is_urgent || is_saved_at_once(event->kind);
    }
    if (is_urgent || game->base->now_ms >= game->tick->save_at_ms)
        save(game);
}

static void attend_sessions(struct game *game)
{
    for (struct session *session = game->base->server->sessions.attention, *next; session != NULL;
         session = next) {
        next = session->attention_next;
        session_attend(session);
    }
}

static void sweep(struct game *game)
{
    if (game->base->now_ms < game->tick->sweep_at_ms)
        return;
    game->tick->sweep_at_ms = game->base->now_ms + SWEEP_MS;
    sessions_sweep(&game->base->server->sessions);
    conn_sweep(&game->base->server->net, game->base->now_ms);
    roster_sweep(game);
    moderation_sweep(game);
    removal_sweep(game);
    dungeon_sweep(game);
    save_watch_update(game);
    control_sweep(&game->base->server->admin);
    backup_sweep(&game->base->server->admin);
    shutdown_sweep(game);
    log_tell_lost(&game->base->log);
    if (++game->tick->sweeps % LOG_TOLD_SWEEPS == 0)
        log_tell_suppressed(&game->base->log);
}

static void run_one(struct game *game)
{
    struct world *world = game->world;
    struct input_queue *inputs = &game->inputs;

    if (game->tick->owes_save)
        save(game);
    if (game->tick->owes_save)
        return;
    metrics_add(&game->base->metrics, METRIC_TICKS, METRIC_ALONE, 1);
    recorder_before_tick(game->recorder, world, inputs->items, inputs->count);
    world_tick(world, inputs->items, inputs->count);
    input_queue_clear(inputs);
    recorder_after_tick(game->recorder, world);
    settle_events(game);
    dungeon_advance(game);
    level_regen_advance(game);
}

/* What comes of the ticks that were just run. */
static void follow_up(struct game *game)
{
    conn_resume(&game->base->server->net);
    logins_attend(&game->base->server->sessions);
    attend_sessions(game);
    (void)admin_take_orders(&game->base->server->admin);
    admin_attend(&game->base->server->admin);
    sweep(game);
    stop_advance(game->base->server);
}

void tick_now(struct game *game)
{
    base_touch_clock(game->base);
    run_one(game);
    follow_up(game);
}

static void note_lateness(struct game *game, uint64_t now_ns)
{
    const struct tick *tick = game->tick;
    uint64_t late_ns = now_ns - tick->deadline_ns;

    metrics_observe(&game->base->metrics, METRIC_TICK_LATENESS, late_ns / NS_PER_US);
    if (late_ns > tick->interval_ns)
        metrics_add(&game->base->metrics, METRIC_TICKS_LATE, METRIC_ALONE, 1);
}

static void on_timer(uv_timer_t *timer)
{
    struct game *game = timer->data;
    struct tick *tick = game->tick;
    uint64_t began_ns = uv_hrtime();
    uint64_t now_ns = began_ns;

    base_touch_clock(game->base);
    /* A timer of whole milliseconds may come a little early. What was typed since the last tick has
       no answer yet, so no prompt and no frame is due. */
    if (began_ns < tick->deadline_ns) {
        arm(game);
        return;
    }
    note_lateness(game, began_ns);
    for (int i = 0; i < TICK_CATCH_UP_MAX && now_ns >= tick->deadline_ns; i++) {
        run_one(game);
        tick->deadline_ns += tick->interval_ns;
        now_ns = uv_hrtime();
    }
    /* After a stall longer than can be caught up with, time goes on from now. */
    if (now_ns >= tick->deadline_ns)
        tick->deadline_ns = now_ns + tick->interval_ns;
    follow_up(game);
    metrics_observe(&game->base->metrics, METRIC_TICK_DURATION,
                    (uv_hrtime() - began_ns) / NS_PER_US);
    if (!uv_is_closing((uv_handle_t *)timer))
        arm(game);
}

static void arm(struct game *game)
{
    uint64_t now_ns = uv_hrtime();
    uint64_t wait_ns = game->tick->deadline_ns > now_ns ? game->tick->deadline_ns - now_ns : 0;

    /* A timer counts from the loop's idea of now, which a long callback leaves behind. */
    uv_update_time(&game->base->loop);
    uv_timer_start(&game->tick->timer, on_timer, (wait_ns + 999999) / 1000000, 0);
}

enum err tick_start(struct game *game)
{
    struct tick *tick = game->tick;

    if (uv_timer_init(&game->base->loop, &tick->timer) != 0)
        return ERR_MEMORY;
    tick->timer.data = game;
    tick->interval_ns = (uint64_t)game->base->options.tick_ms * 1000000;
    tick->deadline_ns = uv_hrtime() + tick->interval_ns;
    tick->save_at_ms = game->base->now_ms + (uint64_t)game->base->options.save_ms;
    tick->sweep_at_ms = game->base->now_ms + SWEEP_MS;
    arm(game);
    return ERR_OK;
}

void tick_stop(struct game *game)
{
    uv_timer_stop(&game->tick->timer);
    uv_close((uv_handle_t *)&game->tick->timer, NULL);
}
