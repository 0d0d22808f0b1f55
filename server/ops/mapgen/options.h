/*
 * The command line of undercroft-mapgen, read into plain values.
 */
#ifndef UNDERCROFT_MAPGEN_OPTIONS_H
#define UNDERCROFT_MAPGEN_OPTIONS_H

#include <stdbool.h>

#include "gen/gen.h"

enum exit_code { EXIT_DONE = 0, EXIT_BAD_VALUE = 1, EXIT_USAGE = 2 };

enum mapgen_task { TASK_LEVEL, TASK_LIST, TASK_HELP, TASK_VERSION };

enum { COUNT_MAX = 1000000 };

struct mapgen_options {
    enum mapgen_task task;
    struct gen_request request; /* of the first seed */
    bool is_json;
    bool is_measure;
    int count; /* 0: one level, not a series */
};

/*
 * Reads the words after the program's name. What is wrong has been said on standard error when
 * the result is not EXIT_DONE.
 */
enum exit_code options_read(struct mapgen_options *options, int argc, char **argv);

/* The usage text, with every style and its parameters if `in_full`. */
void options_print_help(bool in_full);

#endif
