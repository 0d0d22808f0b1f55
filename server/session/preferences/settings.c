/*
 * Settings of a player: the words of `set`, and how a choice is kept
 * (server/session/preferences/preferences.h).
 */
#include "server/session/preferences/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/session/commands/commands.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/reach.h"
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/setting_table.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"

enum {
    VALUES_SIZE = 64, /* bytes of a list of values as people read it */
    VALUES_MAX = 8,   /* of a setting */
};

static bool is_known(const char *key)
{
    return setting_find(key) != NULL || strcmp(key, hints_key) == 0 || ignore_owns_key(key) ||
           slot_owns_key(key);
}

/* "on off" as "on or off", "a b c" as "a, b or c". */
static const char *list_values(const char *values, char out[VALUES_SIZE])
{
    size_t length = 0;

    for (const char *at = values; *at != '\0';) {
        size_t word = strcspn(at, " ");
        const char *rest = at + word + strspn(at + word, " ");
        const char *before = at == values ? "" : *rest == '\0' ? " or " : ", ";
        length +=
            (size_t)snprintf(out + length, VALUES_SIZE - length, "%s%.*s", before, (int)word, at);
        if (length >= VALUES_SIZE)
            break;
        at = rest;
    }
    return out;
}

/* "256", or "auto (256 here)". */
static const char *describe_value(const struct session *session, const struct setting_row *row,
                                  char *out, size_t out_size)
{
    const char *meaning = row->explain == NULL ? "" : row->explain(session);

    if (meaning[0] == '\0')
        snprintf(out, out_size, "%s", row->get(session));
    else
        snprintf(out, out_size, "%s (%s here)", row->get(session), meaning);
    return out;
}

/* One a line: padded columns, or a sentence each. */
static void list_all(const struct session *session, char *out, size_t out_size)
{
    bool is_table = display_text_form(session) == TEXT_TABLE;
    const struct setting_row *row;
    char value[2 * CHOICE_WORD_SIZE];
    char values[VALUES_SIZE];
    size_t length = 0;

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        (void)list_values(row->values, values);
        (void)describe_value(session, row, value, sizeof value);
        length += (size_t)snprintf(out + length, out_size - length,
                                   is_table ? "%-11s %-17s %s\n" : "%s is %s. Values: %s.\n",
                                   row->name, value, values);
    }
    snprintf(out + length, out_size - length,
             "Change: set colour 256. Explain: set colour.\n"
             "Restore the defaults: set reset. Your choices are saved with your player.\n");
}

/* A choice that has no room takes that of words which nobody here knows. */
static void keep(struct session *session, const struct setting_row *row)
{
    const char *value = row->get(session);
    char text[CHOICES_SIZE];

    if (row->first == NULL)
        return;
    snprintf(text, sizeof text, "%s", preferences_text(session));
    if (strcmp(value, row->first) == 0) {
        choices_drop(text, row->name);
    } else {
        while (!choices_put(text, row->name, value) && choices_drop_unknown(text, is_known))
            continue;
    }
    preferences_keep(session, text);
}

static void reset_all(struct session *session)
{
    const struct setting_row *row;
    char text[CHOICES_SIZE];

    snprintf(text, sizeof text, "%s", preferences_text(session));
    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        if (row->first == NULL)
            continue;
        choices_drop(text, row->name);
        row->set(session, row->first);
    }
    preferences_keep(session, text);
}

void settings_apply_kept(struct session *session)
{
    const char *at = preferences_text(session);
    struct choice choice;

    while (choices_next(&at, &choice)) {
        const struct setting_row *row = setting_find(choice.key);
        if (row != NULL && row->first != NULL &&
            (row->can == NULL || row->can(session, choice.value)))
            row->set(session, choice.value);
    }
}

/* Copies the first word, in lower case, and returns what follows it. */
static const char *take_word(const char *words, char *out)
{
    size_t length = strcspn(words, " ");
    size_t kept = length < CHOICE_WORD_SIZE - 1 ? length : CHOICE_WORD_SIZE - 1;

    for (size_t i = 0; i < kept; i++)
        out[i] = words[i] >= 'A' && words[i] <= 'Z' ? (char)(words[i] - 'A' + 'a') : words[i];
    out[kept] = '\0';
    words += length;
    return words + strspn(words, " ");
}

