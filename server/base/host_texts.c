/*
 * A host's text is read from its file, checked line by line, and kept without blanks at its ends. A
 * text with a fault is reported with its line and not used.
 */
#include "server/base/host_texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "server/base/options.h"
#include "server/base/process.h"

enum {
    HOST_FILE_MAX =
        HOST_TEXT_SIZE - 2 /* most bytes of a file; one without LF at its end gets one */
};

static const struct {
    size_t offset; /* offset of the path in struct options */
    const char *cure;
} text_table[HOST_TEXT_COUNT] = {
    [HOST_WELCOME] = {offsetof(struct options, welcome),
                      "--welcome FILE: at most 20 lines of 79 columns, in UTF-8"},
    [HOST_RULES] = {offsetof(struct options, rules),
                    "--rules FILE: at most 20 lines of 79 columns, in UTF-8"},
};

const char *host_text_path(const struct options *options, enum host_text which)
{
    return (const char *)options + text_table[which].offset;
}

const char *host_name(const struct options *options)
{
    return options->name[0] == '\0' ? "Undercroft" : options->name;
}

static enum err fail(enum err error, char *cause, const char *path, const char *why)
{
    snprintf(cause, HOST_CAUSE_SIZE, "%s: %.200s", path, why);
    return error;
}

/* Reads the file as it is, at most HOST_FILE_MAX bytes. Does not wait for a pipe. */
static enum err read_file(const char *path, char out[HOST_TEXT_SIZE], size_t *out_length,
                          char *cause)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    char beyond;
    ssize_t more = 1;

    *out_length = 0;
    if (descriptor < 0)
        return fail(ERR_NOT_FOUND, cause, path, strerror(errno));
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(descriptor);
        return fail(ERR_FORMAT, cause, path, "it is no file");
    }
    while (more > 0 && *out_length < HOST_FILE_MAX) {
        more = read(descriptor, out + *out_length, HOST_FILE_MAX - *out_length);
        *out_length += more > 0 ? (size_t)more : 0;
    }
    bool is_too_big = more > 0 && read(descriptor, &beyond, 1) > 0;
    close(descriptor);
    if (more < 0)
        return fail(ERR_NOT_FOUND, cause, path, "it cannot be read");
    return is_too_big ? fail(ERR_TOO_BIG, cause, path, "it has more than 4094 bytes") : ERR_OK;
}

static bool is_plain(const char *line, size_t length)
{
    char copy[HOST_TEXT_SIZE];

    memcpy(copy, line, length);
    utf8_mask(copy, length);
    return memcmp(copy, line, length) == 0;
}

static int columns_of(const char *line, size_t length)
{
    int columns = 0;

    for (size_t at = 0; at < length;)
        columns += utf8_width(utf8_decode(line, length, &at));
    return columns;
}

/* Returns why that line cannot be shown; NULL: it can. */
static const char *fault_of(const char *line, size_t length, int number)
{
    if (number > HOST_LINES_MAX)
        return "there are more than 20 lines";
    if (!is_plain(line, length))
        return "a control character, or no UTF-8";
    return columns_of(line, length) > HOST_COLUMNS_MAX ? "the line has more than 79 columns" : NULL;
}

/* Returns the length of the line without a CR and blanks at its end. */
static size_t cut(const char *line, size_t length)
{
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' '))
        length--;
    return length;
}

/* Cleans the lines of `text` in place. False: a line is at fault, and `cause` says so. */
static bool tidy(const char *path, char *text, size_t length, char *cause)
{
    size_t written = 0;
    char why[96];
    int number = 1;

    while (length > 0 && strchr("\r\n ", text[length - 1]) != NULL && text[length - 1] != '\0')
        length--;
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t whole = end == NULL ? length - at : (size_t)(end - (text + at));
        size_t line = cut(text + at, whole);
        const char *fault = fault_of(text + at, line, number);
        if (fault != NULL) {
            snprintf(why, sizeof why, "line %d: %s", number, fault);
            (void)fail(ERR_FORMAT, cause, path, why);
            text[0] = '\0';
            return false;
        }
        memmove(text + written, text + at, line);
        written += line;
        at += whole + 1;
        text[written++] = '\n';
    }
    text[written] = '\0';
    return true;
}

enum err host_text_read(const char *path, char out[HOST_TEXT_SIZE], char cause[HOST_CAUSE_SIZE])
{
    size_t length;

    cause[0] = out[0] = '\0';
    if (path[0] == '\0')
        return ERR_OK;
    enum err error = read_file(path, out, &length, cause);
    if (error != ERR_OK)
        out[0] = '\0';
    else if (!tidy(path, out, length, cause))
        error = ERR_FORMAT;
    return error;
}

enum err host_texts_read(const struct options *options, struct host_texts *out)
{
    char cause[HOST_CAUSE_SIZE];

    for (enum host_text which = 0; which < HOST_TEXT_COUNT; which++) {
        enum err error = host_text_read(host_text_path(options, which), out->text[which], cause);
        if (error == ERR_OK)
            continue;
        process_explain("a text of the host cannot be shown", cause, text_table[which].cure);
        return ERR_FORMAT;
    }
    return ERR_OK;
}
