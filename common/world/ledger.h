/*
 * The ledger: counts of things of each kind, and of gold, that were made and destroyed, and that
 * came into the world and left it with delvers and levels. All code that makes or destroys a thing
 * notes it here, so the differences give the number of things that exist.
 *
 * A holding is the part of that number on one level: all that is on its floor and all that its
 * bodies carry. All that enters or leaves a level is noted at that moment, so each level can be
 * checked by itself between two ticks. Delvers between levels hold the rest.
 */
#ifndef UNDERCROFT_WORLD_LEDGER_H
#define UNDERCROFT_WORLD_LEDGER_H

#include <stddef.h>

#include "world/life.h"
#include "world/pack.h"

struct ledger {
    uint64_t made[ITEM_KIND_COUNT]; /* things made; gold counts by the piece */
    uint64_t ended[ITEM_KIND_COUNT];
    uint64_t carried_in[ITEM_KIND_COUNT];
    uint64_t carried_out[ITEM_KIND_COUNT];
};

/* The number of things that a level should hold, modulo 2^64. */
struct holding {
    uint64_t kinds[ITEM_KIND_COUNT];
};

/* The things made and destroyed in a tick of one level, which are added to the world's ledger after
   the tick. */
struct ledger_page {
    uint32_t made[ITEM_KIND_COUNT];
    uint32_t ended[ITEM_KIND_COUNT];
    bool is_used;
};

void ledger_make(struct ledger_page *page, const struct stack *thing);
void ledger_end(struct ledger_page *page, const struct stack *thing);

/* Adds the page to the ledger and to its level's holding, and clears the page. */
void ledger_close(struct ledger *ledger, struct holding *holding, struct ledger_page *page);

/* Record things that came into the world on that level, left the world from it, or were destroyed
   there. `holding` NULL: between levels. */
void ledger_carry_in(struct ledger *ledger, struct holding *holding,
                     const uint64_t counts[ITEM_KIND_COUNT]);
void ledger_carry_out(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT]);
void ledger_end_there(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT]);

/* Moves things from one level's holding to another's; NULL: between levels. */
void holding_move(struct holding *from, struct holding *to, const uint64_t counts[ITEM_KIND_COUNT]);

/* Moves all things of a delver. */
void holding_move_life(struct holding *from, struct holding *to, const struct life *life);

/* Returns the number of things of a kind in the world, by the ledger. */
int64_t ledger_left(const struct ledger *ledger, enum item_kind kind);

/* The counts of a kind. */
struct ledger_count {
    uint64_t made;
    uint64_t ended;
};

/* The part of the ledger that the database keeps: for each kind, all things ever made and destroyed
   in play. */
struct ledger_kept {
    struct ledger_count kinds[ITEM_KIND_COUNT];
};

struct ledger_kept ledger_keep(const struct ledger *ledger);

/* Begins the ledger of a world that continues an earlier one, before any thing is loaded. */
void ledger_begin(struct ledger *ledger, const struct ledger_kept *kept);

enum { LEDGER_TEXT_SIZE = 240 };

/* Writes the surplus of each kind, such as "dart +3, gold -20", for as many kinds as fit. */
void ledger_report_text(const int64_t more[ITEM_KIND_COUNT], char *out, size_t out_size);

/* Add the contents of a grave or bundle, or all things of a delver, to `counts`, a column of a
   ledger. */
void ledger_count_grave(uint64_t counts[ITEM_KIND_COUNT], const struct grave *grave);
void ledger_count_life(uint64_t counts[ITEM_KIND_COUNT], const struct life *life);

#endif
