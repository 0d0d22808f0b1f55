/*
 * Completion: candidates are offered one after the other, and what those that fit have in common
 * takes the place of what was typed.
 */
#include "server/session/present/line_complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/game/roster.h"
#include "server/session/commands/help_topics.h"
#include "server/session/preferences/setting_table.h"
#include "server/session/present/line_edit.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum {
    WORD_SIZE = 32,
    LISTED_MAX = 12, /* words that are named; the others are counted */
};

/* Kinds of words that completion offers, as bits. */
enum offer {
    OFFER_COMMANDS = 1,
    OFFER_PLAYERS = 2,
    OFFER_SETTINGS = 4,
    OFFER_VALUES = 8, /* of the setting that the word before names */
    OFFER_TOPICS = 16,
    OFFER_DIRECTIONS = 32,
};

struct offer_row {
    enum command_id id;
    unsigned first;    /* offers for the word behind the command, */
    unsigned second;   /* and for the next */
    const char *words; /* for the first as well; NULL: none */
};

static const struct offer_row offer_table[] = {
    {COMMAND_TELL, OFFER_PLAYERS, 0, NULL},
    {COMMAND_FOLLOW, OFFER_PLAYERS, 0, NULL},
    {COMMAND_WHERE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_IGNORE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_RAISE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_EXAMINE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_LOOK, OFFER_PLAYERS | OFFER_DIRECTIONS, 0, NULL},
    {COMMAND_ATTACK, OFFER_DIRECTIONS, 0, NULL},
    {COMMAND_GO, OFFER_DIRECTIONS, 0, "door"},
    {COMMAND_TRAVEL, OFFER_PLAYERS, 0, "down up back grave"},
    {COMMAND_PARTY, 0, OFFER_PLAYERS, "invite join leave list remove"},
    {COMMAND_SET, OFFER_SETTINGS, OFFER_VALUES, "reset"},
    {COMMAND_HELP, OFFER_COMMANDS | OFFER_TOPICS, 0, NULL},
};

/* The word that is being completed, and what fits it. */
struct completion {
    const char *typed; /* in the line */
    size_t length;
    int fitting;
    char common[WORD_SIZE];               /* what all that fit begin with */
    char listed[LINE_COMPLETE_TEXT_SIZE]; /* the first of them */
};

/* How many letters two words begin with in common. */
static size_t common_length(const char *a, const char *b)
{
    size_t length = 0;

    while (a[length] != '\0' &&
           tolower((unsigned char)a[length]) == tolower((unsigned char)b[length]))
        length++;
    return length;
}

static void offer(struct completion *completion, const char *word)
{
    size_t listed = strlen(completion->listed);

    if (strncasecmp(word, completion->typed, completion->length) != 0 ||
        (completion->fitting > 0 && strcasecmp(word, completion->common) == 0))
        return;
    if (completion->fitting == 0)
        snprintf(completion->common, sizeof completion->common, "%s", word);
    else
        completion->common[common_length(completion->common, word)] = '\0';
    completion->fitting++;
    if (completion->fitting <= LISTED_MAX && listed + WORD_SIZE < sizeof completion->listed)
        snprintf(completion->listed + listed, sizeof completion->listed - listed, "%s%s",
                 listed > 0 ? ", " : "", word);
}

/* Words with a blank between. */
static void offer_each(struct completion *completion, const char *words)
{
    char word[WORD_SIZE];

    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        offer(completion, word);
        words += length + strspn(words + length, " ");
    }
}

static void offer_commands(struct completion *completion)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];

    while (command_next_word(&words, word)) {
        /* A sign needs no completion, and a letter is none. */
        if (strlen(word) > 2)
            offer(completion, word);
    }
}

static void offer_players(const struct session *session, struct completion *completion)
{
    const struct roster *roster = session->sessions->game->roster;

    for (uint32_t i = 0; i < roster->seat_count; i++) {
        const struct delver *delver =
            world_delver(session->sessions->game->world, roster->seats[i].actor);
        if (roster->seats[i].state != SEAT_FREE && delver != NULL)
            offer(completion, delver->name);
    }
}

