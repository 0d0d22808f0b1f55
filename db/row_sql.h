/*
 * The SQL of rows, composed only of the names in the tables of columns (db/columns.h). SQL is
 * composed nowhere else; values are bound.
 */
#ifndef UNDERCROFT_DB_ROW_SQL_H
#define UNDERCROFT_DB_ROW_SQL_H

#include "db/driver.h"

struct sqlite3;
struct sqlite3_stmt;

/* Prepares one statement; gives SQLite's result code. The caller finalizes *out, which is NULL for
   an operation on columns that the record does not have. */
int row_sql_prepare(struct sqlite3 *handle, const struct record *record,
                    enum row_operation operation, struct sqlite3_stmt **out);

#endif
