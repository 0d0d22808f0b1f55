/*
 * Checks the live world against its ledger, once a minute: the things in play, and what joined and
 * left. Stored things are checked by `doctor` (db/store_ledger.h).
 *
 * A check takes one level a tick, so that no tick is late. Each level has an account of what it
 * should hold, which changes in the moment in which a thing is made, ends, comes or goes
 * (world/ledger.h): it is compared with the level at one boundary between two ticks, and acts on
 * other levels do not matter. There is no such account for delvers between levels: the first step
 * of a check compares all of them with the part of the ledger that belongs to no level. So a
 * difference stays with its level until that is unloaded; then it belongs to the way between
 * levels, where the next check finds it. No difference is in one check twice.
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
    LEDGER_WATCH_MS = 60000, /* time from one count to the next */
    /* most names kept of arrivals, and of departures; further ones are counted */
    LEDGER_NAMES_MAX = 8,
    LEDGER_PEOPLE_SIZE = 2 * LEDGER_NAMES_MAX * (NAME_LENGTH_MAX + 2) + 64,
};

/* Names of players, each once. */
struct ledger_names {
    char names[LEDGER_NAMES_MAX][NAME_LENGTH_MAX + 1];
    int count;
    int more; /* number of players without a stored name */
};

struct ledger_people {
    struct ledger_names came;
    struct ledger_names left;
};

/* The state of the check. All zero: not begun. */
struct ledger_watch {
    char wrong[LEDGER_TEXT_SIZE];    /* finding of the last check, as it was reported; "": none */
    char people[LEDGER_PEOPLE_SIZE]; /* players who came and left before that finding */
    int wrong_kinds;                 /* number of kinds that differed at the last count */
    bool is_counting;                /* a count is going on */
    uint32_t next_place; /* place of the next level of the count; see stock_next_level() */
    int64_t more[ITEM_KIND_COUNT];    /* surplus by kind, up to the present level */
    struct ledger_people since_begin; /* players who came and left since the newest count began */
    /* players who came and left since the last check but one began */
    struct ledger_people since_last;
};

/* Notes a delver who joins or leaves the world. Call it before ledger_watch_update() of the same
   tick. */
void ledger_watch_on_event(struct game *game, const struct event *event);

/* Continues the check. A finding that differs from the last one is logged, and operators are told,
   with the players who came and left since the last check began. Call it after each tick. */
void ledger_watch_update(struct game *game);

/* Writes the finding for operators, "dart +3; since the count before: Ada came; Brom left"; "":
   nothing is wrong. */
void ledger_watch_describe(const struct ledger_watch *watch, char *out, size_t out_size);

#endif
