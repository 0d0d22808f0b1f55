/*
 * The reader of lines that files of set pieces and themes share.
 */
#include "content/content_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS_MAX = 6 };

enum err content_refuse(struct content_file *file, const char *format, ...)
{
    va_list list;

    *file->out_line = file->number > 0 ? file->number : 1;
    va_start(list, format);
    vsnprintf(file->cause, CONTENT_CAUSE_SIZE, format, list);
    va_end(list);
    return ERR_FORMAT;
}

enum err content_next_row(struct content_file *file)
{
    size_t length = 0;

    if (file->at == file->end)
        return ERR_NOT_FOUND;
    file->number++;
    for (; file->at < file->end && *file->at != '\n'; file->at++) {
        if (*file->at < ' ' || *file->at > '~')
            return content_refuse(file, "a byte that is no printable ASCII character");
        if (length == file->line_max)
            return content_refuse(file, "a line of more than %zu characters", file->line_max);
        file->line[length++] = *file->at;
    }
    file->line[length] = '\0';
    file->at += file->at < file->end;
    return ERR_OK;
}

/* Cuts a comment and the spaces at the end off. */
static void strip(char *line)
{
    char *comment = line[0] == '#' ? line : strstr(line, "  #");
    size_t length = comment != NULL ? (size_t)(comment - line) : strlen(line);

    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
}

enum err content_next_line(struct content_file *file)
{
    enum err error;

    do {
        error = content_next_row(file);
        if (error != ERR_OK)
            return error;
        strip(file->line);
    } while (file->line[0] == '\0');
    return ERR_OK;
}

bool content_take_number(const char **text, int low, int high, int *out)
{
    int value = 0;
    const char *at = *text;

    while (*at >= '0' && *at <= '9' && at - *text < DIGITS_MAX)
        value = value * 10 + (*at++ - '0');
    if (at == *text || value < low || value > high)
        return false;
    *text = at;
    *out = value;
    return true;
}
