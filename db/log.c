/*
 * The write-ahead log beside a database when it is opened: whether it is damaged, whether it
 * belongs to the file, and a copy of it. Files are read and written as SQLite does.
 *
 * Damage is found frame by frame, as SQLite does: https://www.sqlite.org/fileformat2.html, section
 * 4.
 *
 * For the origin the head is read twice: through the log, and from the file as if it had no log.
 * All commits of a log carry the seal that the file had when the log was begun, its base. The file
 * then has either that head, or one with the same base, if a checkpoint was going on, and no newer
 * one.
 *
 * The copy is written beside the log and then takes its name.
 */
#include "db/log.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/connection.h"
#include "db/file.h"
#include "db/head.h"
#include "db/schema.h"

enum {
    HEADER_SIZE = 32,
    FRAME_HEADER_SIZE = 24,
    SALT_SIZE = 8,
    MAGIC = 0x377f0682, /* lowest bit set: checksums are of big-endian words */
    PAGE_MIN = 512,
    PAGE_MAX = 65536,
    BLOCK_SIZE = 4096
};

struct log_reader {
    FILE *file;
    bool is_big_endian;
    uint32_t page_size;
    uint8_t salt[SALT_SIZE]; /* the same in all frames since the log was begun again */
    uint32_t sum[2];         /* checksum of all bytes before this */
};

struct log_frame {
    bool is_ours;   /* written since the log was begun again */
    bool is_commit; /* the last frame of its transaction */
    bool is_whole;  /* its checksum is right for all bytes before it */
};

static uint32_t read_word(const uint8_t *at, bool is_big_endian)
{
    if (is_big_endian)
        return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* Adds `length` bytes to the checksum; `length` is a multiple of 8. */
static void add_to_sum(struct log_reader *reader, const uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += 8) {
        reader->sum[0] += read_word(bytes + at, reader->is_big_endian) + reader->sum[1];
        reader->sum[1] += read_word(bytes + at + 4, reader->is_big_endian) + reader->sum[0];
    }
}

static bool is_sum(const struct log_reader *reader, const uint8_t *stored)
{
    return read_word(stored, true) == reader->sum[0] &&
           read_word(stored + 4, true) == reader->sum[1];
}

static bool read_header(struct log_reader *reader)
{
    uint8_t header[HEADER_SIZE];

    if (fread(header, 1, sizeof header, reader->file) != sizeof header)
        return false;
    uint32_t magic = read_word(header, true);
    reader->is_big_endian = (magic & 1) != 0;
    reader->page_size = read_word(header + 8, true);
    memcpy(reader->salt, header + 16, SALT_SIZE);
    add_to_sum(reader, header, HEADER_SIZE - 8);
    return (magic & ~1U) == MAGIC && reader->page_size >= PAGE_MIN &&
           reader->page_size <= PAGE_MAX && reader->page_size % PAGE_MIN == 0 &&
           is_sum(reader, header + HEADER_SIZE - 8);
}

/* Reads the next frame. False: the file has ended. */
static bool read_frame(struct log_reader *reader, struct log_frame *out)
{
    uint8_t header[FRAME_HEADER_SIZE];
    uint8_t block[BLOCK_SIZE];

    if (fread(header, 1, sizeof header, reader->file) != sizeof header)
        return false;
    add_to_sum(reader, header, 8);
    for (uint32_t left = reader->page_size; left > 0;) {
        size_t length = left < BLOCK_SIZE ? left : BLOCK_SIZE;
        if (fread(block, 1, length, reader->file) != length)
            return false;
        add_to_sum(reader, block, length);
        left -= (uint32_t)length;
    }
    out->is_ours = memcmp(header + 8, reader->salt, SALT_SIZE) == 0;
    out->is_commit = read_word(header + 4, true) != 0;
    out->is_whole = out->is_ours && is_sum(reader, header + 16);
    return true;
}

static bool has_frames_after_break(struct log_reader *reader)
{
    struct log_frame frame;
    bool is_broken = false;
    bool has_commit = false;

    while (read_frame(reader, &frame)) {
        is_broken = is_broken || !frame.is_whole;
        if (!is_broken || !frame.is_ours)
            continue;
        if (has_commit)
            return true;
        has_commit = frame.is_commit;
    }
    return false;
}

bool log_is_damaged(const char *log_path)
{
    struct log_reader reader = {.file = fopen(log_path, "rb")};

    if (reader.file == NULL)
        return false;
    bool is_damaged = read_header(&reader) && has_frames_after_break(&reader);
    fclose(reader.file);
    return is_damaged;
}

