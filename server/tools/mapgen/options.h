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
    int count;     /* number of levels; 0: one level, not a series */
    uint64_t seed; /* seed of the first level */
    int depth;
    /* last depth of --depths, which begins with `depth`; 0: not given */
    int depth_last;
    const struct gen_style *style;      /* NULL: the game's style for each seed */
    const char *width;                  /* width as typed; NULL: the theme's */
    const char *height;                 /* height as typed; NULL: the theme's */
    const char *settings[SETTINGS_MAX]; /* PARAM=VALUE, as typed */
    int setting_count;
    bool has_folder;
    struct setpieces pieces; /* the built-in set pieces, or those of --places */
};

/*
 * Reads the words after the program's name, which must stay valid as long as `options`. If the
 * result is not EXIT_DONE, the fault was printed on standard error.
 */
enum mapgen_exit options_read(struct mapgen_options *options, int argc, char **argv);

/* Frees the options. Call it after options_read(), also after an error. */
void options_release(struct mapgen_options *options);

/*
 * Makes the request for the index-th seed of the series. Without --style it is the game's for a
 * level of that seed and depth, changed by the other flags. Valid as long as `options`.
 * EXIT_BAD_VALUE: the flags do not fit the style, and the reason was printed.
 */
enum mapgen_exit options_request(const struct mapgen_options *options, int index, int depth,
                                 struct gen_request *request);

/* Returns the last of the requested depths that has the same theme as `depth`. */
int options_band_end(const struct mapgen_options *options, int depth);

/* Returns the depth of the index-th level of a band; each depth in turn. */
int options_band_depth(int first, int last, int index);

/* Prints the usage; `in_full`: with every style and its parameters. */
void options_print_help(bool in_full);

#endif
