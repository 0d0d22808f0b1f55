/*
 * The copy is written beside the log and then takes its name. Files are read and written as SQLite
 * does it.
 */
#include "db/log_copy.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "db/connection.h"
#include "db/file.h"

enum { BLOCK_SIZE = 65536 };

/* NULL: it cannot be opened, and *error says why. */
static sqlite3_file *open_file(const char *path, int flags, enum err *error)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);

    if (file == NULL) {
        *error = ERR_MEMORY;
        return NULL;
    }
    int code = vfs->xOpen(vfs, path, file, SQLITE_OPEN_WAL | flags, NULL);
    if (code == SQLITE_OK)
        return file;
    if (file->pMethods != NULL)
        file->pMethods->xClose(file);
    free(file);
    *error = code == SQLITE_CANTOPEN ? ERR_NOT_FOUND : connection_error(code);
    return NULL;
}

static void close_file(sqlite3_file *file)
{
    file->pMethods->xClose(file);
    free(file);
}

static enum err copy_blocks(sqlite3_file *from, sqlite3_file *to, sqlite3_int64 size)
{
    char *block = malloc(BLOCK_SIZE);
    int code = block == NULL ? SQLITE_NOMEM : SQLITE_OK;

    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += BLOCK_SIZE) {
        int length = size - at < BLOCK_SIZE ? (int)(size - at) : BLOCK_SIZE;
        code = from->pMethods->xRead(from, block, length, at);
        if (code == SQLITE_OK)
            code = to->pMethods->xWrite(to, block, length, at);
    }
    free(block);
    return connection_error(code);
}

static enum err copy_to(sqlite3_file *log, const char *path)
{
    sqlite3_int64 size = 0;
    enum err error = connection_error(log->pMethods->xFileSize(log, &size));

    if (error == ERR_OK && size == 0)
        error = ERR_NOT_FOUND;
    if (error != ERR_OK)
        return error;
    sqlite3_file *copy = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &error);
    if (copy == NULL)
        return error == ERR_NOT_FOUND ? ERR_DISK : error;
    error = copy_blocks(log, copy, size);
    close_file(copy);
    return error;
}

enum err log_copy(const char *log_path)
{
    char path[FILE_PATH_SIZE];
    enum err error = file_path_append(log_path, ".copy", path);

    if (error != ERR_OK)
        return error;
    sqlite3_file *log = open_file(log_path, SQLITE_OPEN_READONLY, &error);
    if (log == NULL)
        return error;
    (void)unlink(path); /* of a process that was ended meanwhile */
    error = copy_to(log, path);
    close_file(log);
    if (error == ERR_OK)
        return file_publish(path, log_path, true);
    (void)unlink(path);
    return error;
}