static void offer_settings(struct completion *completion)
{
    const struct setting_row *row;

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++)
        offer(completion, row->name);
}

static void offer_values(struct completion *completion, const char *setting)
{
    char name[WORD_SIZE];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, " "), setting);
    const struct setting_row *row = setting_find(name);
    if (row != NULL)
        offer_each(completion, row->values);
}

static void offer_topics(struct completion *completion)
{
    const struct help_topic *topic;

    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++)
        offer(completion, topic->name);
}

static void offer_directions(struct completion *completion)
{
    for (enum dir dir = 0; dir < DIR_COUNT; dir++) {
        if (dir != DIR_NONE)
            offer(completion, dir_name(dir));
    }
}

/* `before`: the word that stands before the one that is completed. */
static void offer_all(const struct session *session, unsigned offers, const char *before,
                      struct completion *completion)
{
    if ((offers & OFFER_COMMANDS) != 0)
        offer_commands(completion);
    if ((offers & OFFER_PLAYERS) != 0)
        offer_players(session, completion);
    if ((offers & OFFER_SETTINGS) != 0)
        offer_settings(completion);
    if ((offers & OFFER_VALUES) != 0)
        offer_values(completion, before);
    if ((offers & OFFER_TOPICS) != 0)
        offer_topics(completion);
    if ((offers & OFFER_DIRECTIONS) != 0)
        offer_directions(completion);
}

/* Offers the words that may follow a command; `number` counts the words behind it, from 0. */
static void offer_argument(const struct session *session, enum command_id id, int number,
                           const char *before, struct completion *completion)
{
    if (number == 0 && id != COMMAND_NONE && command_row(id)->takes_direction)
        offer_directions(completion);
    for (size_t i = 0; i < sizeof offer_table / sizeof offer_table[0]; i++) {
        const struct offer_row *row = &offer_table[i];
        if (row->id != id || number > 1)
            continue;
        if (number == 0 && row->words != NULL)
            offer_each(completion, row->words);
        offer_all(session, number == 0 ? row->first : row->second, before, completion);
    }
}

/* Puts in what is clear; else says what fits. */
static void settle(struct line_input *line, size_t from, const struct completion *completion,
                   char *out)
{
    char text[WORD_SIZE + 1];
    bool is_clear = completion->fitting == 1;

    if (completion->fitting == 0)
        return;
    snprintf(text, sizeof text, "%s%s", completion->common,
             is_clear && line->text[line->cursor] != ' ' ? " " : "");
    if (is_clear || strlen(completion->common) > completion->length) {
        (void)line_edit_swap(line, from, text);
        return;
    }
    int more = completion->fitting - LISTED_MAX;
    snprintf(out, LINE_COMPLETE_TEXT_SIZE, "%.160s", completion->listed);
    if (more > 0) {
        size_t length = strlen(out);
        snprintf(out + length, LINE_COMPLETE_TEXT_SIZE - length, " and %d more", more);
    }
}

void line_complete(struct session *session, enum command_id id, char out[LINE_COMPLETE_TEXT_SIZE])
{
    struct line_input *line = &session->present.line;
    struct completion completion = {.fitting = 0};
    char error[COMMAND_ERROR_SIZE];
    size_t from = line->cursor;
    size_t before = 0; /* where the word before begins */
    int number = 0;    /* of words before */

    out[0] = '\0';
    while (from > 0 && line->text[from - 1] != ' ')
        from--;
    for (size_t at = 0; at < from;) {
        size_t start = at + strspn(line->text + at, " ");
        if (start >= from)
            break;
        before = start;
        number++;
        at = start + strcspn(line->text + start, " ");
    }
    completion.typed = line->text + from;
    completion.length = line->cursor - from;
    if (id != COMMAND_LINE)
        offer_argument(session, id, number, line->text + before, &completion);
    else if (number == 0)
        offer_commands(&completion);
    else
        offer_argument(session, command_find(line->text, error), number - 1, line->text + before,
                       &completion);
    settle(line, from, &completion, out);
}
