/*
 * undercroft.conf, read with inih. inih says neither at which line a key stands nor that a line
 * was too long, and takes an indented line for the rest of the one above: so lines are handed to
 * it one by one from here, counted, measured and without their indent.
 */
#include "server/ops/option_load.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/ops/option_table.h"

struct reading {
    struct options *options;
    struct options_failure *failure;
    const char *path;
    FILE *stream;
    int line;                    /* the one being read, from 1 */
    int set_at[OPTION_ROWS_MAX]; /* the line that set each row; 0: none did */
    enum err error;              /* of the first bad line */
    int error_line;
};

static void keep_error(struct reading *reading, enum err error)
{
    reading->error = error;
    reading->error_line = reading->line;
}

static void refuse_line(struct reading *reading, int size)
{
    keep_error(reading, option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_TOO_BIG,
                                    "%s:%d: the line has more than %d bytes, or a NUL",
                                    reading->path, reading->line, size - 2));
}

/* inih's reader: the next line, or NULL at the end of the file or of what can be read. */
static char *read_line(char *out, int size, void *user)
{
    struct reading *reading = user;
    int length = 0;
    int byte;

    reading->line++;
    while ((byte = getc(reading->stream)) != EOF) {
        if (length == 0 && (byte == ' ' || byte == '\t'))
            continue;
        if (byte == '\0' || (byte != '\n' && length == size - 2)) {
            refuse_line(reading, size);
            return NULL;
        }
        out[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    out[length] = '\0';
    return length == 0 ? NULL : out;
}

static enum err refuse_key(struct reading *reading, const char *section, const char *name)
{
    const char *keys[OPTION_ROWS_MAX];
    char hint[OPTION_HINT_SIZE];
    size_t count = 0;

    if (section[0] != '\0')
        return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_UNKNOWN,
                           "%s:%d: '%s' stands in section [%s]; the file has no sections",
                           reading->path, reading->line, name, section);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].is_key)
            keys[count++] = option_table[i].name;
    }
    option_hint("", name, keys, count, hint);
    return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_UNKNOWN,
                       "%s:%d: unknown key '%s'%s", reading->path, reading->line, name, hint);
}

static enum err apply_key(struct reading *reading, const char *section, const char *name,
                          const char *value)
{
    struct option_origin origin = {OPTION_FROM_FILE, reading->line};
    char where[OPTION_MESSAGE_SIZE];
    size_t index = 0;

    while (index < option_count &&
           !(option_table[index].is_key && strcmp(option_table[index].name, name) == 0))
        index++;
    if (index == option_count || section[0] != '\0')
        return refuse_key(reading, section, name);
    if (reading->set_at[index] != 0)
        return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_EXISTS,
                           "%s:%d: %s is set in line %d already", reading->path, reading->line,
                           name, reading->set_at[index]);
    reading->set_at[index] = reading->line;
    snprintf(where, sizeof where, "%s:%d: %s", reading->path, reading->line, name);
    return option_apply(reading->options, index, value, origin, where, reading->failure);
}

/* inih's handler: 0 says that the line is bad. inih goes on; the first bad line is the one told. */
static int on_key(void *user, const char *section, const char *name, const char *value)
{
    struct reading *reading = user;

    if (reading->error != ERR_OK)
        return 0;
    enum err error = apply_key(reading, section, name, value);
    if (error != ERR_OK)
        keep_error(reading, error);
    return error == ERR_OK;
}

static enum err read_stream(struct reading *reading)
{
    int bad_line = ini_parse_stream(read_line, reading, on_key, reading);

    if (ferror(reading->stream))
        return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_DISK,
                           "%s: it cannot be read: %s", reading->path, strerror(errno));
    if (bad_line < 0)
        return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_MEMORY, "%s: %s",
                           reading->path, err_text(ERR_MEMORY));
    if (bad_line > 0 && (reading->error == ERR_OK || bad_line < reading->error_line))
        return option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_FORMAT,
                           "%s:%d: the line is not key = value", reading->path, bad_line);
    return reading->error;
}

/* A pipe (ENOTSUP) would hold whoever opens it until somebody writes. */
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

enum err option_file_load(struct options *options, const char *path, bool is_required,
                          struct options_failure *failure)
{
    struct reading reading = {.options = options, .failure = failure, .path = path};

    reading.stream = open_plain(path);
    if (reading.stream == NULL && errno == ENOTSUP)
        return option_fail(failure, OPTION_EXIT_CONFIG, ERR_FORMAT,
                           "%s: it is no plain file, which could be read again", path);
    if (reading.stream == NULL && (errno == ENOENT || errno == ENOTDIR) && !is_required)
        return ERR_OK;
    if (reading.stream == NULL)
        return option_fail(failure, OPTION_EXIT_CONFIG, errno == ENOENT ? ERR_NOT_FOUND : ERR_DISK,
                           "%s: user %lu cannot open it: %s", path, (unsigned long)getuid(),
                           strerror(errno));
    snprintf(options->file, sizeof options->file, "%s", path);
    enum err error = read_stream(&reading);
    fclose(reading.stream);
    return error;
}
