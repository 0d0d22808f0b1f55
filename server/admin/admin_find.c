/*
 * A typed line becomes a row of the table of operators' commands and its arguments. A beginning of
 * a word is enough if no other word begins so; an unknown word is answered with the probable one,
 * by a table of other names and by similarity.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "server/admin/admin_table.h"

enum { WORDS_MAX = 128, WORD_SIZE = 24, TYPED_MAX = 40 };

/* Slips after which a word still counts as similar: of a short word few letters would be left. */
enum { SHORT_LENGTH = 4, SHORT_DISTANCE_MAX = 1, DISTANCE_MAX = 2 };

/* A command of another server, with ours for the same. */
struct other_name {
    const char *typed;
    const char *ours;
};

static const struct other_name other_names[] = {
    {"broadcast", "announce"},
    {"say", "announce"},
    {"wall", "announce"},
    {"dump", "backup"},
    {"bgsave", "backup"},
    {"summon", "bring"},
    {"check", "doctor"},
    {"health", "doctor"},
    {"delete", "forget"},
    {"remove", "forget"},
    {"history", "audit"},
    {"log", "audit"},
    {"op", "role"},
    {"teleport", "send"},
    {"tp", "send"},
    {"config", "set"},
    {"settings", "set"},
    {"halt", "shutdown"},
    {"restart", "shutdown"},
    {"stop", "shutdown"},
    {"give", "spawn"},
    {"info", "status"},
    {"stats", "status"},
    {"pardon", "unban"},
    {"clients", "who"},
    {"online", "who"},
    {"players", "who"},
};

/* First or second words that a line may have at one place, each once. */
struct choices {
    char memory[WORDS_MAX][WORD_SIZE];
    const char *words[WORDS_MAX];
    size_t count;
};

/* A word of the line in lower case, cut to the length of our longest word. */
struct typed {
    char text[TYPED_MAX + 1];
    size_t length;
};

static const char *take_word(const char *line, struct typed *out)
{
    line += strspn(line, " ");
    size_t length = strcspn(line, " ");

    out->length = length < TYPED_MAX ? length : TYPED_MAX;
    for (size_t i = 0; i < out->length; i++)
        out->text[i] = (char)tolower((unsigned char)line[i]);
    out->text[out->length] = '\0';
    return line + length;
}

static size_t first_length(const struct admin_row *row)
{
    return strcspn(row->word, " ");
}

/* Returns the second word of a row; "" if it has one word. */
static const char *second_of(const struct admin_row *row)
{
    const char *rest = row->word + first_length(row);

    return rest[0] == ' ' ? rest + 1 : rest;
}

static bool has_first(const struct admin_row *row, const char *first)
{
    return strlen(first) == first_length(row) && strncmp(row->word, first, strlen(first)) == 0;
}

static void add_choice(struct choices *choices, const char *word, size_t length)
{
    CHECK(length < WORD_SIZE);
    for (size_t i = 0; i < choices->count; i++) {
        if (strlen(choices->words[i]) == length && strncmp(choices->words[i], word, length) == 0)
            return;
    }
    CHECK(choices->count < WORDS_MAX);
    char *place = choices->memory[choices->count];
    memcpy(place, word, length);
    place[length] = '\0';
    choices->words[choices->count++] = place;
}

/* Returns our command for another server's; NULL: there is none. */
static const char *find_other_name(const char *typed)
{
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++) {
        if (strcmp(other_names[i].typed, typed) == 0)
            return other_names[i].ours;
    }
    return NULL;
}

static void explain_unknown(const struct choices *choices, const char *before, const char *typed,
                            char *message)
{
    int distance_max = strlen(typed) > SHORT_LENGTH ? DISTANCE_MAX : SHORT_DISTANCE_MAX;
    const char *nearest = before[0] == '\0' ? find_other_name(typed) : NULL;

    if (nearest == NULL)
        nearest = nearest_word(typed, choices->words, choices->count, distance_max);

    if (nearest == NULL)
        snprintf(message, ADMIN_MESSAGE_SIZE, "No command \"%s%s\". Type help for a list.", before,
                 typed);
    else
        snprintf(message, ADMIN_MESSAGE_SIZE, "No command \"%s%s\". Did you mean: %s%s?", before,
                 typed, before, nearest);
}

