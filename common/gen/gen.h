/*
 * Making levels. One contract for every generator: a pure function of its request, integers only,
 * no I/O. A generator's draft is finished by shared passes, proven against the hard invariants
 * (H1-H10), drawn again with the next attempt's stream when the proof fails, and replaced by a
 * simpler style when the attempts are used up. A level that leaves this module is proven.
 */
#ifndef UNDERCROFT_GEN_GEN_H
#define UNDERCROFT_GEN_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/setpiece.h"
#include "world/level.h"

enum {
    GEN_FORMAT_VERSION = 1, /* grows when seeds of a published version give others */
    GEN_ATTEMPTS_MAX = 10,
    GEN_KNOBS_MAX = 12, /* knobs of one style, beside the shared knobs */
    GEN_STYLE_NAME_MAX = 15,
    GEN_PRUNE_WHOLLY = 100, /* a value of GEN_PRUNE: no dead end is left */
};

/* A number a style can be tuned by. */
struct gen_knob {
    const char *name;
    int low; /* the smallest and the largest value it takes */
    int high;
    int standard; /* the default */
    const char *help;
};

/* The knobs that styles share; their rows are in registry.c. */
enum gen_shared {
    GEN_SHARED_NONE, /* not a knob: ends a list */
    GEN_DOORS,
    GEN_THIN,
    GEN_LOOPS,
    GEN_LOOPS_MIN,
    GEN_DETOUR,
    GEN_REACH,
    GEN_PRUNE,
    GEN_STUBS,
    GEN_LANDMARK,
    GEN_PLACES,
    GEN_GATED,
    GEN_SURFACES,
    GEN_SECRET,
    GEN_SHARED_COUNT,
};

/* The default of a shared knob in one style. */
struct gen_standard {
    enum gen_shared knob;
    int value;
    bool is_fixed; /* the style does not have this knob: it stays at the value */
};

struct gen_style {
    const char *name;
    const char *help;                     /* help text, one line */
    struct gen_knob knobs[GEN_KNOBS_MAX]; /* its own; the first without a name ends them */
    struct gen_standard standards[GEN_SHARED_COUNT]; /* where it differs from the shared table */
    int width_min;                                   /* the smallest level this style can fill */
    int height_min;
};

struct gen_request {
    const struct gen_style *style;
    uint64_t world_seed;
    struct level_key key;
    int width;
    int height;
    int knobs[GEN_KNOBS_MAX];       /* in the order of the style's own; see gen_request_init() */
    int shared[GEN_SHARED_COUNT];   /* by enum gen_shared */
    const struct setpieces *pieces; /* set pieces that may be built in; must outlive the call. NULL,
                                     * as gen_request_init() leaves it: the bare level, without
                                     * landmark, places and surfaces */
};

enum gen_landmark {
    GEN_LANDMARK_NONE,
    GEN_LANDMARK_LAKE,
    GEN_LANDMARK_CHASM,
    GEN_LANDMARK_GORGE,
    GEN_LANDMARK_NAVE,
    GEN_LANDMARK_PIECE, /* a set piece of that kind */
    GEN_LANDMARK_COUNT
};

struct gen_report {
    const struct gen_style *style; /* the style that made it, which may be the fallback */
    int attempts;                  /* 1: the first draft was right */
    uint64_t hash;                 /* level_hash() of the finished level */
    enum gen_landmark landmark;
    int place_count;                     /* set pieces built in */
    uint64_t placed[SETPIECES_MAX / 64]; /* bit n: the n-th of the catalogue is among them */
};

/* "none", "lake", "chasm", "gorge", "nave" or "set piece". */
const char *gen_landmark_name(enum gen_landmark landmark);

/* The registry, in the order `undercroft-mapgen --list` prints it. */
size_t gen_style_count(void);
const struct gen_style *gen_style_at(size_t index);

/* NULL if there is none of that name. */
const struct gen_style *gen_style_find(const char *name);

/* All knobs of a style: its own, then the shared ones it has, with their standard in it. */
size_t gen_knob_count(const struct gen_style *style);
struct gen_knob gen_knob_at(const struct gen_style *style, size_t index);

/* A request with the style's standard knobs. */
void gen_request_init(struct gen_request *request, const struct gen_style *style,
                      uint64_t world_seed, struct level_key key, int width, int height);

/* ERR_NOT_FOUND: the style has no such knob. ERR_RANGE: *out_knob tells the range. */
MUST_USE enum err gen_request_set(struct gen_request *request, const char *name, int value,
                                  const struct gen_knob **out_knob);

/* True if levels and the style may have this size and every knob lies in its range. */
bool gen_request_is_in_range(const struct gen_request *request);

/* The request the game makes for a level: style, size and knobs from the plan that the theme of its
 * depth draws for the key; request->style is the style that will be asked. */
void gen_request_for_key(struct gen_request *request, uint64_t world_seed, struct level_key key);

/*
 * Makes the level. ERR_RANGE: a size outside the limits of levels or of the style; ERR_MEMORY.
 * The caller owns *out_level; `report` may be NULL.
 */
MUST_USE enum err gen_level(const struct gen_request *request, struct level **out_level,
                            struct gen_report *report);

#endif
