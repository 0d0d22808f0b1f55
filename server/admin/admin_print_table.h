/*
 * Tables of answers, and what their cells have in common with other lines.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_TABLE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_PRINT_TABLE_H

#include "server/admin/admin_print.h"

enum { ADMIN_LABEL_SIZE = 48, ADMIN_CELL_SIZE = 1100 };

/* A member's name as its label, and its value with its unit. */
void admin_print_label(const char *name, char out[ADMIN_LABEL_SIZE]);
void admin_print_scalar(const char *name, const json_t *value, char out[ADMIN_CELL_SIZE]);

/* The cells that UTF-8 text takes. */
int admin_print_cells(const char *text, size_t length);

/* Appends `length` bytes of text, and blanks up to `width` cells. */
MUST_USE enum err admin_print_padded(struct bytes *out, const char *text, size_t length, int width);

/* Appends text, in as many lines as `width` asks for (0: one), the further ones behind `indent`
   blanks. The first stands behind `used` cells. */
MUST_USE enum err admin_print_wrapped(struct bytes *out, const char *text, int used, int indent,
                                      int width);

/*
 * Appends an array of objects, whose columns are the members of the first. As a table whose cells
 * take several lines where it is too wide; where even that does not fit, each row as a paragraph
 * of labels and values. In other forms each row is a line of them.
 */
MUST_USE enum err admin_print_table(const json_t *rows, struct admin_page page, struct bytes *out);

#endif
