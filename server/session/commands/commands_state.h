/*
 * The state of a session's commands: travel, talk, and saves to be acknowledged.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_STATE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/score_words.h"
#include "narrate/things.h"
#include "travel/travel.h"
#include "world/name.h"
#include "world/pack.h"

enum { TRAVEL_WORDS_MAX = 64 }; /* bytes of the words of a request, with the NUL */

/* A requested travel that has not begun. */
struct travel_request {
    enum travel_kind kind; /* TRAVEL_NONE: nothing */
    enum dir dir;
    int count;
    body_id
        foe; /* foe to approach or strike; for TRAVEL_FIGHT, to fight until it is dead; 0: none */
    bool has_place; /* a travel to `at`, which `words` describe */
    struct pos at;
    struct level_key level;       /* of that place */
    char words[TRAVEL_WORDS_MAX]; /* words of a travel, as typed */
};

/* A travel: actions that continue by themselves after one request. Valid when all zero. */
struct travel_session {
    struct travel_request request;
    struct travel *travel;          /* owned; NULL: nothing runs */
    enum travel_kind kind;          /* kind of the running travel; TRAVEL_NONE: none */
    enum dir dir;                   /* direction of the request */
    char goal[NAME_LENGTH_MAX + 1]; /* goal of a travel: ">", "<", "back" or a name */
    int leader_depth;               /* depth of the followed player; 0: not checked yet */
    uint64_t asked_tick;            /* when the last action was asked for */
    uint64_t approach_tick;         /* tick of the last approach, plus 1; 0: none */
    int moved;                      /* steps since then */
    bool was_interrupted;           /* the present key or line interrupted a travel */
    struct pos start;               /* start of the last travel, for "travel back" */
    struct level_key start_level;
    bool has_start;
};

enum {
    CHAT_LINES_MAX = 20,
    CHAT_WINDOW_MS = 10 * 1000, /* window for counting a player's lines of talk */
    GUEST_SAY_MS = 1000,        /* pause between two sentences of a guest */
};

/* Times of a player's talk. Valid when all zero. */
struct chat_budget {
    uint64_t sent_at_ms[CHAT_LINES_MAX]; /* times of the last lines; `next` is the oldest */
    int next;
    uint32_t sent; /* lines ever sent, counted up to CHAT_LINES_MAX */
};

enum { APPROACHES_MAX = 8 };

/* A recent act of another player that reached this one: see reach.h. */
struct approach {
    int64_t account_id; /* 0: none */
    uint64_t at_ms;
    unsigned kind; /* enum reach_kind */
};

enum { OFFERS_MAX = 4 };

/* A gift that waits for acceptance: see pack.h. */
struct gift_offer {
    int64_t giver_id; /* the delver; 0: none */
    uint64_t at_ms;
    uint32_t object; /* in the giver's pack */
    struct stack part;
};

/* Valid when all zero. */
struct chat {
    struct chat_budget budget; /* kept over visits (ration.h) */
    int64_t reply_to;          /* delver that sent the last tell; 0: none */
    char reply_name[NAME_LENGTH_MAX + 1];
};

/* Things of the list shown last, by number. */
struct listed {
    struct level_key level;
    int count;
    struct thing_key things[]; /* so many */
};

/* Messages that wait until a save is on disk. Valid when all zero. */
struct saved {
    bool is_owed;  /* "Saved.", once `ticket` is on disk */
    bool has_left; /* the body has left the world; its save is awaited */
    uint64_t left_at_ms;
    uint64_t wished_at_ms; /* when the player last asked for a save; 0: never */
    uint64_t tick_count;   /* tick of the change that must be saved */
    uint64_t ticket;       /* change set that is awaited; 0: not known yet */
    const char *farewell;  /* message for when the body has left; static text */
};

/* The last throw: kind and target. Valid when all zero. */
struct pack_choices {
    uint16_t thrown; /* kind of the last thrown thing, plus 1; 0: none */
    body_id target;  /* last foe at which the player aimed; 0: none */
};

/* A player's question about the player's graves, kept while their levels are loaded, one at a
   time. */
enum grave_question { GRAVE_NOTHING, GRAVE_REPORT, GRAVE_WHERE, GRAVE_TRAVEL };

/* Valid when all zero. */
struct grave_wait {
    enum grave_question question;
    int number;             /* number of the grave, the newest is 1; 0: all */
    int fetched;            /* levels, for this question */
    struct level_key level; /* level that is being loaded */
};

struct players_question; /* players.c */

/* Valid when all zero. */
struct commands_state {
    struct travel_session travel;
    struct chat chat;
    struct saved saved;
    uint64_t leave_asked_at_ms;       /* when it last asked to leave in danger; 0: never */
    bool has_wares;                   /* the list that was shown last is a pedlar's */
    bool wants_scores;                /* as soon as they are read, */
    struct score_choice score_choice; /* this list */
    const void *lives_asked; /* the question about pages of lives that is waited for; not owned;
                                NULL: none */
    uint64_t bug_at_ms;      /* when the player last reported something; 0: never */
    struct pack_choices pack;
    struct approach approaches[APPROACHES_MAX];
    struct gift_offer offers[OFFERS_MAX]; /* the oldest first */
    struct grave_wait grave;
    struct players_question *question; /* name that is looked up; owned; NULL: none */
};

#endif
