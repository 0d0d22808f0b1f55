/*
 * The file of settings, with one line changed.
 */
#include "server/base/option_save.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "base/bytes.h"
#include "server/base/option_load.h"
#include "server/base/option_table.h"

enum { MODE_NEW = 0600, MODE_BITS = 0777, NEW_PATH_SIZE = OPTION_PATH_SIZE + 8 };

/* The new text of the file, and where the file lies. */
struct rewrite {
    struct bytes text;
    mode_t mode;
    struct option_place place;
    char new_path[NEW_PATH_SIZE];
    struct options_failure *failure;
};

static enum err fail(struct rewrite *rewrite, enum err error, const char *why)
{
    return option_fail(rewrite->failure, OPTION_EXIT_CONFIG, error, "%s: %s", rewrite->place.path,
                       why);
}

static void choose_path(const struct options *options, char out[OPTION_PATH_SIZE])
{
    if (options->file[0] != '\0')
        snprintf(out, OPTION_PATH_SIZE, "%s", options->file);
    else if (options->config[0] != '\0')
        snprintf(out, OPTION_PATH_SIZE, "%s", options->config);
    else
        snprintf(out, OPTION_PATH_SIZE, "%s/undercroft.conf", options->data);
}

/* No file is an empty one. */
static enum err read_old(struct rewrite *rewrite, char *out, size_t *out_length)
{
    struct stat info;
    /* Nobody may have to write into a pipe before this goes on. */
    int file = open(rewrite->place.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    *out_length = 0;
    rewrite->mode = MODE_NEW;
    if (file < 0)
        return errno == ENOENT ? ERR_OK : fail(rewrite, ERR_DISK, strerror(errno));
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(file);
        return fail(rewrite, ERR_FORMAT, "it is no plain file");
    }
    rewrite->mode = info.st_mode & MODE_BITS;
    ssize_t length = read(file, out, OPTION_FILE_MAX + 1);
    enum err error = ERR_OK;
    if (length < 0)
        error = fail(rewrite, ERR_DISK, strerror(errno));
    else if (length > OPTION_FILE_MAX)
        error = fail(rewrite, ERR_TOO_BIG, "the file is too long to be rewritten");
    else
        *out_length = (size_t)length;
    close(file);
    return error;
}

/* Where the value of `key` begins in a line of `length` bytes; 0: the line does not set it. */
static size_t value_at(const char *line, size_t length, const char *key)
{
    size_t key_length = strlen(key);
    size_t at = 0;

    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (length - at < key_length || memcmp(line + at, key, key_length) != 0)
        return 0;
    at += key_length;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (at == length || (line[at] != '=' && line[at] != ':'))
        return 0;
    at++;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    return at;
}

/* Where the value that begins at `at` ends: at a comment with the blanks before it, or with the
   line. */
static size_t value_end(const char *line, size_t length, size_t at)
{
    size_t end = length;

    for (size_t i = at; i < length; i++) {
        bool is_comment = line[i] == ';' && (i == at || line[i - 1] == ' ' || line[i - 1] == '\t');
        if (!is_comment)
            continue;
        end = i;
        break;
    }
    while (end > at && strchr(" \t\r\n", line[end - 1]) != NULL)
        end--;
    return end;
}

static enum err add_line(struct rewrite *rewrite, const char *key, const char *value)
{
    struct bytes *text = &rewrite->text;
    enum err error = ERR_OK;

    if (text->length > 0 && text->data[text->length - 1] != '\n')
        error = bytes_append_u8(text, '\n');
    const char *const parts[] = {key, " = ", value, "\n"};
    for (size_t i = 0; error == ERR_OK && i < sizeof parts / sizeof parts[0]; i++)
        error = bytes_append_text(text, parts[i]);
    return error;
}

static enum err change_line(struct rewrite *rewrite, const char *line, size_t length, size_t at,
                            const char *value)
{
    size_t end = value_end(line, length, at);
    enum err error = bytes_append(&rewrite->text, line, at);

    if (error == ERR_OK)
        error = bytes_append_text(&rewrite->text, value);
    return error == ERR_OK ? bytes_append(&rewrite->text, line + end, length - end) : error;
}

