/*
 * The table of statements that are not about one whole row, and preparing them all.
 */
#include <sqlite3.h>

#include "db/connection.h"
#include "db/statement.h"

static const char *const statement_table[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_NEST] = "SAVEPOINT nested",
    [STATEMENT_NEST_KEEP] = "RELEASE nested",
    [STATEMENT_NEST_UNDO] = "ROLLBACK TO nested",
    [STATEMENT_META_SAVE] = "INSERT INTO meta (name, value) VALUES (?1, ?2)"
                            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [STATEMENT_ACCOUNT_NEXT_ID] = "SELECT coalesce(max(id), 0) + 1 FROM account",
    [STATEMENT_ACCOUNT_FIND] = "SELECT id FROM account WHERE name = ?1",
    [STATEMENT_ACCOUNT_HAS_SKELETON] = "SELECT 1 FROM account WHERE skeleton = ?1",
    [STATEMENT_ACCOUNT_AFTER] = "SELECT id FROM account WHERE id > ?1 ORDER BY id LIMIT ?2",
    [STATEMENT_LEVEL_FIND_GENERATION] = "SELECT generation FROM level WHERE wing = ?1"
                                        " AND depth = ?2 ORDER BY generation DESC LIMIT 1",
    /* The size is in the first bytes of the blob. */
    [STATEMENT_LEVEL_LIST] = "SELECT wing, depth, generation, style, substr(blob, 1, 5)"
                             " FROM level ORDER BY depth, wing, generation LIMIT ?1",
    [STATEMENT_DELVER_COUNT_ON_LEVEL] =
        "SELECT count(*) FROM delver WHERE wing = ?1 AND depth = ?2 AND generation = ?3",
    [STATEMENT_MEMORY_COUNT_LEVELS] = "SELECT count(*) FROM (SELECT DISTINCT wing, depth,"
                                      " generation FROM memory WHERE delver_id = ?1)",
    [STATEMENT_AUDIT_SAVE] = "INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)",
    [STATEMENT_AUDIT_SLICE] = "SELECT id, length(who || what) FROM audit WHERE id > ?1"
                              " ORDER BY id LIMIT ?2",
    [STATEMENT_AUDIT_LOAD] = "SELECT at, who, what FROM audit ORDER BY id DESC LIMIT ?1",
};

static int prepare_others(struct sqlite3 *handle, struct statements *out)
{
    int code = SQLITE_OK;

    for (int i = 0; code == SQLITE_OK && i < STATEMENT_COUNT; i++)
        code = sqlite3_prepare_v3(handle, statement_table[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &out->others[i], NULL);
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
    *out = (struct statements){.others = {NULL}};
    int code = prepare_others(handle, out);
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
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(statements->others[i]);
    for (int i = 0; i < RECORD_COUNT; i++) {
        for (int k = 0; k < ROW_OPERATION_COUNT; k++)
            sqlite3_finalize(statements->rows[i][k]);
    }
    *statements = (struct statements){.others = {NULL}};
}
