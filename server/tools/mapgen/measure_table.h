/*
 * --measure: the smallest, middle and largest of each measure over a series of seeds, how much it
 * varies, and between what bounds nine in ten of the levels lie.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_MAPGEN_MEASURE_TABLE_H
#define UNDERCROFT_SERVER_TOOLS_MAPGEN_MEASURE_TABLE_H

#include "server/tools/mapgen/options.h"

/* Makes the levels of `options` and prints the table. ERR_MEMORY, ERR_RANGE. */
MUST_USE enum err measure_table_print(const struct mapgen_options *options);

#endif
