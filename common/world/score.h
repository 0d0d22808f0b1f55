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
    SCORE_FASTEST, /* one for each of feat_goals[], in that order */
    SCORE_RICHEST = SCORE_FASTEST + FEAT_GOALS,
    SCORE_RENOWN,
    SCORE_LIST_COUNT
};

enum { SCORES_MAX = 10 /* places of a list */ };

struct score_row {
    const char *word; /* after `scores`; of the fastest, the goal's depth follows */
    const char *name; /* within a title: "who came deepest" */
};

/* `list` is less than SCORE_LIST_COUNT. */
const struct score_row *score_row(enum score_list list);

/* The season's feats where `season` is not 0, else those of all time, with what older servers kept
   of a player elsewhere. */
struct feats score_feats(const struct score_record *record, uint32_t season);

/* The better of two ranks has the higher `first`, then the higher `second`. `first` 0: the player
   is not in the list. */
struct score_rank {
    uint64_t first;
    uint64_t second;
};
struct score_rank score_rank(enum score_list list, const struct score_record *record,
                             uint32_t season);

/* True if `record` stands before `other`; of equals the older player does. */
bool score_is_before(enum score_list list, uint32_t season, const struct score_record *record,
                     const struct score_record *other);

#endif
