/*
 * Matching of typed words with names.
 */
#include "narrate/name_match.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

enum { NUMBER_MAX = 999, EDITS_MAX = 2, LETTERS_AN_EDIT = 3 };

static bool separates(char c)
{
    return c == ' ' || c == '-' || c == '\0';
}

/* Returns the length of a number such as "2." at the beginning of the text, and the number in *out;
   0: there is none. */
static size_t cut_number(const char *typed, int *out)
{
    size_t length = strspn(typed, "0123456789");
    int number = 0;

    char next = length == 0 || typed[length] != '.' ? '\0' : typed[length + 1];
    if (separates(next) || (next >= '0' && next <= '9'))
        return 0;
    for (size_t i = 0; i < length && number <= NUMBER_MAX; i++)
        number = 10 * number + (typed[i] - '0');
    *out = number;
    return length + 1;
}

/* Returns how many bytes of `words` are at the beginning of the text, ignoring case, with a hyphen
   for a blank. */
static size_t common_length(const char *text, const char *words, size_t length)
{
    size_t at = 0;

    while (at < length && text[at] != '\0' &&
           (words[at] == ' ' ? separates(text[at]) : tolower((unsigned char)text[at]) == words[at]))
        at++;
    return at;
}

/* Returns the length of an article before another word; 0: there is none. */
static size_t cut_article(const char *typed)
{
    static const char *const articles[] = {"the ", "an ", "a "};

    for (size_t i = 0; i < sizeof articles / sizeof articles[0]; i++) {
        size_t length = strlen(articles[i]);
        if (common_length(typed, articles[i], length) == length)
            return length;
    }
    return 0;
}

struct name_words name_words_of(const char *typed)
{
    struct name_words words = {.number = 0};
    size_t length = 0;

    typed += strspn(typed, " \"'");
    typed += cut_article(typed);
    typed += cut_number(typed, &words.number);
    for (; *typed != '\0'; typed++) {
        bool is_blank = separates(*typed);
        if (*typed == '"' || (*typed == '\'' && (length == 0 || separates(typed[1]))) ||
            (is_blank && (length == 0 || words.text[length - 1] == ' ')))
            continue;
        if (length == NAME_WORDS_SIZE - 1) {
            words.text[0] = '\0';
            return words;
        }
        words.text[length++] = is_blank ? ' ' : (char)tolower((unsigned char)*typed);
    }
    /* "lamp-" stands for a name that continues after the hyphen. */
    length -= length > 0 && words.text[length - 1] == ' ' && typed[-1] != '-';
    words.text[length] = '\0';
    return words;
}

/* True if the `typed_length` bytes are the plural of the `length` bytes of a word. */
static bool is_plural(const char *word, size_t length, const char *typed, size_t typed_length)
{
    static const struct {
        const char *one; /* ending of a word in the singular */
        const char *many;
    } endings[] = {{"", "s"},    {"", "es"},    {"y", "ies"},
                   {"f", "ves"}, {"fe", "ves"}, {"man", "men"}};

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t one = strlen(endings[i].one);
        size_t many = strlen(endings[i].many);
        if (length <= one || typed_length != length - one + many)
            continue;
        if (common_length(word + length - one, endings[i].one, one) == one &&
            common_length(word, typed, length - one) == length - one &&
            memcmp(typed + length - one, endings[i].many, many) == 0)
            return true;
    }
    return false;
}

/* Returns the rank of one typed word: it begins a word of the name, or is the plural of one. */
static enum name_rank match_word(const char *name, const char *typed, size_t typed_length)
{
    enum name_rank best = NAME_RANK_NONE;

    for (const char *at = name; *at != '\0';) {
        size_t length = strcspn(at, " -");
        if (common_length(at, typed, typed_length) == typed_length)
            return NAME_RANK_WORDS;
        if (is_plural(at, length, typed, typed_length))
            best = NAME_RANK_PLURAL;
        at += length + (at[length] != '\0');
    }
    return best;
}

enum name_rank name_match(const struct name_words *words, const char *name)
{
    const char *text = words->text;
    size_t length = strlen(text);
    enum name_rank worst = NAME_RANK_WORDS;

    if (length == 0)
        return NAME_RANK_NONE;
    if (common_length(name, text, length) == length)
        return name[length] == '\0' ? NAME_RANK_WHOLE : NAME_RANK_BEGINNING;
    for (const char *at = name; *at != '\0'; at++) {
        if (separates(*at) && common_length(at + 1, text, length) == length)
            return NAME_RANK_WORD;
    }
    while (*text != '\0' && worst != NAME_RANK_NONE) {
        size_t word = strcspn(text, " ");
        enum name_rank rank = match_word(name, text, word);
        worst = rank < worst ? rank : worst;
        text += word + (text[word] != '\0');
    }
    return worst;
}

struct name_search name_search_of(const char *typed)
{
    return (struct name_search){.words = name_words_of(typed), .chosen = -1};
}

struct name_search name_search_of_kinds(const char *typed)
{
    struct name_search search = name_search_of(typed);

    search.is_of_kinds = true;
    return search;
}

void name_search_offer(struct name_search *search, enum name_rank rank, int64_t candidate)
{
    if (rank == NAME_RANK_NONE || rank < search->rank)
        return;
    if (rank > search->rank) {
        search->rank = rank;
        search->count = 0;
        search->chosen = -1;
    }
    search->count++;
    if (search->count == 1)
        search->chosen = search->words.number <= 1 || search->is_of_kinds ? candidate : -1;
    else if (search->count == search->words.number)
        search->chosen = candidate;
    else if (search->is_of_kinds && search->words.number > search->count)
        search->chosen = -1;
}

/* Returns the fewest edits between two texts, up to `most`; most + 1: there are more. */
static int edits_between(const char *typed, const char *name, int most)
{
    int edits = 0;

    while (edits <= most && nearest_word(typed, &name, 1, edits) == NULL)
        edits++;
    return edits;
}

void name_search_hear(struct name_search *search, const char *name)
{
    int most = (int)strlen(search->words.text) / LETTERS_AN_EDIT;
    int best =
        search->near[0] == '\0' ? (most < EDITS_MAX ? most : EDITS_MAX) + 1 : search->near_edits;

    /* The name, or its rest after a word, or a word of it. */
    for (const char *at = name; best > 0 && *at != '\0'; at += strspn(at, " -")) {
        char word[NAME_WORDS_SIZE];
        size_t length = strcspn(at, " -");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        int whole = edits_between(search->words.text, at, best - 1);
        int part = edits_between(search->words.text, word, best - 1);
        int edits = whole < part ? whole : part;
        if (edits < best) {
            best = edits;
            search->near_edits = edits;
            snprintf(search->near, sizeof search->near, "%s", name);
        }
        at += length;
    }
}

void name_search_hint(const struct name_search *search, char out[NAME_HINT_SIZE])
{
    out[0] = '\0';
    if (search->count > 0)
        snprintf(out, NAME_HINT_SIZE, " There %s only %d.", search->count == 1 ? "is" : "are",
                 search->count);
    else if (search->near[0] != '\0')
        snprintf(out, NAME_HINT_SIZE, " Did you mean: %s?", search->near);
}

void name_quote(const char *typed, char out[NAME_QUOTE_SIZE])
{
    typed += strspn(typed, " \"'");
    size_t length = strlen(typed);

    while (length > 0 && strchr(" \"'", typed[length - 1]) != NULL)
        length--;
    if (utf8_clean(typed, length, NAME_QUOTE_MAX, out, NAME_QUOTE_SIZE) != ERR_OK)
        out[0] = '\0';
}
