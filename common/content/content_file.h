/*
 * Lines of a content file, a set piece or a theme: words and their values, with comments. A reader
 * of such a file goes from line to line and refuses the first fault, with the number of its line.
 *
 * A '#' at the start of a line, or behind two spaces, makes the rest of the line a comment: one
 * space does not, since '#' is a symbol of drawings.
 */
#ifndef UNDERCROFT_CONTENT_CONTENT_FILE_H
#define UNDERCROFT_CONTENT_CONTENT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum {
    CONTENT_LINE_MAX = 200,  /* most characters of a line in any file */
    CONTENT_FILE_MAX = 8192, /* bytes of a file */
    CONTENT_CAUSE_SIZE = 120,
};

struct content_file {
    const char *at; /* the text that is left, up to `end` */
    const char *end;
    size_t line_max; /* characters of a line in this file, at most CONTENT_LINE_MAX */
    char line[CONTENT_LINE_MAX + 1];
    int number;    /* number of that line, 0 before the first */
    int *out_line; /* where the line of the first fault is put, from 1 on */
    char *cause;   /* where its cause is put, of CONTENT_CAUSE_SIZE bytes */
};

/* Tells a fault in the present line; returns ERR_FORMAT. */
__attribute__((format(__printf__, 2, 3))) enum err content_refuse(struct content_file *file,
                                                                  const char *format, ...);

/* Reads the next line, without its end, as it stands. ERR_NOT_FOUND: there is none; ERR_FORMAT: it
   is too long or has a byte that is no printable ASCII character, which is told. */
MUST_USE enum err content_next_row(struct content_file *file);

/* Reads the next line that is not empty without its comment, and cuts comment and spaces off its
   end; otherwise as above. */
MUST_USE enum err content_next_line(struct content_file *file);

/* Reads a number from `low` to `high`, both in 0 to 999,999, at *text, and moves *text past it.
   False: there is none, and nothing is changed. */
bool content_take_number(const char **text, int low, int high, int *out);

#endif
