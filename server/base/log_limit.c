/*
 * Budgets of lines, by kind of event.
 */
#include "server/base/log_limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_COST_MS = 1000 / LOG_LINES_PER_SECOND,
    BUDGET_MAX_MS = LOG_BURST * LINE_COST_MS,
};

enum err log_limit_new(struct log_limit **out)
{
    struct log_limit *limit = calloc(1, sizeof *limit);

    if (limit == NULL || uv_mutex_init(&limit->mutex) != 0) {
        free(limit);
        return ERR_MEMORY;
    }
    *out = limit;
    return ERR_OK;
}

void log_limit_free(struct log_limit *limit)
{
    if (limit == NULL)
        return;
    uv_mutex_destroy(&limit->mutex);
    free(limit);
}

static struct log_kind *find(struct log_limit *limit, const char *name, uint64_t now_ms)
{
    for (size_t i = 0; i < limit->kind_count; i++) {
        if (strncmp(limit->kinds[i].name, name, LOG_KIND_SIZE - 1) == 0)
            return &limit->kinds[i];
    }
    if (limit->kind_count == LOG_KINDS_MAX)
        return &limit->kinds[LOG_KINDS_MAX - 1];
    struct log_kind *kind = &limit->kinds[limit->kind_count++];
    snprintf(kind->name, sizeof kind->name, "%s",
             limit->kind_count == LOG_KINDS_MAX ? "others" : name);
    kind->budget_ms = BUDGET_MAX_MS;
    kind->at_ms = now_ms;
    return kind;
}

static bool spend(struct log_kind *kind, uint64_t now_ms)
{
    uint64_t elapsed_ms = now_ms > kind->at_ms ? now_ms - kind->at_ms : 0;

    kind->budget_ms = elapsed_ms > BUDGET_MAX_MS - kind->budget_ms ? (uint64_t)BUDGET_MAX_MS
                                                                   : kind->budget_ms + elapsed_ms;
    kind->at_ms += elapsed_ms;
    if (kind->budget_ms < LINE_COST_MS) {
        kind->suppressed++;
        return false;
    }
    kind->budget_ms -= LINE_COST_MS;
    return true;
}

bool log_limit_take(struct log_limit *limit, const char *kind, uint64_t now_ms)
{
    uv_mutex_lock(&limit->mutex);
    bool may_write = spend(find(limit, kind, now_ms), now_ms);
    limit->written += may_write;
    limit->suppressed += !may_write;
    uv_mutex_unlock(&limit->mutex);
    return may_write;
}

bool log_limit_drain(struct log_limit *limit, char name[LOG_KIND_SIZE], uint64_t *out_suppressed)
{
    size_t i = 0;

    uv_mutex_lock(&limit->mutex);
    while (i < limit->kind_count && limit->kinds[i].suppressed == 0)
        i++;
    bool is_found = i < limit->kind_count;
    if (is_found) {
        memcpy(name, limit->kinds[i].name, LOG_KIND_SIZE);
        *out_suppressed = limit->kinds[i].suppressed;
        limit->kinds[i].suppressed = 0;
        limit->written++;
    }
    uv_mutex_unlock(&limit->mutex);
    return is_found;
}

void log_limit_counts(struct log_limit *limit, uint64_t *out_written, uint64_t *out_suppressed)
{
    uv_mutex_lock(&limit->mutex);
    *out_written = limit->written;
    *out_suppressed = limit->suppressed;
    uv_mutex_unlock(&limit->mutex);
}
