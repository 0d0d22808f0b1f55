/*
 * How a store in SQLite begins. The order matters: look at the file without touching it, lock it,
 * check its content, and only then write. A new database is made under another name and appears
 * complete, so that a file under the database's name is always either a world or something to be
 * refused.
 *
 * The header is read through SQLite's own file object: closing a descriptor of our own would drop
 * the locks that this process may hold on the same file (POSIX locks belong to the process).
 *
 * A database of an older schema is brought to the newest one, one script after the other and all of
 * them at once, after a copy was laid beside it; the result can be looked at before it is
 * committed.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "db/backup.h"
#include "db/connection.h"
#include "db/examine.h"
#include "db/file.h"
#include "db/file_system.h"
#include "db/log.h"
#include "db/row_function.h"
#include "db/schema.h"
#include "db/sqlite_store.h"
#include "db/status.h"

/* https://www.sqlite.org/fileformat2.html, section 1.3; numbers are big-endian. */
enum { HEADER_SIZE = 100, USER_VERSION_OFFSET = 60, APPLICATION_ID_OFFSET = 68 };
static const char header_magic[16] = "SQLite format 3";

static int64_t read_be32(const uint8_t *bytes)
{
    return (int64_t)bytes[0] << 24 | (int64_t)bytes[1] << 16 | (int64_t)bytes[2] << 8 | bytes[3];
}

/* Refuses a log without its database: it is the rest of a world, and no new database may be made
   beside it. */
static enum err inspect_absent(const char *path, struct store_status *status)
{
    static const char *const suffixes[] = {"-wal", "-journal"};

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char log_path[FILE_PATH_SIZE];
        enum err error = file_path_append(path, suffixes[i], log_path);
        if (error != ERR_OK) {
            status_set(status, "the path of the database is too long");
            return error;
        }
        if (file_exists(log_path)) {
            status_set(status, "%s is missing, but its log %s is there", path, log_path);
            return ERR_CORRUPT;
        }
    }
    status_set(status, "%s does not exist", path);
    return ERR_NOT_FOUND;
}

static enum err inspect_access(const char *path, struct store_status *status)
{
    char folder[FILE_PATH_SIZE];
    enum err error = file_folder_of(path, folder);

    if (error != ERR_OK)
        return error;
    if (access(path, R_OK | W_OK) != 0) {
        status_set(status, "%s cannot be read and written: %s", path, strerror(errno));
        return file_error(errno);
    }
    if (access(folder, R_OK | W_OK | X_OK) != 0) {
        status_set(status, "the folder %s cannot be written: %s", folder, strerror(errno));
        return file_error(errno);
    }
    return ERR_OK;
}

static enum err read_header(const char *path, uint8_t header[HEADER_SIZE],
                            struct store_status *status)
{
    sqlite3 *handle = NULL;
    sqlite3_file *file = NULL;
    enum err error = connection_open(path, SQLITE_OPEN_READONLY, &handle);

    if (error != ERR_OK) {
        status_set(status, "%s cannot be opened", path);
        return access(path, R_OK) == 0 ? error : file_error(errno);
    }
    int code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, header, HEADER_SIZE, 0);
    connection_close(handle);
    if (code == SQLITE_IOERR_SHORT_READ) {
        status_set(status, "%s is cut off: shorter than the header of a database", path);
        return ERR_CORRUPT;
    }
    if (code != SQLITE_OK)
        status_set(status, "%s cannot be read", path);
    return connection_error(code);
}

static bool has_content(const char *path, const char *suffix)
{
    char log_path[FILE_PATH_SIZE];
    struct stat info;

    return file_path_append(path, suffix, log_path) == ERR_OK && stat(log_path, &info) == 0 &&
           info.st_size > 0;
}

static enum err inspect_header(const char *path, int version_max, struct store_status *status)
{
    uint8_t header[HEADER_SIZE] = {0};
    enum err error = read_header(path, header, status);

