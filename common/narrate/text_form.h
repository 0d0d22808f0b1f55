/*
 * The form of an answer that has several items, by how it is read.
 */
#ifndef UNDERCROFT_NARRATE_TEXT_FORM_H
#define UNDERCROFT_NARRATE_TEXT_FORM_H

enum text_form {
    TEXT_TABLE,  /* columns, padded with blanks */
    TEXT_LIST,   /* an item a line, for windows in which columns have no room */
    TEXT_SPOKEN, /* for those who hear it: sentences, or an item a line, and nothing drawn */
};

enum { TEXT_TABLE_WIDTH = 78 }; /* cells of the window that tables are made for */

#endif
