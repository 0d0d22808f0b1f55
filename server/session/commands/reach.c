/*
 * Permission for an act of one player to reach another: mutes, allowances of talk, and ignored
 * players. An ignored player is a choice "ignore.NAME=on" in the listener's settings.
 */
#include "server/session/commands/reach.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "narrate/command.h"
#include "server/game/moderation.h"
#include "server/game/roster.h"
#include "server/session/commands/players.h"
#include "server/session/preferences/preferences.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "world/name.h"

#define KEY_PREFIX "ignore."

enum {
    LIST_SIZE = IGNORED_MAX * (NAME_LENGTH_MAX + 2) + 64,
    SENTENCE_SIZE = NAME_LENGTH_MAX + 96,
};

_Static_assert(sizeof KEY_PREFIX + NAME_LENGTH_MAX <= (size_t)IGNORE_KEY_SIZE &&
                   (int)IGNORE_KEY_SIZE <= (int)CHOICE_WORD_SIZE,
               "a name fits into a key");
_Static_assert((int)IGNORED_MAX *((int)(sizeof KEY_PREFIX + NAME_LENGTH_MAX) + 4) <
                   (int)CHOICES_SIZE / 2,
               "half of the room is left to settings");

bool ignore_owns_key(const char *key)
{
    return strncmp(key, KEY_PREFIX, strlen(KEY_PREFIX)) == 0;
}

void ignore_write_key(const char *name, char out[IGNORE_KEY_SIZE])
{
    snprintf(out, IGNORE_KEY_SIZE, KEY_PREFIX "%.*s", NAME_LENGTH_MAX, name);
}

bool ignore_hides(const struct saved_preferences *saved, const char *name)
{
    struct choice choice;
    char key[IGNORE_KEY_SIZE];

    ignore_write_key(name, key);
    return choices_find(preferences_text(saved), key, &choice);
}

/* Writes the names, separated by commas; returns their number. */
static int list_names(const struct saved_preferences *saved, char *out, size_t out_size)
{
    const char *at = preferences_text(saved);
    struct choice choice;
    struct writer writer = writer_of(out, out_size);
    int count = 0;

    while (choices_next(&at, &choice)) {
        if (!ignore_owns_key(choice.key))
            continue;
        writer_join(&writer, ", ", "%s", choice.key + strlen(KEY_PREFIX));
        count++;
    }
    return count;
}

static void tell_list(struct session *session)
{
    char names[LIST_SIZE];
    char text[LIST_SIZE + 32];

    if (list_names(&session->preferences.saved, names, sizeof names) == 0)
        snprintf(text, sizeof text, "You ignore nobody. ignore NAME hides what a player says.");
    else
        snprintf(text, sizeof text, "You ignore %s.", names);
    session_tell(session, text, ROLE_TEXT);
}

/* Finds the name of another player, online or not. False: there is none, and the player is told
   why. */
static bool find_other(struct session *session, const char *typed, char out[NAME_LENGTH_MAX + 1])
{
    struct players_found found = players_find(session, typed, strlen(typed), NULL);

    if (found.answer != PLAYERS_FOUND && found.answer != PLAYERS_OTHER) {
        players_tell_unfound(session, typed, strlen(typed), &found);
        return false;
    }
    if (strcmp(found.name, session->account.name) == 0) {
        session_tell(session, "You can't ignore yourself.", ROLE_DIM_TEXT);
        return false;
    }
    memcpy(out, found.name, sizeof found.name);
    return true;
}

static void keep(struct session *session, const char choices[CHOICES_SIZE], const char *text)
{
    preferences_keep(session, choices);
    session_tell(session, text, ROLE_TEXT);
}

static void begin(struct session *session, const char *name)
{
    char names[LIST_SIZE];
    char choices[CHOICES_SIZE];
    char key[IGNORE_KEY_SIZE];
    char text[SENTENCE_SIZE];

    snprintf(choices, sizeof choices, "%s", preferences_text(&session->preferences.saved));
    ignore_write_key(name, key);
    if (list_names(&session->preferences.saved, names, sizeof names) >= IGNORED_MAX) {
        session_tell(session, "You can ignore 16 players at most.", ROLE_BAD);
    } else if (!choices_put(choices, key, "on")) {
        session_tell(session, "There is no room to keep that.", ROLE_BAD);
    } else {
        snprintf(text, sizeof text, "You ignore %s. The same command again ends it.", name);
        keep(session, choices, text);
    }
}

static void end(struct session *session, const char *name)
{
    char choices[CHOICES_SIZE];
    char key[IGNORE_KEY_SIZE];
    char text[SENTENCE_SIZE];

    snprintf(choices, sizeof choices, "%s", preferences_text(&session->preferences.saved));
    ignore_write_key(name, key);
    choices_drop(choices, key);
    snprintf(text, sizeof text, "You hear %s again.", name);
    keep(session, choices, text);
}

/* Finds the stored name of an ignored player, who may be online, offline or removed. False: there
   is none. */
static bool find_ignored(const struct saved_preferences *saved, const char *typed,
                         char out[NAME_LENGTH_MAX + 1])
{
    return name_normalise(typed, out) == ERR_OK && ignore_hides(saved, out);
}

