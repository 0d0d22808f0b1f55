/*
 * The form of an answer that has several items, by how it is read.
 */
#ifndef UNDERCROFT_NARRATE_TEXT_FORM_H
#define UNDERCROFT_NARRATE_TEXT_FORM_H

#include <stddef.h>
#include <stdint.h>

#include "content/role.h"

enum text_form {
    TEXT_TABLE,  /* columns, padded with blanks */
    TEXT_LIST,   /* an item a line, for windows in which columns have no room */
    TEXT_SPOKEN, /* for players who hear it: sentences, or an item a line, and nothing drawn */
};

enum { TEXT_TABLE_WIDTH = 78 }; /* cells of the window that tables are made for */

enum { TEXT_TINTS_MAX = 40 };

/* The colours of the lines of a text, for players who see them. Valid when all zero: none has
   any. */
struct text_tints {
    uint8_t roles[TEXT_TINTS_MAX]; /* by line; ROLE_BLANK, and beyond: the usual role */
    uint8_t above;                 /* lines that stand above the text whose lines are noted */
};

/* Notes the role of the line that comes behind `text`, of whole lines. `tints` may be NULL. */
static inline void text_tint(struct text_tints *tints, const char *text, enum role role)
{
    size_t line = tints == NULL ? TEXT_TINTS_MAX : tints->above;

    for (; line < TEXT_TINTS_MAX && *text != '\0'; text++)
        line += *text == '\n';
    if (line < TEXT_TINTS_MAX)
        tints->roles[line] = (uint8_t)role;
}

#endif
