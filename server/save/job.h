/*
 * A job for the database thread: a question, with a struct of its own for what is asked and then
 * for what was found.
 */
#ifndef UNDERCROFT_SERVER_SAVE_JOB_H
#define UNDERCROFT_SERVER_SAVE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct job;
struct persist_work; /* server/save/persist_work.h */

/* A question to the database: a row in the file that answers it. */
struct question {
    size_t size; /* bytes of its content */
    /* does the job on the database thread; false: it takes longer, and a copy was begun */
    bool (*work)(struct persist_work *work, struct job *job);
    bool writes; /* writes, so it runs in a transaction and can be combined with others */
    void (*release)(void *content); /* frees what the content owns; NULL: it owns nothing */
    const char *what;               /* noun for what is written, for the log; NULL: "a record" */
};

struct job {
    const struct question *question;
    void *content; /* content of the question; owned */
    enum err result;
    struct job *next;
    struct job_queue *answers; /* queue for the finished job; NULL: nobody waits */
    void (*answer)(void *asker, struct job *job); /* called on the loop when the job is done */
    uint64_t ticket;   /* number of the asker; for a save, that of the change set */
    uint64_t begun_ns; /* time when a copy was begun */
    uint64_t duration_us;
};

/* A queue of jobs. All zero: empty. */
struct job_queue {
    struct job *first; /* the oldest job; the queue owns it and all after it */
    struct job *last;
};

/* Adds a job, which the queue then owns; job_queue_take() removes the oldest one; NULL: there is
   none. */
void job_queue_add(struct job_queue *queue, struct job *job);
struct job *job_queue_take(struct job_queue *queue);

/* Takes all jobs of the queue, in order: each is passed to its answer function, and freed. `asker`
   is the room that owns the queue. */
void jobs_answer(struct job_queue *queue, void *asker);

/* Makes a job, whose content is all zero, for the caller to fill in and submit; NULL: out of
   memory. */
struct job *job_new(const struct question *question);
void job_free(struct job *job);

#endif
