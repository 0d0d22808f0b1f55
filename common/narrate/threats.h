/*
 * Foes in words: the difficulty of a fight with one, the foes in a delver's view and the danger of
 * fighting them all, and the most important one.
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
    int distance; /* king's moves to the foe */
    enum danger danger;
    bool is_awake;
};

struct threats {
    struct threat list[THREATS_MAX]; /* nearest first, of equally near ones the lower id first */
    int count;
    int left_out;       /* number of farther foes that are not listed */
    enum danger danger; /* danger of all awake foes together */
};

/* Collects the foes in view; none for a viewer on no level. */
void threats_collect(const struct world *world, const struct delver *viewer, struct threats *out);

/* Returns the outlook of a fight of the delver with one foe; a health of 0 counts as 1. */
struct prospect threat_prospect(const struct world *world, const struct delver *viewer,
                                const struct body *foe);

/* Returns the index of the foe that the words name (name_match.h); -1: none, and `hint` names
   possible ones (name_search_hint()). */
int threats_named(const struct world *world, const struct threats *threats, const char *words,
                  char hint[NAME_HINT_SIZE]);

/* Writes the foes in view, "A deserter, 5 east: even fight. …", to `out` of `size` bytes; without a
   foe, a sentence that says so. */
void threats_describe(const struct world *world, const struct delver *viewer, char *out,
                      size_t size);

enum { DANGER_TEXT_MAX = 160 };

/* Writes a danger, "Even fight.", into `out` of `size` bytes. */
void danger_describe(enum danger danger, char *out, size_t size);

/* Writes "It hits you 72 in 100 for at most 9; 3 such blows end you. You hit it 78 in 100; about 4
   blows. Even fight." to `out`; DANGER_TEXT_MAX bytes hold every prospect. */
void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size);

/* Writes the parts of the kind, "Opens doors, flees when hurt.", to `out`. DANGER_TEXT_MAX bytes
   are enough for every kind; "" for a plain one. */
void danger_describe_parts(const struct species_row *row, char *out, size_t size);

enum { TARGET_LINE_SIZE = 128, TARGET_BAR_MAX = 10, TARGET_WORDS_MAX = 160 };

struct target_line {
    char text[TARGET_LINE_SIZE]; /* the line; "": no awake foe is in view */
    enum role role;
};

/* Makes the target line "deserter [#####---] 5e even +2 gate hounds hard"; the last word is the
   danger of all. */
void target_line_make(const struct world *world, const struct delver *viewer,
                      struct target_line *out);

/* Writes the target line as a sentence: "A deserter, 5 east, hurt: even. 2 more are awake, hard
   together." */
void target_words(const struct world *world, const struct delver *viewer, char *out, size_t size);

/* Returns the nearest awake foe of the list; NULL: none is awake. */
const struct threat *threats_first_awake(const struct threats *threats);

/* Writes a bar such as "###--" for `part` of `whole`: `width` signs (at most TARGET_BAR_MAX), at
   least one # unless `part` is 0; `out` has room for a NUL as well. */
void target_bar(int part, int whole, int width, char *out);

#endif
