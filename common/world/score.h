/*
 * Lists of scores as a table: each has a word, and a rank that follows from what is kept of a
 * player. A list is of all time or of the season.
 */
#ifndef UNDERCROFT_WORLD_SCORE_H
#define UNDERCROFT_WORLD_SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "world/record.h"

enum score_list {
    SCORE_DEEPEST,
    SCORE_SWORN,
    SCORE_KINDLERS,
    SCORE_FASTEST, /* one list for each of feat_goals[], in that order */
    SCORE_RICHEST = SCORE_FASTEST + FEAT_GOALS,
    SCORE_RENOWN,
    SCORE_LIST_COUNT
};

enum { SCORES_MAX = 10 /* places of a list */ };

struct score_row {
    const char *word; /* word after `scores`; for the fastest, the goal's depth follows */
    const char *name; /* title of the list: "who came deepest" */
};

/* Returns the row of a list; `list` is less than SCORE_LIST_COUNT. */
const struct score_row *score_row(enum score_list list);

/* Returns the feats of a season, or those of all time for 0, together with what older servers kept
   of a player elsewhere. */
struct feats score_feats(const struct score_record *record, uint32_t season);

/* A rank in a list. The better rank has the higher `first`, or the same `first` and the higher
   `second`. `first` 0: the player is not in the list. */
struct score_rank {
    uint64_t first;
    uint64_t second;
};
struct score_rank score_rank(enum score_list list, const struct score_record *record,
                             uint32_t season);

/* True if `record` stands before `other` in the list; of equal ones the older player does. */
bool score_is_before(enum score_list list, uint32_t season, const struct score_record *record,
                     const struct score_record *other);

#endif
