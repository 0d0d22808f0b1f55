/*
 * What a player can set for themselves: `set`, `set KEY`, `set KEY VALUE`, `set reset`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SETTINGS_H
#define UNDERCROFT_SERVER_SESSION_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/record.h"

struct session;

/* How much is said of each step of one's own, in line and reader mode. */
enum step_words { STEP_WORDS_QUIET, STEP_WORDS_SHORT, STEP_WORDS_FULL, STEP_WORDS_COUNT };

/* How the map is drawn: WALLS_AUTO as well as the terminal can; WALLS_LINE takes the player's word
   for it that the terminal shows UTF-8. */
enum wall_style { WALLS_AUTO, WALLS_ASCII, WALLS_LINE, WALLS_COUNT };

/* Of one session. */
struct settings {
    bool is_colour_chosen; /* else the palette is what the client was found to show */
    bool automap;          /* line mode: the map after each walk, not only on look */
    bool hints;
    bool punctuation; /* reader mode: a "> " before what is typed */
    enum step_words steps;
    bool is_watchable; /* from the name prompt, by anybody */
    enum wall_style walls;
};

extern const struct settings settings_default;

/* Applies `words` ("", "colour", "colour 256", "reset") and writes the answer to `out`. */
void settings_apply(struct session *session, const char *words, char *out, size_t out_size);

/* What was chosen in earlier visits, as far as this client can have it. */
void settings_apply_kept(struct session *session);

/* More is known of the client: what was not chosen follows. */
void settings_on_measured(struct session *session);

#endif
