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

struct foe;

/* A foe, as companies and dangers are looked for: each delver looks at each of the level. */
struct foe_glance {
    struct foe *foe;
    struct pos at;
    bool is_shown;
    bool is_awake;
};

struct level_work {
    struct field_cache *fields;
    int foe_count;
    struct foe_glance foes[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX]; /* in the order of their list */
    struct company_search search;
    struct company_member members[COMPANY_LEVEL_MAX];
    body_id ids[COMPANY_LEVEL_MAX]; /* of the delvers that these members are */
};

/* About 8 MB; only the used part is touched. ERR_MEMORY. The caller frees *out with
   level_work_free(). */
MUST_USE enum err level_work_new(struct level_work **out);
void level_work_free(struct level_work *work);

#endif
