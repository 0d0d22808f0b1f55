/*
 * A player's choices. The text is changed in a copy, which then replaces it in the session and goes
 * into the change set of the next save.
 */
#include "server/session/preferences/preferences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* Splits a word at its first '='. False: it is no choice. */
static bool split(const char *word, size_t length, struct choice *out)
{
    const char *sign = memchr(word, '=', length);

    if (sign == NULL)
        return false;
    size_t key_length = (size_t)(sign - word);
    size_t value_length = length - key_length - 1;
    if (key_length == 0 || key_length >= sizeof out->key || value_length == 0 ||
        value_length >= sizeof out->value)
        return false;
    memcpy(out->key, word, key_length);
    out->key[key_length] = '\0';
    memcpy(out->value, sign + 1, value_length);
    out->value[value_length] = '\0';
    return true;
}

bool choices_next(const char **at, struct choice *out)
{
    bool is_choice = false;

    while (!is_choice) {
        *at += strspn(*at, " ");
        size_t length = strcspn(*at, " ");
        if (length == 0)
            return false;
        is_choice = split(*at, length, out);
        *at += length;
    }
    return true;
}

bool choices_find(const char *text, const char *key, struct choice *out)
{
    while (choices_next(&text, out)) {
        if (strcmp(out->key, key) == 0)
            return true;
    }
    return false;
}

/* Removes the word of `length` at `word` with the blanks after it. */
static void cut(char *text, char *word, size_t length)
{
    char *next = word + length;

    next += strspn(next, " ");
    memmove(word, next, strlen(next) + 1);
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--)
        text[end - 1] = '\0';
}

void choices_drop(char text[CHOICES_SIZE], const char *key)
{
    size_t key_length = strlen(key);

    for (char *word = text + strspn(text, " "); *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (length > key_length && strncmp(word, key, key_length) == 0 && word[key_length] == '=') {
            cut(text, word, length);
            continue;
        }
        word += length;
        word += strspn(word, " ");
    }
}

bool choices_drop_unknown(char text[CHOICES_SIZE], bool (*is_known)(const char *key))
{
    struct choice choice;

    for (char *word = text + strspn(text, " "); *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (!split(word, length, &choice) || !is_known(choice.key)) {
            cut(text, word, length);
            return true;
        }
        word += length;
        word += strspn(word, " ");
    }
    return false;
}

bool choices_put(char text[CHOICES_SIZE], const char *key, const char *value)
{
    char changed[CHOICES_SIZE];
    size_t length;

    CHECK(strlen(key) < CHOICE_WORD_SIZE && strlen(value) < CHOICE_VALUE_SIZE);
    memcpy(changed, text, strlen(text) + 1);
    choices_drop(changed, key);
    length = strlen(changed);
    int added = snprintf(changed + length, sizeof changed - length, "%s%s=%s",
                         length > 0 ? " " : "", key, value);
    if (length + (size_t)added >= sizeof changed)
        return false;
    memcpy(text, changed, length + (size_t)added + 1);
    return true;
}

_Static_assert((int)CHOICES_SIZE == (int)SETTINGS_ROW_SIZE, "as it is handed over");

const char *preferences_text(const struct saved_preferences *saved)
{
    const char *text = saved->text;

    return text == NULL ? "" : text;
}

void preferences_release(struct saved_preferences *saved)
{
    free(saved->text);
    *saved = (struct saved_preferences){.text = NULL};
}

/* Sets the text. False: out of memory, and the text is unchanged. */
static bool set_text(struct saved_preferences *saved, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        return false;
    free(saved->text);
    saved->text = copy;
    return true;
}

void preferences_take(struct saved_preferences *saved, const struct log *log,
                      const struct account_record *account, const char *settings, bool is_lost)
{
    preferences_release(saved);
    saved->is_lost = is_lost || !set_text(saved, settings);
    if (is_lost)
        LOG(log, LOG_ERROR, "settings.damaged", log_text("name", account->name));
}

void preferences_take_over(struct session *session, struct session *older)
{
    preferences_release(&session->preferences.saved);
    session->preferences.saved = older->preferences.saved;
    older->preferences.saved = (struct saved_preferences){.text = NULL};
}

void preferences_keep(struct session *session, const char text[CHOICES_SIZE])
{
    struct sessions *sessions = session->sessions;

    if (!set_text(&session->preferences.saved, text) ||
        change_set_put_settings(persist_changes(sessions->persist), session->account.id, text) !=
            ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "settings.save-failed",
            log_text("error", err_name(ERR_MEMORY)), log_number("id", session->account.id));
}
