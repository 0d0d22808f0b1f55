/*
 * The life of a job.
 */
#include "server/save/job.h"

#include <stdlib.h>

struct job *job_new(enum job_kind kind)
{
    struct job *job = calloc(1, sizeof *job);

    if (job != NULL)
        job->kind = kind;
    return job;
}

struct job *removal_job(enum job_kind kind)
{
    struct job *job = job_new(kind);

    if (job == NULL || (job->removal = calloc(1, sizeof *job->removal)) != NULL)
        return job;
    job_free(job);
    return NULL;
}

void job_free(struct job *job)
{
    if (job == NULL)
        return;
    change_set_release(&job->set);
    level_free(job->level);
    free(job->memory);
    for (size_t i = 0; i < job->memory_count; i++)
        free(job->memories[i].tiles);
    free(job->memories);
    free(job->list);
    free(job->audit);
    free(job->removal);
    free(job->disk);
    free(job);
}
