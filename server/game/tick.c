/*
 * The inputs of a tick enter the world, which takes a step; then its events are settled in the
 * rooms of the game, all that must not wait is submitted to the database thread, and transfers and
 * pending regenerations advance.
 */
#include "server/game/party.h"
#include "server/game/tick.h"

#include "server/game/game.h"
#include "server/game/game_save.h"
#include "server/game/ledger_watch.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/game/moderation.h"
#include "server/game/outbox.h"
#include "server/game/recorder.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/save/persist.h"
#include "world/world_tick.h"

/* Delay of a save that is due soon, so that it covers several events. */
enum { SOON_MS = 100 };

/* True for events after which a save is due soon: arrivals, departures, deals with pedlars, gifts,
   bundles. */
static bool is_soon_saved(enum event_kind kind)
{
    return kind == EVENT_DEPARTED || kind == EVENT_ARRIVED || kind == EVENT_JOINED ||
           kind == EVENT_BOUGHT || kind == EVENT_SOLD || kind == EVENT_IDENTIFIED ||
           kind == EVENT_ITEM_GIVEN || kind == EVENT_FETCHED;
}

/* Schedules a save at once or soon after such an event. */
static void hurry_save(struct tick *tick, const struct event *event)
{
    enum event_kind kind = event->kind;

    uint64_t soon_ms = tick->saved_at_ms + SOON_MS;

    /* A delver who left is gone with the next tick, so its record is taken now. */
    if (kind == EVENT_LEFT)
        tick->save_at_ms = 0;
    else if ((is_soon_saved(kind) || (kind == EVENT_TRADE && event->count == TRADE_DONE)) &&
             soon_ms < tick->save_at_ms)
        tick->save_at_ms = soon_ms;
}

/* Saves the world. If memory is out, no tick follows until a save succeeds, because a thing that
   left the world in this tick is lost with the next. */
static void save(struct game *game)
{
    struct tick *tick = game->tick;
    enum err error = game_save(game, &tick->newest_ticket);

    if (error != ERR_OK && !tick->is_save_overdue)
        LOG(&game->base->log, LOG_ERROR, "save.no-memory", log_text("error", err_name(error)));
    tick->is_save_overdue = error != ERR_OK;
    if (error == ERR_OK) {
        tick->saved_count = tick->count;
        save_watch_note_taken(game);
    }
    tick->saved_at_ms = game->base->now_ms;
    tick->save_at_ms = game->base->now_ms + (uint64_t)game->base->options.save_ms;
}

static void settle_events(struct game *game)
{
    bool is_due = level_regen_settle(game);
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(game->world, &cursor)) != NULL) {
        level_transfer_on_event(game, event);
        roster_on_event(game, event);
        ledger_watch_on_event(game, event);
        hurry_save(game->tick, event);
    }
    outbox_add_events(game->outbox);
    is_due |= save_watch_wants_save(game);
    if (is_due || game->base->now_ms >= game->tick->save_at_ms)
        save(game);
}

void game_tick(struct game *game)
{
    struct world *world = game->world;
    struct input_queue *inputs = &game->inputs;

    game->tick->count++;
    if (game->tick->is_save_overdue)
        save(game);
    if (game->tick->is_save_overdue)
        return;
    metrics_add(&game->base->metrics, METRIC_TICKS, METRIC_ALONE, 1);
    party_tell_world(game);
    recorder_before_tick(game->recorder, world, inputs->items, inputs->count);
    world_tick(world, inputs->items, inputs->count);
    input_queue_clear(inputs);
    recorder_after_tick(game->recorder, world);
    settle_events(game);
    level_transfer_advance(game);
    level_regen_advance(game);
    ledger_watch_update(game);
}

void game_sweep(struct game *game)
{
    roster_sweep(game);
    moderation_sweep(game);
    removal_sweep(game);
    level_transfer_sweep(game);
    save_watch_update(game);
    shutdown_sweep(game);
}
