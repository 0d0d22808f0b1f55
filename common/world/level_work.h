/*
 * Room for what the tick of a level computes and does not keep: fields, and the search for
 * companies. Each thread that ticks levels has one of its own.
 */
#ifndef UNDERCROFT_WORLD_LEVEL_WORK_H
#define UNDERCROFT_WORLD_LEVEL_WORK_H

#include "base/err.h"
#include "world/company.h"
#include "world/field.h"
#include "world/id.h"

struct level_work {
    struct field_cache *fields;
    struct company_search search;
    struct company_member members[COMPANY_LEVEL_MAX];
    body_id ids[COMPANY_LEVEL_MAX]; /* of the delvers that these members are */
};

/* About 4 MB. ERR_MEMORY. The caller frees *out with level_work_free(). */
MUST_USE enum err level_work_new(struct level_work **out);
void level_work_free(struct level_work *work);

#endif
