/*
 * Generation of levels. All generators have one contract: a pure function of the request, with
 * integers only and no I/O. A generator's draft is finished by shared passes and proven against the
 * hard invariants (H1-H10); if the proof fails it is drawn again with the next attempt's stream,
 * and after the last attempt by a simpler style. A level that leaves this module is proven.
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
    GEN_FORMAT_VERSION = 1, /* raised when the same seed gives another level */
    GEN_ATTEMPTS_MAX = 10,
    GEN_KNOBS_MAX = 12, /* knobs of a style, without the shared ones */
    GEN_STYLE_NAME_MAX = 15,
    GEN_PRUNE_WHOLLY = 100, /* value of GEN_PRUNE that removes all dead ends */
    GEN_SECTOR_WIDTH = 256, /* a larger level is made of sectors, each of at most this size */
    GEN_SECTOR_HEIGHT = 128,
    GEN_ROOMS_MAX = LEVEL_ROOMS_MAX / LEVEL_SHARES_MAX, /* rooms of a sector */
};

/* A number that changes how a style draws. */
struct gen_knob {
    const char *name;
    int low; /* smallest and largest value allowed */
    int high;
    int standard; /* the default */
    const char *help;
};

/* Knobs that styles share; their rows are in registry.c. */
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
    bool is_fixed; /* the style does not have the knob: `value` cannot be changed */
};

struct gen_style {
    const char *name;
    const char *help; /* help text, one line */
    /* the style's own knobs; the first without a name ends them */
    struct gen_knob knobs[GEN_KNOBS_MAX];
    struct gen_standard standards[GEN_SHARED_COUNT]; /* shared knobs with another default */
    int width_min;                                   /* smallest level that the style can fill */
    int height_min;
};

struct gen_request {
    const struct gen_style *style;
    uint64_t world_seed;
    struct level_key key;
    int width;
    int height;
    int knobs[GEN_KNOBS_MAX]; /* in the order of the style's own knobs; see gen_request_init() */
    int shared[GEN_SHARED_COUNT]; /* by enum gen_shared */
    const struct setpieces
        *pieces; /* set pieces to build in; must outlive the call. NULL, as gen_request_init() sets
                    it: a bare level without landmark, places and surfaces */
};

enum gen_landmark {
    GEN_LANDMARK_NONE,
    GEN_LANDMARK_LAKE,
    GEN_LANDMARK_CHASM,
    GEN_LANDMARK_GORGE,
    GEN_LANDMARK_NAVE,
    GEN_LANDMARK_PIECE, /* a set piece that serves as landmark */
    GEN_LANDMARK_COUNT
};

struct gen_report {
    /* the style that made the level; a plainer one if the requested style failed */
    const struct gen_style *style;
    int attempts;  /* drafts drawn; 1: the first was correct */
    uint64_t hash; /* level_hash() of the finished level */
    enum gen_landmark landmark;
    int place_count;                     /* set pieces built in */
    uint64_t placed[SETPIECES_MAX / 64]; /* bit n: piece n of the catalogue was placed */
};

/* Returns "none", "lake", "chasm", "gorge", "nave" or "set piece". */
const char *gen_landmark_name(enum gen_landmark landmark);

/* Returns the number of styles. Styles are numbered in the order of `undercroft-mapgen --list`. */
size_t gen_style_count(void);
const struct gen_style *gen_style_at(size_t index);

/* Finds a style by name. NULL: there is none. */
const struct gen_style *gen_style_find(const char *name);

/* Returns the number of the style's knobs: its own, then the shared ones that it has, with its
   defaults. */
size_t gen_knob_count(const struct gen_style *style);
struct gen_knob gen_knob_at(const struct gen_style *style, size_t index);

/* Fills in a request with the style's default knobs. */
void gen_request_init(struct gen_request *request, const struct gen_style *style,
                      uint64_t world_seed, struct level_key key, int width, int height);

/* Sets a knob by name. ERR_NOT_FOUND: the style has no such knob. ERR_RANGE: *out_knob gives the
   range. */
MUST_USE enum err gen_request_set(struct gen_request *request, const char *name, int value,
                                  const struct gen_knob **out_knob);

/* True if the size is allowed for levels and for the style, and every knob is in its range. */
bool gen_request_is_in_range(const struct gen_request *request);

/* Fills in the game's request for a level: style, size and knobs from the plan that the theme of
   its depth draws for the key. request->style is the style that is tried first. */
void gen_request_for_key(struct gen_request *request, uint64_t world_seed, struct level_key key);

/* Works like gen_request_for_key(), with the themes and set pieces of a catalogue, which must
   outlive the request. */
void gen_request_for_level(struct gen_request *request, const struct setpieces *pieces,
                           uint64_t world_seed, struct level_key key);

/* Checks that the styles, sizes and settings of all themes exist. ERR_FORMAT: *out_fault is the
   first fault. */
MUST_USE enum err gen_check_themes(const struct setpieces *pieces,
                                   struct setpiece_fault *out_fault);

/*
 * Makes the level. ERR_RANGE: the size is outside the limits of levels or of the style; ERR_MEMORY.
 * The caller owns *out_level; `report` may be NULL.
 */
MUST_USE enum err gen_level(const struct gen_request *request, struct level **out_level,
                            struct gen_report *report);

#endif
