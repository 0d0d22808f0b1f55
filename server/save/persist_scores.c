/*
 * Lists of scores out of the database. One pass over all delvers, which proves no row, finds the
 * candidates of each list; only their rows are then loaded, and so proven, with those that the disk
 * has refused. Twice as many candidates as places are kept, so that damaged ones may fail.
 */
#include "server/save/persist_scores.h"

#include <stdlib.h>
#include <string.h>

#include "db/records.h"
#include "server/save/change_set.h"
#include "server/save/persist_work.h"

enum {
    CANDIDATES = 2 * SCORES_MAX,
    CANDIDATES_ALL = CANDIDATES * SCORE_LIST_COUNT * SCORE_PERIOD_COUNT,
};

struct candidates {
    uint32_t season;
    uint64_t embers;
    struct score_record rows[SCORE_LIST_COUNT][SCORE_PERIOD_COUNT][CANDIDATES];
    int counts[SCORE_LIST_COUNT][SCORE_PERIOD_COUNT];
};

/* Puts the player at the right place among the `max` best, unless the player has no place or is
   there already. */
static void put(struct score_record *rows, int *count, int max, enum score_list list,
                uint32_t season, const struct score_record *score)
{
    int at = *count;

    if (score_rank(list, score, season).first == 0)
        return;
    for (int i = 0; i < *count; i++) {
        if (rows[i].id == score->id)
            return;
    }
    while (at > 0 && score_is_before(list, season, score, &rows[at - 1]))
        at--;
    if (at == max)
        return;
    if (*count < max)
        ++*count;
    memmove(&rows[at + 1], &rows[at], (size_t)(*count - at - 1) * sizeof *rows);
    rows[at] = *score;
}

static uint32_t season_of(enum score_period period, uint32_t season)
{
    return period == SCORE_SEASON ? season : 0;
}

static void take_candidate(const struct score_record *score, void *argument)
{
    struct candidates *all = argument;

    all->embers += score->honours.kindled;
    for (enum score_list list = 0; list < SCORE_LIST_COUNT; list++) {
        for (enum score_period period = 0; period < SCORE_PERIOD_COUNT; period++)
            put(all->rows[list][period], &all->counts[list][period], CANDIDATES, list,
                season_of(period, all->season), score);
    }
}

/* Adds an id that is not among them. */
static void add_id(int64_t *ids, int *count, int64_t id)
{
    for (int i = 0; i < *count; i++) {
        if (ids[i] == id)
            return;
    }
    ids[(*count)++] = id;
}

/* Loads the score of a delver. ERR_OK also if its row is damaged or gone. */
static enum err try_score(const struct persist_work *work, struct score_lists *out, int64_t id)
{
    const struct delver_record *newer = persist_find_unsaved(work, CHANGE_DELVERS, &id);
    struct score_record score;
    enum err error = store_load_score(work->store, id, &score);

    if (error != ERR_OK)
        return error == ERR_NOT_FOUND || error == ERR_FORMAT ? ERR_OK : error;
    if (newer != NULL) {
        score.life = newer->life.number;
        score.deepest = newer->life.deepest;
        score.experience = newer->life.experience;
        score.gold = newer->life.gold;
        score.steps = newer->steps;
        score.honours = newer->life.honours;
    }
    for (enum score_list list = 0; list < SCORE_LIST_COUNT; list++) {
        for (enum score_period period = 0; period < SCORE_PERIOD_COUNT; period++)
            put(out->lists[list][period].rows, &out->lists[list][period].count, SCORES_MAX, list,
                season_of(period, out->season), &score);
    }
    return ERR_OK;
}

static enum err load_candidates(const struct persist_work *work, const struct candidates *all,
                                struct score_lists *out)
{
    int64_t ids[CANDIDATES_ALL];
    int count = 0;
    enum err error = ERR_OK;

    for (enum score_list list = 0; list < SCORE_LIST_COUNT; list++) {
        for (enum score_period period = 0; period < SCORE_PERIOD_COUNT; period++) {
            for (int i = 0; i < all->counts[list][period]; i++)
                add_id(ids, &count, all->rows[list][period][i].id);
        }
    }
    for (int i = 0; error == ERR_OK && i < count; i++)
        error = try_score(work, out, ids[i]);
    return error;
}

static bool load_scores(struct persist_work *work, struct job *job)
{
    struct score_lists *out = job->content;
    const struct change_set *unsaved = work->unsaved == NULL ? NULL : work->unsaved->content;
    size_t waiting = unsaved == NULL ? 0 : unsaved->of[CHANGE_DELVERS].count;
    struct candidates *all = calloc(1, sizeof *all);

    job->result = all == NULL ? ERR_MEMORY : ERR_OK;
    if (job->result == ERR_OK) {
        all->season = out->season;
        job->result = store_each_score(work->store, take_candidate, all);
    }
    if (job->result == ERR_OK) {
        out->embers = all->embers < UINT32_MAX ? (uint32_t)all->embers : UINT32_MAX;
        job->result = load_candidates(work, all, out);
    }
    for (size_t i = 0; job->result == ERR_OK && i < waiting; i++) {
        const struct delver_record *row = change_set_row(unsaved, CHANGE_DELVERS, i);
        job->result = try_score(work, out, row->id);
    }
    free(all);
    return true;
}

const struct question question_load_scores = {.size = sizeof(struct score_lists),
                                              .work = load_scores};
