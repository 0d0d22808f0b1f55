/*
 * Foes in words: how hard a fight with one would be, the foes that a delver has in view and how bad
 * it would be to fight them all, and the one that matters most.
 */
#ifndef UNDERCROFT_NARRATE_THREATS_H
#define UNDERCROFT_NARRATE_THREATS_H

#include <stddef.h>

#include "content/role.h"
#include "narrate/name_match.h"
#include "world/body.h"
#include "world/estimate.h"
#include "world/world.h"

enum { THREATS_MAX = 32, THREATS_TEXT_MAX = 2048 };

struct threat {
    body_id foe;
    struct pos at;
    int distance; /* in king's moves */
    enum danger danger;
    bool is_awake;
};

struct threats {
    struct threat list[THREATS_MAX]; /* near to far, of equals the lower id first */
    int count;
    int left_out;       /* farther off than those listed */
    enum danger danger; /* danger of all awake foes together */
};

/* Collects the foes in view; none for a viewer on no level. */
void threats_collect(const struct world *world, const struct delver *viewer, struct threats *out);

/* The prospect of a fight of the delver with one foe; a health of 0 counts as 1. */
struct prospect threat_prospect(const struct world *world, const struct delver *viewer,
                                const struct body *foe);

/* The place in the list of the foe that the words name (name_match.h); -1: none, and `hint` says
   which could have been meant (name_search_hint()). */
int threats_named(const struct world *world, const struct threats *threats, const char *words,
                  char hint[NAME_HINT_SIZE]);

/* "A deserter, 5 east: even fight. …" into `out` of `size` bytes; without a foe, a sentence that
 * says so. */
void threats_describe(const struct world *world, const struct delver *viewer, char *out,
                      size_t size);

enum { DANGER_TEXT_MAX = 160 };

/* "Even fight." into `out` of `size` bytes. */
void danger_describe(enum danger danger, char *out, size_t size);

/* "It hits you 72 in 100 for at most 9; 3 such blows end you. You hit it 78 in 100; about 4 blows.
   Even fight." into `out`; DANGER_TEXT_MAX bytes hold every prospect. */
void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size);

/* "Opens doors, flees when hurt.": the parts of the kind in words, into `out`. DANGER_TEXT_MAX
   bytes are enough for every kind; "" for a plain one. */
void danger_describe_parts(const struct species_row *row, char *out, size_t size);

enum { TARGET_LINE_SIZE = 128, TARGET_BAR_MAX = 10, TARGET_WORDS_MAX = 160 };

struct target_line {
    char text[TARGET_LINE_SIZE]; /* "": no foe that is awake is in view */
    enum role role;
};

/* "deserter [#####---] 5e even  +2 gate hounds hard"; the last word is the danger of all. */
void target_line_make(const struct world *world, const struct delver *viewer,
                      struct target_line *out);

/* The line as a sentence: "A deserter, 5 east, hurt: even. 2 more are awake, hard together." */
void target_words(const struct world *world, const struct delver *viewer, char *out, size_t size);

/* The nearest of the threats that is awake; NULL: none. */
const struct threat *threats_first_awake(const struct threats *threats);

/* "###--": of `width` signs (TARGET_BAR_MAX at most) as many as a share of the whole, one at least
   while there is a part; `out` takes a NUL more. */
void target_bar(int part, int whole, int width, char *out);

#endif
