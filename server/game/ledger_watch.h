/*
 * The live world held against its ledger: each LEDGER_WATCH_TICKS all that is loaded is counted. It
 * covers all that is in play; what is stored alone is counted by `doctor` (db/store_ledger.h).
 */
#ifndef UNDERCROFT_SERVER_GAME_LEDGER_WATCH_H
#define UNDERCROFT_SERVER_GAME_LEDGER_WATCH_H

#include "world/ledger.h"

/* A build may count more often. */
#ifndef LEDGER_WATCH_TICKS
#define LEDGER_WATCH_TICKS 3000
#endif

struct game;

/* What the last count found wrong, which was told; "" : nothing. */
struct ledger_watch {
    char wrong[LEDGER_TEXT_SIZE];
};

/* After each tick. Logs once what is wrong, and once more what else is wrong later. */
void ledger_watch_update(struct game *game);

#endif
