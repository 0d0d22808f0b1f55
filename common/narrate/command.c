/*
 * Parsing of a line of words.
 */
#include "narrate/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "base/utf8.h"
#include "world/level.h"

struct direction_row {
    const char *word;
    enum dir dir;
};

// clang-format off
static const struct direction_row direction_table[] = {
    {"n", DIR_NORTH}, {"north", DIR_NORTH}, {"s", DIR_SOUTH}, {"south", DIR_SOUTH},
    {"e", DIR_EAST}, {"east", DIR_EAST}, {"w", DIR_WEST}, {"west", DIR_WEST},
    {"ne", DIR_NORTHEAST}, {"northeast", DIR_NORTHEAST},
    {"nw", DIR_NORTHWEST}, {"northwest", DIR_NORTHWEST},
    {"se", DIR_SOUTHEAST}, {"southeast", DIR_SOUTHEAST},
    {"sw", DIR_SOUTHWEST}, {"southwest", DIR_SOUTHWEST},
};
// clang-format on

enum {
    DIRECTION_COUNT = sizeof direction_table / sizeof direction_table[0],
    ENTRIES_MAX = 2 * COMMAND_COUNT + DIRECTION_COUNT,
    TYPED_WIDTH_MAX = 20, /* most cells of the typed text in an error */
    TYPED_SIZE = 4 * TYPED_WIDTH_MAX + 1,
    /* least letters of a word that is compared; shorter ones are near to many words */
    LENGTH_MIN = 3,
    TWO_SLIPS_MIN = 4, /* least letters of a word in which two slips are accepted */
    LONG_WORD = 6,     /* least letters of a word in which a slip may change the first letter */
};

/* A part of the line. */
struct word {
    const char *text;
    size_t length;
};

/* A word that may begin a line, and its meaning. */
struct entry {
    struct word word;
    enum command_id id;
    enum dir dir;
};

static struct word next_word(const char **line)
{
    const char *start = *line + strspn(*line, " ");
    size_t length = strcspn(start, " ");

    *line = start + length;
    *line += strspn(*line, " ");
    return (struct word){start, length};
}

static bool next_entry(struct command_words *words, struct entry *out)
{
    for (; words->id < COMMAND_COUNT; words->id++, words->at = NULL) {
        if (words->at == NULL)
            words->at = command_row(words->id)->words;
        if (*words->at == '\0')
            continue;
        *out = (struct entry){next_word(&words->at), words->id, DIR_NONE};
        return true;
    }
    if (words->direction == DIRECTION_COUNT)
        return false;
    const struct direction_row *row = &direction_table[words->direction++];
    *out = (struct entry){{row->word, strlen(row->word)}, COMMAND_MOVE, row->dir};
    return true;
}

bool command_next_word(struct command_words *words, char out[COMMAND_WORD_SIZE])
{
    struct entry entry;

    if (!next_entry(words, &entry))
        return false;
    CHECK(entry.word.length < COMMAND_WORD_SIZE);
    memcpy(out, entry.word.text, entry.word.length);
    out[entry.word.length] = '\0';
    return true;
}

static bool begins_with(struct word candidate, struct word word)
{
    if (word.length > candidate.length)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (tolower((unsigned char)word.text[i]) != candidate.text[i])
            return false;
    }
    return true;
}

static bool fits(const struct entry *entry, struct word word)
{
    return begins_with(entry->word, word) &&
           (entry->word.length == word.length || !command_row(entry->id)->is_spelled_out);
}

static bool means_the_same(const struct entry *a, const struct entry *b)
{
    return a->id == b->id && a->dir == b->dir;
}

/*
 * Finds the entry with exactly that word, else the only meaning with a word that begins so. Returns
 * the number of meanings that fit; *out is such an entry, or COMMAND_NONE.
 */
static int find_entry(struct word word, struct entry *out)
{
    struct command_words words = {.id = COMMAND_NONE};
    struct entry entry;
    int matches = 0;

    *out = (struct entry){.id = COMMAND_NONE};
    while (next_entry(&words, &entry)) {
        if (word.length == 0 || !fits(&entry, word))
            continue;
        if (entry.word.length == word.length) {
            *out = entry;
            return 1;
        }
        if (matches == 0 || !means_the_same(out, &entry))
            matches++;
        *out = entry;
    }
    return matches;
}

enum dir command_direction(const char *text, size_t length)
{
    struct word word = {text, length};

    for (size_t i = 0; i < DIRECTION_COUNT; i++) {
        struct word candidate = {direction_table[i].word, strlen(direction_table[i].word)};
        if (candidate.length == length && begins_with(candidate, word))
            return direction_table[i].dir;
    }
    return DIR_NONE;
}

