/*
 * The server's statements about each delver, kept by the players: whether the delver was made, and
 * where it stood when that was last known to be on disk. Later logins are checked against them. A
 * broken promise fails the running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_LEDGER_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

#include "support/live/light_client.h"
#include "support/live/place.h"

struct ledger_entry {
    char name[LIGHT_NAME_SIZE];
    bool exists; /* the server has said so */
    bool has_place;
    bool is_saved; /* "Saved" was said of `place`, and there was no login since */
    struct place place;
    unsigned moves;   /* asked for since */
    unsigned stairs;  /* the same */
    enum dir heading; /* for the walker: none of the ledger's business */
};

struct ledger {
    struct ledger_entry *entries; /* owned */
    size_t count;
    size_t capacity;
    unsigned long acknowledged; /* times that "Saved" was said */
    unsigned long accounts;     /* new delvers that were told they are */
    unsigned long verified;     /* logins that found just what was said to be saved */
    unsigned long bounded;      /* logins that found what was on disk before, or a newer state */
};

/* Room for so many entries. Fails the running test without memory. */
void ledger_init(struct ledger *ledger, size_t capacity);
void ledger_release(struct ledger *ledger);

/* A name that nobody has yet. */
struct ledger_entry *ledger_add(struct ledger *ledger);

/*
 * Checks an answer: the player of `entry` has asked place_question and was told `now`, which
 * becomes the known place. `is_undisturbed`: nobody has moved since the server started. `was_made`:
 * this login made the delver.
 */
void ledger_check(struct ledger *ledger, struct ledger_entry *entry, const struct place *now,
                  bool is_undisturbed, bool was_made);

/* "Saved" was said to a player who had just been told `now`. */
void ledger_acknowledge(struct ledger *ledger, struct ledger_entry *entry, const struct place *now);

/* "Saved" was said to a player who just came to that depth and has asked for no stairs since. */
void ledger_acknowledge_depth(struct ledger *ledger, struct ledger_entry *entry, int depth);

#endif
