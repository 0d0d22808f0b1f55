/*
 * What a player can set for themselves: `set`, `set key`, `set key value`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SETTINGS_H
#define UNDERCROFT_SERVER_SESSION_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct session;

/* How much is said of each step of one's own, in line and reader mode. */
enum step_words { STEP_WORDS_QUIET, STEP_WORDS_SHORT, STEP_WORDS_FULL, STEP_WORDS_COUNT };

/* Of one session; they last as long as it does. */
struct settings {
    bool automap;     /* line mode: the map after each walk, not only on look */
    bool hints;
    bool punctuation; /* reader mode: a "> " before what is typed */
    enum step_words steps;
};

extern const struct settings settings_default;

/* Applies `words` ("", "colour", "colour 256") and writes the answer to `out`. */
void settings_apply(struct session *session, const char *words, char *out, size_t out_size);

#endif
