/*
 * What players hear of the disk.
 */
#include "server/game/save_watch.h"

#include <stdio.h>
#include <time.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/session.h"

uint64_t save_watch_lag_ms(const struct server *server)
{
    uint64_t since_ms = persist_unsaved_since_ms(server->persist);

    return since_ms == 0 || since_ms > server->now_ms ? 0 : server->now_ms - since_ms;
}

/* What is wrong, as a sentence to its colon. */
static const char *trouble(const struct server *server)
{
    enum err error = persist_health(server->persist).error;

    if (error == ERR_REPLACED)
        return "The files of this world were moved or replaced";
    return error == ERR_NO_SPACE ? "The disk is full" : "The disk refuses to save";
}

static void describe(const struct server *server, char *out)
{
    snprintf(out, SAVE_WATCH_TEXT_SIZE, "%s: changes since %s are not saved yet.",
             trouble(server), server->save_watch.since);
}

static void begin_failing(struct server *server)
{
    struct save_watch *watch = &server->save_watch;
    time_t since = time(NULL) - (time_t)(save_watch_lag_ms(server) / 1000);
    struct tm local;

    watch->is_failing = true;
    watch->failing_since_ms = server->now_ms;
    if (localtime_r(&since, &local) == NULL || strftime(watch->since, sizeof watch->since, "%H:%M",
                                                        &local) == 0)
        snprintf(watch->since, sizeof watch->since, "??:??");
}

/* What only they can mend. */
static void tell_operators(struct server *server)
{
    struct disk_health health = persist_health(server->persist);
    char text[SAVE_WATCH_OPERATORS_SIZE];

    if (health.error != ERR_REPLACED)
        return;
    snprintf(text, sizeof text, "Administrators: %s. Type @doctor for what to do.",
             health.files[0] == '\0' ? err_text(health.error) : health.files);
    for (struct conn *conn = server->connections; conn != NULL; conn = conn->next) {
        struct session *session = &conn->session;
        if (!conn->is_closing && session->state == SESSION_PLAYING &&
            session->role == ADMIN_ROLE_ADMIN)
            session_tell(session, text, ROLE_BAD);
    }
}

void save_watch_update(struct server *server)
{
    struct save_watch *watch = &server->save_watch;
    bool is_failing = persist_health(server->persist).error != ERR_OK;
    char text[SAVE_WATCH_TEXT_SIZE];

    if (!is_failing && watch->is_failing) {
        watch->is_failing = false;
        (void)roster_tell_all(server, "Saved again: everything up to now is on disk.", ROLE_GOOD);
    }
    if (!is_failing)
        return;
    bool is_first = !watch->is_failing;
    if (is_first)
        begin_failing(server);
    if (!is_first && server->now_ms - watch->told_at_ms < SAVE_WATCH_REMIND_MS)
        return;
    watch->told_at_ms = server->now_ms;
    describe(server, text);
    (void)roster_tell_all(server, text, ROLE_BAD);
    tell_operators(server);
}

void save_watch_greet(struct server *server, struct session *session)
{
    char text[SAVE_WATCH_TEXT_SIZE];

    if (!server->save_watch.is_failing)
        return;
    describe(server, text);
    session_tell(session, text, ROLE_BAD);
}

const char *save_watch_refusal(const struct server *server)
{
    struct disk_health health = persist_health(server->persist);

    if (health.error == ERR_NO_SPACE || (health.error == ERR_OK && health.is_tight))
        return "The server's disk is full: nothing new can be made just now.";
    return health.error == ERR_OK
               ? NULL
               : "The server's disk refuses to save: nothing new can be made just now.";
}

const char *save_watch_closure(const struct server *server)
{
    const struct save_watch *watch = &server->save_watch;

    if (!watch->is_failing || server->now_ms - watch->failing_since_ms < SAVE_WATCH_CLOSE_MS)
        return NULL;
    return "The server's disk has refused every save for ten minutes: nobody can come in until it "
           "is mended. Please try again later.";
}

void save_watch_mark(const struct server *server, char *out)
{
    uint64_t lag_ms = save_watch_lag_ms(server);

    out[0] = '\0';
    if (server->save_watch.is_failing)
        snprintf(out, SAVE_WATCH_TEXT_SIZE, "UNSAVED since %s", server->save_watch.since);
    else if (lag_ms >= SAVE_WATCH_LAG_MS)
        snprintf(out, SAVE_WATCH_TEXT_SIZE, "UNSAVED for %u s", (unsigned int)(lag_ms / 1000));
}
