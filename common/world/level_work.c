/*
 * Room for the tick of a level.
 */
#include "world/level_work.h"

#include <stdlib.h>

enum err level_work_new(struct level_work **out)
{
    struct level_work *work = calloc(1, sizeof *work);

    if (work == NULL)
        return ERR_MEMORY;
    enum err error = field_cache_new(&work->fields);
    if (error != ERR_OK) {
        free(work);
        return error;
    }
    *out = work;
    return ERR_OK;
}

void level_work_free(struct level_work *work)
{
    if (work == NULL)
        return;
    field_cache_free(work->fields);
    free(work);
}
