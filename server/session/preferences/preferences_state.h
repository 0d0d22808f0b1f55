/*
 * The state of a session's preferences: settings, saved choices and hints.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_STATE_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* How much is said of each step of one's own, in line and reader mode; STEP_WORDS_AUTO: as is usual
   in the mode. */
enum step_words {
    STEP_WORDS_AUTO,
    STEP_WORDS_QUIET,
    STEP_WORDS_SHORT,
    STEP_WORDS_FULL,
};

/* How the map is drawn: WALLS_AUTO as well as the terminal can; WALLS_LINE takes the player's word
   for it that the terminal shows UTF-8. */
enum wall_style { WALLS_AUTO, WALLS_ASCII, WALLS_LINE };

/* How much is said of fights; FIGHTS_AUTO: as is usual in the mode. */
enum fight_choice { FIGHTS_AUTO, FIGHTS_FULL, FIGHTS_OWN, FIGHTS_BRIEF, FIGHTS_COUNT };

/* The gifts that a player takes unasked: those of the party, none, or all. */
enum gift_choice { GIFTS_PARTY, GIFTS_ASK, GIFTS_ALL };

/* Enumerators stand in the order of their words in the table of settings (settings.c). */
struct settings {
    bool is_colour_chosen; /* else the palette is what the client was found to show */
    bool automap;          /* line mode: the map after each walk, not only on look */
    bool is_brief;         /* line mode: no line about a place one comes to */
    bool wraps;            /* line and reader mode: lines go on in rows as wide as the window */
    bool hints;
    bool punctuation; /* reader mode: a "> " before what is typed */
    enum step_words steps;
    bool is_chat_shown; /* what is said to everybody online */
    bool is_watchable;  /* from the name prompt, by anybody */
    bool shows_lives;   /* others may read the pages of lives that ended */
    enum wall_style walls;
    enum fight_choice fights;
    enum gift_choice gifts;
    bool wants_alone;   /* the travels of others stop before they come near */
    bool rings;         /* a bell at low health and at a tell */
    bool is_titled;     /* the terminal's title names the player and the place */
    uint8_t fight_stop; /* in % of full health: with less, Tab and fighting on stop */
    uint16_t pace;      /* of time, where it runs: world/company.h */
};

/* The choices as they are saved. */
struct saved_preferences {
    char *text;   /* CHOICES_SIZE bytes at most; owned; NULL: "" */
    bool is_lost; /* there was a text, but its row is damaged */
};

enum hint_id {
    HINT_DOOR,
    HINT_STAIRS,
    HINT_DELVER,
    HINT_LOST,
    HINT_PACE,
    HINT_NICHE,
    HINT_EXPERIENCE,
    HINT_HAVEN,
    HINT_PEDLAR,
    HINT_DEATH,
    HINT_THING,
    HINT_TERRAIN,
    HINT_GRAVE,
    HINT_COUNT
};

/* Valid when all zero. */
struct hints {
    bool is_given[HINT_COUNT];
    uint32_t explored;       /* at the last look */
    uint64_t explored_at_ms; /* when that last grew */
    enum hint_id due;        /* to be told once what happened is, if */
    bool is_due;             /* there is one */
    bool has_run;            /* time did, in a danger in company */
};

struct preferences_state {
    struct settings settings;
    struct saved_preferences saved;
    struct hints hints;
};

#endif
