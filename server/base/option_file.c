/*
 * undercroft.conf, read with inih. inih says neither at which line a key stands nor that a line
 * was too long, tells of one bad line only, and takes an indented line for the rest of the one
 * above: so each line is handed to it for itself, counted, measured and without its indent, behind
 * the section that it stands in.
 */
#include "server/base/option_load.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/option_table.h"

enum { FILE_BYTES_MAX = 1024 * 1024 };

static const char byte_order_mark[] = "\xEF\xBB\xBF";

struct reading {
    struct options *options;
    struct options_failure *failure;
    const char *path;
    FILE *stream;
    long bytes;                  /* read so far */
    int line;                    /* the one being read, from 1 */
    int handed;                  /* lines that inih has got for this one */
    bool is_at_end;              /* there was no such line any more */
    bool is_told;                /* a fault of this line */
    char section[INI_MAX_LINE];  /* the line that began the section; "" : none did */
    char text[INI_MAX_LINE];     /* the line, without its indent */
    int set_at[OPTION_ROWS_MAX]; /* the line that set each row; 0: none did */
};

static void refuse_line(struct reading *reading, int size)
{
    option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_TOO_BIG,
                "%s:%d: the line has more than %d bytes, or a NUL", reading->path, reading->line,
                size - 2);
    reading->is_told = true;
}

/* The next byte, or EOF, also where the file has no end (a device, say). */
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

/* The next line of the file; NULL at its end, at the end of what can be read, and for a line that
   cannot be taken, which is read to its end all the same. */
static char *read_file_line(struct reading *reading, char *out, int size)
{
    int length = 0;
    int byte;

    while ((byte = read_byte(reading)) != EOF) {
        if (length == 0 && (byte == ' ' || byte == '\t'))
            continue;
        if (!reading->is_told && (byte == '\0' || (byte != '\n' && length == size - 2)))
            refuse_line(reading, size);
        if (!reading->is_told)
            out[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    out[length] = '\0';
    reading->is_at_end = byte == EOF;
    return length == 0 || reading->is_told ? NULL : out;
}

/* inih's reader: the section, or an empty line in its place, then the line, then no more. A mark
   of the byte order is good on the first line only. */
static char *hand_line(char *out, int size, void *user)
{
    struct reading *reading = user;
    int skipped = reading->line > 1 ? 1 : 0;
    int at = reading->handed++;

    if (at < skipped)
        snprintf(out, (size_t)size, "%s", reading->section[0] == '\0' ? "\n" : reading->section);
    else if (at > skipped || read_file_line(reading, out, size) == NULL)
        return NULL;
    else
        snprintf(reading->text, sizeof reading->text, "%s", out);
    return out;
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
        if (option_table[i].reach >= REACH_FILE)
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

    while (index < option_count && !(option_table[index].reach >= REACH_FILE &&
                                     strcmp(option_table[index].name, name) == 0))
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

/* inih's handler: 0 says that the line is bad. */
static int on_key(void *user, const char *section, const char *name, const char *value)
{
    struct reading *reading = user;

    reading->is_told = apply_key(reading, section, name, value) != ERR_OK;
    return !reading->is_told;
}

static bool begins_section(const struct reading *reading)
{
    size_t length = sizeof byte_order_mark - 1;
    bool is_marked = reading->line == 1 && strncmp(reading->text, byte_order_mark, length) == 0;

    return reading->text[is_marked ? length : 0] == '[';
}

/* False: it cannot go on. */
static bool take_line(struct reading *reading)
{
    reading->line++;
    reading->handed = 0;
    reading->is_told = false;
    reading->text[0] = '\0';
    int bad_line = ini_parse_stream(hand_line, reading, on_key, reading);
    if (bad_line < 0)
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_MEMORY, "%s: %s", reading->path,
                    err_text(ERR_MEMORY));
    else if (bad_line > 0 && !reading->is_told)
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_FORMAT,
                    "%s:%d: the line is not key = value", reading->path, reading->line);
    else if (bad_line == 0 && begins_section(reading))
        snprintf(reading->section, sizeof reading->section, "%s", reading->text);
    return bad_line >= 0 && !reading->is_at_end;
}

static void read_stream(struct reading *reading)
{
    while (take_line(reading))
        ;
    if (ferror(reading->stream))
        option_fail(reading->failure, OPTION_EXIT_CONFIG, ERR_DISK, "%s: it cannot be read: %s",
                    reading->path, strerror(errno));
}

/* Opening a pipe (ENOTSUP) would block until somebody writes. */
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
                    "%s: it is no plain file, which could be read again", path);
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

void option_file_try(struct options *options, const char *draft, const char *path,
                     struct options_failure *failure)
{
    load(options, draft, path, true, failure);
}
