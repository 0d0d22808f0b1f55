/*
 * The one way in which words name a kind, a foe or a thing, in every command of players and of
 * operators. Any word of a name will do, or its beginning, or that of several of them; so will the
 * plural; blanks, hyphens and quotes mean the same, and neither case nor an article counts. "2.rat"
 * is the second of the candidates that fit best.
 */
#ifndef UNDERCROFT_NARRATE_NAME_MATCH_H
#define UNDERCROFT_NARRATE_NAME_MATCH_H

#include <stdint.h>

enum { NAME_WORDS_SIZE = 64 };

/* How well words name something. */
enum name_rank {
    NAME_RANK_NONE,
    NAME_RANK_PLURAL,    /* only if a word is taken for a plural */
    NAME_RANK_WORDS,     /* each is the beginning of a word of the name */
    NAME_RANK_WORD,      /* they begin the rest of the name behind a blank */
    NAME_RANK_BEGINNING, /* of the name */
    NAME_RANK_WHOLE,
};

/* Typed text, in the form in which it is compared. */
struct name_words {
    char text[NAME_WORDS_SIZE]; /* small letters, one blank between words, no quotes; may be "" */
    int number; /* among the candidates that fit best; 0: none was said, which means the first */
};

/* Understands typed text. A text longer than any name matches nothing. */
struct name_words name_words_of(const char *typed);

enum name_rank name_match(const struct name_words *words, const char *name);

/* A search among candidates that are offered in their order, near to far for instance. */
struct name_search {
    struct name_words words;
    enum name_rank rank; /* the best so far */
    int count;           /* candidates of that rank */
    int64_t chosen;      /* the candidate that is meant; -1: none so far */
};

struct name_search name_search_of(const char *typed);

/* Offers a candidate that fits so well; a candidate with two names is offered with the better. */
void name_search_offer(struct name_search *search, enum name_rank rank, int64_t candidate);

#endif
