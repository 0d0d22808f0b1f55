/*
 * --measure: the smallest, middle and largest of each measure over a series of seeds.
 */
#ifndef UNDERCROFT_MAPGEN_MEASURE_TABLE_H
#define UNDERCROFT_MAPGEN_MEASURE_TABLE_H

#include "gen/gen.h"

/* Makes `count` levels from request->world_seed on and prints the table. ERR_MEMORY. */
MUST_USE enum err measure_table_print(const struct gen_request *request, int count);

#endif
