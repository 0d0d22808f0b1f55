/*
 * Questions for people: acts of operators and reports of players.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H

#include <stdbool.h>

#include "base/err.h"
#include "server/save/change_set.h"
#include "server/save/job.h"
#include "world/record.h"

struct persist_work;

/* Saves an act or a report; the content is a struct audit_row. */
extern const struct question question_save_audit;
extern const struct question question_save_bug;

enum { AUDIT_ROWS_MAX = 1000 };

/* Asks for the newest `count` acts, newest first; in the answer `count` is their number. */
struct audit_list {
    bool are_bugs;          /* reports of players instead of acts */
    struct audit_row *rows; /* owned */
    int count;
};
extern const struct question question_load_audit;

/* Saves one act inside the open transaction. */
MUST_USE enum err persist_save_act(const struct persist_work *work, const struct audit_row *row);

#endif
