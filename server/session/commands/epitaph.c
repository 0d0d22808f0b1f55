/*
 * Epitaphs. A choice is one word of printable ASCII: blanks are kept as underscores.
 */
#include "server/session/commands/epitaph.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/command.h"
#include "server/session/commands/reach.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/settings.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static const char choice_key[] = "epitaph";

_Static_assert((int)EPITAPH_SIZE <= (int)CHOICE_VALUE_SIZE, "an epitaph is a choice");

bool epitaph_is_key(const char *key)
{
    return strcmp(key, choice_key) == 0;
}

static void replace(char *text, char from, char to)
{
    for (; *text != '\0'; text++) {
        if (*text == from)
            *text = to;
    }
}

static bool read_choice(const struct session *session, char out[EPITAPH_SIZE])
{
    struct choice choice;

    if (!choices_find(preferences_text(&session->preferences.saved), choice_key, &choice))
        return false;
    snprintf(out, EPITAPH_SIZE, "%.*s", EPITAPH_SIZE - 1, choice.value);
    replace(out, '_', ' ');
    return true;
}

void epitaph_read(const struct session *session, char out[EPITAPH_SIZE])
{
    if (reach_is_muted(session) || !read_choice(session, out))
        out[0] = '\0';
}

/* Returns why the text cannot be chosen; NULL: it can. */
static const char *why_not(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < ' ' || *at > '~')
            return "An epitaph has letters, digits and punctuation of ASCII alone.";
    }
    return strlen(text) < EPITAPH_SIZE ? NULL : "Too long: an epitaph has at most 60 letters.";
}

static void tell_chosen(struct session *session)
{
    char text[EPITAPH_SIZE + 64];
    char chosen[EPITAPH_SIZE];

    if (read_choice(session, chosen))
        snprintf(text, sizeof text, "Your epitaph: \"%s\" epitaph off ends it.", chosen);
    else
        snprintf(text, sizeof text, "You have no epitaph: epitaph and a line leaves one.");
    session_tell(session, text, ROLE_TEXT);
}

static void keep(struct session *session, const char *words)
{
    char text[CHOICES_SIZE];
    char value[EPITAPH_SIZE];

    snprintf(text, sizeof text, "%s", preferences_text(&session->preferences.saved));
    snprintf(value, sizeof value, "%s", words);
    replace(value, '_', '-');
    replace(value, ' ', '_');
    if (strcasecmp(words, "off") == 0)
        choices_drop(text, choice_key);
    else if (!settings_put(text, choice_key, value)) {
        session_tell(session, "There is no room for it beside your settings.", ROLE_BAD);
        return;
    }
    preferences_keep(session, text);
    tell_chosen(session);
}

void epitaph_choose(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const char *reason = why_not(words);

    if (words[0] == '\0')
        tell_chosen(session);
    else if (reason != NULL)
        session_tell(session, reason, ROLE_BAD);
    else if (reach_begin(session, REACH_TALK))
        keep(session, words);
}
