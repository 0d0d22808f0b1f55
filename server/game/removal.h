/*
 * Players who are being removed: from the decision until their rows are gone, nobody can log in as
 * them. An operator removes one (`forget`), playing or not; the server removes unused players, a
 * few at a time: those that never walked REMOVAL_STEPS_MIN steps and have not logged in for
 * `unused-days`, and guests that were away for `guest-days`, whose graves stay until newer ones
 * replace them. A role, a ruling about the name, play or a login in progress keeps a player: the
 * database lists candidates, this file drops players online, and the room of sessions drops those
 * at the login.
 *
 * The wall clock tells how long a player was away, the loop's clock when to check: once an hour,
 * first an hour after the start.
 */
#ifndef UNDERCROFT_SERVER_GAME_REMOVAL_H
#define UNDERCROFT_SERVER_GAME_REMOVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/save/persist_accounts.h"
#include "world/record.h"

struct game;

enum { REMOVALS_MAX = REMOVAL_BATCH_MAX + 8, REMOVAL_EVERY_MS = 60 * 60 * 1000 };

struct removal {
    uint64_t ticket;               /* ticket of the operator's request; 0: removed as unused */
    struct account_record account; /* without the password; for unused players only id and name */
    struct delver_record delver;
    bool has_left; /* the player has left the world, which was told to remove the player's graves */
};

/* The removals in progress. All zero: none. */
struct removals {
    struct removal list[REMOVALS_MAX];
    int count;
    uint64_t look_at_ms; /* time to look for unused players; 0: not decided yet */
    bool is_looking;
    bool has_listed;             /* `listed` waits for removal_expire() */
    struct removal_order listed; /* unused players that the database found */
    uint64_t expired;            /* number of players removed since the start */
};

/* Begins a removal, during which nobody can log in to the account. ERR_EXISTS: it is being removed
   already; ERR_BUSY. */
MUST_USE enum err removal_begin(struct game *game, uint64_t ticket,
                                const struct account_record *account,
                                const struct delver_record *delver);

/* Returns the removal that a request began; NULL: there is none. Valid until the list changes. */
struct removal *removal_find(struct game *game, uint64_t ticket);

/* Ends a removal: the account is gone, or it stays after all. */
void removal_end(struct game *game, int64_t account_id);

bool removal_is_going_on(const struct game *game, int64_t account_id);

/* Has the world remove the player's graves with the next tick. `is_noted`: the ledger in the
   database already counts their things as ended. False: the queue of inputs is full. */
bool removal_forget(struct game *game, int64_t account_id, bool is_noted);

/* Makes the player's body leave. True once it has left the world; else call it again at the next
   tick. */
bool removal_send_away(struct game *game, const struct removal *removal);

/*
 * Returns the listed unused players; NULL: there are none. The caller drops those at the login from
 * the list and calls removal_expire().
 */
struct removal_order *removal_listed(struct game *game);
void removal_expire(struct game *game);

/* Looks for unused players if that is due. Call it once a second. */
void removal_sweep(struct game *game);

/* Take the answers of the database thread: a page of unused players, the end of their removal, and
   the end of a removal that an operator ordered. */
void removal_on_listed(void *asker, struct job *job);
void removal_on_expired(void *asker, struct job *job);
void removal_on_removed(struct game *game, struct job *job);

#endif
