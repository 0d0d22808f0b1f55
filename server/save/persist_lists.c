/*
 * Lists for people, out of the database: acts and reports.
 */
#include "server/save/persist_lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "server/save/persist_work.h"

_Static_assert(sizeof((struct audit_row){0}.who) == AUDIT_WHO_SIZE, "as in the database");
_Static_assert(sizeof((struct audit_row){0}.what) == AUDIT_WHAT_SIZE, "as in the database");

enum err persist_save_act(const struct persist_work *work, const struct audit_row *row)
{
    struct audit_record record = {.at = row->at};

    memcpy(record.who, row->who, sizeof record.who);
    memcpy(record.what, row->what, sizeof record.what);
    return store_audit(work->store, &record);
}

/* Saves an audit row as a report of a player. */
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
