/*
 * The beginning of watching, by a list or a name, and its end for idle watchers. Watchers from the
 * name prompt have places, which are counted by walking the lists: there are at most a hundred of
 * them. The lists are in viewers.c, the end of watching in session_life.c, input in watch_keys.c.
 */
#include "server/session/watch/watch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/logins.h"
#include "server/session/commands/reach.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"

enum { WIDEST = NETWORK_LEVELS - 1 };

struct watchers {
    struct session *list[WATCHERS_MAX];
    uint32_t count;
};

static void collect(const struct viewers *viewers, struct watchers *out)
{
    for (struct session *session = viewers->watchers; session != NULL;
         session = session->watch.next) {
        if (!session->watch.is_operator && out->count < WATCHERS_MAX)
            out->list[out->count++] = session;
    }
}

static void collect_all(const struct sessions *sessions, struct watchers *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < sessions->viewers_max; i++)
        collect(&sessions->viewers[i], out);
}

static uint32_t count_near(const struct watchers *watchers, struct network_key key, uint32_t level)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < watchers->count; i++)
        count += network_key_is_same(watchers->list[i]->conn->key, key, level);
    return count;
}

static bool is_share_used(const struct sessions *sessions, const struct watchers *all,
                          struct network_key key)
{
    uint32_t limit = (uint32_t)sessions->base->options.watchers_per_address;

    for (uint32_t level = 0; limit != 0 && level < NETWORK_LEVELS; level++) {
        if (count_near(all, key, level) >= limit * network_level_times(level))
            return true;
    }
    return false;
}

/* Returns the idlest watcher of the network with the most watchers, if that would still have more
   than the new watcher's network; NULL: nobody makes room. */
static struct session *choose_leaver(const struct watchers *watchers, struct network_key key)
{
    uint32_t most = count_near(watchers, key, WIDEST) + 1;
    struct session *leaver = NULL;

    for (uint32_t i = 0; i < watchers->count; i++) {
        struct session *session = watchers->list[i];
        uint32_t held = count_near(watchers, session->conn->key, WIDEST);
        if (held < most || (leaver == NULL && held == most))
            continue;
        if (leaver == NULL || held > most || session->typed_at_ms < leaver->typed_at_ms)
            leaver = session;
        most = held;
    }
    return leaver;
}

/* Ends the watching of one of `watchers`, if there are `max` of them. False: none can be ended. */
static bool make_room(struct watchers *watchers, uint32_t max, struct network_key key)
{
    if (watchers->count < max)
        return true;
    struct session *leaver = choose_leaver(watchers, key);
    if (leaver == NULL)
        return false;
    watch_end(leaver, "Many want to watch: your place went to somebody else.");
    return true;
}

/*
 * Makes a place for one more watcher of the delver of `viewers`, from the network of `key`. If all
 * places are taken, the network with the most watchers gives one up if it then still has as many as
 * the new watcher's: its idlest watcher goes back to the name prompt. Returns NULL, or why there is
 * no place (static text).
 */
static const char *take_place(struct sessions *sessions, struct network_key key,
                              const struct viewers *viewers)
{
    struct watchers watchers;

    collect_all(sessions, &watchers);
    if (is_share_used(sessions, &watchers, key))
        return "Too many from your network are watching just now.";
    watchers.count = 0;
    collect(viewers, &watchers);
    if (!make_room(&watchers, WATCHERS_PER_PLAYER_MAX, key))
        return "Too many are watching just now.";
    collect_all(sessions, &watchers);
    if (!make_room(&watchers, WATCHERS_MAX, key))
        return "Too many are watching just now.";
    return NULL;
}

static const char *name_of_viewer(const struct world *world, body_id viewer)
{
    const struct delver *delver = world_delver(world, viewer);

    return delver == NULL ? "nobody" : delver->name;
}

/* Returns the session that plays in that slot, if its player allows watching; NULL: there is
   none. */
static const struct session *find_watchable(const struct sessions *sessions,
                                            const struct player_slot *slot)
{
    const struct viewers *viewers =
        slot->state == PLAYER_SLOT_TAKEN ? viewers_of(sessions, slot->actor) : NULL;
    const struct session *player = viewers == NULL ? NULL : viewers->player;

    return player != NULL && player->state == SESSION_PLAYING &&
                   player->preferences.settings.is_watchable &&
                   world_delver(sessions->game->world, slot->actor) != NULL
               ? player
               : NULL;
}

bool watch_is_allowed(const struct sessions *sessions, const struct player_slot *slot)
{
    return find_watchable(sessions, slot) != NULL;
}

/* Writes "5 min", or "" for an active player. */
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
    for (uint32_t i = 0; i < sessions->game->roster->slot_count; i++) {
        const struct session *player = find_watchable(sessions, &sessions->game->roster->slots[i]);
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

body_id watch_find_picked(const struct watch_state *watch, const struct game *game,
                          const char *line)
{
    int letter = (line[0] | 0x20) - 'a';

    if (line[1] == '\0')
        return letter >= 0 && letter < watch->listed_count ? watch->listed[letter] : 0;
    const struct player_slot *slot = roster_slot_of_name(game, line);
    return slot == NULL ? 0 : slot->actor;
}

/* Tells a player, once a visit, that somebody watches, so that a player who objects can turn it
   off. */
static void tell_watched(struct session *watched)
{
    if (watched->watch.was_reported)
        return;
    watched->watch.was_reported = true;
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

static const char *refusal_of(const struct session *session, const struct player_slot *slot,
                              bool is_operator)
{
    const struct session *player = slot == NULL ? NULL : viewers_player(session->sessions, slot);

    if (player == session)
        return "That is you.";
    if (player == NULL || player->state != SESSION_PLAYING)
        return "No player of that name is online.";
    if (!is_operator && find_watchable(session->sessions, slot) == NULL)
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
             name_of_viewer(session->sessions->game->world, session->viewer),
             name_of_viewer(session->sessions->game->world, session->viewer),
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
        refusal_of(session, roster_slot_of_body(sessions->game->roster, watched), is_operator);

    if (refusal == NULL && scrollback_open(session) != ERR_OK)
        refusal = "The server is short of memory.";
    if (refusal == NULL && !is_operator)
        refusal = take_place(sessions, session->conn->key, viewers);
    if (refusal != NULL)
        return refusal;
    /* From one watched player to another. */
    watch_forget(session);
    session->watch.is_operator = is_operator;
    session->watch.next = viewers->watchers;
    viewers->watchers = session;
    session_change_state(session, SESSION_WATCHING);
    session->viewer = watched;
    logins_end(session->sessions->logins, &session->auth.place);
    LOG(&sessions->base->log, LOG_INFO, "watch.begin",
        log_text("name", name_of_viewer(sessions->game->world, session->viewer)),
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
    session_wake(session);
}
