/* How an answer with several items is read. */
#ifndef UNDERCROFT_NARRATE_TEXT_FORM_H
#define UNDERCROFT_NARRATE_TEXT_FORM_H

#include <stddef.h>
#include <stdint.h>

#include "content/role.h"

enum text_form {
    TEXT_TABLE,  /* columns, padded with blanks */
    TEXT_LIST,   /* one item a line, for windows too narrow for columns */
    TEXT_SPOKEN, /* sentences, or one item a line, for players who listen: nothing is drawn */
};

enum { TEXT_TABLE_WIDTH = 78 }; /* width of the window for which tables are made, in cells */

enum { TEXT_TINTS_MAX = 40 };

/* The colours of the lines of a text, for players who see them. All zero: no colours. */
struct text_tints {
    uint8_t roles[TEXT_TINTS_MAX]; /* by line; ROLE_BLANK, or no entry: the usual role */
    uint8_t above;                 /* number of lines above the text whose lines get a role */
};

/* Sets the role of the line that follows `text`, which is whole lines. `tints` may be NULL. */
static inline void text_tint(struct text_tints *tints, const char *text, enum role role)
{
    size_t line = tints == NULL ? TEXT_TINTS_MAX : tints->above;

    for (; line < TEXT_TINTS_MAX && *text != '\0'; text++)
        line += *text == '\n';
    if (line < TEXT_TINTS_MAX)
        tints->roles[line] = (uint8_t)role;
}

#endif
