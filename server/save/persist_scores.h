/*
 * The question for the lists of scores, all at once.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_SCORES_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_SCORES_H

#include <stdint.h>

#include "server/save/job.h"
#include "world/score.h"

enum score_period { SCORE_EVER, SCORE_SEASON, SCORE_PERIOD_COUNT };

/* The rows of a list, best first. */
struct score_list_rows {
    struct score_record rows[SCORES_MAX];
    int count;
};

/* Asks for all lists of scores. Rows that wait for a disk that refuses them count instead of those
   on the disk; damaged ones are skipped. */
struct score_lists {
    uint32_t season; /* number of the wanted season, from 1 */
    uint32_t embers; /* embers carried home by all players together */
    struct score_list_rows lists[SCORE_LIST_COUNT][SCORE_PERIOD_COUNT];
};
extern const struct question question_load_scores;

#endif
