/*
 * Operators' rulings in force: bans and mutes, new delvers that wait for approval, codes that were
 * given out. The list in memory is used for every check; the database has the same rows. A ruling
 * ends by itself when its time is over; its row is removed a day later.
 *
 * The clock of the machine may run ahead for a while and be corrected. So a time is over only if
 * that clock says so and one of two things confirms it: the clock of the loop has counted as much
 * as was left when the ruling was added, or every look for MODERATION_PATIENCE_MS has found it
 * over. And a row is removed only after a day in which every look has found it over.
 */
#ifndef UNDERCROFT_SERVER_GAME_MODERATION_H
#define UNDERCROFT_SERVER_GAME_MODERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/base/network.h"
#include "world/record.h"

struct game;
struct job;

enum {
    MODERATION_MAX = 4096,      /* rulings */
    MODERATION_HOLDS_MAX = 256, /* new delvers that wait at the same time */
    MODERATION_TEXT_SIZE = 320,
    MODERATION_PATIENCE_MS = 600000,
};

struct moderation_entry {
    struct ruling ruling;
    struct network network; /* of RULING_BAN_NETWORK */
    uint64_t taken_at_ms;   /* loop's clock when the ruling was added... */
    uint64_t left_ms;       /* ...and time left of it by the machine's clock then */
    uint64_t over_since_ms; /* it was over at every look since; 0: it is not */
};

/* Valid when all zero. */
struct moderation {
    struct moderation_entry *entries; /* owned, in no order */
    int count;
    int capacity;
    int sweep_at;           /* the entry to be looked at next */
    uint64_t lost;          /* rulings in the database that could not be added */
    const uint64_t *now_ms; /* the loop's clock; NULL: 0 */
};

void moderation_release(struct moderation *moderation);

/* Adds a ruling, in place of the one of its kind about its subject. ERR_TOO_BIG: there are
   MODERATION_MAX already; ERR_FORMAT: an invalid network; ERR_MEMORY. */
MUST_USE enum err moderation_put(struct moderation *moderation, const struct ruling *ruling);

/* Removes a ruling, in force or not. False: there is none. */
bool moderation_drop(struct moderation *moderation, enum ruling_kind kind, const char *subject);

/* Renames the subject of bans, mutes and holds; a code for it is dropped. */
void moderation_rename(struct moderation *moderation, const char *before, const char *name);

/* Finds a ruling in force; NULL: none. Valid until the list changes. */
const struct ruling *moderation_find(const struct moderation *moderation, enum ruling_kind kind,
                                     const char *subject);

/* Finds the ban in force of a network with that numeric address, or with the IPv4 address inside
   it. */
const struct ruling *moderation_find_address(const struct moderation *moderation,
                                             const char *address);

bool moderation_is_over(const struct moderation *moderation, const struct moderation_entry *entry);
int moderation_count(const struct moderation *moderation, enum ruling_kind kind);

/* False: there is no room for another new delver that waits for approval. Room is kept for those
   being made, because a delver without a row in the table would come in without approval. */
bool moderation_takes_holds(const struct moderation *moderation);

enum { MODERATION_END_SIZE = 40 };

/* Writes "until 2026-11-28 14:00:00 UTC" or "for good". */
void moderation_end(const struct ruling *ruling, char out[MODERATION_END_SIZE]);

/* Writes the text for the player: "You are banned until …: too loud." */
void moderation_text(const struct ruling *ruling, char out[MODERATION_TEXT_SIZE]);

/* Writes the text about lost rulings for an administrator who begins to play. False: there are
   none. */
bool moderation_describe_lost(const struct moderation *moderation, char out[MODERATION_TEXT_SIZE]);

/* Once a second: checks which rulings are over; removes one whose time has been over for a day. */
void moderation_sweep(struct game *game);

#endif
