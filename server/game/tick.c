/*
 * Time.
 */
#include "server/game/tick.h"

#include "server/admin/control.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "server/stop.h"

enum { SWEEP_MS = 1000, LOG_TOLD_SWEEPS = 10, NS_PER_US = 1000 };

static void arm(struct server *server);

/* Tells one viewer, if somebody plays there. */
static void deliver_to(struct server *server, actor_id viewer, const struct event *event)
{
    const struct seat *seat = roster_seat_of_actor(&server->roster, viewer);

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
static void deliver(struct server *server, const struct event *event)
{
    deliver_to(server, event->actor, event);
    const struct level *level = world_level(server->world, event->level);
    if (level == NULL || event->kind == EVENT_REFUSED || event->kind == EVENT_CANCELLED)
        return;
    for (actor_id id = level->first_body; id != 0;) {
        const struct actor *viewer = world_actor(server->world, id);
        if (id != event->actor &&
            (actor_sees(viewer, event->at) || actor_sees(viewer, event->from)))
            deliver_to(server, id, event);
        id = viewer->next_body;
    }
}

/* What must be on disk before anybody is told that it is. */
static bool is_saved_at_once(enum event_kind kind)
{
    return kind == EVENT_DEPARTED || kind == EVENT_ARRIVED || kind == EVENT_LEFT ||
           kind == EVENT_JOINED;
}

/* Whatever left the world with this tick is gone with the next: it is taken now or time waits. */
static void save(struct server *server)
{
    struct tick *tick = &server->tick;
    enum err error = persist_collect(server, &tick->newest_ticket);

    if (error != ERR_OK && !tick->owes_save)
        LOG(&server->log, LOG_ERROR, "save.no-memory", log_text("error", err_name(error)));
    tick->owes_save = error != ERR_OK;
    tick->save_at_ms = server->now_ms + (uint64_t)server->options.save_ms;
}

static void settle_events(struct server *server)
{
    bool is_urgent = level_regen_settle(server);
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(server->world, &cursor)) != NULL) {
        dungeon_on_event(server, event);
        deliver(server, event);
        roster_on_event(server, event);
        is_urgent = is_urgent || is_saved_at_once(event->kind);
    }
    if (is_urgent || server->now_ms >= server->tick.save_at_ms)
        save(server);
}

static void attend_sessions(struct server *server)
{
    for (struct session *session = server->attention, *next; session != NULL; session = next) {
        next = session->attention_next;
        session_attend(session);
    }
}

static void sweep(struct server *server)
{
    if (server->now_ms < server->tick.sweep_at_ms)
        return;
    server->tick.sweep_at_ms = server->now_ms + SWEEP_MS;
    conn_sweep(server, server->now_ms);
    roster_sweep(server);
    moderation_sweep(server);
    removal_sweep(server);
    dungeon_sweep(server);
    save_watch_update(server);
    control_sweep(server);
    backup_sweep(server);
    shutdown_sweep(server);
    log_tell_lost(&server->log);
    if (++server->tick.sweeps % LOG_TOLD_SWEEPS == 0)
        log_tell_suppressed(&server->log);
}

static void run_one(struct server *server)
{
    struct world *world = server->world;
    struct input_queue *inputs = &server->inputs;

    if (server->tick.owes_save)
        save(server);
    if (server->tick.owes_save)
        return;
    metrics_add(&server->metrics, METRIC_TICKS, METRIC_ALONE, 1);
    recorder_before_tick(&server->recorder, world, inputs->items, inputs->count);
    world_tick(world, inputs->items, inputs->count);
    input_queue_clear(inputs);
    recorder_after_tick(&server->recorder, world);
    settle_events(server);
    dungeon_advance(server);
    level_regen_advance(server);
}

/* What comes of the ticks that were just run. */
static void follow_up(struct server *server)
{
    conn_resume(server);
    logins_attend(server);
    attend_sessions(server);
    admin_attend(server);
    sweep(server);
    stop_advance(server);
}

void tick_now(struct server *server)
{
    server_touch_clock(server);
    run_one(server);
    follow_up(server);
}

static void note_lateness(struct server *server, uint64_t now_ns)
{
    const struct tick *tick = &server->tick;
    uint64_t late_ns = now_ns - tick->deadline_ns;

    metrics_observe(&server->metrics, METRIC_TICK_LATENESS, late_ns / NS_PER_US);
    if (late_ns > tick->interval_ns)
        metrics_add(&server->metrics, METRIC_TICKS_LATE, METRIC_ALONE, 1);
}

static void on_timer(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct tick *tick = &server->tick;
    uint64_t began_ns = uv_hrtime();
    uint64_t now_ns = began_ns;

    server_touch_clock(server);
    /* A timer of whole milliseconds may come a little early. What was typed since the last tick has
       no answer yet, so no prompt and no frame is due. */
    if (began_ns < tick->deadline_ns) {
        arm(server);
        return;
    }
    note_lateness(server, began_ns);
    for (int i = 0; i < TICK_CATCH_UP_MAX && now_ns >= tick->deadline_ns; i++) {
        run_one(server);
        tick->deadline_ns += tick->interval_ns;
        now_ns = uv_hrtime();
    }
    /* After a stall longer than can be caught up with, time goes on from now. */
    if (now_ns >= tick->deadline_ns)
        tick->deadline_ns = now_ns + tick->interval_ns;
    follow_up(server);
    metrics_observe(&server->metrics, METRIC_TICK_DURATION, (uv_hrtime() - began_ns) / NS_PER_US);
    if (!uv_is_closing((uv_handle_t *)timer))
        arm(server);
}

static void arm(struct server *server)
{
    uint64_t now_ns = uv_hrtime();
    uint64_t wait_ns = server->tick.deadline_ns > now_ns ? server->tick.deadline_ns - now_ns : 0;

    /* A timer counts from the loop's idea of now, which a long callback leaves behind. */
    uv_update_time(&server->loop);
    uv_timer_start(&server->tick.timer, on_timer, (wait_ns + 999999) / 1000000, 0);
}

enum err tick_start(struct server *server)
{
    struct tick *tick = &server->tick;

    if (uv_timer_init(&server->loop, &tick->timer) != 0)
        return ERR_MEMORY;
    tick->timer.data = server;
    tick->interval_ns = (uint64_t)server->options.tick_ms * 1000000;
    tick->deadline_ns = uv_hrtime() + tick->interval_ns;
    tick->save_at_ms = server->now_ms + (uint64_t)server->options.save_ms;
    tick->sweep_at_ms = server->now_ms + SWEEP_MS;
    arm(server);
    return ERR_OK;
}

void tick_stop(struct server *server)
{
    uv_timer_stop(&server->tick.timer);
    uv_close((uv_handle_t *)&server->tick.timer, NULL);
}
