/*
 * Ignored players: a choice "ignore.NAME=on" each.
 */
#include "server/session/commands/ignore.h"

#include <stdio.h>
#include <string.h>

#include "server/session/commands/players.h"
#include "server/session/preferences/preferences.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
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

bool ignore_hides(const struct session *session, const char *name)
{
    struct choice choice;
    char key[IGNORE_KEY_SIZE];

    ignore_write_key(name, key);
    return choices_find(preferences_text(session), key, &choice);
}

/* The names with commas between them, and their number. */
static int list_names(const struct session *session, char *out, size_t out_size)
{
    const char *at = preferences_text(session);
    struct choice choice;
    size_t length = 0;
    int count = 0;

    out[0] = '\0';
    while (choices_next(&at, &choice)) {
        if (!ignore_owns_key(choice.key))
            continue;
        length += (size_t)snprintf(out + length, out_size - length, "%s%s", count > 0 ? ", " : "",
                                   choice.key + strlen(KEY_PREFIX));
        count++;
    }
    return count;
}

static void tell_list(struct session *session)
{
    char names[LIST_SIZE];
    char text[LIST_SIZE + 32];

    if (list_names(session, names, sizeof names) == 0)
        snprintf(text, sizeof text, "You ignore nobody. ignore NAME hides what a player says.");
    else
        snprintf(text, sizeof text, "You ignore %s.", names);
    session_tell(session, text, ROLE_TEXT);
}

/* The name of another player, online or not; false, and said why, if it is none. */
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

    snprintf(choices, sizeof choices, "%s", preferences_text(session));
    ignore_write_key(name, key);
    if (list_names(session, names, sizeof names) >= IGNORED_MAX) {
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

    snprintf(choices, sizeof choices, "%s", preferences_text(session));
    ignore_write_key(name, key);
    choices_drop(choices, key);
    snprintf(text, sizeof text, "You hear %s again.", name);
    keep(session, choices, text);
}

/* The name of an ignored player as it is kept, online or not, or of a player that is there no more;
   false: it is none. */
static bool find_ignored(const struct session *session, const char *typed,
                         char out[NAME_LENGTH_MAX + 1])
{
    return name_normalise(typed, out) == ERR_OK && ignore_hides(session, out);
}

void ignore_toggle(struct session *session, const char *typed)
{
    char name[NAME_LENGTH_MAX + 1];

    if (typed[0] == '\0')
        tell_list(session);
    else if (find_ignored(session, typed, name))
        end(session, name);
    else if (!find_other(session, typed, name))
        return;
    else if (ignore_hides(session, name))
        end(session, name);
    else
        begin(session, name);
}

void ignore_rename(struct session *session, const char *before, const char *name)
{
    char choices[CHOICES_SIZE];
    char key[IGNORE_KEY_SIZE];

    if (!ignore_hides(session, before))
        return;
    snprintf(choices, sizeof choices, "%s", preferences_text(session));
    ignore_write_key(before, key);
    choices_drop(choices, key);
    ignore_write_key(name, key);
    (void)choices_put(choices, key, "on");
    preferences_keep(session, choices);
}
