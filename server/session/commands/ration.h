/*
 * Rationing: every key, line, GMCP message, resize and redraw has a price in work units, and every
 * session a share of units that refills evenly with time. A request beyond the share waits, up to a
 * limit, or is dropped with a notice; so a client that floods the server costs no more than one
 * that plays fast, and the others do not feel it.
 *
 * A unit is about a microsecond of the loop on a slow machine. The share may go below zero by the
 * price of one request, since a price is paid when its work is done.
 *
 * An allowance keeps the other limits of a player (talk, lines, and the pauses between two reports
 * and between two saves by command) from one visit to the next, since each login would begin them
 * again. It is kept by account when a visit ends; of more than ALLOWANCES_MAX the one that was kept
 * longest ago goes.
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
    RATION_KEYS_MAX = 32, /* keys of a session that wait for its share */
};

/* Work that has a price and is no command; commands are priced by their enum command_id. */
enum work {
    WORK_LETTER = COMMAND_COUNT, /* a key typed into a line */
    WORK_KEY,                    /* any other key, beside the price of its command */
    WORK_LINE,                   /* a line of words, likewise */
    WORK_LOGIN_LINE,
    WORK_ORDER,    /* a word of operators */
    WORK_MESSAGE,  /* of GMCP */
    WORK_COMPLETE, /* a word of a line */
    WORK_WINDOW,   /* another size of the window */
    WORK_SEARCH,   /* explore, run or travel begins: memory or level are searched */
    WORK_WALKS,    /* the walks to all that is listed: all of memory is searched */
    WORK_COUNT
};

/* A session's share, and the keys that wait for it. */
struct ration {
    int32_t left; /* units; at most RATION_BURST */
    uint64_t refilled_at_ms;
    uint64_t spent;                   /* units in all */
    struct key keys[RATION_KEYS_MAX]; /* a ring of keys that wait */
    uint8_t key_first;
    uint8_t key_count;
    bool is_dropping; /* the notice was given */
};

/* Lines of a session that may still come, messages of its client's program among them. */
struct line_budget {
    int left;
    uint64_t at_ms;   /* when some were last earned */
    bool is_flooding; /* told so already */
};

/* A full share. */
void ration_init(struct ration *ration, uint64_t now_ms);

/* The price of an enum command_id or enum work: 1 … RATION_BURST units. */
int ration_price(int work);

/* True if something may be done now: the share is not used up. */
bool ration_has_room(struct ration *ration, uint64_t now_ms);

void ration_pay(struct ration *ration, int work);

/* A key that waits. False: there is no room for it, and it is dropped. An Escape takes the place of
   all that wait. */
bool ration_wait(struct ration *ration, struct key key);

/* The key that has waited longest; false: none waits. */
bool ration_take(struct ration *ration, struct key *out);

enum { ALLOWANCES_MAX = 256 };

struct allowance {
    int64_t account_id; /* 0: free */
    uint64_t kept_at_ms;
    struct chat_budget chat;
    int lines;
    uint64_t lines_at_ms;
    uint64_t reported_at_ms; /* by `bug`; 0: never */
    uint64_t wished_at_ms;   /* by `save`; 0: never */
};

/* Valid when all zero. */
struct allowances {
    struct allowance slots[ALLOWANCES_MAX];
};

/* The visit of a player ends. Before it has entered there is nothing to keep. */
void allowance_keep(const struct session *session);

/* A visit begins with the allowance that the last visit left, and the part that has grown back
   since. */
void allowance_take(struct session *session);

#endif
