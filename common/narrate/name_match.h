/*
 * Matching of words with the name of a kind, a foe or a thing, in every command of players and of
 * operators. Any word of a name is enough, or its beginning, or the beginnings of several; so is
 * the plural. Blanks, hyphens and quotes are equal, and case and articles are ignored. "2.rat" is
 * the second of the candidates that fit best.
 */
#ifndef UNDERCROFT_NARRATE_NAME_MATCH_H
#define UNDERCROFT_NARRATE_NAME_MATCH_H

#include <stdbool.h>
#include <stdint.h>

enum { NAME_WORDS_SIZE = 64, NAME_QUOTE_MAX = 40, NAME_QUOTE_SIZE = 4 * NAME_QUOTE_MAX + 1 };

/* How well words match a name; a higher rank is better. */
enum name_rank {
    NAME_RANK_NONE,
    NAME_RANK_PLURAL,    /* one of the words matches only as a plural */
    NAME_RANK_WORDS,     /* each word is the beginning of a word of the name */
    NAME_RANK_WORD,      /* the words are the beginning of the name's rest after a blank */
    NAME_RANK_BEGINNING, /* the words are the beginning of the name */
    NAME_RANK_WHOLE,
};

/* Typed text in the form in which it is compared. */
struct name_words {
    char text[NAME_WORDS_SIZE]; /* small letters, one blank between words, no quotes; may be "" */
    /* which of the candidates that fit best is meant, from 1; 0: no number was typed, so the
       first */
    int number;
};

/* Reads typed text. A text longer than any name matches nothing. */
struct name_words name_words_of(const char *typed);

enum name_rank name_match(const struct name_words *words, const char *name);

/* A search among candidates, which are offered in their order, for example near to far. */
struct name_search {
    struct name_words words;
    enum name_rank rank; /* best rank so far */
    int count;           /* number of candidates with that rank */
    /* if the number is too large and there is only one candidate, that is meant */
    bool is_of_kinds;
    int64_t chosen;             /* the chosen candidate; -1: none yet */
    char near[NAME_WORDS_SIZE]; /* name for which a slip may have been meant; "": none */
    int near_edits;             /* number of edits from the typed text to `near` */
};

struct name_search name_search_of(const char *typed);

/* Begins a search among kinds. All things of a kind are alike, so "2.rat" is the kind of a rat, and
   a number chooses only if several kinds fit. */
struct name_search name_search_of_kinds(const char *typed);

/* Offers a candidate with its rank; a candidate with two names has the better of their ranks. */
void name_search_offer(struct name_search *search, enum name_rank rank, int64_t candidate);

/* Stores a candidate's name for name_search_hint(). */
void name_search_hear(struct name_search *search, const char *name);

enum { NAME_HINT_SIZE = NAME_WORDS_SIZE + 32 };

/* Writes the end of a refusal if nothing was chosen: " Did you mean: cellar rat?", " There are only
   2." or "". */
void name_search_hint(const struct name_search *search, char out[NAME_HINT_SIZE]);

/* Writes typed text as a refusal quotes it: cleaned, without quotes and shortened. */
void name_quote(const char *typed, char out[NAME_QUOTE_SIZE]);

#endif
