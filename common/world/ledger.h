/*
 * The ledger: how many things of each kind, and how much gold, were made and ended, and how many
 * came into the world and went out of it with delvers and levels. Each place of the code that makes
 * or ends a thing notes it here, so that the difference is what there is.
 *
 * A holding is the part of that difference which belongs to one level: all that lies on it and all
 * that its bodies carry. All that comes to a level or leaves it is noted there in the same moment,
 * so that each level can be counted by itself at any time between two ticks. The rest of the ledger
 * beside all holdings is with those who are between levels.
 */
#ifndef UNDERCROFT_WORLD_LEDGER_H
#define UNDERCROFT_WORLD_LEDGER_H

#include <stddef.h>

#include "world/life.h"
#include "world/pack.h"

struct ledger {
    uint64_t made[ITEM_KIND_COUNT]; /* gold too, by the piece */
    uint64_t ended[ITEM_KIND_COUNT];
    uint64_t carried_in[ITEM_KIND_COUNT];
    uint64_t carried_out[ITEM_KIND_COUNT];
};

/* The things that a level should hold, modulo 2^64. */
struct holding {
    uint64_t kinds[ITEM_KIND_COUNT];
};

/* Things made and ended in a tick of one level; added to the world's ledger after it. */
struct ledger_page {
    uint32_t made[ITEM_KIND_COUNT];
    uint32_t ended[ITEM_KIND_COUNT];
    bool is_used;
};

void ledger_make(struct ledger_page *page, const struct stack *thing);
void ledger_end(struct ledger_page *page, const struct stack *thing);

/* Adds the page to the ledger and to its level's holding, and empties it. */
void ledger_close(struct ledger *ledger, struct holding *holding, struct ledger_page *page);

/* The given numbers of things came into the world on that level, went out of the world from
   there, or ended there; NULL: between levels. */
void ledger_carry_in(struct ledger *ledger, struct holding *holding,
                     const uint64_t counts[ITEM_KIND_COUNT]);
void ledger_carry_out(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT]);
void ledger_end_there(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT]);

/* Moves the given numbers of things from one level to another; NULL: the way between levels. */
void holding_move(struct holding *from, struct holding *to, const uint64_t counts[ITEM_KIND_COUNT]);

/* Moves everything that a delver has. */
void holding_move_life(struct holding *from, struct holding *to, const struct life *life);

/* How many of a kind are in the world by the ledger. */
int64_t ledger_left(const struct ledger *ledger, enum item_kind kind);

/* Counts of a kind. */
struct ledger_count {
    uint64_t made;
    uint64_t ended;
};

/* Part of the ledger that the database keeps: by kind, all ever made and ended in play. */
struct ledger_kept {
    struct ledger_count kinds[ITEM_KIND_COUNT];
};

struct ledger_kept ledger_keep(const struct ledger *ledger);

/* Begins the ledger of a world that continues another; all its things are elsewhere still. */
void ledger_begin(struct ledger *ledger, const struct ledger_kept *kept);

enum { LEDGER_TEXT_SIZE = 240 };

/* "dart +3, gold -20": how many there are more of each kind than there should be; as many kinds as
   the text has room for. */
void ledger_report_text(const int64_t more[ITEM_KIND_COUNT], char *out, size_t out_size);

/* Adds the contents of a grave or bundle, or all things of a delver, to `counts`, one column of
   a ledger. */
void ledger_count_grave(uint64_t counts[ITEM_KIND_COUNT], const struct grave *grave);
void ledger_count_life(uint64_t counts[ITEM_KIND_COUNT], const struct life *life);

#endif