    if (error != ERR_OK)
        return error;
    /*
     * A power cut may tear the first page while a checkpoint writes it; the log then has it whole,
     * and SQLite, which reads both, decides.
     */
    if (has_content(path, "-wal"))
        return ERR_OK;
    if (memcmp(header, header_magic, sizeof header_magic) != 0) {
        if (has_content(path, "-journal"))
            return ERR_OK;
        status_set(status, "%s is not a database, or its header is damaged", path);
        return ERR_CORRUPT;
    }
    if (read_be32(header + APPLICATION_ID_OFFSET) != SCHEMA_APPLICATION_ID) {
        status_set(status, "%s is a database of another program", path);
        return ERR_FOREIGN;
    }
    int64_t version = read_be32(header + USER_VERSION_OFFSET);
    if (version > version_max) {
        status_set(status, "%s has schema %lld, this program knows up to %d", path,
                   (long long)version, version_max);
        return ERR_NEWER;
    }
    return ERR_OK;
}

/*
 * Inspects the file before it is opened. ERR_NOT_FOUND: there is no such file, and one may be made.
 * ERR_CORRUPT: damaged, not SQLite, or missing while its log exists. ERR_FOREIGN: empty, not a
 * regular file, or another program's. ERR_NEWER: its schema is above `version_max`. ERR_READ_ONLY:
 * the file or its folder cannot be written by this user. The reason is in `status`.
 */
static enum err inspect_file(const char *path, int version_max, struct store_status *status)
{
    struct stat info;

    if (stat(path, &info) != 0) {
        if (errno == ENOENT)
            return inspect_absent(path, status);
        status_set(status, "%s cannot be read: %s", path, strerror(errno));
        return file_error(errno);
    }
    if (!S_ISREG(info.st_mode)) {
        status_set(status, "%s is not a plain file", path);
        return ERR_FOREIGN;
    }
    if (info.st_size == 0) {
        status_set(status, "%s is empty (0 bytes): not a database of this program", path);
        return ERR_FOREIGN;
    }
    enum err error = inspect_header(path, version_max, status);
    return error == ERR_OK ? inspect_access(path, status) : error;
}

/*
 * The log is never shortened below its usual size in normal running: pages it has already can be
 * written again on a full disk.
 */
static const char settings_sql[] = "PRAGMA synchronous = FULL;"
                                   "PRAGMA journal_size_limit = 16777216;";

static int newest_version(void)
{
    return schema_scripts[schema_script_count - 1].number;
}

static enum err fill_new(const char *path, struct store_status *status)
{
    sqlite3 *handle = NULL;
    enum err error = connection_open(path, SQLITE_OPEN_READWRITE, &handle);

    if (error == ERR_OK)
        error = connection_exec(handle, "PRAGMA synchronous = FULL");
    if (error == ERR_OK)
        error = migrate_run(handle, schema_scripts, schema_script_count, NULL, status);
    /* Later steps rebuild tables of earlier ones; vacuuming removes their holes from a new
       world. */
    if (error == ERR_OK)
        error = connection_exec(handle, "VACUUM");
    connection_close(handle);
    return error;
}

static enum err make_database(const char *path, struct store_status *status)
{
    char temporary[FILE_PATH_SIZE];
    enum err error = file_make_temporary(path, temporary);

    if (error != ERR_OK) {
        status_set(status, "%s cannot be made: %s", path, err_text(error));
        return error;
    }
    error = fill_new(temporary, status);
    if (error != ERR_OK) {
        unlink(temporary);
        return error;
    }
    error = file_publish(temporary, path, false);
    if (error == ERR_OK)
        status->is_new = true;
    /* Another process was faster: its database is as good, and it has the lock. */
    return error == ERR_EXISTS ? ERR_OK : error;
}

static enum err take_lock(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    /* Exclusive before the log is first used: then there is no shared-memory file either. */
    enum err error = connection_exec(own->handle, "PRAGMA locking_mode = EXCLUSIVE");

    if (error == ERR_OK)
        error = connection_exec(own->handle, "BEGIN IMMEDIATE");
    if (error == ERR_IN_USE)
        status_set(status, "another process is using %s", path);
    else if (error == ERR_CORRUPT)
        status_set(status, "%s is damaged: %s", path, sqlite3_errmsg(own->handle));
    else if (error != ERR_OK)
        status_set(status, "%s cannot be locked: %s", path, sqlite3_errmsg(own->handle));
    return error;
}

/*
 * Compares the tables with the schema that the file claims. Nothing is written before they agree,
 * and rows in the newest tables are never migrated as if they were old.
 */
