/*
 * The state of a session's preferences: settings, saved choices and hints.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_STATE_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* How each own step is told in line and reader mode; STEP_WORDS_AUTO: the mode's default. */
enum step_words {
    STEP_WORDS_AUTO,
    STEP_WORDS_QUIET,
    STEP_WORDS_SHORT,
    STEP_WORDS_FULL,
};

/* How walls are drawn. WALLS_AUTO: as well as the terminal can; WALLS_LINE: the player says that
   the terminal shows UTF-8. */
enum wall_style { WALLS_AUTO, WALLS_ASCII, WALLS_LINE };

/* How much is told about fights; FIGHTS_AUTO: the mode's default. */
enum fight_choice { FIGHTS_AUTO, FIGHTS_FULL, FIGHTS_OWN, FIGHTS_BRIEF, FIGHTS_COUNT };

/* Which gifts a player accepts without being asked: those of the party, none, or all. */
enum gift_choice { GIFTS_PARTY, GIFTS_ASK, GIFTS_ALL };

/* The settings. Enumerators are in the order of their words in the table of settings
   (settings.c). */
struct settings {
    bool is_colour_chosen; /* false: the palette follows the client's abilities */
    bool automap;          /* line mode: the map is shown after each walk, not only by `look` */
    bool is_brief;         /* line mode: a place that the delver enters is not told */
    bool wraps;            /* line and reader mode: lines are wrapped at the width of the window */
    bool hints;
    bool punctuation; /* reader mode: "> " is shown before the input */
    enum step_words steps;
    bool is_chat_shown; /* talk to all players is shown */
    bool is_watchable;  /* all may watch from the name prompt */
    bool shows_lives;   /* others may read the pages of lives that ended */
    enum wall_style walls;
    enum fight_choice fights;
    enum gift_choice gifts;
    bool wants_alone;   /* the travels of others stop before they come near */
    bool rings;         /* rings a bell at low health and for a tell */
    bool is_titled;     /* the terminal's title names the player and the place */
    uint8_t fight_stop; /* percent of full health below which Tab and fighting on stop */
    uint16_t pace;      /* wished pace of running time; see world/company.h */
};

/* A player's choices, as they are saved. */
struct saved_preferences {
    char *text;   /* at most CHOICES_SIZE bytes; owned; NULL: "" */
    bool is_lost; /* the player had choices, but their row is damaged */
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

/* The state of a session's hints. All zero: none given. */
struct hints {
    bool is_given[HINT_COUNT];
    uint32_t explored;       /* cells known at the last look */
    uint64_t explored_at_ms; /* time when that last grew */
    enum hint_id due;        /* hint to give after the text of its event */
    bool is_due;             /* `due` is valid */
    bool has_run;            /* time ran, in a danger with companions */
};

struct preferences_state {
    struct settings settings;
    struct saved_preferences saved;
    struct hints hints;
};

#endif
