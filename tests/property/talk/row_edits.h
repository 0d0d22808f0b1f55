/*
 * Edits of the rows of a world (row_world.h), made from the columns of every record: each column,
 * and each byte packed into a column, is set to the edges of its range and past them.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_ROW_EDITS_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_ROW_EDITS_H

#include <sqlite3.h>
#include <stddef.h>

#include "db/columns.h"
#include "hall.h"

enum { ROW_EDITS_MAX = 20000 };

/* One column of one player's rows gets another value, as SQL writes it. */
struct edit {
    enum record_id record;
    const struct column *column;
    char *value; /* owned */
};

extern struct edit row_edits[ROW_EDITS_MAX];
extern size_t row_edit_count;

/* Makes them all, of the world of the stopped hall; and frees them. */
void row_edits_make(const struct hall *hall);
void row_edits_release(void);

/* Its database, for hands that no rule of a table stops; to be closed by the caller. */
sqlite3 *row_edits_open(const struct hall *hall);

/* Changes the row of the player of that place, and its checksum. */
void row_edits_apply(sqlite3 *handle, const struct edit *edit, int place);

#endif
