/*
 * The table of statements. Where a row has a checksum, the order of parameters and columns is the
 * order in which they go into it: the same in all statements of a table.
 */
#include <sqlite3.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/statement.h"

struct statement_row {
    const char *sql;
    const char *row_table; /* the table whose whole rows it reads or writes */
};

static const struct statement_row statement_table[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = {"BEGIN IMMEDIATE", NULL},
    [STATEMENT_COMMIT] = {"COMMIT", NULL},
    [STATEMENT_ROLLBACK] = {"ROLLBACK", NULL},
    [STATEMENT_NEST] = {"SAVEPOINT nested", NULL},
    [STATEMENT_NEST_KEEP] = {"RELEASE nested", NULL},
    [STATEMENT_NEST_UNDO] = {"ROLLBACK TO nested", NULL},
    [STATEMENT_META_SAVE] = {"INSERT INTO meta (name, value) VALUES (?1, ?2)"
                             " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                             NULL},
    [STATEMENT_META_LOAD] = {"SELECT value FROM meta WHERE name = ?1", NULL},
    [STATEMENT_ACCOUNT_NEXT_ID] = {"SELECT coalesce(max(id), 0) + 1 FROM account", NULL},
    [STATEMENT_ACCOUNT_CREATE] =
        {"INSERT INTO account (id, name, skeleton, password_hash, mode, role, created_at,"
         " last_seen_at, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
         "account"},
    [STATEMENT_ACCOUNT_FIND] =
        {"SELECT id, name, skeleton, password_hash, mode, role, created_at, last_seen_at, checksum"
         " FROM account WHERE name = ?1",
         "account"},
    [STATEMENT_ACCOUNT_HAS_SKELETON] = {"SELECT 1 FROM account WHERE skeleton = ?1", NULL},
    [STATEMENT_ACCOUNT_LOAD] =
        {"SELECT id, name, skeleton, password_hash, mode, role, created_at, last_seen_at, checksum"
         " FROM account WHERE id = ?1",
         "account"},
    /* Name, skeleton and time of birth are bound for the checksum; they do not change. */
    [STATEMENT_ACCOUNT_SAVE] =
        {"UPDATE account SET password_hash = ?4, mode = ?5, role = ?6, last_seen_at = ?8,"
         " checksum = ?9 WHERE id = ?1",
         "account"},
    [STATEMENT_ACCOUNT_EACH] =
        {"SELECT account.id, name, skeleton, password_hash, mode, role, created_at, last_seen_at,"
         " account.checksum, delver.id IS NOT NULL"
         " FROM account LEFT JOIN delver ON delver.id = account.id ORDER BY account.id",
         "account"},
    [STATEMENT_ACCOUNT_AFTER] =
        {"SELECT id, name, skeleton, password_hash, mode, role, created_at, last_seen_at, checksum"
         " FROM account WHERE id > ?1 ORDER BY id LIMIT ?2",
         "account"},
    [STATEMENT_ACCOUNT_CHECKSUM] = {"SELECT checksum FROM account WHERE id = ?1", NULL},
    [STATEMENT_ACCOUNT_DELETE] = {"DELETE FROM account WHERE id = ?1", NULL},
    [STATEMENT_DELVER_CREATE] =
        {"INSERT INTO delver (id, wing, depth, generation, x, y, health_max, health, sequence,"
         " steps, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
         "delver"},
    [STATEMENT_DELVER_CHECKSUM] = {"SELECT checksum FROM delver WHERE id = ?1", NULL},
    [STATEMENT_DELVER_SAVE] =
        {"UPDATE delver SET wing = ?2, depth = ?3, generation = ?4, x = ?5, y = ?6,"
         " health_max = ?7, health = ?8, sequence = ?9, steps = ?10, checksum = ?11 WHERE id = ?1",
         "delver"},
    [STATEMENT_DELVER_LOAD] =
        {"SELECT id, wing, depth, generation, x, y, health_max, health, sequence, steps, checksum"
         " FROM delver WHERE id = ?1",
         "delver"},
    /* By level, so that each level is looked up once. */
    [STATEMENT_DELVER_EACH] =
        {"SELECT delver.id, wing, depth, generation, x, y, health_max, health, sequence, steps,"
         " delver.checksum, account.id IS NOT NULL"
         " FROM delver LEFT JOIN account ON account.id = delver.id"
         " ORDER BY wing, depth, generation, delver.id",
         "delver"},
    [STATEMENT_DELVER_DELETE] = {"DELETE FROM delver WHERE id = ?1", NULL},
    [STATEMENT_LEVEL_CHECKSUM] =
        {"SELECT checksum FROM level WHERE wing = ?1 AND depth = ?2 AND generation = ?3", NULL},
    [STATEMENT_LEVEL_SAVE] =
        {"INSERT INTO level (wing, depth, generation, style, format, blob, checksum)"
         " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
         " ON CONFLICT (wing, depth, generation) DO UPDATE SET style = excluded.style,"
         " format = excluded.format, blob = excluded.blob, checksum = excluded.checksum",
         "level"},
    [STATEMENT_LEVEL_LOAD] =
        {"SELECT wing, depth, generation, style, format, blob, checksum FROM level"
         " WHERE wing = ?1 AND depth = ?2 AND generation = ?3",
         "level"},
    [STATEMENT_LEVEL_FIND_GENERATION] = {"SELECT generation FROM level WHERE wing = ?1"
                                         " AND depth = ?2 ORDER BY generation DESC LIMIT 1",
                                         NULL},
    [STATEMENT_LEVEL_EACH] =
        {"SELECT wing, depth, generation, style, format, blob, checksum FROM level"
         " ORDER BY wing, depth, generation",
         "level"},
    [STATEMENT_MEMORY_CHECKSUM] =
        {"SELECT checksum FROM memory"
         " WHERE delver_id = ?1 AND wing = ?2 AND depth = ?3 AND generation = ?4",
         NULL},
    [STATEMENT_MEMORY_SAVE] =
        {"INSERT INTO memory (delver_id, wing, depth, generation, explored, checksum)"
         " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
         " ON CONFLICT (delver_id, wing, depth, generation)"
         " DO UPDATE SET explored = excluded.explored, checksum = excluded.checksum",
         "memory"},
    [STATEMENT_MEMORY_LOAD] =
        {"SELECT delver_id, wing, depth, generation, explored, checksum FROM memory"
         " WHERE delver_id = ?1 AND wing = ?2 AND depth = ?3 AND generation = ?4",
         "memory"},
    [STATEMENT_MEMORY_EACH] =
        {"SELECT delver_id, memory.wing, memory.depth, memory.generation, explored,"
         " memory.checksum, delver.id IS NOT NULL"
         " FROM memory LEFT JOIN delver ON delver.id = delver_id ORDER BY memory.rowid",
         "memory"},
    [STATEMENT_SETTING_CHECKSUM] = {"SELECT checksum FROM setting WHERE account_id = ?1", NULL},
    [STATEMENT_SETTING_SAVE] =
        {"INSERT INTO setting (account_id, list, checksum) VALUES (?1, ?2, ?3)"
         " ON CONFLICT (account_id) DO UPDATE SET list = excluded.list,"
         " checksum = excluded.checksum",
         "setting"},
    [STATEMENT_SETTING_DELETE] = {"DELETE FROM setting WHERE account_id = ?1", NULL},
    [STATEMENT_SETTING_LOAD] =
        {"SELECT account_id, list, checksum FROM setting WHERE account_id = ?1", "setting"},
    [STATEMENT_SETTING_EACH] =
        {"SELECT account_id, list, setting.checksum, account.id IS NOT NULL"
         " FROM setting LEFT JOIN account ON account.id = account_id ORDER BY account_id",
         "setting"},
    [STATEMENT_RULING_CHECKSUM] = {"SELECT checksum FROM ruling WHERE kind = ?1 AND subject = ?2",
                                   NULL},
    [STATEMENT_RULING_SAVE] =
        {"INSERT INTO ruling (kind, subject, until, at, who, detail, checksum)"
         " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
         " ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until, at = excluded.at,"
         " who = excluded.who, detail = excluded.detail, checksum = excluded.checksum",
         "ruling"},
    [STATEMENT_RULING_DELETE] = {"DELETE FROM ruling WHERE kind = ?1 AND subject = ?2", NULL},
    [STATEMENT_RULING_LOAD] = {"SELECT kind, subject, until, at, who, detail, checksum FROM ruling"
                               " WHERE kind = ?1 AND subject = ?2",
                               "ruling"},
    [STATEMENT_RULING_EACH] = {"SELECT kind, subject, until, at, who, detail, checksum FROM ruling"
                               " ORDER BY kind, subject",
                               "ruling"},
    [STATEMENT_MEMORY_CHECKSUMS_OF_LEVEL] =
        {"SELECT checksum FROM memory WHERE wing = ?1 AND depth = ?2 AND generation = ?3", NULL},
    [STATEMENT_MEMORY_DELETE_OF_LEVEL] =
        {"DELETE FROM memory WHERE wing = ?1 AND depth = ?2 AND generation = ?3", NULL},
    [STATEMENT_MEMORY_CHECKSUMS_OF_DELVER] = {"SELECT checksum FROM memory WHERE delver_id = ?1",
                                              NULL},
    [STATEMENT_MEMORY_DELETE_OF_DELVER] = {"DELETE FROM memory WHERE delver_id = ?1", NULL},
    [STATEMENT_LEVEL_DELETE] =
        {"DELETE FROM level WHERE wing = ?1 AND depth = ?2 AND generation = ?3", NULL},
    /* The size is in the first bytes of the blob. */
    [STATEMENT_LEVEL_LIST] = {"SELECT wing, depth, generation, style, substr(blob, 1, 5)"
                              " FROM level ORDER BY depth, wing, generation LIMIT ?1",
                              NULL},
    [STATEMENT_DELVER_COUNT_ON_LEVEL] =
        {"SELECT count(*) FROM delver WHERE wing = ?1 AND depth = ?2 AND generation = ?3", NULL},
    [STATEMENT_HEAD_CHECKSUM] = {"SELECT checksum FROM level_head WHERE wing = ?1 AND depth = ?2",
                                 NULL},
    [STATEMENT_HEAD_SAVE] =
        {"INSERT INTO level_head (wing, depth, current, kept, newest, locked, seed, style,"
         " kept_seed, kept_style, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
         " ON CONFLICT (wing, depth) DO UPDATE SET current = excluded.current,"
         " kept = excluded.kept, newest = excluded.newest, locked = excluded.locked,"
         " seed = excluded.seed, style = excluded.style, kept_seed = excluded.kept_seed,"
         " kept_style = excluded.kept_style, checksum = excluded.checksum",
         "level_head"},
    [STATEMENT_HEAD_LOAD] =
        {"SELECT wing, depth, current, kept, newest, locked, seed, style, kept_seed, kept_style,"
         " checksum FROM level_head WHERE wing = ?1 AND depth = ?2",
         "level_head"},
    [STATEMENT_HEAD_EACH] =
        {"SELECT wing, depth, current, kept, newest, locked, seed, style, kept_seed, kept_style,"
         " checksum FROM level_head ORDER BY wing, depth",
         "level_head"},
    [STATEMENT_CHECKSUMS] = {"SELECT checksum FROM account UNION ALL SELECT checksum FROM delver"
                             " UNION ALL SELECT checksum FROM level"
                             " UNION ALL SELECT checksum FROM memory"
                             " UNION ALL SELECT checksum FROM setting"
                             " UNION ALL SELECT checksum FROM ruling"
                             " UNION ALL SELECT checksum FROM level_head",
                             NULL},
    [STATEMENT_AUDIT_SAVE] = {"INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)", NULL},
    [STATEMENT_AUDIT_LOAD] = {"SELECT at, who, what FROM audit ORDER BY id DESC LIMIT ?1", NULL},
};

const char *statement_row_table(enum statement_id id)
{
    CHECK(id < STATEMENT_COUNT);
    return statement_table[id].row_table;
}

enum err statement_prepare_all(struct sqlite3 *handle, struct sqlite3_stmt *out[STATEMENT_COUNT])
{
    memset(out, 0, STATEMENT_COUNT * sizeof out[0]);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        int code = sqlite3_prepare_v3(handle, statement_table[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
                                      &out[i], NULL);
        if (code != SQLITE_OK) {
            statement_finalize_all(out);
            /* SQLITE_ERROR: our mark is on the file, but not our tables in it. */
            return (code & 0xff) == SQLITE_ERROR ? ERR_CORRUPT : connection_error(code);
        }
    }
    return ERR_OK;
}

void statement_finalize_all(struct sqlite3_stmt *statements[STATEMENT_COUNT])
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(statements[i]);
        statements[i] = NULL;
    }
}
