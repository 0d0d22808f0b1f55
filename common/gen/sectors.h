/*
 * Levels larger than GEN_SECTOR_WIDTH by GEN_SECTOR_HEIGHT, made of sectors. Private to gen.
 */
#ifndef UNDERCROFT_GEN_SECTORS_H
#define UNDERCROFT_GEN_SECTORS_H

#include "base/err.h"
#include "gen/gen.h"

/* Makes a proven level for a request in range that asks for more than one sector, and sets the
   members of the report except its hash. ERR_MEMORY. The caller owns *out_level. */
MUST_USE enum err sectors_level(const struct gen_request *request, struct level **out_level,
                                struct gen_report *report);

#endif
