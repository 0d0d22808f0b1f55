/*
 * The view that a browser page should draw for a delver, for operators and tests.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_VIEW_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_VIEW_H

#include <jansson.h>

struct delver;
struct game;

/*
 * {"width", "height", "tint", "cells", "things", "bodies"} of a delver who stands on a level: a row
 * of cells is two hexadecimal digits for each; a thing is [x, y, look] and a body
 * [id, x, y, look, flags], as in the records of a page. NULL: there is no memory.
 */
json_t *page_view_make(const struct game *game, const struct delver *viewer);

#endif
