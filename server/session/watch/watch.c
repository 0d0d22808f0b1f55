/*
 * Watching.
 */
#include "server/session/watch/watch.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "base/plural.h"
#include "narrate/command.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/orders.h"
#include "server/session/commands/reach.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch_list.h"
#include "server/session/watch/watch_places.h"

static const char *name_of_viewer(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->viewer);

    return delver == NULL ? "nobody" : delver->name;
}

/* The session that plays there, if its player does not mind; NULL: nobody can be watched there. */
static const struct session *find_watchable(const struct sessions *sessions,
                                            const struct seat *seat)
{
    const struct viewers *viewers =
        seat->state == SEAT_TAKEN ? viewers_of(sessions, seat->actor) : NULL;
    const struct session *player = viewers == NULL ? NULL : viewers->player;

    return player != NULL && player->state == SESSION_PLAYING &&
                   player->preferences.settings.is_watchable &&
                   world_delver(sessions->game->world, seat->actor) != NULL
               ? player
               : NULL;
}

bool watch_is_allowed(const struct sessions *sessions, const struct seat *seat)
{
    return find_watchable(sessions, seat) != NULL;
}

/* "5 min", or "" for somebody who is busy. */
static void describe_idle(uint64_t idle_ms, char *out, size_t out_size)
{
    unsigned long long minutes = idle_ms / 60000;

    if (minutes == 0)
        out[0] = '\0';
    else
        snprintf(out, out_size, "idle %llu min", minutes < 9999 ? minutes : 9999);
}

static void list_one(struct session *session, const struct session *player)
{
    const struct sessions *sessions = session->sessions;
    const struct delver *delver = world_delver(sessions->game->world, player->actor);
    struct watch_state *watch = &session->watch;
    char idle[24];
    char form[24];
    char line[96];

    describe_idle(sessions->base->now_ms - player->typed_at_ms, idle, sizeof idle);
    presentation_table[player->mode]->describe(player, form, sizeof form);
    bool is_table = display_text_form(session) == TEXT_TABLE;
    const char *comma = is_table || idle[0] == '\0' ? "" : ", ";
    snprintf(line, sizeof line,
             is_table ? "%c  %-16s depth %-3d %-8s%s%s\n" : "%c: %s, depth %d, %s%s%s.\n",
             'a' + watch->listed_count, delver->name, delver->body.key.depth, form, comma, idle);
    watch->listed[watch->listed_count++] = player->actor;
    session_write(session, line);
}

bool watch_offer(struct session *session)
{
    const struct sessions *sessions = session->sessions;
    uint32_t unlisted = 0;
    char more[48];

    session->watch.listed_count = 0;
    for (uint32_t i = 0; i < sessions->game->roster->seat_count; i++) {
        const struct session *player = find_watchable(sessions, &sessions->game->roster->seats[i]);
        if (player == NULL)
            continue;
        if (session->watch.listed_count < WATCH_LISTED_MAX)
            list_one(session, player);
        else
            unlisted++;
    }
    if (session->watch.listed_count == 0) {
        session_write(session, "Nobody online can be watched just now.\n");
        return false;
    }
    snprintf(more, sizeof more, "and %u more.\n", unlisted);
    if (unlisted > 0)
        session_write(session, more);
    return true;
}

/* 0: nobody of that letter or name. */
static body_id find_picked(const struct session *session, const char *line)
{
    int letter = (line[0] | 0x20) - 'a';

    if (line[1] == '\0')
        return letter >= 0 && letter < session->watch.listed_count ? session->watch.listed[letter]
                                                                   : 0;
    const struct seat *seat = roster_seat_of_name(session->sessions->game, line);
    return seat == NULL ? 0 : seat->actor;
}

void watch_on_pick(struct session *session, const char *line)
{
    static const char *const ways_back[] = {"", "q", "quit", "back"};

    for (size_t i = 0; i < sizeof ways_back / sizeof ways_back[0]; i++) {
        /* In a list long enough to have a row q, the letter means that row. */
        if (strcasecmp(line, ways_back[i]) != 0 || (i == 1 && find_picked(session, line) != 0))
            continue;
        session_change_state(session, SESSION_NAME);
        login_prompt_again(session);
        return;
    }
    const char *refusal = watch_begin(session, find_picked(session, line), false);
    if (refusal == NULL)
        return;
    session_refuse(session, refusal);
    login_prompt_again(session);
}

/* Once a visit: a delver who minds has one line to read and one to type. */
static void tell_watched(struct session *watched)
{
    if (watched->watch.was_told)
        return;
    watched->watch.was_told = true;
    reach_tell(watched, "Someone is watching you (\"set watch off\" stops it).", ROLE_DIM_TEXT);
}

