/*
 * The live world against its ledger.
 */
#include "server/game/ledger_watch.h"

#include <stdio.h>
#include <string.h>

#include "server/game/game.h"
#include "world/stocktaking.h"

void ledger_watch_update(struct game *game)
{
    int64_t more[ITEM_KIND_COUNT];
    char text[LEDGER_TEXT_SIZE];

    if (game->world->tick % LEDGER_WATCH_TICKS != 0)
        return;
    int kinds = world_take_stock(game->world, more);
    ledger_report_text(more, text, sizeof text);
    if (strcmp(text, game->ledger_watch.wrong) == 0)
        return;
    snprintf(game->ledger_watch.wrong, sizeof game->ledger_watch.wrong, "%s", text);
    if (kinds > 0)
        LOG(&game->base->log, LOG_ERROR, "ledger.wrong", log_number("kinds", kinds),
            log_text("more", text),
            log_text("cure", "save the log, restart, and ask doctor; --repair sets it right"));
}
