/*
 * The saving of a change set, and the owners of rows that were left out.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_SAVE_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_SAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"
#include "server/save/change_set.h"
#include "server/save/job.h"

struct persist_work;

/* Saves a change set; the content is a struct change_set. */
extern const struct question question_save;

enum { LEFT_OUT_MAX = 64 };

/* Players some of whose rows were left out of the newest save that had them. */
struct left_out {
    struct {
        enum record_id record;
        int64_t id; /* id of the player */
    } rows[LEFT_OUT_MAX];
    int count;
    bool is_full;     /* there were more players than fit, so any player may be meant */
    uint32_t changes; /* number of changes */
};

/* Returns the row that waits for a disk that refuses it, newer than that of the database
   (change_set_find()). NULL: there is none. */
const void *persist_find_unsaved(const struct persist_work *work, enum change_kind kind,
                                 const void *wanted);

/* True if an error is about a row, and not about the disk. */
bool persist_is_of_row(enum err error);

/* Notes that a player's row was saved, or left out. */
void left_out_note(struct left_out *left_out, enum record_id record, int64_t id, bool is_left);

/* True if any row of that player was left out. */
bool left_out_has(const struct left_out *left_out, int64_t id);

#endif
