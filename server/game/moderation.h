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
    MODERATION_MAX = 4096,      /* most rulings */
    MODERATION_HOLDS_MAX = 256, /* most new players who wait for approval at the same time */
    MODERATION_TEXT_SIZE = 320,
    MODERATION_PATIENCE_MS = 600000,
};

struct moderation_entry {
    struct ruling ruling;
    struct network network; /* network of a RULING_BAN_NETWORK */
    uint64_t taken_at_ms;   /* the loop's clock when the ruling was added */
    uint64_t left_ms;       /* time left of the ruling then, by the machine's clock */
    uint64_t over_since_ms; /* the loop's clock since which it has been over; 0: it is not */
};

/* The rulings in memory. All zero: none. */
struct moderation {
    struct moderation_entry *entries; /* in no order; owned */
    int count;
    int capacity;
    int sweep_at;           /* index of the entry to look at next */
    uint64_t lost;          /* number of rulings in the database that could not be added */
    const uint64_t *now_ms; /* the loop's clock; NULL: 0 */
};

void moderation_release(struct moderation *moderation);

/* Adds a ruling; it replaces the one of its kind about its subject. ERR_TOO_BIG: there are
   MODERATION_MAX already; ERR_FORMAT: the network is invalid; ERR_MEMORY. */
MUST_USE enum err moderation_put(struct moderation *moderation, const struct ruling *ruling);

/* Removes a ruling, in force or not. False: there is none. */
bool moderation_drop(struct moderation *moderation, enum ruling_kind kind, const char *subject);

/* Changes the name in bans, mutes and holds; drops a code for it. */
void moderation_rename(struct moderation *moderation, const char *before, const char *name);

/* Returns the ruling in force of that kind about that subject; NULL: none. Valid until the list
   changes. */
const struct ruling *moderation_find(const struct moderation *moderation, enum ruling_kind kind,
                                     const char *subject);

/* Returns the ban in force of a network with that numeric address, or with the IPv4 address inside
   it; NULL: none. */
const struct ruling *moderation_find_address(const struct moderation *moderation,
                                             const char *address);

bool moderation_is_over(const struct moderation *moderation, const struct moderation_entry *entry);
int moderation_count(const struct moderation *moderation, enum ruling_kind kind);

/* True if there is room for another new player who waits for approval. Players being made are
   counted, because one without a row in the table would come in without approval. */
bool moderation_takes_holds(const struct moderation *moderation);

enum { MODERATION_END_SIZE = 40 };

/* Writes the end of a ruling: "until 2026-11-28 14:00:00 UTC" or "for good". */
void moderation_end(const struct ruling *ruling, char out[MODERATION_END_SIZE]);

/* Writes the text for the player: "You are banned until …: too loud." */
void moderation_text(const struct ruling *ruling, char out[MODERATION_TEXT_SIZE]);

/* Writes the text about lost rulings for an administrator who begins to play. False: none were
   lost. */
bool moderation_describe_lost(const struct moderation *moderation, char out[MODERATION_TEXT_SIZE]);

/* Checks which rulings are over, and removes one whose time has been over for a day. Call it once a
   second. */
void moderation_sweep(struct game *game);

#endif