/* Lists the words that begin with the typed one: "close, commands, cancel". */
static void explain_ambiguous(struct word word, const char *typed, char *error)
{
    struct command_words words = {.id = COMMAND_NONE};
    struct entry last = {.id = COMMAND_NONE};
    struct entry entry;
    size_t length = (size_t)snprintf(error, COMMAND_ERROR_SIZE, "\"%s\" could mean", typed);

    while (next_entry(&words, &entry) && length < COMMAND_ERROR_SIZE - COMMAND_WORD_SIZE) {
        if (!fits(&entry, word) || means_the_same(&entry, &last))
            continue;
        length += (size_t)snprintf(error + length, COMMAND_ERROR_SIZE - length, "%s %.*s",
                                   last.id == COMMAND_NONE ? ":" : ",", (int)entry.word.length,
                                   entry.word.text);
        last = entry;
    }
    snprintf(error + length, COMMAND_ERROR_SIZE - length, ".");
}

/*
 * True if a word of the vocabulary should be compared with `lower` of `length` letters. Two slips
 * turn a short word into almost any other, "exit" into "wait", so its first letter must be right.
 */
static bool is_comparable(struct word candidate, const char *lower, size_t length, int distance_max)
{
    if (distance_max < 2 || candidate.length >= LONG_WORD || length >= LONG_WORD)
        return candidate.length >= LENGTH_MIN;
    return candidate.length >= TWO_SLIPS_MIN && length >= TWO_SLIPS_MIN &&
           candidate.text[0] == lower[0];
}

/* Writes the word with the fewest slips from `lower` to `out`. False: none is near. */
static bool find_near(const char *lower, int distance_max, char *out)
{
    struct command_words words = {.id = COMMAND_NONE};
    struct entry entry;
    const char *names[ENTRIES_MAX];
    char name_memory[ENTRIES_MAX][COMMAND_WORD_SIZE];
    size_t count = 0;

    while (next_entry(&words, &entry)) {
        if (!is_comparable(entry.word, lower, strlen(lower), distance_max))
            continue;
        CHECK(count < ENTRIES_MAX && entry.word.length < COMMAND_WORD_SIZE);
        memcpy(name_memory[count], entry.word.text, entry.word.length);
        name_memory[count][entry.word.length] = '\0';
        names[count] = name_memory[count];
        count++;
    }
    const char *nearest = nearest_word(lower, names, count, distance_max);
    if (nearest != NULL)
        memcpy(out, nearest, strlen(nearest) + 1);
    return nearest != NULL;
}

/* Returns advice for a player who types a command of other games; NULL: it is not one. */
static const char *find_advice(const char *lower)
{
    static const struct {
        const char *word;
        const char *advice;
    } rows[] = {
        {"recall", "A scroll of return leads home; so does a lantern: help road."},
        {"loot", "Step on what lies there, or type get."},
        {"sleep", "rest heals while no foe is near."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].word, lower) == 0)
            return rows[i].advice;
    }
    return NULL;
}

static void explain_unknown(const char *typed, char *error)
{
    char lower[TYPED_SIZE];
    char nearest[COMMAND_WORD_SIZE];

    for (size_t i = 0; i <= strlen(typed); i++)
        lower[i] = (char)tolower((unsigned char)typed[i]);
    const char *advice = find_advice(lower);
    if (advice != NULL)
        snprintf(error, COMMAND_ERROR_SIZE, "No command \"%s\". %s", typed, advice);
    else if (find_near(lower, 1, nearest) || find_near(lower, 2, nearest))
        snprintf(error, COMMAND_ERROR_SIZE, "No command \"%s\". Did you mean: %s?", typed, nearest);
    else
        snprintf(error, COMMAND_ERROR_SIZE, "No command \"%s\". Type help for a list.", typed);
}

/* Writes the part of a word that an error repeats, cleaned because a stranger typed it. */
static void clean_word(struct word word, char *out)
{
    if (utf8_clean(word.text, word.length, TYPED_WIDTH_MAX, out, TYPED_SIZE) != ERR_OK)
        out[0] = '\0';
}

/* Finds the command of a sign that needs no space behind it: 'hello and "brom hello. COMMAND_NONE:
   there is none. */
static enum command_id find_sign(struct word word)
{
    static const struct {
        char sign;
        enum command_id id;
    } signs[] = {{'\'', COMMAND_SAY}, {'"', COMMAND_TELL}};

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (word.length > 0 && word.text[0] == signs[i].sign)
            return signs[i].id;
    }
    return COMMAND_NONE;
}

/* Finds the entry that `word` names. False, with `error` filled in: there is none, or several. */
static bool find_or_explain(struct word word, struct entry *out, char *error)
{
    char typed[TYPED_SIZE];
    int matches = find_entry(word, out);

    if (matches == 1)
        return true;
    clean_word(word, typed);
    if (matches > 1)
        explain_ambiguous(word, typed, error);
    else
        explain_unknown(typed, error);
    return false;
}

enum command_id command_find(const char *line, char *error)
{
    struct entry entry;
    struct word word = next_word(&line);
    enum command_id sign = find_sign(word);

    if (sign != COMMAND_NONE)
        return sign;
    return find_or_explain(word, &entry, error) ? entry.id : COMMAND_NONE;
}

static bool is_number(struct word word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    }
    return word.length > 0;
}

/* Reads the number in a word of digits. False: it is not 1 to COMMAND_REPEAT_MAX. */
static bool parse_count(struct word word, int *out)
{
    int count = 0;

    for (size_t i = 0; i < word.length; i++) {
        count = count * 10 + (word.text[i] - '0');
        if (count > COMMAND_REPEAT_MAX)
            return false;
    }
    *out = count;
    return count >= 1;
}