void watch_greet(struct session *session)
{
    const struct viewers *viewers = viewers_of(session->sessions, session->actor);
    const struct session *watcher = viewers == NULL ? NULL : viewers->watchers;

    while (watcher != NULL && watcher->watch.is_operator)
        watcher = watcher->watch.next;
    if (watcher != NULL)
        tell_watched(session);
}

static const char *refusal_of(const struct session *session, const struct seat *seat,
                              bool is_operator)
{
    const struct session *player = seat == NULL ? NULL : viewers_player(session->sessions, seat);

    if (player == session)
        return "That is you.";
    if (player == NULL || player->state != SESSION_PLAYING)
        return "No player of that name is online.";
    if (!is_operator && find_watchable(session->sessions, seat) == NULL)
        return "They do not want to be watched.";
    return NULL;
}

bool watch_takes_words(const struct session *session)
{
    return session->state == SESSION_WATCHING && session->actor != 0 &&
           session->role != ACCOUNT_ROLE_NONE;
}

static void open_view(struct session *session)
{
    char text[128];

    snprintf(text, sizeof text, "You see what %s sees: \"you\" is %s. q goes back%s.",
             name_of_viewer(session), name_of_viewer(session),
             watch_takes_words(session) ? "; words of operators work" : "");
    if (session->mode == MODE_UNSET)
        session_change_mode(session, display_choose_mode(session, MODE_UNSET));
    presentation_table[session->mode]->change_viewer(session, text);
}

const char *watch_begin(struct session *session, body_id watched, bool is_operator)
{
    struct sessions *sessions = session->sessions;
    struct viewers *viewers = viewers_of(sessions, watched);
    const char *refusal =
        refusal_of(session, roster_seat_of_body(sessions->game->roster, watched), is_operator);

    if (refusal == NULL && scrollback_open(session) != ERR_OK)
        refusal = "The server is short of memory.";
    if (refusal == NULL && !is_operator)
        refusal = watch_places_take(sessions, session->conn->key, viewers);
    if (refusal != NULL)
        return refusal;
    /* From one player to another. */
    watch_forget(session);
    session->watch.is_operator = is_operator;
    session->watch.next = viewers->watchers;
    viewers->watchers = session;
    session_change_state(session, SESSION_WATCHING);
    session->viewer = watched;
    logins_end(session);
    LOG(&sessions->base->log, LOG_INFO, "watch.begin", log_text("name", name_of_viewer(session)),
        log_text("address", session->conn->address));
    if (!is_operator)
        tell_watched(viewers->player);
    open_view(session);
    session_make_runnable(session);
    return NULL;
}

void watch_sweep(struct session *session)
{
    const struct sessions *sessions = session->sessions;
    uint64_t limit_ms = (uint64_t)sessions->base->options.watch_minutes * 60 * 1000;
    char why[96];

    if (session->state != SESSION_WATCHING || session->watch.is_operator || limit_ms == 0 ||
        sessions->base->now_ms - session->typed_at_ms < limit_ms)
        return;
    snprintf(why, sizeof why, "You typed nothing for %d minute%s, so you stop watching.",
             sessions->base->options.watch_minutes,
             plural_end(sessions->base->options.watch_minutes));
    watch_end(session, why);
}

void watch_on_event(struct session *session, const struct event *event)
{
    presentation_table[session->mode]->on_event(session, event);
    session_on_news(session);
}

void watch_on_key(struct session *session, struct key key)
{
    bool is_letter_q = (key.code == 'q' || key.code == 'Q') && !key.alt;

    if (is_letter_q || key.code == KEY_ESCAPE || (key.ctrl && (key.code == 'd' || key.code == 'c')))
        watch_end(session, "You stop watching.");
    else if (key.ctrl && key.code == 'l')
        presentation_table[session->mode]->repaint(session);
}

/* Carries out the commands that an operator may use while watching: none that needs a body. */
static bool take_operator_line(struct session *session, const char *line)
{
    static const enum command_id allowed[] = {COMMAND_TELL, COMMAND_REPLY, COMMAND_WHO};
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    if (!watch_takes_words(session))
        return false;
    if (orders_take(session, line))
        return true;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        if (!command_parse(line, &command, error) || command.id != allowed[i])
            continue;
        commands_run(session, &command);
        return true;
    }
    return false;
}

void watch_on_line(struct session *session, const char *line)
{
    session->present.wants_prompt = true;
    if (strcasecmp(line, "q") == 0 || strcasecmp(line, "quit") == 0)
        watch_end(session, "You stop watching.");
    else if (strcasecmp(line, "look") == 0 || strcasecmp(line, "l") == 0)
        presentation_table[session->mode]->look(session);
    else if (!take_operator_line(session, line))
        session_tell(session, "You only watch: look tells the place, q goes back.", ROLE_BAD);
}
