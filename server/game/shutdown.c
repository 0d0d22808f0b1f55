/*
 * An announced stop: reminders on the way there, and the stop itself.
 */
#include "server/game/shutdown.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "server/game/game.h"
#include "server/game/outbox.h"
#include "server/game/roster.h"

enum { MS_PER_SECOND = 1000, SECONDS_PER_MINUTE = 60, SECONDS_PER_HOUR = 3600, SPAN_SIZE = 48 };

/* Seconds before the end at which all players are reminded. */
static const uint32_t reminders[] = {7200, 3600, 1800, 900, 600, 300, 120, 60, 30, 10, 5};

enum { REMINDERS = sizeof reminders / sizeof reminders[0] };

/* Returns the seconds until the stop, rounded up, so that the last second counts as one. */
static uint32_t seconds_left(const struct game *game)
{
    uint64_t at_ms = game->shutdown->at_ms;

    if (at_ms <= game->base->now_ms)
        return 0;
    return (uint32_t)((at_ms - game->base->now_ms + MS_PER_SECOND - 1) / MS_PER_SECOND);
}

static void describe_span(uint32_t seconds, char out[SPAN_SIZE])
{
    const char *unit = "second";
    uint32_t count = seconds;

    if (seconds >= SECONDS_PER_HOUR && seconds % SECONDS_PER_HOUR == 0) {
        unit = "hour";
        count = seconds / SECONDS_PER_HOUR;
    } else if (seconds > 5 * SECONDS_PER_MINUTE || seconds % SECONDS_PER_MINUTE == 0) {
        unit = "minute";
        count = (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE;
    }
    snprintf(out, SPAN_SIZE, "%" PRIu32 " %s%s", count, unit, plural_end(count));
}

void shutdown_describe(const struct game *game, char out[SHUTDOWN_TEXT_SIZE])
{
    const struct shutdown *shutdown = game->shutdown;
    char span[SPAN_SIZE];

    out[0] = '\0';
    if (!shutdown->is_announced)
        return;
    describe_span(seconds_left(game), span);
    snprintf(out, SHUTDOWN_TEXT_SIZE, "The server stops%s%s%s%s%s%s",
             shutdown->has_time ? " in " : "", shutdown->has_time ? span : "",
             shutdown->has_time && shutdown->waits_for_empty ? ", or" : "",
             shutdown->waits_for_empty ? " when nobody is online" : "",
             shutdown->reason[0] == '\0' ? "." : ": ", shutdown->reason);
}

static void remind(struct game *game)
{
    char text[SHUTDOWN_TEXT_SIZE];
    char line[SHUTDOWN_TEXT_SIZE + 8];

    shutdown_describe(game, text);
    snprintf(line, sizeof line, "*** %s", text);
    outbox_tell(game->outbox, audience_all(), ROLE_SPEECH, line);
}

void shutdown_announce(struct game *game, uint32_t seconds, bool waits_for_empty,
                       const char *reason)
{
    struct shutdown *shutdown = game->shutdown;

    *shutdown = (struct shutdown){
        .is_announced = true,
        .waits_for_empty = waits_for_empty,
        .has_time = seconds > 0,
        .at_ms = game->base->now_ms + (uint64_t)seconds * MS_PER_SECOND,
    };
    snprintf(shutdown->reason, sizeof shutdown->reason, "%s", reason);
    while (shutdown->reported < REMINDERS && reminders[shutdown->reported] >= seconds)
        shutdown->reported++;
    remind(game);
}

bool shutdown_cancel(struct game *game)
{
    if (!game->shutdown->is_announced)
        return false;
    *game->shutdown = (struct shutdown){.is_announced = false};
    outbox_tell(game->outbox, audience_all(), ROLE_SPEECH,
                "*** The server goes on: it does not stop.");
    return true;
}

static void stop_now(struct game *game, const char *cause)
{
    LOG(&game->base->log, LOG_INFO, "stop.announced", log_text("cause", cause),
        log_text("reason", game->shutdown->reason));
    game->shutdown->is_announced = false;
    game->base->stops_wanted++;
}

void shutdown_sweep(struct game *game)
{
    struct shutdown *shutdown = game->shutdown;

    if (!shutdown->is_announced || game->base->is_stopping)
        return;
    if (shutdown->waits_for_empty && game->roster->playing == 0) {
        stop_now(game, "nobody is online");
        return;
    }
    if (!shutdown->has_time)
        return;
    uint32_t left = seconds_left(game);
    if (left == 0) {
        stop_now(game, "its time has come");
        return;
    }
    bool is_due = shutdown->reported < REMINDERS && left <= reminders[shutdown->reported];
    while (shutdown->reported < REMINDERS && left <= reminders[shutdown->reported])
        shutdown->reported++;
    if (is_due)
        remind(game);
}
