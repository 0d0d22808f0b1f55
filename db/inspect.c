/*
 * A first look at a database file.
 *
 * The header is read through SQLite's own file object: closing a descriptor of our own would drop
 * the locks that this process may hold on the same file (POSIX locks belong to the process).
 */
#include "db/inspect.h"

#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/connection.h"
#include "db/file.h"
#include "db/schema.h"

/* https://www.sqlite.org/fileformat2.html, section 1.3; numbers are big-endian. */
enum { HEADER_SIZE = 100, USER_VERSION_OFFSET = 60, APPLICATION_ID_OFFSET = 68 };
static const char header_magic[16] = "SQLite format 3";

static int64_t read_be32(const uint8_t *bytes)
{
    return (int64_t)bytes[0] << 24 | (int64_t)bytes[1] << 16 | (int64_t)bytes[2] << 8 | bytes[3];
}

/* A log without its database is what is left of a world: a new one must not be laid over it. */
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
     * A power cut may tear the first page while a checkpoint writes it; the log has it whole then,
     * and SQLite, which reads both, has the last word.
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

enum err inspect_file(const char *path, int version_max, struct store_status *status)
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
