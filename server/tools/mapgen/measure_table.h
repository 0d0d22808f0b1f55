/*
 * --measure: the smallest, middle and largest of each measure over a series of seeds.
 */
#ifndef UNDERCROFT_MAPGEN_MEASURE_TABLE_H
#define UNDERCROFT_MAPGEN_MEASURE_TABLE_H

#include "server/tools/mapgen/options.h"

/* Makes the levels that `options` asks for and prints the table. ERR_MEMORY, ERR_RANGE. */
MUST_USE enum err measure_table_print(const struct mapgen_options *options);

#endif
