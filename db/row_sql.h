/*
 * The SQL of rows: composed of the names in the tables of columns (db/columns.h) and of nothing
 * else. This is the only place where SQL is put together; values are bound.
 */
#ifndef UNDERCROFT_DB_ROW_SQL_H
#define UNDERCROFT_DB_ROW_SQL_H

#include "db/columns.h"

/* Parameters and columns come in the order of the record's columns, then the checksum. */
enum row_operation {
    ROW_INSERT,    /* all parameters */
    ROW_SAVE,      /* the same: INSERT or UPDATE; of what is made once, an UPDATE */
    ROW_LOAD,      /* parameters: the key; columns: all */
    ROW_EACH,      /* columns: all of every row, whether its owner is there (1 or 0), its rowid */
    ROW_SLICE,     /* the same of the rows behind a rowid, by rowid; parameters: that, how many */
    ROW_CHECKSUMS, /* columns: the checksum and the rowid of every row */
    /* The rows that are equal in some columns. Parameters: the columns up to the last of these. */
    ROW_CHECKSUM_OF_KEY,
    ROW_CHECKSUMS_OF_OWNER,
    ROW_CHECKSUMS_OF_LEVEL,
    ROW_DELETE_OF_KEY,
    ROW_DELETE_OF_OWNER,
    ROW_DELETE_OF_LEVEL,
    ROW_OPERATION_COUNT
};

struct sqlite3;
struct sqlite3_stmt;

/* Prepares one statement; gives SQLite's result code. The caller finalizes *out, which is NULL for
   an operation on columns that the record does not have. */
int row_sql_prepare(struct sqlite3 *handle, const struct record *record,
                    enum row_operation operation, struct sqlite3_stmt **out);

#endif
