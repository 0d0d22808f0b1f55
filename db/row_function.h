/*
 * Checksums of rows as SQL functions, for the scripts that migrate rows:
 *   row_checksum(table, column, …)   the checksum of a row, its columns in their order;
 *   blob_checksum(blob)              the one that schema 1 kept beside a blob;
 *   band_count(explored)             how many bands those runs (tiles_encode()) are cut into; 0:
 *                                    they are no runs, or too many;
 *   band_of(explored, number)        the runs of one of them, NULL if nothing is known there;
 *   state_sum(checksum)              the aggregate: what rows with these checksums sum to.
 * They only compute. A connection has them while it migrates and no longer.
 */
#ifndef UNDERCROFT_DB_ROW_FUNCTION_H
#define UNDERCROFT_DB_ROW_FUNCTION_H

#include "base/err.h"

struct sqlite3;

MUST_USE enum err row_functions_add(struct sqlite3 *handle);

/* Removes the functions; no statement that uses them may be left. */
void row_functions_remove(struct sqlite3 *handle);

#endif