static void list_choices(const struct choices *choices, const char *prefix, char *message,
                         size_t length)
{
    const char *separator = ": ";

    for (size_t i = 0; i < choices->count && length < ADMIN_MESSAGE_SIZE - WORD_SIZE - 4; i++) {
        if (strncmp(choices->words[i], prefix, strlen(prefix)) != 0)
            continue;
        length += (size_t)snprintf(message + length, ADMIN_MESSAGE_SIZE - length, "%s%s", separator,
                                   choices->words[i]);
        separator = ", ";
    }
    snprintf(message + length, ADMIN_MESSAGE_SIZE - length, ".");
}

/* Returns the choice that was typed, in full or in part; NULL, with `message` filled in: none or
   several fit. `before` is the part of the command that is already known. */
static const char *choose(const struct choices *choices, const char *before,
                          const struct typed *typed, char *message)
{
    const char *found = NULL;
    size_t matches = 0;

    for (size_t i = 0; i < choices->count; i++) {
        if (strcmp(choices->words[i], typed->text) == 0)
            return choices->words[i];
        if (strncmp(choices->words[i], typed->text, typed->length) != 0)
            continue;
        found = choices->words[i];
        matches++;
    }
    if (typed->length > 0 && matches == 1)
        return found;
    if (matches == 0) {
        explain_unknown(choices, before, typed->text, message);
        return NULL;
    }
    /* Nothing was typed: the message names the known part, without the blank after it. */
    int known = (int)strlen(before) - (typed->length == 0 ? 1 : 0);
    size_t length = (size_t)snprintf(message, ADMIN_MESSAGE_SIZE,
                                     typed->length == 0 ? "\"%.*s%s\" wants another word"
                                                        : "\"%.*s%s\" could mean",
                                     known, before, typed->text);
    list_choices(choices, typed->text, message, length);
    return NULL;
}

static const struct admin_row *find_row(const struct admin_row *rows, size_t count,
                                        const char *first, const char *second)
{
    for (size_t i = 0; i < count; i++) {
        if (has_first(&rows[i], first) && strcmp(second_of(&rows[i]), second) == 0)
            return &rows[i];
    }
    return NULL;
}

/* Explains the second word of a command that was typed alone: "regen" for "level regen". Leaves
   `message` unchanged for other words. */
static void explain_second(const struct admin_row *rows, size_t count, const struct typed *typed,
                           char *message)
{
    const struct admin_row *meant = NULL;
    int matches = 0;

    for (size_t i = 0; i < count; i++) {
        if (strcmp(second_of(&rows[i]), typed->text) == 0 && ++matches == 1)
            meant = &rows[i];
    }
    if (typed->length > 0 && matches == 1)
        snprintf(message, ADMIN_MESSAGE_SIZE, "No command \"%s\". Did you mean: %s?", typed->text,
                 meant->word);
}

