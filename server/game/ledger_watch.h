/*
 * The live world held against its ledger, once a minute: what is in play, and what joined and left.
 * Things that are only stored are counted by `doctor` (db/store_ledger.h).
 *
 * A count takes one level a tick, so that none is late for it. Each level has an account of what it
 * should hold, which is changed in the same moment as a thing is made, ends, comes or goes
 * (world/ledger.h): it is compared with what is there at one boundary between two ticks, and what
 * other levels do before their turn has no part in that. Between levels there is no such account:
 * the first step of a count compares those who are on their way, at once, with all of the ledger
 * that belongs to no level. So a difference stays where it came about, whatever moves, until its
 * level goes; then it belongs to the way between levels, and the next count finds it there. No
 * difference is in one count twice.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEDGER_WATCH_H
#define UNDERCROFT_SERVER_GAME_LEDGER_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "world/event.h"
#include "world/ledger.h"
#include "world/name.h"

struct game;

enum {
    LEDGER_WATCH_MS = 60000, /* from one count to the next */
    LEDGER_NAMES_MAX = 8, /* names kept of arrivals, and of departures; further ones are counted */
    LEDGER_PEOPLE_SIZE = 2 * LEDGER_NAMES_MAX * (NAME_LENGTH_MAX + 2) + 64,
};

/* Players, each once. */
struct ledger_names {
    char names[LEDGER_NAMES_MAX][NAME_LENGTH_MAX + 1];
    int count;
    int more; /* players beyond those names */
};

struct ledger_people {
    struct ledger_names came;
    struct ledger_names left;
};

/* Valid when all zero. */
struct ledger_watch {
    char wrong[LEDGER_TEXT_SIZE]; /* the finding of the last count, which was told; "" : nothing */
    char people[LEDGER_PEOPLE_SIZE]; /* arrivals and departures before that finding */
    int wrong_kinds;                 /* kinds of items with a wrong sum at the last count */
    bool is_counting;                /* a count is under way, */
    uint32_t next_place; /* place of the next level of the count: see stock_next_level() */
    int64_t more[ITEM_KIND_COUNT];    /* surplus by kind, as far as the count has come */
    struct ledger_people since_begin; /* since the newest count began */
    struct ledger_people since_last;  /* since the count before that began */
};

/* Notes a delver who joins or leaves the world. Called before ledger_watch_update() of the same
   tick. */
void ledger_watch_on_event(struct game *game, const struct event *event);

/* After each tick. When a count has found something else than the one before, it is logged, and
   operators are told, with those who came and left since the count before began. */
void ledger_watch_update(struct game *game);

/* "dart +3; since the count before: Ada came; Brom left", for operators; "" : nothing is wrong. */
void ledger_watch_describe(const struct ledger_watch *watch, char *out, size_t out_size);

#endif