static int newest_version(void)
{
    return schema_scripts[schema_script_count - 1].number;
}

static bool has_log(const char *path)
{
    char log_path[FILE_PATH_SIZE];
    struct stat info;

    return file_path_append(path, "-wal", log_path) == ERR_OK && stat(log_path, &info) == 0 &&
           info.st_size > 0;
}

/* Reads the schema version and the head in the file without its log. Version 0: unreadable. */
static enum err read_file_alone(const char *path, int64_t *out_version, struct head *out)
{
    sqlite3 *alone = NULL;
    enum err error = connection_open_without_log(path, &alone);

    *out_version = 0;
    *out = (struct head){.is_sound = false};
    if (error == ERR_OK)
        error = connection_read_int(alone, "PRAGMA user_version", out_version);
    if (error == ERR_OK && *out_version == newest_version())
        error = head_read(alone, out);
    connection_close(alone);
    if (error == ERR_MEMORY || error == ERR_DISK)
        return error;
    if (error != ERR_OK)
        *out_version = 0;
    return ERR_OK;
}

/* True if a log whose newest head is `log` may belong to the file. Both are sound. */
static bool belongs(const struct head *file, const struct head *log)
{
    const uint64_t *below = file->numbers;
    const uint64_t *above = log->numbers;

    return below[HEAD_SEAL] == above[HEAD_BASE] || below[HEAD_SEAL] == above[HEAD_SEAL] ||
           (below[HEAD_BASE] == above[HEAD_BASE] && below[HEAD_COMMITS] < above[HEAD_COMMITS]);
}

/* Checks the file's length. Without a log all pages are in the file; with a log, those that the
   file had when the log was begun. */
static enum err check_length(struct sqlite3 *handle, const char *path, const struct head *head,
                             struct store_status *status)
{
    int64_t page_size = 0;
    int64_t pages = 0;
    struct stat info;
    enum err error = connection_read_int(handle, "PRAGMA page_size", &page_size);

    if (error == ERR_OK)
        error = connection_read_int(handle, "PRAGMA page_count", &pages);
    if (error != ERR_OK)
        return error;
    if (stat(path, &info) != 0)
        return ERR_DISK;
    uint64_t wanted = has_log(path) ? head->numbers[HEAD_PAGES] : (uint64_t)pages;
    if (page_size > 0 && (uint64_t)info.st_size / (uint64_t)page_size >= wanted)
        return ERR_OK;
    status_set(status, "%s is cut off: it is shorter than its head says", path);
    return ERR_CORRUPT;
}

enum err log_origin_check(struct sqlite3 *handle, const char *path, int version,
                          struct store_status *status)
{
    struct head log = {.is_sound = false};
    struct head file;
    int64_t file_version = 0;
    bool is_newest = version == newest_version();
    enum err error = is_newest ? head_read(handle, &log) : ERR_OK;

    if (error == ERR_OK && log.is_sound)
        error = check_length(handle, path, &log, status);
    if (error != ERR_OK || !has_log(path))
        return error;
    error = read_file_alone(path, &file_version, &file);
    if (error != ERR_OK || file_version == 0)
        return error;
    bool is_own = file_version <= version;
    if (is_newest && log.is_sound && file_version < version)
        is_own = log.numbers[HEAD_PAGES] == 0; /* the schema was new in that log */
    else if (log.is_sound && file.is_sound)
        is_own = belongs(&file, &log);
    if (is_own)
        return ERR_OK;
    status_set(status, "the log of %s is of another file", path);
    status_advise(status, "remove %s-wal if a backup was restored beside it; else restore a backup",
                  path);
    return ERR_CORRUPT;
}

enum { COPY_BLOCK_SIZE = 65536 };

/* Opens a file. NULL: it cannot be opened, and *error is the reason. */
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
    char *block = malloc(COPY_BLOCK_SIZE);
    int code = block == NULL ? SQLITE_NOMEM : SQLITE_OK;

    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += COPY_BLOCK_SIZE) {
        int length = size - at < COPY_BLOCK_SIZE ? (int)(size - at) : COPY_BLOCK_SIZE;
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
    (void)unlink(path); /* left by a process that was killed */
    error = copy_to(log, path);
    close_file(log);
    if (error == ERR_OK)
        return file_publish(path, log_path, true);
    (void)unlink(path);
    return error;
}
