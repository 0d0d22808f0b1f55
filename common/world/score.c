/*
 * Lists of scores. A time is ranked by how far it is below all times, so that each list is in
 * descending order.
 */
#include "world/score.h"

#include <stddef.h>

#include "base/check.h"
#include "world/life.h"

static const struct score_row score_table[SCORE_LIST_COUNT] = {
    [SCORE_DEEPEST] = {"deepest", "who came deepest"},
    [SCORE_SWORN] = {"sworn", "who came deepest under the oath"},
    [SCORE_KINDLERS] = {"kindlers", "who carried an ember home, the quickest first"},
    [SCORE_FASTEST] = {"fastest", "who were the fastest to depth 5"},
    [SCORE_FASTEST + 1] = {"fastest", "who were the fastest to depth 10"},
    [SCORE_FASTEST + 2] = {"fastest", "who were the fastest to depth 15"},
    [SCORE_FASTEST + 3] = {"fastest", "who were the fastest to depth 20"},
    [SCORE_FASTEST + 4] = {"fastest", "who were the fastest to depth 26"},
    [SCORE_RICHEST] = {"richest", "who gave most gold to the Gate"},
    [SCORE_RENOWN] = {"renown", "who have most renown"},
};

const struct score_row *score_row(enum score_list list)
{
    CHECK((unsigned)list < SCORE_LIST_COUNT);
    return &score_table[list];
}

struct feats score_feats(const struct score_record *record, uint32_t season)
{
    struct feats feats = record->honours.ever;

    if (season != 0)
        return feats_of_season(&record->honours, season);
    if (feats.deepest < record->deepest)
        feats.deepest = record->deepest;
    if (feats.kindled < record->honours.kindled) {
        feats.kindled = record->honours.kindled;
        feats.kindled_in = record->honours.kindled_in;
    }
    return feats;
}

static struct score_rank rank_of_time(uint64_t ticks)
{
    return (struct score_rank){.first = ticks == 0 ? 0 : UINT64_MAX - ticks};
}

struct score_rank score_rank(enum score_list list, const struct score_record *record,
                             uint32_t season)
{
    const struct feats feats = score_feats(record, season);

    if (list >= SCORE_FASTEST && list < SCORE_RICHEST)
        return rank_of_time(feats.reached_in[list - SCORE_FASTEST]);
    switch (list) {
    case SCORE_DEEPEST:
        /* Experience alone counts for all time: a life that took no stairs has come to depth 1. */
        return season == 0 && (feats.deepest > 0 || record->experience > 0)
                   ? (struct score_rank){feats.deepest + UINT64_C(1), (uint64_t)record->experience}
                   : (struct score_rank){feats.deepest, (uint64_t)record->experience};
    case SCORE_SWORN:
        return (struct score_rank){feats.sworn, 0};
    case SCORE_KINDLERS:
        return feats.kindled == 0
                   ? (struct score_rank){0, 0}
                   : (struct score_rank){UINT64_MAX - feats.kindled_in, UINT64_MAX - feats.falls};
    case SCORE_RICHEST:
        return (struct score_rank){(uint64_t)feats.given, 0};
    default:
        return (struct score_rank){feats.renown, 0};
    }
}

bool score_is_before(enum score_list list, uint32_t season, const struct score_record *record,
                     const struct score_record *other)
{
    const struct score_rank left = score_rank(list, record, season);
    const struct score_rank right = score_rank(list, other, season);

    if (left.first != right.first)
        return left.first > right.first;
    if (left.second != right.second)
        return left.second > right.second;
    return record->id < other->id;
}