bool command_number(const char *text, int *out)
{
    struct word word = next_word(&text);

    return *text == '\0' && is_number(word) && parse_count(word, out);
}

bool command_cell(const char *text, struct pos *out)
{
    char *end = NULL;
    long x = strtol(text, &end, 10);
    long y = -1;

    if (isdigit((unsigned char)text[0]) && end[0] == ',' && isdigit((unsigned char)end[1]))
        y = strtol(end + 1, &end, 10);
    if (y < 0 || *end != '\0' || x >= LEVEL_WIDTH_MAX || y >= LEVEL_HEIGHT_MAX)
        return false;
    *out = pos_of((int)x, (int)y);
    return true;
}

bool command_is_place(const char *text)
{
    size_t sign = text[0] != '\0' && strchr("-+,", text[0]) != NULL ? 1 : 0;

    return isdigit((unsigned char)text[sign + strspn(text + sign, " ")]) != 0;
}

static void explain_count(char *error)
{
    snprintf(error, COMMAND_ERROR_SIZE, "A count is a number from 1 to %d.", COMMAND_REPEAT_MAX);
}

/* True for words without meaning: "open the door to the east". */
static bool is_filler(struct word word)
{
    static const char *const fillers[] = {"the", "door", "to"};

    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        struct word filler = {fillers[i], strlen(fillers[i])};
        if (filler.length == word.length && begins_with(filler, word))
            return true;
    }
    return false;
}

/* Takes one word after the command's own. False, with `error` filled in: it does not fit. */
static bool parse_argument(struct word word, struct command *command, char *error)
{
    const struct command_row *row = command_row(command->id);
    struct entry entry;
    char typed[TYPED_SIZE];

    if (is_number(word) && row->takes_count) {
        if (parse_count(word, &command->count))
            return true;
        explain_count(error);
        return false;
    }
    if (row->takes_direction && is_filler(word))
        return true;
    if (row->takes_direction && command->dir == DIR_NONE && find_entry(word, &entry) == 1 &&
        entry.dir != DIR_NONE) {
        command->dir = entry.dir;
        return true;
    }
    clean_word(word, typed);
    snprintf(error, COMMAND_ERROR_SIZE, "Unexpected \"%s\". Usage: %.*s%s%s", typed,
             (int)strcspn(row->words, " "), row->words, row->takes_direction ? " [direction]" : "",
             row->takes_count ? " [times]" : "");
    return false;
}

static bool parse_arguments(struct command *command, char *error)
{
    const struct command_row *row = command_row(command->id);

    if (!row->takes_direction && !row->takes_count && !row->stands_alone)
        return true;
    while (*command->rest != '\0') {
        if (!parse_argument(next_word(&command->rest), command, error))
            return false;
    }
    if (!row->needs_direction || command->dir != DIR_NONE)
        return true;
    int length = (int)strcspn(row->words, " ");
    snprintf(error, COMMAND_ERROR_SIZE, "%c%.*s where? For example: %.*s east.",
             toupper((unsigned char)row->words[0]), length - 1, row->words + 1, length, row->words);
    return false;
}

/* Reads a single digit, as a keypad sends it without a script. */
static bool parse_keypad(struct word word, const char *rest, struct command *out)
{
    if (*rest != '\0' || word.length != 1 || word.text[0] < '1' || word.text[0] > '9')
        return false;
    out->dir = dir_of_keypad((uint8_t)word.text[0]);
    out->id = out->dir == DIR_NONE ? COMMAND_WAIT : COMMAND_MOVE;
    return true;
}

/* Reads a count at the beginning; *word becomes the command's word after it. */
static bool parse_leading_count(struct word *word, struct command *command, char *error)
{
    char typed[TYPED_SIZE];

    if (!is_number(*word))
        return true;
    if (!parse_count(*word, &command->count)) {
        explain_count(error);
        return false;
    }
    clean_word(*word, typed);
    *word = next_word(&command->rest);
    if (word->length > 0)
        return true;
    snprintf(error, COMMAND_ERROR_SIZE, "%s times what? For example: %s north.", typed, typed);
    return false;
}

bool command_parse(const char *line, struct command *out, char *error)
{
    struct entry entry;
    struct word word = next_word(&line);

    *out = (struct command){.id = COMMAND_NONE, .dir = DIR_NONE, .count = 1, .rest = line};
    if (word.length == 0)
        return true;
    out->id = find_sign(word);
    if (out->id != COMMAND_NONE) {
        out->rest = word.text + 1 + strspn(word.text + 1, " ");
        return true;
    }
    if (parse_keypad(word, out->rest, out))
        return true;
    if (!parse_leading_count(&word, out, error) || !find_or_explain(word, &entry, error))
        return false;
    out->id = entry.id;
    out->dir = entry.dir;
    if (!command_row(out->id)->takes_count)
        out->count = 1;
    if (parse_arguments(out, error))
        return true;
    out->id = COMMAND_NONE;
    return false;
}