static enum err check_tables(struct store *store, const char *path, int version,
                             struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    enum err error = statement_prepare_all(own->handle, &own->statements);

    statement_finalize_all(&own->statements);
    if (error != ERR_OK && error != ERR_CORRUPT)
        return error;
    bool are_newest = version >= SCHEMA_OF_TABLES;
    if (error != ERR_OK && are_newest) {
        status_set(status, "%s does not hold the tables of schema %d that it claims: %s", path,
                   version, sqlite3_errmsg(own->handle));
        return ERR_CORRUPT;
    }
    if (error != ERR_OK || are_newest)
        return ERR_OK;
    status_set(status, "%s does not hold the tables of schema %d that it claims: they are newer",
               path, version);
    return ERR_CORRUPT;
}

/* Checks the version again after opening, since the log may hold a newer header. */
static enum err check_content(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    int64_t application_id = 0;
    int64_t version = 0;

    if (sqlite3_db_readonly(own->handle, "main") != 0) {
        status_set(status, "%s cannot be written", path);
        return ERR_READ_ONLY;
    }
    enum err error = connection_read_int(own->handle, "PRAGMA application_id", &application_id);
    if (error == ERR_OK)
        error = connection_read_int(own->handle, "PRAGMA user_version", &version);
    if (error != ERR_OK)
        return error;
    if (application_id != SCHEMA_APPLICATION_ID) {
        status_set(status, "%s is a database of another program", path);
        return ERR_FOREIGN;
    }
    if (version > newest_version()) {
        status_set(status, "%s has schema %lld, this program knows up to %d", path,
                   (long long)version, newest_version());
        return ERR_NEWER;
    }
    if (version < 1) {
        status_set(status, "%s has no schema", path);
        return ERR_CORRUPT;
    }
    error = check_tables(store, path, (int)version, status);
    return error == ERR_OK ? log_origin_check(own->handle, path, (int)version, status) : error;
}

/* Removes the log that SQLite made when it opened a database without one. It is empty, or has only
   pages of an undone migration. */
static void remove_own_log(struct store *store)
{
    struct sqlite_store *own = sqlite_of(store);
    char log_path[FILE_PATH_SIZE];
    struct stat info;
    bool was_migrating = own->is_migrating;

    if (was_migrating)
        sqlite3_exec(own->handle, "ROLLBACK", NULL, NULL, NULL);
    own->is_migrating = false;
    if (own->has_made_log && !store->is_settled &&
        file_path_append(sqlite3_db_filename(own->handle, "main"), "-wal", log_path) == ERR_OK &&
        stat(log_path, &info) == 0 && (info.st_size == 0 || was_migrating))
        unlink(log_path);
}

static enum err lock_and_check(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    char log_path[FILE_PATH_SIZE];
    enum err error = file_path_append(path, "-wal", log_path);
    if (error != ERR_OK)
        return error;

    bool had_log = file_exists(log_path);
    error = take_lock(store, path, status);
    if (error == ERR_IN_USE)
        return error;
    own->has_made_log = !had_log;
    if (log_is_damaged(log_path))
        status_warn(status, "the log %s is damaged: what was saved behind the damage is lost",
                    log_path);
    if (error == ERR_OK)
        error = check_content(store, path, status);
    return error == ERR_OK ? connection_exec(own->handle, "ROLLBACK") : error; /* still locked */
}

static int note_log_pages(void *argument, sqlite3 *handle, const char *database, int pages)
{
    struct sqlite_store *own = argument;

    (void)handle;
    (void)database;
    own->log_pages = pages;
    return SQLITE_OK;
}

static enum err use_log(struct store *store, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    char mode[16] = "";
    enum err error =
        connection_read_text(own->handle, "PRAGMA journal_mode = WAL", mode, sizeof mode);

    if (error == ERR_OK && strcmp(mode, "wal") != 0) {
        status_set(status, "the file system does not allow a write-ahead log");
        return ERR_DISK;
    }
    if (error == ERR_OK)
        error = connection_exec(own->handle, settings_sql);
    /* After this the log begins again. */
    if (error == ERR_OK)
        error = store_write_back(store, SQLITE_CHECKPOINT_PASSIVE);
    sqlite3_wal_hook(own->handle, note_log_pages, own);
    return error;
}

/* Commits the migration. Foreign keys cannot be switched on in a transaction, and the switch makes
   SQLite prepare every statement again: better now than during a save. */
