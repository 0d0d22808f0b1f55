/*
 * Rationing: each key, line, GMCP message, resize and redraw has a price in work units, and each
 * session a share of units that refills evenly with time. A request beyond the share waits, up to a
 * limit, or is dropped with a notice; so a client that floods the server costs no more than a fast
 * player, and others do not notice it.
 *
 * A unit is about a microsecond of the loop on a slow machine. The share may fall below zero by the
 * price of one request, because a request is paid for after its work.
 *
 * An allowance carries a player's other limits (talk, lines, and the pauses between reports and
 * between saves by command) over to the next visit, since each login would reset them. It is stored
 * by account when a visit ends; beyond ALLOWANCES_MAX the oldest is dropped.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_RATION_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_RATION_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"
#include "server/session/commands/commands_state.h"
#include "term/key.h"

struct session;

enum {
    RATION_PER_SECOND = 2000,
    RATION_BURST = 1000,
    RATION_KEYS_MAX = 32, /* most keys of a session that wait for its share */
};

/* Work that has a price, other than commands, which are priced by their enum command_id. */
enum work {
    WORK_LETTER = COMMAND_COUNT, /* a key typed into a line */
    WORK_KEY,                    /* any other key, in addition to the price of its command */
    WORK_LINE,                   /* a line of words, in addition to the price of its command */
    WORK_LOGIN_LINE,
    WORK_ORDER,    /* a command of operators */
    WORK_MESSAGE,  /* a GMCP message */
    WORK_COMPLETE, /* completing a word of a line */
    WORK_WINDOW,   /* a new size of the window */
    WORK_SEARCH,   /* start of explore, run or travel, which search memory or level */
    WORK_WALKS,    /* measuring the walks to all listed things, which searches all of memory */
    WORK_COUNT
};

/* A session's share, and the keys that wait for it. */
struct ration {
    int32_t left; /* units left; at most RATION_BURST */
    uint64_t refilled_at_ms;
    uint64_t spent;                   /* units spent so far */
    struct key keys[RATION_KEYS_MAX]; /* waiting keys; a ring buffer */
    uint8_t key_first;
    uint8_t key_count;
    bool is_dropping; /* the player was told that keys are dropped */
};

/* A token bucket for text lines and GMCP messages. */
struct line_budget {
    int left;
    uint64_t at_ms;   /* time when units were last added */
    bool is_flooding; /* the player was told so */
};

/* Fills the share. */
void ration_init(struct ration *ration, uint64_t now_ms);

/* Returns the price of an enum command_id or enum work: 1 … RATION_BURST units. */
int ration_price(int work);

/* True if the share is not used up. */
bool ration_has_room(struct ration *ration, uint64_t now_ms);

void ration_pay(struct ration *ration, int work);

/* Adds a waiting key. False: there is no room, and the key is dropped. An Escape replaces all
   waiting keys. */
bool ration_wait(struct ration *ration, struct key key);

/* Takes the key that has waited longest. False: none waits. */
bool ration_take(struct ration *ration, struct key *out);

enum { ALLOWANCES_MAX = 256 };

struct allowance {
    int64_t account_id; /* 0: free entry */
    uint64_t kept_at_ms;
    struct chat_budget chat;
    int lines;
    uint64_t lines_at_ms;
    uint64_t reported_at_ms; /* time of the last `bug`; 0: never */
    uint64_t wished_at_ms;   /* time of the last `save`; 0: never */
};

/* The allowances of players who have left. All zero: none. */
struct allowances {
    struct allowance slots[ALLOWANCES_MAX];
};

/* Stores a player's allowance. Call it when the visit ends; before the player has entered it does
   nothing. */
void allowance_keep(const struct session *session);

/* Gives a player the allowance that the last visit left, refilled for the time since. Call it when
   a visit begins. */
void allowance_take(struct session *session);

#endif