enum err admin_table_find(const struct admin_row *rows, size_t count, const char *line,
                          const struct admin_row **out, const char **out_rest,
                          char message[ADMIN_MESSAGE_SIZE])
{
    struct choices firsts = {.count = 0};
    struct choices seconds = {.count = 0};
    struct typed typed;
    char before[WORD_SIZE + 1];

    const char *rest = take_word(line, &typed);
    for (size_t i = 0; i < count; i++)
        add_choice(&firsts, rows[i].word, first_length(&rows[i]));
    if (typed.length == 0) {
        snprintf(message, ADMIN_MESSAGE_SIZE, "No command was given. Type help for a list.");
        return ERR_UNKNOWN;
    }
    const char *first = choose(&firsts, "", &typed, message);
    if (first == NULL) {
        explain_second(rows, count, &typed, message);
        return ERR_UNKNOWN;
    }
    for (size_t i = 0; i < count; i++) {
        const char *second = second_of(&rows[i]);
        if (has_first(&rows[i], first) && second[0] != '\0')
            add_choice(&seconds, second, strlen(second));
    }

    const char *after = take_word(rest, &typed);
    const struct admin_row *alone = find_row(rows, count, first, "");
    const struct admin_row *both =
        typed.length == 0 ? NULL : find_row(rows, count, first, typed.text);
    if (both == NULL && alone == NULL) {
        snprintf(before, sizeof before, "%s ", first);
        const char *second = choose(&seconds, before, &typed, message);
        if (second == NULL)
            return ERR_UNKNOWN;
        both = find_row(rows, count, first, second);
    }
    *out = both != NULL ? both : alone;
    *out_rest = both != NULL ? after : rest;
    return ERR_OK;
}

bool admin_table_is_in_full(const struct admin_row *row, const char *line)
{
    struct typed typed;

    (void)take_word(line, &typed);
    return has_first(row, typed.text);
}

const struct admin_row *admin_table_family(const struct admin_row *rows, size_t count,
                                           const char *text)
{
    struct choices firsts = {.count = 0};
    struct typed typed;
    char message[ADMIN_MESSAGE_SIZE];
    const char *rest = take_word(text, &typed);

    for (size_t i = 0; i < count; i++)
        add_choice(&firsts, rows[i].word, first_length(&rows[i]));
    const char *first = typed.length == 0 || rest[strspn(rest, " ")] != '\0'
                            ? NULL
                            : choose(&firsts, "", &typed, message);
    for (size_t i = 0; first != NULL && i < count; i++) {
        if (has_first(&rows[i], first))
            return second_of(&rows[i])[0] == '\0' ? NULL : &rows[i];
    }
    return NULL;
}

void admin_table_usage(const struct admin_row *row, char out[ADMIN_MESSAGE_SIZE])
{
    snprintf(out, ADMIN_MESSAGE_SIZE, "%s%s%s", row->word, row->arguments[0] == '\0' ? "" : " ",
             row->arguments);
}

/* Cuts the quotes off a word of `length` bytes, "\"ada\""; returns its start. */
static char *cut_quotes(char *word, size_t length)
{
    if (length < 3 || (word[0] != '"' && word[0] != '\'') || word[length - 1] != word[0])
        return word;
    word[length - 1] = '\0';
    return word + 1;
}

enum err admin_table_split(const struct admin_row *row, const char *rest,
                           struct admin_arguments *out, char message[ADMIN_MESSAGE_SIZE])
{
    char usage[ADMIN_MESSAGE_SIZE];
    size_t length = strlen(rest);

    CHECK(length <= ADMIN_LINE_MAX && row->count_max <= ADMIN_ARGUMENTS_MAX);
    memcpy(out->text, rest, length + 1);
    out->count = 0;
    char *at = out->text + strspn(out->text, " ");
    while (*at != '\0' && out->count < row->count_max) {
        out->words[out->count++] = at;
        if (row->takes_rest && out->count == row->count_max) {
            at += strlen(at);
            break;
        }
        size_t word = strcspn(at, " ");
        bool is_last = at[word] == '\0';
        at[word] = '\0';
        out->words[out->count - 1] = cut_quotes(at, word);
        at += word;
        if (is_last)
            break;
        at++;
        at += strspn(at, " ");
    }
    if (*at == '\0' && out->count >= row->count_min)
        return ERR_OK;
    admin_table_usage(row, usage);
    snprintf(message, ADMIN_MESSAGE_SIZE, "Usage: %.200s", usage);
    return ERR_RANGE;
}

const char *admin_table_other_word(size_t number)
{
    return number < sizeof other_names / sizeof other_names[0] ? other_names[number].typed : NULL;
}
