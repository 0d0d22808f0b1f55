/*
 * Rulings, the decisions of operators about somebody, as they hold now: who is banned or muted,
 * which new delvers wait for a nod, which codes are out. The list in memory is asked at every turn;
 * the database has the same rows. A ruling whose time is over does not hold any more, without
 * anybody doing anything; its row goes a day later.
 *
 * The clock of the machine may run ahead for a while and be put right again. So a time is over only
 * if that clock says so and one of two things agrees that it does not jump: the clock of the loop
 * has counted as much as was left when the ruling was taken in, or every look of
 * MODERATION_PATIENCE_MS has found it over. And a row goes only after a day in which every look has
 * found it over.
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
    uint64_t taken_at_ms;   /* by the loop's clock; at that time */
    uint64_t left_ms;       /* was left of it by the machine's */
    uint64_t over_since_ms; /* every look since then has found it over by the machine's; 0: none */
};

/* Valid when all zero. */
struct moderation {
    struct moderation_entry *entries; /* owned, in no order */
    int count;
    int capacity;
    int sweep_at;           /* the entry to be looked at next */
    uint64_t lost;          /* decisions that the database had and that could not be taken in */
    const uint64_t *now_ms; /* the loop's clock; NULL: it stands at 0 */
};

void moderation_release(struct moderation *moderation);

/* Takes a ruling in, in place of the one of its kind about its subject. ERR_TOO_BIG: there are
   MODERATION_MAX already; ERR_FORMAT: a network that is none; ERR_MEMORY. */
MUST_USE enum err moderation_put(struct moderation *moderation, const struct ruling *ruling);

/* False: there is none, in force or not. */
bool moderation_drop(struct moderation *moderation, enum ruling_kind kind, const char *subject);

/* The subject of bans, mutes and holds has another name from now on; a code for it is dropped. */
void moderation_rename(struct moderation *moderation, const char *before, const char *name);

/* The ruling that holds at this moment; NULL: none. Valid until the list changes. */
const struct ruling *moderation_find(const struct moderation *moderation, enum ruling_kind kind,
                                     const char *subject);

/* The ban of a network that holds for a numeric address, or for the IPv4 address inside it. */
const struct ruling *moderation_find_address(const struct moderation *moderation,
                                             const char *address);

bool moderation_is_over(const struct moderation *moderation, const struct moderation_entry *entry);
int moderation_count(const struct moderation *moderation, enum ruling_kind kind);

/* False: the table has no room for another new delver that waits for approval. Room is kept for
   those being made: a delver without a row in the table would come in without approval. */
bool moderation_takes_holds(const struct moderation *moderation);

enum { MODERATION_END_SIZE = 40 };

/* "until 2026-11-28 14:00:00 UTC" or "for good". */
void moderation_end(const struct ruling *ruling, char out[MODERATION_END_SIZE]);

/* The text for the person: "You are banned until …: too loud." */
void moderation_text(const struct ruling *ruling, char out[MODERATION_TEXT_SIZE]);

/* The text for an administrator who begins to play about decisions that were lost; false: there
   are none. */
bool moderation_describe_lost(const struct moderation *moderation, char out[MODERATION_TEXT_SIZE]);

/* Once a second: looks at what is over; a row whose time has been over for a day goes. */
void moderation_sweep(struct game *game);

#endif
