/*
 * undercroft.conf: lines of key = value, read at the start, and rewritten with one value changed.
 *
 * A line is blank, a comment (from ; or #), [section] or key = value, also with a colon. A value
 * goes to the end of the line or to a ; behind a blank, without the blanks around it. All bad lines
 * are told. A rewrite keeps all other lines as they are, comments and order included, and replaces
 * the file in one step: after a crash it is the old one or the new one.
 */
#include "server/base/option_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "base/bytes.h"
#include "server/base/option_table.h"

enum {
    FILE_BYTES_MAX = 1024 * 1024, /* most bytes read of a file */
    LINE_BYTES_MAX = 198,
    SECTION_SIZE = 50, /* bytes of a section's name in a message */
    MODE_NEW = 0600,
    MODE_BITS = 0777,
    NEW_PATH_SIZE = OPTION_PATH_SIZE + 8,
};

/* A part of a line, from `at` up to, not including, `end`. */
struct span {
    size_t at;
    size_t end;
};

enum line_kind { LINE_EMPTY, LINE_SECTION, LINE_KEY, LINE_BAD };

struct line {
    enum line_kind kind;
    struct span name; /* name of the key or the section */
    struct span value;
};

static struct span trim(const char *text, struct span span)
{
    while (span.at < span.end && isspace((unsigned char)text[span.at]))
        span.at++;
    while (span.end > span.at && isspace((unsigned char)text[span.end - 1]))
        span.end--;
    return span;
}

/* Returns the offset of the first of `stops`, or of a comment behind a blank, or of the end. */
static size_t find_stop(const char *text, struct span span, const char *stops)
{
    bool was_blank = false;

    for (; span.at < span.end; span.at++) {
        char byte = text[span.at];
        if (strchr(stops, byte) != NULL || (was_blank && byte == ';'))
            break;
        was_blank = isspace((unsigned char)byte);
    }
    return span.at;
}

/* Splits a line. A byte order mark is accepted only on the first line. */
static struct line read_line(const char *text, size_t length, bool is_first)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    struct line line = {.kind = LINE_EMPTY};
    struct span span = {0, length};

    if (is_first && length >= 3 && memcmp(text, byte_order_mark, 3) == 0)
        span.at = 3;
    span = trim(text, span);
    if (span.at == span.end || text[span.at] == ';' || text[span.at] == '#')
        return line;
    bool is_section = text[span.at] == '[';
    line.name.at = span.at + is_section;
    line.name.end = find_stop(text, (struct span){line.name.at, span.end}, is_section ? "]" : "=:");
    if (line.name.end == span.end || text[line.name.end] == ';')
        return (struct line){.kind = LINE_BAD};
    line.kind = is_section ? LINE_SECTION : LINE_KEY;
    line.value = (struct span){line.name.end + 1, span.end};
    line.value.end = find_stop(text, line.value, "");
    line.value = trim(text, line.value);
    if (!is_section)
        line.name = trim(text, line.name);
    return line;
}

struct reading {
    struct options *options;
    struct options_failure *failure;
    const char *path;
    FILE *stream;
    long bytes;    /* bytes read so far */
    int number;    /* number of the line being read, from 1 */
    bool is_whole; /* the line fits and has no NUL */
    char section[SECTION_SIZE];
    char text[LINE_BYTES_MAX + 2]; /* the line, without its indent */
    int set_at[OPTION_ROWS_MAX];   /* number of the line that set each row; 0: none did */
};

/* Returns the next byte, or EOF. Stops after FILE_BYTES_MAX, because a device may never end. */
static int read_byte(struct reading *reading)
{
    int byte = getc(reading->stream);

    if (byte == EOF || reading->bytes++ < FILE_BYTES_MAX)
        return byte;
    option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_TOO_BIG,
                "%s: what is behind its first %d bytes was not read", reading->path,
                FILE_BYTES_MAX);
    return EOF;
}

/* Reads a line to its end, also one that is too long. False: there is none. */
static bool next_line(struct reading *reading)
{
    size_t length = 0;
    int byte;

    reading->number++;
    reading->is_whole = true;
    while ((byte = read_byte(reading)) != EOF) {
        if (length == 0 && (byte == ' ' || byte == '\t'))
            continue;
        if (reading->is_whole && (byte == '\0' || (byte != '\n' && length == LINE_BYTES_MAX))) {
            option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_TOO_BIG,
                        "%s:%d: the line has more than %d bytes, or a NUL", reading->path,
                        reading->number, LINE_BYTES_MAX);
            reading->is_whole = false;
        }
        if (reading->is_whole)
            reading->text[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    reading->text[length] = '\0';
    return byte != EOF;
}

static void refuse_key(struct reading *reading, const char *name)
{
    const char *keys[OPTION_ROWS_MAX];
    char hint[OPTION_HINT_SIZE];
    size_t count = 0;

    if (reading->section[0] != '\0') {
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_UNKNOWN,
                    "%s:%d: '%s' stands in section [%s]; the file has no sections", reading->path,
                    reading->number, name, reading->section);
        return;
    }
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].reach >= REACH_FILE)
            keys[count++] = option_table[i].name;
    }
    option_hint("", name, keys, count, hint);
    option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_UNKNOWN, "%s:%d: unknown key '%s'%s",
                reading->path, reading->number, name, hint);
}

