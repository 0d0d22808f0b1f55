/*
 * The life of a job: made and filled in by an asker, done by the database thread, and taken back by
 * the asker or freed.
 */
#include "server/save/job.h"

#include <stdlib.h>

struct job *job_new(const struct question *question)
{
    struct job *job = calloc(1, sizeof *job);

    if (job != NULL)
        job->question = question;
    return job;
}

void job_queue_add(struct job_queue *queue, struct job *job)
{
    job->next = NULL;
    if (queue->last != NULL)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

struct job *job_queue_take(struct job_queue *queue)
{
    struct job *job = queue->first;

    if (job == NULL)
        return NULL;
    queue->first = job->next;
    if (queue->first == NULL)
        queue->last = NULL;
    job->next = NULL;
    return job;
}

struct job *removal_job(const struct question *question)
{
    struct job *job = job_new(question);

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
    bytes_release(&job->population);
    free(job->memory);
    for (size_t i = 0; i < job->memory_count; i++)
        free(job->memories[i].tiles);
    free(job->memories);
    free(job->list);
    free(job->audit);
    free(job->scores);
    free(job->removal);
    free(job->disk);
    free(job);
}

void jobs_answer(struct job_queue *queue, void *asker)
{
    struct job *job = NULL;

    while ((job = job_queue_take(queue)) != NULL) {
        job->answer(asker, job);
        job_free(job);
    }
}
