/*
 * The foe that matters most in one row: the nearest that is awake, how it is, where it stands, how
 * hard a fight it would be, and how many more there are.
 */
#ifndef UNDERCROFT_NARRATE_TARGET_LINE_H
#define UNDERCROFT_NARRATE_TARGET_LINE_H

#include <stddef.h>

#include "content/role.h"
#include "narrate/threats.h"

enum { TARGET_LINE_SIZE = 128, TARGET_BAR_MAX = 10, TARGET_WORDS_MAX = 160 };

struct target_line {
    char text[TARGET_LINE_SIZE]; /* "": no foe that is awake is in view */
    enum role role;
};

/* "deserter [#####---] 5e even  +2 gate hounds hard"; the last word is the danger of all. */
void target_line_make(const struct world *world, const struct delver *viewer,
                      struct target_line *out);

/* The same in a sentence: "A deserter, 5 east, hurt: even. 2 more are awake, hard together." */
void target_words(const struct world *world, const struct delver *viewer, char *out, size_t size);

/* The nearest of the threats that is awake; NULL: none. */
const struct threat *threats_first_awake(const struct threats *threats);

/* "###--": of `width` signs (TARGET_BAR_MAX at most) as many as a share of the whole, one at least
   while there is a part; `out` takes a NUL more. */
void target_bar(int part, int whole, int width, char *out);

#endif
