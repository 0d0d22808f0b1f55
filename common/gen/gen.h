/*
 * Making levels. One contract for every generator: a pure function of its request, integers only,
 * no I/O. What a generator draws is finished by shared passes, proven against the hard invariants
 * (H1-H10), drawn again with the next attempt's stream when the proof fails, and replaced by a
 * simpler style when the attempts are used up. A level that leaves this module is proven.
 */
#ifndef UNDERCROFT_GEN_GEN_H
#define UNDERCROFT_GEN_GEN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "world/level.h"

enum {
    GEN_FORMAT_VERSION = 1, /* grows when seeds of a published version give others */
    GEN_ATTEMPTS_MAX = 10,
    GEN_KNOBS_MAX = 12, /* of one style */
    GEN_STYLE_NAME_MAX = 15,
};

/* A number a style can be tuned by. */
struct gen_knob {
    const char *name;
    int low; /* the smallest and the largest value it takes */
    int high;
    int standard; /* what it is unless told otherwise */
    const char *help;
};

struct gen_style {
    const char *name;
    const char *help; /* one line */
    struct gen_knob knobs[GEN_KNOBS_MAX]; /* the first without a name ends them */
    int width_min; /* the smallest level this style can fill */
    int height_min;
};

struct gen_request {
    const struct gen_style *style;
    uint64_t world_seed;
    struct level_key key;
    int width;
    int height;
    int knobs[GEN_KNOBS_MAX]; /* in the order of the style's own; see gen_request_init() */
};

struct gen_report {
    const struct gen_style *style; /* the one that made it, which may be the fallback */
    int attempts;                  /* 1: the first draft was right */
    uint64_t hash;                 /* of the finished level: level_hash() */
};

/* The registry, in the order `undercroft-mapgen --list` prints it. */
size_t gen_style_count(void);
const struct gen_style *gen_style_at(size_t index);

/* NULL if there is none of that name. */
const struct gen_style *gen_style_find(const char *name);

/* A request with the style's standard knobs. */
void gen_request_init(struct gen_request *request, const struct gen_style *style,
                      uint64_t world_seed, struct level_key key, int width, int height);

/* ERR_NOT_FOUND: the style has no such knob. ERR_RANGE: *out_knob tells the range. */
MUST_USE enum err gen_request_set(struct gen_request *request, const char *name, int value,
                                  const struct gen_knob **out_knob);

/* The request the game makes for a level: style, size and knobs from the plan that the theme of its
 * depth draws for the key; request->style is the one that will be asked. */
void gen_request_for_key(struct gen_request *request, uint64_t world_seed, struct level_key key);

/*
 * Makes the level. ERR_RANGE: a size outside the limits of levels or of the style; ERR_MEMORY.
 * The caller owns *out_level; `report` may be NULL.
 */
MUST_USE enum err gen_level(const struct gen_request *request, struct level **out_level,
                            struct gen_report *report);

#endif