static void apply_key(struct reading *reading, const char *name, const char *value)
{
    struct option_origin origin = {OPTION_FROM_FILE, reading->number};
    char where[OPTION_MESSAGE_SIZE];
    size_t index = 0;

    while (index < option_count && !(option_table[index].reach >= REACH_FILE &&
                                     strcmp(option_table[index].name, name) == 0))
        index++;
    if (index == option_count || reading->section[0] != '\0') {
        refuse_key(reading, name);
    } else if (reading->set_at[index] != 0) {
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_EXISTS,
                    "%s:%d: %s is set in line %d already", reading->path, reading->number, name,
                    reading->set_at[index]);
    } else {
        reading->set_at[index] = reading->number;
        snprintf(where, sizeof where, "%s:%d: %s", reading->path, reading->number, name);
        option_apply(reading->options, index, value, origin, where, reading->failure);
    }
}

static void take_line(struct reading *reading)
{
    char *text = reading->text;
    struct line line = read_line(text, strlen(text), reading->number == 1);

    if (line.kind == LINE_BAD)
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_FORMAT,
                    "%s:%d: the line is not key = value", reading->path, reading->number);
    text[line.name.end] = '\0';
    if (line.kind == LINE_SECTION)
        snprintf(reading->section, sizeof reading->section, "%s", text + line.name.at);
    if (line.kind != LINE_KEY)
        return;
    text[line.value.end] = '\0';
    apply_key(reading, text + line.name.at, text + line.value.at);
}

static void read_stream(struct reading *reading)
{
    bool has_more = true;

    while (has_more) {
        has_more = next_line(reading);
        if (reading->is_whole)
            take_line(reading);
    }
    if (ferror(reading->stream))
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_DISK, "%s: it cannot be read: %s",
                    reading->path, strerror(errno));
}

/* Opens a file unless it is a pipe (ENOTSUP), on which opening would wait for a writer. */
static FILE *open_plain(const char *path)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (file < 0)
        return NULL;
    bool is_pipe = fstat(file, &info) == 0 && S_ISFIFO(info.st_mode);
    FILE *stream = is_pipe ? NULL : fdopen(file, "r");
    if (stream == NULL)
        close(file);
    if (is_pipe)
        errno = ENOTSUP;
    return stream;
}

/* Reads the file at `place`; messages call it `path`. */
static void load(struct options *options, const char *place, const char *path, bool is_required,
                 struct options_failure *failure)
{
    struct reading reading = {.options = options, .failure = failure, .path = path};

    reading.stream = open_plain(place);
    if (reading.stream == NULL && (errno == ENOENT || errno == ENOTDIR) && !is_required)
        return;
    if (reading.stream == NULL && errno == ENOTSUP) {
        option_fail(failure, OPTION_EXIT_CONFIG, ERR_FORMAT,
                    "%s: it is no plain file, so it could not be read a second time", path);
        return;
    }
    if (reading.stream == NULL) {
        option_fail(failure, OPTION_EXIT_CONFIG, errno == ENOENT ? ERR_NOT_FOUND : ERR_DISK,
                    "%s: user %lu cannot open it: %s", path, (unsigned long)getuid(),
                    strerror(errno));
        return;
    }
    snprintf(options->file, sizeof options->file, "%s", path);
    read_stream(&reading);
    fclose(reading.stream);
}

void option_file_load(struct options *options, const char *path, bool is_required,
                      struct options_failure *failure)
{
    load(options, path, path, is_required, failure);
}

/* The new text of the file, and the file's place. */
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

/* Reads the old file; a missing file is an empty one. */
static enum err read_old(struct rewrite *rewrite, char *out, size_t *out_length)
{
    struct stat info;
    /* Opening a pipe must not wait for a writer. */
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

static enum err change_line(struct rewrite *rewrite, const char *line, size_t length,
                            struct span old, const char *value)
{
    /* An empty one goes behind the blanks. */
    while (old.at == old.end && old.at < length && (line[old.at] == ' ' || line[old.at] == '\t'))
        old = (struct span){old.at + 1, old.at + 1};
    enum err error = bytes_append(&rewrite->text, line, old.at);

    if (error == ERR_OK)
        error = bytes_append_text(&rewrite->text, value);
    return error == ERR_OK ? bytes_append(&rewrite->text, line + old.end, length - old.end) : error;
}

/* Composes the new text of the file. */
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
        struct line parts = read_line(line, line_length, line_number++ == 0);
        bool is_it = !is_set && parts.kind == LINE_KEY &&
                     parts.name.end - parts.name.at == strlen(key) &&
                     memcmp(line + parts.name.at, key, strlen(key)) == 0;

        if (!is_it) {
            error = bytes_append(&rewrite->text, line, line_length);
        } else {
            error = change_line(rewrite, line, line_length, parts.value, value);
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

/* Reads the new file as the next start will: it must be valid and have this value. */
static enum err read_back(struct rewrite *rewrite, size_t index, const char *value)
{
    const struct option_row *row = &option_table[index];
    struct options *trial = calloc(2, sizeof *trial);
    char found[OPTION_VALUE_SIZE] = "";
    char meant[OPTION_VALUE_SIZE] = "";

    if (trial == NULL)
        return fail(rewrite, ERR_MEMORY, err_text(ERR_MEMORY));
    load(&trial[0], rewrite->new_path, rewrite->place.path, true, rewrite->failure);
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

/* Flushes a folder, because only then a new name is on disk. True also for file systems that cannot
   flush folders. */
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
