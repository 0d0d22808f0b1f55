/*
 * The text form of an answer, printed from the object of its JSON form. A member's name is its
 * label, and the end of the name its unit: "uptime_seconds": 3725 reads "uptime 1 h 2 min". An
 * array of objects is a table with a row for each; an array of strings is lines of text, or, under
 * "rows", a map.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_H

#include <jansson.h>

#include "base/bytes.h"
#include "base/err.h"
#include "narrate/text_form.h"

enum { ADMIN_PAGE_WIDTH_MIN = 38 };

/* The page for which an answer is printed. */
struct admin_page {
    int width; /* most cells of a line, except sentences; 0: no limit */
    enum text_form form;
};

/* Appends lines, each ended by LF. Strings contain no controls. ERR_TOO_BIG, ERR_MEMORY: the text
   is cut. */
MUST_USE enum err admin_print_text(const json_t *answer, struct admin_page page, struct bytes *out);

/* Appends the object as one line of ASCII, ended by LF. */
MUST_USE enum err admin_print_json(const json_t *answer, struct bytes *out);

#endif