static enum err commit_migration(struct store *store)
{
    struct sqlite_store *own = sqlite_of(store);

    if (!own->is_migrating)
        return ERR_OK;
    own->is_migrating = false;
    statement_finalize_all(&own->statements);
    enum err error = connection_exec(own->handle, "COMMIT");
    if (error == ERR_OK)
        error = connection_exec(own->handle, "PRAGMA foreign_keys = ON");
    return error == ERR_OK ? statement_prepare_all(own->handle, &own->statements) : error;
}

enum err sqlite_settle(struct store *store, struct store_status *status)
{
    enum err error = commit_migration(store);
    return error == ERR_OK ? use_log(store, status) : error;
}

static enum err check_foreign_keys(struct sqlite3 *handle)
{
    char table[64];
    enum err error = connection_read_text(handle, "PRAGMA foreign_key_check", table, sizeof table);

    if (error == ERR_NOT_FOUND)
        return ERR_OK;
    return error == ERR_OK ? ERR_FORMAT : error;
}

/* Runs a script in an open transaction, which it leaves open. */
static enum err run_sql(struct sqlite3 *handle, const struct schema_script *script)
{
    int64_t version = 0;
    enum err error = connection_exec(handle, script->sql);

    if (error == ERR_OK)
        error = connection_read_int(handle, "PRAGMA user_version", &version);
    if (error == ERR_OK && (version != script->number || sqlite3_get_autocommit(handle) != 0))
        error = ERR_FORMAT;
    if (error == ERR_OK)
        error = check_foreign_keys(handle);
    return error;
}

/* Runs all scripts in one transaction, and leaves it open if all succeeded; else it rolls back. */
static enum err run_in_transaction(struct sqlite3 *handle, const struct schema_script *scripts,
                                   size_t script_count, struct store_status *status)
{
    enum err error = connection_exec(handle, "BEGIN IMMEDIATE");
    size_t done = 0;

    while (error == ERR_OK && done < script_count)
        error = run_sql(handle, &scripts[done++]);
    if (error == ERR_OK)
        return ERR_OK;
    const struct schema_script *failed = &scripts[done == 0 ? 0 : done - 1];
    status_set(status, "the step to schema %d (%s) failed: %s", failed->number, failed->name,
               error == ERR_FORMAT ? err_text(error) : sqlite3_errmsg(handle));
    if (sqlite3_get_autocommit(handle) == 0)
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return error;
}

static enum err copy_before(struct sqlite3 *handle, const char *path, int number,
                            struct store_status *status)
{
    char suffix[32];
    char copy_path[FILE_PATH_SIZE];

    snprintf(suffix, sizeof suffix, ".before-%03d", number);
    enum err error = file_path_append(path, suffix, copy_path);
    /* A step that failed once is tried again at every start: one copy is enough. */
    return error == ERR_OK ? backup_write(handle, copy_path, true, status) : error;
}

static enum err run_scripts(struct sqlite3 *handle, const struct schema_script *scripts,
                            size_t script_count, const char *path, struct store_status *status)
{
    enum err error = ERR_OK;

    if (path != NULL)
        error = copy_before(handle, path, scripts[0].number, status);
    return error == ERR_OK ? run_in_transaction(handle, scripts, script_count, status) : error;
}

/*
 * Runs every script with a number above the database's user_version. Leaves the transaction open in
 * which that is done; none is open if no script runs. A script that fails leaves the database as it
 * was. Foreign keys are checked behind each script; their enforcement must be off, so that a script
 * may rebuild tables. Scripts may use the functions of db/row_function.h, and CHECK constraints are
 * not enforced. `path` is the file of `handle`: before any script runs, a checked copy is written
 * beside it ("PATH.before-002"). NULL for a database that is being made, of which no copy is
 * needed. ERR_FORMAT: a script did not set its own number; else errors of the disk.
 */
