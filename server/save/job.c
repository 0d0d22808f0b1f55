/*
 * The life of a job: made and filled in by an asker, done by the database thread, and taken back by
 * the asker or freed.
 */
#include "server/save/job.h"

#include <stdlib.h>

struct job *job_new(const struct question *question)
{
    struct job *job = calloc(1, sizeof *job);
    void *content = calloc(1, question->size);

    if (job == NULL || content == NULL) {
        free(job);
        free(content);
        return NULL;
    }
    *job = (struct job){.question = question, .content = content};
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

void job_free(struct job *job)
{
    if (job == NULL)
        return;
    if (job->question->release != NULL)
        job->question->release(job->content);
    free(job->content);
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
