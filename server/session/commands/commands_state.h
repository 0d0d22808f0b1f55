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

/* A travel that was requested and has not begun. */
struct travel_request {
    enum travel_kind kind; /* TRAVEL_NONE: there is none */
    enum dir dir;
    int count;
    body_id
        foe; /* foe to approach or strike; for TRAVEL_FIGHT, to fight until it is dead; 0: none */
    bool has_place; /* it is a travel to `at`, which `words` describe */
    struct pos at;
    struct level_key level;       /* level of `at` */
    char words[TRAVEL_WORDS_MAX]; /* words of a travel, as typed */
};

/* A travel: actions that continue by themselves after one request. All zero: none. */
struct travel_session {
    struct travel_request request;
    struct travel *travel;          /* owned; NULL: none runs */
    enum travel_kind kind;          /* kind of the running travel; TRAVEL_NONE: none */
    enum dir dir;                   /* direction that was requested */
    char goal[NAME_LENGTH_MAX + 1]; /* goal of a travel: ">", "<", "back" or a name */
    int leader_depth;               /* depth of the followed player; 0: not checked yet */
    uint64_t asked_tick;            /* tick at which the last action was asked for */
    uint64_t approach_tick;         /* tick of the last approach, plus 1; 0: none */
    int moved;                      /* steps since then */
    bool was_interrupted;           /* this key or line has interrupted a travel */
    struct pos start;               /* start of the last travel, for "travel back" */
    struct level_key start_level;
    bool has_start;
};

enum {
    CHAT_LINES_MAX = 20,
    CHAT_WINDOW_MS = 10 * 1000, /* time in which a player's lines of talk are counted */
    GUEST_SAY_MS = 1000,        /* least time between two sentences of a guest */
};

/* The times of a player's talk. All zero: none yet. */
struct chat_budget {
    uint64_t sent_at_ms[CHAT_LINES_MAX]; /* times of the last lines; `next` is the oldest */
    int next;
    uint32_t sent; /* number of lines, counted up to CHAT_LINES_MAX */
};

enum { APPROACHES_MAX = 8 };

/* A recent act of another player that reached this one; see reach.h. */
struct approach {
    int64_t account_id; /* 0: free entry */
    uint64_t at_ms;
    unsigned kind; /* enum reach_kind */
};

enum { OFFERS_MAX = 4 };

/* A gift that waits for acceptance; see pack.h. */
struct gift_offer {
    int64_t giver_id; /* delver_id of the giver; 0: free entry */
    uint64_t at_ms;
    uint32_t object; /* object of the giver's pack */
    struct stack part;
};

/* The state of a session's talk. All zero: none yet. */
struct chat {
    struct chat_budget budget; /* kept between visits (ration.h) */
    int64_t reply_to;          /* delver_id of the player who sent the last tell; 0: none */
    char reply_name[NAME_LENGTH_MAX + 1];
};

/* The things of the list that was shown last, by number. */
struct listed {
    struct level_key level;
    int count;
    struct thing_key things[]; /* `count` keys */
};

/* The messages that wait until a save is on disk. All zero: none. */
struct saved {
    bool is_owed;  /* "Saved." must be said, once `ticket` is on disk */
    bool has_left; /* the body has left the world, and its save is awaited */
    uint64_t left_at_ms;
    uint64_t wished_at_ms; /* time when the player last asked for a save; 0: never */
    uint64_t tick_count;   /* tick of the change that must be saved */
    uint64_t ticket;       /* ticket of the change set that is awaited; 0: not known yet */
    const char *farewell;  /* message once the body has left; static text */
};

/* The kind and the target of the last throw. All zero: none. */
struct pack_choices {
    uint16_t thrown; /* kind of the last thrown thing, plus 1; 0: none */
    body_id target;  /* last foe at which the player aimed; 0: none */
};

/* A question about the player's graves that waits while their levels are loaded; there is one at a
   time. */
enum grave_question { GRAVE_NOTHING, GRAVE_REPORT, GRAVE_WHERE, GRAVE_TRAVEL };

/* A question that waits. All zero: none. */
struct grave_wait {
    enum grave_question question;
    int number;             /* number of the grave, 1 for the newest; 0: all */
    int fetched;            /* levels loaded for this question */
    struct level_key level; /* level that is being loaded */
};

struct players_question; /* players.c */

/* The state of a session's commands. All zero at the beginning. */
struct commands_state {
    struct travel_session travel;
    struct chat chat;
    struct saved saved;
    /* time when the player last asked to leave in danger; 0: never */
    uint64_t leave_asked_at_ms;
    bool has_wares;                   /* the list that was shown last is a pedlar's */
    bool wants_scores;                /* a list of scores is shown as soon as they are read: */
    struct score_choice score_choice; /* this one */
    /* question about pages of lives that was asked; not owned; NULL: none */
    const void *lives_asked;
    uint64_t bug_at_ms; /* time of the player's last report; 0: never */
    struct pack_choices pack;
    struct approach approaches[APPROACHES_MAX];
    struct gift_offer offers[OFFERS_MAX]; /* oldest first */
    struct grave_wait grave;
    struct players_question *question; /* the name that is being looked up; owned; NULL: none */
};

#endif
