/*
 * The depths that have a haven (see world/haven.h).
 */
#ifndef UNDERCROFT_CONTENT_HAVENS_H
#define UNDERCROFT_CONTENT_HAVENS_H

enum { HAVEN_COUNT = 6 };

/* The depth of a haven by its number, 0 to HAVEN_COUNT - 1, the Gate on depth 1 first. */
int haven_depth(int number);

/* The number of the haven on that depth; HAVEN_COUNT: none. */
int haven_number(int depth);

#endif
