/*
 * The line before the login: which session is let in next, and which one makes room for others.
 */
#include <stddef.h>

#include "server/net/conn.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/password.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

static bool has_room(const struct sessions *sessions)
{
    uint64_t places = (uint64_t)base_connections_max(sessions->base) *
                      (uint64_t)sessions->base->options.logins_percent / 100;

    return sessions->base->options.logins_percent == 100 ||
           sessions->logins->open.count < (places > 0 ? places : 1);
}

static uint64_t held_by(const struct session *session)
{
    return network_table_held(&session->sessions->logins->networks, &session->auth.place.networks);
}

void logins_arrive(struct session *session)
{
    struct logins *logins = session->sessions->logins;

    if (logins->line.count == 0 && has_room(session->sessions)) {
        logins_join(session, &logins->open);
        login_begin(session);
        return;
    }
    logins_join(session, &logins->line);
    session_change_state(session, SESSION_IN_LINE);
    logins_wait(session);
}

/* Returns the session in line that makes room for a new one: the last one of the network with the
   most places, if that has more than `more_than`; NULL: none. */
static struct session *find_last_in_line(const struct logins *logins, uint64_t more_than)
{
    struct session *found = NULL;

    for (struct session *session = logins->line.first; session != NULL;
         session = session->auth.place.next) {
        uint64_t held = held_by(session);
        if (held <= more_than && (found == NULL || held < more_than))
            continue;
        found = session;
        more_than = held;
    }
    return found;
}

bool logins_make_room(struct sessions *sessions, struct network_key key)
{
    struct logins *logins = sessions->logins;

    if (logins->line.count < LOGINS_LINE_MAX)
        return true;
    struct session *last =
        find_last_in_line(logins, network_table_held_with(&logins->networks, key));
    if (last == NULL)
        return false;
    metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_MADE_ROOM, 1);
    session_end(last, WIRE_END_FULL,
                "Too many are logging in just now. Please try again in a moment.");
    return true;
}

/* Returns the first session in line among those whose network has the fewest places; NULL: none. */
static struct session *find_next_in_line(const struct logins *logins)
{
    struct session *found = logins->line.first;
    uint64_t least = found == NULL ? 0 : held_by(found);

    for (struct session *session = found; session != NULL; session = session->auth.place.next) {
        uint64_t held = held_by(session);
        if (held < least) {
            found = session;
            least = held;
        }
    }
    return found;
}

/* Returns the session at login that gives up its place: a silent one, else one of the network with
   the most, if that has more than `more_than`; NULL: none. */
static struct session *find_yielding(const struct sessions *sessions, uint64_t more_than)
{
    struct session *found = NULL;
    uint64_t most = 0;
    uint64_t longest_ms = 0;
    bool is_found_silent = false;

    for (struct session *session = sessions->logins->open.first; session != NULL;
         session = session->auth.place.next) {
        uint64_t silence_ms = sessions->base->now_ms - session->typed_at_ms;
        bool is_silent = silence_ms >= LOGINS_SILENT_MS;
        if (session->state == SESSION_WAITING || (is_found_silent && !is_silent))
            continue;
        uint64_t held = held_by(session);
        bool is_first = found == NULL || (is_silent && !is_found_silent);
        if (!is_first && (held < most || (held == most && silence_ms <= longest_ms)))
            continue;
        found = session;
        most = held;
        longest_ms = silence_ms;
        is_found_silent = is_silent;
    }
    return is_found_silent || most > more_than ? found : NULL;
}

static bool free_place(struct sessions *sessions, const struct session *newcomer)
{
    if (has_room(sessions))
        return true;
    struct session *yielding = find_yielding(sessions, held_by(newcomer));
    if (yielding == NULL)
        return false;
    LOG(&sessions->base->log, LOG_INFO, "login.made-room",
        log_number("serial", (int64_t)yielding->conn->serial),
        log_text("address", yielding->conn->address));
    metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_MADE_ROOM, 1);
    session_end(yielding, WIRE_END_FULL,
                "Others wait to log in, and your place was needed. "
                "Please connect again.");
    return true;
}

static void let_in(struct session *session)
{
    struct sessions *sessions = session->sessions;

    logins_move(session, &sessions->logins->open);
    logins_end_wait(session);
    session->auth.since_ms = sessions->base->now_ms;
    session->typed_at_ms = sessions->base->now_ms;
    session_make_runnable(session);
    login_begin(session);
}

static void tell_line(const struct logins *logins)
{
    uint32_t number = 0;

    for (struct session *session = logins->line.first, *next; session != NULL; session = next) {
        next = session->auth.place.next;
        login_tell_number(session, ++number);
    }
}

static void call_guesses(struct logins *logins)
{
    for (struct session *session = logins->open.first, *next; session != NULL; session = next) {
        next = session->auth.place.next;
        login_take_turn(session);
    }
}

void logins_update(struct sessions *sessions)
{
    struct logins *logins = sessions->logins;

    for (int i = 0; i < LOGINS_PER_TICK && logins->line.count > 0; i++) {
        struct session *next = find_next_in_line(logins);
        if (!free_place(sessions, next))
            break;
        let_in(next);
    }
    if (logins->is_guess_over && logins->guesses_held > 0)
        call_guesses(logins);
    logins->is_guess_over = false;
    if (sessions->base->now_ms - logins->reported_at_ms < LOGINS_NOTICE_MS)
        return;
    logins->reported_at_ms = sessions->base->now_ms;
    tell_line(logins);
    password_tell_line(sessions);
}