/* "mode: line (how the game is shown; screen, line or reader)." */
static void explain(const struct setting_row *row, const char *value, char *out, size_t out_size)
{
    int help_length = (int)strlen(row->help) - 1; /* without its full stop */
    char values[VALUES_SIZE];

    snprintf(out, out_size, "%s: %s (%c%.*s; %s).\n", row->name, value,
             tolower((unsigned char)row->help[0]), help_length - 1, row->help + 1,
             list_values(row->values, values));
}

static void change(struct session *session, const struct setting_row *row, const char *value,
                   char *out, size_t out_size)
{
    char described[2 * CHOICE_WORD_SIZE];
    const char *refusal = row->refuse == NULL ? NULL : row->refuse(session, value);

    if (refusal != NULL) {
        snprintf(out, out_size, "%s\n", refusal);
        return;
    }
    if (!row->set(session, value)) {
        snprintf(out, out_size, "%s takes %s.\n", row->name, list_values(row->values, described));
        return;
    }
    keep(session, row);
    snprintf(out, out_size, "%s %s %s.\n", row->name,
             row->name[strlen(row->name) - 1] == 's' ? "are" : "is",
             describe_value(session, row, described, sizeof described));
}

void settings_apply(struct session *session, const char *words, char *out, size_t out_size)
{
    char name[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];

    const char *rest = take_word(take_word(words, name), value);
    const struct setting_row *row = setting_find(name);
    if (name[0] == '\0') {
        list_all(session, out, out_size);
    } else if (strcmp(name, "reset") == 0 && value[0] == '\0') {
        reset_all(session);
        snprintf(out, out_size, "All settings are back to their defaults, except mode.\n");
    } else if (row == NULL) {
        snprintf(out, out_size, "No setting \"%s\". Type set to list them.\n", name);
    } else if (value[0] == '\0') {
        char described[2 * CHOICE_WORD_SIZE];
        explain(row, describe_value(session, row, described, sizeof described), out, out_size);
    } else {
        /* A value is one word. */
        change(session, row, rest[0] == '\0' ? value : "", out, out_size);
    }
}

void settings_run(struct session *session, const struct command *command)
{
    const struct presentation *mode = presentation_table[session->mode];
    char text[COMMANDS_TEXT_MAX];

    if (command->rest[0] == '\0' && mode->choose != NULL) {
        mode->choose(session);
        return;
    }
    settings_apply(session, command->rest, text, sizeof text);
    mode->answer(session, text);
}

bool settings_describe(const struct session *session, size_t number, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char value[2 * CHOICE_WORD_SIZE];

    if (row == NULL)
        return false;
    snprintf(out, out_size, "%-11s %s", row->name,
             describe_value(session, row, value, sizeof value));
    return true;
}

void settings_explain(size_t number, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char values[VALUES_SIZE];

    out[0] = '\0';
    if (row != NULL)
        snprintf(out, out_size, "%s Values: %s.", row->help, list_values(row->values, values));
}

/* The word before (-1) or behind (1) `value` among the values, around the ends. */
static void next_value(const char *values, const char *value, int step, char *out)
{
    char words[VALUES_MAX][CHOICE_WORD_SIZE];
    int count = 0;
    int at = 0;

    for (const char *rest = values; *rest != '\0' && count < VALUES_MAX; count++) {
        rest = take_word(rest, words[count]);
        if (strcmp(words[count], value) == 0)
            at = count;
    }
    memcpy(out, words[(at + step + count) % count], CHOICE_WORD_SIZE);
}

void settings_step(struct session *session, size_t number, int step, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char value[CHOICE_WORD_SIZE];

    out[0] = '\0';
    if (row == NULL)
        return;
    next_value(row->values, row->get(session), step, value);
    change(session, row, value, out, out_size);
}
