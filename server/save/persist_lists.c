/*
 * Lists for people from the database: acts, reports and scores. Scores are sorted here, because
 * rows that wait for the disk are not in the order of the database.
 */
#include "server/save/persist_lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "server/save/persist_work.h"

enum {
    CANDIDATES_MAX = 4 * SCORES_MAX /* more than needed: some may be damaged */
};

_Static_assert(sizeof((struct audit_row){0}.who) == AUDIT_WHO_SIZE, "as in the database");
_Static_assert(sizeof((struct audit_row){0}.what) == AUDIT_WHAT_SIZE, "as in the database");

enum err persist_save_act(const struct persist_work *work, const struct audit_row *row)
{
    struct audit_record record = {.at = row->at};

    memcpy(record.who, row->who, sizeof record.who);
    memcpy(record.what, row->what, sizeof record.what);
    return store_audit(work->store, &record);
}

/* Marks an audit row as a report of a player. */
static enum err save_report(const struct persist_work *work, const struct audit_row *row)
{
    struct audit_record record = {.at = row->at};

    memcpy(record.who, row->who, sizeof record.who);
    int length = snprintf(record.what, sizeof record.what, BUG_PREFIX "%s", row->what);
    return (size_t)length < sizeof record.what ? store_audit(work->store, &record) : ERR_RANGE;
}

static bool save_audit(struct persist_work *work, struct job *job)
{
    job->result = persist_save_act(work, job->content);
    return true;
}

const struct question question_save_audit = {
    .size = sizeof(struct audit_row), .work = save_audit, .writes = true, .what = "an audit row"};

static bool save_bug(struct persist_work *work, struct job *job)
{
    job->result = save_report(work, job->content);
    return true;
}

const struct question question_save_bug = {
    .size = sizeof(struct audit_row), .work = save_bug, .writes = true, .what = "a report"};

static bool load_audit(struct persist_work *work, struct job *job)
{
    struct audit_list *list = job->content;
    int wanted = list->count;

    CHECK(wanted > 0 && wanted <= AUDIT_ROWS_MAX);
    struct audit_record *records = calloc((size_t)wanted, sizeof *records);
    list->count = 0;
    list->rows = calloc((size_t)wanted, sizeof *list->rows);
    job->result = records == NULL || list->rows == NULL
                      ? ERR_MEMORY
                      : (list->are_bugs ? store_load_bugs : store_load_audit)(work->store, records,
                                                                              wanted, &list->count);
    for (int i = 0; i < list->count; i++) {
        struct audit_row *row = &list->rows[i];
        row->at = records[i].at;
        memcpy(row->who, records[i].who, sizeof row->who);
        snprintf(row->what, sizeof row->what, "%s",
                 records[i].what + (list->are_bugs ? strlen(BUG_PREFIX) : 0));
    }
    free(records);
    return true;
}

static void release_audit(void *content)
{
    free(((struct audit_list *)content)->rows);
}

const struct question question_load_audit = {
    .size = sizeof(struct audit_list), .work = load_audit, .release = release_audit};

static bool is_before(const struct score_record *score, const struct score_record *other)
{
    if (score->deepest != other->deepest)
        return score->deepest > other->deepest;
    if (score->experience != other->experience)
        return score->experience > other->experience;
    return score->id < other->id;
}

/* Inserts it at its place, unless there are enough deeper ones, or it is there already. */
static void add_score(struct score_list *list, const struct score_record *score)
{
    int at = list->count;

    for (int i = 0; i < list->count; i++) {
        if (list->rows[i].id == score->id)
            return;
    }
    while (at > 0 && is_before(score, &list->rows[at - 1]))
        at--;
    if (at == SCORES_MAX)
        return;
    if (list->count < SCORES_MAX)
        list->count++;
    memmove(&list->rows[at + 1], &list->rows[at], (size_t)(list->count - at - 1) * sizeof *score);
    list->rows[at] = *score;
}

/* ERR_OK also for a delver whose row is damaged or gone. */
static enum err try_score(const struct persist_work *work, struct score_list *list, int64_t id)
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
    }
    if (score.deepest > 0 || score.experience > 0)
        add_score(list, &score);
    return ERR_OK;
}

static bool load_scores(struct persist_work *work, struct job *job)
{
    struct score_list *list = job->content;
    const struct change_set *unsaved = work->unsaved == NULL ? NULL : work->unsaved->content;
    int64_t ids[CANDIDATES_MAX];
    int count = 0;

    job->result = store_list_deepest(work->store, ids, CANDIDATES_MAX, &count);
    for (int i = 0; job->result == ERR_OK && i < count; i++)
        job->result = try_score(work, list, ids[i]);
    size_t waiting = unsaved == NULL ? 0 : unsaved->of[CHANGE_DELVERS].count;
    for (size_t i = 0; job->result == ERR_OK && i < waiting; i++) {
        const struct delver_record *row = change_set_row(unsaved, CHANGE_DELVERS, i);
        job->result = try_score(work, list, row->id);
    }
    return true;
}

const struct question question_load_scores = {.size = sizeof(struct score_list),
                                              .work = load_scores};
