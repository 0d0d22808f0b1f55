/*
 * Choices as words in a text.
 */
#include "server/session/preferences/choices.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

/* A word split at its first '='. False: it is no choice. */
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

/* Takes out the word of `length` at `word` with the blanks behind it. */
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

    CHECK(strlen(key) < CHOICE_WORD_SIZE && strlen(value) < CHOICE_WORD_SIZE);
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