void ignore_toggle(struct session *session, const struct command *command)
{
    const char *typed = command->rest;
    char name[NAME_LENGTH_MAX + 1];

    if (typed[0] == '\0')
        tell_list(session);
    else if (find_ignored(&session->preferences.saved, typed, name))
        end(session, name);
    else if (!find_other(session, typed, name))
        return;
    else if (ignore_hides(&session->preferences.saved, name))
        end(session, name);
    else
        begin(session, name);
}

void ignore_rename(struct session *session, const char *before, const char *name)
{
    char choices[CHOICES_SIZE];
    char key[IGNORE_KEY_SIZE];

    if (!ignore_hides(&session->preferences.saved, before))
        return;
    snprintf(choices, sizeof choices, "%s", preferences_text(&session->preferences.saved));
    ignore_write_key(before, key);
    choices_drop(choices, key);
    ignore_write_key(name, key);
    (void)choices_put(choices, key, "on");
    preferences_keep(session, choices);
}

struct reach_row {
    bool is_talk;   /* needs a player who is not muted, and counts as talk */
    bool is_silent; /* the player is not told why the act does not reach the other */
    bool is_hidden; /* players who ignore this one do not get it */
    bool has_pause; /* needs a pause since the last one between the same two players */
};

static const struct reach_row reach_table[REACH_KIND_COUNT] = {
    [REACH_TALK] = {.is_talk = true, .is_hidden = true},
    [REACH_INVITATION] = {.is_talk = true, .is_hidden = true, .has_pause = true},
    [REACH_FOLLOWER] = {.is_talk = true, .is_silent = true, .is_hidden = true, .has_pause = true},
    [REACH_GIFT] = {.is_talk = true, .is_hidden = true},
    [REACH_PARTY] = {.is_silent = true},
};

/* Takes a line from the allowance of talk. False: it is used up. */
static bool spend_talk(struct chat_budget *chat, const struct base *base,
                       const struct account_record *account)
{
    uint64_t now_ms = base->now_ms;

    uint32_t limit = (uint32_t)base->options.chat_lines;
    size_t newest = ((size_t)chat->next + CHAT_LINES_MAX - 1) % CHAT_LINES_MAX;
    bool is_hasty =
        account->is_guest && chat->sent > 0 && now_ms - chat->sent_at_ms[newest] < GUEST_SAY_MS;
    size_t oldest = ((size_t)chat->next + CHAT_LINES_MAX - limit) % CHAT_LINES_MAX;

    if (is_hasty || (chat->sent >= limit && now_ms - chat->sent_at_ms[oldest] < CHAT_WINDOW_MS))
        return false;
    chat->sent_at_ms[chat->next] = now_ms;
    chat->next = (chat->next + 1) % CHAT_LINES_MAX;
    chat->sent += chat->sent < CHAT_LINES_MAX;
    return true;
}

static void tell_mute(struct session *session, const struct ruling *mute)
{
    char text[MODERATION_TEXT_SIZE];

    moderation_text(mute, text);
    session_tell(session, text, ROLE_BAD);
}

static const struct ruling *mute_of(const struct session *session)
{
    return moderation_find(&session->sessions->game->moderation, RULING_MUTE,
                           session->account.name);
}

bool reach_is_muted(const struct session *session)
{
    return mute_of(session) != NULL;
}

bool reach_begin(struct session *session, enum reach_kind kind)
{
    const struct reach_row *row = &reach_table[kind];
    const struct ruling *mute = mute_of(session);

    if (!row->is_talk)
        return true;
    if (mute == NULL &&
        spend_talk(&session->commands.chat.budget, session->sessions->base, &session->account))
        return true;
    if (row->is_silent)
        return false;
    if (mute != NULL)
        tell_mute(session, mute);
    else
        session_tell(session, "You talk too fast.", ROLE_BAD);
    return false;
}

/* Stores an act that reached the other player, in place of one older than REACH_PAUSE_MS. False:
   the same act is stored already, or there is no free entry. */
static bool begin_pause(const struct base *base, struct commands_state *commands,
                        int64_t account_id, enum reach_kind kind)
{
    uint64_t now_ms = base->now_ms;
    struct approach *place = NULL;

    for (int i = 0; i < APPROACHES_MAX; i++) {
        struct approach *at = &commands->approaches[i];
        bool is_over = at->account_id == 0 || now_ms - at->at_ms >= REACH_PAUSE_MS;
        if (!is_over && at->account_id == account_id && at->kind == kind)
            return false;
        if (is_over)
            place = at;
    }
    if (place == NULL)
        return false;
    *place = (struct approach){.account_id = account_id, .at_ms = now_ms, .kind = kind};
    return true;
}

enum reach reach_other(const struct session *session, enum reach_kind kind,
                       const struct player_slot *slot, struct session **out)
{
    const struct reach_row *row = &reach_table[kind];
    struct session *other = viewers_player(session->sessions, slot);

    /* A session that watches is told too, because it is an operator's. */
    if (other == NULL || (other->state != SESSION_PLAYING && other->state != SESSION_WATCHING))
        return REACH_AWAY;
    if (row->is_hidden && ignore_hides(&other->preferences.saved, session->account.name))
        return REACH_IGNORED;
    if (row->has_pause &&
        !begin_pause(other->sessions->base, &other->commands, session->account.id, kind))
        return REACH_TOO_SOON;
    *out = other;
    return REACH_DONE;
}

void reach_tell(struct session *other, const char *text, enum role role)
{
    session_tell(other, text, role);
}
