/*
 * The text form of an answer, printed from the same object that is its JSON form. A member's name
 * is its label, and the end of the name its unit: "uptime_seconds": 3725 reads "uptime  1 h 2 min".
 * In an array of objects each of them is a row of a table; an array of strings is lines of text,
 * or, under "rows", a map.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_H

#include <jansson.h>

#include "base/bytes.h"
#include "base/err.h"
#include "narrate/text_form.h"

enum { ADMIN_PAGE_WIDTH_MIN = 38 };

/* The page to print for. */
struct admin_page {
    int width; /* in cells: no line is wider, but a sentence; 0: as wide as they come */
    enum text_form form;
};

/* Appends lines, each ended by LF. Strings hold no controls. ERR_TOO_BIG, ERR_MEMORY: it is cut. */
MUST_USE enum err admin_print_text(const json_t *answer, struct admin_page page, struct bytes *out);

/* Appends the object as one line of ASCII, ended by LF. */
MUST_USE enum err admin_print_json(const json_t *answer, struct bytes *out);

#endif
