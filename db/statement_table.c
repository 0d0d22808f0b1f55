/*
 * SQLite's statements: the SQL of those that are not about the rows of one record, and preparing
 * them all.
 */
#include <sqlite3.h>

#include "db/connection.h"
#include "db/records.h"
#include "db/sqlite_store.h"
#include "db/row_sql.h"

static const char *const step_table[STEP_COUNT] = {
    [STEP_BEGIN] = "BEGIN IMMEDIATE",    [STEP_COMMIT] = "COMMIT",
    [STEP_ROLLBACK] = "ROLLBACK",        [STEP_NEST] = "SAVEPOINT nested",
    [STEP_NEST_KEEP] = "RELEASE nested", [STEP_NEST_UNDO] = "ROLLBACK TO nested",
};

static const char *const query_table[QUERY_COUNT] = {
    [QUERY_HEAD_CLEAR] = "DELETE FROM meta",
    [QUERY_HEAD_SAVE] = "INSERT INTO meta (name, value) VALUES (?1, ?2)"
                        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [QUERY_ACCOUNT_NEXT_ID] =
        "SELECT coalesce(max(id), 0) + 1 FROM account WHERE id < 4503599627370496",
    [QUERY_ACCOUNT_FIND] = "SELECT id FROM account WHERE name = ?1",
    [QUERY_ACCOUNT_SKELETON] = "SELECT name FROM account WHERE skeleton = ?1",
    [QUERY_ACCOUNT_AFTER] = "SELECT id FROM account WHERE id > ?1 ORDER BY id LIMIT ?2",
    [QUERY_LEVEL_GENERATION] = "SELECT generation FROM level WHERE wing = ?1"
                               " AND depth = ?2 ORDER BY generation DESC LIMIT 1",
    /* The size is in the first bytes of the blob. */
    [QUERY_LEVEL_LIST] = "SELECT wing, depth, generation, style, substr(blob, 1, 5)"
                         " FROM level ORDER BY depth, wing, generation LIMIT ?1",
    [QUERY_DELVER_COUNT] =
        "SELECT count(*) FROM delver WHERE wing = ?1 AND depth = ?2 AND generation = ?3",
    [QUERY_DELVER_DEEPEST] = "SELECT id FROM delver WHERE deepest > 0 OR experience > 0"
                             " ORDER BY deepest DESC, experience DESC, id LIMIT ?1",
    [QUERY_MEMORY_LEVELS] = "SELECT count(*) FROM (SELECT DISTINCT wing, depth,"
                            " generation FROM memory WHERE delver_id = ?1)",
    [QUERY_AUDIT_SAVE] = "INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)",
    [QUERY_AUDIT_SLICE] = "SELECT id, length(who || what) FROM audit WHERE id > ?1"
                          " ORDER BY id LIMIT ?2",
    [QUERY_AUDIT_LOAD] = "SELECT at, who, what FROM audit WHERE what NOT GLOB '" BUG_PREFIX
                         "*' ORDER BY id DESC LIMIT ?1",
    [QUERY_BUG_LOAD] = "SELECT at, who, what FROM audit WHERE what GLOB '" BUG_PREFIX
                       "*' ORDER BY id DESC LIMIT ?1",
    [QUERY_BUG_TRIM] =
        "DELETE FROM audit WHERE (SELECT count(*) FROM audit WHERE what GLOB '" BUG_PREFIX
        "*') > ?1 AND id = (SELECT min(id) FROM audit WHERE what GLOB '" BUG_PREFIX
        "*' AND who = (SELECT who FROM audit WHERE what GLOB '" BUG_PREFIX
        "*' GROUP BY who ORDER BY count(*) DESC, min(id) LIMIT 1))",
    [QUERY_BUG_TRIM_AUTHOR] =
        "DELETE FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX
        "*' AND id NOT IN (SELECT id FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX
        "*' ORDER BY id DESC LIMIT ?2)",
    [QUERY_BUG_RENAME] = "UPDATE audit SET who = ?2 WHERE who = ?1 AND what GLOB '" BUG_PREFIX "*'",
    [QUERY_BUG_FORGET] = "DELETE FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX "*'",
};

static int prepare(struct sqlite3 *handle, const char *const *statement_table, int count,
                   struct sqlite3_stmt **out)
{
    int code = SQLITE_OK;

    for (int i = 0; code == SQLITE_OK && i < count; i++)
        code = sqlite3_prepare_v3(handle, statement_table[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &out[i], NULL);
    return code;
}

static int prepare_rows(struct sqlite3 *handle, enum record_id id, struct statements *out)
{
    int code = SQLITE_OK;

    for (int i = 0; code == SQLITE_OK && i < ROW_OPERATION_COUNT; i++)
        code = row_sql_prepare(handle, record_at(id), (enum row_operation)i, &out->rows[id][i]);
    return code;
}

enum err statement_prepare_all(struct sqlite3 *handle, struct statements *out)
{
    *out = (struct statements){.steps = {NULL}};
    int code = prepare(handle, step_table, STEP_COUNT, out->steps);
    if (code == SQLITE_OK)
        code = prepare(handle, query_table, QUERY_COUNT, out->queries);
    for (int i = 0; code == SQLITE_OK && i < RECORD_COUNT; i++)
        code = prepare_rows(handle, (enum record_id)i, out);
    if (code == SQLITE_OK)
        return ERR_OK;
    statement_finalize_all(out);
    /* SQLITE_ERROR: our mark is on the file, but not our tables in it. */
    return (code & 0xff) == SQLITE_ERROR ? ERR_CORRUPT : connection_error(code);
}

void statement_finalize_all(struct statements *statements)
{
    for (int i = 0; i < STEP_COUNT; i++)
        sqlite3_finalize(statements->steps[i]);
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(statements->queries[i]);
    for (int i = 0; i < RECORD_COUNT; i++) {
        for (int k = 0; k < ROW_OPERATION_COUNT; k++)
            sqlite3_finalize(statements->rows[i][k]);
    }
    *statements = (struct statements){.steps = {NULL}};
}
