/*
 * Makes the numbers of a database right again after its rows were changed by hand.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_ROWS_ROW_SEAL_H
#define UNDERCROFT_TESTS_SUPPORT_ROWS_ROW_SEAL_H

#include <sqlite3.h>

/* The sum of each table follows its rows' checksums, and the seal follows the sums; or the seal
   alone. `handle` has the functions of db/row_function.h. Failures of SQLite fail the test. */
void row_seal(sqlite3 *handle);
void row_seal_numbers(sqlite3 *handle);

#endif