/* Lays the new text together. */
static enum err compose(struct rewrite *rewrite, const char *old, size_t length, const char *key,
                        const char *value)
{
    bool is_set = false;
    int line_number = 0;
    enum err error = ERR_OK;

    for (size_t at = 0; error == ERR_OK && at < length;) {
        const char *line = old + at;
        const char *stop = memchr(line, '\n', length - at);
        size_t line_length = stop == NULL ? length - at : (size_t)(stop - line) + 1;
        size_t value_begin = is_set ? 0 : value_at(line, line_length, key);

        line_number++;
        if (value_begin == 0) {
            error = bytes_append(&rewrite->text, line, line_length);
        } else {
            error = change_line(rewrite, line, line_length, value_begin, value);
            rewrite->place.line = line_number;
            is_set = true;
        }
        at += line_length;
    }
    if (error == ERR_OK && !is_set) {
        rewrite->place.line = line_number + 1;
        error = add_line(rewrite, key, value);
    }
    return error == ERR_OK ? ERR_OK : fail(rewrite, error, err_text(error));
}

static enum err write_new(struct rewrite *rewrite)
{
    size_t at = 0;

    unlink(rewrite->new_path);
    int file = open(rewrite->new_path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    rewrite->mode);
    if (file < 0)
        return fail(rewrite, ERR_DISK, strerror(errno));
    while (at < rewrite->text.length) {
        ssize_t written = write(file, rewrite->text.data + at, rewrite->text.length - at);
        if (written <= 0 && errno != EINTR)
            break;
        at += written > 0 ? (size_t)written : 0;
    }
    bool is_whole =
        at == rewrite->text.length && fchmod(file, rewrite->mode) == 0 && fsync(file) == 0;
    int cause = errno;
    if (close(file) != 0 || !is_whole)
        return fail(rewrite, ERR_DISK, strerror(cause));
    return ERR_OK;
}

/* The file as it would be must be one that the next start takes, with just this value in it. */
static enum err read_back(struct rewrite *rewrite, size_t index, const char *value)
{
    const struct option_row *row = &option_table[index];
    struct options *trial = calloc(2, sizeof *trial);
    char found[OPTION_VALUE_SIZE] = "";
    char meant[OPTION_VALUE_SIZE] = "";

    if (trial == NULL)
        return fail(rewrite, ERR_MEMORY, err_text(ERR_MEMORY));
    option_file_try(&trial[0], rewrite->new_path, rewrite->place.path, rewrite->failure);
    enum err error = rewrite->failure->error;
    if (error == ERR_OK && option_read(row, value, &trial[1]) == ERR_OK) {
        (void)option_write(row, &trial[0], found);
        (void)option_write(row, &trial[1], meant);
        if (strcmp(found, meant) != 0)
            error = fail(rewrite, ERR_FORMAT, "the value cannot be written there");
    }
    free(trial);
    return error;
}

/* A name is on disk when its folder is. Some file systems flush no folders: that is no failure. */
static bool flush_folder(const char *path)
{
    char copy[OPTION_PATH_SIZE];

    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    bool is_flushed = fsync(folder) == 0 || errno == EINVAL;
    close(folder);
    return is_flushed;
}

static enum err replace(struct rewrite *rewrite, size_t index, const char *value)
{
    char *old = malloc(OPTION_FILE_MAX + 1);
    size_t length = 0;

    if (old == NULL)
        return fail(rewrite, ERR_MEMORY, err_text(ERR_MEMORY));
    enum err error = read_old(rewrite, old, &length);
    if (error == ERR_OK)
        error = compose(rewrite, old, length, option_table[index].name, value);
    free(old);
    if (error == ERR_OK)
        error = write_new(rewrite);
    if (error == ERR_OK)
        error = read_back(rewrite, index, value);
    if (error == ERR_OK && rename(rewrite->new_path, rewrite->place.path) != 0)
        error = fail(rewrite, ERR_DISK, strerror(errno));
    if (error != ERR_OK)
        unlink(rewrite->new_path);
    else
        rewrite->place.is_flushed = flush_folder(rewrite->place.path);
    return error;
}

enum err option_save(const struct options *options, size_t index, const char *value,
                     struct option_place *out, struct options_failure *failure)
{
    struct rewrite rewrite = {.failure = failure};
    uv_fs_t real;

    *failure = (struct options_failure){.count = 0};
    bytes_init(&rewrite.text, (size_t)2 * OPTION_FILE_MAX);
    choose_path(options, rewrite.place.path);
    /* Behind a link lies the file that is meant. */
    if (uv_fs_realpath(NULL, &real, rewrite.place.path, NULL) == 0 &&
        strlen(real.ptr) < sizeof rewrite.place.path)
        snprintf(rewrite.place.path, sizeof rewrite.place.path, "%s", (const char *)real.ptr);
    uv_fs_req_cleanup(&real);
    snprintf(rewrite.new_path, sizeof rewrite.new_path, "%s.new", rewrite.place.path);
    enum err error = replace(&rewrite, index, value);
    bytes_release(&rewrite.text);
    *out = rewrite.place;
    return error;
}
