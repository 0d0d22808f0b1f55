/*
 * The command line of undercroft-mapgen, read into plain values.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_MAPGEN_OPTIONS_H
#define UNDERCROFT_SERVER_TOOLS_MAPGEN_OPTIONS_H

#include <stdbool.h>

#include "content/setpiece.h"
#include "gen/gen.h"

enum mapgen_exit { EXIT_DONE = 0, EXIT_BAD_VALUE = 1, EXIT_USAGE = 2 };

enum mapgen_task { TASK_LEVEL, TASK_LIST, TASK_LIST_PLACES, TASK_HELP, TASK_VERSION };

enum { COUNT_MAX = 1000000, SETTINGS_MAX = 64 };

struct mapgen_options {
    enum mapgen_task task;
    bool is_json;
    bool is_measure;
    int count;     /* 0: one level, not a series */
    uint64_t seed; /* the first of the series */
    int depth;
    int depth_last;                     /* of --depths, from `depth` on; 0: it was not given */
    const struct gen_style *style;      /* NULL: as the game draws one for each seed */
    const char *width;                  /* as typed; NULL: the theme's */
    const char *height;                 /* as typed; NULL: the theme's */
    const char *settings[SETTINGS_MAX]; /* PARAM=VALUE, as typed */
    int setting_count;
    bool has_folder;
    struct setpieces pieces; /* those that are built in, or those of --places */
};

/*
 * Reads the words after the program's name, which must outlive `options`. If the result is not
 * EXIT_DONE, the fault has been reported on standard error.
 */
enum mapgen_exit options_read(struct mapgen_options *options, int argc, char **argv);

/* Is called after options_read(), after a failure too. */
void options_release(struct mapgen_options *options);

/*
 * The request for the index-th seed of the series. Without a style it is the one the game makes for
 * a level of that seed and depth; what was typed comes on top. It is good for as long as `options`.
 * EXIT_BAD_VALUE, and said why, if that does not go with the style.
 */
enum mapgen_exit options_request(const struct mapgen_options *options, int index, int depth,
                                 struct gen_request *request);

/* The last of the depths that were asked for whose theme is that of `depth`. */
int options_band_end(const struct mapgen_options *options, int depth);

/* The depth of the index-th level of a band of them: each in turn. */
int options_band_depth(int first, int last, int index);

/* The usage text, with every style and its parameters if `in_full`. */
void options_print_help(bool in_full);

#endif