static enum err migrate_begin(struct sqlite3 *handle, const struct schema_script *scripts,
                              size_t script_count, const char *path, struct store_status *status)
{
    int64_t version = 0;
    size_t done = 0;
    enum err error = connection_read_int(handle, "PRAGMA user_version", &version);

    if (error != ERR_OK)
        return error;
    while (done < script_count && scripts[done].number <= version)
        done++;
    if (done == script_count)
        return ERR_OK;
    error = row_functions_add(handle);
    if (error != ERR_OK)
        return error;
    /* A value out of range spoils its row: it is carried over, and refused when it is loaded. */
    error = connection_exec(handle, "PRAGMA ignore_check_constraints = ON");
    if (error == ERR_OK)
        error = run_scripts(handle, scripts + done, script_count - done, path, status);
    enum err restored = connection_exec(handle, "PRAGMA ignore_check_constraints = OFF");
    row_functions_remove(handle);
    return error == ERR_OK ? restored : error;
}

enum err migrate_run(struct sqlite3 *handle, const struct schema_script *scripts,
                     size_t script_count, const char *path, struct store_status *status)
{
    enum err error = migrate_begin(handle, scripts, script_count, path, status);

    return error == ERR_OK && sqlite3_get_autocommit(handle) == 0
               ? connection_exec(handle, "COMMIT")
               : error;
}

/* Migrates to the newest schema. The migration is committed when the store is settled, so that a
   file whose rows turn out not to be a world is refused as it was. */
static enum err bring_up_to_date(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    enum err error = migrate_begin(own->handle, schema_scripts, schema_script_count, path, status);

    own->is_migrating = error == ERR_OK && sqlite3_get_autocommit(own->handle) == 0;
    return error;
}

static enum err connect(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    enum err error = connection_open(path, SQLITE_OPEN_READWRITE, &own->handle);

    return error == ERR_OK ? lock_and_check(store, path, status) : error;
}

/*
 * Replaces the log by a copy that is on the disk, because no page may go into the file from a log
 * that may not be there. The connection holds the lock while the log is replaced. It still has the
 * old log open, so it is closed and a second connection takes its place. Another process that takes
 * the lock in between finds whole files.
 */
static enum err make_log_safe(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    char log_path[FILE_PATH_SIZE];
    enum err error = file_path_append(path, "-wal", log_path);

    if (error == ERR_OK)
        error = log_copy(log_path);
    if (error == ERR_NOT_FOUND)
        return ERR_OK;
    /* On a full disk saves go on in the room that the log has: so must the opening. */
    if (error == ERR_NO_SPACE) {
        status_warn(status, "the disk has no room for a copy of the log %s", log_path);
        return ERR_OK;
    }
    if (error != ERR_OK) {
        status_set(status, "the log %s cannot be copied: %s", log_path, err_text(error));
        return error;
    }
    connection_close(own->handle);
    own->handle = NULL;
    return connect(store, path, status);
}

static enum err open_existing(struct store *store, const char *path, struct store_status *status)
{
    struct sqlite_store *own = sqlite_of(store);
    enum err error = connect(store, path, status);

    if (error == ERR_OK)
        error = make_log_safe(store, path, status);
    if (error == ERR_OK)
        error = bring_up_to_date(store, path, status);
    if (error == ERR_OK && !own->is_migrating)
        error = connection_exec(own->handle, "PRAGMA foreign_keys = ON");
    return error == ERR_OK ? statement_prepare_all(own->handle, &own->statements) : error;
}

static enum err look_or_make(const char *path, struct store_status *status)
{
    enum err error = inspect_file(path, newest_version(), status);

    if (error != ERR_NOT_FOUND)
        return error;
    error = make_database(path, status);
    return error == ERR_OK ? inspect_file(path, newest_version(), status) : error;
}

/* Releases the driver's part of a store. Pages that could not be written back are still in the
   log. */
void sqlite_release(struct store *store)
{
    struct sqlite_store *own = sqlite_of(store);

    if (own == NULL)
        return;
    remove_own_log(store);
    store_files_free(store);
    statement_finalize_all(&own->statements);
    connection_close(own->handle);
    free(own);
    store->own = NULL;
}

enum err sqlite_open(struct store *store, const char *path, struct store_status *status)
{
    store->own = calloc(1, sizeof(struct sqlite_store));
    if (store->own == NULL)
        return ERR_MEMORY;
    /* If the file system is unknown, a later error will say what is wrong. */
    (void)!file_system_check(path, status);
    enum err error = look_or_make(path, status);
    if (error == ERR_OK)
        error = open_existing(store, path, status);
    if (error == ERR_OK)
        snapshot_remove_unfinished(path);
    return error;
}
