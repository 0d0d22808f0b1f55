/*
 * A host's own words: the text above the name prompt and the rules of the house. Each is a file of
 * a few lines that terminals, readers and pages show as it is, so that one with a control
 * character, or a line too many, is refused as a whole.
 */
#ifndef UNDERCROFT_SERVER_BASE_HOST_TEXTS_H
#define UNDERCROFT_SERVER_BASE_HOST_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct options;

enum {
    HOST_LINES_MAX = 20,
    HOST_COLUMNS_MAX = 79,
    HOST_TEXT_SIZE = 4096, /* bytes of a text, with its NUL */
    HOST_CAUSE_SIZE = 512,
};

enum host_text { HOST_WELCOME, HOST_RULES, HOST_TEXT_COUNT };

/* The host's texts, as lines each ended by LF; "": the host has none. */
struct host_texts {
    char text[HOST_TEXT_COUNT][HOST_TEXT_SIZE];
};

/* Returns the file that the settings name for that text; "": none. */
const char *host_text_path(const struct options *options, enum host_text which);

/*
 * Reads one file. A CR before LF, blanks at the end of a line and empty lines at the end of the
 * file are left out. ERR_NOT_FOUND, ERR_TOO_BIG, ERR_FORMAT: `cause` is a clause that names the
 * file, and `out` is "". The path "" gives an empty text.
 */
MUST_USE enum err host_text_read(const char *path, char out[HOST_TEXT_SIZE],
                                 char cause[HOST_CAUSE_SIZE]);

/* Reads all texts. Explains a failure on standard error, and returns it. */
MUST_USE enum err host_texts_read(const struct options *options, struct host_texts *out);

/* Returns the host's name for this dungeon; never "". */
const char *host_name(const struct options *options);

#endif
