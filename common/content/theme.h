/*
 * Going down is going somewhere else: a theme says which generator makes a depth, how large it is,
 * and what the place is called.
 */
#ifndef UNDERCROFT_CONTENT_THEME_H
#define UNDERCROFT_CONTENT_THEME_H

#include <stdint.h>

enum { DEPTH_MAX = 99 };

struct theme_row {
    const char *name;      /* "the Cellars" */
    uint16_t depth_first;  /* the band goes to the depth before the next row's first */
    const char *style;     /* a name of the generator registry */
    int16_t width;         /* cells */
    int16_t height;
};

/* The theme of a depth from 1 to DEPTH_MAX. */
const struct theme_row *theme_of_depth(int depth);

#endif
